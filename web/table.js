// table.js: draws a plan as one picture, turns clicks, keys and drags on it into touches, and lets pieces travel from
// where they were.
import { html, live, svg, nothing, render, repeat } from './lit.js';
import { journeys } from './journeys.js';
import { piece as drawing } from './pieces.js';
import { play as sound } from './sound.js';

/** @import { Piece, Touch, View } from './types.d.ts' */
/** @import { Journey, Transfer } from './journeys.js' */
/** @import { Box, Group, PieceBox, PlaceBox, Plan, Way, Words } from './layout.js' */

/**
 * @typedef {{ touchable: Touch[], picked: Touch[], hinted: Touch[], shown: number[], busy: boolean, still?: boolean, box?: string,
 *   also?: Touch[], tags?: { touch: Touch, text: string }[], dropsFor?: (from: Touch) => Touch[],
 *   ghosts?: Ghost[], last?: { seat: number, name: string, places: number[] }[] }} State
 *   while nothing goes on (`still`) a press explains what cannot be touched; `also` may be touched instead of what comes next; `tags` are words at what can be touched; `shown` are ids of
 *   places; `box` is the slug of the game's box; `dropsFor` says where a thing may be dragged to; `ghosts` are where pieces would come
 *   to, `last` where others have last done something
 * @typedef {{ piece: Piece, from: number, to: number, number: number }} Ghost
 * @typedef {{ place: number, thing?: string, thin: boolean }} Spot what was pressed: `thin` is hardly seen under others of a fan
 * @typedef {{ touch: (touch: Touch, thin: boolean) => void, drag: (from: Touch, to: Touch) => void, point?: (touch: Touch | null) => void,
 *   explain?: (spot: Spot, short: boolean) => void, seat?: (seat: number) => void }} Handlers
 *   `point` is told what the pointer or the focus is on, `explain` what somebody wants to have explained
 * @typedef {{ plan: Plan, state: State, handlers: Handlers }} Scene what a picture shows
 * @typedef {SVGSVGElement & { scene: Scene }} Picture
 */

/** @param {Touch} touch */
const touchName = (touch) => (touch.thing === undefined ? `${touch.place}` : `${touch.place} ${touch.thing}`);

/** @param {(string | false)[]} names */
const classes = (...names) => names.filter(Boolean).join(' ');

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/* ---- the picture ---- */

/** The touch that the Tab key comes to; arrow keys go from there to the others. */
let roving = '';

/** The table as one picture. @param {View} view @param {Plan} plan @param {State} state @param {Handlers} handlers */
export function tableView(view, plan, state, handlers) {
  const marks = marker(state);
  const shown = new Set(state.shown);
  const filled = new Set(plan.pieces.map((box) => box.place));
  const seen = seenOf(plan);
  const pieceOf = (/** @type {PieceBox} */ box) => pieceView(box, seen.get(box) ?? box.w, state.box ?? '',
    marks({ place: box.place, thing: box.piece.thing }, () => pieceText(view, plan, box)));
  const placeOf = (/** @type {PlaceBox} */ place) => placeView(place, shown.has(place.id), filled.has(place.id),
    placeText(view, place), marks({ place: place.id }, () => placeText(view, place)));
  const drawn = plan.pieces.filter((box) => !box.hidden);
  const { map } = plan;
  const top = (/** @type {{ onMap?: boolean }} */ box) => !box.onMap;
  const on = (/** @type {{ onMap?: boolean }} */ box) => Boolean(box.onMap);
  const behind = (/** @type {import('./types.d.ts').DrawingBox} */ one) => 'use' in one && !one.over && !inPanel(plan, one);
  return html`<svg class=${classes('table', state.busy && 'busy', Boolean(plan.design) && 'designed')} role="group" aria-label="The table" focusable="false"
    viewBox="0 0 ${plan.width} ${plan.height}" width=${plan.width} height=${plan.height}
    .scene=${{ plan, state, handlers }} @click=${clicked} @keydown=${keyed}
    @pointerdown=${pressed} @pointermove=${moved} @pointerup=${released} @pointercancel=${cancelled}
    @pointerover=${hovered} @pointerleave=${hovered} @contextmenu=${asked}
    @touchmove=${noScroll}>
    <g aria-hidden="true">${(plan.drawings ?? []).filter(behind).map(drawingView)}</g>
    ${map ? mapView(map, svg`<g>${repeat(plan.places.filter(on), (place) => place.id, placeOf)}</g>
      <g aria-hidden="true">${plan.words.filter(on).map(wordsView)}</g>
      <g aria-hidden="true">${lastViews(plan, state).filter(({ place }) => place.onMap).map(({ part }) => part)}</g>
      <g>${repeat(drawn.filter(on), (box) => box.key, pieceOf)}</g>
      <g class="t-ghosts" aria-hidden="true">${ghostsOf(plan, state).filter(on).map((ghost) => ghostView(ghost, state.box ?? ''))}</g>`) : nothing}
    <g>${plan.groups.map(groupView)}</g>
    <g aria-hidden="true">${(plan.drawings ?? []).filter((one) => !behind(one)).map(drawingView)}</g>
    <g>${plan.ways.filter((way) => way.kind === 'path').map(wayView)}</g>
    <g>${repeat(plan.places.filter(top), (place) => place.id, placeOf)}</g>
    <g>${plan.ways.filter((way) => way.kind !== 'path').map(wayView)}</g>
    <g aria-hidden="true">${plan.words.filter(top).map(wordsView)}</g>
    <g aria-hidden="true">${(plan.faces ?? []).map(faceView)}</g>
    <g>${repeat(drawn.filter(top), (box) => box.key, pieceOf)}</g>
    <g aria-hidden="true">${(plan.drawings ?? []).map(mineView)}</g>
    <g aria-hidden="true">${repeat(plan.counts ?? [], (count) => count.key, countView)}</g>
    <g aria-hidden="true">${(plan.bubbles ?? []).map(bubbleView)}</g>
    ${map?.overview ? overviewView(map, map.overview) : nothing}
    <g aria-hidden="true">${lastViews(plan, state).filter(({ place }) => !place.onMap).map(({ part }) => part)}</g>
    <g class="t-ghosts" aria-hidden="true">${ghostsOf(plan, state).filter(top).map((ghost) => ghostView(ghost, state.box ?? ''))}</g>
    <g class="t-tags" aria-hidden="true">${tagsOf(plan, state).map((tag) => tagView(plan, tag))}</g>
    <g class="t-flights" aria-hidden="true"></g>
    <g class="t-dragged" aria-hidden="true"></g>
  </svg>`;
}

