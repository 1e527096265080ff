// foresight.js: what a move would do, what a thing is, and what others have last done: in words and marks that the pages with a
// table share. It knows no game: all of it follows from the view, the log, the preview and the words about things.

import { designNow } from './tables.js';

/** @import { Counter, LogLine, Piece, Preview, View } from './types.d.ts' */
/** @import { Ghost, Spot } from './table.js' */

/** @typedef {Piece & { about?: string }} Thing */
/** What is explained: a thing, or all that lies on a place. @typedef {{ piece: Piece | null, title: string, about: string, where: string,
 *   counters: string[], then: string, pile: { piece: Piece, place: number }[] }} Explained */

/** So many sentences of what would be told are read before a move. */
const MOST = 4;

/** @param {string} text */
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A preview in one line: who wins, what is told, how counters change, what comes then. @param {Preview} preview @param {View} view */
export function previewText(preview, view) {
  const me = Number(view.viewer);
  const name = (/** @type {number} */ seat) => (seat === me ? 'You' : view.names[seat]);
  /** @type {string[]} */
  const said = [];
  const first = preview.result?.filter(({ rank }) => rank === 1).map(({ seat }) => name(seat)) ?? [];
  if (first.length) said.push(first.length > 1 ? `The game ends: ${first.join(' and ')} share the first place` : `${first[0]} ${first[0] === 'You' ? 'win' : 'wins'}`);
  // What is chosen unseen says no more than the move itself.
  const told = preview.next === 'sealed' && preview.log.length === 1 ? [] : preview.log.slice(0, MOST).map(({ text }) => text);
  if (preview.log.length > MOST) told.push(`and ${preview.log.length - MOST} more`);
  said.push(...told);
  const changes = (preview.changes ?? []).filter((change) => change.by && change.on !== 'table' && (change.text === undefined || change.seat === undefined || change.seat === me));
  for (const { text, seat, by = 0, value, limit, place } of changes.slice(0, MOST)) {
    const more = by > 0 ? `+${by}` : `−${-by}`;
    said.push(text === undefined ? `${name(seat ?? 0)} ${more}` : `${text}${cardAt(view, place)} ${more}, ${limit === undefined ? value : `${value} of ${limit}`}`);
  }
  if (preview.then) said.push(preview.then);
  else if (preview.next === 'sealed') said.push('It lies face down until all have chosen');
  return said.map(sentence).join(' ');
}

/** The card that a place is known by. @param {View} view @param {number | undefined} place */
function cardAt(view, place) {
  const card = view.zones.flatMap(({ places }) => places).find(({ id }) => id === place)?.pieces.find(({ kind, back }) => kind === 'card' && !back);
  return card ? ` (${card.thing})` : '';
}

/** Pieces where they would come to, with their number in the order in which they do. @param {View} view @param {Preview} preview
 * @param {Thing[]} things @returns {Ghost[]} */
export function ghostsOf(view, preview, things) {
  const known = new Map([...things, ...view.zones.flatMap(({ places }) => places.flatMap(({ pieces }) => pieces))].map((piece) => [piece.thing, piece]));
  /** @type {Ghost[]} */
  const ghosts = [];
  const there = new Set(view.zones.flatMap(({ places }) => places.map(({ id }) => id)));
  const me = Number(view.viewer);
  for (const { moved = [], seat } of preview.log)
    for (const { thing, count, from, to } of seat === me ? moved : []) {
      const piece = known.get(thing);
      if (!piece || from === to || !there.has(to)) continue;
      for (let i = 0; i < Math.min(count, 6); i++) {
        const again = ghosts.findIndex((ghost) => ghost.to === from && ghost.piece.thing === thing);
        if (again >= 0) ghosts.splice(again, 1); // it goes on
        ghosts.push({ piece: { ...piece, count: undefined }, from, to, number: 0 });
      }
    }
  if (ghosts.length > 1) ghosts.forEach((ghost, i) => (ghost.number = i + 1));
  return ghosts;
}

/** Where each of the others has last done something. @param {View} view @param {LogLine[]} lines @param {number | null} me */
export function lastOf(view, lines, me) {
  if (designNow()?.last === false) return [];
  /** @type {Map<number, { n: number, places: Set<number> }>} */
  const found = new Map();
  const shown = new Set(view.zones.filter(({ role, owner }) => owner === null && (role === 'board' || role === 'tableau' || role === 'played')).flatMap(({ places }) => places.map(({ id }) => id)));
  for (let i = lines.length - 1; i >= 0 && i >= lines.length - 120 && found.size < view.names.length - 1; i--) {
    const { seat, n, moved } = lines[i];
    if (seat === undefined || seat === me || n > view.n || !moved) continue;
    const old = found.get(seat);
    if (old && old.n !== n) continue;
    const places = moved.filter(({ from, to }) => from !== to && shown.has(to)).map(({ to }) => to);
    if (!places.length) continue;
    found.set(seat, { n, places: new Set([...(old?.places ?? []), places[places.length - 1]]) });
  }
  return [...found].map(([seat, { places }]) => ({ seat, name: view.names[seat], places: [...places].slice(0, 1) }));
}

/** Who has just won something, and from whom it was taken: by what came to places that belong to a seat and count.
 * @param {View} view @param {LogLine[]} lines @returns {Map<number, string>} */
