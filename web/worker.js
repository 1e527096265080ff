// worker.js: where bots think, so that the page never waits for them.
import { Engine } from './engine.js';

/** @import { Engine as Rules } from './engine.js' */

/** @type {Promise<Rules> | undefined} */
let starting;

/** @param {{ code: WebAssembly.Module, id: number, record: string, seat: number, words: string }} question */
async function answer({ code, id, record, seat, words }) {
  starting ??= Engine.start(code);
  const match = (await starting).load(record);
  try {
    match.ask(seat, words);
    while (match.think(4000) > 0);
    postMessage({ id, hint: match.answer() });
  } finally {
    match.close();
  }
}

addEventListener('message', (event) => {
  answer(event.data).catch((error) => postMessage({ id: event.data.id, error: String(error.message ?? error) }));
});
