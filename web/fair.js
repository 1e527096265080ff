// fair.js: luck that this browser checks by itself (docs/protocol.md): it keeps what it was shown before the match and during it, and compares
// that with the record when the match is over. Kept in localStorage, so that neither a new page nor another tab loses it.

import { SPECTATOR } from './engine.js';

/** @import { Engine, Match } from './engine.js' */
/** @import { LogLine, LuckState, TableState, View } from './types.d.ts' */

/** One attempt to start, as this browser saw it: what the server had committed to; the own seat and nonce; what all had committed to, and what
 * was to be played, when the nonces were asked for; whether what was told of it fitted when it was called off.
 * @typedef {{ commitment: string, seat?: number, nonce?: string, agreed?: string, off?: boolean }} Start */
/** What was shown, as digests: for "FROM TO" the lines of these moves, for "N" the table after them; and by which names.
 * @typedef {{ starts: Record<number, Start>, names: string[], shown: Record<string, [string, number]> }} Notes */
/** Something that was looked at; null: it cannot be known here. @typedef {{ fits: boolean | null, text: string }} Point */

const CHANGED = 'The server shows other fingerprints than before: this browser keeps its number for itself.';

/** @param {(string | null)[]} commitments @param {string} deal */
const agreement = (commitments, deal) => JSON.stringify([commitments, deal]);

/** @param {View} view */
const scene = ({ zones, scores, notes, links, result }) => [zones, scores, notes, links, result];

export class Fair {
  /** @param {Engine} engine @param {string} table */
  constructor(engine, table) {
    this.engine = engine;
    this.table = table;
    this.key = `luck:${table}`;
    this.last = 0; // moves that were shown
    /** @type {Notes} */
    this.kept = { starts: {}, names: [], shown: {} }; // where the browser keeps nothing
  }

  /** @returns {Notes} */
  notes() {
    try {
      return JSON.parse(localStorage[this.key]);
    } catch {
      return this.kept;
    }
  }

  /** Other tabs write as well: what is there is read first. @template T @param {(notes: Notes) => T} change */
  note(change) {
    const notes = this.notes();
    const got = change(notes);
    this.kept = notes;
    try {
      localStorage[this.key] = JSON.stringify(notes);
    } catch {
      forgetLuck(); // there is no room: the next time there is, and so long this page knows it
    }
    return got;
  }

  /** @param {number} attempt @param {number | null} seat @param {string} digits */
  commitment(attempt, seat, digits) {
    return this.engine.commitment(this.table, attempt, seat, digits);
  }

  /* ---- before the match ---- */

