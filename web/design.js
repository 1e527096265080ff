// design.js: where everything lies on a table that somebody has designed. A design is data (web/tables/GAME.json, described in
// docs/table.md); with a view and a size it gives a plan as layout.js does. It knows no game and draws nothing, so that it also
// runs in Node. Boxes follow from the design, the size and the number of seats alone: nothing moves but pieces.

import { giveKeys, nameOf, waysOf } from './layout.js';
import { BOLD, LINE, isCard, shorten, textWidth, units, words } from './zones.js';

/** @import { Counter, Piece, Place, View, Zone } from './types.d.ts' */
/** @import { Design, DesignMap, How, MapBox, Panel, Part, Shape, Slot } from './types.d.ts' */
/** @import { Box, Options, PieceBox, PlaceBox, Plan } from './layout.js' */
/** @import { Unit } from './zones.js' */

/** Which shape of screen a room has. @param {number} width @param {number} height @returns {'upright' | 'side' | 'wide'} */
export function shapeOf(width, height) {
  if (width > height && height < 480) return 'side';
  return width >= height * 1.05 ? 'wide' : 'upright';
}

/** A part of a box, in hundredths of it. @param {Part} part @param {Box} box @returns {Box} */
const inBox = ([x, y, w, h], box) =>
  ({ x: box.x + (x * box.w) / 100, y: box.y + (y * box.h) / 100, w: (w * box.w) / 100, h: (h * box.h) / 100 });

/** @param {Box} box @returns {Box} */
const bare = ({ x, y, w, h }) => ({ x, y, w, h });

/** What a slot of a shape says, with what the design says about its zone in all shapes.
 * @param {Design} design @param {string} name @param {Slot} slot @returns {How & { box: Part }} */
function howOf(design, name, slot) {
  const own = Array.isArray(slot) ? { box: slot } : slot;
  const [zone] = name.split('.');
  return { ...design.zones?.[zone], ...(name === zone ? {} : design.zones?.[name]), ...own };
}

/** A plan while it is made.
 * @typedef {Plan & Required<Pick<Plan, 'drawings' | 'counts' | 'bubbles' | 'faces'>>} Draft */

/**
 * @typedef {{ design: Design, shape: Shape, view: View, options: Options, plan: Draft, text: number,
 *   taken: Set<number>, font: number }} Work
 *   `taken` are the ids of places that have been laid, `font` is the usual size of words
 */

/** Where a view lies on a designed table of this size. @param {Design} design @param {View} view @param {Options} options
 * @returns {Plan} */
export function designed(design, view, options) {
  const { width, height } = options;
  const name = shapeOf(width, height);
  const base = design.shapes[name];
  const shape = { ...base, ...base.seats?.[view.names.length] };
  const whole = { x: 0, y: 0, w: width, h: height };
  /** @type {Draft} */
  const plan = { width, height, scale: 1, size: `${width}x${height}`, column: false, gone: [], groups: [], zones: [], places: [],
    pieces: [], words: [], ways: [], drawings: [], counts: [], bubbles: [], faces: [], map: null, design: true };
  const font = Math.max(11, Math.min(name === 'wide' ? 17 : 13.5, Math.sqrt(width * height) / 52));
  /** @type {Work} */
  const work = { design, shape, view, options, plan, text: 1, taken: new Set(), font };
  for (const { box, ...drawing } of shape.drawings ?? []) plan.drawings.push({ ...drawing, ...inBox(box, whole) });
  if (design.map && shape.map) layMap(work, design.map, inBox(shape.map.box, whole));
  for (const [seat, box] of panelBoxes(work, whole)) layPanel(work, seat, box);
  for (const [slot, value] of Object.entries(shape.table ?? {})) {
    const how = howOf(design, slot, value);
    const parts = placesOf(work, slot, (one) => one.owner === null || !design.owned?.includes(one.id));
    for (const { zone, index, places } of parts) layZone(work, zone, index, places, inBox(how.box, whole), how, slot);
    if (!parts.length) for (const zone of view.zones) if (zone.id === slot && zone.owner === null) layAway(work, zone, inBox(how.box, whole), how);
  }
  layCounters(work, 'table', shape.counters ?? {}, whole, ({ on }) => on === 'table');
  layRest(work, whole);
  giveKeys(view, plan.pieces);
  if (!design.map) plan.ways = waysOf(view, plan.places).filter((way) => way.kind !== 'path');
  return plan;
}

