// new.js: who plays, how many, with which options; then the game begins.

import { html, live, nothing } from './lit.js';
import { store } from './store.js';
import { boxSlug, entered, facts, icon, meeting, page, picture, radios, select, sentence, stepper } from './widgets.js';

/** @import { Game, GameOption } from './types.d.ts' */
/** @import { Choice } from './store.js' */
/** @import { Context } from './app.js' */

/** The bots, from weak to strong. */
export const LEVELS = [
  { id: 'easy', title: 'Easy bot', about: 'For children and first games: now and then it plays anything.' },
  { id: 'normal', title: 'Normal bot', about: 'Quick, and beats whoever does not look ahead.' },
  { id: 'hard', title: 'Hard bot', about: 'Thinks sixteen times as much as the normal one.' },
  { id: 'expert', title: 'Expert bot', about: 'The strongest. Takes its time.' },
];

const NAME_BYTES = 31; // the longest name that a record holds
const SEED_END = 1n << 64n;

/** What is filled in. `names` and `bots` are as long as the game has seats at most, so that a seat that comes back is
 * as it was. @typedef {Choice & { from: string, game: Game, seed: string, shared: boolean }} Form */

/** @type {Form | null} */
let filled = null;

const randomSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The default of an option. @param {GameOption} option */
const usual = (option) => (option.values ? option.values[0].id : String(option.default));

/** Whether an option has this value. @param {GameOption} option @param {string} value */
const has = ({ values, least, greatest }, value) => (values ? values.some(({ id }) => id === value)
  : /^-?\d+$/.test(value) && +value >= (least ?? 0) && +value <= (greatest ?? 0));

/** @param {Game} game @returns {Choice} */
function defaults(game) {
  const most = game.seats[1];
  return {
    seats: game.seats[0],
    bots: Array.from({ length: most }, (_, seat) => (seat === 0 ? '' : 'normal')),
    names: Array(most).fill(''),
    options: Object.fromEntries(game.options.map((option) => [option.id, usual(option)])),
  };
}

/** What was chosen last, as far as the game still offers it.
 * @param {Game} game @param {Choice} last @returns {Choice} */
function stillPossible(game, last) {
  const choice = defaults(game);
  if (last.seats >= game.seats[0] && last.seats <= game.seats[1]) choice.seats = last.seats;
  choice.bots = choice.bots.map((words, seat) =>
    last.bots[seat] === '' || LEVELS.some(({ id }) => id === last.bots[seat]) ? last.bots[seat] : words);
  choice.names = choice.names.map((name, seat) => last.names[seat] ?? name);
  for (const option of game.options) {
    if (has(option, last.options[option.id])) choice.options[option.id] = last.options[option.id];
  }
  return choice;
}

/** @param {Context} context @param {Form} made */
async function fillFromLast(context, made) {
  const last = await store().choice(made.game.id);
  if (!last || filled !== made) return;
  const { seats, options } = made;
  Object.assign(made, stillPossible(made.game, last), made.shared ? { seats, options } : {});
  context.redraw();
}

/** The form for a game's id, or for a game id with seats, options and seed; throws the engine's sentence.
 * @param {Context} context @param {string} from @returns {Form} */
export function fill(context, from) {
  const plain = context.engine.game(from);
  if (plain) return { from, game: plain, seed: randomSeed(), shared: false, ...defaults(plain) };
  const match = context.engine.open(from);
  const about = match.about();
  match.close();
  const game = /** @type {Game} */ (context.engine.game(about.game));
  const { seats, options } = about;
  return { from, game, ...defaults(game), seats, options, seed: about.seed ?? '0', shared: true };
}

/** The form of this page; throws the engine's sentence.
 * @param {Context} context @param {string} from @returns {Form} */
function current(context, from) {
  if (filled?.from !== from) {
    filled = fill(context, from);
    fillFromLast(context, filled);
  }
  return filled;
}

/** The shareable name of what is filled in; without a seed, of all deals like it.
 * @param {Pick<Form, 'game' | 'seats' | 'options'> & { seed?: string }} form */
