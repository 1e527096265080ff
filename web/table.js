// table.js: draws a plan as one picture, turns clicks, keys and drags on it into touches, and lets pieces travel from
// where they were.
import { html, live, svg, nothing, render, repeat } from './lit.js';
import { journeys } from './journeys.js';
import { piece as drawing } from './pieces.js';

/** @import { Touch, View } from './types.d.ts' */
/** @import { Box, Group, PieceBox, PlaceBox, Plan, Way, Words } from './layout.js' */

/**
 * @typedef {{ touchable: Touch[], picked: Touch[], hinted: Touch[], shown: number[], busy: boolean, box?: string,
 *   also?: Touch[], tags?: { touch: Touch, text: string }[], dropsFor?: (from: Touch) => Touch[] }} State
 *   `also` may be touched instead of what comes next; `tags` are words at what can be touched; `shown` are ids of
 *   places; `box` is the slug of the game's box; `dropsFor` says where a thing may be dragged to
 * @typedef {{ touch: (touch: Touch) => void, drag: (from: Touch, to: Touch) => void }} Handlers
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
  return html`<svg class=${classes('table', state.busy && 'busy')} role="group" aria-label="The table" focusable="false"
    viewBox="0 0 ${plan.width} ${plan.height}" width=${plan.width} height=${plan.height}
    .scene=${{ plan, state, handlers }} @click=${clicked} @keydown=${keyed}
    @pointerdown=${pressed} @pointermove=${moved} @pointerup=${released} @pointercancel=${endDrag}
    @touchmove=${noScroll}>
    <g>${plan.groups.map(groupView)}</g>
    <g>${plan.ways.filter((way) => way.kind === 'path').map(wayView)}</g>
    <g>${repeat(plan.places, (place) => place.id, (place) => placeView(place, shown.has(place.id),
      filled.has(place.id), placeText(view, place), marks({ place: place.id }, () => placeText(view, place))))}</g>
    <g>${plan.ways.filter((way) => way.kind !== 'path').map(wayView)}</g>
    <g aria-hidden="true">${plan.words.map(wordsView)}</g>
    <g>${repeat(plan.pieces, (box) => box.key, (box) => pieceView(box, seen.get(box) ?? box.w, state.box ?? '',
      marks({ place: box.place, thing: box.piece.thing }, () => pieceText(view, plan, box))))}</g>
    <g class="t-tags" aria-hidden="true">${tagsOf(plan, state).map((tag) => tagView(plan, tag))}</g>
    <g class="t-flights" aria-hidden="true"></g>
    <g class="t-dragged" aria-hidden="true"></g>
  </svg>`;
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
function groupView({ owner, mine, active, pad, head, x, y, w, h }) {
  if (owner === null) return svg`<g></g>`;
  return svg`<g class=${classes('t-group', mine && 'mine', active && 'active')}
    transform="translate(${round(x)} ${round(y)})">
    <rect width=${round(w)} height=${round(h)} rx="10"></rect>
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
function placeView({ id, kind, form, card, x, y, w, h }, shown, filled, text, marks) {
  const rx = form === 'card' && kind !== 'hand' ? card * 0.07 : kind === 'trail' ? w * 0.22 : 6;
  const still = filled && marks.role === nothing;
  const covered = filled && (form === 'card' || kind === 'hand');
  return svg`<g class=${classes('t-place', `in-${kind}`, shown && 'shown', covered && 'filled', marks.names)}
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
      ${box.count > 1 && card ? svg`<rect class="t-under" x=${round(w * 0.04)} y=${round(w * 0.04)} width=${round(w)}
        height=${round(h)} rx=${round(rx)}></rect>` : nothing}
      <rect class="t-halo" x=${-out} y=${-out} width=${round(frame)} height=${round(h + 2 * out)}
        rx=${round(rx + out)}></rect>
      ${drawing(piece, w, h, { box: gameBox })}
      ${box.count > 1 || piece.endless ? badgeView(box) : nothing}
    </g></g>${marks.role === nothing ? nothing : svg`<rect class="t-touch" width=${round(w)} height=${round(h)}
      rx=${round(rx)} role=${marks.role} tabindex=${live(marks.tab)} aria-label=${marks.label}
      aria-pressed=${marks.pressed}></rect>`}</g>`;
}

/** How many pieces one stands for. @param {PieceBox} box */
function badgeView({ piece, count, w, h }) {
  const text = piece.endless ? '∞' : String(count);
  const size = Math.max(9, Math.min(14, w * 0.34));
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

/** What an event touches: the piece, if that can be touched, else its place. @param {Event} event
 * @returns {Touch | null} */
function touchOf(event) {
  const { state } = pictureOf(event).scene;
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
  const touch = touchOf(event);
  if (!touch) return;
  const picture = pictureOf(event);
  rove(picture, /** @type {Element} */ (event.target));
  picture.scene.handlers.touch(touch);
}

const ARROWS = /** @type {Record<string, [number, number] | undefined>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** @param {KeyboardEvent} event */
function keyed(event) {
  byKey = true;
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

/** @param {PointerEvent} event */
function moved(event) {
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

/** What is under way in a picture. @type {WeakMap<Element, Animation[]>} */
const underway = new WeakMap();

/** Lets the pieces of a picture, which already shows the plan `after`, come from where they were.
 * @param {SVGSVGElement} picture @param {Plan | null} before @param {Plan} after @param {boolean} motion */
export function glide(picture, before, after, motion) {
  keepFocus(picture);
  for (const animation of underway.get(picture) ?? []) animation.cancel();
  const flights = layer(picture, 't-flights');
  flights.replaceChildren();
  if (!motion || !before || before.width !== after.width) return;
  /** @type {Map<string, SVGElement>} */
  const elements = new Map();
  for (const element of /** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll('.t-piece[data-key]')))
    elements.set(element.dataset.key ?? '', element);
  const gameBox = /** @type {Picture} */ (picture).scene.state.box ?? '';
  /** @type {Animation[]} */
  const running = [];
  let travelling = 0;
  for (const { from, to, onto } of journeys(before, after)) {
    const element = to && elements.get(to.key);
    if (!to && from) running.push(fadeAway(flights, from, gameBox));
    else if (!to || !element) continue;
    else if (!from) running.push(fadeIn(element));
    else if (from.place === to.place && !onto && !flips(from, to)) running.push(...slip(element, from, to));
    else running.push(...fly(flights, element, from, to, onto, Math.min(travelling++ * 45, 450), gameBox));
  }
  underway.set(picture, running);
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

/** @param {SVGElement} flights @param {PieceBox} box @param {string} gameBox */
function fadeAway(flights, box, gameBox) {
  const group = pictureAt(flights, box, gameBox);
  const animation = flyer(group).animate([{ opacity: 1 }, { opacity: 0 }], { duration: TRAVEL, fill: 'forwards' });
  animation.onfinish = () => group.remove();
  return animation;
}

/** A picture of the piece travels above all others, and the piece itself waits unseen where it goes.
 * @param {SVGElement} flights @param {SVGElement} element @param {PieceBox} from @param {PieceBox} to
 * @param {boolean} onto @param {number} delay @param {string} gameBox */
function fly(flights, element, from, to, onto, delay, gameBox) {
  const copy = copyOf(element);
  flights.append(copy);
  copy.querySelector('.t-badge')?.remove();
  const timing = { duration: TRAVEL, delay, easing: EASE, fill: /** @type {const} */ ('both') };
  const path = [{ transform: shift(to, from) }, { transform: 'none' }];
  const animations = [flyer(copy).animate(path, timing)];
  if (flips(from, to)) {
    const face = /** @type {SVGElement} */ (flyer(copy).firstElementChild);
    const old = pictureAt(flyer(copy), { ...from, x: 0, y: 0, w: to.w, h: to.h }, gameBox);
    const half = { duration: TRAVEL, delay, fill: /** @type {const} */ ('both') };
    const [gone, seen] = [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }];
    animations.push(face.animate([gone, { ...gone, offset: 0.5 }, seen], half));
    animations.push(/** @type {Element} */ (flyer(old).firstElementChild)
      .animate([seen, { ...gone, offset: 0.5 }, gone], half));
  }
  if (!onto)
    animations.push(flyer(element).animate([{ opacity: 0 }, { opacity: 0 }], { duration: TRAVEL + delay }));
  animations[0].onfinish = () => copy.remove();
  return animations;
}
