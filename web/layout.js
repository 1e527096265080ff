// layout.js: where everything lies. A view and a size give a plan: boxes in CSS pixels for panels, zones, places,
// pieces and words. It knows no game and draws nothing, so that it also runs in Node.
//
// Zones become blocks (zones.js), blocks flow into the panel of their owner, panels into the table: others above (or
// at the left of a wide table), what is common in the middle, what is mine at the bottom. All card sizes hang on one
// scale; the largest that fits the height is taken. Sizes follow from numbers of places and from rounded numbers of
// pieces, and what is on the screen stays as it is while that is good enough: the table is calm from move to move.
import { BOLD, GAP, LINE, capital, emptyBlock, flow, gather, isCard, isMap, itemOf, put, shorten, textWidth, words,
  zoneBlock } from './zones.js';

/** @import { CountBox, DrawingBox, MapBox, Piece, View, Zone } from './types.d.ts' */
/** @import { Block, Item } from './zones.js' */

/**
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * @typedef {'card' | 'square'} Form what the cells of a zone are made for
 * @typedef {Box & { owner: number | null, name: string, score: number | null, active: boolean, mine: boolean,
 *   pad: number, head: number, style: number, bare?: boolean }} Group
 *   `pad` is the room at its edges, `head` where the middle of its first line is, `style` how name and content share
 *   the room
 * @typedef {Box & { index: number, id: string, kind: Zone['kind'], owner: number | null, title: string, form: Form,
 *   room: number, cells: number, lines: number, lead: boolean, rank: number, slot?: string, seat?: number }} ZoneBox
 *   `room` is 2 for a pile that is a fan, `cells` and `lines` are how many cells a row has and lines its labels take,
 *   `lead` is a pile with one card that all look at; by `rank` a new zone comes after those that were there
 * @typedef {ZoneBox & { seen: number }} Gone a zone that is no longer there, but may come again, and when it was there
 * @typedef {Box & { id: number, zone: number, kind: Zone['kind'], form: Form, label: string, card: number, bare?: boolean,
 *   onMap?: boolean, folded?: boolean }} PlaceBox
 *   `card` is the width of a card there; where it is `bare`, nothing is drawn for itself
 * @typedef {Box & { key: string, place: number, piece: Piece, count: number, order: number, unit: number, hidden?: boolean,
 *   shows?: number, onMap?: boolean, bareCount?: boolean }} PieceBox
 *   stands for `count` pieces; `order` is that of the piece on its place, `unit` its number among those alike there; a `hidden` one
 *   lies under others of a pile that `shows` how many it has
 * @typedef {Box & { kind: 'name' | 'score' | 'title' | 'label' | 'edge' | 'mark' | 'count', lines: string[], full: string, size: number,
 *   anchor: 'start' | 'middle' | 'end', zone: number, place: number, owner: number | null, onMap?: boolean }} Words
 * @typedef {{ kind: 'path' | 'bridge' | 'slide', points: [number, number][], closed: boolean, width: number }} Way
 * @typedef {{ width: number, height: number, scale: number, size: string, column: boolean, gone: Gone[],
 *   groups: Group[], zones: ZoneBox[], places: PlaceBox[], pieces: PieceBox[], words: Words[], ways: Way[], design?: boolean,
 *   drawings?: DrawingBox[], counts?: CountBox[], bubbles?: (Box & { seat: number, text: string, to: [number, number] })[],
 *   faces?: (Box & { seat: number, use: string, active: boolean, hat: string | null })[], map?: MapBox | null }} Plan
 *   the last ones are those of a design (design.js)
 * @typedef {{ width: number, height: number, me: number | null, touch: boolean, before?: Plan | null,
 *   moods?: Map<number, string> }} Options
 *   `before` is the plan that is on the screen, of the same match and viewer; `moods` are those of seats with a face
 */

const PAD = 8;

/* ---- panels ---- */

/**
 * @typedef {{ view: View, items: Item[], options: Options, wide: boolean, main: Item | null, others: number[],
 *   mine: number | null, kept: Group[], gone: Gone[], text: number, tight: boolean, column: boolean }} Table
 *   `kept` are panels whose height shall not become less, `gone` zones whose room stays free, `text` is how much larger
 *   than usual words are, `tight` a table with little room, `column`
 *   one where all but the main map stands beside it
 */

