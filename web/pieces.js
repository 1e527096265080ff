// pieces.js: how cards, gems, pawns, tokens and dice look. It knows kinds, colours, numbers, marks and names, no game.

import { nothing, svg } from './lit.js';
import { creature } from './creatures.js';
import { designNow } from './tables.js';
import { boxSlug } from './widgets.js';
import { cuts, emblems, gnome, hearts, symbols } from './shapes.js';

/** @import { SVGTemplateResult } from 'lit-html' */
/** @import { Face, Part, Piece } from './types.d.ts' */

/** @typedef {keyof typeof emblems} Emblem */

/**
 * What a box adds of its own: the pattern of its backs, the emblem on them and the one on backs of another kind; the emblem of a coloured card that has neither number nor name; what is counted on cards that are
 * only a number, above and below nought; who stands on cards that have a name and no colour, and in which mood; and
 * emblems for single names. Its colours are in boxes.css.
 * @typedef {{
 *   pattern: keyof typeof patterns, back: Emblem, otherBack: Emblem, emblem: Emblem, pips: Emblem[],
 *   cast: 'monster' | 'gnome' | null, moods: Record<string, string>, pictures: Record<string, Emblem>,
 * }} Look
 */

/** @type {Look} */
const plain = {
  pattern: 'lattice',
  back: 'star',
  otherBack: 'goal',
  emblem: 'star',
  pips: ['dot', 'ring'],
  cast: null,
  moods: {},
  pictures: {},
};

/** @type {Record<string, Look>} */
const looks = {
  jabberwocky: { ...plain, pattern: 'scales', otherBack: 'dragon', emblem: 'dragon' },
  'the-gnumies': {
    ...plain,
    pattern: 'confetti',
    otherBack: 'hat',
    cast: 'monster',
    moods: { Wullawaki: 'grim', Copicaster: 'masked' },
  },
  'those-pesky-garden-gnomes': { ...plain, pattern: 'hats', back: 'toadstool' },
  'oh-gnome-you-don-t': {
    ...plain,
    pattern: 'leaves',
    back: 'trail',
    otherBack: 'fist',
    cast: 'gnome',
    pictures: {
      Honey: 'pot', 'Field Mushrooms': 'mushrooms', Blueberries: 'berries', Walnuts: 'walnut', Hazelnuts: 'nuts',
      Strawberries: 'strawberry', 'Juniper Berries': 'juniper', Blackberries: 'blackberry', Truffles: 'truffles',
      Elderberries: 'elderberries', 'Baby Field Mouse': 'mouse', 'Whittled Flute': 'flute', 'Woven Basket': 'basket',
      Flax: 'flax', 'Bouquet of Wildflowers': 'flowers', 'Small Deer Antler': 'antler', Firewood: 'logs',
      Mining: 'pick', 'Second Wind': 'wind', Shortcut: 'trail', 'Light Fingers': 'hand', 'Change Places': 'swap',
      'Wrong Turn': 'signpost', 'Long Nap': 'sleep', 'Nip of Gin': 'bottle', 'Oh Gnome You Don\'t!': 'stop',
      'Cure Most Remedy': 'remedy', 'Hornet Sting': 'hornet', 'Thieving Magpie': 'magpie',
      'Stinging Nettles': 'nettle', 'Trip Wire': 'wire', 'Dirty Trick': 'mask', 'Pull My Finger': 'finger',
    },
  },
  'gnoming-a-round': {
    ...plain,
    back: 'flag',
    pips: ['ball', 'pennant'],
    pictures: { hazard: 'sand', mulligan: 'again' },
  },
};

/**
 * One tile of a back, drawn again and again.
 * @type {Record<string, { dx: number, dy: number, shift: number, draw: (x: number, y: number, i: number) => string }>}
 */
