// online.js: a table on the server: the waiting room, then the match as the server tells it, step by step.

import { html, nothing } from './lit.js';
import { call } from './call.js';
import { Chat } from './chat.js';
import { Fair, verdict } from './fair.js';
import { isWide } from './desk.js';
import { blame, clearForms, tableForm, tableSettings, troubleLine } from './friends.js';
import { No } from './link.js';
import { hurry, keysPart, resultPart, toolbar } from './parts.js';
import { SIT, button, hushPart, invitation, luckPart, notifyPart, room, seatWords, youPart } from './room.js';
import { Tabletop } from './tabletop.js';
import { ask, boxSlug, download, listed, page, sentence } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { TableForm } from './friends.js' */
/** @import { Message } from './link.js' */
/** @import { Panel } from './tabletop.js' */
/** @import { LogLine, Offer, SeatState, Step, TableState, View } from './types.d.ts' */

const AGAIN = 1000; // milliseconds, after which what the server was too busy for is said again

const TIRED = 'The bots have used up their thinking time for this hour and play quickly.';

/** The tables to which one has come from the game before. @type {Set<string>} */
const cameOver = new Set();

export class TablePage extends Tabletop {
  /** @param {Context} context @param {string} id */
  constructor(context, id) {
    super(context, '');
    this.id = id;
    /** @type {TableState | null} */
    this.table = null;
    this.gone = ''; // why there is no table
    /** @type {Step | null} */
    this.step = null; // that is shown
    /** @type {Step | null} */
    this.newest = null; // that the server has told
    /** @type {LogLine[]} */
    this.told = [];
    /** @type {Step[]} */
    this.queue = []; // what has come and is still to be shown
    /** @type {Map<number, View>} */
    this.moments = new Map(); // of the past
    /** @type {(import('./types.d.ts').Piece & { about?: string })[] | null} */
    this.known = null;
    this.running = 0;
    this.showing = false;
    this.sending = false; // whether a move is under way
    this.passed = 0; // the decision for which the page has passed: it tries once
    this.deadline = 0; // of the running decision, by performance.now()
    /** @type {boolean | null} */
    this.turn = null;
    this.chat = new Chat(context, id);
    this.fair = new Fair(context.engine, id);
    /** @type {import('./fair.js').Point[] | null} */
    this.points = null; // what was found out about the luck
    this.checking = false;
    this.gave = ''; // the number that was revealed
    /** @type {TableForm | null} */
    this.form = null;
    this.naming = false; // whether one is about to take another name
    this.votes = ''; // who wants to end the game
    this.playOn = ''; // the same when one wanted to play on
    this.again = cameOver.has(id);
    /** @type {Set<string>} */
    this.seen = new Set(); // who has been here, by name
    /** @type {() => void} */
    this.forget = () => {};
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  get title() {
    return this.game?.title ?? 'Table';
  }

  begin() {
    const { link } = this.context;
    this.forget = link.listen((message) => this.hear(message));
    clearForms();
    link.want({ lobby: false, table: this.id });
    this.timer = setInterval(() => this.tick(), 1000);
  }

  leave() {
    this.running++;
    super.leave();
    clearInterval(this.timer);
    this.context.link.want({ lobby: false, table: null });
    this.forget();
  }

  /* ---- what the server says ---- */

  /** @param {Message} message */
  hear(message) {
    if (message.is === 'unwatched') this.gone = sentence(message.why);
    if (message.is === 'watched') this.chat.begin();
    if (!('table' in message) || message.table !== this.id) return;
    if (message.is === 'table') this.take(message);
    else if (message.is === 'chat') this.chat.take(message.lines);
    else if (message.is === 'now' || message.is === 'step') {
      this.fair.see(message, message.is === 'now', this.context.link.edition);
      if (message.is === 'now') this.restart(message);
      else this.follow(message);
      if (this.points && this.table) this.check(this.table); // the last of it has come late
    }
    this.callIfDue();
  }

  /** @param {TableState} table */
  take(table) {
    const { table: before } = this;
    this.table = table;
    this.gone = '';
    for (const { here, name } of table.seats) if (here && name) this.seen.add(name);
    const votes = this.voters().flatMap(({ ends, name }) => (ends ? [name ?? ''] : [])).join('\n');
    if (votes !== this.votes) {
      this.votes = votes;
      this.playOn = '';
      if (before && votes) this.context.announce(this.voteWords());
    }
    if (before && !before.rematch && table.rematch && this.me !== null && !cameOver.has(table.rematch)) this.context.announce(this.againWords(table.rematch));
    this.game = this.context.engine.game(table.game);
    this.box = boxSlug(this.game?.box ?? '');
    this.area.play(table.game);
    this.deadline = table.left === null ? 0 : performance.now() + table.left;
    this.answerLuck(table);
  }

  /** Reveals the own number when all have committed to theirs, and checks all of it at the end. @param {TableState} table */
  answerLuck(table) {
    try {
      const nonce = this.fair.reveal(table);
      if (nonce && nonce !== this.gave) {
        this.gave = nonce;
        this.context.link.ask({ do: 'reveal', table: this.id, nonce }).catch(({ code }) => {
          if (code !== 'busy' && code !== 'limit') return; // another tab was quicker, or it is too late
          this.gave = '';
          setTimeout(() => this.left || this.answerLuck(/** @type {TableState} */ (this.table)), AGAIN);
        });
      }
    } catch (error) {
      this.message = sentence(error);
    }
    if (!this.checking && (table.state === 'over' || (table.state === 'closed' && (table.luck.nonces.some(Boolean) || this.fair.waits())))) this.check(table);
  }

  /** @param {TableState} table */
  async check(table) {
    this.checking = true;
    await this.record((record) => {
      this.points = this.fair.check(record, table);
    }, (why) => {
      this.points ??= [{ fits: null, text: `The record cannot be had. ${why}` }];
      this.checking = false;
    });
    if (this.points && verdict(this.points) === false) this.context.announce('The luck of this game does not fit.');
    this.context.redraw();
  }

  /** Everything as it is now. @param {Step} now */
  restart(now) {
    if (this.newest && now.view.n < this.newest.view.n) this.context.say('A move was taken back.');
    this.running++;
    this.goOn?.();
    this.queue = [];
    this.moments.clear();
    this.told = [...now.log];
    this.newest = this.step = now;
    this.at = now.view.n;
    this.past = null;
    this.picked = [];
    this.showing = false;
    this.revealed = null;
    this.rolls = [];
    this.beware();
    this.settle();
  }

  /** @param {Step} step */
  follow(step) {
    if (!this.step) return this.restart(step);
    this.queue.push(step);
    this.newest = step;
    if (step.cue === 'over' && !step.view.result) this.catchUp(); // it was ended: there is nothing to look at before
    else if (!this.showing) this.run();
  }

  /** Shows what has come, one after the other. */
  async run() {
    const run = ++this.running;
    const current = () => run === this.running && !this.left;
    this.showing = true;
    while (this.queue.length > 0) {
      const step = this.queue[0];
      if (step.log.length > 0) this.phase = 'others'; // else somebody has chosen, unseen
      await this.reveal(/** @type {Step} */ (this.step).view, step.view, step.log, step.view.n - this.at);
      if (current()) await this.roll(step.log);
      if (!current()) return;
      this.queue.shift();
      const before = this.step?.view;
      this.show(step);
      if (this.later) {
        await this.revealLater();
        if (!current()) return;
      }
      if (step.hold) await this.hold(before);
      else if (step.pause) await this.pause(await this.paceOf());
      if (!current()) return;
    }
    this.showing = false;
    this.settle();
  }

  /** @param {Step} step */
  show(step) {
    if (step.view.decision !== this.decision) this.picked = [];
    this.step = step;
    this.at = step.view.n;
    this.told.push(...step.log);
    if (step.log.length > 0) this.context.announce(step.log.map((line) => line.text).join('. '));
    this.context.redraw();
  }

  /** To what is now, without looking at what was between. */
  catchUp() {
    this.running++;
    this.goOn?.();
    for (const step of this.queue.splice(0)) this.show(step);
    this.showing = false;
    this.revealed = null;
    this.rolls = [];
    this.settle();
  }

  /** Nothing is left to be shown: what to wait for. */
  settle() {
    const { step, phase } = this;
    if (!step) return;
    this.phase = step.cue === 'over' ? 'over' : this.sending ? 'sent' : step.cue === 'wait' ? 'others' : 'ask';
    if (this.phase !== phase && this.phase !== 'sent') {
      if (phase !== 'sent') this.beware();
      if (this.phase === 'ask') {
        this.context.announce(step.view.prompt);
        if (step.cue === 'pass' && this.context.settings.autopass && this.passed !== this.decision) {
          this.passed = this.decision;
          this.wary = 0;
          return this.choose(/** @type {Offer[]} */ (step.view.moves)[0]);
        }
      }
    }
    this.context.redraw();
  }

  /* ---- who one is here ---- */

  /** The own seat, or null. @returns {number | null} */
  get me() {
    return this.table?.you.seat ?? null;
  }

  get decision() {
    return this.step?.view.decision ?? 0;
  }

  /** @returns {SeatState | undefined} */
  get own() {
    return this.me === null ? undefined : this.table?.seats[this.me];
  }

  /** Those who have a say about ending the game. */
  voters() {
    return (this.table?.seats ?? []).filter(({ is, resigned, standin }) => is === 'person' && !resigned && !standin);
  }

  voteWords() {
    const voters = this.voters();
    const ends = voters.filter(({ ends: wants }) => wants);
    const who = ends.map((seat) => (seat === this.own ? 'You' : (seat.name ?? '')));
    return `${listed(who)} ${ends.length > 1 || this.own?.ends ? 'want' : 'wants'} to end the game: ${ends.length} of ${voters.length}.`;
  }

  /** @param {string} rematch */
  againWords(rematch) {
    if (cameOver.has(rematch)) return 'To the new table';
    const others = (this.table?.seats ?? []).filter((seat) => seat.is === 'person' && seat !== this.own);
    return `${others.length === 1 ? others[0].name : 'Somebody'} wants to play again: come along`;
  }

  /** Calls when it has become one's turn, and says so in the title. */
  callIfDue() {
    if (!this.table) return;
    const turn = this.newest?.cue === 'ask' || (this.newest?.cue === 'pass' && !this.context.settings.autopass);
    if (turn && this.turn === false) call(this.context, this.title, this.id);
    if (this.newest || this.table.state === 'gathering') this.turn = turn;
    document.title = `${turn ? '● Your turn · ' : ''}${this.title} · Wabe`;
  }

  /* ---- what one sees ---- */

  view() {
    const moment = this.past === null ? undefined : this.moments.get(this.past);
    return moment ?? /** @type {Step} */ (this.step).view;
  }

  lines() {
    return this.told;
  }

  news() {
    return this.told.filter((line) => line.n > (this.step?.news ?? 0));
  }

  home() {
    return this.me ?? 0;
  }

  /** @param {Offer} offer */
  async foresee(offer) {
    const { preview } = await this.context.link.ask({ do: 'preview', table: this.id, decision: this.decision, move: offer.move });
    return preview ?? null;
  }

  things() {
    if (!this.known && this.table) {
      const match = this.context.engine.open(this.table.deal);
      this.known = match.things();
      match.close();
    }
    return this.known ?? [];
  }

  /** @param {number} n */
  async look(n) {
    super.look(n);
    const { past } = this;
    if (past === null || this.moments.has(past)) return;
    try {
      const { view } = await this.context.link.ask({ do: 'look', table: this.id, n: past });
      this.moments.set(past, /** @type {View} */ (view));
    } catch (error) {
      this.past = null;
      this.message = sentence(error);
    }
    this.context.redraw();
  }

  /* ---- what one does ---- */

  /** Whether the server took it; its sentence is shown if not. @param {Record<string, unknown>} command */
  async command(command) {
    try {
      this.message = '';
      return await this.context.link.ask({ table: this.id, ...command });
    } catch (error) {
      this.message = sentence(error);
      return null;
    } finally {
      this.context.redraw();
    }
  }

  /** @param {Offer} offer */
  async choose(offer) {
    if (!this.takes(offer)) return;
    this.sending = true;
    this.phase = 'sent';
    this.context.redraw();
    await this.command({ do: 'move', decision: this.decision, move: offer.move });
    this.sending = false; // what came of it has come before the answer
    if (!this.showing && !this.left) this.settle();
  }

  mayUndo() {
    return !this.sending && (this.step?.undo ?? false);
  }

  undo() {
    const { decision } = this;
    if (this.mayUndo()) return this.command({ do: 'undo', decision });
  }

  /** Whoever has no seat takes one; a name that is taken has to be changed first. @param {number} [seat] */
  async sit(seat) {
    this.message = '';
    try {
      await this.askSeat(seat);
    } catch (error) {
      if (error instanceof No && error.code === 'name') {
        blame(SIT, error);
        this.rename(true);
      } else {
        this.message = sentence(error);
      }
    }
    this.context.redraw();
  }

  /** @param {number} [seat] the first free one, if none is named */
  askSeat(seat) {
    return this.context.link.ask({ do: 'sit', table: this.id, ...(seat === undefined ? {} : { seat }) });
  }

  /** Sits down with a new name; the form for it stays until it is known that the name will do. */
  async sitWithName() {
    this.naming = true;
    await this.askSeat();
    this.naming = false;
  }

  /** With a new name one sits down anew, as long as the game has not begun. */
  async renamed() {
    const { table, own, me } = this;
    const { link } = this.context;
    if (table?.state === 'gathering' && own && me !== null && own.name !== link.me?.name) {
      const free = table.seats.findIndex(({ is }) => is === 'empty');
      if (free < 0 && table.you.host) throw new Error(`All seats are taken: at this table you are still ${own.name}.`);
      if (free < 0) await link.ask({ do: 'stand', table: this.id });
      else await this.askSeat(free);
      await this.askSeat(me);
    }
    this.rename(false);
  }

  /** @param {boolean} on */
  rename(on) {
    this.naming = on;
    this.context.redraw();
    if (on) requestAnimationFrame(() => document.getElementById('my-name')?.focus());
  }

  /** @param {boolean} ready */
  ready(ready) {
    const { table, me } = this;
    if (!table || me === null) return;
    try {
      this.command({ do: 'ready', ready, ...(ready ? { commitment: this.fair.commit(table.luck, me) } : {}) });
    } catch (error) {
      this.message = sentence(error);
      this.context.redraw();
    }
  }

  /** @param {boolean} on */
  edit(on) {
    this.form = on && this.table ? tableForm(this.context, this.table.deal, this.table) : null;
    this.context.redraw();
  }

  async change() {
    if (this.form && (await this.command({ do: 'change', ...tableSettings(this.form) }))) this.edit(false);
  }

  async close() {
    const sure = await ask({ title: 'Close the table?', text: 'Nobody can come to it any more.', yes: 'Close it', no: 'Leave it open' });
    if (sure) this.command({ do: 'close' });
  }

  /** @param {boolean} end */
  vote(end) {
    return this.command({ do: 'vote', end });
  }

  async askToEnd() {
    const alone = this.voters().length === 1;
    const sure = await ask({ title: 'End the game for all?', yes: alone ? 'End it' : 'Ask the others', no: 'Play on',
      text: alone ? 'It ends at once, without a result.' : 'The others are asked. When all want it, the game ends without a result.' });
    if (sure) this.vote(true);
  }

  async resign() {
    const sure = await ask({ title: 'Give up?', text: 'A bot plays on in your seat, and you come last.', yes: 'Give up', no: 'Play on' });
    if (sure) this.command({ do: 'resign' });
  }

  async rematch() {
    const next = (await this.command({ do: 'rematch' }))?.table;
    if (!next) return;
    cameOver.add(next);
    this.context.go(`#/table/${next}`);
  }

  /** @param {(record: string) => unknown} use @param {(why: string) => void} [fail] */
  async record(use, fail = (why) => this.context.say(`The record cannot be had. ${why}`)) {
    try {
      const answer = await fetch(`api/1/tables/${this.id}/record`);
      if (!answer.ok) throw new Error((await answer.json()).why);
      await use(await answer.text());
    } catch (error) {
      fail(sentence(error));
    }
  }

  keys() {
    return { ...super.keys(), u: () => this.undo(), c: () => this.toggle('chat') };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.atTable) super.key(event);
  }

