// friends.js: where people find each other: who one is on this server, the tables, and a new one.

import { html, live, nothing } from './lit.js';
import { LEVELS, countPart, dealOf, fill, optionsPart, shortName } from './new.js';
import { keepSettings } from './store.js';
import { ask, boxSlug, entered, facts, listed, page, picture, radios, select, sentence, toggle, when } from './widgets.js';

/** @import { Context } from './app.js' */
/** @import { Game, Row, TableSettings } from './types.d.ts' */

/* ---- who one is ---- */

/** What is being typed, and what was wrong with it in which form. */
const typed = { name: '', account: '', passphrase: '', old: '', fresh: '', wrong: '', where: '', done: '', has: false, busy: false };

/** What was wrong in a form, named by its button. @param {string} where @param {unknown} error */
export function blame(where, error) {
  Object.assign(typed, { where, wrong: sentence(error) });
}

/** What was wrong, and passphrases, stay on their page. */
export function clearForms() {
  Object.assign(typed, { wrong: '', where: '', done: '', passphrase: '', old: '', fresh: '', has: false });
}

/** @param {Context} context @param {() => Promise<unknown>} work @param {string} [where] */
async function submit(context, work, where = '') {
  if (typed.busy) return;
  Object.assign(typed, { busy: true, wrong: '', done: '', where });
  try {
    await work();
    typed.account = typed.passphrase = typed.old = typed.fresh = '';
  } catch (error) {
    blame(where, error);
  }
  typed.busy = false;
  context.redraw();
}

/** A form whose button does something that may be refused. @param {Context} context @param {unknown} fields
 * @param {string} words @param {() => Promise<unknown>} work */
const form = (context, fields, words, work) => html`<form class="stack" novalidate @submit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    submit(context, work, words);
  }}>${fields}
  <p class="wrong" role="alert">${(typed.where === words && typed.wrong) || nothing}</p>
  <div class="buttons"><button class="button primary" ?disabled=${typed.busy}>${words}</button></div></form>`;

/** @param {'name' | 'account' | 'passphrase' | 'old' | 'fresh'} key @param {string} label @param {string} complete @param {string} [help] */
const field = (key, label, complete, help) => html`<div class="field"><label for="my-${key}">${label}</label>
  <input id="my-${key}" type=${complete.endsWith('password') ? 'password' : 'text'} maxlength=${complete.endsWith('password') ? 256 : 31}
    autocomplete=${complete} autocapitalize="none" spellcheck="false" .value=${live(typed[key])}
    @input=${entered((value) => (typed[key] = value))}>
  ${help ? html`<p class="help">${help}</p>` : nothing}</div>`;

/** Asks a stranger for a name, and goes on. @param {Context} context @param {string} words @param {() => unknown} [then] */
export function nameForm(context, words, then) {
  const { link, settings } = context;
  typed.name ||= link.me?.name ?? settings.name;
  return form(context, field('name', 'Your name', 'nickname', 'The others see it. Nothing else is asked.'), words, async () => {
    const name = shortName(typed.name);
    if (!name) throw new Error('Type a name first: one letter is enough.');
    await link.be('guest', { name });
    if (!settings.name) keepSettings(Object.assign(settings, { name }));
    await then?.();
  });
}

const letters = (/** @type {string} */ text) => new TextEncoder().encode(text).length;

/** What is too short to be sent, in plain words. */
function checkAccount() {
  if (letters(typed.account.trim()) < 2) throw new Error('The name of the account needs at least 2 characters.');
  if (letters(typed.passphrase) < 8) throw new Error('The passphrase needs at least 8 characters.');
}

/** @param {Context} context @param {'account' | 'login'} what @param {string} words */
const accountForm = (context, what, words) => form(context,
  html`${field('account', 'Name of the account', 'username')}
    ${field('passphrase', 'Passphrase', what === 'login' ? 'current-password' : 'new-password', what === 'login' ? ''
      : 'At least 8 characters. Nobody can tell it to you again if you forget it.')}`,
  words, async () => {
    checkAccount();
    const account = typed.account.trim();
    await context.link.be(what, { account, passphrase: typed.passphrase });
    keepSettings(Object.assign(context.settings, { account }));
  });