const patterns = {
  scales: { dx: 15, dy: 7.5, shift: 7.5, draw: (x, y) => `M${x - 6} ${y}a6 6 0 0 0 12 0h-1.6a4.4 4.4 0 0 1-8.8 0z` },
  confetti: {
    dx: 15,
    dy: 13,
    shift: 7.5,
    draw: (x, y, i) => `M${x} ${y}${['m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z', 'm-3-1l5-2l1 2l-5 2z', 'm0-3l3 5h-6z',
      'm-2-3h2l2 6h-2z'][(i * 7 + (i >> 2)) % 4]}`,
  },
  hats: { dx: 18, dy: 13, shift: 9, draw: (x, y) => `M${x - 5} ${y + 4}q5 2 10 0q-3-6-1-9.6q-6 2-9 9.6z` },
  leaves: { dx: 16, dy: 12, shift: 8, draw: (x, y) => `M${x} ${y - 5}q6 4 0 10q-5-5 0-10z` },
  lattice: { dx: 12, dy: 8, shift: 6, draw: (x, y) => `M${x} ${y - 2.4}l2.4 2.4l-2.4 2.4l-2.4-2.4z` },
};

/** Natural proportions. @param {Piece} piece @returns {{ w: number, h: number }} */
export function pieceShape(piece) {
  if (piece.kind === 'card') return { w: 5, h: 7 };
  if (piece.kind === 'pawn') return { w: 3, h: 4 };
  return { w: 1, h: 1 };
}

/**
 * A piece, drawn from 0,0 to w,h. Below TINY only what identifies it is drawn, as large as can be.
 * @param {Piece} piece @param {number} w @param {number} h @param {{ box?: string, tiny?: boolean }} [how]
 * @returns {SVGTemplateResult}
 */
export function piece(piece, w, h, { box = '', tiny = false } = {}) {
  const pen = { look: looks[boxSlug(box)] ?? plain, tiny: tiny || w < TINY, px: w / 100, h: round((h / w) * 100) };
  const number = piece.number === undefined ? '' : ` number-${piece.number}`;
  const kind = `piece piece-${piece.kind} colour-${piece.colour ?? 'none'}${number}`;

  return svg`<g class=${kind} transform="scale(${round(pen.px, 4)})">${designed(piece, pen, w) ?? drawers[piece.kind](piece, pen)}</g>`;
}

// ---- as a design says (docs/table.md) -------------------------------------------------------------

/** What a design draws for a piece: by its thing, its title, or its kind with its sign, number or colour. @param {Piece} piece */
export function artOf(piece) {
  const art = designNow()?.art;
  if (!art || piece.back) return null;
  const { kind, thing, title, sign, number, colour } = piece;
  const names = [thing, title, sign && `${kind} ${sign}`, number !== undefined && `${kind} ${number}`, colour && `${kind} ${colour}`, kind];
  const found = names.map((name) => (name ? art[name] : undefined)).find((one) => one !== undefined);
  return found === undefined ? null : typeof found === 'string' ? { use: found } : found;
}

/** @param {Piece} piece @param {Pen} pen @param {number} w in pixels */
function designed(piece, pen, w) {
  const design = designNow();
  if (!design) return null;
  const art = artOf(piece);
  if (piece.kind !== 'card') return art ? svg`<use href="#${art.use}" width="100" height=${pen.h}></use>` : null;
  const face = design.cards?.find((one) => suits(one, piece, w));
  return face ? svg`${designedFace(piece, pen, face, art)}${piece.down ? fold(pen) : nothing}` : null;
}

/** The corner of a card that lies face down for others shows its back. @param {Pen} pen */
const fold = ({ h }) => svg`<path class="p-back" d=${`M99 ${h - 46}V${h - 9}A8 8 0 0 1 91 ${h - 1}H53Z`}></path>
  <path class="p-fold-edge" d=${`M99 ${h - 46}L53 ${h - 1}`}></path>`;