/* ---- what a design adds ---- */

/** Behind a zone or a panel, and not behind the whole table. @param {Plan} plan @param {Box} box */
const inPanel = (plan, box) => box.w < plan.width * 0.98 && box.h < plan.height * 0.98 && plan.groups.some((group) =>
  box.x >= group.x - 1 && box.y >= group.y - 1 && box.x + box.w <= group.x + group.w + 1 && box.y + box.h <= group.y + group.h + 1);

/** @param {import('./types.d.ts').DrawingBox} drawing */
function drawingView(drawing) {
  const { x, y, w, h } = drawing;
  if ('mark' in drawing) return nothing;
  if (!('use' in drawing))
    return svg`<rect class="t-room" x=${round(x)} y=${round(y)} width=${round(w)} height=${round(h)} rx="8"></rect>`;
  const { use, view: [wide, high], fit = 'meet' } = drawing;
  const ratio = fit === 'fill' ? 'none' : `xMidYMid ${fit}`;
  return svg`<svg class="t-drawing" x=${round(x)} y=${round(y)} width=${round(w)} height=${round(h)} viewBox="0 0 ${wide} ${high}"
    preserveAspectRatio=${ratio}><use href="#${use}" width=${wide} height=${high}></use></svg>`;
}

/** What is mine among what belongs to nobody. @param {import('./types.d.ts').DrawingBox} drawing */
function mineView(drawing) {
  if (!('mark' in drawing)) return nothing;
  const { x, y, w, h, mark } = drawing;
  const size = Math.max(9.5, Math.min(15, w * 0.1));
  const wide = size * (0.58 * mark.length + 1);
  const [left, top] = [x + w - wide - 4, Math.max(1, y - size * 0.5)];
  return svg`<g class="t-mine"><rect class="t-mine-frame" x=${round(x + 1)} y=${round(y + 1)} width=${round(w - 2)} height=${round(h - 2)} rx="10"></rect>
    <rect class="t-mine-tag" x=${round(left)} y=${round(top)} width=${round(wide)} height=${round(size * 1.45)} rx=${round(size * 0.72)}></rect>
    <text x=${round(left + wide / 2)} y=${round(top + size * 1.08)} font-size=${round(size)} text-anchor="middle">${mark}</text></g>`;
}

/** The part of a map that is seen. @param {import('./types.d.ts').MapBox} map @param {unknown} inside */
function mapView(map, inside) {
  const [left, top] = map.window;
  const [wide, high] = map.size;
  return svg`<svg class="t-map" x=${round(map.x)} y=${round(map.y)} width=${round(map.w)} height=${round(map.h)}>
    <g transform="translate(${round(-map.x)} ${round(-map.y)})"><g class="t-world">
      <use aria-hidden="true" href="#${map.use}" x=${round(map.x - left * map.scale)} y=${round(map.y - top * map.scale)}
        width=${round(wide * map.scale)} height=${round(high * map.scale)}></use>${inside}</g></g></svg>
    <rect class="t-frame" x=${round(map.x)} y=${round(map.y)} width=${round(map.w)} height=${round(map.h)}></rect>`;
}

/** The whole map, small, with all who are on it and what part is seen. @param {import('./types.d.ts').MapBox} map
 * @param {NonNullable<import('./types.d.ts').MapBox['overview']>} small */
function overviewView({ use, window: [left, top, wide, high] }, { x, y, w, h, scale, pawns }) {
  return svg`<g class="t-overview" aria-hidden="true"><rect x=${round(x - 2)} y=${round(y - 2)} width=${round(w + 4)} height=${round(h + 4)} rx="5"></rect>
    <use href="#${use}" x=${round(x)} y=${round(y)} width=${round(w)} height=${round(h)}></use>
    <rect class="t-window" x=${round(x + left * scale)} y=${round(y + top * scale)} width=${round(wide * scale)} height=${round(high * scale)}></rect>
    ${pawns.map((pawn) => svg`<circle class="colour-${pawn.colour}" cx=${round(pawn.x)} cy=${round(pawn.y)} r="4"></circle>`)}</g>`;
}

/** @param {NonNullable<Plan['faces']>[number]} face */
function faceView({ x, y, w, h, use, active, hat, seat }) {
  return svg`<g class=${classes('t-face', active && 'active', `seat-${seat}`)} data-seat=${seat}>
    <circle cx=${round(x + w / 2)} cy=${round(y + h / 2)} r=${round(w * 0.49)}></circle>
    <use href="#${use}" x=${round(x + w * 0.04)} y=${round(y + h * 0.04)} width=${round(w * 0.92)} height=${round(h * 0.92)}></use>
    ${hat ? svg`<use href="#${hat}" x=${round(x + w * 0.22)} y=${round(y - h * 0.17)} width=${round(w * 0.56)} height=${round(h * 0.34)}></use>` : nothing}</g>`;
}

/** @param {NonNullable<Plan['bubbles']>[number]} bubble */
function bubbleView({ x: left, y, w: most, h, text, to, seat }) {
  const size = Math.min(h * 0.68, 24, most / (0.56 * text.length + 0.6));
  const w = Math.min(most, Math.max(h * 1.3, size * (0.56 * text.length + 1.1)));
  const x = Math.max(left, Math.min(left + most - w, to[0] - w / 2));
  const [cx, cy] = [x + w / 2, y + h / 2];
  const long = Math.hypot(to[0] - cx, to[1] - cy) || 1;
  const [dx, dy] = [(to[0] - cx) / long, (to[1] - cy) / long];
  const reach = Math.min(long * 0.55, h * 0.5 + 12 + Math.abs(dx) * w * 0.5);
  const tip = `${round(cx + dx * reach)} ${round(cy + dy * reach)}`;
  return svg`<g class="t-bubble" data-seat=${seat}><path d="M${round(cx - dy * 6)} ${round(cy + dx * 6)}L${tip}L${round(cx + dy * 6)} ${round(cy - dx * 6)}Z"></path>
    <rect x=${round(x)} y=${round(y)} width=${round(w)} height=${round(h)} rx=${round(h * 0.42)}></rect>
    <text x=${round(cx)} y=${round(cy + size * 0.35)} font-size=${round(size)} text-anchor="middle">${text}</text></g>`;
}

