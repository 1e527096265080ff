// room.js: the parts of a table on a server besides the game: who sits where, the invitation, luck that can be checked.

import { html, live, nothing } from './lit.js';
import { canNotify, mayNotify } from './call.js';
import { clockWords, loginPart, nameForm, settingsPart, troubleLine } from './friends.js';
import { verdict } from './fair.js';
import { LEVELS } from './new.js';
import { keepSettings } from './store.js';
import { boxSlug, copyText, entered, facts, listed, page, picture } from './widgets.js';

/** @import { Point } from './fair.js' */
/** @import { TablePage } from './online.js' */
/** @import { SeatState, TableState } from './types.d.ts' */

/** @param {string} level */
const botTitle = (level) => LEVELS.find(({ id }) => id === level)?.title ?? 'Bot';

/** @param {string} words @param {() => unknown} act @param {string} [look] */
export const button = (words, act, look = '') =>
  html`<button type="button" class="button ${look}" @click=${act}>${words}</button>`;

/** What the form does in which one gives a name to take a seat. */
export const SIT = 'Sit down';

/** Who one is, which can be changed. @param {TablePage} page */
export function youPart(page) {
  const { me } = page.context.link;
  const { own } = page;
  if (!me) return nothing;
  if (!page.naming) return html`<p class="notice"><span>You are <b>${me.name}</b>${own && own.name !== me.name ? `, at this table ${own.name}` : nothing}</span>
    ${button('Change my name', () => page.rename(true), 'plain')}</p>`;
  return html`<div class="stack">${nameForm(page.context, 'Change the name', () => page.renamed())}
    <div class="buttons">${button('Leave it', () => page.rename(false), 'plain')}</div></div>`;
}

/* ---- inviting ---- */

/** @param {TablePage} page */
export function invitation({ context, title, table }) {
  const link = location.href;
  return html`<div class="joined">
      <input type="text" readonly aria-label="The link to this table" .value=${link}
        @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
      ${button('Copy the link', async () => context.say((await copyText(link)) ? 'The link is copied.' : 'Copy the link from the field.'))}
    </div>
    ${'share' in navigator
      ? html`<div class="buttons">${button('Share it', () => navigator.share({ title: `${title} · Wabe`, url: link }).catch(() => {}))}</div>`
      : nothing}
    ${table?.you.host && /^(localhost|127\.|\[::1)/.test(location.hostname)
      ? html`<p class="help">This link works on this machine only. For others start Wabe with <code>./play serve --host 0.0.0.0</code>, and
          open it by the address that it prints for your network.</p>`
      : nothing}`;
}

/** Asks the browser to call, if it can and does not yet. @param {TablePage} page */
export const notifyPart = ({ context }) => {
  const { settings } = context;
  if (settings.notify || !canNotify()) return nothing;
  return button('Tell me when it is my turn', async () => {
    settings.notify = await mayNotify(context);
    keepSettings(settings);
    if (settings.notify) context.say('The browser will tell you while this page is out of sight.');
  });
};

/* ---- luck ---- */

const MARKS = new Map([[true, '✓'], [false, '✗'], [null, '?']]);

const SUMMARIES = new Map([
  [true, 'Nobody could choose the luck of this game: your browser has checked it.'],
  [false, 'Something is wrong with the luck of this game, or with what you were shown: see ✗ in the calculation. Save the record, and do not trust this server.'],
  [null, 'Nothing wrong was found, but not all of it could be checked: see ? in the calculation.'],
]);

const TITLES = new Map([[true, 'The luck is checked'], [false, 'The luck does not fit'], [null, 'The luck is checked in part']]);

/** The words for the mark, and a sentence about it. @param {Point[]} points */
function luckWords(points) {
  const fits = verdict(points);
  const none = points.every((point) => point.fits === null);
  return { title: html`<span class=${fits === false ? 'wrong' : ''}>${MARKS.get(fits)} ${none ? 'The luck could not be checked' : TITLES.get(fits)}</span>`,
    text: none ? 'Your browser could not check this game: the calculation says why.' : SUMMARIES.get(fits) };
}