/** @param {Face} face @param {Piece} piece @param {number} w */
function suits({ when, from = 0, below = Infinity }, piece, w) {
  /** @param {boolean | undefined} wanted @param {unknown} is */
  const fits = (wanted, is) => wanted === undefined || wanted === Boolean(is);
  return w >= from && w < below && Boolean(when.back) === Boolean(piece.back) && fits(when.other, piece.other)
    && (when.number === undefined || when.number === piece.number) && fits(when.named, piece.title) && fits(when.numbered, piece.number !== undefined) && fits(when.coloured, piece.colour);
}

/** @param {Piece} piece @param {Pen} pen @param {Face} face @param {{ use: string, name?: string } | null} art */
function designedFace(piece, pen, face, art) {
  const box = (/** @type {Part} */ [x, y, w, h]) => ({ x, y: (y * pen.h) / 100, w, h: (h * pen.h) / 100 });
  const onPrint = face.ground === 'print';
  const ink = onPrint ? 'p-on' : 'p-deep';
  const name = piece.title ?? art?.name ?? '';
  const parts = [face.ground === 'stock' ? svg`<rect class="p-stock" x="1" y="1" width="98" height=${pen.h - 2} rx="9"></rect>
    <rect class="p-rim" x="5" y="5" width="90" height=${pen.h - 10} rx="6"></rect>` : stock(pen, 'p-print')];
  if (face.art) {
    const { x, y, w, h } = box(face.art);
    if (art) parts.push(svg`<use href="#${art.use}" x=${x} y=${round(y)} width=${w} height=${round(h)}></use>`);
    else if (!piece.back) parts.push(emblem(pen.look.pictures[name] ?? pen.look.emblem, x + w / 2, round(y + h / 2), Math.min(w, h) / 2.2));
  }
  if (face.index) {
    const { x, y, w, h } = box(face.index);
    const text = index(piece);
    const size = fitting(text, w, h * 0.86);
    parts.push(label(text, x, y + h / 2, size, `p-number p-left ${ink}`));
  }
  if (face.symbol && piece.colour) {
    const { x, y, w, h } = box(face.symbol);
    parts.push(shape(symbols[piece.colour], x + w / 2, y + h / 2, Math.min(w, h) / 2, onPrint ? 'p-on' : 'p-tint'));
  }
  if (face.name && name) {
    const { x, y, w, h } = box(face.name);
    parts.push(svg`<rect class="p-ribbon" x=${x} y=${round(y)} width=${w} height=${round(h)} rx="4"></rect>`,
      ...words(name, x + w / 2, y + h / 2, w - 4, h - 2, 17, 'p-name p-dark'));
  }
  if (face.second && piece.second) {
    const { x, y, w, h } = box(face.second);
    parts.push(medal(badge(piece), x + w / 2, y + h / 2, Math.min(w, h) / 2));
  }
  return svg`${parts}`;
}

/**
 * Pieces are 100 wide and as high as h says; a unit is px pixels.
 * @typedef {{ look: Look, tiny: boolean, px: number, h: number }} Pen
 */

const TINY = 40;

/** @type {Record<Piece['kind'], (piece: Piece, pen: Pen) => SVGTemplateResult>} */
const drawers = { card, gem, pawn, token, die };

// ---- words ---------------------------------------------------------------------------------------

/** What stands in the corner, large. @param {Piece} piece */
function index({ sign, number }) {
  return sign === '*' ? '★' : minus(sign ?? `${number ?? ''}`);
}

/** What tells it from all others where only a few letters fit. @param {Piece} piece */
function shortest(piece) {
  return piece.colour && piece.title ? piece.mark : index(piece);
}

/** With a sign that is as wide as a plus. @param {string} text */
function minus(text) {
  return text.replace(/-(?=\d)/, '−');
}

/** The letter of its colour. @param {Piece} piece */
function initial({ colour = '' }) {
  return colour.charAt(0).toUpperCase();
}

/** The second value. @param {Piece} piece */
function badge(piece) {
  return minus(piece.second ?? '');
}

/** Signs that are whole sentences are no use in a corner. @param {Piece} piece */
function isWordy(piece) {
  return piece.number === undefined && index(piece).length > 3;
}

