// web_play.mjs WABE WASM: every game in the browser, by clicking what the page offers: on one screen to the end, on another for
// a while. Nothing may be complained about, and nothing may look broken on the way.
import { execFileSync } from 'node:child_process';
import { DESKTOP, PHONE, atOnce, begin, playOn, sideBySide, text, visit, withSite } from './browser.mjs';
import { looksRight, objections } from './looks.mjs';
import { end, expect } from './tap.mjs';

const [wabe, , only = ''] = process.argv.slice(2);
const games = JSON.parse(execFileSync(wabe, ['games', '--json'], { encoding: 'utf8' }));

const A_WHILE = 30;
const LOOKS = [0, 1, 5, 14, 29, 60]; // before which clicks
const HINDRANCES = 4; // and before which axe-core looks

async function play(browser, url, { game, seats, size, clicks }) {
  await visit(browser, url, { size }, async (page) => {
    await atOnce(page);
    await begin(page, game, { seats, bots: ['', ...Array(seats - 1).fill('easy')], seed: 7 });
    const at = async (made) => {
      if (LOOKS.includes(made)) await looksRight(page, `before click ${made + 1}`);
      if (made === HINDRANCES) await nothingHinders(page);
    };
    const made = await playOn(page, { seed: 3, clicks, at });
    if (made === clicks) return;
    await looksRight(page, 'at the end');
    expect((await page.locator('.ranks tbody tr').count()) === seats, 'every seat has a place');
    expect((await text(page, '.result h2')).length > 3, 'the result has a title');
  });
}

async function nothingHinders(page) {
  const found = await objections(page);
  expect(found.length === 0, found.join('; '));
}

await withSite(wabe, async ({ browser, url }) => {
  const tests = [];
  games.forEach(({ id: game, seats: [least, most] }, i) => {
    if (only && game !== only) return;
    const seats = Math.floor((least + most + 1) / 2);
    const [whole, part] = i % 2 ? [DESKTOP, PHONE] : [PHONE, DESKTOP];
    const wide = (size) => `${size.width} by ${size.height}`;
    tests.push([`${game} with ${seats} seats to its end, ${wide(whole)}`,
      () => play(browser, url, { game, seats, size: whole, clicks: Infinity })]);
    tests.push([`${game} with ${seats} seats for a while, ${wide(part)}`,
      () => play(browser, url, { game, seats, size: part, clicks: A_WHILE })]);
  });
  await sideBySide(tests);
});
end();
