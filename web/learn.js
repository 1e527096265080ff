// learn.js: a guided first game: a scripted match with notes; the learner makes the moves of one seat. Data does the rest
// (lessons/GAME.json, all in one file of the site).

import { html, nothing } from './lit.js';
import { TableArea, statusBar, sceneText } from './desk.js';
import { explained } from './foresight.js';
import { explainPart } from './parts.js';
import { sameTouch } from './pick.js';
import { rulesText } from './rules.js';
import { Session } from './session.js';
import { boxSlug, sentence } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { Match } from './engine.js' */
/** @import { Lesson, LessonStep, Offer, Touch } from './types.d.ts' */

const PACE = { slow: 1900, normal: 1100, quick: 500, none: 150 };

export class LearnPage {
  /** @param {Context} context @param {string} id @param {Lesson} lesson */
  constructor(context, id, lesson) {
    this.context = context;
    this.id = id;
    this.lesson = lesson;
    this.game = context.engine.game(id);
    this.box = boxSlug(this.game?.box ?? '');
    this.area = new TableArea(context, id);
    this.index = bookmark(id, lesson.steps.length); // of the step that is shown or waited for
    this.resumed = this.index;
    this.made = false; // whether the move of this step, another seat's, has been made
    /** @type {Touch[]} */
    this.picked = [];
    this.rules = false;
    this.message = '';
    this.broughtUp = ''; // for which step what matters has been brought into sight
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {import('./foresight.js').Explained | null} */
    this.explaining = null;
    /** @type {import('./foresight.js').Thing[] | null} */
    this.things = null;
    this.match = this.open(this.index);
    this.at = this.match.length; // moves that the table shows
    /** @type {(() => void) | null} */
    this.held = null; // a hand or round is over: what comes when somebody has looked
  }

  begin() {
    this.arrive();
  }

  /** @param {Context} context @param {string} id */
  static async open(context, id) {
    const answer = await fetch(new URL('lessons.json', import.meta.url));
    const lesson = answer.ok ? (await answer.json())[id] : null;
    if (!lesson) throw new Error('there is no guided game for this one yet');
    return new LearnPage(context, id, lesson);
  }

  get title() {
    return `Learn ${this.game?.title}`;
  }

  leave() {
    clearTimeout(this.timer);
    this.area.leave();
    this.match.close();
  }

  /** The match before this step. @param {number} index @returns {Match} */
  open(index) {
    const { lesson } = this;
    const match = this.context.engine.open(lesson.deal);
    match.seat(lesson.names.map((_, seat) => (seat === lesson.seat ? '' : lesson.bots)), lesson.names);
    for (const step of lesson.steps.slice(0, index)) play(match, step);
    return match;
  }

  get step() {
    return /** @type {LessonStep | undefined} */ (this.lesson.steps[this.index]);
  }

  get isMine() {
    return this.step?.seat === this.lesson.seat;
  }

  /** At a step: others move by themselves. */
  arrive() {
    clearTimeout(this.timer);
    this.made = false;
    this.picked = [];
    const { step } = this;
    keepBookmark(this.id, step ? this.index : 0);
    if (step && step.seat !== undefined && !this.isMine) {
      const wait = this.index === 0 ? 600 : PACE[this.context.settings.pace];
      this.timer = setTimeout(() => this.otherMoves(step), wait);
    }
    this.speak();
    this.context.redraw();
  }

  /** Makes the move of a step, shows what it led to, and then goes on. @param {LessonStep} step @param {() => void} then */
  make(step, then) {
    play(this.match, step);
    this.showUp(then);
  }

  /** @param {() => void} then @returns {void} */
  showUp(then) {
    const { to, hold } = this.match.look(this.lesson.seat, this.at);
    const more = () => (this.at < this.match.length ? this.showUp(then) : then());
    this.at = to;
    if (!hold || this.at === this.match.length) return more();
    this.held = () => {
      this.held = null;
      more();
    };
    this.context.redraw();
  }