/**
 * The words in as few lines as fit.
 * @param {string} text @param {number} chars of a line
 */
function lines(text, chars) {
  /** @type {string[]} */
  const all = [];
  for (const word of text.split(' ')) {
    const last = all.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= chars) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all;
}

/**
 * Text in a box around x,y, as large as possible up to most.
 * @param {string} text @param {number} x @param {number} y @param {number} w @param {number} h @param {number} most
 * @param {string} kind
 */
function words(text, x, y, w, h, most, kind) {
  let best = { size: 0, rows: [''] };
  for (let chars = 4; chars <= 24; chars++) {
    const rows = lines(text, chars);
    const longest = Math.max(...rows.map((row) => row.length));
    const size = Math.min(most, w / (0.61 * longest), h / (1.08 * rows.length));
    if (size > best.size) best = { size, rows };
  }
  const { size, rows } = best;
  const top = y - (rows.length / 2 - 0.5) * 1.08 * size;
  return rows.map((row, i) => label(row, x, top + i * 1.08 * size, size, kind));
}

/**
 * One line around x,y.
 * @param {string} text @param {number} x @param {number} y @param {number} size @param {string} kind
 */
function label(text, x, y, size, kind) {
  return svg`<text class=${kind} x=${round(x)} y=${round(y + size * 0.345)} font-size=${round(size)}>${text}</text>`;
}

/** How wide a bold letter of size 1 is, in a broad font. @param {string} letter */
const broad = (letter) =>
  /[MW★]/.test(letter) ? 1.15 : /[A-Z−+]/.test(letter) ? 0.93 : 0.71;

/** The size at which text is not wider than w. @param {string} text @param {number} w @param {number} most */
function fitting(text, w, most) {
  const wide = [...text].reduce((sum, letter) => sum + broad(letter), 0);
  return Math.min(most, w / Math.max(wide, 0.1));
}

// ---- strokes --------------------------------------------------------------------------------------

/** @param {number} value @param {number} [digits] */
function round(value, digits = 1) {
  return Number(value.toFixed(digits));
}

/**
 * A symbol, r to each side of x,y.
 * @param {string} d @param {number} x @param {number} y @param {number} r @param {string} kind
 */
function shape(d, x, y, r, kind) {
  return svg`<path class=${kind} d=${d} transform="translate(${round(x)} ${round(y)}) scale(${round(r / 10, 3)})"/>`;
}

/** @param {Emblem} name @param {number} x @param {number} y @param {number} r */
function emblem(name, x, y, r) {
  return svg`<g transform="translate(${round(x)} ${round(y)}) scale(${round(r / 10, 3)})">
    ${emblems[name].map(([kind, d]) => svg`<path class=${kind} d=${d}/>`)}</g>`;
}

/** The ground of a card: the stock, and what is printed on it. @param {Pen} pen @param {string} print */
function stock(pen, print) {
  return svg`<rect class="p-stock" x="1" y="1" width="98" height=${pen.h - 2} rx="9"/>
    <rect class=${print} x="6" y="6" width="88" height=${pen.h - 12} rx="5"/>`;
}

/** @type {Map<string, string>} */
const sheets = new Map();

/** The pattern of a back, between the edges of its print. @param {string} name @param {number} h */
function sheet(name, h) {
  const key = `${name} ${h}`;
  if (!sheets.has(key)) {
    const { dx, dy, shift, draw } = patterns[name];
    let d = '';
    let i = 0;
    for (let y = 14, row = 0; y < h - 11; y += dy, row++)
      for (let x = 14 + (row % 2) * shift; x < 90; x += dx) d += draw(round(x), round(y), i++);
    sheets.set(key, d);
  }
  return sheets.get(key);
}

// ---- cards ----------------------------------------------------------------------------------------

/** @param {Piece} piece @param {Pen} pen */
function card(piece, pen) {
  if (piece.back) return back(piece, pen);
  return piece.down ? peeled(piece, pen) : face(piece, pen);
}

