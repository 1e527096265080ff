// tap.mjs: tests in a row or side by side, told as TAP. With WABE_TIMES=1 it says how many milliseconds each took; with WABE_TESTS it
// runs only those whose names have these words, a regular expression.
let tests = 0;
let failures = 0;
const wanted = new RegExp(process.env.WABE_TESTS ?? '');

// What no terminal and no report can take, as words: control characters, halves of characters, what is no character.
export const visible = (text) =>
  String(text).replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|[\ud800-\udfff]/gu, (one) => {
    const hex = one.charCodeAt(0).toString(16);
    return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`;
  });

function told(what, took, error) {
  console.log(`${error ? 'not ok' : 'ok'} ${++tests} - ${visible(what)}`);
  if (process.env.WABE_TIMES) console.log(`# ${Math.round(took)} ms`);
  if (!error) return;
  // A mistake of the test itself says where it is.
  const why = visible(error.constructor === Error ? error.message : error.stack ?? error);
  console.log(`# ${why.replace(/\n/g, '\n# ')}`);
  console.error(`${visible(what)}: ${why}`); // the runner shows this when a test fails
  failures++;
}

export function test(what, run) {
  if (!wanted.test(what)) return;
  const begun = performance.now();
  let error;
  try {
    run();
  } catch (thrown) {
    error = thrown ?? new Error('nothing was thrown');
  }
  told(what, performance.now() - begun, error);
}

// The same for what has to be waited for.
export async function testLater(what, run) {
  if (!wanted.test(what)) return;
  const begun = performance.now();
  const error = await Promise.resolve().then(run).then(() => undefined, (thrown) => thrown ?? new Error('nothing was thrown'));
  told(what, performance.now() - begun, error);
}

// Tests that do not disturb each other, each as [what, run]: so many of them at a time.
export async function testTogether(most, list) {
  const left = [...list];
  const worker = async () => {
    for (let next; (next = left.shift()); ) await testLater(...next);
  };
  await Promise.all(Array.from({ length: most }, worker));
}

export function expect(ok, why) {
  if (!ok) throw new Error(why);
}

export function end() {
  console.log(`1..${tests}`);
  if (tests === 0) console.error(`no test has the words ${wanted}`);
  process.exitCode = failures || tests === 0 ? 1 : 0;
}