/** The name of the owner of a panel and the score: at both ends of a line, or below each other.
 * @param {Table} table @param {number} owner @param {number} width 0 for as wide as need be @param {boolean} small */
function headBlock(table, owner, width, small) {
  const { view } = table;
  const font = (small ? 12 : 14) * table.text;
  const name = nameOf(view, owner);
  const score = view.scores?.[owner] ?? null;
  const points = score === null ? '' : String(score);
  const side = points ? Math.max(textWidth(points, font) + 12, 22) : 0;
  const high = font * LINE + 2;
  const most = width ? width - 12 - side : font * 5.5;
  const line = shorten(name, font * BOLD, most);
  const long = width ? most : Math.max(textWidth(line, font * BOLD), side);
  const block = emptyBlock(width || 16 + long, width || !points ? high : 2 * high);
  block.words.push(words('name', [line], name, font, { x: 12, y: 0, w: long, h: high }, { anchor: 'start', owner }));
  if (points)
    block.words.push(words('score', [points], points, font, width ? { x: width - side, y: 0, w: side, h: high }
      : { x: 12, y: high, w: long, h: high }, { anchor: width ? 'middle' : 'start', owner }));
  return block;
}

/** @param {View} view @param {number} owner */
export const nameOf = (view, owner) => (view.viewer === String(owner) ? 'You' : capital(view.names[owner]));

/** Name and blocks of a panel, in the way that is lowest: the name above, at the left of the first line, or at the left
 * of all. @param {Table} table @param {number} owner @param {(width: number) => Block[]} make @param {number} width
 * @param {boolean} small @param {number | undefined} style that it has had */
function headed(table, owner, make, width, small, style) {
  const align = small ? /** @type {const} */ ('start') : 'middle';
  const gap = small || table.tight ? 8 : 16;
  const full = make(width);
  const beside = headBlock(table, owner, 0, small);
  const rest = width - beside.w - gap;
  /** @type {(() => Block | null)[]} */
  const styles = [
    () => {
      const whole = emptyBlock(width, 0);
      const head = headBlock(table, owner, width, small);
      const content = flow(full, width, { align, gap });
      put(whole, head, 0, 0);
      put(whole, content, 0, head.h + 3);
      whole.h = head.h + (content.h ? 3 + content.h : 0);
      return whole;
    },
    () => (full.length && full[0].w <= rest
      ? join(flow(full, width, { align, gap, indent: beside.w + gap }), 0) : null),
    () => {
      const narrow = full.length && rest > width * 0.5 ? make(rest) : [];
      return narrow.length ? join(flow(narrow, rest, { align, gap }), beside.w + gap) : null;
    },
  ];
  /** @param {Block} content @param {number} x */
  const join = (content, x) => {
    const whole = emptyBlock(width, Math.max(beside.h, content.h));
    put(whole, beside, 0, 0);
    put(whole, content, x, 0);
    return whole;
  };
  const old = style === undefined ? null : styles[style]();
  if (old && style !== undefined) return { block: old, style };
  let best = { block: /** @type {Block} */ (styles[0]()), style: 0 };
  for (const other of [1, 2]) {
    const block = styles[other]();
    if (block && block.h < best.block.h - 4) best = { block, style: other };
  }
  return best;
}

/** @param {Table} table @param {number | null} owner @param {number} width */
const keptGroup = (table, owner, width) =>
  table.kept.find((group) => group.owner === owner && Math.abs(group.w - width) < 1);

/** The panel of a seat. @param {Table} table @param {number} owner @param {(width: number) => Block[]} make its blocks
 * in a width @param {number} width @param {boolean} small @returns {Block} */
function panel(table, owner, make, width, small) {
  const { view } = table;
  const pad = small || table.tight ? 5 : PAD;
  const kept = keptGroup(table, owner, width);
  const { block: content, style } = headed(table, owner, make, width - 2 * pad, small, kept?.style);
  const block = emptyBlock(width, Math.max(content.h + 2 * pad, kept?.h ?? 0));
  put(block, content, pad, pad);
  block.groups.push({ owner, name: nameOf(view, owner), score: view.scores?.[owner] ?? null,
    active: view.waiting.includes(owner), mine: owner === table.mine, style, pad,
    head: pad + ((small ? 12 : 14) * table.text * LINE + 2) / 2, x: 0, y: 0, w: width, h: block.h });
  return block;
}