/** @param {TableState} table @param {Point[] | null} [points] */
export const luckPart = ({ luck, table }, points = null) => html`<details class="fair">
  <summary>${points ? luckWords(points).title : 'How luck is made fair'}</summary>
  <div class="stack small luck">
    ${points ? html`<p><strong>${luckWords(points).text}</strong></p>` : nothing}
    ${luck.scheme === 1 ? html`<p>This game began in an older way: the server picked a secret number and showed its fingerprint, a short code that fits no other
      number. Then the browser of each player added a number that could be seen by all, and cards and dice follow from all numbers together. But whoever was
      ready last could have tried numbers with the help of the server until the luck was as wished. Games that begin today do not allow that.</p>`
    : html`<p>Before a game the server picks a secret number, and so does the browser of each player. First all show the fingerprints of their
      numbers: short codes that fit no other number. Only then the players’ numbers are shown, and cards and dice follow from all numbers
      together. So nobody can choose them, not even the server together with some of the players. Like a dealer who has looked, the server
      does know what comes. It could stop a game; you would see that. At the end its secret is shown, and your browser checks all of it by itself.</p>`}
    ${points ? html`<details><summary>The calculation</summary>
      ${points.map(({ fits, text }) => html`<p class=${fits === false ? 'wrong' : ''}>${MARKS.get(fits)} ${text}</p>`)}</details>` : nothing}
    <p class="muted">Table ${table}${luck.attempt ? `, start ${luck.attempt}` : nothing}: fingerprint <code>${luck.commitment}</code>${luck.secret ? html`, secret <code>${luck.secret}</code>` : nothing}</p>
  </div>
</details>`;

/** What came of the start before, for who has to do something about it. @param {TableState} table */
function offWords({ luck: { off, reveal }, seats, you }) {
  if (!off || reveal || (you.seat !== null && seats[you.seat].ready)) return nothing;
  const late = seats.flatMap(({ name }, seat) => (off.commitments?.[seat] && !off.nonces[seat] ? [seat === you.seat ? 'you' : name ?? 'somebody'] : []));
  return html`<p class="note">The start was called off: ${listed(late)} did not answer within 20 seconds.${you.seat === null ? nothing : ' Be ready again.'}</p>`;
}

/* ---- seats ---- */

/** @param {SeatState} seat @param {boolean} playing */
export function seatWords(seat, playing) {
  if (seat.is === 'bot') return botTitle(seat.bot ?? '');
  if (seat.resigned) return 'has given up; a bot plays on';
  if (seat.standin) return seat.here ? 'a bot plays for the time being' : 'away; a bot plays for the time being';
  if (!seat.here) return 'away';
  return playing ? 'here' : seat.ready ? 'ready' : 'not ready yet';
}

/** @param {TablePage} page @param {SeatState} one @param {number} seat */
function seatRow(page, one, seat) {
  const { you } = /** @type {TableState} */ (page.table);
  const me = you.seat === seat;
  /** @param {string} bot */
  const put = (bot) => page.command({ do: 'seat', seat, bot });
  return html`<li class="seat">
    <span class="seat-number" aria-hidden="true">${seat + 1}</span>
    <div class="between">
      ${one.is === 'empty' ? html`<span class="muted">Free</span>`
        : html`<span><strong>${one.name}</strong>${me ? ' (you)' : ''} <span class="muted small">${
          page.again && one.is === 'person' && !page.seen.has(one.name ?? '') ? 'has not come over yet' : seatWords(one, false)}</span></span>`}
      <span class="buttons">
        ${one.is === 'empty' && page.context.link.me
          ? button(you.seat === null ? 'Sit here' : 'Move here', () => page.sit(seat))
          : nothing}
        ${one.is === 'empty' && you.host
          ? html`<select class="add-bot" aria-label="A bot at seat ${seat + 1}" @change=${entered((bot) => bot && put(bot))}>
              <option value="" .selected=${live(true)}>Add a bot …</option>
              ${LEVELS.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}
            </select>`
          : nothing}
        ${me ? button('Stand up', () => page.command({ do: 'stand' }), 'plain')
          : you.host && one.is !== 'empty' ? button('Free the seat', () => put(''), 'plain') : nothing}
      </span>
    </div>
  </li>`;
}

/** What it still waits for. @param {TableState} table */
function missing({ seats, luck, you }) {
  const people = seats.flatMap((one, seat) => (one.is === 'person' ? [{ ...one, seat, name: one.name ?? '' }] : []));
  const others = listed(people.flatMap(({ seat, revealed, name }) => (seat === you.seat || revealed ? [] : [name])));
  const away = listed(people.flatMap(({ here, ready, name }) => (ready && !here ? [name] : [])));
  if (luck.reveal)
    return `It is about to begin.${others ? ` Waiting for the browser of ${others}; without an answer within 20 seconds the start is called off.` : ''}`;
  const free = seats.filter(({ is }) => is === 'empty').length;
  const late = people.flatMap(({ ready, name }) => (ready ? [] : [name]));
  if (free > 0) return `It begins when the ${free > 1 ? `${free} free seats are` : 'free seat is'} taken and all are ready.`;
  return late.length > 0 ? `It begins when ${listed(late)} ${late.length > 1 ? 'are' : 'is'} ready${away ? `, and ${away} back` : ''}.` : 'It begins.';
}

