// zones.js: how each kind of zone is laid out for itself: words, places and the pieces on them, as blocks that
// layout.js puts together.

/** @import { Piece, Place, View, Zone } from './types.d.ts' */
/** @import { Box, Form, Group, PieceBox, PlaceBox, Plan, Words, ZoneBox } from './layout.js' */

/**
 * @typedef {{ w: number, h: number, zones: ZoneBox[], places: PlaceBox[], pieces: PieceBox[], words: Words[],
 *   groups: Group[], parts: { block: Block, x: number, y: number }[], lines: number, left: number }} Block
 *   a part of a plan, from its own corner; `lines` is for the labels of a zone, `left` where its title begins
 * @typedef {{ card: number, width: number, own: boolean, small: boolean, touch: boolean, text: number,
 *   tight: boolean }} Size
 *   of a zone: width of a card, the most that the whole may take, how much larger than usual words are, and whether
 *   there is little room
 * @typedef {{ piece: Piece, order: number, unit: number, count: number }} Unit what is drawn as one piece
 */

/** Height of a card of width 1. */
const CARD = 7 / 5;
/** Width of the other pieces of height 1. */
const ASPECT = { card: 1 / CARD, gem: 1, pawn: 3 / 4, token: 1, die: 1 };
export const GAP = 10;
export const LINE = 1.22;
/** Bold letters are so much wider. */
export const BOLD = 1.1;

/* ---- words ---- */

