// tabletop.js: what the pages share on which a match is played: touching, keys, panels, looking back, the pace at which
// things are shown. Where the match comes from is not known here.

import { html, nothing } from './lit.js';
import { TableArea, isWide, logList, sceneText, scrollLog, statusBar } from './desk.js';
import { choices, decided, sameTouch, tags } from './pick.js';
import { actionButtons, confetti, dicePart, explainPart, heldOut, hurry, offerList, revealPart, scoreBoard, trayPart } from './parts.js';
import { explained, explainedSeat, ghostsOf, lastOf, moodsOf, overview, previewText } from './foresight.js';
import { revealOf } from './reveal.js';
import { rulesText } from './rules.js';
import { hear, play as sound } from './sound.js';
import { keepSettings } from './store.js';
import { boxSlug } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { Explained } from './foresight.js' */
/** @import { Reveal } from './reveal.js' */
/** @import { Spot } from './table.js' */
/** @import { Hint, LogLine, Offer, Piece, Preview, Touch, View } from './types.d.ts' */

/** So long do the moves of others stay before the next one, in milliseconds. */
export const PACE = { slow: 1900, normal: 1000, quick: 400, none: 0 };

/** So long after something has come up a click was meant for what was there before. */
const BLIND = 350;

/** After a button was pressed the next ones may stand elsewhere: a double click is no second choice. */
const DOUBLE = 250;

/** So long after a choice a press on what cannot be chosen asks for nothing. */
const CALM = 900;

/** What the page waits for. */
/** @typedef {'others' | 'thinking' | 'sent' | 'hold' | 'curtain' | 'ask' | 'over' | 'elsewhere' | 'failed'} Phase */
/** @typedef {'log' | 'rules' | 'moves' | 'more' | 'chat'} Panel */

const TITLES = { log: 'What happened', rules: 'Rules', moves: 'All moves', more: 'This game', chat: 'Chat' };

/** A page says what is seen (view, lines, news), who sits near (home), what a choice does (choose), and adds to the rest.
 * @abstract */
export class Tabletop {
  /** @param {Context} context @param {string} game */
  constructor(context, game) {
    this.context = context;
    this.game = context.engine.game(game);
    this.box = boxSlug(this.game?.box ?? '');
    this.area = new TableArea(context, game);
    /** @type {Phase} */
    this.phase = 'others';
    this.at = 0; // moves that the table shows
    /** @type {number | null} */
    this.past = null; // when looking back: after how many moves
    /** @type {Touch[]} */
    this.picked = [];
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {Panel | null} */
    this.panel = isWide() ? 'log' : null;
    /** @type {Panel | null} */
    this.under = null; // the panel that comes back when this one is closed
    this.message = '';
    this.left = false;
    this.wary = 0;
    this.broughtUp = ''; // for which decision the touchable things have been brought into sight
    /** @type {Reveal | null} */
    this.revealed = null;
    /** @type {Reveal | null} */
    this.later = null;
    /** @type {string | null} */
    this.drawnPanel = null;
    /** @type {Explained | null} */
    this.explaining = null; // what is explained
    /** @type {Offer | null} */
    this.pointed = null; // the move that somebody looks at
    /** @type {{ move: number, decision: number, preview: Preview | null } | null} */
    this.foreseen = null;
    /** @type {{ decision: number, places: number[] }} */
    this.aim = { decision: -1, places: [] }; // where all moves on offer lead, if to one place
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.looking = undefined;
    /** @type {number | null} */
    this.tray = null; // the place whose cards lie in a larger row
    /** @type {number[] | null} */
    this.scored = null; // the scores before the hand or round that is over
    /** @type {{ die: number, name: string }[]} */
    this.rolls = []; // of dice, while they roll
    this.did = 0; // by performance.now(): when something was last chosen or came up
    this.refused = 0; // by performance.now(): when a press came that could not be taken
    this.byKey = false; // whether the last thing that the person did was to press a key
    /** @type {(() => void) | null} */
    this.goOn = null;
    this.onKey = (/** @type {KeyboardEvent} */ event) => {
      this.byKey = true;
      const typing = /** @type {Element} */ (event.target).matches?.('input');
      if (event.repeat && !typing && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault(); // a key that is held down chooses once
        event.stopPropagation();
      } else {
        this.key(event);
      }
    };
    this.onPointer = (/** @type {PointerEvent} */ event) => {
      this.byKey = false;
      closeStatus(event.target);
    };
    addEventListener('keydown', this.onKey, true);
    addEventListener('pointerdown', this.onPointer);
  }