/** @type {Record<'badge' | 'meter' | 'tally', (count: import('./types.d.ts').CountBox) => unknown>} */
const counters = {
  badge({ x, y, w, h, icon, title, value, limit }) {
    const text = `${title ? `${title} ` : ''}${value}${limit && title ? `/${limit}` : ''}`;
    const side = Math.min(h, w * 0.55);
    const left = icon ? side * 1.05 : 0;
    const size = Math.min(h * 0.72, (w - left) / Math.max(0.6, 0.6 * text.length));
    return svg`${icon ? svg`<use href="#${icon}" x=${round(x)} y=${round(y + (h - side) / 2)} width=${round(side)} height=${round(side)}></use>` : nothing}
      <text x=${round(x + left + (icon ? 0 : w / 2))} y=${round(y + h / 2 + size * 0.36)} font-size=${round(size)}
        text-anchor=${icon ? 'start' : 'middle'}>${text}</text>`;
  },
  meter({ x, y, w, h, title, value, limit, calm }) {
    const most = Math.max(1, limit ?? value);
    const part = Math.max(0, Math.min(1, value / most));
    const text = `${title ? `${title} ` : ''}${value}${limit ? ` of ${limit}` : ''}`;
    const size = Math.min(h * 0.74, w / (0.58 * text.length));
    return svg`<rect class="t-meter" x=${round(x)} y=${round(y)} width=${round(w)} height=${round(h)} rx=${round(h / 2)}></rect>
      <rect class=${classes('t-filled', !calm && part >= 0.8 && 'near', !calm && part >= 1 && 'full')} x=${round(x)} y=${round(y)}
        width=${round(Math.max(h * Math.min(1, part * 3), w * part))} height=${round(h)} rx=${round(h / 2)}></rect>
      <text x=${round(x + w / 2)} y=${round(y + h / 2 + size * 0.36)} font-size=${round(size)} text-anchor="middle">${text}</text>`;
  },
  tally({ x, y, w, h, value, limit }) {
    const most = Math.max(limit ?? value, value);
    const r = Math.min(h / 2, w / most / 2.3);
    const near = limit !== null && value === limit - 1;
    return svg`<g class=${classes(near && 't-near')}>${Array.from({ length: most }, (_, i) => svg`<circle class=${classes('t-dot', i < value && 'full')}
      cx=${round(x + w / 2 + (i - (most - 1) / 2) * r * 2.3)} cy=${round(y + h / 2)} r=${round(r * 0.86)}></circle>`)}</g>`;
  },
};

/** @param {import('./types.d.ts').CountBox} count */
const countView = (count) => svg`<g class="t-count" data-count=${count.key}><title>${`${count.text}: ${count.value}${count.limit ? ` of ${count.limit}` : ''}`}</title>${counters[count.as](count)}</g>`;

/* ---- what would be, and what was ---- */

/** Where the ghosts are. @param {Plan} plan @param {State} state */
function ghostsOf(plan, state) {
  /** @type {Map<number, number>} */
  const met = new Map();
  return (state.ghosts ?? []).flatMap((ghost) => {
    const place = plan.places.find(({ id }) => id === ghost.to);
    if (!place || place.folded) return [];
    const { piece } = ghost;
    const alike = plan.pieces.find((box) => box.piece.kind === piece.kind && box.place === ghost.to)
      ?? plan.pieces.find((box) => box.piece.kind === piece.kind && box.onMap === place.onMap && !box.hidden);
    const least = Math.min(place.w, place.h);
    const w = alike && alike.w <= place.w * 1.2 ? alike.w : least * (piece.kind === 'card' ? 0.6 : 0.4);
    const h = w * (piece.kind === 'card' ? 1.4 : piece.kind === 'pawn' ? 4 / 3 : 1);
    const n = met.get(ghost.to) ?? 0;
    met.set(ghost.to, n + 1);
    return [{ ...ghost, onMap: place.onMap, x: place.x + place.w / 2 - w / 2 + n * w * 0.35, y: place.y + place.h / 2 - h * (place.onMap ? 0.8 : 0.5), w, h }];
  });
}

/** @param {Ghost & Box} ghost @param {string} gameBox */
function ghostView({ piece, number, x, y, w, h }, gameBox) {
  const r = Math.max(7, Math.min(11, w * 0.26));
  return svg`<g class="t-ghost" transform="translate(${round(x)} ${round(y)})">${drawing(piece, w, h, { box: gameBox })}
    ${number ? svg`<circle cx=${round(w)} cy="2" r=${round(r)}></circle><text x=${round(w)} y=${round(2 + r * 0.42)} font-size=${round(r * 1.25)}
      text-anchor="middle">${number}</text>` : nothing}</g>`;
}

/** Where others have last done something: a mark with the first letter of the name. @param {Plan} plan @param {State} state */
function lastViews(plan, state) {
  /** @type {Map<number, number>} */
  const met = new Map();
  return (state.last ?? []).flatMap(({ seat, name, places }) => places.flatMap((id) => {
    const place = plan.places.find((one) => one.id === id);
    const n = met.get(id) ?? 0;
    if (!place || place.folded || (n > 0 && !place.onMap)) return []; // on a table the newest covers the others
    met.set(id, n + 1);
    const r = place.onMap ? 7.5 : Math.max(5, Math.min(7.5, Math.min(place.w, place.h) * 0.16));
    const [x, y] = place.onMap ? [place.x + place.w / 2 + 14 + n * 15, place.y + place.h * 0.9]
      : [Math.min(plan.width - r - 1, place.x + place.w - r + 3 - n * 16), Math.max(r + 1, place.y + r - 4)];
    return [{ place, part: svg`<g class="t-last seat-${seat}" data-seat=${seat} transform="translate(${round(x)} ${round(y)})"><title>${`${name} was here last`}</title>
      <circle r=${r}></circle><text y="3.6" font-size="10.5" text-anchor="middle">${name.charAt(0).toUpperCase()}</text></g>` }];
  }));
}

/** How much of the width of a card is not under the next one of a fan. @param {Plan} plan */
function seenOf({ pieces }) {
  /** @type {Map<PieceBox, number>} */
  const seen = new Map();
  pieces.forEach((box, i) => {
    const next = pieces[i + 1];
    const covered = next && next.place === box.place && next.piece.kind === 'card' && box.piece.kind === 'card'
      && Math.abs(next.y - box.y) < 1 && next.x > box.x && next.x < box.x + box.w;
    if (covered) seen.set(box, next.x - box.x);
  });
  return seen;
}

/** Whether a touch can be made now. @param {State} state @param {Touch} touch */
const canTouch = (state, touch) => !state.busy
  && [...state.touchable, ...(state.also ?? [])].some((other) => touchName(other) === touchName(touch));