/** What belongs to nobody has a panel that is not seen. @param {Table} table @param {Block} content
 * @param {number} width @param {number} [style] */
function open(table, content, width, style = 0) {
  const kept = keptGroup(table, null, width);
  const block = emptyBlock(width, Math.max(content.h, kept?.h ?? 0));
  put(block, content, (width - content.w) / 2, 0);
  block.groups.push({ owner: null, name: '', score: null, active: false, mine: false, pad: 0, head: 0, style,
    x: 0, y: 0, w: width, h: block.h });
  return block;
}

/** The blocks of an owner; where a zone has been, there is room for it. @param {Table} table
 * @param {number | null} owner @param {Item[]} items @param {(item: Item) => Block} block */
function blocksOf(table, owner, items, block) {
  const blocks = items.map(block);
  for (const { owner: seat, rank, w, h } of table.gone)
    if (seat === owner) blocks.splice(items.filter((item) => item.rank < rank).length, 0, emptyBlock(w, h));
  return blocks;
}

/** What is the same for all zones. @param {Table} table */
const sizeOf = ({ options: { touch }, text, tight }) => ({ own: false, small: false, touch, text, tight });

/** @param {Table} table @param {number | null} owner */
const itemsOf = (table, owner) => table.items.filter(({ zone }) => zone.owner === owner)
  .sort((a, b) => a.rank - b.rank);

/** The panels of the others, in as many columns of equal width as make them lowest.
 * @param {Table} table @param {number} width @param {number} card */
function othersBlock(table, width, card) {
  const kept = table.kept.find((group) => group.owner === table.others[0]);
  if (kept) return othersIn(table, width, card, Math.round((width + 6) / (kept.w + 6)));
  const most = Math.min(table.others.length, Math.floor((width + 6) / 110));
  let best = othersIn(table, width, card, 1);
  for (let columns = 2; columns <= most; columns++) {
    const block = othersIn(table, width, card, columns);
    if (block.h < best.h * 0.92) best = block;
  }
  return best;
}

/** @param {Table} table @param {number} width @param {number} card @param {number} columns */
function othersIn(table, width, card, columns) {
  const gap = 6;
  const each = (width + gap) / columns - gap;
  const whole = emptyBlock(width, 0);
  for (let first = 0; first < table.others.length; first += columns) {
    const line = table.others.slice(first, first + columns).map((seat) => {
      /** @param {number} room */
      const make = (room) => blocksOf(table, seat, itemsOf(table, seat), (item) => zoneBlock(item,
        { ...sizeOf(table), small: true, width: room, card }));
      return panel(table, seat, make, each, true);
    });
    const high = Math.max(...line.map((block) => block.h));
    line.forEach((block, i) => {
      block.groups[0].h = high;
      put(whole, block, i * (each + gap), whole.h);
    });
    whole.h += high + gap;
  }
  whole.h = Math.max(0, whole.h - gap);
  return whole;
}

/** What belongs to nobody: the main map with the rest beside it where there is room and that is lower, else below.
 * @param {Table} table @param {number} width @param {number} card @param {number} mapCard */
function commonBlock(table, width, card, mapCard) {
  if (!table.main) return open(table, restBlock(table, width, card), width);
  const map = mainBlock(table, table.main, width, mapCard);
  const gap = table.tight ? 12 : 24;
  const style = keptGroup(table, null, width)?.style;
  const room = Math.min(320, width - map.w - gap);
  const side = style !== BELOW && room >= (table.tight ? 84 : 150) ? restBlock(table, room, card) : null;
  const below = side && style === BESIDE ? null
    : flow([map, restBlock(table, width, card)].filter((block) => block.h), width,
      { align: 'middle', gap: gapOf(table) });
  if (!side || (below && below.h <= Math.max(side.h, map.h))) return open(table, below ?? map, width, BELOW);
  const whole = emptyBlock(map.w + (side.h ? gap + side.w : 0), Math.max(map.h, side.h));
  put(whole, map, 0, (whole.h - map.h) / 2);
  put(whole, side, map.w + gap, (whole.h - side.h) / 2);
  return open(table, whole, width, BESIDE);
}

const BELOW = 1;
const BESIDE = 2;

/** @param {Table} table @param {Item} main @param {number} width @param {number} card */
const mainBlock = (table, main, width, card) =>
  zoneBlock(main, { ...sizeOf(table), card, width });