/** The zones, or places of zones, that a slot means and that have not been laid: "hand", or "tableau.Gems" for the place with this label.
 * @param {Work} work @param {string} slot @param {(zone: Zone) => boolean} fits @param {number} [seat] whose places */
function placesOf({ view, taken }, slot, fits, seat) {
  const [id, label] = slot.split('.');
  return view.zones.flatMap((zone, index) => {
    if (zone.id !== id || !fits(zone)) return [];
    const own = zone.places.filter((place) => !taken.has(place.id) && (label === undefined || place.label === label) && (seat === undefined || place.seat === seat));
    return own.length || (!zone.places.length && seat === undefined) ? [{ zone, index, places: own }] : [];
  });
}

/* ---- words ---- */

/** In pixels: smaller words are cut instead. */
const SMALLEST = 9;

/** Words in a box, as large as fit up to a size. @param {Work} work @param {Parameters<typeof words>[0]} kind @param {string} text
 * @param {Box} box @param {number} most @param {Parameters<typeof words>[5]} [more] */
function write({ plan }, kind, text, box, most, more = {}) {
  if (!text || box.w < 8) return;
  const bold = kind === 'name' || kind === 'score' ? BOLD : 1;
  const fits = box.w / Math.max(0.01, textWidth(text, 1) * bold);
  const size = Math.max(Math.min(most, SMALLEST), Math.min(most, fits, box.h / LINE));
  const line = shorten(text, size * bold, box.w + 0.5);
  plan.words.push(words(kind, [line], text, size, box, more));
}

/* ---- panels ---- */

/** Where the panels of the seats are. @param {Work} work @param {Box} whole @returns {[number, Box][]} */
function panelBoxes({ view, shape, options: { me } }, whole) {
  const seats = view.names.map((_, seat) => seat);
  const others = me === null ? seats : [...seats.slice(me + 1), ...seats.slice(0, me)];
  /** @type {[number, Box][]} */
  const boxes = me !== null && shape.mine ? [[me, inBox(shape.mine.box, whole)]] : [];
  const { others: spread } = shape;
  if (!spread) return boxes;
  const at = spread.at?.[others.length];
  if (at) return [...boxes, ...others.map((seat, i) => /** @type {[number, Box]} */ ([seat, inBox(at[i], whole)]))];
  const area = inBox(spread.box, whole);
  const columns = spread.columns?.[others.length - 1] ?? others.length;
  const rows = Math.ceil(others.length / columns);
  const gap = spread.gap ?? 4;
  const each = { w: (area.w + gap) / columns - gap, h: (area.h + gap) / rows - gap };
  return [...boxes, ...others.map((seat, i) => /** @type {[number, Box]} */ ([seat,
    { ...each, x: area.x + (i % columns) * (each.w + gap), y: area.y + Math.floor(i / columns) * (each.h + gap) }]))];
}

