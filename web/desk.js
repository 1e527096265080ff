// desk.js: what the pages with a table share: the table in the room that it has, the scene as text, the log.

import { html, nothing } from './lit.js';
import { layout } from './layout.js';
import { glide, tableView } from './table.js';

/** @import { Game, LogLine, Piece, Place, Touch, View } from './types.d.ts' */
/** @import { Plan } from './layout.js' */

/** Whether there is room for a panel beside the table. */
export const isWide = () => matchMedia('(min-width: 900px)').matches;

/** The seat whose eyes a view has, or null. @param {View} view */
export const seatOf = (view) => (/^\d$/.test(view.viewer) ? Number(view.viewer) : null);

/** What scrolls must be reached by keyboard; what does not should be no stop on the way.
 * @param {Element | null | undefined} element @param {string} label */
export function scrollable(element, label) {
  if (!element) return;
  if (element.scrollHeight > element.clientHeight + 1) {
    element.setAttribute('tabindex', '0');
    element.setAttribute('role', 'region');
    element.setAttribute('aria-label', label);
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) element.removeAttribute(name);
  }
}

/** The table on a page: measures its room, draws, and lets pieces glide from the last picture to this one. */
export class TableArea {
  /** @param {() => void} redraw @param {() => boolean} motion whether things may move */
  constructor(redraw, motion) {
    this.motion = motion;
    this.size = { width: 0, height: 0 };
    /** @type {Element | null} */
    this.element = null;
    /** @type {Plan | null} */
    this.plan = null;
    /** @type {Plan | null} */
    this.drawn = null;
    this.observer = new ResizeObserver(() => {
      if (this.measure()) redraw();
    });
  }

  measure() {
    const width = Math.floor(this.element?.clientWidth ?? 0);
    const height = Math.floor(this.element?.clientHeight ?? 0);
    // Nothing may be cut off; but a little more room is no reason to move everything.
    const more = height - this.size.height;
    if (width === 0 || (width === this.size.width && more >= 0 && more < 64)) return false;
    this.size = { width, height };
    return true;
  }

  /** @param {View} view @param {string} box
   * @param {{ touchable?: Touch[], also?: Touch[], tags?: { touch: Touch, text: string }[], picked?: Touch[], hinted?: Touch[], shown?: number[], busy?: boolean,
   *   dropsFor?: (touch: Touch) => Touch[], me?: number | null }} state
   * @param {{ touch: (touch: Touch) => void, drag: (from: Touch, to: Touch) => void, press?: () => void }} handlers press:
   * somebody pressed anywhere */
  template(view, box, state, handlers) {
    const { width, height } = this.size;
    const touch = matchMedia('(pointer: coarse)').matches;
    const me = state.me === undefined ? seatOf(view) : state.me;
    this.plan = width > 0 ? layout(view, { width, height, me, touch, before: this.drawn }) : null;
    return html`<div class="table-area" @click=${() => handlers.press?.()}>
      ${this.plan
        ? tableView(
            view,
            this.plan,
            {
              box,
              touchable: state.touchable ?? [],
              also: state.also ?? [],
              tags: state.tags ?? [],
              picked: state.picked ?? [],
              hinted: state.hinted ?? [],
              shown: state.shown ?? [],
              busy: state.busy ?? false,
              dropsFor: state.dropsFor ?? (() => []),
            },
            handlers,
          )
        : nothing}
    </div>`;
  }

  /** Brings what matters into sight: what can be touched or is spoken of, and if there is room what is one's own; if not
   * even all that can be touched has room, the last of it, which is nearest to the thumb. */
  reveal() {
    const area = this.element;
    if (!area || area.scrollHeight <= area.clientHeight) return;
    const boxes = (/** @type {string} */ names) => [...area.querySelectorAll(names)].map((one) => one.getBoundingClientRect());
    const wanted = boxes('.touchable, .shown, .hinted');
    const own = boxes('.t-group.mine');
    const around = area.getBoundingClientRect();
    const MARGIN = 12;
    for (const seen of [[...wanted, ...own], wanted]) {
      if (seen.length === 0) continue;
      const top = Math.min(...seen.map((box) => box.top)) - MARGIN;
      const bottom = Math.max(...seen.map((box) => box.bottom)) + MARGIN;
      if (bottom - top > around.height && seen !== wanted) continue;
      const by = bottom > around.bottom ? bottom - around.bottom : top < around.top ? top - around.top : 0;
      if (by !== 0) area.scrollBy({ top: by, behavior: this.motion() ? 'smooth' : 'auto' });
      return;
    }
  }

  /** The next picture is another one, not what became of this. */
  jump() {
    this.drawn = null;
  }

