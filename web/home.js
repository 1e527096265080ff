// home.js: the first page: all games, and what is going on.

import { html, live, nothing } from './lit.js';
import { remember } from './first.js';
import { hearing } from './link.js';
import { lasting, shelf } from './store.js';
import {
  boxSlug, chosen, entered, facts, icon, inWords, meeting, page, people, picture, sentence, when, whether,
} from './widgets.js';
import { capital } from './zones.js';

/** @import { Engine } from './engine.js' */
/** @import { About, Game, Kept } from './types.d.ts' */
/** @import { Context } from './app.js' */

const SHOWN = 4; // unfinished games on this page; the others are among "My games"

/** What the reader is doing on this page. */
const state = { typed: '', wrong: '', dropping: false };

/** Whose turn it is, in words, or why the match cannot be opened; `own`: it is that of the one who plays alone here.
 * @typedef {{ words: string, own: boolean, why: string }} Turn */

/** By match and time of its last change: to know it, the match must be loaded. @type {Map<string, Turn>} */
const turns = new Map();

/** @param {Kept} kept @param {About} about @returns {Turn} */
function turnOf(kept, { next, names }) {
  const here = people(kept);
  const own = here.length === 1 && here[0] === next;
  return { words: next === null ? 'Over' : own ? 'Your turn' : `${names[next]}’s turn`, own, why: '' };
}

/** @param {Engine} engine @param {Kept} kept @returns {Turn} */
export function turn(engine, kept) {
  const key = `${kept.id} ${kept.changed}`;
  let found = turns.get(key);
  if (!found) {
    try {
      const match = engine.load(kept.record);
      found = turnOf(kept, match.about());
      match.close();
    } catch (error) {
      found = { words: 'Cannot be opened', own: false, why: sentence(error) };
    }
    turns.set(key, found);
  }
  return found;
}

/** @param {Context} context @param {File} file */
async function openFile(context, file) {
  try {
    await context.openRecord(await file.text());
    state.wrong = '';
  } catch (error) {
    state.wrong = `“${file.name}” cannot be opened. ${sentence(error)}`;
    context.redraw();
  }
}

/** @param {Context} context @param {Event} event */
function openTyped(context, event) {
  event.preventDefault();
  const [, table] = state.typed.match(/#\/table\/(\w+)/) ?? [];
  try {
    if (table) return openTable(context, table);
    const match = context.engine.open(state.typed.trim());
    const { id } = match.about();
    match.close();
    state.typed = state.wrong = '';
    context.go(`#/new/${encodeURIComponent(id)}`);
  } catch (error) {
    state.wrong = state.typed.trim() ? sentence(error)
      : 'Type the game id that your friend has sent, such as mimsy:3#42.';
    context.redraw();
  }
}

/** The link to a table. One on another server has to be opened there. @param {Context} context @param {string} table */
function openTable(context, table) {
  const link = state.typed.trim();
  const here = location.href.split('#')[0];
  if (/^https?:/.test(link) && !link.startsWith(here)) throw new Error('That table is on another server: open the link itself.');
  state.typed = state.wrong = '';
  context.go(`#/table/${table}`);
}

/** Files may be dropped anywhere on the page. @param {Context} context */
function dropping(context) {
  /** @param {boolean} on */
  const show = (on) => {
    if (state.dropping === on) return;
    state.dropping = on;
    context.redraw();
  };
  return {
    /** @param {DragEvent} event */
    over(event) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      show(true);
    },
    /** @param {DragEvent} event */
    leave(event) {
      if (event.relatedTarget === null) show(false);
    },
    /** @param {DragEvent} event */
    drop(event) {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      show(false);
      openFile(context, file);
    },
  };
}

/** Whether there is room beside the welcome. */
const wide = () => matchMedia('(min-width: 60rem)').matches;

/** Nothing can be brought before the scripts are there. @param {Context} context */
function bring(context) {
  const open = wide() || state.wrong !== '' || state.dropping;
  return html`<details class="bring card" ?open=${open} ?inert=${meeting.there === null}><summary>Have you been sent a game?</summary>
    <form novalidate @submit=${(/** @type {Event} */ event) => openTyped(context, event)}>
      <div class="field">
        <label for="deal">${whether('Game id, or the link to a table', 'Game id: the same deal as your friend’s')}</label>
        <div class="joined">
          <input id="deal" type="text" placeholder="mimsy:3#42" autocomplete="off" autocapitalize="none"
            spellcheck="false" aria-describedby="deal-wrong" aria-invalid=${state.wrong ? 'true' : nothing}
            .value=${live(state.typed)} @input=${entered((value) => (state.typed = value))}>
          <button class="button">Open</button>
        </div>
      </div>
      <label class="file-link">${icon('file')}
        <span><span class="as-link">Open a record</span>: choose a file, or drop it on the page</span>
        <input class="unseen" type="file" accept=".wabe,text/plain"
          @change=${chosen((file) => openFile(context, file))}></label>
      <p id="deal-wrong" class="wrong" role="alert">${state.wrong || nothing}</p>
    </form></details>`;
}