/** The tags of what can be touched, each with the box that it stands at. @param {Plan} plan @param {State} state */
function tagsOf(plan, state) {
  return (state.tags ?? []).filter(({ touch }) => canTouch(state, touch)).flatMap(({ touch, text }) => {
    const box = touch.thing === undefined ? plan.places.find(({ id }) => id === touch.place)
      : plan.pieces.find((other) => other.place === touch.place && other.piece.thing === touch.thing);
    return box ? [{ box, text }] : [];
  });
}

/** A tag at the upper left corner of a box, where a fan leaves it free. @param {Plan} plan
 * @param {{ box: Box, text: string }} tag */
function tagView(plan, { box, text }) {
  const size = Math.max(10.5, Math.min(14, box.w * 0.26));
  const wide = Math.max(size * 1.5, size * (0.6 * text.length + 0.7));
  const high = size * 1.4;
  const x = Math.max(1, Math.min(plan.width - wide - 1, box.x - 4));
  const y = Math.max(1, Math.min(plan.height - high - 1, box.y - high / 2));
  return svg`<g class="t-tag" transform="translate(${round(x)} ${round(y)})">
    <rect width=${round(wide)} height=${round(high)} rx=${round(high / 2)}></rect>
    <text x=${round(wide / 2)} y=${round(size * 1.06)} font-size=${round(size)}
      text-anchor="middle">${text}</text></g>`;
}

/**
 * @typedef {{ names: string, role: unknown, tab: unknown, label: unknown, pressed: unknown }} Marks
 * How something looks that can be touched, and what keyboards and screen readers find there. Of equal pieces on one
 * place only the first is found: it stands for all.
 */

/** @param {State} state @returns {(touch: Touch, text: () => string) => Marks} */
function marker(state) {
  const touchable = new Set(state.busy ? [] : state.touchable.map(touchName));
  const also = new Set(state.busy ? [] : (state.also ?? []).map(touchName));
  const picked = new Set(state.picked.map(touchName));
  const hinted = new Set(state.hinted.map(touchName));
  const stop = touchable.has(roving) || also.has(roving) ? roving : [...touchable, ...also][0];
  /** @type {Set<string>} */
  const met = new Set();
  return (touch, text) => {
    const name = touchName(touch);
    const next = touchable.has(name);
    const can = next || also.has(name);
    const first = can && !met.has(name);
    met.add(name);
    return {
      names: classes(next ? 'touchable' : can && 'also', picked.has(name) && 'picked', hinted.has(name) && 'hinted',
        can && Boolean(state.dropsFor?.(touch).length) && 'draggable'),
      role: first ? 'button' : nothing,
      tab: first ? (name === stop ? '0' : '-1') : nothing,
      label: first ? text() : nothing,
      pressed: first ? String(picked.has(name)) : nothing,
    };
  };
}

/** @param {View} view @param {PlaceBox} place */
function placeText(view, place) {
  const zone = view.zones[place.zone];
  const pieces = zone.places.find(({ id }) => id === place.id)?.pieces ?? [];
  const things = pieces.map(({ thing, count }) => (count ? `${count} × ${thing}` : thing));
  return [things.join(', ') || 'empty place', zone.title, place.label].filter(Boolean).join(', ');
}

/** @param {View} view @param {Plan} plan @param {PieceBox} box */
function pieceText(view, plan, box) {
  const place = plan.places.find(({ id }) => id === box.place);
  return [box.piece.thing, place && view.zones[place.zone].title, place?.label].filter(Boolean).join(', ');
}

/** @param {Group} group */
function groupView({ owner, mine, active, pad, head, bare, x, y, w, h }) {
  if (owner === null) return svg`<g></g>`;
  return svg`<g class=${classes('t-group', mine && 'mine', active && 'active', Boolean(bare) && 'bare')}
    transform="translate(${round(x)} ${round(y)})">
    <rect width=${round(w)} height=${round(h)} rx="10" data-seat=${owner}></rect>
    <circle class="t-turn" cx=${pad + 5} cy=${round(head)} r="3.5"></circle></g>`;
}

/** @param {Way} way */
function wayView({ kind, points, closed, width }) {
  if (points.length < 2) return nothing;
  const [[x1, y1], [x2, y2]] = points;
  // What leads from one place to another goes in a bow, away from the straight way of the trail.
  const bow = kind === 'slide' ? 0.18 : 0;
  const [bowX, bowY] = [round((x1 + x2) / 2 + (y2 - y1) * bow), round((y1 + y2) / 2 - (x2 - x1) * bow)];
  const line = kind === 'path'
    ? `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}${closed ? 'Z' : ''}`
    : `M${round(x1)} ${round(y1)}Q${bowX} ${bowY} ${round(x2)} ${round(y2)}`;
  const dashes = { path: nothing, bridge: round(width * 0.3), slide: `0.1 ${round(width * 1.3)}` };
  return svg`<path class="t-way t-${kind}" d=${line} stroke-width=${round(width)}
    stroke-dasharray=${dashes[kind]}></path>`;
}

/** What lies on a place is read out as one picture, if it is nothing to touch. @param {PlaceBox} place
 * @param {boolean} shown @param {boolean} filled @param {string} text @param {Marks} marks */
function placeView({ id, kind, form, card, bare, onMap, x, y, w, h }, shown, filled, text, marks) {
  const rx = onMap ? w / 2 : form === 'card' && kind !== 'hand' ? card * 0.07 : kind === 'trail' ? w * 0.22 : 6;
  const still = filled && marks.role === nothing;
  const covered = filled && (form === 'card' || kind === 'hand');
  return svg`<g class=${classes('t-place', `in-${kind}`, shown && 'shown', (covered || Boolean(bare)) && 'filled', marks.names)}
    data-place=${id}
    role=${still ? 'img' : marks.role} tabindex=${live(marks.tab)} aria-label=${still ? text : marks.label}
    aria-pressed=${marks.pressed} transform="translate(${round(x)} ${round(y)})">
    <rect class="t-halo" x="-3" y="-3" width=${round(w + 6)} height=${round(h + 6)} rx=${round(rx + 3)}></rect>
    <rect class="t-ground" width=${round(w)} height=${round(h)} rx=${round(rx)}></rect></g>`;
}

/** @param {Words} words */
function wordsView({ kind, lines, full, size, anchor, x, y, w, h }) {
  const at = anchor === 'start' ? x : anchor === 'end' ? x + w : x + w / 2;
  // Labels stand close to what is below them.
  const spare = h - lines.length * size * 1.22;
  const first = y + (kind === 'label' ? Math.max(0, spare - 1) : spare / 2) + size * 0.95;
  const cut = lines.join(' ') !== full;
  return svg`<text class="t-words t-${kind}" x=${round(at)} font-size=${round(size)} text-anchor=${anchor}>
    ${cut ? svg`<title>${full}</title>` : nothing}${lines.map((line, i) =>
    svg`<tspan x=${round(at)} y=${round(first + i * size * 1.22)}>${line}</tspan>`)}</text>`;
}

