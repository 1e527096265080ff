// reveal.js: what is played and cleared away in the same breath: sealed choices that are turned up together, the last card
// of a trick. Nobody would see it if it were not shown by itself.

import { designNow } from './tables.js';

/** @import { LogLine, Piece, View, Zone } from './types.d.ts' */

/** A card with a name below it, or words; and what that seat had announced. @typedef {{ card?: Piece, name: string, words: string,
 *   number?: number, seat?: number, said?: string, lied?: number }} Shown */
/** What is shown by itself, what came of it, and which seat has won something by it. @typedef {{ played: Shown[], lines: LogLine[],
 *   won: number | null }} Reveal */

/** Piles and the box are where things go when they leave the table. @param {Zone} zone */
const isTable = (zone) => zone.owner === null && zone.kind !== 'pile' && zone.kind !== 'box';

/** The cards that lie open in what belongs to everybody. @param {View} view @returns {{ card: Piece, name: string }[]} */
const openCards = (view) =>
  view.zones
    .filter(isTable)
    .flatMap((zone) => zone.places)
    .flatMap((place) => place.pieces.filter(isOpenCard).map((card) => ({ card, name: place.label ?? '' })));

/** @param {Piece} piece */
const isOpenCard = (piece) => piece.kind === 'card' && !piece.back && !piece.down;

/** @param {LogLine} line */
const cardOf = (line) => (line.things ?? []).find(isOpenCard);

/** @param {LogLine} line */
const tellsMuch = (line) => line.seat !== undefined && (cardOf(line) !== undefined || line.counts === true);

/** What has to be shown by itself when the table goes from one view to another; null if everything can be seen there.
 * @param {View} before @param {View} after @param {LogLine[]} lines @param {number} moves how many were made
 * @returns {Reveal | null} */
export function revealOf(before, after, lines, moves) {
  const told = lines.filter(tellsMuch);
  const atOnce = before.asked.length > 1 && moves > 1;
  return atOnce ? choicesOf(before, told, lines) : trickOf(before, after, told, lines);
}

/** Of several choices at once the first line for each seat. @param {View} view @param {LogLine[]} told
 * @param {LogLine[]} lines @returns {Reveal | null} */
function choicesOf(view, told, lines) {
  const MOST = 6;
  const first = told.filter((line, i) => told.findIndex((one) => one.seat === line.seat) === i);
  if (first.length < 2) return null;
  return {
    played: [...first.map((line) => ({ card: cardOf(line), name: nameIn(view, line.seat ?? 0), words: line.text, number: line.number, seat: line.seat, ...saidBy(view, line) })),
      ...turnedUp(lines, first)],
    lines: lines.filter((line) => !first.includes(line)).slice(0, MOST),
    won: winnerOf(view, lines),
  };
}

/** @param {View} view @param {number} seat */
const nameIn = (view, seat) => (view.viewer === String(seat) ? 'You' : view.names[seat]);

/** Cards that lay face down on the table and are turned up with the choices. @param {LogLine[]} lines @param {LogLine[]} shown @returns {Shown[]} */
const turnedUp = (lines, shown) => lines.filter((line) => !shown.includes(line)).flatMap(({ things = [], moved = [] }) =>
  moved.filter(({ from, to }) => from === to).flatMap(({ thing }) => {
    const card = things.find((one) => one.thing === thing && isOpenCard(one));
    return card ? [{ card, name: 'Turned up', words: '' }] : [];
  }));

/** What a seat has announced, where the game has announcements, and how that differs from what it plays: the design names the counter.
 * @param {View} view @param {LogLine} line @returns {{ said?: string, lied?: number }} */
function saidBy(view, { seat, number }) {
  const text = designNow()?.announced;
  if (!text || number === undefined) return {};
  const said = (view.counters ?? []).find((one) => one.on === 'seat' && one.seat === seat && one.text === text)?.value;
  if (said === undefined) return { said: 'said nothing' };
  return { said: `said ${said}`, lied: number - said };
}

/** The only seat to which something came that counts. @param {View} view @param {LogLine[]} lines */
function winnerOf(view, lines) {
  /** @type {Map<number, number>} */
  const whose = new Map();
  for (const { role, owner, places } of view.zones)
    if (role === 'won') for (const { id, seat } of places) whose.set(id, owner ?? seat ?? -1);
  const winners = new Set(lines.flatMap(({ moved = [] }) => moved.filter(({ from, to }) => from !== to && whose.has(to)).map(({ to }) => whose.get(to))));
  const [one] = winners;
  return winners.size === 1 && one !== undefined && one >= 0 ? one : null;
}

/** A move that cleared the table: what lay there, and what was played last. @param {View} before @param {View} after
 * @param {LogLine[]} told @param {LogLine[]} lines @returns {Reveal | null} */
function trickOf(before, after, told, lines) {
  const still = new Set(openCards(after).map(({ card }) => card.thing));
  const gone = openCards(before).filter(({ card }) => !still.has(card.thing));
  const last = told.find(cardOf);
  const card = last && cardOf(last);
  if (gone.length < 2 || !last || !card || still.has(card.thing)) return null;
  return {
    played: [...gone, { card, name: before.names[last.seat ?? 0] }].map((one) => ({ ...one, words: '' })),
    lines: lines.slice(lines.indexOf(last) + 1).slice(0, 1),
    won: null,
  };
}