/** @param {Work} work @param {number} seat @param {Box} box */
function layPanel(work, seat, box) {
  const { design, shape, view, plan, options: { me }, font } = work;
  const panel = /** @type {Panel} */ (seat === me ? shape.mine : shape.panel);
  if (!panel) return;
  const nameBox = panel.name ? inBox(panel.name, box) : { ...bare(box), h: 0 };
  const score = view.scores?.[seat] ?? null;
  plan.groups.push({ ...bare(box), owner: seat, name: nameOf(view, seat), score, active: view.waiting.includes(seat), mine: seat === me,
    pad: nameBox.x - box.x - 10, head: nameBox.y - box.y + nameBox.h / 2, style: 0, bare: panel.bare ?? false });
  if (panel.drawing) plan.drawings.push({ ...panel.drawing, ...bare(box) });
  if (panel.name) write(work, 'name', nameOf(view, seat), nameBox, font * 1.05, { anchor: panel.anchor ?? 'start', owner: seat });
  if (panel.score && score !== null)
    write(work, 'score', String(score), inBox(panel.score, box), font * 1.5, { anchor: 'middle', owner: seat });
  if (panel.face) layFace(work, seat, inBox(panel.face.box, box), panel);
  for (const [slot, value] of Object.entries(panel.zones ?? {})) {
    const how = howOf(design, slot, value);
    const room = inBox(how.box, box);
    const own = placesOf(work, slot, (zone) => zone.owner === seat);
    const parts = own.length ? own : placesOf(work, slot, (zone) => zone.owner === null, seat);
    for (const { zone, index, places } of parts) layZone(work, zone, index, places, room, how, slot, seat);
    if (!parts.length && how.ground) plan.drawings.push({ ...room, ground: true });
  }
  layCounters(work, `seat ${seat}`, panel.counters ?? {}, box, (counter) => counter.on === 'seat' && counter.seat === seat);
}

/** Who sits there, in what mood, and what it has said: what stands in brackets behind the name at a place of its own.
 * @param {Work} work @param {number} seat @param {Box} box @param {Panel} panel */
function layFace({ view, plan, design, options }, seat, box, panel) {
  const { face, bubble } = panel;
  const faces = design.faces ?? [];
  if (!face || !faces.length) return;
  const side = Math.min(box.w, box.h);
  const at = { x: box.x + (box.w - side) / 2, y: box.y + (box.h - side) / 2, w: side, h: side };
  const label = view.zones.flatMap(({ places }) => places).find((place) => place.seat === seat && /\(.*\)$/.test(place.label ?? ''))?.label;
  const said = label?.match(/\((?:said )?([^()]*)\)$/)?.[1] ?? '';
  const mood = options.moods?.get(seat) ?? (said ? 'sly' : 'calm');
  const deals = design.hat && view.zones.some((zone) => zone.id === design.hat?.zone && zone.owner === seat);
  plan.faces.push({ ...at, seat, use: faces[seat % faces.length].replace('*', mood), active: view.waiting.includes(seat),
    hat: deals ? /** @type {{ use: string }} */ (design.hat).use : null });
  if (!bubble || !said) return;
  const whole = plan.groups[plan.groups.length - 1];
  plan.bubbles.push({ ...inBox(bubble, whole), seat, text: said.replace(/^./, (letter) => letter.toUpperCase()),
    to: [at.x + at.w / 2, at.y + at.h / 2] });
}

/* ---- counters ---- */

/** @param {Work} work @param {string} whose @param {Record<string, import('./types.d.ts').Count>} counts @param {Box} box
 * @param {(counter: Counter) => boolean} fits */
function layCounters({ view, plan, font }, whose, counts, box, fits) {
  for (const [text, count] of Object.entries(counts)) {
    const counter = (view.counters ?? []).find((one) => one.text === text && fits(one));
    if (!counter || (count.from !== undefined && counter.value < count.from)) continue;
    plan.counts.push({ ...inBox(count.box, box), as: count.as ?? 'badge', icon: count.icon ?? null, title: count.title ?? '',
      value: counter.value, limit: counter.limit ?? null, text, key: `${whose} ${text}`, calm: count.calm ?? false, font });
  }
}

/* ---- zones ---- */

/** @param {Work} work @param {Zone} zone @param {number} index @param {Place[]} places @param {Box} room @param {How} how
 * @param {string} slot @param {number} [seat] in whose panel it is */