/** @param {Table} table */
const gapOf = (table) => (table.tight ? 6 : GAP);

/** What is common besides the main map: what all look at is large, piles beside it are not; what is out of play comes
 * last, and small. @param {Table} table @param {number} width @param {number} card */
function restBlock(table, width, card) {
  const { tight } = table;
  const gap = tight ? 9 : 14;
  const boxesLast = itemsOf(table, null).filter((item) => item !== table.main)
    .sort((a, b) => Number(a.zone.kind === 'box') - Number(b.zone.kind === 'box'));
  const blocks = blocksOf(table, null, boxesLast, (item) => {
    const { kind, places } = item.zone;
    const backs = places.every(({ pieces }) => pieces.length && pieces.every((piece) => piece.back));
    const part = kind === 'box' ? 0.5 : item.lead && !table.main ? 1.1 : kind === 'pile' || backs ? 0.72 : 1;
    return zoneBlock(item, { ...sizeOf(table), width, card: Math.max(kind === 'box' ? 22 : 36, card * part),
      small: tight || kind === 'box' });
  });
  return flow(blocks, width, { align: 'middle', gap, low: true });
}

/** My own panel; where there is little room, what I have is smaller than what I hold. @param {Table} table
 * @param {number} seat @param {number} width @param {number} card */
function mineBlock(table, seat, width, card) {
  const { tight } = table;
  /** @param {number} room */
  const make = (room) => blocksOf(table, seat, itemsOf(table, seat), (item) => {
    const part = isMap(item.zone) ? (tight ? 0.9 : 1.1) : item.zone.kind === 'hand' || !tight ? 1 : 0.8;
    return zoneBlock(item, { ...sizeOf(table), own: true, width: room, card: Math.max(36, card * part) });
  });
  return panel(table, seat, make, width, false);
}

/* ---- the table ---- */

const SCALES = Array.from({ length: 28 }, (_, i) => 1.25 - i * 0.03);

/** Widths of cards at scale 1, and the least scale. @param {Table} table */
function sizes({ wide, tight, options }) {
  const { width, height } = options;
  const grown = Math.min(1.6, wide ? Math.max(0.6, Math.min(width / 1280, height / 720)) : Math.max(1, width / 400));
  if (wide) return { mine: 100 * grown, common: 90 * grown, others: 58 * grown, map: 128 * grown, least: 0.44 };
  if (tight) return { mine: 64, common: 54, others: 32, map: 84, least: 0.44 };
  const least = Math.max(0.44, 0.6 / grown);
  return { mine: 64 * grown, common: 54 * grown, others: 34 * grown, map: 84 * grown, least };
}

/** The widest cards that the main map can have. @param {Table} table @param {number} width */
function widestCard({ main }, width) {
  const across = Math.max(0, ...(main?.zone.places ?? []).map((place) => place.x)) / 2 + 1;
  return width / (across * 1.1);
}

/** All blocks at a scale: how high they are, and the block that they make together. @param {Table} table
 * @param {number} scale */
function arrange(table, scale) {
  const { options: { width, height }, column, main } = table;
  const margin = width < 500 ? 5 : 12;
  const inner = width - 2 * margin;
  const cards = cardsOf(table, inner, scale);
  const others = column ? emptyBlock(0, 0) : othersBlock(table, inner, cards.others);
  const middle = column && main ? columnsBlock(table, main, inner, cards) : middleBlock(table, inner, cards);
  const above = margin + (others.h ? others.h + gapOf(table) : 0);
  const need = above + middle.least + margin;
  const high = Math.max(need, height);
  return {
    need,
    block() {
      const whole = emptyBlock(width, high);
      put(whole, others, margin, margin);
      put(whole, middle.block(high - margin - above), margin, above);
      return whole;
    },
  };
}

/** @typedef {{ mine: number, common: number, others: number, map: number }} Cards widths of cards */

/** @param {Table} table @param {number} width @param {number} scale @returns {Cards} */
function cardsOf(table, width, scale) {
  const base = sizes(table);
  const least = table.tight ? 36 : 40;
  return {
    // On a narrow table larger cards would only cover each other.
    mine: Math.max(46, base.mine * (table.wide ? scale : Math.min(1, scale))),
    common: Math.max(least, base.common * scale),
    others: Math.max(28, base.others * scale),
    map: Math.max(least, Math.min(base.map * scale, widestCard(table, width) * Math.min(1, scale + 0.1))),
  };
}