/** The frame goes around what is seen of a card. @param {PieceBox} box @param {number} seen @param {string} gameBox
 * @param {Marks} marks */
function pieceView(box, seen, gameBox, marks) {
  const { key, place, piece, x, y, w, h } = box;
  const card = piece.kind === 'card';
  const rx = card ? w * 0.07 : w / 2;
  const out = card ? 3 : 1;
  const frame = seen < w ? seen + out - 2 : w + 2 * out;
  return svg`<g class=${classes('t-piece', marks.names)}
    data-key=${key} data-place=${place} data-thing=${piece.thing} transform="translate(${round(x)} ${round(y)})">
    <g class="t-fly" aria-hidden="true"><g class="t-body">
      ${(box.shows !== undefined || box.count > 1) && card ? svg`<rect class="t-under" x=${round(w * 0.04)} y=${round(w * 0.04)} width=${round(w)}
        height=${round(h)} rx=${round(rx)}></rect>` : nothing}
      <rect class="t-halo" x=${-out} y=${-out} width=${round(frame)} height=${round(h + 2 * out)}
        rx=${round(rx + out)}></rect>
      ${drawing(piece, w, h, { box: gameBox })}
      ${!box.bareCount && (box.shows !== undefined || box.count > 1 || piece.endless) ? badgeView(box) : nothing}
    </g></g>${marks.role === nothing ? nothing : svg`<rect class="t-touch" width=${round(w)} height=${round(h)}
      rx=${round(rx)} role=${marks.role} tabindex=${live(marks.tab)} aria-label=${marks.label}
      aria-pressed=${marks.pressed}></rect>`}</g>`;
}

/** How many pieces one stands for. @param {PieceBox} box */
function badgeView({ piece, count, shows, w, h }) {
  const text = piece.endless ? '∞' : String(shows ?? count);
  const size = Math.max(9, Math.min(w * 0.34, Math.max(14, Math.min(26, w * 0.22))));
  const wide = Math.max(size * 1.35, size * (0.62 * text.length + 0.6));
  const x = w - wide * (piece.kind === 'card' ? 1.08 : 0.72);
  const y = h - size * (piece.kind === 'card' ? 1.55 : 1.05);
  return svg`<g class="t-badge" transform="translate(${round(x)} ${round(y)})">
    <rect width=${round(wide)} height=${round(size * 1.35)} rx=${round(size * 0.675)}></rect>
    <text x=${round(wide / 2)} y=${round(size * 1.03)} font-size=${round(size)}
      text-anchor="middle">${text}</text></g>`;
}

/* ---- clicks and keys ---- */

/** @param {Event} event */
const pictureOf = (event) => /** @type {Picture} */ (event.currentTarget);

/** The picture that an event is in. @param {Event} event */
const aroundOf = (event) => /** @type {Picture} */ (/** @type {Element} */ (event.target).closest('svg.table'));

/** What an event touches: the piece, if that can be touched, else its place. @param {Event} event
 * @returns {Touch | null} */
function touchOf(event) {
  const { state } = aroundOf(event).scene;
  const target = event.target instanceof Element ? event.target.closest('[data-place]') : null;
  if (!(target instanceof SVGElement) || state.busy) return null;
  const place = Number(target.dataset.place);
  const { thing } = target.dataset;
  const touches = [...state.touchable, ...(state.also ?? [])];
  return touches.find((touch) => touch.place === place && touch.thing !== undefined && touch.thing === thing)
    ?? touches.find((touch) => touch.place === place && touch.thing === undefined) ?? null;
}

/** @param {Event} event */
function clicked(event) {
  const picture = pictureOf(event);
  if (held) {
    held = false; // the press was long: it has been answered
    return;
  }
  const touch = touchOf(event);
  const spot = spotOf(event);
  if (!touch) {
    const seat = event.target instanceof Element ? event.target.closest('[data-seat]') : null;
    if (!picture.scene.state.still) return;
    if (spot) picture.scene.handlers.explain?.(spot, true);
    else if (seat instanceof SVGElement) picture.scene.handlers.seat?.(Number(seat.dataset.seat));
    return;
  }
  rove(picture, /** @type {Element} */ (event.target));
  picture.scene.handlers.touch(touch, touch.thing !== undefined && (spot?.thin ?? false));
}

/** What is seen of a piece is so little that a finger may well hit its neighbour, in pixels. */
const THIN = 34;
/** No larger are pieces that a finger may well miss. */
const SMALL = 36;

/** The piece or place of an event, whether or not it can be touched. @param {Event} event @returns {Spot | null} */
function spotOf(event) {
  const target = event.target instanceof Element ? event.target.closest('[data-place]') : null;
  if (!(target instanceof SVGElement)) return null;
  const { plan } = pictureOf(event).scene;
  const { place, thing, key } = target.dataset;
  const named = plan.places.some((box) => box.id === Number(place) && box.label);
  if (thing === undefined && !named && !plan.pieces.some((box) => box.place === Number(place))) return null;
  const box = plan.pieces.find((one) => one.key === key);
  const seen = box ? (seenOf(plan).get(box) ?? box.w) : Infinity;
  const small = box !== undefined && !box.onMap && Math.max(box.w, box.h) < SMALL;
  return { place: Number(place), thing, thin: small || (seen < THIN && box?.piece.kind === 'card') };
}

/** Whether the running press has been a long one. */
let held = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let holding;

const LONG = 480;

/** @param {MouseEvent} event */
function asked(event) {
  const spot = spotOf(event);
  if (!spot) return;
  event.preventDefault();
  if (!held) pictureOf(event).scene.handlers.explain?.(spot, false);
}

/** The mouse or the focus has come to something, or gone. (For the focus what is around the picture listens: a listener for focus would
 * make the whole picture a stop of its own in some browsers.) @param {Event} event */
export function hovered(event) {
  const target = event.target instanceof Element ? /** @type {Picture | null} */ (event.target.closest('svg.table')) : null;
  if (!target) return;
  const { handlers } = target.scene;
  if (drag?.moving || (event.type === 'focusin' && (matchMedia('(pointer: coarse)').matches || !(event.target instanceof Element && event.target.matches(':focus-visible'))))) return;
  if (event instanceof PointerEvent && event.pointerType === 'touch') return;
  const by = event instanceof PointerEvent ? 'mouse' : 'focus';
  const off = event.type === 'pointerleave' || event.type === 'focusout';
  const touch = off ? null : touchOf(event);
  if (!touch && by !== pointing) return; // the other one still looks at something
  pointing = touch ? by : '';
  handlers.point?.(touch);
}