function layZone(work, zone, index, places, room, how, slot, seat) {
  const { plan, font } = work;
  for (const place of places) work.taken.add(place.id);
  plan.zones.push({ ...bare(room), index, id: zone.id, kind: zone.kind, owner: zone.owner, title: zone.title, form: 'card', room: 1,
    cells: 0, lines: 0, lead: false, rank: index, slot, seat });
  if (how.drawing) plan.drawings.push({ ...how.drawing, ...bare(room), over: true });
  else if (how.ground) plan.drawings.push({ ...room, ground: true });
  let inner = bare(room);
  const title = how.title === true ? (zone.own ?? zone.title) : (how.title || '');
  if (title) {
    const high = Math.min(font * 1.35, room.h * 0.4);
    const at = how.titlebox ? inBox(how.titlebox, room) : { x: room.x, y: room.y, w: room.w, h: high };
    write(work, 'title', title[0].toUpperCase() + title.slice(1), at, font * 0.92, { anchor: how.align === 'start' ? 'start' : 'middle', zone: index });
    if (!how.titlebox) inner = { ...inner, y: room.y + high + 1, h: room.h - high - 1 };
  }
  if (how.pad) inner = inBox(how.pad, inner);
  if (how.as === 'count') layCount(work, zone, index, places, inner, how);
  else if (how.points) layPoints(work, zone, index, places, inner, how);
  else layRow(work, zone, index, places, inner, how);
  layCounters(work, `zone ${zone.id} ${zone.owner}`, how.counters ?? {}, room,
    (counter) => counter.on === 'zone' && counter.zone === zone.id && (counter.owner ?? null) === zone.owner);
  if (places.length === 1 && how.as === 'count')
    layCounters(work, `place ${places[0].id}`, how.counters ?? {}, room, ({ on, place }) => on === 'place' && place === places[0].id);
}

/** All places of a zone of nobody lie in panels: what is drawn behind it and its counters have a box of their own.
 * @param {Work} work @param {Zone} zone @param {Box} room @param {How} how */
function layAway(work, zone, room, how) {
  if (how.drawing) work.plan.drawings.push({ ...how.drawing, ...bare(room) });
  layCounters(work, `zone ${zone.id} ${zone.owner}`, how.counters ?? {}, room,
    (counter) => counter.on === 'zone' && counter.zone === zone.id && (counter.owner ?? null) === zone.owner);
}

/** @param {Work} work @param {number} index @param {Zone} zone @param {Place} place @param {Box} box @param {number} card
 * @param {Partial<PlaceBox>} [more] @returns {PlaceBox} */
function addPlace({ plan }, index, zone, place, box, card, more = {}) {
  const added = { ...bare(box), id: place.id, zone: index, kind: zone.kind, form: /** @type {const} */ ('card'),
    label: place.label ?? '', card, ...more };
  plan.places.push(added);
  return added;
}

/** Places side by side, each with the same room. @param {Work} work @param {Zone} zone @param {number} index @param {Place[]} places
 * @param {Box} box @param {How} how */
function layRow(work, zone, index, places, box, how) {
  const cells = Math.max(how.cells ?? 1, places.length);
  const each = box.w / cells;
  const from = how.align === 'start' ? 0 : (cells - places.length) / 2;
  places.forEach((place, i) => {
    const cell = cells === 1 ? box : { x: box.x + (from + i) * each + 2, y: box.y, w: each - 4, h: box.h };
    layPlace(work, zone, index, place, cell, { ...how, ...how.only?.find(({ ids }) => ids.includes(place.id)) });
  });
}

/** Places at points of the box, each in a cell around its point. @param {Work} work @param {Zone} zone @param {number} index
 * @param {Place[]} places @param {Box} box @param {How} how */
function layPoints(work, zone, index, places, box, how) {
  const points = /** @type {[number, number][]} */ (how.points);
  for (const place of places) {
    const own = { ...how, ...how.only?.find(({ ids }) => ids.includes(place.id)) };
    const [w, h] = own.cell ?? [20, 20];
    const at = points[zone.places.indexOf(place)];
    if (at) layPlace(work, zone, index, place, inBox([at[0] - w / 2, at[1] - h / 2, w, h], box), own);
  }
}

