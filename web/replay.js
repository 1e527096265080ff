// replay.js: a match from its beginning, move by move, with the eyes of whoever may look.

import { html, nothing } from './lit.js';
import { REFEREE } from './engine.js';
import { TableArea, logList, statusBar, sceneText, scrollLog } from './desk.js';
import { explained, lastOf, moodsOf } from './foresight.js';
import { explainPart, sharePart } from './parts.js';
import { Session } from './session.js';
import { kept as readKept } from './store.js';
import { boxSlug } from './widgets.js';

/** @import { Context } from './app.js' */

const PACE = { slow: 2000, normal: 1100, quick: 500, none: 150 };

export class ReplayPage {
  /** @param {Context} context @param {Session} session */
  constructor(context, session) {
    const { match, about } = session;
    this.context = context;
    this.session = session;
    this.game = context.engine.game(about.game);
    this.box = boxSlug(this.game?.box ?? '');
    this.area = new TableArea(context, session.about.game);
    // An unfinished match has secrets: it is seen as those at this screen may see it.
    const open = about.over || about.closed;
    this.viewer = open ? REFEREE : about.viewer;
    this.viewers = open ? [REFEREE, ...about.names.keys()] : [about.viewer];
    /** @type {number[]} */
    this.stops = [];
    for (let at = 0; at < match.length; at = /** @type {number} */ (this.stops.at(-1))) this.stops.push(match.look(this.viewer, at).to);
    if (this.stops.length === 0 || match.actor(0) < about.seats) this.stops.unshift(0);
    this.index = 0;
    this.log = match.log(this.viewer);
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
    /** @type {import('./foresight.js').Explained | null} */
    this.explaining = null;
    /** @type {import('./foresight.js').Thing[] | null} */
    this.things = null;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener('keydown', this.onKey);
  }

  /** @param {Context} context @param {string} id */
  static async open(context, id) {
    const kept = await readKept(id);
    return kept ? new ReplayPage(context, Session.open(context.engine, kept)) : null;
  }

  get title() {
    return `Replay of ${this.game?.title}`;
  }

  leave() {
    this.stop();
    removeEventListener('keydown', this.onKey);
    this.area.leave();
    this.session.close();
  }

  get at() {
    return this.stops[this.index];
  }

  /** @param {number} index */
  show(index) {
    if (Math.abs(index - this.index) > 1) this.area.jump();
    this.index = Math.max(0, Math.min(this.stops.length - 1, index));
    const before = this.index > 0 ? this.stops[this.index - 1] : 0;
    this.context.announce(this.log.filter((line) => line.n > before && line.n <= this.at).map((line) => line.text).join('. '));
    if (this.index === this.stops.length - 1) this.stop();
    this.context.redraw();
  }

  /** @param {number} n */
  showMove(n) {
    const index = this.stops.findIndex((stop) => stop >= n);
    this.show(index < 0 ? this.stops.length - 1 : index);
  }

  stop() {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  toggle() {
    if (this.timer) {
      this.stop();
    } else {
      if (this.index === this.stops.length - 1) this.index = 0;
      this.timer = setInterval(() => this.show(this.index + 1), PACE[this.context.settings.pace]);
    }
    this.context.redraw();
  }

  /** @param {number} viewer */
  see(viewer) {
    this.viewer = viewer;
    this.log = this.session.match.log(viewer);
    this.context.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.('input, select')) return;
    if (event.key === ' ' && target.closest?.('button, a')) return;
    const act = {
      ArrowLeft: () => this.show(this.index - 1),
      ArrowRight: () => this.show(this.index + 1),
      Home: () => this.show(0),
      End: () => this.show(this.stops.length - 1),
      ' ': () => this.toggle(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  template() {
    const { session } = this;
    const view = session.match.view(this.viewer, this.at);
    const me = this.viewer < 7 ? this.viewer : (session.about.people[0] ?? 0);
    const before = this.index > 0 ? this.stops[this.index - 1] : 0;
    const news = this.log.filter((line) => line.n > before && line.n <= this.at);
    return html`<div class="play" data-box=${this.box}>
      <header class="play-bar">
        <a class="tool" href="#/games" aria-label="My games" title="My games">‹</a>
        <h1 tabindex="-1">${this.title}</h1>
      </header>
      <main class="play-main" id="main">
        ${sceneText(view)} ${statusBar(view, this.game)}
        ${this.area.template(view, this.box, { busy: true, still: true, me, lines: this.log, last: lastOf(view, this.log, null), moods: moodsOf(view, this.log) },
          { touch: () => {}, drag: () => {}, explain: (spot) => {
            this.explaining = explained(view, spot, (this.things ??= session.match.things()));
            this.context.redraw();
          } })}
        ${this.explaining ? explainPart(this.explaining, this.box, () => {
          this.explaining = null;
          this.context.redraw();
        }) : nothing}
        <section class="prompt" aria-label="Replay">
          <div class="news-box"><ul class="news">${news.map((line) => html`<li>${line.text}</li>`)}</ul></div>
          ${this.slider()}
        </section>
      </main>
      <aside class="side side-quiet" aria-label="What happened">
        <div class="side-head"><h2>What happened</h2></div>
        <div class="side-body" tabindex="0">
          ${logList(this.log, this.at, (n) => this.showMove(n))}
          ${this.viewers.length > 1 ? html`<h3>Share</h3>${sharePart(this)}` : nothing}
        </div>
      </aside>
    </div>`;
  }

  slider() {
    const last = this.stops.length - 1;
    const { about } = this.session;
    return html`<div class="slider">
      <button type="button" class="button" aria-label="One move back" ?disabled=${this.index === 0} @click=${() => this.show(this.index - 1)}>‹</button>
      <button type="button" class="button primary" @click=${() => this.toggle()}>${this.timer ? 'Pause' : 'Play'}</button>
      <button type="button" class="button" aria-label="One move on" ?disabled=${this.index === last} @click=${() => this.show(this.index + 1)}>›</button>
      <input
        type="range"
        min="0"
        max=${last}
        .value=${String(this.index)}
        aria-label="Position"
        aria-valuetext="after move ${this.at}"
        @input=${(/** @type {Event} */ event) => this.show(Number(/** @type {HTMLInputElement} */ (event.target).value))}
      />
      <span class="slider-text">${this.index} of ${last}</span>
      ${this.viewers.length > 1
        ? html`<label class="seen-as">Seen as
            <select @change=${(/** @type {Event} */ event) => this.see(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
              ${this.viewers.map((viewer) => html`<option value=${viewer} ?selected=${viewer === this.viewer}>
                ${viewer === REFEREE ? 'everybody' : about.names[viewer]}
              </option>`)}
            </select></label>`
        : nothing}
      ${about.over || about.closed ? nothing : html`<a class="button" href="#/play/${this.session.kept.id}">Back to the table</a>`}
    </div>`;
  }

  /** @param {ParentNode} root */
  drawn(root) {
    this.area.afterDraw(root);
    scrollLog(root);
  }
}