/** Whether the mouse or the focus is on something to choose. */
let pointing = '';

const ARROWS = /** @type {Record<string, [number, number] | undefined>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** @param {KeyboardEvent} event */
function keyed(event) {
  byKey = true;
  if (event.key === 'i' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const spot = spotOf(event);
    if (spot) {
      event.preventDefault();
      event.stopPropagation();
      pictureOf(event).scene.handlers.explain?.(spot, false);
    }
  }
  const way = ARROWS[event.key];
  if (way) {
    const next = nextTo(pictureOf(event), /** @type {Element} */ (event.target), way);
    if (next) {
      next.focus();
      rove(pictureOf(event), next);
    }
    event.preventDefault();
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    clicked(event);
  }
}

/** The nearest thing to touch in a direction; what lies aside counts as farther away. @param {SVGSVGElement} picture
 * @param {Element} from @param {[number, number]} way */
function nextTo(picture, from, [dx, dy]) {
  const start = middle(from.getBoundingClientRect());
  /** @type {SVGElement | null} */
  let best = null;
  let least = Infinity;
  for (const element of /** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll('[tabindex]'))) {
    const { x, y } = middle(element.getBoundingClientRect());
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    if (element !== from && along > 1 && along + 2.5 * aside < least) {
      best = element;
      least = along + 2.5 * aside;
    }
  }
  return best;
}

/** @param {{ x: number, y: number, width: number, height: number }} box */
const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** Tab comes back to where the last touch or the focus was. (A listener for focus would make the whole picture a stop
 * of its own in some browsers.) @param {SVGElement} picture @param {Element} element */
function rove(picture, element) {
  const found = element.closest('[tabindex]');
  const touched = found?.closest('[data-place]');
  if (!found || !(touched instanceof SVGElement)) return;
  const { place, thing } = touched.dataset;
  roving = touchName({ place: Number(place), thing });
  for (const other of picture.querySelectorAll('[tabindex="0"]')) other.setAttribute('tabindex', '-1');
  found.setAttribute('tabindex', '0');
}

/** Whether the last touch came from the keyboard. */
let byKey = false;

/** Who plays by keys goes on at the table when what they had touched is no longer there. @param {SVGElement} picture */
function keepFocus(picture) {
  const stop = picture.querySelector('[tabindex="0"]');
  if (byKey && document.activeElement === document.body && stop instanceof SVGElement)
    stop.focus({ preventScroll: true });
}

/* ---- dragging ---- */

const THRESHOLD = 7;

/**
 * @typedef {{ picture: Picture, from: Touch, drops: Touch[], x: number, y: number, pointer: number,
 *   moving: boolean }} Drag
 */

/** @type {Drag | null} */
let drag = null;

/** @param {PointerEvent} event */
function pressed(event) {
  byKey = false;
  held = false;
  clearTimeout(holding);
  const spot = event.button === 0 && event.isPrimary ? spotOf(event) : null;
  if (spot) {
    const { handlers } = pictureOf(event).scene;
    [pressX, pressY] = [event.clientX, event.clientY];
    holding = setTimeout(() => {
      held = true;
      endDrag();
      handlers.explain?.(spot, false);
    }, LONG);
  }
  const from = event.button === 0 && event.isPrimary ? touchOf(event) : null;
  const picture = pictureOf(event);
  const drops = from ? picture.scene.state.dropsFor?.(from) ?? [] : [];
  if (from && drops.length)
    drag = { picture, from, drops, x: event.clientX, y: event.clientY, pointer: event.pointerId, moving: false };
}

/** A finger that has begun on something to drag does not scroll the page. (touch-action does this only for a picture as
 * a whole, not for its parts.) */
const noScroll = {
  passive: false,
  /** @param {TouchEvent} event */
  handleEvent(event) {
    if (drag && event.cancelable) event.preventDefault();
  },
};

/** @type {Scene | null} */
let hoveredIn = null;
let pressX = 0;
let pressY = 0;

function cancelled() {
  clearTimeout(holding);
  endDrag();
}

/** @param {PointerEvent} event */
function moved(event) {
  if (Math.hypot(event.clientX - pressX, event.clientY - pressY) > THRESHOLD) clearTimeout(holding);
  // What lies under a mouse that has not moved may have become something to choose.
  const { scene } = pictureOf(event);
  if (scene !== hoveredIn) {
    hoveredIn = scene;
    hovered(event);
  }
  if (!drag || event.pointerId !== drag.pointer) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving && Math.hypot(dx, dy) < THRESHOLD) return;
  if (!drag.moving) beginDrag(drag);
  const perPixel = drag.picture.scene.plan.width / drag.picture.getBoundingClientRect().width;
  const hand = layer(drag.picture, 't-dragged');
  hand.style.transform = `translate(${dx * perPixel}px, ${dy * perPixel}px)`;
}

/** The pieces come into the hand, and where they may go is shown. @param {Drag} started */
function beginDrag(started) {
  const { picture, from, drops, pointer } = started;
  started.moving = true;
  picture.setPointerCapture(pointer);
  addEventListener('keydown', escaped, true);
  for (const element of elementsOf(picture, from)) {
    layer(picture, 't-dragged').append(copyOf(element));
    element.classList.add('lifted');
    if (from.thing !== undefined) break;
  }
  for (const touch of drops)
    for (const element of elementsOf(picture, touch, true)) element.classList.add('drop');
}

/** The elements of the pieces that a touch means, or of its place. @param {SVGElement} picture @param {Touch} touch
 * @param {boolean} [places] */
function elementsOf(picture, touch, places = false) {
  const kind = places && touch.thing === undefined ? '.t-place' : '.t-piece';
  return [.../** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll(`${kind}[data-place="${touch.place}"]`))]
    .filter((element) => touch.thing === undefined || element.dataset.thing === touch.thing);
}

/** @param {PointerEvent} event */
function released(event) {
  clearTimeout(holding);
  if (!drag || event.pointerId !== drag.pointer) return;
  const { picture, from, moving } = drag;
  const to = moving ? dropAt(drag, event) : null;
  endDrag();
  if (to) picture.scene.handlers.drag(from, to);
}

/** @param {KeyboardEvent} event */
function escaped(event) {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  endDrag();
}

function endDrag() {
  if (!drag) return;
  const { picture, pointer } = drag;
  drag = null;
  removeEventListener('keydown', escaped, true);
  if (picture.hasPointerCapture(pointer)) picture.releasePointerCapture(pointer);
  layer(picture, 't-dragged').replaceChildren();
  for (const element of picture.querySelectorAll('.drop, .lifted')) element.classList.remove('drop', 'lifted');
}

/** The drop under the pointer, with some grace around it. @param {Drag} ended @param {PointerEvent} event */
function dropAt({ picture, drops }, event) {
  /** @type {Touch | null} */
  let best = null;
  let least = 24;
  for (const touch of drops)
    for (const element of elementsOf(picture, touch, true)) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const aside = Math.max(left - event.clientX, event.clientX - right, 0);
      const off = Math.hypot(aside, Math.max(top - event.clientY, event.clientY - bottom, 0));
      if (off < least) [best, least] = [touch, off];
    }
  return best;
}

/* ---- pieces that travel ---- */

/** @param {SVGElement} picture @param {string} name */
const layer = (picture, name) => /** @type {SVGGElement} */ (picture.querySelector(`.${name}`));

/** A picture of a piece that is nothing but a picture. @param {SVGElement} element */
function copyOf(element) {
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  copy.querySelector('.t-touch')?.remove();
  for (const name of ['data-place', 'data-key', 'data-thing']) copy.removeAttribute(name);
  copy.classList.remove('touchable', 'also', 'picked', 'hinted', 'draggable', 'lifted');
  return copy;
}

const TRAVEL = 350;
const EASE = 'cubic-bezier(.2, .7, .2, 1)';
/** The most that the pieces of one picture are under way, in milliseconds. */
const LONGEST = 4200;

/** What is under way in a picture. @type {WeakMap<Element, Animation[]>} */
const underway = new WeakMap();

/** Lets the pieces of a picture, which already shows the plan `after`, come from where they were: in the order in which the log tells
 * it. Returns how long that takes.
 * @param {SVGSVGElement} picture @param {Plan | null} before @param {Plan} after
 * @param {{ motion: boolean, transfers?: Transfer[], step?: number }} how `step` is the time from one transfer to the next */
export function glide(picture, before, after, { motion, transfers = [], step = 150 }) {
  keepFocus(picture);
  for (const animation of underway.get(picture) ?? []) animation.cancel();
  const flights = layer(picture, 't-flights');
  flights.replaceChildren();
  if (!before || before.width !== after.width) return 0;
  const all = journeys(before, after, transfers);
  if (!motion) {
    noise(all, [], 0);
    return 0;
  }
  /** @type {Map<string, SVGElement>} */
  const elements = new Map();
  for (const element of /** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll('.t-piece[data-key]')))
    elements.set(element.dataset.key ?? '', element);
  const gameBox = /** @type {Picture} */ (picture).scene.state.box ?? '';
  const told = [...new Set(all.flatMap(({ legs }) => legs.map(({ at }) => at)))].sort((a, b) => a - b);
  const beat = Math.min(step, told.length > 1 ? LONGEST / told.length : step);
  const start = (/** @type {number} */ at) => told.indexOf(at) * beat;
  const shift = panOf(before, after);
  /** @type {Animation[]} */
  const running = [];
  let travelling = 0;
  let longest = TRAVEL;
  for (const journey of all) {
    const { from, to, onto, legs } = journey;
    const element = to && elements.get(to.key);
    const delay = legs.length ? start(legs[0].at) : Math.min(travelling * 45, 450);
    if (!to && from) {
      if (!from.hidden) running.push(fadeAway(flights, from, gameBox, delay));
    } else if (!to || !element) continue;
    else if (!from && !legs.length) running.push(fadeIn(element));
    else if (to.onMap && (!from || from.onMap)) {
      const path = walk(journey, after, shift);
      if (path.length > 1) running.push(...stroll(element, to, path, delay));
      longest = Math.max(longest, delay + strollTime(path));
    } else if (from && from.place === to.place && !onto && !legs.length && !flips(from, to)) running.push(...slip(element, from, to));
    else {
      travelling++;
      const stops = stopsOf(journey, after, start);
      const origin = from ?? (stops[0]?.box ? { ...to, ...stops[0].box } : null);
      if (!origin) continue;
      const last = stops.length ? stops[stops.length - 1].time : delay;
      running.push(...fly(flights, element, origin, to, { onto, stops, delay, end: last + TRAVEL, gameBox }));
      longest = Math.max(longest, last + TRAVEL);
    }
  }
  const world = picture.querySelector('.t-world');
  if (world && (shift[0] || shift[1]))
    running.push(world.animate([{ transform: `translate(${-shift[0]}px, ${-shift[1]}px)` }, { transform: 'none' }], { duration: Math.max(TRAVEL, Math.min(longest, 900)), easing: 'ease-in-out' }));
  underway.set(picture, running);
  noise(all, told, beat);
  return longest;
}

/** How far the window of a map has gone, in pixels. @param {Plan} before @param {Plan} after @returns {[number, number]} */
function panOf(before, after) {
  if (!before.map || !after.map) return [0, 0];
  const { scale } = after.map;
  return [(before.map.window[0] - after.map.window[0]) * scale, (before.map.window[1] - after.map.window[1]) * scale];
}

/** What can be heard of it. @param {Journey[]} all @param {number[]} told @param {number} beat */
function noise(all, told, beat) {
  /** @type {Map<number, Piece['kind']>} */
  const heard = new Map();
  for (const { from, to, legs } of all) {
    const piece = (to ?? from)?.piece;
    if (!piece || (from && to && from.place === to.place && !legs.length && !flips(from, to))) continue;
    for (const { at } of legs.length ? legs : [{ at: -1 }]) heard.set(at, piece.kind);
  }
  for (const [at, kind] of heard) sound(kind, (at < 0 ? 0 : told.indexOf(at) * beat) + TRAVEL * 0.8);
}

/** Where a piece comes by, and when it sets out for there. @param {Journey} journey @param {Plan} after
 * @param {(at: number) => number} start @returns {{ box: Box | null, time: number }[]} */
function stopsOf({ to, legs }, after, start) {
  return legs.map(({ at, place }, i) => {
    const there = after.places.find(({ id }) => id === place);
    const box = i === legs.length - 1 || !there || !to ? null
      : { x: there.x + there.w / 2 - to.w / 2, y: there.y + there.h / 2 - to.h / 2, w: to.w, h: to.h };
    return { box, time: start(at) };
  });
}

/** The middles of the places along which a piece of a map walks, from where it was. @param {Journey} journey @param {Plan} after
 * @param {[number, number]} shift @returns {[number, number][]} */
function walk({ from, to, legs }, after, shift) {
  if (!to) return [];
  const foot = (/** @type {Box} */ box) => /** @type {[number, number]} */ ([box.x + box.w / 2, box.y + box.h * 0.86]);
  const start = from ? foot({ ...from, x: from.x + shift[0], y: from.y + shift[1] }) : null;
  /** @type {[number, number][]} */
  const path = start ? [start] : [];
  let at = from ? from.place : (legs[0]?.place ?? to.place);
  const order = after.places.filter(({ onMap, kind }) => onMap && kind === 'trail').map(({ id }) => id);
  for (const place of legs.length ? legs.map((leg) => leg.place) : [to.place]) {
    const [a, b] = [order.indexOf(at), order.indexOf(place)];
    const near = a >= 0 && b >= 0 && Math.abs(b - a) <= 8;
    const between = near ? order.slice(Math.min(a, b) + 1, Math.max(a, b)) : [];
    if (b < a) between.reverse();
    for (const id of [...between, place]) {
      const box = after.places.find((one) => one.id === id);
      if (box) path.push([box.x + box.w / 2, box.y + box.h * 0.62]);
    }
    at = place;
  }
  path[path.length - 1] = foot(to);
  return path;
}

const STEP = 190;

/** @param {[number, number][]} path */
const strollTime = (path) => Math.min(2400, Math.max(TRAVEL, (path.length - 1) * STEP));

/** A piece of a map goes from place to place, with a little hop to each. @param {SVGElement} element @param {Box} to
 * @param {[number, number][]} path @param {number} delay */
function stroll(element, to, path, delay) {
  const [endX, endY] = path[path.length - 1];
  if (path.length === 2 && Math.hypot(path[0][0] - endX, path[0][1] - endY) < 0.5) return [];
  const frames = path.flatMap(([x, y], i) => {
    const here = { transform: `translate(${round(x - endX)}px, ${round(y - endY)}px)`, offset: i / (path.length - 1) };
    const next = path[i + 1];
    if (!next) return [here];
    return [here, { transform: `translate(${round((x + next[0]) / 2 - endX)}px, ${round((y + next[1]) / 2 - endY - to.h * 0.22)}px)`,
      offset: (i + 0.5) / (path.length - 1) }];
  });
  return [flyer(element).animate(frames, { duration: strollTime(path), delay, fill: 'backwards' })];
}

/** @param {PieceBox} from @param {PieceBox} to */
const flips = (from, to) =>
  Boolean(from.piece.back) !== Boolean(to.piece.back) || Boolean(from.piece.down) !== Boolean(to.piece.down);

/** How a box has to be moved to lie on another one. @param {Box} box @param {Box} on */
const shift = (box, on) =>
  `translate(${round(on.x - box.x)}px, ${round(on.y - box.y)}px) scale(${round(on.w / box.w)}, ${round(on.h / box.h)})`;

/** @param {SVGElement} element */
const flyer = (element) => /** @type {SVGElement} */ (element.querySelector('.t-fly'));

/** A piece moves a little on its place. @param {SVGElement} element @param {PieceBox} from @param {PieceBox} to */
function slip(element, from, to) {
  if (Math.abs(from.x - to.x) + Math.abs(from.y - to.y) < 0.5) return [];
  const path = [{ transform: shift(to, from) }, { transform: 'none' }];
  return [flyer(element).animate(path, { duration: 240, easing: EASE })];
}

/** @param {SVGElement} element */
const fadeIn = (element) => flyer(element).animate([{ opacity: 0 }, { opacity: 1 }], { duration: TRAVEL });

/** A picture of a piece of an earlier plan. @param {SVGElement} flights @param {PieceBox} box
 * @param {string} gameBox */
function pictureAt(flights, box, gameBox) {
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  group.setAttribute('transform', `translate(${round(box.x)} ${round(box.y)})`);
  flights.append(group);
  render(svg`<g class="t-fly"><g class="t-body">${drawing(box.piece, box.w, box.h, { box: gameBox })}</g></g>`, group);
  return group;
}

/** @param {SVGElement} flights @param {PieceBox} box @param {string} gameBox @param {number} delay */
function fadeAway(flights, box, gameBox, delay) {
  const group = pictureAt(flights, box, gameBox);
  const animation = flyer(group).animate([{ opacity: 1 }, { opacity: 0 }], { duration: TRAVEL, delay, fill: 'both' });
  animation.onfinish = () => group.remove();
  return animation;
}

/** A picture of the piece travels above all others, perhaps from place to place, and the piece itself waits unseen where it goes.
 * @param {SVGElement} flights @param {SVGElement} element @param {PieceBox} from @param {PieceBox} to
 * @param {{ onto: boolean, stops: { box: Box | null, time: number }[], delay: number, end: number, gameBox: string }} how */
function fly(flights, element, from, to, { onto, stops, delay, end, gameBox }) {
  const copy = copyOf(element);
  flights.append(copy);
  copy.querySelector('.t-badge')?.remove();
  const timing = { duration: end - delay, delay, fill: /** @type {const} */ ('both') };
  const part = (/** @type {number} */ time) => Math.max(0, Math.min(1, (time - delay) / (end - delay)));
  /** @type {Keyframe[]} */
  const path = [{ transform: shift(to, from), offset: 0, easing: EASE }];
  stops.forEach(({ box, time }, i) => {
    const before = path[path.length - 1].transform;
    if (i > 0) path.push({ transform: before, offset: part(time), easing: EASE });
    if (box) path.push({ transform: shift(to, box), offset: part(Math.min(time + TRAVEL, stops[i + 1]?.time ?? end)), easing: EASE });
  });
  path.push({ transform: 'none', offset: 1 });
  const animations = [flyer(copy).animate(path, timing)];
  if (flips(from, to)) {
    const face = /** @type {SVGElement} */ (flyer(copy).firstElementChild);
    const old = pictureAt(flyer(copy), { ...from, x: 0, y: 0, w: to.w, h: to.h }, gameBox);
    const half = { duration: TRAVEL, delay: end - TRAVEL, fill: /** @type {const} */ ('both') };
    const [gone, seen] = [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }];
    animations.push(face.animate([gone, { ...gone, offset: 0.5 }, seen], half));
    animations.push(/** @type {Element} */ (flyer(old).firstElementChild)
      .animate([seen, { ...gone, offset: 0.5 }, gone], half));
  }
  if (!onto)
    animations.push(flyer(element).animate([{ opacity: 0 }, { opacity: 0 }], { duration: end }));
  animations[0].onfinish = () => copy.remove();
  return animations;
}