  /** @param {LessonStep} step */
  otherMoves(step) {
    this.make(step, () => {
      this.made = true;
      if (!step.note) return this.next();
      this.speak();
      this.context.redraw();
    });
  }

  speak() {
    const { step } = this;
    const shown = !step ? this.lesson.end : this.isMine || step.seat === undefined || this.made ? step.note : '';
    if (shown) this.context.announce(shown);
  }

  next() {
    this.index++;
    this.message = '';
    this.arrive();
  }

  /** To the last thing that was said or asked, or to a step. @param {number} [to] */
  back(to) {
    clearTimeout(this.timer);
    let index = to ?? this.index - 1;
    while (index > 0 && !this.stopsAt(index)) index--;
    this.match.close();
    this.index = Math.max(0, index);
    this.match = this.open(this.index);
    this.at = this.match.length;
    this.held = null;
    this.message = '';
    this.arrive();
  }

  /** @param {number} index */
  stopsAt(index) {
    const step = this.lesson.steps[index];
    return Boolean(step.note) || step.seat === this.lesson.seat;
  }

  /** The move that is asked for. @returns {Offer | undefined} */
  get wanted() {
    const { step, match, lesson } = this;
    if (!step?.move || !this.isMine || this.held) return undefined;
    const move = match.read(lesson.seat, step.move);
    return match.view(lesson.seat).moves?.find((offer) => offer.move === move);
  }

  /** @param {Touch} touch */
  touch(touch) {
    const { wanted } = this;
    if (!wanted || !wanted.touch[this.picked.length] || !sameTouch(touch, wanted.touch[this.picked.length])) return;
    this.picked = [...this.picked, touch];
    if (this.picked.length === wanted.touch.length) this.choose();
    else this.context.redraw();
  }

  choose() {
    const { step } = this;
    if (!step || !this.isMine || this.held) return;
    this.picked = [];
    this.make(step, () => this.next());
  }

  async playOn() {
    try {
      const session = await Session.read(this.context.engine, this.match.record());
      session.close();
      this.context.go(`#/play/${session.kept.id}`);
    } catch (error) {
      this.message = sentence(error);
      this.context.redraw();
    }
  }

  template() {
    const { lesson, step } = this;
    const view = this.match.view(lesson.seat, this.at);
    const { wanted } = this;
    const next = wanted?.touch[this.picked.length];
    return html`<div class="play learn" data-box=${this.box}>
      <header class="play-bar">
        <a class="tool" href="#/" aria-label="All games" title="All games">‹</a>
        <h1 tabindex="-1">${this.title}</h1>
        <progress max=${lesson.steps.length} .value=${this.index} aria-label="How far you are"></progress>
        <button type="button" class="tool tool-word" aria-pressed=${this.rules ? 'true' : 'false'} @click=${() => {
          this.rules = !this.rules;
          this.context.redraw();
        }}>Rules</button>
      </header>
      <main class="play-main" id="main">
        ${sceneText(view)} ${statusBar(view, this.game)}
        ${this.area.template(
          view,
          this.box,
          {
            touchable: next ? [next] : [],
            hinted: next ? [next] : [],
            picked: this.picked,
            shown: step?.show ?? [],
            busy: !wanted,
            still: !wanted,
            lines: this.match.log(lesson.seat),
            me: lesson.seat,
            dropsFor: (touch) => (wanted && wanted.touch.length > 1 && sameTouch(touch, wanted.touch[0]) ? [wanted.touch[1]] : []),
          },
          {
            touch: (touch) => this.touch(touch),
            drag: (from, to) => {
              if (this.picked.length === 0) this.touch(from);
              this.touch(to);
            },
            explain: (spot) => {
              this.explaining = explained(view, spot, (this.things ??= this.match.things()));
              this.context.redraw();
            },
          },
        )}
        ${this.explaining ? explainPart(this.explaining, this.box, () => {
          this.explaining = null;
          this.context.redraw();
        }) : nothing}
        <section class="prompt lesson" aria-label="The lesson">
          ${this.message ? html`<p class="refused" role="alert">${this.message}</p>` : nothing} ${this.noteTemplate(wanted)}
        </section>
      </main>
      ${this.rules
        ? html`<aside class="side" aria-label="Rules">
            <div class="side-head"><h2>Rules</h2>
              <button type="button" class="button plain icon-only" aria-label="Close" @click=${() => {
                this.rules = false;
                this.context.redraw();
              }}>×</button></div>
            <div class="side-body" tabindex="0">${rulesText(this.context, this.id)}</div>
          </aside>`
        : nothing}
    </div>`;
  }