/** What is common and, below it, what is mine; beside it where mine is a map and there is room.
 * @param {Table} table @param {number} width @param {Cards} cards */
function middleBlock(table, width, cards) {
  const { wide, main, mine: seat } = table;
  const beside = wide && !main && itemsOf(table, seat).some(({ zone }) => isMap(zone));
  const split = beside && seat !== null ? width * 0.4 : 0;
  const commonWidth = split || width;
  const mineWidth = width - (split ? split + GAP : 0);
  const common = commonBlock(table, commonWidth, cards.common, cards.map);
  const mine = seat === null ? emptyBlock(width, 0) : mineBlock(table, seat, mineWidth, cards.mine);
  const below = mine.h && !split ? mine.h + gapOf(table) : 0;
  return {
    least: Math.max(common.h + below, mine.h),
    /** @param {number} high */
    block(high) {
      const whole = emptyBlock(width, high);
      put(whole, common, 0, (high - below - common.h) / 2);
      put(whole, mine, split ? split + GAP : 0, high - mine.h);
      return whole;
    },
  };
}

/** A map that takes the whole height, and beside it the others, the rest of what is common, and what is mine.
 * @param {Table} table @param {Item} main @param {number} width @param {Cards} cards */
function columnsBlock(table, main, width, cards) {
  const { mine: seat } = table;
  const side = Math.max(240, Math.min(460, width * 0.34));
  const room = width - side - GAP;
  const map = open(table, mainBlock(table, main, room, cards.map), room);
  const others = othersIn(table, side, cards.others, 1);
  const rest = open(table, restBlock(table, side, cards.common), side);
  const mine = seat === null ? emptyBlock(side, 0) : mineBlock(table, seat, side, cards.mine);
  return {
    least: Math.max(map.h, others.h + rest.h + mine.h + 2 * GAP),
    /** @param {number} high */
    block(high) {
      const whole = emptyBlock(width, high);
      put(whole, map, 0, (high - map.h) / 2);
      put(whole, others, room + GAP, 0);
      if (rest.h) put(whole, rest, room + GAP, (high + others.h - mine.h - rest.h) / 2);
      put(whole, mine, room + GAP, high - mine.h);
      return whole;
    },
  };
}

/** So much of the height is taken at first: there is room for a little more to come. */
const AT_FIRST = 0.97;

/** The largest scale that fits the height. @param {Table} table */
function largest(table) {
  const scales = SCALES.filter((scale) => scale >= sizes(table).least);
  let low = 0;
  let high = scales.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (arrange(table, scales[middle]).need <= table.options.height * AT_FIRST) high = middle;
    else low = middle + 1;
  }
  return scales[low];
}

/** The table as it is on the screen, if that can still be, and if it is not much smaller than it could be.
 * @param {Table} table */
function asBefore(table) {
  const { view, items, options: { before, height } } = table;
  if (!before || before.size !== sizeName(table.options)) return null;
  const { scale, column } = before;
  const needless = before.height > height ? 0.85 : scale < 1 ? 0.7 : 0;
  if (needless && arrange({ ...table, column }, scale).need < height * needless) return null;
  const gone = goneOf(before, view, items);
  const same = arrange({ ...table, column, kept: before.groups, gone }, scale);
  return same.need <= before.height ? { scale, column, gone, whole: same.block() } : null;
}

/** Zones that were there and may come again; after some turns nobody waits for them any more. @param {Plan} before
 * @param {View} view @param {Item[]} items @returns {Gone[]} */
function goneOf(before, view, items) {
  /** @param {ZoneBox} zone */
  const away = (zone) => items.every((item) => item.old !== zone);
  return [...before.zones.filter(away).map((zone) => ({ ...zone, seen: view.n })),
    ...before.gone.filter((zone) => away(zone) && Math.abs(view.n - zone.seen) < 6 + 8 * view.names.length)];
}

/** The others stand above all, unless cards are much larger when they are in a column with the rest.
 * @param {Table} table */
function inBestShape(table) {
  const above = largest(table);
  const beside = table.wide && table.main ? largest({ ...table, column: true }) : 0;
  const column = beside > above + 0.07;
  const scale = column ? beside : above;
  return { scale, column, gone: [], whole: arrange({ ...table, column }, scale).block() };
}

