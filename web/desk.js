// desk.js: what the pages with a table share: the table in the room that it has, the scene as text, the log.

import { html, nothing } from './lit.js';
import { designed } from './design.js';
import { layout } from './layout.js';
import { hear } from './sound.js';
import { glide, hovered, tableView } from './table.js';
import { fetchDesign } from './tables.js';

/** @import { Context } from './app.js' */
/** @import { Design, Game, LogLine, Piece, Place, Touch, View } from './types.d.ts' */
/** @import { Plan } from './layout.js' */
/** @import { Ghost, Handlers } from './table.js' */

/** Whether there is room for a panel beside the table. */
export const isWide = () => matchMedia('(min-width: 900px) and (min-height: 481px)').matches;

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

/** How long a piece waits for the one before it, by the pace that somebody has chosen. */
const STEP = { slow: 300, normal: 190, quick: 90, none: 0 };

/** The table on a page: measures its room, draws, and lets pieces glide from the last picture to this one. */
export class TableArea {
  /** @param {Context} context @param {string} game its id, where it is known already */
  constructor(context, game) {
    this.context = context;
    this.size = { width: 0, height: 0 };
    /** @type {Element | null} */
    this.element = null;
    /** @type {Plan | null} */
    this.plan = null;
    /** @type {Plan | null} */
    this.drawn = null;
    this.at = 0; // moves that the plan shows
    this.shown = 0; // moves that the last picture has shown
    this.busy = 0; // until when pieces are under way, by performance.now()
    /** @type {LogLine[]} */
    this.lines = [];
    this.game = '';
    /** @type {Design | null | undefined} */
    this.design = undefined; // while it comes
    this.observer = new ResizeObserver(() => {
      if (this.measure()) context.redraw();
    });
    if (game) this.play(game);
  }

