// web_lessons.mjs: every guided game is followed to its end on a phone, by touching what it asks for.
import { readFileSync } from 'node:fs';
import { PHONE, asked, atOnce, button, go, playOn, text, visit } from './browser.mjs';
import { looksRight } from './looks.mjs';
import { expect } from './tap.mjs';

async function follow(page, { id, title }) {
  const { seat, steps } = JSON.parse(readFileSync(new URL(`../web/lessons/${id}.json`, import.meta.url), 'utf8'));
  await atOnce(page);
  await go(page, '#/');
  await page.getByRole('link', { name: `Learn ${title}`, exact: true }).click();
  await page.waitForSelector('.learn');
  let notes = 0;
  const at = async (made) => {
    notes += await page.locator('.prompt .note').count();
    if (made % 6 === 2) await looksRight(page, `step with click ${made + 1}`);
  };
  const clicks = await playOn(page, { lesson: true, at });
  const stops = steps.filter((step) => step.note || step.seat === seat); // each takes a click or more
  expect(clicks >= stops.length, `only ${clicks} clicks at ${stops.length} stops`);
  expect(notes >= steps.filter(({ note }) => note).length, `only ${notes} notes`);
  await looksRight(page, 'at its end');
  expect((await text(page, '.prompt .note')).length > 20, 'the end says something');
  await button(page, 'Back').click();
  await page.waitForFunction(() => !document.querySelector('.prompt a[href^="#/new/"]'));
  await playOn(page, { lesson: true });
  await playOnFromThere(page, id);
}

// A lesson that is not a whole game goes on as a game with bots.
async function playOnFromThere(page, id) {
  const on = button(page, 'Play on from here');
  if ((await on.count()) > 0) {
    await on.click();
    await page.waitForURL(/#\/play\//);
    await asked(page);
    expect((await playOn(page, { clicks: 2 })) > 0, 'it goes on');
  } else {
    await page.getByRole('link', { name: 'A game of your own' }).click();
    await page.waitForURL(`**/#/new/${id}`);
    await page.waitForSelector('form.new');
  }
}

export const tests = ({ browser, url, games }) =>
  games.map((game) => [`lesson of ${game.id}`, () => visit(browser, url, { size: PHONE }, (page) => follow(page, game))]);
