// session.js: a match among people at this screen and bots, as it is kept in the browser. Knows no page.

import { Refusal } from './engine.js';
import { keep, newId } from './store.js';

/** @import { Engine, Match } from './engine.js' */
/** @import { About, Kept } from './types.d.ts' */

/** Whom hints are asked of: the same as in the terminal. */
export const HINT_BOT = 'hard';

/** A seat that neither people nor a known bot plays is played by this one. @param {About} about @param {number} seat */
const botOf = (about, seat) => about.bots[seat] || 'normal';

/** A record that names nobody is of people. @param {Match} match */
function seated(match) {
  const { bots, closed, names, people } = match.about();
  if (!closed && people.length === 0 && bots.every((words) => words === '')) match.seat(bots, names);
  return match;
}

/** What there is to know of a match without its rules. @param {Match} match @param {About} about */
function summary(match, about) {
  const seats = about.over ? (match.view(about.viewer, about.n).result?.seats ?? []) : [];
  return {
    game: about.game,
    deal: about.id,
    names: about.names,
    bots: about.names.map((_, seat) => (about.people.includes(seat) ? '' : botOf(about, seat))),
    record: match.record(),
    n: about.n,
    over: about.over || about.closed,
    takebacks: about.takebacks,
    ranks: seats.map(({ rank }) => rank),
    scores: seats.map(({ score }) => score),
  };
}

/** A match that is new in this browser. @param {Match} match @param {boolean} opened whether it is from elsewhere
 * @returns {Kept} */
function begun(match, opened) {
  const now = Date.now();
  return { id: newId(), begun: now, changed: now, hints: 0, opened, ...summary(match, match.about()) };
}

/** A record as a match of this browser; throws the engine's sentence. @param {Engine} engine @param {string} record */
export function adopt(engine, record) {
  const match = engine.load(record);
  try {
    return begun(seated(match), false);
  } finally {
    match.close();
  }
}

/** @param {unknown} list @param {string} type @param {number} length */
const isList = (list, type, length) => Array.isArray(list) && list.length === length && list.every((one) => typeof one === type);

/** A moment that has been. @param {unknown} moment */
const time = (moment) => Math.min(Date.now(), Math.max(0, Number(moment) || 0));

/** What a backup says of a match that another version of the rules has played: they are not here to tell it. Throws if
 * that is not why the record cannot be read, or if this does not look like a match.
 * @param {any} from @param {unknown} refusal */
function believed({ record, deal, names, bots, n, over, takebacks, ranks, scores }, refusal) {
  const game = refusal instanceof Refusal && refusal.code === 'version' ? refusal.game : undefined;
  const seats = names?.length;
  if (!game || !seats || typeof deal !== 'string' || !isList(names, 'string', seats) ||
      !isList(bots, 'string', seats) || !isList(scores, 'number', ranks?.length) || !isList(ranks, 'number', ranks?.length) ||
      ![0, seats].includes(ranks.length)) throw refusal;
  return { game, deal, names, bots, record, n: Number(n) || 0, over: Boolean(over), takebacks: Number(takebacks) || 0,
    ranks, scores };
}

/** What can be read of the matches of a backup. Each record is gone through by the rules, and tells itself what it is;
 * one that other rules have played is kept as it was. @param {Engine} engine @param {unknown[]} matches @returns {Kept[]} */
export function readable(engine, matches) {
  return matches.flatMap((match) => {
    try {
      const from = /** @type {any} */ (match);
      const { id, record, changed, begun, hints, opened } = from;
      if (typeof id !== 'string' || typeof record !== 'string') return [];
      let kept;
      try {
        kept = adopt(engine, record);
      } catch (refusal) {
        kept = believed(from, refusal);
      }
      return [{ ...kept, id, changed: time(changed), begun: time(begun), hints: Number(hints) || 0,
        opened: Boolean(opened) }];
    } catch {
      return [];
    }
  });
}

export class Session {
  /** @param {Match} match @param {Kept} kept */
  constructor(match, kept) {
    this.match = match;
    this.kept = kept;
    this.about = match.about();
  }

  /** A new match. Throws the sentence of the rules if they refuse it.
   * @param {Engine} engine @param {{ deal: string, bots: string[], names: string[] }} what */
  static async start(engine, { deal, bots, names }) {
    const match = engine.open(deal);
    try {
      match.seat(bots, names);
    } catch (error) {
      match.close();
      throw error;
    }
    return Session.adopt(match, false);
  }

  /** The match of a record that somebody has, as a match of this browser. @param {Engine} engine @param {string} record */
  static async read(engine, record) {
    return Session.adopt(seated(engine.load(record)), true);
  }

  /** @param {Match} match @param {boolean} opened */
  static async adopt(match, opened) {
    const session = new Session(match, begun(match, opened));
    await keep(session.kept);
    return session;
  }

  /** A match of this browser goes on. @param {Engine} engine @param {Kept} kept */
  static open(engine, kept) {
    return new Session(seated(engine.load(kept.record)), kept);
  }

  close() {
    this.match.close();
  }

  /** @param {number} seat */
  bot(seat) {
    return botOf(this.about, seat);
  }

  /** People who share the screen have something to hide from each other. */
  get curtain() {
    return this.about.curtain;
  }

  /** Keeps the match as it is: later than what is kept, whatever the clock says. */
  async save() {
    this.about = this.match.about();
    Object.assign(this.kept, summary(this.match, this.about), { changed: Math.max(Date.now(), this.kept.changed + 1) });
    await keep(this.kept);
  }

  countHint() {
    this.kept.hints++;
    return this.save();
  }
}