  /** What is played here. @param {string} game */
  async play(game) {
    if (this.game === game) return;
    this.game = game;
    hear(this.context.settings.effects);
    const design = await fetchDesign(game);
    if (this.game !== game) return;
    this.design = design;
    this.drawn = null;
    this.context.redraw();
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
   * @param {{ touchable?: Touch[], also?: Touch[], tags?: { touch: Touch, text: string }[], picked?: Touch[], hinted?: Touch[], shown?: number[], busy?: boolean, still?: boolean,
   *   ghosts?: Ghost[], last?: { seat: number, name: string, places: number[] }[], lines?: LogLine[], moods?: Map<number, string>,
   *   dropsFor?: (touch: Touch) => Touch[], me?: number | null }} state `lines` are what was told up to now
   * @param {Handlers & { press?: () => void }} handlers press: somebody pressed anywhere */
  template(view, box, state, handlers) {
    const { width, height } = this.size;
    const touch = matchMedia('(pointer: coarse)').matches;
    const me = state.me === undefined ? seatOf(view) : state.me;
    const options = { width, height, me, touch, before: this.drawn, moods: state.moods };
    this.plan = width === 0 || this.design === undefined ? null : this.lay(view, options);
    this.at = view.n;
    this.lines = state.lines ?? [];
    return html`<div class="table-area ${this.design ? 'is-designed' : ''}" @click=${() => handlers.press?.()} @focusin=${hovered} @focusout=${hovered}>
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
              ghosts: state.ghosts ?? [],
              last: state.last ?? [],
              busy: state.busy ?? false,
              still: state.still ?? false,
              dropsFor: state.dropsFor ?? (() => []),
            },
            handlers,
          )
        : nothing}
    </div>`;
  }

  /** By the design; if that is at fault, the table lays itself: nobody is kept from playing. @param {View} view
   * @param {import('./layout.js').Options} options */
  lay(view, options) {
    if (!this.design) return layout(view, options);
    try {
      return designed(this.design, view, options);
    } catch (error) {
      console.error(`The design of this table is at fault: ${error}`);
      this.design = null;
      return layout(view, { ...options, before: null });
    }
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
      if (by !== 0) area.scrollBy({ top: by, behavior: this.context.motion() ? 'smooth' : 'auto' });
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
    const svg = /** @type {SVGSVGElement | null | undefined} */ (element?.querySelector('svg.table'));
    if (svg && this.plan && this.plan !== this.drawn) {
      const before = this.drawn;
      if (!before) {
        paint(/** @type {HTMLElement} */ (element), this.design?.colours ?? {});
        // What lies over the table has the colours of the page, but cards are the same everywhere.
        const page = /** @type {HTMLElement | null} */ (element?.closest('.play') ?? null);
        if (page) paint(page, Object.fromEntries(Object.entries(this.design?.colours ?? {}).filter(([name]) => /^(back|card|print|felt)/.test(name))));
      }
      const resized = before !== null && before.width !== this.plan.width;
      const transfers = this.at > this.shown ? this.lines.filter(({ n }) => n > this.shown && n <= this.at).flatMap(({ moved }) => moved ?? []) : [];
      const pace = STEP[this.context.settings.pace];
      const time = glide(svg, resized ? null : before, this.plan, { motion: this.context.motion() && pace > 0 && !resized, transfers, step: pace });
      if (before && this.at !== this.shown) {
        this.busy = performance.now() + time;
        if (time > 0) comeLate(root, before, this.plan, this.shown, time);
      }
      this.drawn = this.plan;
      this.shown = this.at;
    }
    scrollable(element, 'The table, to scroll');
    scrollable(root.querySelector('.news-box'), 'News, to scroll');
  }

  /** How long pieces are still under way, in milliseconds. */
  get moving() {
    return Math.max(0, this.busy - performance.now());
  }

  leave() {
    this.observer.disconnect();
  }
}

/** What was told, and what is counted, comes when the pieces are there and not before. @param {ParentNode} root @param {Plan} before
 * @param {Plan} after @param {number} shown moves that were shown before @param {number} time */
function comeLate(root, before, after, shown, time) {
  const late = [...root.querySelectorAll('.log li, .news li')].filter((line) => Number(/** @type {HTMLElement} */ (line).dataset.n) > shown);
  const was = new Map((before.counts ?? []).map(({ key, value }) => [key, value]));
  const changed = new Set((after.counts ?? []).filter(({ key, value }) => was.has(key) && was.get(key) !== value).map(({ key }) => key));
  for (const count of root.querySelectorAll('.t-count')) if (changed.has(/** @type {SVGElement} */ (count).dataset.count ?? '')) late.push(count);
  for (const element of late)
    element.animate([{ opacity: element.matches('.t-count') ? 0.4 : 0 }, { opacity: 1 }], { duration: 220, delay: Math.max(0, time - 120), fill: 'backwards' });
  for (const frame of root.querySelectorAll('.t-group.active rect'))
    frame.animate([{ strokeOpacity: 0.15 }, { strokeOpacity: 1 }], { duration: 200, delay: Math.max(0, time - 120), fill: 'backwards' });
}

/** The colours of a designed table. (By script: the page allows no style in its text.) @param {HTMLElement} element
 * @param {Record<string, string>} colours */
function paint(element, colours) {
  for (const name of [...element.style]) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(colours)) element.style.setProperty(`--${name}`, value);
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

/** What I am trying to do, how the game stands, and remarks: in a strip of fixed height, which opens over the table where it has no
 * room for all. @param {View} view @param {Game} [game] */
export function statusBar(view, game) {
  const common = view.notes.filter((note) => note.seat === null).map((note) => note.text);
  const choices = (view.facedown ?? []).map((choice) => `Face down: ${choice.text}`);
  const seats = view.notes.filter((note) => note.seat !== null).map((note) => note.text);
  if (game?.lowestwins) seats.unshift('The lowest score wins');
  const rest = [...choices, ...common, ...seats];
  return html`<details class="notes status">
    <summary><span class="unseen">The goal, and how it stands</span><span class="status-line">${view.goal ? html`<b class="goal">${view.goal}</b> ` : nothing}${rest.map((text) => html`<span>${text}</span> `)}</span></summary>
    <div class="status-all">${view.goal ? html`<p><b>Your goal:</b> ${view.goal}.</p>` : nothing}${rest.map((text) => html`<p>${text}</p>`)}</div>
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
      return html`<li class=${first ? 'log-move' : 'log-more'} data-n=${line.n}>
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