const NARROW = /[iljtfI.,:;'|!()\[\] ]/;
const BROAD = /[mwMW@%&]/;

/** Widths of words that have been measured: the same ones come again and again. @type {Map<string, number>} */
const measured = new Map();

/** Roughly how wide words are. @param {string} text @param {number} size */
export function textWidth(text, size) {
  let ems = measured.get(text);
  if (ems === undefined) {
    ems = 0;
    for (const letter of text)
      ems += NARROW.test(letter) ? 0.32 : BROAD.test(letter) ? 0.9 : letter >= 'A' && letter <= 'Z' ? 0.7 : 0.57;
    if (measured.size > 2000) measured.clear();
    measured.set(text, ems);
  }
  return ems * size;
}

/** @param {string} text @param {number} size @param {number} width */
export function shorten(text, size, width) {
  if (textWidth(text, size) <= width) return text;
  let end = text.length;
  while (end > 1 && textWidth(`${text.slice(0, end).trimEnd()}…`, size) > width) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Words in at most so many lines of a width. @param {string} text @param {number} size @param {number} width
 * @param {number} most */
function wrap(text, size, width, most) {
  /** @type {string[]} */
  const lines = [];
  let rest = text;
  while (rest && lines.length < most - 1 && textWidth(rest, size) > width) {
    let cut = rest.length;
    while (cut > 0 && (cut === rest.length || textWidth(rest.slice(0, cut), size) > width))
      cut = rest.lastIndexOf(' ', cut - 1);
    if (cut <= 0) break;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut + 1);
  }
  if (rest) lines.push(shorten(rest, size, width));
  return lines;
}

/** How narrow a text can be in two lines. @param {string} text @param {number} size */
function twoLines(text, size) {
  let best = textWidth(text, size);
  for (let at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1))
    best = Math.min(best, Math.max(textWidth(text.slice(0, at), size), textWidth(text.slice(at + 1), size)));
  return best;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The title of a zone under the name of its owner: "Ann's hand" is "Hand". @param {Zone} zone */
const shortTitle = ({ owner, own, title }) => (owner === null ? title : (own ?? title));

/* ---- blocks ---- */

/** @param {number} w @param {number} h @returns {Block} */
export const emptyBlock = (w, h) =>
  ({ w, h, zones: [], places: [], pieces: [], words: [], groups: [], parts: [], lines: 0, left: 0 });

/** Puts a block into another one. @param {Block} into @param {Block} block @param {number} x @param {number} y */
export function put(into, block, x, y) {
  into.parts.push({ block, x, y });
}

/** All boxes of a block and its parts, from the corner of the table. @param {Block} block @param {number} x
 * @param {number} y @param {Block} into */
export function gather(block, x, y, into) {
  for (const kind of /** @type {const} */ (['zones', 'places', 'pieces', 'words', 'groups']))
    for (const box of block[kind]) {
      box.x += x;
      box.y += y;
      /** @type {Box[]} */ (into[kind]).push(box);
    }
  for (const part of block.parts) gather(part.block, x + part.x, y + part.y, into);
  return into;
}

/**
 * @typedef {{ align: 'start' | 'middle', gap?: number, low?: boolean, indent?: number }} Flow
 *   `low` blocks stand on one line rather than hang from it; `indent` is kept free at the left of the first line
 */

/** Blocks in lines, as many side by side as the width takes. @param {Block[]} blocks @param {number} width
 * @param {Flow} how */
export function flow(blocks, width, { align, gap = GAP, low = false, indent = 0 }) {
  /** @type {Block[][]} */
  const lines = [];
  let left = width - indent;
  for (const block of blocks) {
    if (lines.length && block.w > left + 0.01) left = width;
    if (!lines.length || left === width) lines.push([]);
    lines[lines.length - 1].push(block);
    left -= block.w + gap;
  }
  const whole = emptyBlock(0, 0);
  let y = 0;
  lines.forEach((line, i) => {
    const least = i ? 0 : indent;
    const wide = lineWidth(line, gap);
    const high = Math.max(...line.map((block) => block.h));
    let x = align === 'middle' ? Math.max(least, (width - wide) / 2) : least;
    whole.w = align === 'middle' ? width : Math.max(whole.w, x + wide);
    for (const block of line) {
      put(whole, block, x, low ? y + high - block.h : y);
      x += block.w + gap;
    }
    y += high + gap;
  });
  whole.h = Math.max(0, y - gap);
  return whole;
}

/** @param {{ w: number }[]} line @param {number} gap */
export const lineWidth = (line, gap) => line.reduce((sum, block) => sum + block.w + gap, -gap);

/* ---- what lies on a place ---- */

/** Pieces one by one; from a number on, equal ones are one with a count. @param {Piece[]} pieces @param {number} most
 * @returns {Unit[]} */
export function units(pieces, most) {
  /** @type {Unit[]} */
  const list = [];
  for (let order = 0; order < pieces.length; order++) {
    const piece = pieces[order];
    const count = piece.count ?? 1;
    if (count > most || piece.endless) list.push({ piece, order, unit: 0, count });
    else for (let unit = 0; unit < count; unit++) list.push({ piece, order, unit, count: 1 });
  }
  return list;
}

/** @param {Unit} unit @param {number} place @param {number} x @param {number} y @param {number} w @param {number} h
 * @returns {PieceBox} */
const pieceBox = ({ piece, order, unit, count }, place, x, y, w, h) =>
  ({ key: '', place, piece, count, order, unit, x, y, w, h });

/** @param {Piece} piece */
export const isCard = (piece) => piece.kind === 'card';

/** Numbers of pieces go up in steps, so that a zone does not change its size with each of them.
 * @param {number} count */
function rounded(count) {
  for (const step of [1, 3, 6, 10, 14, 20, 30, 44]) if (count <= step) return step;
  return count;
}

/** Small pieces close together in the middle of a box, in as many columns as make them largest.
 * @param {Unit[]} list @param {number} place @param {Box} box @param {number} largest @returns {PieceBox[]} */
function cluster(list, place, box, largest) {
  let columns = 1;
  let size = 0;
  const aspect = Math.max(...list.map((unit) => ASPECT[unit.piece.kind]));
  for (let n = 1; n <= list.length; n++) {
    const rows = Math.ceil(list.length / n);
    const fits = Math.min(largest, (box.w / n - 1) / aspect, box.h / rows - 1);
    if (fits > size + 0.5) [columns, size] = [n, fits];
  }
  const rows = Math.ceil(list.length / columns);
  const pitch = size * aspect + 1;
  return list.map((unit, i) => {
    const row = Math.floor(i / columns);
    const inRow = row < rows - 1 ? columns : list.length - columns * (rows - 1);
    const w = size * ASPECT[unit.piece.kind];
    const x = box.x + box.w / 2 + ((i % columns) - inRow / 2) * pitch + (pitch - w) / 2;
    return pieceBox(unit, place, x, box.y + box.h / 2 + (row - rows / 2) * (size + 1) + 0.5, w, size);
  });
}

/** Pieces on a card: gems three in a row on its lower part, others larger. @param {Unit[]} list @param {number} place
 * @param {Box} card @returns {PieceBox[]} */
function onCard(list, place, card) {
  const small = list.every((unit) => unit.piece.kind === 'gem');
  const size = card.w * (small ? 0.3 : Math.min(0.56, 0.9 / list.length));
  const pitch = size * 1.04;
  const rows = Math.ceil(list.length / 3);
  const top = card.y + card.h - card.w * 0.05 - rows * pitch;
  return list.map((unit, i) => {
    const row = Math.floor(i / 3);
    const inRow = Math.min(3, list.length - 3 * row);
    const w = size * ASPECT[unit.piece.kind];
    const x = card.x + card.w / 2 + ((i % 3) - inRow / 2) * pitch + (pitch - w) / 2;
    return pieceBox(unit, place, x, top + row * pitch, w, size);
  });
}

/** The small pieces of a place; when they are many, those alike are one with a count. @param {Place} place
 * @param {number} most @returns {Unit[]} */
function smallUnits(place, most) {
  let alike = most;
  let list = units(place.pieces, alike);
  const small = () => list.filter((unit) => !isCard(unit.piece));
  while (small().length > most && alike > 1) list = units(place.pieces, --alike);
  return small();
}

/** Everything on a place: cards as a fan from the left, the rest on the last of them or, without cards, as a cluster.
 * @param {Place} place @param {Box} box @param {number} card @param {number} most @returns {PieceBox[]} */
function fill(place, box, card, most) {
  const cards = units(place.pieces, most).filter((unit) => isCard(unit.piece));
  if (!cards.length) return cluster(units(place.pieces, 4), place.id, inside(box, 2), Math.min(box.h, card) * 0.72);
  const h = card * CARD;
  const step = cards.length > 1 ? Math.min(card * 1.04, (box.w - card) / (cards.length - 1)) : 0;
  const left = box.x + (box.w - card - step * (cards.length - 1)) / 2;
  const top = box.y + (box.h - h) / 2;
  const fan = cards.map((unit, i) => pieceBox(unit, place.id, left + i * step, top, card, h));
  return [...fan, ...onCard(smallUnits(place, 6), place.id, fan[fan.length - 1])];
}

/** @param {Box} box @param {number} by */
const inside = (box, by) => ({ x: box.x + by, y: box.y + by, w: box.w - 2 * by, h: box.h - 2 * by });

/* ---- zones ---- */

/** What the cells of a zone are made for. An empty one is what it was before; if it is seen for the first time, it is
 * a row of small cells only where there are small pieces to lie on them. @param {Zone} zone @param {View} view
 * @param {ZoneBox | undefined} old @returns {Form} */
function formOf(zone, view, old) {
  const pieces = zone.places.flatMap((place) => place.pieces);
  if (pieces.some(isCard)) return 'card';
  if (pieces.length || zone.kind === 'trail') return 'square';
  if (old) return old.form;
  const low = zone.kind === 'box' || (zone.kind === 'row' && zone.places.length > 0);
  const all = view.zones.flatMap((other) => other.places).flatMap((place) => place.pieces);
  return low && !all.every(isCard) ? 'square' : 'card';
}

/**
 * @typedef {{ zone: Zone, index: number, title: string, form: Form, room: number, cells: number, lines: number,
 *   lead: boolean, rank: number, old: ZoneBox | undefined, widths: Map<number, number> }} Item
 * A zone, and what it needs or has had before, if that was more: see ZoneBox; `old` is what it was then, and
 * `widths` are those of places, in cards.
 */

/** The zone that this one was before; a new one takes the room of one that is no longer there. @param {Zone} zone @param {View} view @param {Plan | null | undefined} before
 * @returns {ZoneBox | undefined} */
function oldOf(zone, view, before) {
  if (!before) return undefined;
  const ids = new Set(zone.places.map((place) => place.id));
  const known = before.places.find((place) => ids.has(place.id))?.zone;
  const alike = [...before.zones, ...before.gone].filter(({ kind, owner }) =>
    kind === zone.kind && owner === zone.owner);
  if (known !== undefined) return alike.find((other) => other.index === known && before.zones.includes(other));
  const there = new Set(view.zones.flatMap((other) => other.places.map((place) => place.id)));
  const stays = new Set(before.places.filter((place) => there.has(place.id)).map((place) => place.zone));
  return alike.find(({ id }) => id === zone.id)
    ?? alike.find((old) => view.zones.every(({ id, owner }) => id !== old.id || owner !== old.owner)
      && !(stays.has(old.index) && before.zones.includes(old)));
}

/** @param {Zone} zone @param {number} index @param {View} view @param {Plan | null | undefined} before
 * @returns {Item} */
export function itemOf(zone, index, view, before) {
  const old = oldOf(zone, view, before);
  const pieces = zone.places.flatMap((place) => place.pieces);
  const faces = pieces.filter((piece) => !piece.back).length;
  const single = pieces.length === 1 && faces === 1;
  // A pile that has been seen with a single card, or with backs only, is no fan.
  const fan = faces > 1 || (!old && !pieces.length);
  return { zone, index, title: shortTitle(zone), form: formOf(zone, view, old),
    room: Math.max(fan ? 2 : 1, old?.room ?? 1), cells: Math.max(cellsOf(zone, view), old?.cells ?? 0),
    lines: old?.lines ?? 0, rank: old?.rank ?? index + (before ? 1000 : 0),
    lead: zone.kind === 'pile' && !fan && (old ? old.lead : single),
    old, widths: new Map(before?.places.map(({ id, w, card }) => [id, w / card])) };
}

/** How many cells a row has, and how many cards a hand has room for. Where seats have their places in a row, there is
 * one for each of them. @param {Zone} zone @param {View} view */
function cellsOf(zone, view) {
  if (zone.kind === 'hand') {
    const cards = units(zone.places[0]?.pieces ?? [], 4).filter((unit) => isCard(unit.piece)).length;
    return cards ? rounded(Math.max(2, cards)) : 0;
  }
  if (zone.kind !== 'row') return 0;
  const last = Math.max(0, ...zone.places.map((place) => place.x)) / 2 + 1;
  const seats = zone.owner === null && zone.places.length > 0 && zone.places.every(({ seat }) => seat !== undefined);
  return seats ? Math.max(last, view.names.length) : last;
}

/** @param {Item} item @param {Place} place @param {Box} box @param {number} card @returns {PlaceBox} */
const placeBox = (item, place, { x, y, w, h }, card) => ({
  x, y, w, h, id: place.id, zone: item.index, kind: item.zone.kind, form: item.form, label: place.label ?? '', card,
});

/** @param {Words['kind']} kind @param {string[]} lines @param {string} full @param {number} size @param {Box} box
 * @param {Partial<Words>} [more] @returns {Words} */
export const words = (kind, lines, full, size, box, more = {}) => ({
  kind, lines, full, size, anchor: 'middle', zone: -1, place: -1, owner: null, ...box, ...more,
});

/** The label of a place as words in a box. @param {Item} item @param {Place} place @param {Box} box
 * @param {number} size @param {number} most @param {Partial<Words>} [more] */
function label(item, place, box, size, most, more) {
  const full = place.label ?? '';
  const lines = wrap(full, size, box.w, most);
  return words('label', lines, full, size, box, { zone: item.index, place: place.id, ...more });
}

/** Where the rows of a map begin: `at` is the top of the cells at a height in half cards. On a ring nothing is lost
 * when rows that are far apart come closer. @param {Item} item @param {number} high @param {number} between
 * @param {number} strip of labels, in rows that have some */
function rowsOf({ zone, lines }, high, between, strip) {
  const heights = [...new Set(zone.places.map((place) => place.y))].sort((a, b) => a - b);
  /** @type {Map<number, number>} */
  const at = new Map();
  let y = 0;
  heights.forEach((height, i) => {
    const down = i ? (height - heights[i - 1]) / 2 : 0;
    const labelled = zone.places.some((place) => place.y === height && (place.label || lines > 0));
    y += (zone.kind === 'ring' ? Math.min(1, down) : down) * (high + between) + (labelled ? strip : 0);
    at.set(height, y);
  });
  return { at, h: y + high };
}

/** Ring, grid or trail: places by their coordinates. @param {Item} item @param {Size} size */
function mapBlock(item, size) {
  const { zone, form } = item;
  const across = Math.max(0, ...zone.places.map((place) => place.x)) / 2 + 1;
  const board = zone.places[0]?.column !== undefined; // its labels stand at the edges
  const font = (size.small ? 9 : 11) * size.text;
  const edge = board ? font + 5 : 0;
  const between = form === 'square' ? Math.max(3, size.card * 0.05)
    : size.small || size.tight ? 3 : Math.max(4, size.card * 0.1);
  const card = Math.min(size.card, (size.width - edge - between * (across - 1)) / across);
  const high = form === 'square' ? card : card * CARD;
  const labelled = !board && form === 'card' && (item.lines > 0 || zone.places.some((place) => place.label));
  const strip = labelled ? font * LINE + 1 : 0;
  const rows = rowsOf(item, high, between, strip);
  const block = emptyBlock(edge + across * card + (across - 1) * between, edge + rows.h);
  block.lines = labelled && zone.kind === 'grid' ? 1 : 0;
  for (const place of zone.places) {
    const x = edge + (place.x / 2) * (card + between);
    const y = edge + (rows.at.get(place.y) ?? 0);
    const box = { x, y, w: card, h: high };
    block.places.push(placeBox(item, place, box, card));
    if (form === 'square') squareCell(block, item, place, box);
    else {
      block.pieces.push(...fill(place, box, card, 4));
      if (labelled && place.label) {
        const [left, right] = textWidth(place.label, font) <= card ? [0, 0] : labelRoom(zone, place, across);
        const room = { x: x - left * card, y: y - strip, w: card * (1 + left + right), h: strip };
        const anchor = left === right ? 'middle' : left < right ? 'start' : 'end';
        block.words.push(label(item, place, room, font, 1, { anchor }));
      }
    }
  }
  if (board) {
    for (const [text = '', at] of new Map(zone.places.map(({ column, x }) => [column, x])))
      block.words.push(words('edge', [text], text, font,
        { x: edge + (at / 2) * (card + between), y: 0, w: card, h: edge }, { zone: item.index }));
    for (const [text = '', at] of new Map(zone.places.map(({ row, y }) => [row, y])))
      block.words.push(words('edge', [text], text, font,
        { x: 0, y: edge + (rows.at.get(at) ?? 0), w: edge, h: high }, { zone: item.index }));
  }
  return block;
}

/** How far the label of a place may reach to its left and right, in cards: half of the next one, if that has none.
 * @param {Zone} zone @param {Place} place @param {number} across */
function labelRoom(zone, place, across) {
  return [-1, 1].map((side) => {
    const inside = place.x / 2 + side >= 0 && place.x / 2 + side <= across - 1;
    const free = zone.places.every((other) => !other.label || other.y !== place.y
      || (other.x - place.x) * side <= 0 || (other.x - place.x) * side >= 4);
    return inside && free ? 0.5 : 0;
  });
}

/** A cell with its number in the corner, pieces below it. @param {Block} block @param {Item} item @param {Place} place
 * @param {Box} box */
function squareCell(block, item, place, box) {
  const font = Math.max(8, Math.min(15, box.w * 0.25));
  const strip = place.label ? font * 1.1 : 0;
  const pad = Math.max(3, box.w * 0.1);
  if (place.label)
    block.words.push(label(item, place, { x: box.x + pad, y: box.y + 2, w: box.w - pad - 1, h: strip }, font, 1,
      { anchor: 'start' }));
  const room = { x: box.x + 2, y: box.y + 2 + strip, w: box.w - 4, h: box.h - strip - 3 };
  block.pieces.push(...cluster(units(place.pieces, 4), place.id, room, box.w * 0.74));
}

/** Places side by side, in several lines where one is too short. @param {Item} item @param {Size} size */
function rowBlock(item, size) {
  const { form } = item;
  const font = (size.small ? 10 : 11.5) * size.text;
  const between = size.small || size.tight ? 5 : 8;
  const high = form === 'card' ? size.card * CARD : Math.max(30, size.card * 0.62);
  const cells = rowCells(item, size, font, between);
  let { lines } = item;
  for (const { place, w } of cells)
    if (place?.label) lines = Math.max(lines, textWidth(place.label, font) > w ? 2 : 1);
  const strip = lines ? font * LINE * lines + 2 : 0;
  const block = emptyBlock(0, 0);
  block.lines = lines;
  let x = 0;
  let y = 0;
  for (const cell of cells) {
    if (x > 0 && x + cell.w > size.width + 0.5) {
      x = 0;
      y += strip + high + between;
    }
    if (cell.place) {
      const box = { x, y: y + strip, w: cell.w, h: high };
      block.places.push(placeBox(item, cell.place, box, size.card));
      block.pieces.push(...fill(cell.place, box, size.card, alikeIn(size)));
      if (cell.place.label)
        block.words.push(label(item, cell.place, { x, y, w: cell.w, h: strip }, font, lines));
    }
    x += cell.w + between;
    block.w = Math.max(block.w, x - between);
  }
  block.h = y + strip + high;
  return block;
}

/** The cells of a row with their widths; a gap in the coordinates of labelled ones is a cell without
 * a place.
 * @param {Item} item @param {Size} size @param {number} font @param {number} between
 * @returns {{ w: number, place: Place | null }[]} */
function rowCells({ zone, form, cells: length, widths }, size, font, between) {
  // Without labels nobody misses a cell in between.
  const close = zone.places.every((place) => !place.label);
  const cells = Array.from({ length }, (_, i) => (close ? zone.places[i]
    : zone.places.find((place) => place.x === 2 * i)) ?? null);
  const need = Math.max(0, ...zone.places.map((place) => twoLines(place.label ?? '', font)));
  if (form === 'square') {
    const ample = size.small ? 64 : 96;
    const least = Math.min(Math.max(size.card, 40, Math.ceil(need / 12) * 12), size.width);
    const even = (size.width + between) / cells.length - between;
    const lines = Math.ceil((cells.length * (least + between) - between) / (size.width + 1));
    const inLine = Math.ceil(cells.length / lines);
    const w = even >= ample ? ample : lines === 1 ? Math.min(ample, even) : (size.width + between) / inLine - between;
    return cells.map((place) => ({ w: Math.min(w, 120), place }));
  }
  const fans = cells.map((place) => {
    if (!place) return { place, w: size.card, least: size.card };
    const count = rounded(units(place.pieces, alikeIn(size)).filter((unit) => isCard(unit.piece)).length);
    const named = Math.min(twoLines(place.label ?? '', font), 72);
    /** @param {number} step */
    const wide = (step) => Math.min(size.width, Math.max(named, size.card + (count - 1) * step));
    const ample = wide(size.own ? Math.min(size.card, 34) : size.card * 0.4);
    return { place, w: Math.max(ample, (widths.get(place.id) ?? 0) * size.card), least: wide(size.own ? 18 : 9) };
  });
  // Fans are closed as far as need be to have all places in one line.
  const over = lineWidth(fans, between) - size.width;
  const slack = fans.reduce((sum, { w, least }) => sum + w - least, 0);
  const part = over > 0 && over <= slack ? over / slack : 0;
  return fans.map(({ place, w, least }) => ({ place, w: w - (w - least) * part }));
}

/** From how many on equal cards of a row are one with a count. @param {Size} size */
const alikeIn = (size) => (size.small ? 1 : 4);

/** A hand: cards side by side or as a fan, other pieces beside or below them. @param {Item} item @param {Size} size */
function handBlock(item, size) {
  const place = item.zone.places[0];
  const list = units(place.pieces, 4);
  const cards = list.filter((unit) => isCard(unit.piece));
  const others = units(place.pieces, size.small ? 1 : 3).filter((unit) => !isCard(unit.piece));
  const block = emptyBlock(0, 0);
  const fan = item.cells || !others.length ? fanBox(cards.length, item.cells, size)
    : { w: 0, h: 0, step: 0, inLine: 1 };
  const tray = others.length ? trayBox(others.length, size) : { w: 0, h: 0, pitch: 1, inLine: 1 };
  const beside = !fan.w || !tray.w || (size.width >= 300 && fan.w + tray.w + GAP <= size.width);
  block.w = beside ? fan.w + tray.w + (fan.w && tray.w ? GAP : 0) : Math.max(fan.w, tray.w);
  block.h = beside ? Math.max(fan.h, tray.h) : fan.h + 6 + tray.h;
  block.places.push(placeBox(item, place, { x: 0, y: 0, w: block.w, h: block.h }, size.card));
  // My own cards spread as they become fewer, and stay in the middle.
  const widest = Math.min(fan.inLine, cards.length);
  const step = size.own && widest > 1 ? Math.min(size.card + 5, (fan.w - size.card) / (widest - 1)) : fan.step;
  block.left = size.own && widest ? (fan.w - size.card - (widest - 1) * step) / 2 : 0;
  cards.forEach((unit, i) => {
    const line = Math.floor(i / fan.inLine);
    const x = block.left + (i % fan.inLine) * step;
    block.pieces.push(pieceBox(unit, place.id, x, line * (size.card * CARD + 4), size.card, size.card * CARD));
  });
  const trayX = beside ? block.w - tray.w : 0;
  const trayY = beside ? (block.h - tray.h) / 2 : fan.h + 6;
  others.forEach((unit, i) => {
    const at = tray.pitch - 4;
    const w = at * ASPECT[unit.piece.kind];
    const x = trayX + (i % tray.inLine) * tray.pitch + (tray.pitch - w) / 2;
    block.pieces.push(pieceBox(unit, place.id, x, trayY + Math.floor(i / tray.inLine) * tray.pitch + 2, w, at));
  });
  return block;
}

/** @param {number} cards @param {number} most that there were @param {Size} size */
function fanBox(cards, most, size) {
  const room = Math.max(1, most);
  const ideal = size.own ? size.card + 5 : Math.max(12, size.card * 0.42);
  const least = !size.own ? 8 : size.touch ? 26 : 20;
  const lines = cards > 1 && (size.width - size.card) / (cards - 1) < least ? 2 : 1;
  const inLine = Math.ceil(room / lines);
  const step = inLine > 1 ? Math.min(ideal, (size.width - size.card) / (inLine - 1)) : 0;
  return { w: size.card + (inLine - 1) * step, h: lines * (size.card * CARD + 4) - 4, step, inLine };
}

/** @param {number} count @param {Size} size */
function trayBox(count, size) {
  const pitch = size.own ? Math.max(size.touch && !size.tight ? 42 : 36, size.card * 0.42)
    : Math.max(18, size.card * 0.5);
  const room = Math.max(1, Math.floor(size.width / pitch));
  const inLine = Math.min(room, count <= (size.tight ? 6 : 3) ? 3 : 6);
  return { w: inLine * pitch, h: Math.ceil(count / inLine) * pitch, pitch, inLine };
}

/** Cards on each other; different cards that are known are a small fan. @param {Item} item @param {Size} size */
function pileBlock(item, size) {
  const place = item.zone.places[0];
  if (item.form === 'square') return trayBlock(item, size);
  const room = item.room < 2 ? 1 : size.tight ? 2.2 : 3;
  const block = emptyBlock(Math.min(size.width, size.card * room), size.card * CARD);
  const step = Math.min(Math.max(size.card * 0.4, 24), (block.w - size.card) / Math.max(1, place.pieces.length - 1));
  const box = { x: 0, y: 0, w: block.w, h: block.h };
  block.places.push(placeBox(item, place, box, size.card));
  const list = units(place.pieces, 0);
  const cards = list.filter((unit) => isCard(unit.piece));
  cards.forEach((unit, i) => block.pieces.push(pieceBox(unit, place.id, i * step, 0, size.card, block.h)));
  block.pieces.push(...onCard(list.filter((unit) => !isCard(unit.piece)), place.id, { ...box, w: size.card }));
  return block;
}

/** A pile or box of small pieces, those alike as one with a count. @param {Item} item @param {Size} size */
function trayBlock(item, size) {
  const place = item.zone.places[0];
  const pitch = Math.max(20, size.card * 0.56);
  const list = units(place.pieces, 1);
  const inLine = Math.max(3, Math.min(Math.ceil(list.length / 3) * 3, Math.floor(size.width / pitch)));
  const block = emptyBlock(inLine * pitch, Math.max(1, Math.ceil(list.length / inLine)) * pitch);
  block.places.push(placeBox(item, place, { x: 0, y: 0, w: block.w, h: block.h }, size.card));
  list.forEach((unit, i) => {
    const h = pitch - 4;
    const w = h * ASPECT[unit.piece.kind];
    const x = (i % inLine) * pitch + (pitch - w) / 2;
    block.pieces.push(pieceBox(unit, place.id, x, Math.floor(i / inLine) * pitch + 2, w, h));
  });
  return block;
}

/** @param {Zone} zone */
export const isMap = (zone) => zone.kind === 'ring' || zone.kind === 'trail' || zone.kind === 'grid';

/** A zone with its title. @param {Item} item @param {Size} wish @returns {Block} */
export function zoneBlock(item, wish) {
  const { zone, title } = item;
  const size = { ...wish, card: Math.min(wish.card, wish.width) };
  const content = zone.kind === 'row' ? rowBlock(item, size)
    : !zone.places.length ? emptyBlock(size.card, size.card)
      : isMap(zone) ? mapBlock(item, size)
        : zone.kind === 'hand' ? handBlock(item, size)
          : zone.kind === 'pile' ? pileBlock(item, size)
            : item.form === 'card' && zone.places[0].pieces.every(isCard) ? pileBlock(item, size)
              : trayBlock(item, size);
  const font = (size.small ? 10.5 : 12.5) * size.text;
  const ample = Math.min(textWidth(title, font * BOLD), font * (size.small ? 7 : 9));
  const room = Math.min(size.width, Math.max(content.w, ample));
  const lines = title ? wrap(title, font * BOLD, room, 2) : [];
  const widest = Math.max(0, ...lines.map((line) => textWidth(line, font * BOLD)));
  const high = lines.length * font * LINE + 2;
  const strip = !lines.length || cornerFree(content, widest + 6, high) ? 0
    : high + (!size.own ? 2 : size.tight ? 5 : 9);
  const block = emptyBlock(Math.max(content.w, widest), content.h + strip);
  const x = Math.min(content.left, block.w - widest);
  if (lines.length)
    block.words.push(words('title', lines, zone.title, font, { x, y: 0, w: strip ? block.w - x : widest, h: high },
      { anchor: 'start', zone: item.index }));
  put(block, content, 0, strip);
  block.zones.push({ index: item.index, id: zone.id, kind: zone.kind, owner: zone.owner, title: zone.title, form: item.form,
    room: item.room, cells: item.cells, lines: content.lines, lead: item.lead, rank: item.rank,
    x: 0, y: 0, w: block.w, h: block.h });
  return block;
}

/** Whether there is room for words in the upper left corner of a block. @param {Block} block @param {number} w
 * @param {number} h */
const cornerFree = (block, w, h) =>
  w <= block.w && [...block.places, ...block.words].every((box) => box.x >= w || box.y >= h);
