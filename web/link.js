// link.js: the server that these pages come from, if there is one: who one is there, and the one line to it on which tables
// are played. docs/protocol.md is what it speaks.

import { remember } from './first.js';
import { meeting, sentence } from './widgets.js';

/** @import { Done, Me, Row, Said } from './types.d.ts' */
/** @import { Context } from './app.js' */

const LONGEST = 30; // seconds between two tries
const PATIENCE = 15000; // milliseconds: a line on which an answer takes longer is dead

/** What the server refuses, with its sentence. */
export class No extends Error {
  /** @param {string} code @param {string} why */
  constructor(code, why) {
    super(why);
    this.code = code;
  }
}

/** What the server says, and whether the table that is wanted is watched now.
 * @typedef {Said | { is: 'watched' } | { is: 'unwatched', why: string }} Message */
/** @typedef {{ text: string, since: number, done: (message: Done) => void, no: (error: Error) => void }} Waiting */

export class Link {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** Whether there is a server: not known yet, no, it should be but does not answer, yes.
     * @type {'unknown' | 'none' | 'silent' | 'there'} */
    this.server = 'unknown';
    /** @type {Me | null} */
    this.me = null;
    /** @type {Set<(message: Message) => void>} */
    this.listeners = new Set();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open = false; // whether the server has said welcome
    this.edition = ''; // of its rules
    /** @type {{ tables: Row[], mine: Row[] } | null} */
    this.rows = null; // the newest of the lobby
    this.lobby = false; // what is wanted of the server, also after the line was cut
    /** @type {string | null} */
    this.table = null;
    this.settled = false; // whether the server has been told so
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    this.word = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join('');
    this.count = 0;
    this.tries = 0;
    this.reason = '';
    this.nextTry = 0;
    this.probing = false;
    /** @type {Promise<void> | null} */
    this.looking = null;
    this.since = 0; // when the line was asked for
    this.watched = ''; // which command asked for the table
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined;
    for (const event of ['online', 'visibilitychange', 'pageshow'])
      (event === 'visibilitychange' ? document : window).addEventListener(event, () => document.hidden || this.wake());
  }

  /* ---- who one is ---- */

  /** Looks whether there is a server, and whom it knows. @returns {Promise<typeof this.server>} */
  async probe() {
    if (this.server === 'there') return this.server;
    this.looking ??= this.look();
    await this.looking;
    this.looking = null;
    return this.server;
  }

  async look() {
    try {
      const answer = await fetch('api/1/me', { cache: 'no-store' });
      const said = answer.ok && answer.headers.get('Content-Type')?.includes('json') ? await answer.json() : null;
      if (answer.status >= 500) throw new Error();
      this.server = said && 'me' in said ? 'there' : 'none';
      this.me = said?.me ?? null;
    } catch {
      this.server = 'silent';
    }
    meeting.there = this.server === 'there';
    remember({ there: meeting.there });
    this.redraw();
  }

  /** @param {'guest' | 'account' | 'passphrase' | 'login' | 'logout' | 'forget'} what @param {object} body */
  async be(what, body = {}) {
    const answer = await fetch(`api/1/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => {
      throw new No('busy', 'The server does not answer. Try again in a moment.');
    });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new No(said.code ?? 'bad', said.why ?? 'The server did not take it.');
    this.me = said.me ?? null;
    this.know(null);
    this.drop(); // the cookie is read when the line opens
    if (this.listeners.size > 0) this.connect();
    this.redraw();
  }

  /** What the lobby is like. @param {{ tables: Row[], mine: Row[] } | null} rows */
  know(rows) {
    this.rows = rows;
    meeting.turns = (rows?.mine ?? []).filter(({ turn }) => turn).length;
  }

  /* ---- the line ---- */

  /** Hears what the server says, until the function that this returns is called. @param {(message: Message) => void} hear */
  listen(hear) {
    this.listeners.add(hear);
    this.connect();
    return () => {
      this.listeners.delete(hear);
      setTimeout(() => this.listeners.size > 0 || this.rest(), 2000); // the next page may want it
    };
  }

  /** @param {{ lobby: boolean, table: string | null }} what */
  want({ lobby, table }) {
    const { lobby: before, table: other } = this;
    Object.assign(this, { lobby, table });
    if (!lobby) meeting.turns = 0; // what is not heard of any more is not known
    if (!this.open) return;
    if (lobby !== before) this.send({ do: 'lobby', on: lobby });
    if (other && other !== table) this.send({ do: 'unwatch', table: other });
    if (table && table !== other) this.watch();
  }

  /** Sends a command; resolves to the server's "done", also if it has to be sent again after the line was cut; throws what
   * the server refuses. @param {Record<string, unknown>} command @returns {Promise<Done>} */
  ask(command) {
    const { id, text } = this.named(command);
    return new Promise((done, no) => {
      this.waiting.set(id, { text, since: Date.now(), done, no });
      if (this.settled) this.socket?.send(text);
      this.tick();
    });
  }

  /** @param {Record<string, unknown>} command */
  named(command) {
    const id = `${this.word}-${++this.count}`;
    return { id, text: JSON.stringify({ ...command, id }) };
  }

  /** What is asked for anew on every line. @param {Record<string, unknown>} command */
  send(command) {
    const { id, text } = this.named(command);
    this.socket?.send(text);
    return id;
  }

  /** Everything that waits goes out when the server knows which table it is about. */
  watch() {
    this.settled = false;
    this.watched = this.table ? this.send({ do: 'watch', table: this.table }) : '';
    if (!this.table) this.settle();
  }

  settle() {
    this.settled = true;
    for (const one of this.waiting.values()) {
      one.since = Date.now();
      this.socket?.send(one.text);
    }
  }

  async connect() {
    if (this.socket || this.probing) return;
    if (this.server !== 'there') {
      this.probing = true;
      const server = await this.probe();
      this.probing = false;
      if (server === 'none') return;
      if (server !== 'there') return this.lost();
    }
    const url = new URL('api/1/socket', document.baseURI);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url, 'wabe.1');
    this.socket = socket;
    this.since = Date.now();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(event.code === 1008 ? event.reason : '');
    this.tick();
  }

  /** @param {Said} message */
  hear(message) {
    if (message.is === 'welcome') {
      this.open = true;
      this.tries = 0;
      this.me = message.me;
      this.edition = message.edition;
      if (this.lobby) this.send({ do: 'lobby', on: true });
      this.watch();
    } else if (message.is === 'done' || message.is === 'no') {
      const one = this.waiting.get(message.id);
      const no = message.is === 'no' ? message : null;
      this.waiting.delete(message.id);
      if (message.is === 'done') one?.done(message);
      else one?.no(new No(message.code, sentence(message.why)));
      if (message.id === this.watched) {
        if (no?.code === 'busy' || no?.code === 'limit') return this.lost(no.why);
        this.settle();
        this.tell(no ? { is: 'unwatched', why: no.why } : { is: 'watched' });
      }
    }
    if (message.is === 'lobby') this.know(message);
    this.tell(message);
    this.redraw();
  }

  /** @param {Message} message */
  tell(message) {
    for (const hear of [...this.listeners]) hear(message);
  }

  /** Nobody listens any more. */
  rest() {
    this.drop();
    meeting.turns = 0;
    this.redraw();
  }

  /** Ends the line from this side. */
  drop() {
    const { socket } = this;
    this.socket = null;
    this.open = this.settled = false;
    if (socket) {
      socket.onclose = socket.onmessage = null;
      socket.close();
    }
  }

  /** The line is cut: another one after a while, with some chance in it, so that not all come back at once.
   * @param {string} [reason] */
  lost(reason = '') {
    this.drop();
    this.reason = reason;
    const seconds = Math.min(LONGEST, 2 ** this.tries++) * (0.6 + 0.4 * Math.random());
    this.nextTry = Date.now() + 1000 * seconds;
    this.tick();
    this.redraw();
  }

  /** Tries at once, if there is a reason to; a line that seems open may be dead, after a sleep say, and is asked. */
  wake() {
    if (this.listeners.size === 0) return;
    if (this.open) this.ask({ do: 'lobby', on: this.lobby }).catch(() => {});
    else this.connect();
  }

  /** Looks every second whether something is due, as long as something may be. */
  tick() {
    this.clock ??= setInterval(() => {
      const now = Date.now();
      const oldest = Math.min(...[...this.waiting.values()].map(({ since }) => since), this.open ? now : this.since);
      if (this.socket && now - oldest > PATIENCE) this.lost();
      else if (this.listeners.size > 0 && now >= this.nextTry && this.server !== 'none') this.connect();
      if (!this.open && this.listeners.size > 0 && this.server !== 'none') return this.redraw();
      if (this.waiting.size === 0 || this.listeners.size === 0) {
        clearInterval(this.clock);
        this.clock = undefined;
      }
    }, 1000);
  }

  /** What is wrong with the line, as a sentence; '' if nothing is. */
  get trouble() {
    if (this.server === 'none') return 'These pages come from a place without a Wabe server, so there are no tables to meet at.';
    if (this.open || this.tries === 0) return '';
    const seconds = Math.max(0, Math.ceil((this.nextTry - Date.now()) / 1000));
    const what = this.reason.replace(/\.$/, '') || 'The server does not answer';
    return seconds > 0 && !this.socket ? `${what}; trying again in ${seconds} s.` : `${what}; trying again …`;
  }
}

/** What a page does that shows whose turn it is: while somebody is there whom the server knows, it listens.
 * @param {Context} context */
export function hearing({ link }) {
  let left = false;
  let forget = () => {};
  return {
    begin: async () => {
      await link.probe();
      if (left || !link.me) return;
      forget = link.listen(() => {});
      link.want({ lobby: true, table: null });
    },
    leave: () => {
      left = true;
      forget();
    },
  };
}
