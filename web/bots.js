// bots.js: asking the worker. A question that is not wanted any more ends with its worker.

/** @import { Hint } from './types.d.ts' */

/** Its name in the built site tells its content, so that a page never gets the worker of another version. */
const WORKER = import.meta.worker ?? 'worker.js';

export class Bots {
  /** @param {WebAssembly.Module} code */
  constructor(code) {
    this.code = code;
    this.asked = 0;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {((reason: Error) => void) | null} */
    this.giveUp = null;
  }

  /** What a bot of these words would do on this seat of the match of this record. One is asked at a time.
   * @param {string} record @param {number} seat @param {string} words @returns {Promise<Hint>} */
  ask(record, seat, words) {
    this.stop();
    const worker = (this.worker ??= new Worker(new URL(WORKER, import.meta.url), { type: 'module' }));
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      /** @param {(value: any) => void} end @param {any} value */
      const settle = (end, value) => {
        this.giveUp = null;
        end(value);
      };
      this.giveUp = reject;
      worker.onerror = (event) => {
        worker.terminate();
        this.worker = null; // the next question gets a new one
        settle(reject, new Error(event.message || 'the bots could not be started'));
      };
      worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        if (data.error) settle(reject, new Error(data.error));
        else settle(resolve, data.hint);
      };
      worker.postMessage({ code: this.code, id, record, seat, words });
    });
  }

  /** Whoever thinks now stops; the promise of the answer is refused as Stopped. */
  stop() {
    if (!this.giveUp) return;
    this.worker?.terminate();
    this.worker = null;
    this.giveUp(new Stopped());
    this.giveUp = null;
  }
}

/** The answer is not wanted any more. */
export class Stopped extends Error {}