/** @param {Piece} piece @param {Pen} pen */
function back(piece, pen) {
  const other = Boolean(piece.other);
  const y = pen.h / 2;
  return backGround(pen, other, svg`<circle class="p-medal" cx="50" cy=${y} r="31"/>
    ${emblem(other ? pen.look.otherBack : pen.look.back, 50, y, 20)}`);
}

/** @param {Pen} pen @param {boolean} other @param {SVGTemplateResult | typeof nothing} [medal] */
function backGround(pen, other, medal = nothing) {
  return svg`<g class=${other ? 'p-other' : nothing}>${stock(pen, 'p-back')}
    ${pen.tiny ? nothing : svg`<path class="p-pattern" d=${sheet(pen.look.pattern, pen.h)}/>`}${medal}</g>`;
}

/**
 * A card that lies face down though one knows it: it is bent up so far that one can read what it is. Where there is
 * much to read or little room, its upper part is, otherwise its corner.
 * @param {Piece} piece @param {Pen} pen
 */
function peeled(piece, pen) {
  const { h, tiny } = pen;
  const wordy = isWordy(piece);
  const [left, right] = wordy || tiny ? [h * 0.68, h * 0.68] : [h * 0.95, h * 0.12];
  const dip = ((left - right) / 97) * 4.5; // from the edge of the card to that of the print
  const text = shortest(piece);
  const size = fitting(text, tiny ? 76 : 46, tiny ? 66 : 38);
  const [inLeft, inRight] = [round(left - 5 - dip), round(right - 5 + dip)];

  return svg`${backGround(pen, Boolean(piece.other))}
    <path class="p-fold" d="M1.5 ${round(left)}V10A8 8 0 0 1 9.5 1.5H90.5A8 8 0 0 1 98.5 10V${round(right)}Z"/>
    <path class="p-print" d="M6 ${inLeft}V11A5 5 0 0 1 11 6H89A5 5 0 0 1 94 11V${inRight}Z"/>
    <path class="p-crease" d="M3 ${round(left - dip / 3)}L97 ${round(right + dip / 3)}"/>
    ${wordy
      ? words(minus(piece.thing), 50, h * 0.34, 82, h * 0.52, 22, 'p-name p-on')
      : svg`${label(text, 13, 12 + size / 2, size, 'p-number p-on p-left')}
        ${piece.colour && !tiny ? shape(symbols[piece.colour], 23, 26 + size, 10, 'p-on') : nothing}`}`;
}

/** @param {Piece} piece @param {Pen} pen */
function face(piece, pen) {
  const name = piece.title ?? '';
  if (isWordy(piece)) return wordyFace(piece, pen);
  if (pen.tiny) return tinyFace(piece, pen, name);
  return svg`${stock(pen, 'p-print')}${corner(piece)}
    ${name ? namedMiddle(piece, pen, name) : svg`${gouges(pen)}${middle(piece, pen)}`}
    ${badge(piece) ? medal(badge(piece), 24, pen.h - 24, 14) : nothing}`;
}

/** The few marks that the knife leaves in the corner of a print. @param {Pen} pen */
function gouges({ h }) {
  const d = 'M-12-30l2-14l1 15zM-16-22l4-9v10zM-12-12l-14 2l15 1zM-28-13l-10 2h11zM-20-18l-7 1.5h8z';
  return svg`<path class="p-gouge" d=${d} transform="translate(100 ${h})"/>`;
}

/** Narrow, as cards of a hand lie over each other. @param {Piece} piece */
function corner(piece) {
  const text = index(piece);
  const size = fitting(text, 36, 33);
  return svg`${label(text, 13, 11 + size / 2, size, 'p-number p-on p-left')}
    ${piece.colour ? shape(symbols[piece.colour], 21, 23 + size, 7.5, 'p-on') : nothing}`;
}

