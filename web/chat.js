// chat.js: what people say at a table. Lines are text and nothing else.

import { html, live, nothing } from './lit.js';
import { entered, sentence } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { ChatLine } from './types.d.ts' */

const MUTED = 'wabe muted';

/** Whom this reader does not want to hear, by name. @type {Set<string>} */
const muted = new Set(read());

/** @returns {string[]} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(MUTED) ?? '[]');
  } catch {
    return [];
  }
}

/** What has been typed and not said, by table. @type {Map<string, string>} */
const drafts = new Map();

export class Chat {
  /** @param {Context} context @param {string} table */
  constructor(context, table) {
    this.context = context;
    this.table = table;
    /** @type {ChatLine[]} */
    this.lines = [];
    this.read = -1; // the number of the last line that was in sight
    this.saying = false;
    this.wrong = ''; // why the last line was not taken
    this.drawn = '';
  }

  /** @param {ChatLine[]} lines */
  take(lines) {
    const last = this.lines.at(-1)?.n ?? 0;
    this.lines.push(...lines.filter(({ n }) => n > last));
  }

  /** What was said before one came is no news. */
  begin() {
    if (this.read < 0) this.read = this.lines.at(-1)?.n ?? 0;
  }

  heard() {
    return this.lines.filter(({ name }) => !muted.has(name));
  }

  unread() {
    return this.heard().filter(({ n, name }) => n > this.read && name !== this.context.link.me?.name).length;
  }

  /** @param {string} name */
  isMuted(name) {
    return muted.has(name);
  }

  /** @param {string} name */
  mute(name) {
    if (!muted.delete(name)) muted.add(name);
    try {
      localStorage.setItem(MUTED, JSON.stringify([...muted]));
    } catch {
      // It holds until the page is closed.
    }
    this.context.redraw();
  }

  /** @param {Event} event */
  async say(event) {
    event.preventDefault();
    const text = (drafts.get(this.table) ?? '').trim();
    if (!text || this.saying) return;
    this.saying = true;
    this.wrong = '';
    try {
      await this.context.link.ask({ do: 'say', table: this.table, text });
      if (drafts.get(this.table)?.trim() === text) drafts.delete(this.table);
    } catch (error) {
      this.wrong = sentence(error);
    }
    this.saying = false;
    this.context.redraw();
  }

  template() {
    const { link } = this.context;
    const heard = this.heard();
    this.read = this.lines.at(-1)?.n ?? 0;
    return html`<div class="chat">
      <div class="chat-lines" role="log" aria-live="polite" aria-label="What was said" tabindex="0">
        ${heard.map(({ name, text, at }) => html`<p title=${new Date(1000 * at).toLocaleTimeString()}><b>${name}</b> ${text}</p>`)}
      </div>
      ${heard.length === 0 ? html`<p class="muted small">Nobody has said anything yet.</p>` : nothing}
      ${link.me
        ? html`<form class="joined" @submit=${(/** @type {Event} */ event) => this.say(event)}>
            <input type="text" class="chat-field" maxlength="480" autocomplete="off" aria-label="Say something" placeholder="Say something"
              .value=${live(drafts.get(this.table) ?? '')} @input=${entered((value) => drafts.set(this.table, value))}>
            <button class="button" ?disabled=${this.saying}>Say</button></form>
          ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}`
        : html`<p class="muted small">Whoever has a name here can say something.</p>`}
    </div>`;
  }

  /** The newest line comes into sight. @param {ParentNode} root */
  afterDraw(root) {
    const box = root.querySelector('.chat-lines');
    const drawn = box ? `${this.lines.length} ${box.clientHeight}` : '';
    if (box && this.drawn !== drawn) box.scrollTop = box.scrollHeight;
    this.drawn = drawn;
  }
}
