// fair.js: luck that this browser checks by itself (docs/protocol.md): it keeps what it was shown before the match and during it, and compares
// that with the record when the match is over. Kept in localStorage, so that neither a new page nor another tab loses it.

import { SPECTATOR } from './engine.js';

/** @import { Engine, Match } from './engine.js' */
/** @import { LogLine, LuckState, TableState, View } from './types.d.ts' */

/** One attempt to start, as this browser saw it: what the server had committed to; the own seat and nonce; what all had committed to, and what
 * was to be played, when the nonces were asked for; whether what was told of it fitted when it was called off.
 * @typedef {{ commitment: string, seat?: number, nonce?: string, agreed?: string, off?: boolean }} Start */
/** What was shown, as digests: for "VIEWER FROM TO" the lines of these moves, for "VIEWER N" the table after them; and by which of `by`, each the
 * server's edition and the names. `off` is the last start of which was told that it was called off, `found` what was found out about which
 * record, `undo` whether moves may be taken back.
 * @typedef {{ starts: Record<number, Start>, by: string[], seen: Record<string, [string, number]>, undo?: boolean, off?: number, found?: [string, Point[]] }} Notes */
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
    this.kept = { starts: {}, by: [], seen: {} }; // where the browser keeps nothing
  }

  /** @returns {Notes} */
  notes() {
    try {
      return { by: [], seen: {}, ...JSON.parse(localStorage[this.key]) }; // an older page kept less
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
  reveal({ state, luck, deal, seats, undo, you: { seat } }) {
    const { attempt = 0, commitment, commitments = [], off } = luck;
    if (off) this.calledOff(off);
    const before = this.notes();
    if (undo !== before.undo && (state === 'gathering' || !before.starts[attempt]?.agreed)) this.note((notes) => (notes.undo = undo));
    if (state !== 'gathering' || !luck.reveal) return '';
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
    const { starts, off = 0 } = this.notes();
    const start = starts[attempt];
    const fits = !start?.agreed || start.off !== undefined ? undefined
      : this.commitment(attempt, -1, secret) === start.commitment && JSON.stringify(commitments) === JSON.stringify(JSON.parse(start.agreed)[0]) &&
        nonces.every((nonce, seat) => !nonce || this.commitment(attempt, seat, nonce) === commitments[seat]);
    if (fits === undefined && attempt <= off) return;
    this.note((notes) => {
      notes.off = Math.max(attempt, off);
      if (fits !== undefined) notes.starts[attempt].off = fits;
    });
  }

  /* ---- during the match ---- */

  /** Keeps what is shown. `whole`: all of it; where moves may be taken back, it replaces what was shown before. `edition`: the server's.
   * @param {{ view: View, log: LogLine[] }} told @param {boolean} whole @param {string} edition */
  see({ view, log }, whole, edition) {
    const { n, viewer, names, facedown, asked, waiting } = view;
    const from = whole ? 0 : this.last;
    this.last = n;
    if (!whole && from === n) return;
    this.note((notes) => {
      const by = JSON.stringify([edition, ...names]);
      if (!notes.by.includes(by)) notes.by.push(by);
      if (whole && (notes.undo ?? true)) notes.seen = {};
      /** @param {string} key @param {unknown} what */
      const keep = (key, what) => (notes.seen[`${viewer} ${key}`] ??= [this.engine.digest(JSON.stringify(what)), notes.by.indexOf(by)]);
      keep(`${from} ${n}`, log);
      if (!facedown && String(asked) === String(waiting)) keep(`${n}`, scene(view)); // nobody has chosen yet
    });
  }

  /* ---- after the match ---- */

  /** Whether there is something to explain, even if no game has begun. */
  waits() {
    const { starts, seen } = this.notes();
    return Object.keys(seen).length > 0 || Object.entries(starts).some(([attempt, start]) => start.off === undefined && this.gave(Number(attempt), start));
  }

  /** Whether all began a start with this browser's number. @param {number} attempt @param {Start} [start] */
  gave(attempt, { seat = 0, nonce, agreed } = { commitment: '' }) {
    return Boolean(nonce && agreed && JSON.parse(agreed)[0][seat] === this.commitment(attempt, seat, nonce));
  }

  /** Whether the record shows what was shown, to whomever it was. A server of another edition may have used other words.
   * @param {Match} match @returns {Point} */
  compare(match) {
    const { by, seen } = this.notes();
    const all = Object.entries(seen);
    const other = all.filter(([key, [digest, which]]) => {
      const [who, ...moves] = key.split(' ');
      const [from, to] = moves.map(Number);
      const viewer = who === 'spectator' ? SPECTATOR : Number(who);
      try {
        JSON.parse(by[which]).slice(1).forEach((/** @type {string} */ name, /** @type {number} */ seat) => match.name(seat, name));
        return digest !== this.engine.digest(JSON.stringify(to === undefined ? scene(match.view(viewer, from)) : match.log(viewer, from, to)));
      } catch {
        return true; // it does not even go so far
      }
    }).map(([, [, which]]) => JSON.parse(by[which])[0]);
    if (other.includes(this.engine.edition)) return { fits: false, text: 'The record shows another game than you saw.' };
    if (other.length) return { fits: null, text: `Wabe has been updated since you saw this game: ${other.length} of ${all.length} tables and parts of the log cannot be compared with the record.` };
    return all.length ? { fits: true, text: `The record shows what you saw: ${all.length} tables and parts of the log were compared.` }
      : { fits: null, text: 'This browser has seen nothing of the game itself.' };
  }

  /** Starts that did not become this game, the record being of start `attempt`. @param {number} attempt @param {number | null} sitting @returns {Point[]} */
  others(attempt, sitting) {
    const { starts, off: told = 0 } = this.notes();
    const begun = Object.entries(starts).map(([key, start]) => /** @type {const} */ ([Number(key), start])).filter(([key, { agreed }]) => agreed && key !== attempt);
    const last = Math.max(...begun.map(([key]) => key));
    const missed = sitting === null || this.gave(attempt, starts[attempt]); // it may have been away, and then there was another such start
    return begun.map(([key, start]) => {
      if (key === last && !(attempt > key)) return { fits: false, text: `Start ${key} was begun, but ${attempt ? `the record is of start ${attempt}, which was before` : 'in the record the luck was made in another way'}.` };
      if (start.off !== undefined)
        return { fits: start.off, text: start.off ? `Start ${key} was called off, and what it would have dealt was shown.` : `Start ${key} was called off, and what was told of it is not what was agreed on before.` };
      if (this.gave(key, start) && !(told > key && missed)) return { fits: false, text: `Start ${key} was begun with your number and never explained: its luck was thrown away.` };
      return { fits: null, text: `Start ${key} was begun, and this browser was not there when it was called off.` };
    });
  }

  /** Everything, in words. What was found before stays, unless more is wrong now. @param {string} record @param {TableState} table @returns {Point[]} */
  check(record, table) {
    if (table.luck.off) this.calledOff(table.luck.off);
    const digest = this.engine.digest(record.replace(/^name .*\n/gm, '')); // people may be forgotten
    const { found: [of, before] = ['', []] } = this.notes();
    const points = this.points(record, table);
    if (of === digest && (verdict(before) === false || verdict(points) === null)) return before;
    this.note((notes) => (notes.found = [digest, points]));
    return points;
  }

  /** @param {string} record @param {TableState} table @returns {Point[]} */
  points(record, { seats, you: { seat: sitting } }) {
    const [, place, number, commitment] = /^luck fair 2 (\S+) (\d+) (\S+)/m.exec(record) ?? [];
    const [, game, version] = /^game (\S+) (\d+)/m.exec(record) ?? [];
    const attempt = Number(number); // or none
    /** @param {string} key @param {number} of */
    const line = (key, of) => new RegExp(`^${key} ${of} (.*)`, 'm').exec(record)?.[1] ?? null;
    const { starts, by } = this.notes();
    const { [attempt]: start } = starts;
    const { commitment: shown, seat: own = 0, nonce, agreed } = start ?? {};
    let match;
    try {
      match = this.engine.load(record);
    } catch (error) {
      // If the rules have changed since, nobody is to blame.
      if (this.engine.game(game)?.version === Number(version) || by.some((one) => JSON.parse(one)[0] === this.engine.edition))
        return [{ fits: false, text: `The record is none: ${error}` }];
    }
    const [all, deal] = agreed ? JSON.parse(agreed) : [];
    const same = JSON.stringify(all) === JSON.stringify(seats.map((_, i) => line('commitment', i))) && (!match || deal === match.about().id);
    const used = nonce && line('nonce', own) === nonce;
    const leftOut = nonce && !used && (sitting === own || this.gave(attempt, start));
    const kept = shown && place === this.table && shown === commitment;
    const drawn = match?.verify();
    const points = [
      ...(/^luck fair [0-9a-f]{64} /m.test(record) ? [{ fits: null, text: 'The luck of this game was made in an older way, in which whoever was ready last could have chosen it: that cannot be found out.' }] : [
        { fits: shown ? Boolean(kept) : null, text: shown
          ? `Before the game the server showed the fingerprint ${shown} of its secret number. ${kept ? 'It is that of the number in the record.' : 'That is not the one in the record.'}`
          : 'This browser did not see the fingerprint of the server’s secret number before the game.' },
        { fits: used ? true : leftOut ? false : null, text: used
          ? `Your browser picked the number ${nonce}, and it had its part in the luck.`
          : leftOut ? `Your browser picked the number ${nonce}, but another one stands in its place. If you were not ready on another device too, yours was left out.`
            : sitting === null ? 'No number of this browser had a part in the luck: you did not play here.'
              : 'No number of this browser had a part in the luck. If you were not ready on another device, you were left out.' },
        { fits: agreed ? same : null, text: agreed
          ? `Before any number was shown, your browser saw the fingerprints of all of them, and which game was to be played. ${same ? 'The record has the same.' : 'The record has others, or another game.'}`
          : 'This browser did not see the fingerprints of all numbers before the numbers were shown.' },
      ]),
      ...(match && drawn ? [
        { fits: drawn.fits, text: drawn.fits ? `${drawn.draws === 1 ? 'The only draw follows' : `All ${drawn.draws} draws follow`} from the numbers in the record: your browser has drawn all cards and dice again.` : `Cards and dice do not follow from the numbers in the record: ${drawn.text}.` },
        this.compare(match),
      ] : [{ fits: null, text: 'The rules of this game have changed since it was played: its cards and dice cannot be drawn again, nor compared with what you saw.' }]),
      ...this.others(attempt, sitting),
    ];
    match?.close();
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
