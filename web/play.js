// play.js: the page on which a match is played: whose turn it is, what others did, touching, hints, the way back, the end.

import { html, nothing } from './lit.js';
import { SPECTATOR } from './engine.js';
import { Stopped } from './bots.js';
import { HINT_BOT, Session } from './session.js';
import { curtain, endedPart, hintStrip, moreMenu, resultPart, sharePart, toolbar } from './parts.js';
import { revealOf } from './reveal.js';
import { keepSettings, kept as readKept, onChange } from './store.js';
import { BLIND, PACE, Tabletop } from './tabletop.js';
import { listed, sentence } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { Reveal } from './reveal.js' */
/** @import { Panel } from './tabletop.js' */
/** @import { Cue, LogLine, Offer, View } from './types.d.ts' */

const PASS = 0; // in every game

export class PlayPage extends Tabletop {
  /** @param {Context} context @param {Session} session */
  constructor(context, session) {
    super(context, session.about.game);
    this.session = session;
    this.viewer = session.about.viewer;
    /** @type {Cue | null} */
    this.cue = null; // what the page does now
    /** @type {View | null} */
    this.shown = null; // on the table
    /** @type {LogLine[] | null} */
    this.told = null; // to the viewer
    /** @type {{ n: number, view: View } | null} */
    this.moment = null; // of the past
    this.at = session.match.length;
    this.hinting = false;
    this.running = 0;
    this.begun = false;
    /** @type {number | null} */
    this.asked = null; // when the bots were that answer together, by performance.now()
    this.lastMover = -1;
    this.forgetChange = onChange((id) => this.changedElsewhere(id));
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

  get decision() {
    return this.cue?.view?.decision ?? this.session.match.decision;
  }

  leave() {
    this.running++;
    super.leave();
    if (this.begun) this.context.bots.stop(); // not what another page asks
    this.forgetChange();
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
    this.anew();
    this.run();
  }

  /* ---- what happens ---- */

  /** Goes on until a person has to do something: what is next, the engine says (src/table/sitting.h). */
  async run() {
    if (this.left) return;
    const run = ++this.running;
    const current = () => run === this.running;
    this.asked = null;
    this.session.match.passes(this.context.settings.autopass);
    try {
      do {
        this.take(this.session.match.next());
        if (await this.follow(/** @type {Cue} */ (this.cue), current)) return;
      } while (current());
    } catch (error) {
      if (!current() || error instanceof Stopped) return;
      this.phase = 'failed';
      this.message = `Something went wrong: ${sentence(error)}`;
      this.context.redraw();
    }
  }

  /** What is to be seen now, and by whom. @param {Cue} cue */
  take(cue) {
    if (cue.viewer !== this.viewer) this.see(cue.viewer);
    this.cue = cue;
    if (cue.is === 'show') return;
    this.at = cue.to;
    this.shown = cue.view ?? this.shown;
  }

  /** Does what the engine says; whether the page waits for somebody then.
   * @param {Cue} cue @param {() => boolean} current @returns {Promise<boolean>} */
  async follow(cue, current) {
    const { session } = this;
    switch (cue.is) {
      case 'show':
        await this.showStep(cue, current);
        return false;
      case 'bot':
        await this.letThink(cue, current);
        return false;
      case 'due':
        await this.wait(this.due(/** @type {number} */ (cue.seat)));
        if (current()) await session.answers();
        this.asked = null;
        return false;
      case 'pass':
        await session.play(/** @type {number} */ (cue.seat), session.match.decision, PASS);
        return false;
      case 'curtain':
        this.phase = 'curtain';
        this.beware();
        break;
      case 'ask':
        this.phase = 'ask';
        this.wary = Math.max(this.wary, this.lastMover === cue.seat ? 0 : performance.now() + BLIND);
        this.context.announce(this.view().prompt);
        break;
      default:
        this.phase = 'over';
        this.beware();
    }
    this.context.redraw();
    return true;
  }

  tryAgain() {
    this.message = '';
    this.run();
  }

  /** Shows some moves. @param {Cue} cue @param {() => boolean} current */
  async showStep({ from, to, view, log = [], hold, pause }, current) {
    const next = /** @type {View} */ (view);
    this.phase = 'others';
    this.at = from;
    this.beware();
    await this.reveal(revealOf(this.view(), next, log, to - from));
    if (!current()) return;
    this.lines().push(...log);
    this.at = to;
    this.shown = next;
    this.context.announce(log.map((line) => line.text).join('. '));
    this.context.redraw();
    if (hold) await this.hold();
    else if (pause) await this.pause(PACE[this.context.settings.pace]);
    if (current()) this.session.match.shown();
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

  /** The bot on this seat decides. When it answers, and with it all that choose unseen in the same step, follows from what
   * everybody knows (src/bots/pace.h), at every pace: nobody can tell from the time what they hold.
   * @param {Cue} cue @param {() => boolean} current */
  async letThink({ seat }, current) {
    const { session } = this;
    this.asked ??= performance.now();
    if (this.phase !== 'thinking') {
      this.phase = 'thinking';
      this.context.redraw();
    }
    const bot = /** @type {number} */ (seat);
    const { move } = await this.context.bots.ask(session.match.record(), bot, session.bot(bot));
    if (current()) session.match.hear(move);
  }

  /** So many milliseconds are left until the bots answer. @param {number} seat */
  due(seat) {
    const now = performance.now();
    const taken = now - (this.asked ?? now);
    return this.session.match.due(seat, taken) - taken;
  }

  /** From now on passing is done for the person where nothing else is possible. */
  async passAlways() {
    const settings = { ...this.context.settings, autopass: true };
    this.context.settings.autopass = true;
    await keepSettings(settings);
    this.context.say('From now on the page passes for you. Settings can change it back.');
    this.run();
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
    this.viewer = viewer;
    this.anew();
  }

  /** What was on the screen is not there any more. */
  anew() {
    this.picked = [];
    this.shown = this.told = this.moment = null;
    this.at = Math.min(this.at, this.session.match.length);
  }

  takeScreen() {
    if (this.blind) return;
    this.beware();
    this.session.match.taken();
    this.run();
  }

  /* ---- looking ---- */

  /** What the table shows now. @returns {View} */
  view() {
    const { match } = this.session;
    if (this.past === null) return (this.shown ??= match.view(this.viewer, this.at));
    if (this.moment?.n !== this.past) this.moment = { n: this.past, view: match.view(this.viewer, this.past) };
    return this.moment.view;
  }

  lines() {
    return (this.told ??= this.session.match.log(this.viewer, 0, this.at));
  }

  news() {
    const from = this.cue?.news ?? this.at;
    return this.lines().filter((line) => line.n > from);
  }

  /** Who sits at the near side of the table: the viewer; where people share the screen with nothing to hide, always the
   * same, so that the table does not turn. */
  home() {
    const { people, next } = this.session.about;
    if (people.length > 1 && !this.session.curtain) return people[0];
    if (this.viewer < SPECTATOR) return this.viewer;
    return next !== null && people.includes(next) ? next : (people[0] ?? 0);
  }

  /* ---- doing ---- */

  /** @param {Offer} offer */
  async choose(offer) {
    if (!this.takes(offer)) return;
    const { session, viewer } = this;
    this.phase = 'others';
    try {
      await session.play(viewer, session.match.decision, offer.move);
      this.lastMover = viewer;
    } catch (error) {
      this.message = sentence(error);
    }
    this.run();
  }

  mayUndo() {
    return this.cue !== null && this.cue.undo && this.phase !== 'elsewhere';
  }

  /** Takes the last move back, or at the curtain a choice that lies face down. @param {number} [index] */
  undo(index) {
    return this.goBack(() => this.session.undo(index));
  }

  redo() {
    return this.goBack(() => this.session.redo());
  }

  /** @param {() => Promise<void>} go */
  async goBack(go) {
    this.stopOthers();
    try {
      await go();
      this.past = null;
      this.lastMover = -1;
      this.anew();
    } catch (error) {
      this.message = sentence(error);
    }
    this.run();
  }

  stopOthers() {
    this.running++;
    this.goOn?.();
    this.context.bots.stop();
    this.message = '';
    this.hint = null;
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

  /* ---- the picture ---- */

  keys() {
    return {
      ...super.keys(),
      u: () => this.mayUndo() && this.undo(),
      y: () => this.cue?.redo && this.redo(),
      h: () => this.askHint(),
    };
  }

  bar() {
    const secret = this.phase === 'curtain';
    return toolbar(this, {
      undo: !secret && this.mayUndo(),
      redo: !secret && this.phase === 'ask' && this.cue?.redo,
      hint: this.phase === 'ask' && this.past === null && !this.hinting,
      hinting: this.hinting,
      log: !secret,
    });
  }

  /** @param {Panel} panel */
  panelBody(panel) {
    return panel === 'more' ? moreMenu(this) : super.panelBody(panel);
  }

  curtainTemplate() {
    const { names } = this.session.about;
    const { seat, changes } = /** @type {Cue} */ (this.cue);
    return curtain(names[seat ?? 0], () => this.takeScreen(), changes === null ? null : names[changes], () => this.undo());
  }

  /** @param {number} n */
  pastMore(n) {
    if (this.session.about.people.length > 1 || this.session.about.over) return nothing;
    return html`<button type="button" class="button plain" @click=${() => this.undo(n)}>Play on from here</button>`;
  }

  /** @param {View} view @param {Offer[]} offers @param {Offer[]} buttons */
  phaseTemplate(view, offers, buttons) {
    const names = this.session.about.names;
    switch (this.phase) {
      case 'curtain':
        return this.curtainTemplate();
      case 'thinking':
        return html`<p class="prompt-text waiting">${listed((this.cue?.bots ?? []).map((seat) => names[seat]))}
          ${(this.cue?.bots.length ?? 0) > 1 ? 'are' : 'is'} thinking</p>`;
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
        if (!view.result) return endedPart(this);
        return resultPart(view, html`<div class="actions">
            <button type="button" class="button primary" data-default @click=${() => this.again(false)}>Play again</button>
            <button type="button" class="button" @click=${() => this.again(true)}>Same deal again</button>
            <a class="button" href="#/replay/${this.session.kept.id}">Watch the game</a>
            <a class="button" href="#/">All games</a>
          </div>
          <details>
            <summary>Share it</summary>
            ${sharePart(this)}
          </details>`);
      default:
        return super.phaseTemplate(view, offers, buttons);
    }
  }

  /** @param {View} view @param {Offer[]} offers @param {Offer[]} buttons */
  offered(view, offers, buttons) {
    const { kept, curtain: hides, about } = this.session;
    return html`${this.hint
      ? hintStrip(this.hint, offers, { alone: about.names.length === 1, first: kept.hints === 1 },
        (offer) => this.choose(offer), () => this.escape())
      : super.offered(view, offers, buttons)}
      ${view.onlypass && !this.context.settings.autopass && !hides
        ? html`<button type="button" class="link-button" @click=${() => this.passAlways()}>
            Always pass for me when there is nothing else to do</button>`
        : nothing}`;
  }
}