export function dealOf({ game, seats, options, seed }) {
  const other = game.options.filter((option) => options[option.id] !== usual(option));
  const own = other.map(({ id }) => `${id}=${options[id]}`);
  return `${game.id}:${seats}${own.length ? `:${own.join(',')}` : ''}${seed ? `#${seed}` : ''}`;
}

/** @param {string} seed */
const seedIsGood = (seed) => /^\d{1,20}$/.test(seed) && BigInt(seed) < SEED_END;

/** A name that a record can hold. @param {string} name */
export function shortName(name) {
  const letters = [...name.replace(/\p{C}/gu, ' ').trim()];
  while (new TextEncoder().encode(letters.join('')).length > NAME_BYTES) letters.pop();
  return letters.join('').trim();
}

/** What a person is called who gives no name. @param {Context} context @param {number} seat */
const nameless = ({ settings }, seat) => (seat === 0 ? shortName(settings.name) || 'Guest' : `Guest ${seat + 1}`);

/** @param {Context} context @param {Form} form @param {Event} event */
function start(context, form, event) {
  event.preventDefault();
  const { game, seats, bots, names, options } = form;
  const seed = form.seed.trim();
  const playing = bots.slice(0, seats);
  store().keepChoice(game.id, { seats, bots, names, options });
  filled = null; // the next game is filled in anew
  context.start({
    deal: dealOf({ ...form, seed: seedIsGood(seed) ? String(BigInt(seed)) : randomSeed() }),
    bots: playing,
    names: playing.map((words, seat) => (words === '' ? shortName(names[seat]) || nameless(context, seat) : '')),
  });
}

/** @param {Context} context @param {Form} form @param {number} seat */
function seatRow(context, form, seat) {
  const words = form.bots[seat];
  const level = LEVELS.find(({ id }) => id === words);
  /** @param {string} value */
  const sit = (value) => {
    form.bots[seat] = value;
    context.redraw();
  };
  return html`<li class="seat">
    <span class="seat-number" aria-hidden="true">${seat + 1}</span>
    <select aria-label="Who sits at seat ${seat + 1}" @change=${entered(sit)}>
      <option value="" .selected=${live(words === '')}>${seat === 0 ? 'You' : 'A person'}</option>
      ${LEVELS.map(({ id, title }) => html`<option value=${id} .selected=${live(words === id)}>${title}</option>`)}
    </select>
    ${level ? html`<p class="help">${level.about}</p>`
      : html`<input type="text" maxlength="24" autocomplete="off" aria-label="Name at seat ${seat + 1}"
          placeholder=${`${seat === 0 ? 'Your name' : 'Name'} (${nameless(context, seat)})`} .value=${live(form.names[seat])}
          @input=${entered((value) => (form.names[seat] = value))}>`}
  </li>`;
}

/** What sits around one screen. @param {Form} form */
function remark({ game, seats, bots }) {
  const people = bots.slice(0, seats).filter((words) => words === '').length;
  if (people === 0) return html`<p class="note">Only bots: you will look on.</p>`;
  if (people === 1 || !(game.hidden || game.sealed)) return nothing;
  return html`<p class="note">Several of you share this screen, and this game has secrets: before each turn the page
    hides them and asks for the right person.</p>`;
}

/** How many play, where that can be chosen. @param {Context} context @param {Pick<Form, 'game' | 'seats'>} form */
export function countPart(context, form) {
  const [least, most] = form.game.seats;
  /** @param {number} value */
  const change = (value) => {
    form.seats = value;
    context.redraw();
  };
  return least < most ? html`<div class="count"><span class="muted">Players</span>
    ${stepper({ label: 'Number of players', value: form.seats, least, most, change })}</div>` : nothing;
}

/** @param {Context} context @param {Form} form */
function seatsPart(context, form) {
  const { seats } = form;
  return html`<section class="card panel" aria-labelledby="players">
    <div class="between"><h2 id="players">Who plays?</h2>
      ${countPart(context, form)}</div>
    <ol class="seats">${Array.from({ length: seats }, (_, seat) => seatRow(context, form, seat))}</ol>
    ${remark(form)}
  </section>`;
}