export function moodsOf(view, lines) {
  /** @type {Map<number, string>} */
  const moods = new Map();
  if (view.result && view.names.length > 1) {
    view.result.seats.forEach(({ rank }, seat) => moods.set(seat, rank === 1 ? 'glad' : 'bust'));
    return moods;
  }
  /** @type {Map<number, { seat: number, won: boolean }>} */
  const whose = new Map();
  for (const { owner, role, places } of view.zones)
    for (const { id, seat } of places) {
      const of = owner ?? seat;
      if (of !== undefined && of !== null) whose.set(id, { seat: of, won: role === 'won' });
    }
  const last = lines.filter(({ n }) => n <= view.n).at(-1)?.n;
  for (const { n, moved = [] } of lines.slice(-40)) {
    if (n !== last) continue;
    for (const { from, to } of moved) {
      const [giver, taker] = [whose.get(from), whose.get(to)];
      if (!taker?.won) continue;
      moods.set(taker.seat, 'glad');
      if (giver && giver.seat !== taker.seat) moods.set(giver.seat, 'bust');
    }
  }
  return moods;
}

/** What somebody wants to know: the thing with its words, or what a pile has. @param {View} view @param {Spot} spot @param {Thing[]} things
 * @returns {Explained | null} */
export function explained(view, spot, things) {
  const zone = view.zones.find(({ places }) => places.some(({ id }) => id === spot.place));
  const place = zone?.places.find(({ id }) => id === spot.place);
  if (!zone || !place) return null;
  const piece = place.pieces.find(({ thing }) => thing === spot.thing) ?? place.pieces.find((one) => !one.back) ?? place.pieces[0] ?? null;
  const seen = place.pieces.filter((one) => !one.back);
  /** @type {Thing | null} */
  const thing = piece ? (things.find((one) => one.thing === piece.thing && Boolean(one.back) === Boolean(piece.back)) ?? piece) : null;
  const about = [thing?.about ?? '', ...linksFrom(view, place.id)].filter(Boolean).join('. ');
  const counters = (view.counters ?? []).filter((one) => belongs(one, zone, place.id)).map(({ text, value, limit }) =>
    `${text}: ${value}${limit === undefined ? '' : ` of ${limit}`}`);
  const listed = zone.kind === 'pile' || zone.kind === 'hand' ? seen.length > 1 || (seen.length === 1 && place.pieces.length > 1) : seen.length > 1;
  const pile = listed ? place.pieces.map((one) => ({ piece: one, place: place.id })) : [];
  const label = place.label ?? '';
  return { piece, title: piece ? capital(piece.back ? `${piece.count ?? 1} face down` : piece.thing) : label || zone.title, about,
    where: [zone.title.replace(/ \([^()]*\)$/, ''), label].filter(Boolean).join(', '), counters, then: '', pile };
}

/** A seat: how it stands, and what lies open before it. @param {View} view @param {number} seat @param {LogLine[]} lines @returns {Explained} */
export function explainedSeat(view, seat, lines) {
  const name = view.viewer === String(seat) ? 'You' : view.names[seat];
  const last = lines.filter((line) => line.seat === seat && line.n <= view.n).slice(-3).map(({ text }) => text);
  const counters = (view.counters ?? []).filter((one) => one.on === 'seat' && one.seat === seat).map(({ text, value, limit }) =>
    `${text}: ${value}${limit === undefined ? '' : ` of ${limit}`}`);
  const pile = view.zones.filter(({ owner }) => owner === seat).flatMap(({ places }) => places.flatMap(({ id, pieces }) => pieces.map((piece) => ({ piece, place: id }))));
  return { piece: null, title: name, about: last.length ? `Last: ${last.join('; ')}` : '', where: view.scores ? `Score: ${view.scores[seat]}` : '',
    counters: [...counters, ...view.notes.filter((note) => note.seat === seat).map(({ text }) => text)], then: '', pile: pile.slice(0, 60) };
}

/** All that lies open on the table, each kind of thing once. @param {View} view @returns {Explained} */
export function overview(view) {
  /** @type {Map<string, { piece: Piece, place: number }>} */
  const all = new Map();
  for (const { places } of view.zones)
    for (const { id, pieces } of places)
      for (const piece of pieces) if (!piece.back && !all.has(piece.thing)) all.set(piece.thing, { piece: { ...piece, count: undefined }, place: id });
  return { piece: null, title: 'What lies on the table', about: '', where: 'Choose a thing to see what it is and does.', counters: [], then: '', pile: [...all.values()] };
}

/** Where it leads from a place. @param {View} view @param {number} id */
function linksFrom(view, id) {
  const name = (/** @type {number} */ place) => view.zones.flatMap(({ places }) => places).find((one) => one.id === place)?.label ?? String(place);
  return (view.links ?? []).flatMap(({ kind, from, to }) => (from !== id ? []
    : [kind === 'slide' ? `Whoever stops here slides to ${name(to)}` : `A bridge leads from here to ${name(to)}`]));
}

/** @param {Counter} counter @param {View['zones'][number]} zone @param {number} place */
const belongs = (counter, zone, place) => (counter.on === 'place' && counter.place === place)
  || (counter.on === 'zone' && counter.zone === zone.id && (counter.owner ?? null) === zone.owner);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