  /** @param {Offer | undefined} wanted */
  noteTemplate(wanted) {
    const { step, lesson } = this;
    const back = this.index > 0
      ? html`<button type="button" class="button plain" @click=${() => this.back()}>Back</button>
          ${this.index === this.resumed
            ? html`<button type="button" class="button plain" @click=${() => this.back(0)}>From the start</button>`
            : nothing}`
      : nothing;
    if (this.held)
      return html`<p class="note">Have a look at the table before it goes on.</p>
        <div class="actions">
          <button type="button" class="button primary" data-default @click=${this.held}>Go on</button>
        </div>`;
    if (!step)
      return html`<p class="note">${lesson.end}</p>
        <div class="actions">
          ${this.match.over
            ? nothing
            : html`<button type="button" class="button primary" data-default @click=${() => this.playOn()}>Play on from here</button>`}
          <a class="button" href="#/new/${this.id}">A game of your own</a>
          ${back}
        </div>`;
    if (wanted)
      return html`${step.note ? html`<p class="note">${step.note}</p>` : nothing}
        ${wanted.touch.length === 0 ? nothing : html`<p class="lesson-move">Now: <b>${wanted.label}</b></p>`}
        <div class="actions">
          ${wanted.touch.length === 0
            ? html`<button type="button" class="button primary" data-default data-move=${wanted.move} @click=${() => this.choose()}>
                ${wanted.label}
              </button>`
            : html`<button type="button" class="button" data-move=${wanted.move} @click=${() => this.choose()}>Do it for me</button>`}
          ${back}
        </div>`;
    if (step.seat !== undefined && !this.made)
      return html`<p class="prompt-text waiting">${lesson.names[step.seat]} is to move</p>`;
    return html`<p class="note">${step.note}</p>
      <div class="actions">
        <button type="button" class="button primary" data-default @click=${() => this.next()}>Go on</button>
        ${back}
      </div>`;
  }

  /** @param {ParentNode} root */
  drawn(root) {
    this.area.afterDraw(root);
    const shown = `${this.index} ${this.made} ${this.picked.length} ${this.area.size.height}`;
    if (shown !== this.broughtUp) {
      this.broughtUp = shown;
      this.area.reveal();
    }
    const wanted = /** @type {HTMLElement | null} */ (root.querySelector('[data-default]'));
    if (wanted && (document.activeElement === document.body || !document.activeElement)) wanted.focus({ preventScroll: true });
  }
}

/** @param {Match} match @param {LessonStep} step */
function play(match, step) {
  if (step.seat === undefined || step.move === undefined) return;
  match.play(step.seat, match.decision, match.read(step.seat, step.move));
}

/** Where somebody was when the page was left. What cannot be kept begins at the beginning.
 * @param {string} id @param {number} steps */
function bookmark(id, steps) {
  try {
    const index = Number(localStorage.getItem(`lesson:${id}`));
    return Number.isInteger(index) && index > 0 && index < steps ? index : 0;
  } catch {
    return 0;
  }
}

/** @param {string} id @param {number} index */
function keepBookmark(id, index) {
  try {
    if (index > 0) localStorage.setItem(`lesson:${id}`, String(index));
    else localStorage.removeItem(`lesson:${id}`);
  } catch {
    // Then the lesson begins at the beginning next time.
  }
}
