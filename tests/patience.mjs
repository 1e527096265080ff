// patience.mjs: how long a test waits for what must come.
//
// A test waits for an event and judges what the event shows. A limit only ends a hang, so it is never the verdict on a
// feature: it is generous, and grows with the load of the machine. Whoever must see that something does *not* happen
// asks for an event after which it could not happen any more, instead of waiting for a while.
import { cpus, loadavg } from 'node:os';

const GREATEST = 20;

// How much slower things go here now than on a machine that does nothing else: from 1 to GREATEST.
const crowding = () => Math.min(GREATEST, Math.max(1, loadavg()[0] / cpus().length));

// Milliseconds until a wait for what takes at most some seconds is called a hang.
export const patience = (seconds = 60) => Math.round(seconds * 1000 * crowding());

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Waits until `holds()` gives something true, which it returns; looks again after a few milliseconds. `what` is said if
// it never comes.
export async function until(holds, what = String(holds), limit = patience()) {
  const begun = Date.now();
  for (;;) {
    const got = await holds();
    if (got) return got;
    if (Date.now() - begun > limit) throw new Error(`${what}: not within ${limit} ms`);
    await sleep(5);
  }
}
