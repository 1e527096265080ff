// play.js: the page on which a match is played: whose turn it is, what others did, touching, hints, the way back, the end.

import { html, nothing } from './lit.js';
import { SPECTATOR } from './engine.js';
import { Stopped } from './bots.js';
import { HINT_BOT, Session } from './session.js';
import { curtain, endedPart, hintStrip, moreMenu, resultPart, sharePart, toolbar } from './parts.js';
import { revealOf } from './reveal.js';
import { keepSettings, kept as readKept, onChange } from './store.js';
import { BLIND, MUCH, PACE, Tabletop } from './tabletop.js';
import { listed, sentence } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { Reveal } from './reveal.js' */
/** @import { Panel } from './tabletop.js' */
/** @import { LogLine, Offer, View } from './types.d.ts' */

export class PlayPage extends Tabletop {
  /** @param {Context} context @param {Session} session */
  constructor(context, session) {
    super(context, session.about.game);
    this.session = session;
    this.viewer = session.about.viewer;
    this.at = session.match.length;
    this.hinting = false;
    this.running = 0;
    this.begun = false;
    this.lastMover = -1;
    /** @type {number[]} */
    this.thinkers = [];
    this.justUndone = false;
    this.handed = session.about.people.length === 1; // whether the viewer has the screen
    this.seen = { key: '', view: /** @type {View | null} */ (null), lines: /** @type {LogLine[]} */ ([]) };
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
    return this.session.match.decision;
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

  /** The bot on this seat decides, and with it all that choose unseen in the same step. When they answer follows from what
   * everybody knows (src/bots/pace.h), at every pace: nobody can tell from the time what they hold.
   * @param {number} seat @param {() => boolean} current */
  async letPlay(seat, current) {
    const { session } = this;
    const { match } = session;
    const begun = performance.now();
    const seats = match.together(seat);
    this.phase = 'thinking';
    this.thinkers = seats;
    this.context.redraw();
    /** @type {number[]} */
    const moves = [];
    for (const bot of seats) {
      let move = await this.ask(bot);
      while (current() && match.isPart(bot, move)) {
        await session.play(bot, match.decision, move);
        move = await this.ask(bot);
      }
      if (!current()) return;
      moves.push(move);
    }
    const taken = performance.now() - begun;
    await this.wait(match.due(seat, taken) - taken);
    if (!current()) return;
    this.phase = 'others';
    for (const [i, bot] of seats.entries()) await session.play(bot, match.decision, moves[i]);
  }

  /** @param {number} seat */
  async ask(seat) {
    const { session } = this;
    return (await this.context.bots.ask(session.match.record(), seat, session.bot(seat))).move;
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

  lines() {
    this.view();
    return this.seen.lines;
  }

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

  /* ---- doing ---- */

  /** @param {Offer} offer */
  async choose(offer) {
    if (!this.takes(offer)) return;
    const { session, viewer } = this;
    this.phase = 'others';
    this.justUndone = false;
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

  /* ---- the picture ---- */

  keys() {
    return {
      ...super.keys(),
      u: () => this.mayUndo() && this.undo(),
      y: () => this.session.about.known > this.session.about.n && this.redo(),
      h: () => this.askHint(),
    };
  }

  bar() {
    const { about } = this.session;
    const secret = this.phase === 'curtain';
    return toolbar(this, {
      undo: !secret && this.mayUndo(),
      redo: !secret && about.known > about.n && this.phase === 'ask',
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
    const { about } = this.session;
    const last = this.lastMover;
    const undo = last >= 0 && last !== about.next && this.session.mayUndo(last);
    return curtain(about.names[about.next ?? 0], () => this.takeScreen(), undo ? about.names[last] : null, () => this.undo());
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
        return html`<p class="prompt-text waiting">${listed(this.thinkers.map((seat) => names[seat]))}
          ${this.thinkers.length > 1 ? 'are' : 'is'} thinking</p>`;
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
