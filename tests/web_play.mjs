// web_play.mjs: every game in the browser, by clicking what the page offers: the beginning, and from a position near the end to the
// result, on a phone or on a desk. Nothing may be complained about, and nothing may look broken on the way.
import { DESKTOP, PHONE, atOnce, begin, bring, nearTheEnd, playOn, text, visit } from './browser.mjs';
import { looksRight, objections } from './looks.mjs';
import { expect } from './tap.mjs';

const FIRST = 10; // clicks at the beginning

// Looks before these clicks, and lets axe-core look before another.
const looking = (page, looks, hindrances = -1) => async (made) => {
  if (looks.includes(made)) await looksRight(page, `before click ${made + 1}`);
  if (made !== hindrances) return;
  const found = await objections(page);
  expect(found.length === 0, found.join('; '));
};

async function play(page, { game, seats, record }) {
  await begin(page, game, { seats, bots: ['', ...Array(seats - 1).fill('easy')], seed: 7 });
  await playOn(page, { seed: 3, clicks: FIRST, at: looking(page, [0, FIRST - 1], 4) });
  await bring(page, record);
  await playOn(page, { seed: 3, at: looking(page, [2, 9]) });
  await looksRight(page, 'at the end');
  expect((await page.locator('.ranks tbody tr').count()) === seats, 'every seat has a place');
  expect((await text(page, '.result h2')).length > 3, 'the result has a title');
}

// Every game on one of the two screens; with WABE_LONG on both.
export const tests = ({ browser, url, games, engine }) =>
  games.flatMap(({ id: game, seats: [least, most] }, i) => {
    const seats = Math.floor((least + most + 1) / 2);
    const record = nearTheEnd(engine, `${game}:${seats}#7`, 5);
    return [DESKTOP, PHONE].filter((_, j) => process.env.WABE_LONG || i % 2 === j).map((size) => [
      `${game} with ${seats} seats, ${size.width} by ${size.height}`, () => visit(browser, url, { size }, async (page) => {
        await atOnce(page);
        await play(page, { game, seats, record });
      })]);
  });
