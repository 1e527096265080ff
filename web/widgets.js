// widgets.js: small templates that the pages share.

import { remember } from './first.js';
import { html, live, nothing, render, svg } from './lit.js';

/** @import { TemplateResult } from 'lit-html' */
/** @import { Game, Kept, Settings } from './types.d.ts' */

/** Lines in a square of 24. */
const ICONS = {
  play: svg`<path d="M7 4.5v15l12-7.5z"/>`,
  book: svg`<path d="M4 5.5c3-1.4 5.5-1.2 8 .7 2.5-1.9 5-2.1 8-.7v13c-3-1.4-5.5-1.2-8 .7-2.5-1.9-5-2.1-8-.7z"/>
    <path d="M12 6.2v13"/>`,
  learn: svg`<path d="M2.5 9.5 12 5l9.5 4.5L12 14zM6.5 11.5v4.5c3.5 2.7 7.5 2.7 11 0v-4.5M21.5 9.5v5.5"/>`,
  file: svg`<path d="M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5"/>`,
  save: svg`<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15"/>`,
  remove: svg`<path d="M5 7h14M10 7V4.5h4V7m-7 0 .8 12.5h8.4L17 7m-7 3.5v6m4-6v6"/>`,
  again: svg`<path d="M19 12a7 7 0 1 1-2.2-5.1L19.5 9.5M19.5 4.5v5h-5"/>`,
  replay: svg`<path d="M11 6 4 12l7 6zM20 6l-7 6 7 6z"/>`,
  people: svg`<circle cx="9" cy="8" r="3.5"/>
    <path d="M2.5 19.5c.5-8 12.5-8 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4m2 2.8c2 .8 3.3 2.6 3.5 5.5"/>`,
  clock: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>`,
  copy: svg`<rect x="8" y="8" width="12" height="12" rx="2"/>
    <path d="M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2"/>`,
  print: svg`<path d="M7 8.5V4h10v4.5M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z"/>`,
  close: svg`<path d="m6 6 12 12M18 6 6 18"/>`,
};

/** @param {keyof typeof ICONS} name */
export const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`;

/** A sundial on its grass plot: that is what a wabe is. */
const brand = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <path class="brand-grass" d="M2 24c3-3 8-4.5 14-4.5S27 21 30 24c-2 4-7.5 6-14 6S4 28 2 24z"/>
  <path class="brand-stone" d="M7 21c0-3 4-4.5 9-4.5s9 1.5 9 4.5-4 4.5-9 4.5S7 24 7 21z"/>
  <path class="brand-hand" d="M12 21.5 17.5 3l3 18z"/></svg>`;

/** The pages and parts that a first game does not need; they come when the first of them is asked for. */
export const others = () => import('./others.js').catch(() => {
  throw new Error('This part of Wabe could not be loaded. Look whether there is a network, and load the page again.');
});

/** Makes the document look as the settings say. @param {Settings} settings */
export function applySettings({ theme, motion }) {
  const { dataset } = document.documentElement;
  if (theme === 'auto') delete dataset.theme;
  else dataset.theme = theme;
  dataset.motion = motion;
  remember({ theme: dataset.theme });
}

/** Where reading begins. */
export function focusTitle() {
  /** @type {HTMLElement | null} */ (document.querySelector('main h1'))?.focus();
}

/** Jumps without changing the address, which is the router's. @param {Event} event */
function skip(event) {
  event.preventDefault();
  focusTitle();
}

/** @typedef {'home' | 'games' | 'friends' | 'settings' | ''} Here */

/** What the head of every page has to know: whether there is a server to meet at, and at how many tables one is waited for. The page as it
 * was built is the same everywhere: there it is null. @type {{ there: boolean | null, turns: number }} */
export const meeting = { there: false, turns: 0 };

/** What is said where there is a server, and where there is none; in the page as it was built both, and the style sheet shows one of them.
 * @param {unknown} there @param {unknown} [alone] */
export function whether(there, alone = nothing) {
  if (meeting.there === null) return html`<span class="if-there">${there}</span><span class="if-alone">${alone}</span>`;
  return meeting.there ? there : alone;
}

/** @param {string} hash @param {Here} name @param {Here} here @param {unknown} words */
const navLink = (hash, name, here, words) =>
  html`<a href=${hash} aria-current=${name === here ? 'page' : nothing}>${words}</a>`;

/** The head of every page. @param {Here} [here] */
export const header = (here = '') => html`
  <a class="skip" href="#main" @click=${skip}>Skip to the content</a>
  <header class="site-header">
    <a class="brand" href="#/">${brand}Wabe</a>
    <nav class="site-nav" aria-label="Pages">
      ${navLink('#/', 'home', here, 'Play')}
      ${navLink('#/games', 'games', here, 'My games')}
      ${whether(navLink('#/friends', 'friends', here, html`Friends${meeting.turns > 0
        ? html` <b class="badge" title="Your turn">${meeting.turns}<span class="unseen"> waiting for you</span></b>` : nothing}`))}
      ${navLink('#/settings', 'settings', here, 'Settings')}
    </nav>
  </header>`;

/** A whole page: head and content.
 * @param {{ here?: Here, look?: string, box?: string }} about @param {unknown} content */
export const page = ({ here = '', look = '', box = '' }, content) => html`${header(here)}
  <main id="main" class="page ${look}" data-box=${box || nothing}>${content}</main>`;

/** "Those Pesky Garden Gnomes" is "those-pesky-garden-gnomes" in style sheets. @param {string} box */
export const boxSlug = (box) => box.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

/** Where a picture is missing its frame stays. @param {Event} event */
function hidePicture(event) {
  /** @type {HTMLElement} */ (event.target).hidden = true;
}

/** @param {Game} game */
export const picture = (game) => html`<span class="picture" data-box=${boxSlug(game.box)}>
  <img src="pictures.svg#${game.id}" alt="" loading="lazy" width="320" height="200" @error=${hidePicture}></span>`;

/** @param {number} least @param {number} most */
function span(least, most) {
  return least === most ? `${least}` : `${least}–${most}`;
}

/** "2–5 players", "1 player". @param {Game} game */
export const players = ({ seats: [least, most] }) => `${span(least, most)} ${most === 1 ? 'player' : 'players'}`;

/** Seats and minutes. @param {Game} game */
export const facts = (game) => html`<p class="facts">
  <span>${icon('people')}${players(game)}</span><span>${icon('clock')}${game.minutes} min</span></p>`;

/** A number between two buttons, which keep the focus at the ends; with an id it can be typed too: what is out of range becomes
 * the nearest that is not.
 * @param {{ id?: string, label: string, value: number, least: number, most: number, change: (value: number) => void }} stepper */
export const stepper = ({ id, label, value, least, most, change }) => html`
  <div class="stepper" role="group" aria-label=${label}>
  <button type="button" aria-label="Fewer" aria-disabled=${value <= least}
    @click=${() => value > least && change(value - 1)}>−</button>
  ${id ? html`<input id=${id} type="number" inputmode="numeric" min=${least} max=${most} autocomplete="off" aria-describedby="${id}-range"
      .value=${live(String(value))} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}
      @change=${entered((text) => change(Math.max(least, Math.min(most, Math.round(text ? Number(text) : value)))))}>`
    : html`<output aria-live="polite">${value}</output>`}
  <button type="button" aria-label="More" aria-disabled=${value >= most}
    @click=${() => value < most && change(value + 1)}>+</button>
</div>`;

/** Hands on what stands in a field. @param {(value: string) => void} take */
export const entered = (take) => (/** @type {Event} */ event) =>
  take(/** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value);

/** Hands on a file that was chosen; the same one can be chosen again. @param {(file: File) => void} take */
export const chosen = (take) => (/** @type {Event} */ event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const file = field.files?.[0];
  field.value = '';
  if (file) take(file);
};

/** @typedef {{ value: string, title: string, help?: string }} Alternative */

/** Radio buttons, each a card of its own.
 * @param {{ legend: string, name: string, value: string, side?: boolean, all: Alternative[],
 *           change: (value: string) => void }} group */
export const radios = ({ legend, name, value, all, side, change }) => html`<fieldset>
  <legend>${legend}</legend>
  <div class="choices ${side ? 'abreast' : ''}">${all.map((one) => html`<label class="choice">
    <input type="radio" name=${name} value=${one.value} .checked=${live(one.value === value)}
      @change=${() => change(one.value)}>
    <span>${one.title}${one.help ? html`<small>${one.help}</small>` : nothing}</span></label>`)}</div>
</fieldset>`;

/** A choice of many. @param {{ id: string, label: string, value: string, all: Alternative[],
 * change: (value: string) => void }} field */
export const select = ({ id, label, value, all, change }) => html`<div class="field"><label for=${id}>${label}</label>
  <select id=${id} @change=${entered(change)}>${all.map((one) => html`
    <option value=${one.value} .selected=${live(one.value === value)}>${one.title}</option>`)}
  </select></div>`;

/** Something that is so or not. @param {{ on: boolean, title: string, help?: string, change: (on: boolean) => void }} one */
export const toggle = ({ on, title, help, change }) => html`<label class="switch">
  <input type="checkbox" .checked=${live(on)} @change=${() => change(!on)}>
  <span>${title}${help ? html` <small class="help">${help}</small>` : nothing}</span></label>`;

/** Shows a dialog until it is closed; resolves to the value of the button that closed it, '' for the escape key.
 * @param {TemplateResult} content with buttons in a <form method="dialog"> @returns {Promise<string>} */
export function showDialog(content) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  render(content, dialog);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

/** Asks before something that cannot be undone. @param {{ title: string, text: string, yes: string, no?: string }} question
 * @returns {Promise<boolean>} */
export async function ask({ title, text, yes, no = 'Keep it' }) {
  const answer = await showDialog(html`<h2 id="dialog-title">${title}</h2>
    <p>${text}</p>
    <form method="dialog" class="buttons">
      <button class="button" value="" autofocus>${no}</button>
      <button class="button danger" value="yes">${yes}</button>
    </form>`);
  return answer === 'yes';
}

/** Gives the reader a file. @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = 'text/plain') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Names in a row: "Ann, Bob and Clover". @param {string[]} words */
export function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

const NUMBERS = ('no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen '
  + 'seventeen eighteen nineteen twenty').split(' ');

/** A small number as a word. @param {number} n */
export const inWords = (n) => NUMBERS[n] ?? String(n);

/** What the engine says, as a sentence. @param {unknown} error */
export function sentence(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}

const UNITS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
]);
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dates = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** When something was, in words. @param {number} time @param {number} [now] */
export function when(time, now = Date.now()) {
  const seconds = Math.max(0, (now - time) / 1000);
  if (seconds > 14 * 86400) return dates.format(time);
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit ? ago.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now';
}

/** The seats that people play. @param {Pick<Kept, 'bots'>} kept */
export const people = ({ bots }) => bots.flatMap((words, seat) => (words === '' ? [seat] : []));

/* ---- links that somebody can give to a friend ---- */

/** The address at which a friend gets the same deal. @param {string} deal */
export const shareLink = (deal) => `${location.href.replace(/#.*/, '')}#/new/${encodeURIComponent(deal)}`;

/** Whether it worked. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
