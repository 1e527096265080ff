// play.js: the page on which a match is played: whose turn it is, what others did, touching, hints, the way back, the end.

import { html, nothing } from './lit.js';
import { SPECTATOR } from './engine.js';
import { Stopped } from './bots.js';
import { HINT_BOT, Session } from './session.js';
import { curtain, endedPart, hintStrip, moreMenu, resultPart, sharePart, toolbar } from './parts.js';
import { keepSettings, kept as readKept, onChange } from './store.js';
import { play as sound } from './sound.js';
import { Tabletop } from './tabletop.js';
import { listed, sentence } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { Panel } from './tabletop.js' */
/** @import { Cue, LogLine, Offer, Piece, View } from './types.d.ts' */

const PASS = 0; // in every game

/** So long do bots think before the page says so, in milliseconds: most answers come sooner. */
const SOON = 300;

/** What a pair of eyes has on the table: the view of so many moves (`at`), when `n` had been made; and what it was told of
 * `heard` moves. @typedef {{ view: View | null, at: number, n: number, lines: LogLine[], heard: number }} Sight */

export class PlayPage extends Tabletop {
  /** @param {Context} context @param {Session} session */
  constructor(context, session) {
    super(context, session.about.game);
    this.session = session;
    this.viewer = session.about.viewer;
    /** @type {Cue | null} */
    this.cue = null; // what the page does now
    /** @type {Sight[]} */
    this.sights = []; // of each viewer
    /** @type {string[]} */
    this.unsaid = []; // what was told and not read aloud yet
    this.hinting = false;
    this.running = 0;
    this.begun = false;
    /** @type {number | null} */
    this.asked = null; // when the bots were that answer together, by performance.now()
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    this.lastMover = -1;
    /** @type {(Piece & { about?: string })[] | null} */
    this.known = null;
    this.forgetChange = onChange((id) => this.changedElsewhere(id));
  }

  begin() {
    this.begun = true;
    this.session.match.passes(this.context.settings.autopass);
    this.run();
  }

  /** The page of a match that is kept here; null if there is none.
   * @param {Context} context @param {string} id */
  static async open(context, id) {
    const kept = await readKept(id);
    return kept ? new PlayPage(context, Session.open(context.engine, kept)) : null;
  }

  get decision() {
    return this.now().decision ?? 0;
  }

  leave() {
    this.running++;
    clearTimeout(this.soon);
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
    this.begin();
  }

  /* ---- what happens ---- */

  /** Goes on until a person has to do something: what is next, the engine says (src/table/sitting.h). It is called as soon as
   * something was done, so that the page never acts on what was before, even while that is being written. */
  async run() {
    if (this.left) return;
    const run = ++this.running;
    const current = () => run === this.running;
    this.asked = null;
    try {
      for (let waits = false; current() && !waits; ) {
        const cue = this.session.match.next();
        this.take(cue);
        if (cue.n !== this.session.kept.n) await this.session.save();
        waits = current() && (await this.follow(cue, current));
      }
    } catch (error) {
      if (!current() || error instanceof Stopped) return;
      this.phase = 'failed';
      this.message = `Something went wrong: ${sentence(error)}`;
      this.context.redraw();
    }
  }

  /** What is to be seen now, and by whom. @param {Cue} cue */
  take(cue) {
    const { is, viewer, from, n, decision } = cue;
    if (this.cue?.viewer !== viewer) this.see(viewer);
    else if (this.sight.heard === this.at) this.sight.heard = from; // of what is not shown nothing is told
    const { sight } = this;
    this.cue = cue;
    this.at = from;
    if (is !== 'bot' && is !== 'due') clearTimeout(this.soon);
    if (is !== 'ask' && is !== 'curtain' && is !== 'over') return;
    if (sight.n !== n || sight.view?.decision !== decision) this.put(this.session.match.view(viewer, n), from, n);
  }