  /* ---- the picture ---- */

  get atTable() {
    return this.step !== null && (this.table?.state === 'playing' || this.table?.state === 'over');
  }

  template() {
    const { table } = this;
    const { link } = this.context;
    if (this.gone || !table)
      return page({ look: 'narrow' }, html`<h1 tabindex="-1">${this.gone ? 'Not here' : 'Table'}</h1>
        ${troubleLine(link.trouble)} ${this.gone ? html`<p>${this.gone}</p>` : html`<p class="muted">Looking for the table …</p>`}
        <p><a class="button" href="#/friends">All tables</a></p>`);
    if (this.atTable) return super.template();
    if (table.state === 'gathering') return room(this, table);
    return page({ look: 'narrow' }, html`<h1 tabindex="-1">${this.title}</h1>
      <p>${table.you.host && table.because === 'host' ? 'You have closed the table.' : (table.why ?? 'This table is closed.')}</p>
      <div class="buttons">${this.step ? this.recordButtons(table) : nothing}<a class="button" href="#/friends">All tables</a></div>${luckPart(table, this.points)}`);
  }

  /** @param {TableState} table */
  recordButtons({ game }) {
    return html`${button('Watch the game', () => this.record((record) => this.context.openRecord(record)))}
      ${button('Save the record', () => this.record((record) => download(`${game}-${this.id}.wabe`, record)))}`;
  }