/** @param {Work} work @param {Zone} zone @param {number} index @param {Place} place @param {Box} cell @param {How} how */
function layPlace(work, zone, index, place, cell, how) {
  let box = cell;
  const label = how.label && place.label ? place.label.replace(how.label === 'short' ? / *\([^()]*\)$/ : /^$/, '') : '';
  if (label) {
    const high = Math.min(work.font * 1.3, cell.h * 0.34);
    write(work, 'label', label, { ...cell, h: high }, work.font * 0.9, { zone: index, place: place.id });
    box = { ...cell, y: cell.y + high, h: cell.h - high };
  }
  if (how.inner) box = inBox(how.inner, box);
  const { card, pieces } = how.as === 'heap' ? heap(place, box, how)
    : how.as === 'stack' ? stack(place, box, how) : row(place, box, how);
  if (how.mark && isMine(work, place, how.mark)) work.plan.drawings.push({ ...bare(cell), mark: how.mark.words });
  addPlace(work, index, zone, place, cell, card, { bare: !how.ground });
  work.plan.pieces.push(...pieces);
  layCounters(work, `place ${place.id}`, how.counters ?? {}, cell, ({ on, place: id }) => on === 'place' && id === place.id);
}

/** Whether a place has a card like one that I have in some zone. @param {Work} work @param {Place} place @param {NonNullable<How['mark']>} mark */
function isMine({ view, options: { me } }, place, { like, by }) {
  const mine = view.zones.filter(({ id, owner }) => id === like && owner === me && view.viewer === String(me)).flatMap(({ places }) => places)
    .flatMap(({ pieces }) => pieces.filter((piece) => !piece.back).slice(0, 1));
  return place.pieces.some((piece) => isCard(piece) && mine.some((one) => one[by] !== undefined && one[by] === piece[by]));
}

/** @param {Unit} unit @param {number} place @param {Box} box @param {boolean} [hidden] @returns {PieceBox} */
const pieceAt = ({ piece, order, unit, count }, place, { x, y, w, h }, hidden = false) =>
  ({ key: '', place, piece, count, order, unit, x, y, w, h, ...(hidden ? { hidden } : {}) });

/** Wider than high by so much. @param {Piece} piece */
const aspectOf = (piece) => (piece.kind === 'pawn' ? 3 / 4 : 1);

/** The card of a box: as large as fits, or all of the box. @param {Box} box @param {How} how */
function cardIn(box, { aspect = 5 / 7 }) {
  if (aspect === 0) return { w: box.w, h: box.h };
  const h = Math.min(box.h, box.w / aspect);
  return { w: h * aspect, h };
}

/** Cards in one row or several, over each other where there are many; what is no card lies on the last card, or by itself.
 * @param {Place} place @param {Box} box @param {How} how */
function row(place, box, how) {
  const { rows = 1, align = 'middle', most = 1 } = how;
  const all = units(place.pieces, how.alike ?? 4);
  const cards = all.filter((unit) => isCard(unit.piece));
  const rest = all.filter((unit) => !isCard(unit.piece));
  const line = { ...box, h: box.h / rows - (rows > 1 ? 2 : 0) };
  const one = cardIn({ ...line, w: Math.max(line.w / Math.max(1, Math.ceil(most / rows)), Math.min(line.w, how.least ?? 0)) }, how);
  if (!cards.length && rest.length) return { card: one.w, pieces: heap(place, box, { ...how, most: Math.max(most, rest.length) }).pieces };
  const perRow = Math.max(1, Math.ceil(Math.max(cards.length, rows > 1 ? most : 1) / rows));
  const colours = how.apart ? [...new Set(cards.map(({ piece }) => piece.colour ?? ''))].slice(0, rows) : [];
  const rowOf = (/** @type {Unit} */ unit, /** @type {number} */ i) => (how.apart ? Math.max(0, colours.indexOf(unit.piece.colour ?? '')) : Math.floor(i / perRow));
  const inRow = cards.map(rowOf);
  const pieces = cards.map((unit, i) => {
    const at = inRow[i];
    const here = inRow.filter((one) => one === at).length;
    const nth = inRow.slice(0, i).filter((one) => one === at).length;
    const tight = Math.min(one.w * 1.05, here > 1 ? (line.w - one.w) / (here - 1) : 0);
    const wide = one.w + tight * (here - 1);
    const left = align === 'start' ? box.x : align === 'end' ? box.x + box.w - wide : box.x + (box.w - wide) / 2;
    return pieceAt(unit, place.id, { x: left + nth * tight, w: one.w, h: one.h, y: box.y + at * (box.h / rows) + (line.h - one.h) / 2 });
  });
  const last = pieces[pieces.length - 1];
  if (rest.length && last) pieces.push(...onCard(rest, place.id, last, how));
  return { card: one.w, pieces };
}