/** @param {Context} context */
const passphrasePart = (context) => html`<details><summary>Change the passphrase</summary>${form(context,
  html`${field('old', 'Passphrase that you have now', 'current-password')}
    ${field('fresh', 'New passphrase', 'new-password', 'At least 8 characters. All other devices have to log in again with it.')}`,
  'Change it', async () => {
    if (typed.old === '') throw new Error('Type the passphrase that you have now, too.');
    if (letters(typed.fresh) < 8) throw new Error('The new passphrase needs at least 8 characters.');
    await context.link.be('passphrase', { old: typed.old, new: typed.fresh });
    typed.done = 'The passphrase is changed. Other devices have to log in again.';
  })}<p role="status">${typed.done}</p></details>`;

/** @param {Context} context */
export function loginPart(context) {
  const { account } = context.settings;
  typed.account ||= account;
  return html`<details ?open=${account !== ''}><summary>I have an account</summary>
    ${account ? html`<p class="note">You were logged in here as “${account}”, and are no longer: the passphrase was changed elsewhere, or it is
      long ago. Log in to have your tables again.</p>` : nothing}
    ${accountForm(context, 'login', 'Log in')}</details>`;
}

/** Who leaves by intent is not reminded of the account. @param {Context} context @param {'logout' | 'forget'} how */
async function leave({ link, settings }, how) {
  await link.be(how);
  keepSettings(Object.assign(settings, { account: '' }));
}

/** What the first form about oneself does; what else goes wrong there is said in it. */
const RENAME = 'Change the name';

/** @param {Context} context */
async function forgetMe(context) {
  const sure = await ask({
    title: 'Forget you?',
    text: 'The server deletes your name, your account and your key to your seats. You cannot come back to your tables; the others see “somebody” there. This cannot be undone.',
    yes: 'Forget me',
    no: 'Stay',
  });
  if (sure) submit(context, () => leave(context, 'forget'), RENAME);
}

/** @param {Context} context */
function mePart(context) {
  const { link } = context;
  const { me } = link;
  if (!me)
    return html`<section class="card panel" aria-labelledby="me"><h2 id="me">Who are you?</h2>
      ${nameForm(context, 'Come in')}
      ${loginPart(context)}</section>`;
  return html`<section class="card panel" aria-labelledby="me">
    <h2 id="me">You are ${me.name}</h2>
    <details><summary>Name, account</summary><div class="panel">
      ${nameForm(context, RENAME)}
      ${me.account
        ? html`<p>Your account is “${me.account}”: with it you are the same person on every device.</p>
            ${passphrasePart(context)}
            <div class="buttons"><button type="button" class="button"
              @click=${() => submit(context, () => leave(context, 'logout'), RENAME)}>Log out</button></div>`
        : html`<p>This browser alone knows that you are ${me.name}. With an account you can log in on other devices as well.</p>
            ${typed.has ? html`<p>You leave the tables of this guest for those of the account.</p>${accountForm(context, 'login', 'Log in')}`
              : accountForm(context, 'account', 'Make an account')}
            <div class="buttons"><button type="button" class="button plain" @click=${() => {
              typed.has = !typed.has;
              context.redraw();
            }}>${typed.has ? 'I have no account yet' : 'I have an account already'}</button></div>`}
      <div class="buttons"><button type="button" class="button danger" @click=${() => forgetMe(context)}>Forget me</button></div>
    </div></details></section>`;
}

/* ---- tables ---- */

/** @param {Row} row @param {boolean} own */
function stateWords({ state, turn, seats, watchers }, own) {
  const free = seats.filter(({ is }) => is === 'empty').length;
  if (turn) return 'Your turn';
  if (state === 'gathering') return free > 0 ? `${free} free ${free > 1 ? 'seats' : 'seat'}` : 'About to begin';
  if (state === 'playing') return watchers && !own ? 'Being played: watch' : 'Being played';
  return state === 'over' ? 'Over' : 'Closed';
}