  bar() {
    const inSight = this.panel === 'chat' || (this.panel === 'log' && isWide());
    return toolbar(this, { undo: this.mayUndo(), log: true, unread: inSight ? 0 : this.chat.unread() });
  }

  notices() {
    const { table, me, own } = this;
    if (!table) return nothing;
    const { trouble } = this.context.link;
    return html`${trouble ? html`<p class="refused" role="status">${trouble}</p>` : nothing}
      ${table.state !== 'playing' ? nothing : html`
        ${table.left === null ? nothing : html`<p class="clock" role="timer" aria-label="Time left"></p>`}
        ${own?.standin
          ? notice('A bot plays for you for the time being.', button('Back into my seat', () => this.command({ do: 'back' }), 'primary'))
          : nothing}
        ${this.panel && !isWide() ? nothing : this.votePart()}
        ${this.absent(table)}
        ${table.tired ? html`<p class="muted small">${TIRED}</p>` : nothing}
        ${me === null ? html`<p class="muted small">You are watching.</p>` : nothing}`}`;
  }

  /** On a phone panels cover what stands below the table. */
  panelNotices() {
    return isWide() ? nothing : this.votePart();
  }

  votePart() {
    const { table, own, votes } = this;
    if (table?.state !== 'playing' || !own || own.resigned || own.standin || !votes) return nothing;
    if (own.ends) return notice(this.voteWords(), button('Go on after all', () => this.vote(false)));
    if (votes === this.playOn) return nothing;
    return notice(this.voteWords(), html`${button('End it', () => this.vote(true))}
      ${button('Play on', () => {
        this.playOn = votes;
        this.context.redraw();
      })}`);
  }