/** @param {TableState} table */
function terms({ public: open, clock, late, watchers, undo, window }) {
  return [
    open ? 'In the list of public tables' : 'For those who have the link',
    clock > 0 ? `${clockWords(clock)} for a move, then ${late === 'bot' ? 'a bot stands in' : 'it waits'}` : 'no clock',
    ...(window > 0 ? [`${clockWords(window)} to answer`] : []),
    !watchers ? 'nobody watches' : 'others may watch',
    undo ? 'moves may be taken back' : 'no takebacks',
  ].join(' · ');
}

/** Whether those who watch may speak, which the host decides. @param {TablePage} page @param {TableState} table */
export const hushPart = (page, { hushed, you }) => html`
  ${hushed ? html`<p class="muted small">Only those who play can say something.</p>` : nothing}
  ${you.host ? button(hushed ? 'Let all who watch speak' : 'Mute all who watch',
    () => page.command({ do: 'mute', watchers: true, on: !hushed }), 'plain') : nothing}`;

/** The table before the game. @param {TablePage} tablePage @param {TableState} table */
export function room(tablePage, table) {
  const { context, game, chat } = tablePage;
  const { link } = context;
  const { you, seats } = table;
  const ready = you.seat !== null && Boolean(seats[you.seat]?.ready);
  const full = you.seat === null && seats.every(({ is }) => is !== 'empty');
  const unnamed = !link.me || (tablePage.naming && you.seat === null);
  return page({ look: 'narrow', box: boxSlug(game?.box ?? '') }, html`
    <header class="title with-picture">${game ? picture(game) : nothing}
      <div><h1 tabindex="-1">${tablePage.title}</h1>
        ${game ? facts(game) : nothing}
        <p class="small">${optionWords(tablePage, table)}${terms(table)}</p>
        <p class="links"><a href="#/rules/${table.game}">Rules</a><a href="#/learn/${table.game}">Learn by playing</a></p></div>
    </header>
    ${troubleLine(link.trouble)}
    ${!unnamed ? nothing
      : html`<section class="card panel" aria-labelledby="me"><h2 id="me">${full ? 'Who are you?' : `${table.host.name} invites you`}</h2>
          ${full ? nameForm(context, 'Come in', () => tablePage.rename(false)) : nameForm(context, SIT, () => tablePage.sitWithName())}
          ${link.me ? nothing : loginPart(context)}</section>`}
    <section class="card panel" aria-labelledby="around"><h2 id="around">Around the table</h2>
      <ol class="seats">${seats.map((one, seat) => seatRow(tablePage, one, seat))}</ol>
      ${tablePage.message ? html`<p class="wrong" role="alert">${tablePage.message}</p>` : nothing}
      ${offWords(table)}
      <p role="status">${full ? 'The table is full: watch, or wait for a seat.' : missing(table)}</p>
      ${you.seat === null ? nothing : html`<div class="buttons">
        <button type="button" class="button big ${ready ? '' : 'primary'}" @click=${() => tablePage.ready(!ready)}>
          ${ready ? 'I am not ready yet' : 'I am ready'}</button>
        ${notifyPart(tablePage)}</div>`}
      ${unnamed ? nothing : youPart(tablePage)}
    </section>
    <section class="card panel" aria-labelledby="invite"><h2 id="invite">Invite the others</h2>
      <p>Whoever opens this link finds this table.</p>
      ${invitation(tablePage)}
    </section>
    <section class="card panel" aria-labelledby="talk"><h2 id="talk">Chat</h2>${chat.template()}${hushPart(tablePage, table)}</section>
    ${you.host ? hostPart(tablePage) : nothing}
    ${luckPart(table)}`);
}

/** The options that are not the usual ones. @param {TablePage} page @param {TableState} table */
function optionWords({ game }, { deal }) {
  const words = (deal.split('#')[0].split(':')[2] ?? '').split(',').flatMap((one) => {
    const [id, value] = one.split('=');
    const option = game?.options.find((each) => each.id === id);
    return option ? [`${option.title}: ${option.values?.find((each) => each.id === value)?.title ?? value}`] : [];
  });
  return words.length > 0 ? `${words.join(' · ')} · ` : '';
}

/** @param {TablePage} tablePage */
function hostPart(tablePage) {
  const { context, form } = tablePage;
  if (!form)
    return html`<div class="buttons">${button('Change the settings', () => tablePage.edit(true))}
      ${button('Close the table', () => tablePage.close(), 'danger')}</div>`;
  return html`<form class="new" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      tablePage.change();
    }}>${settingsPart(context, form)}
    <p class="help">Everybody has to be ready anew after a change.</p>
    <div class="buttons"><button class="button primary">Change it</button>
      ${button('Leave it', () => tablePage.edit(false))}</div></form>`;
}