  /** @param {View} view @param {number} at @param {number} n */
  put(view, at, n) {
    Object.assign(this.sight, { view, at, n });
    this.at = at;
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
        if (!current()) return true;
        session.match.answers();
        this.asked = null;
        return false;
      case 'pass':
        session.match.choose(/** @type {number} */ (cue.seat), cue.decision, PASS);
        return false;
      case 'ask':
        this.phase = 'ask';
        if (this.lastMover !== cue.seat) {
          this.beware();
          sound('turn');
        }
        this.speak(this.now().prompt);
        return true;
      default:
        if (cue.is === 'over' && this.phase !== 'over') {
          if (this.area.moving > 0) await this.pause(this.area.moving + 300); // the last pieces come to where they go
          if (!current()) return true;
          this.sing();
        }
        this.phase = cue.is;
        this.beware();
        this.context.redraw();
        return true;
    }
  }

  /** The end can be heard. */
  sing() {
    const { people } = this.session.about;
    const ranks = this.now().result?.seats;
    if (this.begun && ranks && this.lastMover !== -1) sound(people.some((seat) => ranks[seat].rank === 1) ? 'win' : 'lose');
  }

  tryAgain() {
    this.message = '';
    this.run();
  }

  /** Shows some moves. What does not stay is drawn with what comes next. @param {Cue} cue @param {() => boolean} current */
  async showStep({ from, to, view: after, log = [], hold, pause }, current) {
    const { session, sight } = this;
    const view = /** @type {View} */ (after);
    this.phase = 'others';
    this.beware();
    const before = this.now();
    await this.reveal(before, view, log, to - from, session.curtain && this.viewer === SPECTATOR);
    if (current()) await this.roll(log);
    if (!current()) return;
    if (sight.heard === from) {
      sight.lines.push(...log);
      sight.heard = to;
    }
    this.put(view, to, to);
    this.unsaid.push(...log.map((line) => line.text));
    if (hold || pause) this.speak();
    if (this.later) {
      await this.revealLater();
      if (!current()) return;
    }
    if (hold) await this.hold(before);
    else if (pause) await this.pause(await this.paceOf());
    if (!current()) return;
    if (hold) this.phase = 'sent'; // which is to be seen at once
    session.match.shown();
  }

  /** Reads aloud what was told since the last time, and more; draws. @param {string[]} more */
  speak(...more) {
    this.context.announce([...this.unsaid, ...more].join('. '));
    this.unsaid = [];
    this.context.redraw();
  }

  /** The bot on this seat decides. When it answers, and with it all that choose unseen in the same step, follows from what
   * everybody knows (src/bots/pace.h), at every pace: nobody can tell from the time what they hold.
   * @param {Cue} cue @param {() => boolean} current */
  async letThink({ seat }, current) {
    const { session } = this;
    this.asked ??= performance.now();
    if (this.phase === 'others') this.soon = setTimeout(this.context.redraw, SOON);
    else if (this.phase !== 'thinking') this.context.redraw();
    this.phase = 'thinking';
    const bot = /** @type {number} */ (seat);
    const { move } = await this.context.bots.ask(session.kept.record, bot, session.bot(bot));
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
    this.session.match.passes(true);
    this.run();
  }

  /** Other eyes: nothing that the last ones had on the screen may stay. @param {number} viewer */
  see(viewer) {
    this.viewer = viewer;
    this.hint = this.past = null;
    this.message = '';
    this.picked = [];
    this.unsaid = [];
    this.context.announce('');
    if (this.panel === 'moves') this.panel = null;
  }

  /** What was seen and told is not so any more. */
  anew() {
    this.sights = [];
    this.cue = null;
  }

  takeScreen() {
    if (this.blind) return;
    this.beware();
    this.session.match.taken();
    this.run();
  }

  /* ---- looking ---- */

  /** What this viewer has on the table. */
  get sight() {
    return (this.sights[this.viewer] ??= { view: null, at: 0, n: 0, lines: [], heard: 0 });
  }

  /** The table at present. @returns {View} */
  now() {
    const { sight, at, viewer } = this;
    if (!sight.view || sight.at !== at) this.put(this.session.match.view(viewer, at), at, at);
    return /** @type {View} */ (sight.view);
  }

  view() {
    return this.past === null ? this.now() : this.session.match.view(this.viewer, this.past);
  }

  lines() {
    const { sight, at } = this;
    if (sight.heard < at) {
      sight.lines.push(...this.session.match.log(this.viewer, sight.heard, at));
      sight.heard = at;
    }
    return sight.lines;
  }

  news() {
    const from = this.cue?.news ?? this.at;
    return this.lines().filter((line) => line.n > from);
  }

  near() {
    return this.session.about.people;
  }

  /** @param {Offer} offer */
  async foresee(offer) {
    return this.session.match.preview(this.viewer, offer.move);
  }

  things() {
    return (this.known ??= this.session.match.things());
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
  choose(offer) {
    if (!this.takes(offer)) return;
    this.act(() => {
      this.session.match.choose(this.viewer, this.decision, offer.move);
      this.lastMover = this.viewer;
    });
  }

  /** Does something to the match, and goes on. @param {() => void} deed */
  act(deed) {
    this.phase = 'sent';
    try {
      deed();
    } catch (error) {
      this.message = sentence(error);
    }
    this.run();
  }

  /** At the curtain only for who is named there. */
  mayUndo() {
    const { cue, phase } = this;
    return cue !== null && phase !== 'elsewhere' && (cue.is === 'curtain' ? cue.changes !== null : cue.undo);
  }

  mayRedo() {
    return this.phase === 'ask' && Boolean(this.cue?.redo);
  }

  /** Takes the last move back, or a choice that lies face down. @param {number} [index] */
  undo(index) {
    this.goBack(() => this.session.match.back(index));
  }

  redo() {
    this.goBack(() => this.session.match.forward());
  }

  /** @param {() => void} go */
  goBack(go) {
    this.running++;
    this.goOn?.();
    this.context.bots.stop();
    this.message = '';
    this.hint = null;
    this.act(() => {
      go();
      this.lastMover = -1;
      this.anew();
    });
  }

  async askHint() {
    if (this.phase !== 'ask' || this.hinting) return;
    const { session, viewer, decision } = this;
    this.hinting = true;
    this.context.redraw();
    try {
      const hint = await this.context.bots.ask(session.kept.record, viewer, HINT_BOT);
      if (this.viewer === viewer && this.decision === decision && this.phase === 'ask') {
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
      y: () => this.mayRedo() && this.redo(),
      h: () => this.askHint(),
    };
  }

  bar() {
    const secret = this.phase === 'curtain';
    return toolbar(this, {
      undo: !secret && this.mayUndo(),
      redo: this.mayRedo(),
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