/** @param {Context} context @param {Row[]} rows @param {boolean} [own] */
const tableList = (context, rows, own = false) => html`<ul class="go-ons">${rows.map((row) => {
  const game = context.engine.game(row.game);
  const names = row.seats.flatMap(({ name }) => name ?? []);
  return html`<li><a class="go-on card" href="#/table/${row.table}">
    ${game ? picture(game) : nothing}
    <span><strong>${game?.title ?? row.game}</strong>
      <span class="turn ${row.turn ? 'own' : ''}">${stateWords(row, own)}</span>
      <small>${listed(names) || 'Nobody yet'} · ${row.clock > 0 ? `${clockWords(row.clock)} a move · ` : ''}${when(1000 * row.changed)}</small></span></a></li>`;
})}</ul>`;

/** Those that one sits at; those that are over are folded away. @param {Context} context @param {string} title */
export function ownTables(context, title) {
  const mine = context.link.rows?.mine ?? [];
  const open = mine.filter(({ state }) => state === 'gathering' || state === 'playing');
  const done = mine.filter((row) => !open.includes(row));
  open.sort((a, b) => Number(b.turn ?? false) - Number(a.turn ?? false));
  if (mine.length === 0) return nothing;
  return html`<section aria-labelledby="mine"><div class="section-head"><h2 id="mine">${title}</h2></div>
    ${open.length > 0 ? tableList(context, open, true) : nothing}
    ${done.length > 0 ? html`<details class="done"><summary>Over or closed (${done.length})</summary>${tableList(context, done, true)}</details>` : nothing}
  </section>`;
}

/** @param {Context} context */
function tables(context) {
  const { rows, me } = context.link;
  const mine = rows?.mine ?? [];
  const own = new Set(mine.map(({ table }) => table));
  const others = (rows?.tables ?? []).filter(({ table }) => !own.has(table));
  return html`${me ? ownTables(context, 'Your tables') : nothing}
    <section aria-labelledby="public"><div class="section-head"><h2 id="public">Public tables</h2></div>
      ${others.length > 0 ? tableList(context, others)
        : html`<p class="empty">${rows ? 'There is none just now.' : 'Looking …'}</p>`}</section>`;
}

/* ---- a new table ---- */

/** @typedef {Omit<TableSettings, 'deal'> & { game: Game, seats: number, options: Record<string, string> }} TableForm */

const CLOCKS = [0, 60, 180, 600, 86400, 259200, 604800];

/** "3 minutes". @param {number} seconds */
export function clockWords(seconds) {
  const [unit, length] = seconds >= 86400 ? ['day', 86400] : seconds >= 3600 ? ['hour', 3600] : seconds >= 60 ? ['minute', 60] : ['second', 1];
  const n = Math.round(seconds / Number(length));
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}

/** @param {Context} context */
const gamesForMany = ({ engine }) => engine.games.filter(({ seats }) => seats[1] > 1);

/** What a table is like, as a form. @param {Context} context @param {string} deal
 * @param {Partial<TableSettings>} [from] @returns {TableForm} */
export function tableForm(context, deal, from = {}) {
  const { game, seats, options } = fill(context, deal);
  const { public: open = false, clock = 0, late = 'bot', bot = 'normal', window = 0, watchers = true, undo = true } = from;
  return { game, seats: Math.max(2, seats), options, public: open, clock, late, bot, window, watchers, undo };
}

/** As the server wants it. @param {TableForm} from @returns {TableSettings} */
export function tableSettings({ game, seats, options, ...rest }) {
  return { deal: dealOf({ game, seats, options }), ...rest };
}

