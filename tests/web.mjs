// web.mjs WABE WASM [PART]: the pages in Chromium, with one browser and one server for all of them. PART is one of the files
// web_PART.mjs below. What a page does without a browser is tested without one: web_games.mjs, web_units.mjs, layout.mjs and
// others.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { Engine } from '../web/engine.js';
import { withSite } from './browser.mjs';
import { end, testTogether } from './tap.mjs';

const PARTS = ['together', 'tables', 'keep', 'use', 'play', 'pages', 'online', 'lessons', 'first']; // those that take long come first

const [wabe, wasm, part = ''] = process.argv.slice(2);
const games = JSON.parse(execFileSync(wabe, ['games', '--json'], { encoding: 'utf8' }));
const engine = await Engine.start(readFileSync(wasm));

// Each part exports `tests`: given the site, a list of [what, run].
await withSite(wabe, async (site) => {
  const all = [];
  for (const name of PARTS.filter((one) => part === '' || one === part)) {
    const { tests } = await import(`./web_${name}.mjs`);
    for (const [what, run] of tests({ ...site, wabe, games, engine })) all.push([`${name}: ${what}`, run]);
  }
  await testTogether(2 * cpus().length, all); // waiting for a page costs nothing, so there are more of them than cores
});
end();