  get title() {
    return this.game?.title ?? '';
  }

  leave() {
    clearTimeout(this.looking);
    this.left = true;
    this.goOn?.();
    removeEventListener('keydown', this.onKey, true);
    removeEventListener('pointerdown', this.onPointer);
    this.area.leave();
  }

  /** What the table shows now. @abstract @returns {View} */
  view() {
    throw new Error('there is no table');
  }

  /** All that was told. @returns {LogLine[]} */
  lines() {
    return [];
  }

  /** What has happened since the viewer's own last move. @returns {LogLine[]} */
  news() {
    return [];
  }

  /** Who sits at the near side of the table. */
  home() {
    return 0;
  }

  /** Number of the running decision. */
  get decision() {
    return 0;
  }

  /** @abstract @param {Offer} _ */
  choose(_) {}

  /** What a move on offer would do, as far as one can know. @param {Offer} _ @returns {Promise<Preview | null>} */
  async foresee(_) {
    return null;
  }

  /** All things of the game, with what each is and does. @returns {(Piece & { about?: string })[]} */
  things() {
    return [];
  }

  /** The bar above the table. @returns {unknown} */
  bar() {
    return nothing;
  }

  /* ---- what happens ---- */

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

  /** How long what has happened stays before the next thing: until all pieces are where they go, and a moment. */
  async paceOf() {
    await null; // until it is drawn
    const pace = PACE[this.context.settings.pace];
    return pace > 0 ? Math.max(pace, this.area.moving + pace * 0.45) : 0;
  }

  /** The same, but nobody can cut it short. @param {number} milliseconds @returns {Promise<void>} */
  wait(milliseconds) {
    return milliseconds > 0 ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : Promise.resolve();
  }

  /** A hand or round is over: the table stays as it is until somebody has looked.
   * @param {View} [before] the table before it was */
  async hold(before) {
    this.scored = before?.scores ?? null;
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

  /** Shows what was played and is cleared away at once, for a moment or until somebody has looked.
   * @param {View} before @param {View} after @param {LogLine[]} log @param {number} moves @param {boolean} [hold] */
  async reveal(before, after, log, moves, hold = false) {
    const pace = PACE[this.context.settings.pace];
    const reveal = hold || pace > 0 ? revealOf(before, after, log, moves) : null;
    this.later = reveal?.late ? reveal : null;
    if (reveal && !reveal.late) await this.turnOver(reveal, hold);
  }

  /** What is to be turned over when all pieces are where they go. */
  async revealLater() {
    const { later } = this;
    this.later = null;
    if (!later) return;
    if (PACE[this.context.settings.pace] > 0) {
      this.context.redraw();
      await null; // until it is drawn
      await this.pause(this.area.moving + 250);
    }
    await this.turnOver(later, false);
  }

  /** @param {Reveal} reveal @param {boolean} hold */
  async turnOver(reveal, hold) {
    const pace = PACE[this.context.settings.pace];
    this.beware();
    this.revealed = reveal;
    this.context.redraw();
    if (hold) await this.hold();
    else await this.pause(400 + 200 * reveal.played.length + pace * (1.6 + 0.35 * reveal.lines.length));
    this.revealed = null;
  }

  /** A die rolls for all to see. @param {LogLine[]} log */
  async roll(log) {
    const pace = PACE[this.context.settings.pace];
    const rolls = log.flatMap(({ die, seat }) => (die === undefined ? [] : [{ die, name: seat === undefined ? '' : this.nameOf(seat) }]));
    if (pace === 0 || rolls.length === 0) return;
    this.context.redraw();
    await null; // until what was before is drawn
    await this.pause(this.area.moving);
    for (const one of rolls) {
      this.rolls = [one];
      sound('die');
      this.context.redraw();
      await this.pause(Math.min(1500, pace * 1.1));
      this.rolls = [];
    }
  }

  /** @param {number} seat */
  nameOf(seat) {
    const view = this.view();
    return view.viewer === String(seat) ? 'You' : view.names[seat];
  }

  /* ---- looking ---- */

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
    this.did = performance.now();
    this.wary = this.did + BLIND;
  }

