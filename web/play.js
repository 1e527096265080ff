// play.js: the page on which a match is played: whose turn it is, what others did, touching, hints, the way back, the end.

import { html, nothing } from './lit.js';
import { SPECTATOR } from './engine.js';
import { Stopped } from './bots.js';
import { TableArea, isWide, logList, notesBar, sceneText, scrollLog } from './desk.js';
import { choices, decided, sameTouch, tags } from './pick.js';
import { HINT_BOT, Session } from './session.js';
import { actionButtons, curtain, hintStrip, moreMenu, offerList, resultPart, revealPart, toolbar } from './parts.js';
import { revealOf } from './reveal.js';
import { rulesText } from './rules.js';
import { keepSettings, kept as readKept, onChange } from './store.js';
import { boxSlug, sentence } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { Reveal } from './reveal.js' */
/** @import { Hint, LogLine, Offer, Touch, View } from './types.d.ts' */

/** So long do the moves of others stay before the next one, in milliseconds. */
const PACE = { slow: 1900, normal: 1000, quick: 400, none: 0 };

/** So long after something has come up a click was meant for what was there before. */
const BLIND = 350;

/** After a button was pressed the next ones may stand elsewhere: a double click is no second choice. */
const DOUBLE = 250;

/** So many lines of news are worth a stop when a hand or round is over. */
const MUCH = 3;

/** What the page waits for. */
/** @typedef {'others' | 'thinking' | 'hold' | 'curtain' | 'ask' | 'over' | 'elsewhere' | 'failed'} Phase */