/** Small pieces on a card: in a part of it, or one after the other at spots. @param {Unit[]} list @param {number} place @param {Box} card
 * @param {How} how */
function onCard(list, place, card, { small = {} }) {
  const size = ((small.size ?? 28) * Math.min(card.w, card.h)) / 100;
  const { spots } = small;
  if (spots && list.length <= spots.length)
    return list.map((unit, i) => {
      const w = size * aspectOf(unit.piece);
      const at = inBox([spots[i][0], spots[i][1], 0, 0], card);
      return pieceAt(unit, place, { x: at.x - w / 2, y: at.y - size / 2, w, h: size });
    });
  return spread(list, place, inBox(small.box ?? [4, 40, 92, 56], card), size, Math.max(small.most ?? 6, list.length));
}

/** The first card, or what lies uppermost; the others below it are not seen. @param {Place} place @param {Box} box @param {How} how */
function stack(place, box, how) {
  const one = cardIn(box, how);
  const at = { x: box.x + (how.align === 'start' ? 0 : (box.w - one.w) / 2), y: box.y + (box.h - one.h) / 2, w: one.w, h: one.h };
  const all = units(place.pieces, 0);
  const cards = all.filter((unit) => isCard(unit.piece));
  const total = place.pieces.reduce((sum, piece) => sum + (isCard(piece) ? (piece.count ?? 1) : 0), 0);
  const pieces = cards.map((unit, i) => {
    const top = i === cards.length - 1;
    return { ...pieceAt(unit, place.id, at, !top), ...(top && total > 1 ? { shows: total } : {}) };
  });
  const rest = all.filter((unit) => !isCard(unit.piece));
  if (rest.length) pieces.push(...spread(rest, place.id, box, Math.min(box.w, box.h) * 0.5, Math.max(how.most ?? 1, rest.length)));
  return { card: one.w, pieces };
}

/** Small pieces close together; their size is such that so many fit. @param {Place} place @param {Box} box @param {How} how */
function heap(place, box, how) {
  let alike = how.alike ?? 6;
  let list = units(place.pieces, alike);
  while (list.length > (how.most ?? 12) && alike > 1) list = units(place.pieces, --alike);
  const largest = Math.min(box.w, box.h, how.large ?? 1000);
  return { card: largest, pieces: spread(list, place.id, box, largest, Math.max(how.most ?? 1, list.length)) };
}

/** @param {Unit[]} list @param {number} place @param {Box} box @param {number} largest @param {number} most for so many there is room */
function spread(list, place, box, largest, most) {
  if (!list.length) return [];
  const aspect = Math.max(...list.map((unit) => aspectOf(unit.piece)));
  let columns = 1;
  let size = 0;
  for (let n = 1; n <= most; n++) {
    const fits = Math.min(largest, (box.w / n - 1) / aspect, box.h / Math.ceil(most / n) - 1);
    if (fits > size + 0.01) [columns, size] = [n, fits];
  }
  columns = Math.min(columns, list.length);
  const rows = Math.ceil(list.length / columns);
  const pitch = size * aspect + 1;
  return list.map((unit, i) => {
    const line = Math.floor(i / columns);
    const here = line < rows - 1 ? columns : list.length - columns * (rows - 1);
    const w = size * aspectOf(unit.piece);
    return pieceAt(unit, place, { x: box.x + box.w / 2 + ((i % columns) - here / 2) * pitch + (pitch - w) / 2,
      y: box.y + box.h / 2 + (line - rows / 2) * (size + 1) + 0.5, w, h: size });
  });
}

