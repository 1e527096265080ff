// statistics.js: what one's own finished matches say, and how sure one can be of it.

/** @import { Kept } from './types.d.ts' */

/** @typedef {Kept & { opened?: boolean }} Match from a file, it may be anybody's */

/** @typedef {object} Tally
 * @property {number} played
 * @property {number} won first places; a shared one counts as its part
 * @property {number} even how many wins equals among equals would have, on average
 * @property {number} places the sum of the places
 * @property {number[]} scores
 * @property {boolean} alone whether nobody else played: then the score is all there is
 */

/** @typedef {{ game: string, tally: Tally, levels: Map<string, Tally>, helped: number }} GameStatistics */

/** Below this, a share says little. */
export const FEW = 10;

/** @returns {Tally} */
const nothingYet = () => ({ played: 0, won: 0, even: 0, places: 0, scores: [], alone: false });

/** The seat of the one person; -1 if there are several, or none. @param {Kept} kept */
function ownSeat({ bots }) {
  return bots.indexOf('') === bots.lastIndexOf('') ? bots.indexOf('') : -1;
}

/** The level of the bots, if it is the same for all; '' if there are none. @param {Kept} kept */
function levelOf({ bots }) {
  const levels = new Set(bots.filter((words) => words !== ''));
  return levels.size > 1 ? 'mixed' : [...levels].join('');
}

/** @param {Tally} tally @param {Kept} kept @param {number} seat */
function count(tally, { ranks, scores }, seat) {
  tally.played++;
  tally.places += ranks[seat];
  tally.scores.push(scores[seat]);
  tally.alone = ranks.length === 1;
  if (tally.alone) return;
  tally.even += 1 / ranks.length;
  if (ranks[seat] === 1) tally.won += 1 / ranks.filter((rank) => rank === 1).length;
}

/** The value of a key; made if it is not there.
 * @template T @param {Map<string, T>} map @param {string} key @param {() => T} make @returns {T} */
function entry(map, key, make) {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/** Per game, what was won by the one person who played it; the games played most come first. Matches with several
 * people belong to nobody alone, and those from files to anybody. Those with takebacks or hints are only counted.
 * @param {Match[]} all @returns {GameStatistics[]} */
export function statistics(all) {
  /** @type {Map<string, GameStatistics>} */
  const games = new Map();
  for (const kept of all) {
    const seat = ownSeat(kept);
    if (!kept.over || kept.opened || seat < 0 || kept.ranks.length !== kept.bots.length) continue;
    const own = entry(games, kept.game, () => ({ game: kept.game, tally: nothingYet(), levels: new Map(), helped: 0 }));
    if (kept.takebacks || kept.hints) {
      own.helped++;
    } else {
      count(own.tally, kept, seat);
      const level = levelOf(kept);
      if (level) count(entry(own.levels, level, nothingYet), kept, seat);
    }
  }
  return [...games.values()].sort((a, b) => b.tally.played + b.helped - a.tally.played - a.helped);
}

/** The tallies of all games together, by level. @param {GameStatistics[]} games @returns {Map<string, Tally>} */
export function byLevel(games) {
  const sums = new Map();
  for (const { levels } of games) {
    for (const [level, tally] of levels) {
      const sum = entry(sums, level, nothingYet);
      sum.played += tally.played;
      sum.won += tally.won;
      sum.even += tally.even;
      sum.places += tally.places;
    }
  }
  return sums;
}

/** Where the true share lies with 95 %, by Wilson's interval. @param {number} won @param {number} played
 * @returns {[number, number]} */
export function likely(won, played) {
  if (!played) return [0, 1];
  const z2 = 1.96 ** 2;
  const share = won / played;
  const middle = (share + z2 / (2 * played)) / (1 + z2 / played);
  const reach = (Math.sqrt((share * (1 - share)) / played + z2 / (4 * played * played)) * 1.96) / (1 + z2 / played);
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}