/** A small round field for a value. @param {string} text @param {number} x @param {number} y @param {number} r */
function medal(text, x, y, r) {
  return svg`<circle class="p-paper" cx=${x} cy=${y} r=${r}/>
    ${label(text, x, y, fitting(text, r * 1.6, r * 1.35), 'p-number p-deep')}`;
}

/** @param {Piece} piece @param {Pen} pen @param {string} name */
function tinyFace(piece, pen, name) {
  const text = shortest(piece);
  const size = fitting(text, 84, 66);
  const small = badge(piece) || (text !== index(piece) && piece.number !== undefined ? index(piece) : '');

  return svg`${stock(pen, 'p-print')}${label(text, 11, 10 + size / 2, size, 'p-number p-on p-left')}
    ${piece.colour ? shape(symbols[piece.colour], small ? 27 : 62, pen.h - 33, small ? 14 : 20, 'p-on') : nothing}
    ${small ? medal(small, 68, pen.h - 32, 23) : nothing}
    ${somebody(piece, pen, name, 56, pen.h - 40, 34) ?? nothing}`;
}

/** @param {Piece} piece @param {Pen} pen */
function wordyFace(piece, pen) {
  const text = minus(piece.thing);
  if (pen.tiny) return svg`${stock(pen, 'p-print')}${words(text, 50, pen.h * 0.5, 80, pen.h * 0.8, 22, 'p-name p-on')}`;
  return svg`${stock(pen, 'p-print')}${emblem(pen.look.otherBack, 50, 36, 20)}
    ${words(text, 50, pen.h * 0.67, 80, pen.h * 0.5, 22, 'p-name p-on')}`;
}

/** The middle of a card that is no more than its colour and number. @param {Piece} piece @param {Pen} pen */
function middle(piece, pen) {
  const { colour, number } = piece;
  const y = pen.h * 0.6;
  if (number === undefined) return emblem(pen.look.emblem, 52, y, 34);
  if (!colour) return pips(number, pen);
  const [dx, dy, size] = hearts[colour] ?? [0, 0, 8];
  const text = `${number}`;
  const big = fitting(text, size * 4.4, size * 3.8);
  return svg`${shape(symbols[colour], 54, y, 34, 'p-symbol')}
    ${label(text, 54 + dx * 3.4, y + dy * 3.4, big, 'p-number p-deep')}`;
}

/** As many as the number says. @param {number} number @param {Pen} pen */
function pips(number, { h, look }) {
  const rows = pipRows[Math.abs(number)] ?? [];
  const name = look.pips[number < 0 ? 1 : 0];
  const top = h * 0.62 - (rows.length - 1) * 12;
  return rows.flatMap((n, row) =>
    Array.from({ length: n }, (_, i) => emblem(name, 54 + (i - (n - 1) / 2) * 26, top + row * 24, 11)));
}

/** @type {Record<number, number[]>} */
const pipRows = {
  1: [1], 2: [1, 1], 3: [1, 1, 1], 4: [2, 2], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2], 8: [3, 2, 3], 9: [3, 3, 3],
};

/**
 * Who stands on a card that has a name and no colour, in a box where somebody does.
 * @param {Piece} piece @param {Pen} pen @param {string} name @param {number} x @param {number} y @param {number} r
 */
function somebody(piece, { look }, name, x, y, r) {
  return look.cast && name && !piece.colour ? creature(look.cast, name, look.moods[name], x, y, r) : null;
}

/** The middle of a card with a name. @param {Piece} piece @param {Pen} pen @param {string} name */
function namedMiddle(piece, pen, name) {
  const y = pen.h * 0.46;
  const picture = somebody(piece, pen, name, 57, y + 12, 35)
    ?? emblem(pen.look.pictures[name] ?? pen.look.emblem, 56, y + 2, 26);
  return svg`${picture}
    <path class="p-ribbon" d="M5 ${pen.h - 36}H95V${pen.h - 5}H5Z"/>
    ${words(name, 50, pen.h - 21, 82, 27, 15, 'p-name p-dark')}`;
}