export class PlayPage {
  /** @param {Context} context @param {Session} session */
  constructor(context, session) {
    this.context = context;
    this.session = session;
    this.game = context.engine.game(session.about.game);
    this.box = boxSlug(this.game?.box ?? '');
    this.area = new TableArea(context.redraw, context.motion);
    /** @type {Phase} */
    this.phase = 'others';
    this.viewer = session.about.viewer;
    this.at = session.match.length; // moves that the table shows
    /** @type {number | null} */
    this.past = null; // when looking back: after how many moves
    /** @type {Touch[]} */
    this.picked = [];
    /** @type {Hint | null} */
    this.hint = null;
    this.hinting = false;
    /** @type {'log' | 'rules' | 'moves' | 'more' | null} */
    this.panel = isWide() ? 'log' : null;
    this.message = '';
    this.running = 0;
    this.begun = false;
    this.left = false;
    this.wary = 0;
    this.lastMover = -1;
    this.broughtUp = ''; // for which decision the touchable things have been brought into sight
    /** @type {Reveal | null} */
    this.revealed = null;
    this.thinker = 0;
    /** @type {string | null} */
    this.drawnPanel = null;
    this.byKey = false; // whether the last thing that the person did was to press a key
    this.justUndone = false;
    this.handed = session.about.people.length === 1; // whether the viewer has the screen
    /** @type {(() => void) | null} */
    this.goOn = null;
    this.seen = { key: '', view: /** @type {View | null} */ (null), lines: /** @type {LogLine[]} */ ([]) };
    this.forgetChange = onChange((id) => this.changedElsewhere(id));
    this.onKey = (/** @type {KeyboardEvent} */ event) => {
      this.byKey = true;
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault(); // a key that is held down chooses once
        event.stopPropagation();
      } else {
        this.key(event);
      }
    };
    this.onPointer = () => {
      this.byKey = false;
    };
    addEventListener('keydown', this.onKey, true);
    addEventListener('pointerdown', this.onPointer);
  }

  begin() {
    this.begun = true;
    this.run();
  }

  /** The page of a match that is kept here; null if there is none.
   * @param {Context} context @param {string} id */
  static async open(context, id) {
    const kept = await readKept(id);
    return kept ? new PlayPage(context, Session.open(context.engine, kept)) : null;
  }

  get title() {
    return this.game?.title ?? '';
  }

  leave() {
    this.left = true;
    this.running++;
    this.goOn?.();
    if (this.begun) this.context.bots.stop(); // not what another page asks
    this.forgetChange();
    removeEventListener('keydown', this.onKey, true);
    removeEventListener('pointerdown', this.onPointer);
    this.area.leave();
    this.session.close();
  }

  /** Another tab has played this match: it goes on there, or here when somebody says so. @param {string | null} id */
  changedElsewhere(id) {
    if (id !== this.session.kept.id) return;
    this.running++;
    this.context.bots.stop();
    this.phase = 'elsewhere';
    this.context.redraw();
  }

  async takeOver() {
    const kept = await readKept(this.session.kept.id);
    if (this.left) return;
    if (!kept) return this.context.go('#/');
    this.session.close();
    this.session = Session.open(this.context.engine, kept);
    this.at = this.session.match.length;
    this.seen.key = '';
    this.run();
  }

  /* ---- what happens ---- */

  /** Goes on until a person has to do something. */
  async run() {
    if (this.left) return;
    const run = ++this.running;
    const current = () => run === this.running;
    this.phase = 'others';
    this.context.redraw();
    try {
      for (;;) {
        await this.catchUp(current);
        if (!current()) return;
        const { next, over } = this.session.about;
        if (over || next === null) return this.end();
        if (!this.session.isPerson(next)) await this.letPlay(next, current);
        else if (!(await this.passes(next))) return this.handTo(next);
        if (!current()) return;
      }
    } catch (error) {
      if (!current() || error instanceof Stopped) return;
      this.phase = 'failed';
      this.message = `Something went wrong: ${sentence(error)}`;
      this.context.redraw();
    }
  }

  tryAgain() {
    this.message = '';
    this.run();
  }

  /** Shows the moves that have not been shown, one after the other. @param {() => boolean} current */
  async catchUp(current) {
    const { match } = this.session;
    while (this.at < match.length) {
      const from = this.at;
      const { at, over } = match.stop(from);
      const lines = match.log(this.viewer, from, at);
      this.beware();
      await this.reveal(revealOf(this.view(), match.view(this.viewer, at), lines, at - from));
      if (!current()) return;
      this.at = at;
      this.context.redraw();
      if (lines.length > 0) this.context.announce(lines.map((line) => line.text).join('. '));
      if (over && lines.length >= MUCH) await this.hold();
      else if (this.at < match.length || !this.isOwn(from) || this.session.about.next !== this.viewer)
        await this.pause(PACE[this.context.settings.pace]);
      if (!current()) return;
    }
  }

  /** Shows what was played and is cleared away at once, for a moment; where people share the screen, until they have seen
   * it. @param {Reveal | null} reveal */
  async reveal(reveal) {
    const pace = PACE[this.context.settings.pace];
    if (!reveal || (pace === 0 && !this.session.curtain)) return;
    this.revealed = reveal;
    this.context.redraw();
    if (this.session.curtain && this.viewer === SPECTATOR) await this.hold();
    else await this.pause(pace * (1 + 0.5 * reveal.played.length));
    this.revealed = null;
  }

  /** @param {number} index */
  isOwn(index) {
    return this.session.match.actor(index) === this.viewer;
  }

  /** @param {number} milliseconds */
  pause(milliseconds) {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        if (this.goOn === end) this.goOn = null;
        resolve(undefined);
      };
      const timer = setTimeout(end, milliseconds);
      this.goOn = end;
    });
  }

  /** A hand or round is over: the table stays as it is until somebody has looked. */
  async hold() {
    this.phase = 'hold';
    this.beware();
    this.context.redraw();
    await new Promise((resolve) => {
      this.goOn = () => {
        this.goOn = null;
        resolve(undefined);
      };
    });
    if (this.phase === 'hold') this.phase = 'others';
  }

  /** @param {number} seat @param {() => boolean} current */
  async letPlay(seat, current) {
    const { session } = this;
    this.phase = 'thinking';
    this.thinker = seat;
    this.context.redraw();
    const answer = await this.context.bots.ask(session.match.record(), seat, session.bot(seat));
    if (!current()) return;
    this.phase = 'others';
    await session.play(seat, session.match.decision, answer.move);
  }

  /** Whether the only thing to do was to pass, and has been done. @param {number} seat */
  async passes(seat) {
    const { session } = this;
    if (!this.context.settings.autopass || session.curtain || this.justUndone) return false;
    const view = session.match.view(seat);
    if (!view.onlypass || !view.moves?.length) return false;
    await session.play(seat, session.match.decision, view.moves[0].move);
    return true;
  }

  /** From now on passing is done for the person where nothing else is possible. */
  async passAlways() {
    const settings = { ...this.context.settings, autopass: true };
    this.context.settings.autopass = true;
    await keepSettings(settings);
    this.context.say('From now on the page passes for you. Settings can change it back.');
    this.run();
  }

  /** It is this person's turn. @param {number} seat */
  handTo(seat) {
    if (this.session.curtain && !(this.handed && this.viewer === seat)) {
      this.phase = 'curtain';
      this.beware();
      this.see(SPECTATOR);
      this.handed = false;
    } else {
      this.see(seat);
      this.phase = 'ask';
      this.wary = Math.max(this.wary, this.lastMover === seat ? 0 : performance.now() + BLIND);
    }
    this.context.redraw();
    if (this.phase === 'ask') this.context.announce(this.view().prompt);
  }

  /** Other eyes: nothing that the last ones had on the screen may stay. @param {number} viewer */
  see(viewer) {
    if (viewer !== this.viewer) {
      this.hint = null;
      this.past = null;
      this.message = '';
      this.context.announce('');
      if (this.panel === 'moves') this.panel = null;
    }
    this.picked = [];
    this.viewer = viewer;
  }

  takeScreen() {
    const { next } = this.session.about;
    if (next === null || this.blind) return;
    this.see(next);
    this.handed = true;
    this.phase = 'ask';
    this.beware();
    this.context.redraw();
    this.context.announce(this.view().prompt);
  }

  end() {
    this.beware();
    this.see(this.session.about.people.length === 1 ? this.session.about.viewer : SPECTATOR);
    this.phase = 'over';
    this.context.redraw();
  }

  /* ---- looking ---- */

  /** What the table shows now. @returns {View} */
  view() {
    const { match } = this.session;
    const n = this.past ?? this.at;
    const key = `${this.viewer} ${n} ${this.at} ${match.length} ${match.decision} ${this.phase}`;
    if (this.seen.key !== key || !this.seen.view)
      this.seen = { key, view: match.view(this.viewer, n), lines: match.log(this.viewer, 0, this.at) };
    return /** @type {View} */ (this.seen.view);
  }

  /** What has happened since the viewer's own last move. @returns {LogLine[]} */
  news() {
    const seat = this.viewer < SPECTATOR ? this.viewer : this.lastMover;
    const from = this.session.newsFrom(seat, this.at);
    return this.seen.lines.filter((line) => line.n > from);
  }

  /** Who sits at the near side of the table: the viewer; where people share the screen with nothing to hide, always the
   * same, so that the table does not turn. */
  home() {
    const { people, next } = this.session.about;
    if (people.length > 1 && !this.session.curtain) return people[0];
    if (this.viewer < SPECTATOR) return this.viewer;
    return next !== null && people.includes(next) ? next : (people[0] ?? 0);
  }

  /** @param {number} n */
  look(n) {
    if (this.blind) return;
    const end = this.at;
    this.past = n >= end ? null : Math.max(0, n);
    this.picked = [];
    if (this.panel === 'log' && !isWide()) this.panel = null; // it would cover the table
    this.context.redraw();
  }

  /* ---- doing ---- */

  /** @returns {Offer[]} */
  offers() {
    return this.phase === 'ask' && this.past === null ? (this.view().moves ?? []) : [];
  }

  get blind() {
    return performance.now() < this.wary;
  }

  /** What has come up just now is not what a second click was meant for. */
  beware() {
    this.wary = performance.now() + BLIND;
  }

  /** Somebody wants to see what comes next. */
  proceed() {
    if (!this.blind) this.goOn?.();
  }

  /** @param {Touch} touch */
  touch(touch) {
    if (this.phase !== 'ask' || this.past !== null || this.blind) return;
    const again = this.picked.findIndex((one) => sameTouch(one, touch));
    const offers = this.offers();
    if (again >= 0) {
      this.picked = this.picked.slice(0, again);
    } else {
      this.picked = this.pickedWith(touch);
      const offer = decided(offers, this.picked);
      if (offer) return this.choose(offer);
    }
    this.context.redraw();
  }

  /** @param {Touch} from @param {Touch} to */
  drag(from, to) {
    if (this.blind) return;
    const picked = [...this.pickedWith(from), to];
    const offer = decided(this.offers(), picked);
    if (offer) return this.choose(offer);
    this.picked = picked;
    this.context.redraw();
  }

  /** What is picked when this is touched too: as what comes next, or instead of what was picked. @param {Touch} touch */
  pickedWith(touch) {
    const again = this.picked.findIndex((one) => sameTouch(one, touch));
    if (again >= 0) return this.picked.slice(0, again + 1);
    const next = choices(this.offers(), this.picked).touches.some((one) => sameTouch(one, touch));
    return next ? [...this.picked, touch] : [touch];
  }

  /** @param {Offer} offer */
  async choose(offer) {
    if (this.phase !== 'ask' || this.past !== null || this.blind) return;
    const { session, viewer } = this;
    if (offer.touch.length === 0) this.wary = performance.now() + DOUBLE;
    this.phase = 'others';
    this.picked = [];
    this.hint = null;
    this.message = '';
    this.justUndone = false;
    if (this.panel === 'moves') this.panel = isWide() ? 'log' : null;
    this.context.redraw();
    try {
      await session.play(viewer, session.match.decision, offer.move);
      this.lastMover = viewer;
      if (session.curtain && session.about.next !== viewer) {
        this.handed = false;
        this.see(SPECTATOR);
      }
    } catch (error) {
      this.message = sentence(error);
    }
    this.run();
  }

  /** Whose move would be taken back. */
  get undoer() {
    const { session, viewer, lastMover } = this;
    if (viewer >= SPECTATOR) return lastMover;
    const shared = session.about.people.length > 1 && !session.curtain && lastMover >= 0;
    return shared && !session.mayUndo(viewer) ? lastMover : viewer;
  }

  mayUndo() {
    const { session, phase } = this;
    return this.undoer >= 0 && phase !== 'elsewhere' && session.mayUndo(this.undoer);
  }

  /** Takes the last move back, or at the curtain a choice that lies face down. @param {number} [index] */
  async undo(index) {
    const seat = this.undoer;
    if (seat < 0) return;
    this.stopOthers();
    try {
      await this.session.undo(seat, index);
      this.backAt(seat);
    } catch (error) {
      this.message = sentence(error);
      this.run();
    }
  }

  async redo() {
    const seat = this.undoer;
    this.stopOthers();
    try {
      await this.session.redo(seat);
      this.backAt(seat);
    } catch (error) {
      this.message = sentence(error);
      this.run();
    }
  }

  stopOthers() {
    this.running++;
    this.goOn?.();
    this.context.bots.stop();
    this.message = '';
    this.hint = null;
  }

  /** The table as it is now, with the eyes of this seat. @param {number} seat */
  backAt(seat) {
    this.at = this.session.match.length;
    this.past = null;
    this.justUndone = true;
    // Whoever holds the screen need not be the one who chooses again.
    this.handed = !this.session.curtain;
    this.see(this.handed ? seat : SPECTATOR);
    this.run();
  }

  async askHint() {
    if (this.phase !== 'ask' || this.hinting) return;
    const { session, viewer } = this;
    const decision = session.match.decision;
    this.hinting = true;
    this.context.redraw();
    try {
      const hint = await this.context.bots.ask(session.match.record(), viewer, HINT_BOT);
      if (this.viewer === viewer && session.match.decision === decision && this.phase === 'ask') {
        this.hint = hint;
        this.picked = [];
        await session.countHint();
        this.context.announce(`Hint: ${this.label(hint.move, hint.text)}`);
      }
    } catch (error) {
      if (!(error instanceof Stopped)) this.message = sentence(error);
    }
    this.hinting = false;
    this.context.redraw();
  }

  /** The words of a move on offer. @param {number} move @param {string} text */
  label(move, text) {
    return this.offers().find((offer) => offer.move === move)?.label ?? text;
  }

  /** The same table plays again, with other luck or the same. @param {boolean} sameDeal */
  again(sameDeal) {
    if (this.blind) return;
    const { about } = this.session;
    const deal = sameDeal ? about.id : about.id.replace(/#.*/, '');
    this.context.start({ deal, bots: this.session.kept.bots, names: about.names });
  }

  /** @param {'log' | 'rules' | 'moves' | 'more'} panel */
  toggle(panel) {
    this.panel = this.panel === panel ? null : panel;
    this.context.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.('input, textarea, select, dialog')) return;
    const act = {
      u: () => this.mayUndo() && this.undo(),
      y: () => this.session.about.known > this.session.about.n && this.redo(),
      h: () => this.askHint(),
      l: () => this.toggle('log'),
      r: () => this.toggle('rules'),
      m: () => this.toggle('moves'),
      '?': () => this.toggle('more'),
      '[': () => this.look((this.past ?? this.at) - 1),
      ']': () => this.look((this.past ?? this.at) + 1),
      Escape: () => this.escape(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  escape() {
    if (this.picked.length > 0) this.picked = [];
    else if (this.past !== null) this.past = null;
    else if (this.hint) this.hint = null;
    else this.panel = null;
    this.context.redraw();
  }

  /* ---- the picture ---- */

  template() {
    const view = this.view();
    const offers = this.offers();
    const next = choices(offers, this.picked);
    const hinted = this.hint ? (offers.find((offer) => offer.move === this.hint?.move)?.touch ?? []) : [];
    return this.framed(html`
      ${sceneText(view)} ${this.past === null ? notesBar(view, this.game) : this.pastBar()}
      ${this.area.template(
        view,
        this.box,
        {
          touchable: next.touches,
          also: this.picked.length > 0 ? choices(offers, []).touches : [],
          tags: tags(offers, this.picked),
          me: this.home(),
          picked: this.picked,
          hinted: hinted.slice(this.picked.length),
          busy: this.phase !== 'ask',
          dropsFor: (touch) => choices(offers, this.pickedWith(touch)).touches,
        },
        {
          touch: (touch) => this.touch(touch),
          drag: (from, to) => this.drag(from, to),
          press: () => {
            if (this.phase === 'others') this.proceed();
          },
        },
      )}
      ${this.revealed ? revealPart(this.revealed, this.box, () => this.proceed()) : nothing}
      ${this.promptTemplate(view, offers, next.buttons)}
    `);
  }

  /** @param {unknown} inside */
  framed(inside) {
    return html`<div class="play" data-box=${this.box}>
      ${toolbar(this, this.toolState())}
      <main class="play-main" id="main">${inside}</main>
      ${this.panelTemplate()}
    </div>`;
  }

  toolState() {
    const { about } = this.session;
    const secret = this.phase === 'curtain';
    return {
      title: this.title,
      panel: this.panel,
      undo: !secret && this.mayUndo(),
      redo: !secret && about.known > about.n && this.phase === 'ask',
      hint: this.phase === 'ask' && this.past === null && !this.hinting,
      hinting: this.hinting,
      log: !secret,
    };
  }

  curtainTemplate() {
    const { about } = this.session;
    const last = this.lastMover;
    const undo = last >= 0 && last !== about.next && this.session.mayUndo(last);
    return curtain(about.names[about.next ?? 0], () => this.takeScreen(), undo ? about.names[last] : null, () => this.undo());
  }

  pastBar() {
    const n = this.past ?? 0;
    const alone = this.session.about.people.length === 1 && !this.session.about.over;
    return html`<div class="past-bar" role="status">
      <button type="button" class="button" aria-label="One move back" ?disabled=${n === 0} @click=${() => this.look(n - 1)}>‹</button>
      <span>After move ${n}</span>
      <button type="button" class="button" aria-label="One move on" @click=${() => this.look(n + 1)}>›</button>
      <button type="button" class="button primary" @click=${() => this.look(this.at)}>Back to now</button>
      ${alone
        ? html`<button type="button" class="button plain" @click=${() => this.undo(n)}>Play on from here</button>`
        : nothing}
    </div>`;
  }

  /** @param {View} view @param {Offer[]} offers @param {Offer[]} buttons */
  promptTemplate(view, offers, buttons) {
    const beside = this.panel === 'log' && isWide(); // the log says it all
    const news = this.past === null && !beside && this.phase !== 'curtain' ? this.news() : [];
    return html`<section class="prompt ${this.phase === 'over' ? 'prompt-over' : ''}" aria-label="What to do">
      ${this.message ? html`<p class="refused" role="alert">${this.message}</p>` : nothing}
      ${news.length > 0 && this.phase !== 'over'
        ? html`<div class="news-box"><ul class="news">
            ${news.slice(-12).map((line) => html`<li>${line.text}</li>`)}
          </ul></div>`
        : nothing}
      ${this.phaseTemplate(view, offers, buttons)}
    </section>`;
  }

  /** @param {View} view @param {Offer[]} offers @param {Offer[]} buttons */
  phaseTemplate(view, offers, buttons) {
    const names = this.session.about.names;
    switch (this.phase) {
      case 'curtain':
        return this.curtainTemplate();
      case 'ask':
        if (this.past !== null) return nothing;
        return html`<p class="prompt-text">${this.promptText(view)}</p>
          ${this.hint
            ? hintStrip(this.hint, offers, { alone: names.length === 1, first: this.session.kept.hints === 1 },
              (offer) => this.choose(offer), () => this.escape())
            : actionButtons(this.shownButtons(offers, buttons), (offer) => this.choose(offer), this.picked.length > 0
              ? () => this.escape() : null)}
          ${view.onlypass && !this.context.settings.autopass && !this.session.curtain
            ? html`<button type="button" class="link-button" @click=${() => this.passAlways()}>
                Always pass for me when there is nothing else to do</button>`
            : nothing}`;
      case 'hold':
        return html`<p class="prompt-text">${view.result ? 'The game is over.' : 'Have a look before it goes on.'}</p>
          <div class="actions">
            <button type="button" class="button primary" data-default @click=${() => this.proceed()}>Go on</button>
          </div>`;
      case 'thinking':
        return html`<p class="prompt-text waiting">${names[this.thinker]} is thinking</p>`;
      case 'others':
        return html`<p class="prompt-text waiting">${view.prompt}</p>
          ${this.goOn
            ? html`<div class="actions"><button type="button" class="button" @click=${() => this.proceed()}>Skip</button></div>`
            : nothing}`;
      case 'elsewhere':
        return html`<p class="prompt-text">This game goes on in another tab.</p>
          <div class="actions">
            <button type="button" class="button primary" @click=${() => this.takeOver()}>Play on here</button>
          </div>`;
      case 'failed':
        return html`<div class="actions">
          <button type="button" class="button primary" @click=${() => this.tryAgain()}>Try again</button>
        </div>`;
      case 'over':
        return resultPart(this, view);
      default:
        return nothing;
    }
  }

  /** @param {View} view */
  promptText(view) {
    const [first] = this.picked;
    return first ? `${capital(first.thing ?? placeName(view, first.place))}: where to?` : view.prompt;
  }

  /** Few offers, some of which are touched and some not, are all buttons. @param {Offer[]} offers @param {Offer[]} buttons */
  shownButtons(offers, buttons) {
    const FEW = 8;
    const mixed = buttons.length > 0 && offers.some((offer) => offer.touch.length > 0);
    return this.picked.length === 0 && mixed && offers.length <= FEW ? offers : buttons;
  }

  panelTemplate() {
    const { panel } = this;
    if (!panel || (this.phase === 'curtain' && panel !== 'rules')) return nothing;
    const titles = { log: 'What happened', rules: 'Rules', moves: 'All moves', more: 'This game' };
    return html`<aside class="side" aria-label=${titles[panel]}>
      <div class="side-head">
        <h2>${titles[panel]}</h2>
        <button type="button" class="button plain icon-only" aria-label="Close" @click=${() => this.toggle(panel)}>×</button>
      </div>
      <div class="side-body" tabindex="0">${this.panelBody(panel)}</div>
    </aside>`;
  }

  /** @param {'log' | 'rules' | 'moves' | 'more'} panel */
  panelBody(panel) {
    this.view();
    if (panel === 'log') return logList(this.seen.lines, this.past ?? this.at, (n) => this.look(n));
    if (panel === 'rules') return rulesText(this.context, this.session.about.game);
    if (panel === 'moves') return offerList(this.offers(), (offer) => this.choose(offer));
    return moreMenu(this);
  }

  /** @param {ParentNode} root */
  drawn(root) {
    this.area.afterDraw(root);
    const asked = `${this.phase} ${this.session.match.decision} ${this.picked.length} ${this.area.size.height}`;
    if (asked !== this.broughtUp) {
      this.broughtUp = asked;
      if (this.phase === 'ask') this.area.reveal();
    }
    if (this.panel === 'log') scrollLog(root);
    if (this.panel !== this.drawnPanel) {
      this.drawnPanel = this.panel;
      const body = root.querySelector('.side-body');
      if (body && this.panel !== 'log') body.scrollTop = 0;
      if (this.panel === 'moves') /** @type {HTMLElement | null} */ (body?.querySelector('button'))?.focus();
    }
    const news = root.querySelector('.news-box');
    if (news) news.scrollTop = news.scrollHeight;
    this.keepFocus(root);
  }

  /** Whoever plays by keys does not lose the place when what had the focus is gone. A button that is the obvious next
   * thing gets it in any case. @param {ParentNode} root */
  keepFocus(root) {
    if (document.activeElement && document.activeElement !== document.body) return;
    const next = '[data-default], .table-area [tabindex="0"][role="button"], .prompt [data-move], .prompt button';
    const wanted = root.querySelector(this.byKey && this.phase !== 'thinking' ? next : '[data-default]');
    /** @type {HTMLElement | null} */ (wanted)?.focus({ preventScroll: true });
  }
}

/** What a place is called. @param {View} view @param {number} id */
function placeName(view, id) {
  const zone = view.zones.find((one) => one.places.some((place) => place.id === id));
  const place = zone?.places.find((one) => one.id === id);
  return place?.label ?? place?.pieces[0]?.thing ?? zone?.title ?? '';
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
