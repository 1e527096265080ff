// rules.js: the rules of a game, as a page and beside the table.

import { html, nothing } from './lit.js';
import { boxSlug, facts, icon, others, page } from './widgets.js';

/** @import { TemplateResult } from 'lit-html' */
/** @import { Block } from './markdown.js' */
/** @import { Context } from './app.js' */

/** What reads and draws them, when it is there. @type {typeof import('./markdown.js')} */
let markdown;
/** What has been loaded; null while it is on its way. @type {Map<string, Block[] | null>} */
const loaded = new Map();
/** @type {Set<string>} */
const failed = new Set();

/** @param {Context} context @param {string} id */
async function load(context, id) {
  loaded.set(id, null);
  failed.delete(id);
  try {
    const [response, more] = await Promise.all([fetch('rules/all.md'), others()]);
    ({ markdown } = more);
    const pages = (await response.text()).split(/^<!-- (.+) -->\n/m); // each after its name
    if (!response.ok || !pages.includes(id)) throw new Error(response.statusText);
    loaded.set(id, markdown.blocks(pages[pages.indexOf(id) + 1]));
  } catch {
    failed.add(id);
  }
  context.redraw();
}

/** @param {Context} context @param {string} id */
const failure = (context, id) => html`<div class="empty" role="alert">
  <p>The rules could not be loaded.</p>
  <button class="button" @click=${() => load(context, id)}>Try again</button></div>`;

/** What `draw` makes of the rules when they are there, and what there is to say until then.
 * @param {Context} context @param {string} id @param {(all: Block[]) => TemplateResult} draw */
function withRules(context, id, draw) {
  if (!loaded.has(id)) load(context, id);
  const all = loaded.get(id);
  if (all) return draw(all);
  return failed.has(id) ? failure(context, id) : html`<p class="muted" role="status">One moment …</p>`;
}

/** The part of the rules around a contents link. @param {Event} event @param {string} heading */
function jump(event, heading) {
  event.preventDefault(); // the address is the router's
  const rules = /** @type {HTMLElement} */ (event.currentTarget).closest('.rules');
  /** @type {HTMLElement | null | undefined} */
  const found = rules?.querySelector(`[id="${heading}"]`);
  found?.scrollIntoView();
  found?.focus({ preventScroll: true });
}

/** @param {string} id @param {Block[]} all @param {boolean} open */
function contents(id, all, open) {
  const parts = markdown.headings(all).filter((heading) => heading.level === 2);
  if (parts.length < 4) return nothing;
  return html`<details class="contents" ?open=${open}><summary>Contents</summary>
    <nav aria-label="Contents"><ul>${parts.map((part) => html`<li>
      <a href="#/rules/${id}" @click=${(/** @type {Event} */ event) => jump(event, part.id)}>${part.text}</a></li>`)}
    </ul></nav></details>`;
}

/** The page without its title, which stands above it. @param {Block[]} all */
const body = (all) => all.filter((block) => block.kind !== 'heading' || block.level > 1);

/** The rules to show beside the table: headings begin at the third level, under a title of the second.
 * @param {Context} context @param {string} id */
export const rulesText = (context, id) => withRules(context, id, (all) => html`<div class="rules">
  ${contents(id, all, false)}
  <div class="prose">${markdown.drawBlocks(body(all), 1)}</div></div>`);

/** @param {Context} context @param {string} id */
export function rulesPage(context, id) {
  const game = context.engine.game(id);
  if (!game) {
    return page({ look: 'narrow' }, html`<h1 tabindex="-1">No such game</h1>
      <p>There are no rules for “${id}” here. <a href="#/">All games</a></p>`);
  }
  const wide = matchMedia('(min-width: 64rem)').matches;
  return page({ look: 'reading', box: boxSlug(game.box) }, html`
    <header class="title">
      <p class="over">Rules${game.box === game.title ? '' : html` · ${game.box}`}</p>
      <h1 tabindex="-1">${game.title}</h1>
      ${facts(game)}
      <div class="buttons">
        <a class="button primary" href="#/new/${id}">${icon('play')}Play</a>
        <a class="button" href="#/learn/${id}">${icon('learn')}Learn</a>
        <button class="button plain" @click=${() => print()}>${icon('print')}Print</button>
      </div>
    </header>
    ${withRules(context, id, (all) => html`<div class="rules with-contents">
      ${contents(id, all, wide)}
      <article class="prose">${markdown.drawBlocks(body(all))}</article></div>`)}`);
}