/** @param {Context} context @param {Pick<Form, 'options'>} form @param {GameOption} option */
function optionPart(context, form, { id, title, values, least = 0, greatest: most = 0, default: standard }) {
  /** @param {string} value */
  const change = (value) => {
    form.options[id] = value;
    context.redraw();
  };
  if (!values) {
    const field = `option-${id}`;
    return html`<div class="count">
      <div><label class="label" for=${field}>${title}</label><p id="${field}-range" class="help">${least} to ${most}, usually ${standard}</p></div>
      ${stepper({ id: field, label: title, value: Number(form.options[id]), least, most, change: (value) => change(String(value)) })}</div>`;
  }
  if (values.length <= 3) {
    return radios({ legend: title, name: `option-${id}`, value: form.options[id], change,
      all: values.map((value) => ({ value: value.id, title: value.name ?? value.title, help: value.help })) });
  }
  return select({ id: `option-${id}`, label: title, value: form.options[id], change,
    all: values.map((value) => ({ value: value.id, title: value.title })) });
}

/** @param {Context} context @param {Pick<Form, 'game' | 'options'>} form */
export function optionsPart(context, form) {
  if (!form.game.options.length) return nothing;
  return html`<section class="card panel" aria-labelledby="options"><h2 id="options">How?</h2>
    ${form.game.options.map((option) => optionPart(context, form, option))}</section>`;
}

/** @param {Context} context @param {Form} form */
function sharePart(context, form) {
  const good = seedIsGood(form.seed.trim());
  const deal = dealOf({ ...form, seed: form.seed.trim() });
  /** @param {string} value */
  const type = (value) => {
    form.seed = value;
    context.redraw();
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(deal);
      context.say('Copied.');
    } catch {
      context.say(`The browser does not let the page copy. The game id is ${deal}`);
    }
  };
  return html`<details class="share" ?open=${form.shared}><summary>The same deal for a friend</summary>
    <div class="panel card">
      <p>Whoever enters this game id gets the same cards in the same order.</p>
      <p class="deal"><code>${good ? deal : '…'}</code>
        <button type="button" class="button" ?disabled=${!good} @click=${copy}>${icon('copy')}Copy</button></p>
      <div class="field"><label for="seed">Number of the deal</label>
        <input id="seed" type="text" inputmode="numeric" maxlength="20" autocomplete="off"
          .value=${live(form.seed)} @input=${entered(type)}
          aria-invalid=${good ? nothing : 'true'} aria-describedby="seed-help">
        <p id="seed-help" class=${good ? 'help' : 'wrong'} role="status">${good ? 'Any whole number will do.'
          : 'This is not a whole number below 2⁶⁴: the game will begin with another one.'}</p></div>
    </div></details>`;
}

/** @param {Context} context @param {string} idOrDeal */
export function newGame(context, idOrDeal) {
  let form;
  try {
    form = current(context, idOrDeal);
  } catch (error) {
    return page({ look: 'narrow' }, html`<h1 tabindex="-1">This game cannot be opened</h1>
      <p>${sentence(error)}</p><p><a class="button" href="#/">All games</a></p>`);
  }
  const { game } = form;
  return page({ look: 'narrow', box: boxSlug(game.box) }, html`
    <header class="title with-picture">${picture(game)}
      <div><h1 tabindex="-1">${game.title}</h1>
        <p>${game.blurb}</p>
        ${facts(game)}
        <p class="links"><a href="#/learn/${game.id}">Learn by playing</a>
          <a href="#/rules/${game.id}">Rules</a>
          ${meeting.there && game.seats[1] > 1 ? html`<a href="#/friends/new/${game.id}">Play it with friends online</a>` : nothing}</p></div>
    </header>
    ${form.shared ? html`<p class="note">This is a deal that somebody has shared. Keep the number of players and the
      options, and it is the same game.</p>` : nothing}
    <form class="new" autocomplete="off" @submit=${(/** @type {Event} */ event) => start(context, form, event)}>
      ${seatsPart(context, form)}
      ${optionsPart(context, form)}
      ${sharePart(context, form)}
      <div class="start"><button class="button primary big" autofocus>Start</button></div>
    </form>`);
}