  /** Throws a nonce, keeps it, and gives the commitment to it: once the nonces of an attempt were asked for, there is no other one. @param {LuckState} luck @param {number} seat */
  commit({ attempt = 0, commitment }, seat) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    this.note(({ starts }) => {
      if (starts[attempt]?.agreed) throw new Error(CHANGED);
      starts[attempt] = { commitment, seat, nonce };
    });
    return this.commitment(attempt, seat, nonce);
  }

  /** The nonce, if it is time to reveal it; '' if not. Throws a sentence if the server has changed what must not change.
   * @param {TableState} table */
  reveal({ luck, deal, seats, you: { seat } }) {
    const { attempt = 0, commitment, commitments = [], off } = luck;
    if (off) this.calledOff(off);
    if (!luck.reveal) return '';
    return this.note(({ starts }) => {
      const start = (starts[attempt] ??= { commitment });
      const agreed = agreement(commitments, deal);
      if (start.commitment !== commitment || (start.agreed ?? agreed) !== agreed || seats.some(({ is }, i) => (is === 'person') !== Boolean(commitments[i])))
        throw new Error(CHANGED);
      start.agreed = agreed;
      return seat !== null && start.nonce && !seats[seat].revealed && this.commitment(attempt, seat, start.nonce) === commitments[seat] ? start.nonce : '';
    });
  }

  /** A start that was called off: whether what is told of it is what had been committed to. @param {LuckState} off */
  calledOff({ attempt = 0, secret = '', commitments = [], nonces }) {
    const start = this.notes().starts[attempt];
    if (!start?.agreed || start.off !== undefined) return;
    const fits = this.commitment(attempt, -1, secret) === start.commitment && JSON.stringify(commitments) === JSON.stringify(JSON.parse(start.agreed)[0]) &&
      nonces.every((nonce, seat) => !nonce || this.commitment(attempt, seat, nonce) === commitments[seat]);
    this.note(({ starts }) => (starts[attempt].off = fits));
  }

  /* ---- during the match ---- */

  /** Keeps what is shown. `whole`: all of it; where moves may be taken back, it replaces what was shown before.
   * @param {{ view: View, log: LogLine[] }} told @param {boolean} whole @param {boolean} undo */
  see({ view, log }, whole, undo) {
    const { n, facedown, asked, waiting } = view;
    const from = whole ? 0 : this.last;
    this.last = n;
    if (!whole && from === n) return;
    this.note((notes) => {
      const names = JSON.stringify(view.names);
      if (!notes.names.includes(names)) notes.names.push(names);
      if (whole && undo) notes.shown = {};
      /** @param {string | number} key @param {unknown} what */
      const keep = (key, what) => (notes.shown[key] ??= [this.engine.digest(JSON.stringify(what)), notes.names.indexOf(names)]);
      keep(`${from} ${n}`, log);
      if (!facedown && String(asked) === String(waiting)) keep(n, scene(view)); // nobody has chosen yet
    });
  }

  /* ---- after the match ---- */

  /** Whether the record shows what was shown. @param {Match} match @param {number} viewer @returns {Point} */
  compare(match, viewer) {
    const { names, shown } = this.notes();
    let [fits, n] = [true, 0];
    try {
      for (const [key, [digest, by]] of Object.entries(shown)) {
        JSON.parse(names[by]).forEach((/** @type {string} */ name, /** @type {number} */ seat) => match.name(seat, name));
        const [from, to] = key.split(' ').map(Number);
        fits &&= digest === this.engine.digest(JSON.stringify(to === undefined ? scene(match.view(viewer, from)) : match.log(viewer, from, to)));
        n++;
      }
    } catch {
      fits = false; // it does not even go so far
    }
    return { fits: fits && n === 0 ? null : fits, text: fits ? `The record shows what you saw: ${n} of the views and log lines that you got were compared.` : 'The record shows another game than you saw.' };
  }

  /** Everything, in words. @param {string} record @param {TableState} table @returns {Point[]} */
  check(record, { seats, you: { seat } }) {
    const [, place, number, commitment] = /^luck fair 2 (\S+) (\d+) (\S+)/m.exec(record) ?? [];
    /** @param {string} key @param {number} of */
    const line = (key, of) => new RegExp(`^${key} ${of} (.*)`, 'm').exec(record)?.[1] ?? null;
    const { starts } = this.notes();
    const { commitment: shown, seat: own = 0, nonce, agreed } = starts[Number(number)] ?? {};
    let match;
    try {
      match = this.engine.load(record);
    } catch (error) {
      return [{ fits: false, text: `The record is none: ${error}` }];
    }
    const { id } = match.about();
    const points = [
      { fits: shown ? place === this.table && shown === commitment : null, text: `Before the game the server showed the fingerprint ${shown} of its secret number.` },
      { fits: nonce ? line('nonce', own) === nonce : null, text: `Your browser picked the number ${nonce}, and it had its part in the luck.` },
      { fits: agreed ? agreed === agreement(seats.map((_, i) => line('commitment', i)), id) : null,
        text: 'Your browser saw the fingerprints of all numbers before any of the numbers was shown, and which game was to be played.' },
      match.verify(),
      this.compare(match, seat ?? SPECTATOR),
      ...Object.entries(starts).flatMap(([attempt, { off }]) => (off === undefined ? []
        : [{ fits: off, text: `Start ${attempt} was called off, and what it would have dealt was shown.` }])),
    ];
    match.close();
    return points;
  }
}

/** Forgets what was kept of all tables. */
export function forgetLuck() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('luck:')) delete localStorage[key];
  } catch {
    // Nothing is kept.
  }
}

/** Of all points together. @param {Point[]} points */
export const verdict = (points) => (points.some(({ fits }) => fits === false) ? false : points.every(({ fits }) => fits) || null);