  /** Who does not play, and what can be done about those for whom it waits. @param {TableState} table */
  absent({ seats, you, host }) {
    const may = you.seat !== null && (you.host || !host.here);
    const words = seats.flatMap((one, seat) => {
      if (one.is !== 'person' || seat === you.seat) return [];
      if (one.resigned) return [`${one.name} has given up`];
      if (one.standin) return [`a bot plays for ${one.name}`];
      return one.here ? [] : [`${one.name}: away`];
    });
    const late = seats.flatMap((one, seat) => may && one.is === 'person' && !one.here && !one.standin && !one.resigned &&
      seat !== you.seat && this.newest?.view.waiting.includes(seat) ? [seat] : []);
    if (words.length === 0) return nothing;
    return notice(sentence(words.join(' · ')), late.map((seat) => button(late.length > 1 ? `Let a bot stand in for ${seats[seat].name}`
      : 'Let a bot stand in', () => this.command({ do: 'replace', seat }))));
  }

  /** The own choice, and who has not chosen yet; where that would tell something, nobody is named. @param {View} view */
  chosenWords({ facedown, waiting, quiet, names }) {
    const chosen = (facedown ?? []).map(({ text }) => text).join(' · ');
    const late = quiet ? [] : waiting.flatMap((seat) => (seat === 'chance' || seat === this.me ? [] : [names[seat]]));
    return `You chose: ${chosen}. Waiting for ${listed(late) || 'the others'}`;
  }