/** Folded: one piece and how many there are, beside it or, where there is little room, on it. @param {Work} work @param {Zone} zone
 * @param {number} index @param {Place[]} places @param {Box} box @param {How} how */
function layCount(work, zone, index, places, box, how) {
  const { plan, font } = work;
  const size = Math.min(font * 1.05, box.h);
  const count = places.reduce((sum, { pieces }) => sum + pieces.reduce((n, piece) => n + (piece.count ?? 1), 0), 0);
  const wide = textWidth(count > 99 ? '×888' : '×88', size) * BOLD;
  const beside = box.w - wide > Math.min(box.h * 0.4, 14);
  const one = cardIn({ ...box, w: beside ? box.w - wide - 3 : box.w }, how);
  let total = 0;
  for (const place of places) {
    addPlace(work, index, zone, place, box, one.w, { bare: true, folded: true });
    const all = units(place.pieces, 0);
    const at = { x: box.x, y: box.y + (box.h - one.h) / 2, w: one.w, h: one.h };
    const count = all.reduce((sum, unit) => sum + unit.count, 0);
    all.forEach((unit, i) => {
      const top = i === all.length - 1;
      plan.pieces.push({ ...pieceAt(unit, place.id, at, !top), ...(beside ? { bareCount: true } : top && count > 1 ? { shows: count } : {}) });
    });
    total += count;
  }
  if (beside) write(work, 'count', `×${total}`, { x: box.x + one.w + 3, y: box.y, w: wide, h: box.h }, size, { anchor: 'start', zone: index });
}

/* ---- maps ---- */

/** A drawing with places at its points; of a large one a part is shown, around the piece that is looked at.
 * @param {Work} work @param {DesignMap} map @param {Box} box */
function layMap(work, map, box) {
  const { view, plan, shape } = work;
  const [wide, high] = map.size;
  const window = /** @type {NonNullable<Shape['map']>} */ (shape.map).window ?? map.size;
  const k = Math.max(box.w / window[0], box.h / window[1]);
  const seen = { w: Math.min(wide, box.w / k), h: Math.min(high, box.h / k) };
  const scale = Math.max(box.w / seen.w, box.h / seen.h);
  const sees = { w: box.w / scale, h: box.h / scale };
  const [x, y] = cameraAt(work, map, sees);
  const at = (/** @type {[number, number]} */ [px, py]) => /** @type {[number, number]} */ ([box.x + (px - x) * scale, box.y + (py - y) * scale]);
  plan.map = { ...bare(box), use: map.drawing, size: map.size, window: [x, y, sees.w, sees.h], scale, overview: null };
  view.zones.forEach((zone, index) => {
    const places = zone.places.filter(({ id }) => map.points[id] && !work.taken.has(id));
    if (!places.length) return;
    plan.zones.push({ ...bare(box), index, id: zone.id, kind: zone.kind, owner: zone.owner, title: zone.title, form: 'square', room: 1,
      cells: 0, lines: 0, lead: false, rank: index, slot: 'map' });
    for (const place of places) {
      work.taken.add(place.id);
      const [w, h] = (map.areas?.[place.id] ?? [map.spot, map.spot]).map((size) => size * scale);
      const [cx, cy] = at(map.points[place.id]);
      const spot = addPlace(work, index, zone, place, { x: cx - w / 2, y: cy - h / 2, w, h }, w, { form: 'square', onMap: true, bare: true });
      plan.pieces.push(...standing(place, spot, map.piece * scale).map((piece) => ({ ...piece, onMap: true })));
      const label = map.labels?.[place.id] ?? (map.numbers ? String(place.id) : '');
      if (label) plan.words.push({ ...words('mark', [label], label, Math.max(9, map.spot * scale * 0.3), spot, { place: place.id }), onMap: true });
    }
  });
  const overview = shape.map?.overview;
  if (overview && (sees.w < wide - 1 || sees.h < high - 1)) layOverview(work, map, inBox(overview, box));
}