  /** To be called when the page is drawn. @param {ParentNode} root */
  afterDraw(root) {
    const element = root.querySelector('.table-area');
    if (element !== this.element) {
      this.observer.disconnect();
      this.element = element;
      this.drawn = null;
      if (element) this.observer.observe(element);
    }
    const svg = element?.querySelector('svg');
    if (svg && this.plan && this.plan !== this.drawn) {
      const resized = this.drawn !== null && this.drawn.width !== this.plan.width;
      glide(svg, resized ? null : this.drawn, this.plan, this.motion() && !resized);
      this.drawn = this.plan;
    }
    scrollable(element, 'The table, to scroll');
    scrollable(root.querySelector('.news-box'), 'News, to scroll');
  }

  leave() {
    this.observer.disconnect();
  }
}

/** @param {Piece} piece */
function pieceText(piece) {
  const name = piece.down ? `${piece.thing} (face down)` : piece.back ? `${piece.thing} (back)` : piece.thing;
  return piece.endless ? `${name}, endless` : (piece.count ?? 1) > 1 ? `${piece.count} × ${name}` : name;
}

/** @param {Place} place */
const placeText = (place) => (place.pieces.length > 0 ? place.pieces.map(pieceText).join(', ') : 'empty');

/** The whole scene in words, for those who do not see the picture. @param {View} view */
export const sceneText = (view) => html`<section class="unseen" aria-label="The table in words">
  <h2>The table in words</h2>
  <ul>
    ${view.names.map(
      (name, seat) => html`<li>
        ${name}${view.scores ? `: ${view.scores[seat]}` : nothing}${view.waiting.includes(seat) ? ' (to move)' : nothing}
      </li>`,
    )}
  </ul>
  ${view.notes.map((note) => html`<p>${note.text}</p>`)}
  ${view.zones.map(
    (zone) => html`<h3>${zone.title}</h3>
      ${zone.places.length === 1
        ? html`<p>${placeText(zone.places[0])}</p>`
        : html`<ul>
            ${zone.places.map((place, i) => html`<li>${place.label ?? `Place ${i + 1}`}: ${placeText(place)}</li>`)}
          </ul>`}`,
  )}
</section>`;

/** What stands beside the table: the round, and remarks about seats; these are folded away where there is little room.
 * @param {View} view @param {Game} [game] */
export function notesBar(view, game) {
  const common = view.notes.filter((note) => note.seat === null).map((note) => note.text);
  const choices = (view.facedown ?? []).map((choice) => `Face down: ${choice.text}`);
  const seats = view.notes.filter((note) => note.seat !== null).map((note) => note.text);
  if (game?.lowestwins) seats.unshift('The lowest score wins');
  const first = [...common, ...choices];
  const lines = (/** @type {string[]} */ texts) => texts.map((text) => html`<span>${text}</span> `);
  if (first.length + seats.length === 0) return nothing;
  if (seats.length === 0) return html`<p class="notes">${lines(first)}</p>`;
  if (isWide()) return html`<p class="notes">${lines([...first, ...seats])}</p>`;
  return html`<details class="notes">
    <summary>${lines(first.length > 0 ? first : ['Remarks'])}</summary>
    <p>${lines(seats)}</p>
  </details>`;
}

/** The log; a click on a line shows the table as it was then.
 * @param {LogLine[]} lines @param {number} shown the number of moves after which the table is shown
 * @param {(n: number) => void} look */
export function logList(lines, shown, look) {
  if (lines.length === 0) return html`<p class="muted">Nothing has happened yet.</p>`;
  let last = -1;
  const current = lines.reduce((best, line) => (line.n <= shown ? line.n : best), -1);
  return html`<ol class="log">
    ${lines.map((line) => {
      const first = line.n !== last;
      last = line.n;
      return html`<li class=${first ? 'log-move' : 'log-more'}>
        <button
          type="button"
          aria-current=${line.n === current ? 'step' : nothing}
          @click=${() => look(line.n)}
        >
          <span class="log-number">${first ? line.n : ''}</span><span>${line.text}</span>
        </button>
      </li>`;
    })}
  </ol>`;
}

/** The newest line of the log comes into sight. @param {ParentNode} root */
export function scrollLog(root) {
  const current = [...root.querySelectorAll('.log [aria-current]')].at(-1);
  const box = current?.closest('.side-body');
  if (!current || !box) return;
  const line = current.getBoundingClientRect();
  const around = box.getBoundingClientRect();
  if (line.top < around.top || line.bottom > around.bottom) box.scrollTop += line.bottom - around.bottom + 8;
}
