// tap.mjs: tests in a row, told as TAP.
let tests = 0;
let failures = 0;

function told(what, error) {
  console.log(`${error ? 'not ok' : 'ok'} ${++tests} - ${what}`);
  if (!error) return;
  console.log(`# ${String(error.message).replace(/\n/g, '\n# ')}`);
  console.error(`${what}: ${error.message}`); // the runner shows this when a test fails
  failures++;
}

export function test(what, run) {
  try {
    run();
    told(what);
  } catch (error) {
    told(what, error);
  }
}

// The same for what has to be waited for.
export async function testLater(what, run) {
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
  process.exitCode = failures ? 1 : 0;
}
