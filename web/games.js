// games.js: one's own games: unfinished ones, finished ones, what they say, and a copy of everything.

import { turn } from './home.js';
import { forgetLuck } from './fair.js';
import { ownTables } from './friends.js';
import { html, nothing, svg } from './lit.js';
import { LEVELS } from './new.js';
import { readable } from './session.js';
import { FEW, byLevel, likely, statistics } from './statistics.js';
import { forget, lasting, shelf, store } from './store.js';
import {
  applySettings, ask, boxSlug, chosen, download, focusTitle, icon, listed, page, people, picture, sentence, when,
} from './widgets.js';

/** @import { Kept } from './types.d.ts' */
/** @import { GameStatistics, Tally } from './statistics.js' */
/** @import { Context } from './app.js' */

const STEP = 8; // finished matches that are shown at first, and more at a time
let most = STEP;

/** @param {Context} context @param {string} id */
const titleOf = ({ engine }, id) => engine.game(id)?.title ?? id;

/** Who sits there; the one person is you. @param {Kept} kept */
function seated(kept) {
  const own = people(kept);
  return kept.names.map((name, seat) => (own.length === 1 && own[0] === seat ? 'you' : name));
}

/** @param {Kept} kept */
function others(kept) {
  const own = people(kept);
  const names = seated(kept).filter((_, seat) => own.length !== 1 || seat !== own[0]);
  if (!names.length) return 'Alone';
  return own.length === 1 ? `With ${listed(names)}` : listed(names);
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS = /** @type {Record<string, string>} */ ({ one: 'st', two: 'nd', few: 'rd', other: 'th' });

/** @param {number} place */
const ordinal = (place) => `${place}${ENDINGS[ORDINALS.select(place)]}`;

/** @param {number} score */
const points = (score) => `${String(score).replace('-', '−')} ${Math.abs(score) === 1 ? 'point' : 'points'}`;

/** @param {Kept} kept */
function outcome(kept) {
  const { ranks, scores } = kept;
  const own = people(kept);
  if (ranks.length === 0) return 'Ended without a result';
  if (ranks.length === 1) return points(scores[0]);
  if (own.length === 1) {
    const rank = ranks[own[0]];
    if (rank !== 1) return `${ordinal(rank)} of ${ranks.length}`;
    return ranks.filter((other) => other === 1).length > 1 ? 'You share first place' : 'You won';
  }
  const first = kept.names.filter((_, seat) => ranks[seat] === 1);
  return first.length > 1 ? `${listed(first)} share first place` : `${first[0]} won`;
}

/** @param {Context} context @param {Kept} kept */
async function remove(context, kept) {
  const title = titleOf(context, kept.game);
  const sure = await ask({
    title: `Delete this game of ${title}?`,
    text: kept.over ? 'Its record goes, and it no longer counts in your statistics.'
      : 'It is not finished. Nobody can bring it back.',
    yes: 'Delete',
  });
  if (!sure) return;
  await forget(kept.id);
  focusTitle(); // the button that had the focus goes
  context.say('Deleted.');
  context.redraw();
}

/** The same again, with another deal. @param {Context} context @param {Kept} kept */
function rematch(context, kept) {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  context.start({
    deal: kept.deal.replace(/#.*$/, '') + `#${seed}`,
    bots: kept.bots,
    names: kept.names.map((name, seat) => (kept.bots[seat] === '' ? name : '')),
  });
}

/** With whom, when, and with what help. @param {Kept} kept */
function circumstances(kept) {
  const words = [others(kept), when(kept.changed)];
  if (kept.takebacks) words.push('took back');
  if (kept.hints) words.push('with hints');
  return words.join(' · ');
}

/** @param {Context} context @param {Kept} kept @param {unknown} status @param {unknown} buttons */
function row(context, kept, status, buttons) {
  const game = context.engine.game(kept.game);
  const title = titleOf(context, kept.game);
  return html`<li class="match card" data-box=${game ? boxSlug(game.box) : nothing}>
    ${game ? picture(game) : nothing}
    <div class="match-text"><h3>${title}</h3>
      <p>${status}</p>
      <p class="help">${circumstances(kept)}</p></div>
    <div class="buttons">${buttons}
      <button class="button plain icon-only" aria-label="Delete this game of ${title}" title="Delete"
        @click=${() => remove(context, kept)}>${icon('remove')}</button></div></li>`;
}

/** @param {Kept} kept */
const saveButton = (kept) => html`<button class="button plain icon-only" aria-label="Save the record as a file"
  title="Save the record as a file" @click=${() => download(`${kept.game}-${kept.id}.wabe`, kept.record)}>${icon('save')}</button>`;

/** @param {Context} context @param {Kept} kept */
function unfinishedRow(context, kept) {
  const { words, why } = turn(context.engine, kept);
  if (why) return row(context, kept, html`<span class="turn">${words}.</span> ${why}`, saveButton(kept));
  return row(context, kept, html`<span class="turn">${words}</span>`,
    html`<a class="button primary" href="#/play/${kept.id}">Go on</a>`);
}

/** @param {Context} context @param {Kept[]} open */
function unfinishedPart(context, open) {
  return html`<section aria-labelledby="unfinished"><div class="section-head"><h2 id="unfinished">Unfinished</h2></div>
    ${open.length ? html`<ul class="matches">${open.map((kept) => unfinishedRow(context, kept))}</ul>`
    : html`<p class="empty">No game is waiting for you. <a href="#/">Begin one</a></p>`}</section>`;
}

/** @param {Context} context @param {Kept} kept */
function finishedRow(context, kept) {
  const status = outcome(kept);
  return row(context, kept, html`<strong>${status}</strong>`, html`
    <a class="button" href="#/replay/${kept.id}">${icon('replay')}Replay</a>
    <button class="button" @click=${() => rematch(context, kept)}>${icon('again')}Rematch</button>
    ${saveButton(kept)}`);
}

/** @param {Context} context @param {Kept[]} over */
function finishedPart(context, over) {
  if (!over.length) return nothing;
  const more = () => {
    most += STEP;
    context.redraw();
  };
  return html`<section aria-labelledby="finished"><div class="section-head"><h2 id="finished">Finished</h2>
      <p class="muted">${over.length === 1 ? '1 game' : `${over.length} games`}</p></div>
    <ul class="matches">${over.slice(0, most).map((kept) => finishedRow(context, kept))}</ul>
    ${over.length > most ? html`<p class="older">
      <button class="button" @click=${more}>Show older ones</button></p>` : nothing}
  </section>`;
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/** @param {number} number */
const short = (number) => String(Math.round(number * 10) / 10);

/** A bar for the share that was won, a thin line for where the truth may lie, a mark for what equals would win.
 * @param {Tally} tally */
function bar({ played, won, even }) {
  const [low, high] = likely(won, played);
  return html`<svg class="bar" viewBox="0 0 200 14" role="img" aria-label="${percent(won / played)} won; likely between
      ${percent(low)} and ${percent(high)}; equals would win ${percent(even / played)}">${svg`
    <rect class="bar-ground" x="0" y="2" width="200" height="10" rx="3"/>
    <rect class="bar-won" x="0" y="2" width=${(200 * won) / played} height="10" rx="3"/>
    <path class="bar-likely" d="M${200 * low} 7H${200 * high}M${200 * low} 4v6M${200 * high} 4v6"/>
    <path class="bar-even" d="M${(200 * even) / played} 0v14"/>`}</svg>`;
}

/** @param {Tally} tally */
const wins = ({ played, won }) => `${short(won)} of ${played} won (${percent(won / played)})`;

/** @param {number[]} scores @param {boolean} lowest */
function scoreWords(scores, lowest) {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return `best ${lowest ? Math.min(...scores) : Math.max(...scores)}, average ${short(mean)}`.replaceAll('-', '−');
}

/** @param {Context} context @param {GameStatistics} one */
function gameLine(context, { game, tally, helped }) {
  const { played, places, scores, alone } = tally;
  const lowest = context.engine.game(game)?.lowestwins ?? false;
  const apart = helped ? html`<p class="help">${helped} more with takebacks or hints, not counted here</p>` : nothing;
  if (!played) return html`<li><h4>${titleOf(context, game)}</h4>${apart}</li>`;
  return html`<li><h4>${titleOf(context, game)}</h4>
    <p>${alone ? `${played} played: ${scoreWords(scores, lowest)} points`
      : `${wins(tally)}, average place ${short(places / played)}`}</p>
    ${alone ? nothing : bar(tally)}${apart}</li>`;
}

/** @param {string} level */
function levelTitle(level) {
  if (level === 'mixed') return 'Mixed company';
  const known = LEVELS.find(({ id }) => id === level);
  return known ? `${known.title}s` : level;
}

/** @param {string} level @param {Tally} tally */
const levelLine = (level, tally) => html`<li><h4>${levelTitle(level)}</h4>
  <p>${wins(tally)}</p>${bar(tally)}</li>`;

/** @param {GameStatistics[]} games */
function remark(games) {
  const counts = games.map(({ tally }) => tally.played).filter((played) => played > 0);
  const few = counts.length > 0 && Math.min(...counts) < FEW;
  return html`<p class="help">The bar is the share you won, the upright mark what equals would win, and the thin line
    where your true share may well lie.
    ${few ? `With fewer than ${FEW} games that line is long: such a share says little yet.` : nothing}</p>`;
}

/** @param {Context} context @param {Kept[]} over */
function statisticsPart(context, over) {
  const games = statistics(over);
  if (!games.length) return nothing;
  const levels = [...byLevel(games)].filter(([, tally]) => tally.played);
  const order = LEVELS.map(({ id }) => id);
  levels.sort(([a], [b]) => (order.indexOf(a) >>> 0) - (order.indexOf(b) >>> 0)); // what is no level comes last
  return html`<section aria-labelledby="statistics"><div class="section-head"><h2 id="statistics">How you do</h2>
      <p class="muted">Games that you played alone with bots</p></div>
    <div class="card panel figures">
      <div><h3>By game</h3><ul>${games.map((one) => gameLine(context, one))}</ul></div>
      ${levels.length ? html`<div><h3>By level</h3>
        <ul>${levels.map(([level, tally]) => levelLine(level, tally))}</ul></div>` : nothing}
      ${remark(games)}
    </div></section>`;
}

/** What is kept now holds on this page too. @param {Context} context */
async function takeSettings({ settings }) {
  Object.assign(settings, await store().settings());
  applySettings(settings);
}

const saveAll = async () => {
  const day = new Date().toISOString().slice(0, 10);
  download(`wabe-${day}.json`, JSON.stringify(await store().backup(), null, 1), 'application/json');
};

/** @param {Context} context @param {File} file */
async function restore(context, file) {
  try {
    const backup = JSON.parse(await file.text());
    if (backup?.wabe !== 'backup' || !Array.isArray(backup.matches)) throw new SyntaxError();
    const matches = readable(context.engine, backup.matches);
    await store().restore({ ...backup, matches });
    await takeSettings(context);
    const lost = backup.matches.length - matches.length;
    context.say(`${matches.length} games are here now${lost ? `; ${lost} could not be read` : ''}.`);
  } catch (error) {
    context.say(error instanceof SyntaxError ? 'This file is not a backup of Wabe.' : sentence(error));
  }
  context.redraw();
}

/** @param {Context} context */
async function forgetAll(context) {
  const sure = await ask({
    title: 'Delete everything?',
    text: 'All games, finished or not, your statistics and settings go. Only a backup brings them back.',
    yes: 'Delete everything',
  });
  if (!sure) return;
  await store().forgetAll();
  forgetLuck();
  focusTitle();
  await takeSettings(context);
  context.say('Everything is deleted.');
  context.redraw();
}

/** @param {Context} context */
const backupPart = (context) => html`<section aria-labelledby="backup">
  <div class="section-head"><h2 id="backup">Keep it safe</h2></div>
  <div class="card panel">
    <p>${lasting() ? 'Your games are kept in this browser, and nowhere else. A backup is one file with all of them.'
      : 'This browser does not let pages keep anything: save a backup before you close the page.'}</p>
    <div class="buttons">
      <button class="button" @click=${saveAll}>${icon('save')}Save a backup</button>
      <label class="button">${icon('file')}Bring back a backup
        <input class="unseen" type="file" accept=".json,application/json"
          @change=${chosen((file) => restore(context, file))}></label>
      <button class="button danger" @click=${() => forgetAll(context)}>${icon('remove')}Delete everything</button>
    </div>
  </div></section>`;

/** @param {Context} context */
export function gamesPage(context) {
  const all = shelf(context.redraw);
  const over = (all ?? []).filter((kept) => kept.over);
  return page({ here: 'games' }, html`<h1 tabindex="-1">My games</h1>
    ${ownTables(context, 'At tables on this server')}
    ${all ? html`${unfinishedPart(context, all.filter((kept) => !kept.over))}
      ${finishedPart(context, over)}
      ${statisticsPart(context, over)}
      ${backupPart(context)}` : html`<p class="muted" role="status">One moment …</p>`}`);
}