/** Pawns beside and behind each other, their feet on the place. @param {Place} place @param {Box} spot @param {number} size
 * @returns {PieceBox[]} */
function standing(place, spot, size) {
  const list = units(place.pieces, 1);
  const n = list.length;
  const w = size * 0.75;
  const room = spot.w > size * 2 ? spot.w - w : w * 0.55 * Math.min(3, n - 1);
  return list.map((unit, i) => {
    const across = n > 1 ? (i / (n - 1) - 0.5) * room : 0;
    const down = n > 1 && spot.w <= size * 2 ? (i % 2 ? 0.14 : -0.06) * size : 0;
    return pieceAt(unit, place.id, { x: spot.x + spot.w / 2 + across - w / 2, y: spot.y + spot.h * 0.62 - size * 0.86 + down, w, h: size });
  });
}

/** Where the window of a map is: it follows the piece of the seat whose turn it is, and stays while that is well inside.
 * @param {Work} work @param {DesignMap} map @param {{ w: number, h: number }} sees @returns {[number, number]} */
function cameraAt({ view, options }, map, sees) {
  const [wide, high] = map.size;
  const me = options.me;
  const seat = me !== null && view.waiting.includes(me) ? me : typeof view.waiting[0] === 'number' && view.waiting.length === 1 ? view.waiting[0] : me;
  const value = (view.counters ?? []).find(({ on, seat: whose, text }) => on === 'seat' && whose === seat && text === map.follow)?.value;
  const [px, py] = map.points[value ?? -1] ?? map.points[Number(Object.keys(map.points)[0])];
  /** @param {number} at @param {number} size @param {number} all */
  const clamp = (at, size, all) => Math.max(0, Math.min(all - size, at));
  const old = options.before?.map?.window;
  if (old && Math.abs(old[2] - sees.w) < 1 && Math.abs(old[3] - sees.h) < 1) {
    const inside = px > old[0] + sees.w * 0.24 && px < old[0] + sees.w * 0.76 && py > old[1] + sees.h * 0.24 && py < old[1] + sees.h * 0.76;
    if (inside) return [old[0], old[1]];
  }
  return [clamp(px - sees.w / 2, sees.w, wide), clamp(py - sees.h / 2, sees.h, high)];
}

/** @param {Work} work @param {DesignMap} map @param {Box} box */
function layOverview({ plan, view }, map, box) {
  const scale = Math.min(box.w / map.size[0], box.h / map.size[1]);
  const w = map.size[0] * scale;
  const h = map.size[1] * scale;
  const corner = { x: box.x + box.w - w, y: box.y, w, h };
  const pawns = view.zones.flatMap(({ places }) => places).filter(({ id }) => map.points[id]).flatMap(({ id, pieces }) =>
    pieces.map((piece, i) => ({ colour: piece.colour ?? 'none', x: corner.x + map.points[id][0] * scale + i * 3,
      y: corner.y + map.points[id][1] * scale })));
  /** @type {MapBox} */ (plan.map).overview = { ...corner, scale, pawns };
}

/* ---- what the design does not name ---- */

/** Nothing is lost: what has no place in the design is folded at the lower edge. (The tests of the designs allow none of it.)
 * @param {Work} work @param {Box} whole */
function layRest(work, whole) {
  const rest = work.view.zones.flatMap((zone, index) => {
    const places = zone.places.filter(({ id }) => !work.taken.has(id));
    return places.length ? [{ zone, index, places }] : [];
  });
  const each = Math.min(90, whole.w / Math.max(1, rest.length));
  rest.forEach(({ zone, index, places }, i) =>
    layZone(work, zone, index, places, { x: i * each, y: whole.h - 34, w: each - 4, h: 34 }, { as: 'count', title: true }, 'rest'));
}
