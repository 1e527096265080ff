// tap.mjs: tests in a row, told as TAP; with WABE_TESTS only those whose names have these words, a regular expression.
let tests = 0;
let failures = 0;
const wanted = new RegExp(process.env.WABE_TESTS ?? '');

function told(what, error) {
  console.log(`${error ? 'not ok' : 'ok'} ${++tests} - ${what}`);
  if (!error) return;
  console.log(`# ${String(error.message).replace(/\n/g, '\n# ')}`);
  console.error(`${what}: ${error.message}`); // the runner shows this when a test fails
  failures++;
}

export function test(what, run) {
  if (!wanted.test(what)) return;
  try {
    run();
    told(what);
  } catch (error) {
    told(what, error);
  }
}

// The same for what has to be waited for.
export async function testLater(what, run) {
  if (!wanted.test(what)) return;
  try {
    await run();
    told(what);
  } catch (error) {
    told(what, error);
  }
}

export function expect(ok, why) {
  if (!ok) throw new Error(why);
}

export function end() {
  console.log(`1..${tests}`);
  if (tests === 0) console.error(`no test has the words ${wanted}`);
  process.exitCode = failures || tests === 0 ? 1 : 0;
}