  /** Somebody wants to see what comes next. */
  proceed() {
    if (!this.blind) this.goOn?.();
    else this.no();
  }

  /** Shows that a press came too early to be taken. */
  no() {
    this.refused = performance.now();
    sound('no');
    this.context.redraw();
    setTimeout(() => this.left || this.context.redraw(), 320);
  }

  /** @param {Touch} touch @param {boolean} [thin] whether hardly anything of it is seen */
  touch(touch, thin = false) {
    if (this.phase !== 'ask' || this.past !== null) return;
    if (this.blind) return this.no();
    if (thin && this.tray === null && matchMedia('(pointer: coarse)').matches) {
      this.tray = touch.place;
      return this.context.redraw();
    }
    this.tray = null;
    this.did = performance.now();
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
    if (this.blind) return this.no();
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

  /** Whether a choice counts now; what was touched for it is let go. @param {Offer} offer */
  takes(offer) {
    if (this.phase !== 'ask' || this.past !== null) return false;
    if (this.blind) {
      this.no();
      return false;
    }
    this.did = performance.now();
    this.tray = this.explaining = null;
    this.point(null);
    if (offer.touch.length === 0) this.wary = performance.now() + DOUBLE;
    this.picked = [];
    this.hint = null;
    this.message = '';
    if (this.panel === 'moves') this.panel = isWide() ? 'log' : null;
    return true;
  }

  /* ---- looking ahead, and at things ---- */

  /** Somebody looks at a move, before making it. @param {Offer | null} offer */
  point(offer) {
    if (offer?.move === this.pointed?.move) return;
    clearTimeout(this.looking);
    this.pointed = offer;
    if (!offer) {
      this.looking = setTimeout(() => this.left || this.pointed || this.context.redraw(), 60);
      return;
    }
    this.looking = setTimeout(async () => {
      const { decision } = this;
      const known = this.foreseen?.move === offer.move && this.foreseen.decision === decision;
      const preview = known ? (this.foreseen?.preview ?? null) : await this.foresee(offer).catch(() => null);
      if (this.left || this.decision !== decision) return;
      this.foreseen = { move: offer.move, decision, preview };
      if (this.pointed === offer) this.context.redraw();
    }, 90);
  }

  /** The move that a touch would make, if it would make one. @param {Touch | null} touch */
  offerAt(touch) {
    if (!touch || this.phase !== 'ask' || this.past !== null) return null;
    return decided(this.offers(), this.pickedWith(touch));
  }

  /** Where all the few moves on offer lead: the place is marked. @param {Offer[]} offers @returns {number[]} */
  aimed(offers) {
    const { decision } = this;
    const few = offers.length > 0 && offers.length <= 4 && offers.every(({ touch }) => touch.length === 1 && touch[0].place === offers[0].touch[0].place);
    if (!few) return [];
    if (this.aim.decision === decision) return this.aim.places;
    this.aim = { decision, places: [] };
    Promise.all(offers.map((offer) => this.foresee(offer))).then((previews) => {
      const places = new Set(previews.map((preview) => preview?.log[0]?.moved?.[0]?.to));
      const [place] = places;
      if (this.left || this.aim.decision !== decision || places.size !== 1 || place === undefined) return;
      this.aim.places = [place];
      this.context.redraw();
    }, () => {});
    return [];
  }

  /** What is known of the move that somebody looks at. @returns {Preview | null} */
  get preview() {
    const { pointed, foreseen } = this;
    return pointed && foreseen && foreseen.move === pointed.move && foreseen.decision === this.decision ? foreseen.preview : null;
  }

  /** Explains a thing on the table, or what a pile has. A short press soon after a choice was meant for that.
   * @param {Spot} spot @param {boolean} short */
  async explain(spot, short) {
    if (short && performance.now() - this.did < CALM) return;
    const view = this.view();
    const told = explained(view, spot, this.things());
    if (!told) return;
    this.explaining = told;
    this.context.redraw();
    const offer = (spot.thing === undefined ? null : this.offerAt({ place: spot.place, thing: spot.thing })) ?? this.offerAt({ place: spot.place });
    if (!offer) return;
    this.point(offer);
    const preview = await this.foresee(offer).catch(() => null);
    if (this.explaining !== told || !preview) return;
    told.then = previewText(preview, view);
    this.context.redraw();
  }

  /** Everything that lies open, to be asked about. */
  explainAll() {
    this.explaining = overview(this.view());
    this.context.redraw();
  }

  async mute() {
    const effects = !this.context.settings.effects;
    this.context.settings.effects = effects;
    hear(effects);
    if (effects) sound('turn');
    this.context.redraw();
    await keepSettings({ ...this.context.settings });
  }

  /** @param {Panel} panel */
  toggle(panel) {
    if (this.panel === panel) return this.shut();
    if (this.panel === null || this.panel === 'log') this.under = isWide() ? this.panel : null;
    this.panel = panel;
    this.context.redraw();
  }

  shut() {
    this.panel = this.panel === 'log' ? null : this.under;
    this.context.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.('input, textarea, select, dialog')) return;
    const act = this.keys()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** What keys do. @returns {Record<string, () => unknown>} */
  keys() {
    return {
      l: () => this.toggle('log'),
      r: () => this.toggle('rules'),
      m: () => this.toggle('moves'),
      '?': () => this.toggle('more'),
      s: () => this.mute(),
      i: () => (this.explaining ? this.escape() : this.explainAll()),
      '[': () => this.look((this.past ?? this.at) - 1),
      ']': () => this.look((this.past ?? this.at) + 1),
      Escape: () => this.escape(),
    };
  }

  escape() {
    closeStatus(null);
    if (this.explaining) {
      this.explaining = null;
      this.point(null);
    } else if (this.tray !== null) this.tray = null;
    else if (this.picked.length > 0) this.picked = [];
    else if (this.past !== null) this.past = null;
    else if (this.hint) this.hint = null;
    else this.shut();
    this.context.redraw();
  }

  /* ---- the picture ---- */

  template() {
    const view = this.view();
    const offers = this.offers();
    const next = choices(offers, this.picked);
    const hinted = this.hint ? (offers.find((offer) => offer.move === this.hint?.move)?.touch ?? []) : [];
    const lines = this.lines();
    const preview = this.preview;
    return this.framed(html`
      ${sceneText(view)} ${this.past === null ? statusBar(view, this.game) : this.pastBar()}
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
          shown: this.aimed(offers),
          busy: this.phase !== 'ask',
          still: this.phase === 'ask' || this.phase === 'over' || this.past !== null,
          lines,
          last: lastOf(view, lines, this.home()),
          moods: moodsOf(view, lines),
          ghosts: preview ? ghostsOf(view, preview, this.things()) : [],
          dropsFor: (touch) => choices(offers, this.pickedWith(touch)).touches,
        },
        {
          touch: (touch, thin) => this.touch(touch, thin),
          drag: (from, to) => this.drag(from, to),
          point: (touch) => this.point(this.offerAt(touch)),
          explain: (spot, short) => this.explain(spot, short),
          seat: (seat) => {
            if (performance.now() - this.did < CALM) return;
            this.explaining = explainedSeat(view, seat, lines);
            this.context.redraw();
          },
          press: () => {
            if (this.phase === 'others') this.proceed();
          },
        },
      )}
      ${this.revealed ? revealPart(this.revealed, this.box, () => this.proceed()) : nothing}
      ${this.promptTemplate(view, offers, next.buttons)}
      ${this.rolls.length > 0 ? dicePart(this.rolls) : nothing}
      ${this.won(view) ? confetti() : nothing}
      ${this.explaining ? explainPart(this.explaining, this.box, () => this.escape(), (spot) => this.explain(spot, false)) : nothing}
      ${this.tray !== null && this.phase === 'ask' ? trayPart(view, this.tray, next.touches, this.box, (touch) => this.touch(touch), () => this.escape()) : nothing}
    `);
  }

  /** @param {unknown} inside */
  framed(inside) {
    return html`<div class="play" data-box=${this.box}>
      ${this.bar()}
      <main class="play-main" id="main">${inside}</main>
      ${this.panelTemplate()}
    </div>`;
  }

  pastBar() {
    const n = this.past ?? 0;
    return html`<div class="past-bar" role="status">
      <button type="button" class="button" aria-label="One move back" ?disabled=${n === 0} @click=${() => this.look(n - 1)}>‹</button>
      <span>After move ${n}</span>
      <button type="button" class="button" aria-label="One move on" @click=${() => this.look(n + 1)}>›</button>
      <button type="button" class="button primary" @click=${() => this.look(this.at)}>Back to now</button>
      ${this.pastMore(n)}
    </div>`;
  }

  /** What else can be done about the past. @param {number} _ @returns {unknown} */
  pastMore(_) {
    return nothing;
  }

  /** What there is to say above all. @returns {unknown} */
  notices() {
    return nothing;
  }

  /** @param {View} view @param {Offer[]} offers @param {Offer[]} buttons */
  promptTemplate(view, offers, buttons) {
    const beside = this.panel === 'log' && isWide(); // the log says it all
    const news = this.past === null && !beside && this.phase !== 'curtain' ? this.news() : [];
    const refused = performance.now() - this.refused < 300 ? 'prompt-no' : '';
    // What can be touched on the table is not to be covered, nor what happens there.
    const busy = ['others', 'thinking', 'sent'].includes(this.phase);
    const kept = busy || (this.phase === 'ask' && !this.hint && offers.some((offer) => offer.touch.length > 0)) ? 'prompt-kept' : '';
    return html`<section class="prompt ${this.phase === 'over' ? 'prompt-over' : ''} ${kept} ${refused}" aria-label="What to do">
      ${this.notices()}
      ${this.message ? html`<p class="refused" role="alert">${this.message}</p>` : nothing}
      ${news.length > 0 && this.phase !== 'over'
        ? html`<div class="news-box"><ul class="news">
            ${news.map((line) => html`<li data-n=${line.n}>${line.text}</li>`)}
          </ul></div>`
        : nothing}
      ${this.phaseTemplate(view, offers, buttons)}
    </section>`;
  }

  /** @param {View} view @param {Offer[]} offers @param {Offer[]} buttons @returns {unknown} */
  phaseTemplate(view, offers, buttons) {
    switch (this.phase) {
      case 'ask':
        if (this.past !== null) return nothing;
        return html`<p class="prompt-text">${this.promptText(view)}</p>${this.offered(view, offers, buttons)}${this.heldOut(view)}${this.previewTemplate(view)}`;
      case 'hold':
        return html`<p class="prompt-text">${view.result ? 'The game is over.' : 'Have a look before it goes on.'}</p>
          ${this.scored ? scoreBoard(view, this.scored) : nothing}
          <div class="actions">
            <button type="button" class="button primary" data-default @click=${() => this.proceed()}>Go on</button>
          </div>`;
      case 'others':
        return this.narration(view.prompt, this.goOn ? hurry('Show at once', () => this.proceed()) : nothing);
      default:
        return nothing;
    }
  }

  /** Whether somebody near has just won. @param {View} view */
  won(view) {
    return this.phase === 'over' && this.past === null && view.result !== undefined && view.names.length > 1
      && this.near().some((seat) => view.result?.seats[seat]?.rank === 1);
  }

  /** The seats of those who look at this screen. @returns {number[]} */
  near() {
    return [this.home()];
  }

  /** The card about which one is asked. @param {View} view */
  heldOut(view) {
    if (!view.quiet) return nothing;
    const cards = view.zones.filter(({ role, owner }) => role === 'played' && owner === null).flatMap(({ places }) => places)
      .flatMap(({ pieces }) => pieces.filter(({ kind, back }) => kind === 'card' && !back));
    const card = cards.at(-1);
    return card ? heldOut(card, this.things().find(({ thing }) => thing === card.thing)?.about ?? '', this.box) : nothing;
  }

  /** What the move would do that somebody looks at. @param {View} view */
  previewTemplate(view) {
    const { preview, pointed } = this;
    if (!preview || !pointed) return nothing;
    return html`<p class="preview"><b>${pointed.label}:</b> ${previewText(preview, view)}</p>`;
  }

  /** What the page waits for, and what one can do about it. @param {string} words @param {unknown} act */
  narration(words, act) {
    return html`<div class="narration"><p class="prompt-text waiting">${words}</p>${act}</div>`;
  }

  /** @param {View} _ @param {Offer[]} offers @param {Offer[]} buttons @returns {unknown} */
  offered(_, offers, buttons) {
    return actionButtons(this.shownButtons(offers, buttons), (offer) => this.choose(offer), this.picked.length > 0
      ? () => this.escape() : null, (offer) => this.point(offer));
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
    return html`<aside class="side" aria-label=${TITLES[panel]}>
      <div class="side-head">
        <h2>${TITLES[panel]}</h2>
        <button type="button" class="button plain icon-only" aria-label="Close" @click=${() => this.toggle(panel)}>×</button>
      </div>
      ${this.panelNotices()}
      <div class="side-body" tabindex="0">${this.panelBody(panel)}</div>
    </aside>`;
  }

  /** What must be seen although the panel covers the rest. @returns {unknown} */
  panelNotices() {
    return nothing;
  }

  /** @param {Panel} panel @returns {unknown} */
  panelBody(panel) {
    if (panel === 'log') return logList(this.lines(), this.past ?? this.at, (n) => this.look(n));
    if (panel === 'rules') return rulesText(this.context, this.game?.id ?? '');
    if (panel === 'moves') return offerList(this.offers(), (offer) => this.choose(offer));
    return nothing;
  }

  /** @param {ParentNode} root */
  drawn(root) {
    this.area.afterDraw(root);
    const asked = `${this.phase} ${this.decision} ${this.picked.length} ${this.area.size.height}`;
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
    showLast(root.querySelector('.news-box'));
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

/** What was opened over the table closes with the next press elsewhere. @param {EventTarget | null} target */
function closeStatus(target) {
  for (const one of /** @type {NodeListOf<HTMLDetailsElement>} */ (globalThis.document?.querySelectorAll?.('details.status[open]') ?? []))
    if (!(target instanceof Node && one.contains(target))) one.open = false;
}

/** The last of the news are in sight, from the beginning of a line on. @param {Element | null} box */
function showLast(box) {
  const list = /** @type {HTMLElement | null} */ (box?.firstElementChild ?? null);
  if (!box || !list) return;
  list.style.paddingBottom = '';
  const hidden = box.scrollHeight - box.clientHeight;
  if (hidden <= 0) return;
  const tops = [...list.children].map((line) => /** @type {HTMLElement} */ (line).offsetTop - list.offsetTop);
  const top = tops.find((one) => one >= hidden - 1) ?? tops[tops.length - 1] ?? 0;
  list.style.paddingBottom = `${Math.max(0, top - hidden)}px`;
  box.scrollTop = top;
}

/** What a place is called. @param {View} view @param {number} id */
function placeName(view, id) {
  const zone = view.zones.find((one) => one.places.some((place) => place.id === id));
  const place = zone?.places.find((one) => one.id === id);
  return place?.label ?? place?.pieces[0]?.thing ?? zone?.title ?? '';
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