/** @param {Context} context @param {TableForm} form */
export function settingsPart(context, form) {
  /** @param {Partial<TableForm>} change */
  const set = (change) => {
    Object.assign(form, change);
    context.redraw();
  };
  const clocks = [...new Set([...CLOCKS, form.clock])].sort((a, b) => a - b);
  return html`<section class="card panel" aria-labelledby="what"><h2 id="what">What?</h2>
      ${select({ id: 'game', label: 'Game', value: form.game.id, all: gamesForMany(context).map(({ id, title }) => ({ value: id, title })),
        change: (id) => set({ ...tableForm(context, id, form) }) })}
      ${facts(form.game)}
      ${countPart(context, form)}</section>
    ${optionsPart(context, form)}
    <section class="card panel" aria-labelledby="who"><h2 id="who">With whom?</h2>
      ${radios({ legend: 'Who finds the table', name: 'public', value: String(form.public), side: true, all: [
        { value: 'false', title: 'Friends', help: 'Who has the link' },
        { value: 'true', title: 'Everybody', help: 'It is in the list' },
      ], change: (value) => set({ public: value === 'true' }) })}
      ${toggle({ on: form.watchers, title: 'Others may watch', change: (watchers) => set({ watchers }) })}
      ${toggle({ on: form.undo, title: 'Moves may be taken back', help: 'Only where that harms nobody.', change: (undo) => set({ undo }) })}
    </section>
    <section class="card panel" aria-labelledby="pace"><h2 id="pace">How fast?</h2>
      ${select({ id: 'clock', label: 'Time for a move', value: String(form.clock), change: (value) => set({ clock: Number(value) }),
        all: clocks.map((clock) => ({ value: String(clock), title: clock > 0 ? clockWords(clock) : 'As long as it takes' })) })}
      ${form.clock > 0 ? radios({ legend: 'Who is late', name: 'late', value: form.late, side: true, all: [
        { value: 'bot', title: 'Gets a stand-in', help: 'A bot, until back' },
        { value: 'wait', title: 'Is waited for', help: 'The clock only warns' },
      ], change: (late) => set({ late: late === 'wait' ? 'wait' : 'bot' }) }) : nothing}
      <details><summary>More</summary><div class="panel">
        ${select({ id: 'bot', label: 'Stand-in', value: form.bot, change: (bot) => set({ bot }),
          all: LEVELS.map(({ id, title }) => ({ value: id, title })) })}
        ${form.game.hidden && form.game.sealed ? select({ id: 'window', label: 'Time to answer what others play',
          value: String(form.window), change: (value) => set({ window: Number(value) }),
          all: [0, 5, 10, 20, 30, 60].map((n) => ({ value: String(n), title: n > 0 ? clockWords(n) : 'Until all have answered' })) }) : nothing}
      </div></details></section>`;
}

export class FriendsPage {
  /** @param {Context} context @param {string} word */
  constructor(context, word) {
    this.context = context;
    this.making = word.startsWith('new');
    const games = gamesForMany(context);
    this.form = tableForm(context, (games.find(({ id }) => id === word.split('/')[1]) ?? games[0]).id);
    this.title = this.making ? 'New table' : 'Play with friends';
    /** @type {() => void} */
    this.forget = () => {};
  }

  begin() {
    const { link } = this.context;
    clearForms();
    this.forget = link.listen(() => {});
    link.want({ lobby: true, table: null });
  }

  leave() {
    this.forget();
  }

  async create() {
    const { link, go } = this.context;
    const { table } = await link.ask({ do: 'create', ...tableSettings(this.form) });
    go(`#/table/${table}`);
  }

  template() {
    const { context } = this;
    const { link } = context;
    const { trouble } = link;
    if (this.making && link.me)
      return page({ here: 'friends', look: 'narrow', box: boxSlug(this.form.game.box) }, html`<h1 tabindex="-1">New table</h1>
        ${troubleLine(trouble)}
        <form class="new" @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          submit(context, () => this.create());
        }}>${settingsPart(context, this.form)}
          <div class="start"><p class="wrong" role="alert">${(typed.where === '' && typed.wrong) || nothing}</p>
            <button class="button primary big" ?disabled=${typed.busy}>Open the table</button></div></form>`);
    return page({ here: 'friends', look: 'narrow' }, html`<div class="section-head"><h1 tabindex="-1">Play with friends</h1>
        ${link.me ? html`<a class="button primary big" href="#/friends/new">New table</a>` : nothing}</div>
      ${troubleLine(trouble)}
      ${link.server === 'there' ? html`${mePart(context)}${tables(context)}` : nothing}`);
  }
}

/** @param {string} trouble */
export const troubleLine = (trouble) => (trouble ? html`<p class="note" role="status">${trouble}</p>` : nothing);
