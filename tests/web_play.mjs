// web_play.mjs: every game in the browser, by clicking what the page offers: from the beginning, and from a position near the end to
// the result, on a phone and on a desk. Nothing may be complained about, and nothing may look broken on the way.
import { DESKTOP, PHONE, atOnce, begin, bring, nearTheEnd, playOn, text, visit } from './browser.mjs';
import { looksRight, objections } from './looks.mjs';
import { expect } from './tap.mjs';

const FIRST = 12; // clicks at the beginning

// Looks before these clicks, and lets axe-core look before another.
const looking = (page, looks, hindrances = -1) => async (made) => {
  if (looks.includes(made)) await looksRight(page, `before click ${made + 1}`);
  if (made !== hindrances) return;
  const found = await objections(page);
  expect(found.length === 0, found.join('; '));
};

async function theBeginning(page, { game, seats }) {
  await begin(page, game, { seats, bots: ['', ...Array(seats - 1).fill('easy')], seed: 7 });
  await playOn(page, { seed: 3, clicks: FIRST, at: looking(page, [0, 5, FIRST - 1], 4) });
}

async function theEnd(page, { seats, record }) {
  await bring(page, record);
  await playOn(page, { seed: 3, at: looking(page, [2, 9, 20]) });
  await looksRight(page, 'at the end');
  expect((await page.locator('.ranks tbody tr').count()) === seats, 'every seat has a place');
  expect((await text(page, '.result h2')).length > 3, 'the result has a title');
}

// The beginning on one screen, the end on the other, and with the next game the other way round.
export const tests = ({ browser, url, games, engine }) =>
  games.flatMap(({ id: game, seats: [least, most] }, i) => {
    const seats = Math.floor((least + most + 1) / 2);
    const record = nearTheEnd(engine, `${game}:${seats}#7`, 7);
    return [theBeginning, theEnd].map((part, j) => {
      const size = (i + j) % 2 === 0 ? DESKTOP : PHONE;
      return [`${part === theEnd ? 'the end' : 'the beginning'} of ${game} with ${seats} seats, ${size.width} by ${size.height}`, () =>
        visit(browser, url, { size }, async (page) => {
          await atOnce(page);
          await part(page, { game, seats, record });
        })];
    });
  });