/** @param {Context} context @param {Kept} kept */
function goOn({ engine }, kept) {
  const game = engine.game(kept.game);
  const { words, own, why } = turn(engine, kept);
  return html`<li><a class="go-on card" href=${why ? '#/games' : `#/play/${kept.id}`}>
    ${game ? picture(game) : nothing}
    <span><strong>${game?.title ?? kept.game}</strong>
      <span class="turn ${own ? 'own' : ''}">${words}</span>
      <small>${when(kept.changed)}</small></span></a></li>`;
}

/** @param {Context} context */
function unfinished(context) {
  const open = (shelf(context.redraw) ?? []).filter((kept) => !kept.over);
  if (!open.length) return nothing;
  const stuck = (/** @type {Kept} */ kept) => Number(turn(context.engine, kept).why !== '');
  open.sort((a, b) => stuck(a) - stuck(b)); // what cannot be opened takes no room from what can
  return html`<section aria-labelledby="go-on">
    <div class="section-head"><h2 id="go-on">Go on playing</h2>
      ${open.length > SHOWN ? html`<a href="#/games">All ${open.length} of them</a>` : nothing}</div>
    <ul class="go-ons">${open.slice(0, SHOWN).map((kept) => goOn(context, kept))}</ul></section>`;
}

/** @param {Game} game */
const card = (game) => html`<li class="game card" data-box=${boxSlug(game.box)}>
  <a class="picture-link" href="#/new/${game.id}" tabindex="-1" aria-hidden="true">${picture(game)}</a>
  <div class="game-text">
    <h3>${game.title}</h3>
    ${facts(game)}
    <p class="blurb">${game.blurb}</p>
  </div>
  <div class="buttons">
    <a class="button primary" href="#/new/${game.id}" aria-label="Play ${game.title}">Play</a>
    <a class="button" href="#/learn/${game.id}" aria-label="Learn ${game.title}">Learn</a>
    <a class="button plain" href="#/rules/${game.id}" aria-label="Rules of ${game.title}">Rules</a>
  </div></li>`;

/** @param {string} title @param {string} about @param {Game[]} games */
const box = (title, about, games) => html`<section>
  <div class="section-head"><h2>${title}</h2><p class="muted">${about}</p></div>
  <ul class="games">${games.map(card)}</ul></section>`;

/** Boxes with several games each for itself, then those that are one game. @param {Game[]} games */
function boxes(games) {
  const groups = [...new Set(games.map((game) => game.box))].map((title) => games.filter((game) => game.box === title));
  const single = groups.filter((group) => group.length === 1).flat();
  return html`${groups.map((group) =>
    group.length > 1 ? box(group[0].box, `${group.length} games from one box`, group) : nothing)}
    ${single.length ? box('Boxes of their own', `${single.length} more games`, single) : nothing}`;
}

/** The way to the others, where there is a server. */
function together() {
  const { turns } = meeting;
  return whether(html`<a class="go-on card together" href="#/friends">${icon('people')}
    <span><strong>Play with friends</strong>
      ${turns > 0 ? html`<span class="turn own">${turns > 1 ? `Your turn at ${turns} tables` : 'Your turn'}</span>`
        : html`<small>Each at a screen of their own: open a table and send the link.</small>`}</span></a>`);
}

/** What is the reader's own. @param {Context} context */
const own = (context) => [
  lasting() ? nothing : html`<p class="note">This browser does not let pages keep anything: games are lost when you
    close the page. Save what you want to keep as a file.</p>`,
  unfinished(context),
];

/** Keeps how much room that takes, so that the page as it was built leaves it free the next time. @param {ParentNode} root */
function measure(root) {
  const { offsetHeight = 0 } = /** @type {HTMLElement | null} */ (root.querySelector('.own')) ?? {};
  remember({ own: [innerWidth, offsetHeight] });
}

/** The first page; while somebody is there whom the server knows, it hears whose turn it is. @param {Context} context */
export const homePage = (context) => ({ title: '', template: () => firstPage(context, own(context)), drawn: measure, ...hearing(context) });

/** @param {Game[]} games */
export const homeTitle = (games) => `Wabe: ${inWords(games.length)} tabletop games`;

/** The first page, with what is the reader's own. The build draws it too, without that. @param {Context} context @param {unknown} [own] */
export function firstPage(context, own = nothing) {
  const drag = dropping(context);
  return page({ here: 'home', look: state.dropping ? 'dropping' : '' }, html`
    <div class="drop-zone" @dragover=${drag.over} @dragleave=${drag.leave} @drop=${drag.drop}>
    <div class="welcome">
      <div class="welcome-text">
        <h1 tabindex="-1"><span class="nowrap">Come in,</span> <span class="nowrap">sit down,</span>
          <span class="nowrap">play.</span></h1>
        <p>${capital(inWords(context.engine.games.length))} tabletop games: alone, with bots that play fair, ${whether(
          'with friends around one screen, or with friends online. No account needed, nothing to install; what you play alone stays in this browser.',
          'or with friends around one screen. No account, nothing to install; what you play stays in this browser.')}</p>
      </div>
      ${wide() ? bring(context) : nothing}
    </div>
    ${together()}
    <div class="own">${own}</div>
    ${boxes(context.engine.games)}
    ${wide() ? nothing : bring(context)}
    </div>`);
}