  /** @param {View} view @param {Offer[]} offers @param {Offer[]} buttons */
  phaseTemplate(view, offers, buttons) {
    const { phase } = this;
    const many = this.queue.length > 2 ? hurry(`Show all ${this.queue.length} moves at once`, () => this.catchUp()) : null;
    if (phase === 'sent') return html`<p class="prompt-text waiting">Your move is on its way</p>`;
    if (phase === 'over') return this.endPart(view);
    if (phase === 'others' && !this.goOn && view.facedown && this.past === null)
      return this.narration(this.chosenWords(view), this.mayUndo() ? button('Choose again', () => this.undo()) : nothing);
    if (phase === 'others' && many) return this.narration(view.prompt, many);
    return html`${super.phaseTemplate(view, offers, buttons)}${phase === 'hold' ? many : nothing}`;
  }

  /** @param {View} view */
  endPart(view) {
    const { table, me } = this;
    if (!table) return nothing;
    const then = html`<div class="actions">
        ${me === null ? nothing : table.rematch
          ? html`<a class="button primary" href="#/table/${table.rematch}" @click=${(/** @type {Event} */ event) => {
              event.preventDefault();
              this.rematch();
            }}>${this.againWords(table.rematch)}</a>`
          : button('Play again', () => this.rematch(), 'primary')}
        ${this.recordButtons(table)}
        <a class="button" href="#/friends">All tables</a>
      </div>
      ${luckPart(table, this.points)}`;
    if (view.result) return resultPart(view, html`${table.why ? html`<p class="note">${table.why}</p>` : nothing}${then}`);
    return html`<div class="result"><h2>${table.why ?? 'The game is over.'}</h2>${then}</div>`;
  }

