// reveal.js: what is played and cleared away in the same breath: sealed choices that are turned up together, the last card
// of a trick. Nobody would see it if it were not shown by itself.

import { designNow } from './tables.js';

/** @import { LogLine, Piece, View, Zone } from './types.d.ts' */

/** A card with a name below it, or words; and what that seat had announced. @typedef {{ card?: Piece, name: string, words: string,
 *   number?: number, seat?: number, said?: string, lied?: number }} Shown */
/** What is shown by itself, what came of it, which seat has won something by it, and what it was about. @typedef {{ played: Shown[], lines: LogLine[],
 *   won: number | null, prize: Piece | null, late?: boolean }} Reveal `late`: when all pieces are where they go */

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
  return (atOnce ? choicesOf(before, told, lines) : trickOf(before, after, told, lines)) ?? secretsOf(before, after, lines);
}

/** Of several choices at once the first line for each seat. @param {View} view @param {LogLine[]} told
 * @param {LogLine[]} all @returns {Reveal | null} */
function choicesOf(view, told, all) {
  const MOST = 6;
  const turns = (/** @type {LogLine} */ line) => (line.moved ?? []).some(({ from, to }) => from === to);
  // What is chosen stands before what is turned up, and before what somebody plays next.
  const end = told.findIndex(turns);
  const chosen = (end < 0 ? told : told.slice(0, end)).filter((line) => !turns(line));
  const first = chosen.filter((line, i) => chosen.findIndex((one) => one.seat === line.seat) === i && line.n === chosen[0].n);
  if (first.length < 2) return null;
  const lines = upToNext(view, all.filter(({ n }) => n === first[0].n), first);
  return {
    prize: prizeOf(view),
    played: [...first.map((line) => ({ card: cardOf(line), name: nameIn(view, line.seat ?? 0), words: line.text, number: line.number, seat: line.seat, ...saidBy(view, line) })),
      ...turnedUp(lines, first)],
    lines: lines.filter((line) => !first.includes(line)).slice(0, MOST),
    won: winnerOf(view, lines),
  };
}

/** Without what somebody plays next. @param {View} view @param {LogLine[]} lines @param {LogLine[]} first */
function upToNext(view, lines, first) {
  const played = new Set(view.zones.filter(({ role }) => role === 'played').flatMap(({ places }) => places.map(({ id }) => id)));
  const next = lines.findIndex((line) => !first.includes(line) && (line.moved ?? []).some(({ from, to }) => from !== to && played.has(to) && !played.has(from)));
  return next < 0 ? lines : lines.slice(0, next);
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

/** What lies open for all in the middle, if it is one card. @param {View} view */
function prizeOf(view) {
  const cards = view.zones.filter(({ role, kind }) => role === 'board' && kind === 'pile').flatMap(({ places }) => places).flatMap(({ pieces }) => pieces.filter(isOpenCard));
  return cards.length === 1 ? cards[0] : null;
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

/** Cards of several seats that are turned up at once, as at the end. @param {View} before @param {View} after @param {LogLine[]} lines
 * @returns {Reveal | null} */
function secretsOf(before, after, lines) {
  const known = new Map(after.zones.flatMap(({ places }) => places.flatMap(({ pieces }) => pieces.filter(isOpenCard).map((card) => /** @type {[string, Piece]} */ ([card.thing, card])))));
  const played = lines.flatMap(({ seat, moved = [] }) => (seat === undefined ? [] : moved.filter(({ from, to }) => from === to).flatMap(({ thing }) => {
    const card = known.get(thing);
    return card ? [{ card, name: nameIn(before, seat), words: '', seat }] : [];
  })));
  if (new Set(played.map(({ seat }) => seat)).size < 2) return null;
  const winners = (after.result?.seats ?? []).flatMap(({ rank }, seat) => (rank === 1 ? [seat] : []));
  return { late: true, prize: null, played, lines: (after.result?.lines ?? []).slice(0, 2).map(({ text }) => ({ n: after.n, text })), won: winners.length === 1 ? winners[0] : null };
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
    prize: null,
    played: [...gone, { card, name: before.names[last.seat ?? 0] }].map((one) => ({ ...one, words: '' })),
    lines: lines.slice(lines.indexOf(last) + 1).slice(0, 1),
    won: null,
  };
}