// ---- gems, pawns, tokens, dice --------------------------------------------------------------------

/** @param {Piece} piece @param {Pen} pen */
function gem(piece, { px, h }) {
  const corners = cuts[piece.colour ?? 'none'] ?? cuts.none;
  const girdle = cut(corners, 50, h / 2, CUT);
  const outline = `M${girdle.join('L')}Z`;
  // A gem of a few pixels: a strong edge and one spark say more than facets.
  if (px < 0.2)
    return svg`<path class="p-gem p-small" d=${outline}/><path class="p-edge p-small" d=${outline}/>
      <path class="p-spark" d="M${cut(corners, 44, h / 2 - 6, CUT * 0.4).join('L')}Z"/>`;

  const table = cut(corners, 50, h / 2, CUT * 0.58);
  const facets = corners.map((corner, i) => {
    const j = (i + 1) % corners.length;
    const kind = glint(corner, corners[j]);
    return kind ? svg`<path class=${kind} d="M${girdle[i]}L${girdle[j]}L${table[j]}L${table[i]}Z"/>` : nothing;
  });
  const text = `${piece.number ?? initial(piece)}`;
  const middle = corners.reduce((sum, [, y]) => sum + y, 0) / corners.length;

  return svg`<path class="p-gem" d=${outline}/>${facets}<path class="p-facet" d="M${table.join('L')}Z"/>
    ${text ? label(text, 50, h / 2 + middle * CUT * 0.6, 40, 'p-number p-on') : nothing}
    <path class="p-edge" d=${outline}/>`;
}

/** Corners around x,y. @param {number[][]} corners @param {number} x @param {number} y @param {number} scale */
function cut(corners, x, y, scale) {
  return corners.map(([dx, dy]) => `${round(x + dx * scale)} ${round(y + dy * scale)}`);
}

// Of 5: leaves room for the light edge that keeps a gem apart from a card of its colour.
const CUT = 4.4;

/** Light falls from above left: what the facet between two corners does. @param {number[]} a @param {number[]} b */
function glint(a, b) {
  const light = -(a[0] + b[0]) - 1.4 * (a[1] + b[1]);
  return light > 6 ? 'p-bright' : light < -8 ? 'p-shade' : '';
}

/** A gnome: its hat and coat have the colour. @param {Piece} piece @param {Pen} pen */
function pawn(piece, { h }) {
  return svg`<g transform="scale(1 ${round(h / 133, 3)})">
    <path class="p-halo" d=${gnome.coat}/><path class="p-halo" d=${gnome.hat}/>
    <path class="p-coat" d=${gnome.coat}/><path class="p-beard" d=${gnome.beard}/><path class="p-skin" d=${gnome.face}/>
    <path class="p-coat" d=${gnome.hat}/><circle class="p-nose" cx="50" cy="66" r="8"/>
    ${label(initial(piece), 50, 112, 34, 'p-number p-on')}</g>`;
}

/** A wooden disc. @param {Piece} piece @param {Pen} pen */
function token(piece, { h, look }) {
  const y = h / 2;
  const text = index(piece);
  const disc = svg`<circle class="p-wood" cx="50" cy=${y} r="47"/><circle class="p-ring" cx="50" cy=${y} r="38"/>`;
  if (piece.back) return svg`${disc}${emblem(look.back, 50, y, 22)}`;
  return svg`${disc}${piece.down ? svg`<path class="p-flap" d="M50 ${y + 47}A47 47 0 0 0 97 ${y}Z"/>` : nothing}
    ${label(text, piece.down ? 44 : 50, piece.down ? y - 4 : y, fitting(text, 60, 46), 'p-number p-on')}`;
}

/** @param {Piece} piece @param {Pen} pen */
function die(piece, { h }) {
  return svg`<rect class="p-cube" x="6" y=${h / 2 - 44} width="88" height="88" rx="16"/>
    ${label(index(piece), 50, h / 2, 58, 'p-number p-on')}`;
}