  panelTemplate() {
    const both = this.panel === 'log' && isWide();
    return html`${super.panelTemplate()}
      ${both ? html`<aside class="side side-chat" aria-label="Chat">${this.chat.template()}</aside>` : nothing}`;
  }

  /** @param {Panel} panel */
  panelBody(panel) {
    if (panel === 'chat') return this.chat.template();
    return panel === 'more' ? this.morePart() : super.panelBody(panel);
  }

  morePart() {
    const { table, own, chat } = this;
    if (!table) return nothing;
    const { host } = table.you;
    /** @param {string} name @param {boolean} muted @param {object} whom */
    const quiet = (name, muted, whom) => html`
      ${button(chat.isMuted(name) ? 'Hear again' : 'Mute for me', () => chat.mute(name), 'plain')}
      ${host ? button(muted ? 'Let speak' : 'Mute for all', () => this.command({ do: 'mute', on: !muted, ...whom }), 'plain') : nothing}`;
    return html`<div class="more">
      ${youPart(this)}
      <div class="stack">
        ${button('All moves as a list', () => this.toggle('moves'))}
        ${notifyPart(this)}
        <a class="button" href="#/settings">Settings</a>
        <a class="button" href="#/friends">All tables</a>
      </div>
      ${table.tired ? html`<p class="note">${TIRED}</p>` : nothing}
      <h3>Who is here</h3>
      <ul class="people">
        ${table.seats.map((one, seat) => html`<li><b>${one.name}</b> <span class="muted">${seatWords(one, true)}${one.ends ? ', wants to end' : ''}</span>
          ${one.is === 'person' && one !== own ? quiet(one.name ?? '', Boolean(one.muted), { seat }) : nothing}</li>`)}
        ${table.looking.map(({ who, name }) => html`<li><b>${name}</b> <span class="muted">watches</span>${quiet(name, false, { who })}</li>`)}
      </ul>
      ${hushPart(this, table)}
      <h3>The link to this table</h3>
      ${invitation(this)}
      ${table.state === 'playing' && own && !own.resigned ? html`<h3>Stop playing</h3>
        <div class="stack">
          ${own.ends || own.standin ? nothing : button('I want to end the game for all', () => this.askToEnd())}
          <p class="muted small">${this.votes ? this.voteWords() : ''} When all want it, the game ends without a result.</p>
          ${button('Give up', () => this.resign(), 'danger')}
        </div>` : nothing}
      ${luckPart(table)}
      ${keysPart([['u', 'undo'], ['c', 'chat']])}
    </div>`;
  }

  /** The clock goes on without drawing the table. */
  tick() {
    const clock = document.querySelector('.clock');
    if (!clock) return;
    const seconds = Math.max(0, Math.ceil((this.deadline - performance.now()) / 1000));
    const [days, hours, minutes] = [86400, 3600, 60].map((length) => Math.floor(seconds / length));
    clock.textContent = days > 0 ? `${days} d ${hours % 24} h left` : hours > 0 ? `${hours} h ${minutes % 60} min left`
      : `${minutes}:${String(seconds % 60).padStart(2, '0')} left`;
    clock.classList.toggle('hurry', seconds < 15);
  }

  /** @param {ParentNode} root */
  drawn(root) {
    if (!this.atTable) return this.chat.afterDraw(root);
    const opened = this.panel !== this.drawnPanel;
    super.drawn(root);
    this.chat.afterDraw(root);
    this.tick();
    if (opened && this.panel === 'chat') /** @type {HTMLElement | null} */ (root.querySelector('.side .chat-field'))?.focus();
  }
}

/** @param {string} words @param {unknown} act */
const notice = (words, act) => html`<p class="notice"><span>${words}</span> ${act}</p>`;