/** @param {Table} table */
function anew(table) {
  const { view, options } = table;
  const plan = inBestShape(table);
  if (!options.before || (plan.whole.h <= options.height && plan.scale >= 1)) return plan;
  // When that is too much, nothing is kept free for what was there once.
  const bare = inBestShape(tableOf(view, { ...options, before: null }));
  return bare.scale > plan.scale + 0.1 || bare.whole.h < plan.whole.h - 1 ? bare : plan;
}

/** @param {Options} options */
const sizeName = (options) => `${options.width}x${options.height}`;

/** @param {View} view @param {Options} options @returns {Table} */
function tableOf(view, options) {
  const items = view.zones.map((zone, index) => itemOf(zone, index, view, options.before));
  const { me, width, height } = options;
  const seats = view.names.map((_, seat) => seat);
  const others = me === null ? seats : [...seats.slice(me + 1), ...seats.slice(0, me)];
  const maps = items.filter(({ zone }) => zone.owner === null && isMap(zone)
    && zone.places.some((place) => place.y > 0));
  maps.sort((a, b) => b.zone.places.length - a.zone.places.length);
  const wide = width >= 600 && width > height * 1.15;
  const text = wide ? Math.max(1, Math.min(1.3, height / 850)) : 1;
  return { view, items, options, wide, main: maps[0] ?? null, others, mine: me, kept: [], gone: [], text,
    tight: width < 600 || height < 420, column: false };
}

/** Where a view lies on a table of this size. @param {View} view @param {Options} options @returns {Plan} */
export function layout(view, options) {
  const table = tableOf(view, options);
  const { scale, column, gone, whole } = asBefore(table) ?? anew(table);
  const { groups, zones, places, pieces, words: text } = gather(whole, 0, 0, emptyBlock(0, 0));
  giveKeys(view, pieces);
  return { width: options.width, height: Math.ceil(whole.h), scale, size: sizeName(options), column, gone, groups,
    zones, places, pieces, words: text, ways: waysOf(view, places) };
}

/** Names by which pieces can be followed: a single card by its thing, others by their number among those alike.
 * @param {View} view @param {PieceBox[]} boxes */
export function giveKeys(view, boxes) {
  /** @type {Map<string, number>} */
  const total = new Map();
  /** @type {Map<string, number>} */
  const firsts = new Map();
  for (const place of view.zones.flatMap((zone) => zone.places))
    place.pieces.forEach((piece, order) => {
      const name = alike(piece, place.id);
      firsts.set(`${place.id} ${order}`, total.get(name) ?? 0);
      total.set(name, (total.get(name) ?? 0) + (piece.count ?? 1));
    });
  for (const box of boxes) {
    const name = alike(box.piece, box.place);
    const first = firsts.get(`${box.place} ${box.order}`) ?? 0;
    box.key = isCard(box.piece) && !box.piece.back && total.get(name) === 1 ? name : `${name}#${first + box.unit}`;
  }
}

/** @param {Piece} piece @param {number} place */
const alike = (piece, place) => (piece.back ? `${piece.thing} at ${place}` : piece.thing);

/** The ways between places: along trails and around rings, and the links. @param {View} view @param {PlaceBox[]} places
 * @returns {Way[]} */
export function waysOf(view, places) {
  /** @type {Map<number, [number, number]>} */
  const centres = new Map(places.map(({ id, x, y, w, h }) => [id, [x + w / 2, y + h / 2]]));
  const widths = new Map(places.map(({ id, w }) => [id, w]));
  /** @param {number[]} ids */
  const points = (ids) => ids.flatMap((id) => {
    const centre = centres.get(id);
    return centre ? [centre] : [];
  });
  /** @type {Way[]} */
  const ways = view.zones.filter((zone) => zone.kind === 'ring' || zone.kind === 'trail').map((zone) => ({
    kind: 'path', points: points(zone.places.map((place) => place.id)), closed: zone.kind === 'ring',
    width: (widths.get(zone.places[0]?.id) ?? 0) * (zone.kind === 'trail' ? 0.45 : 0.15) }));
  for (const { kind, from, to } of view.links ?? [])
    ways.push({ kind, points: points([from, to]), closed: false, width: (widths.get(from) ?? 0) * 0.22 });
  return ways;
}
