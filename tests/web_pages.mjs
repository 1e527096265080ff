// web_pages.mjs: every kind of page, light and dark, on a phone and on a desk: axe-core finds nothing, and nothing is
// broken.
import { DESKTOP, PHONE, asked, atOnce, begin, button, go, playOn, until, visit } from './browser.mjs';
import { looksRight, objections } from './looks.mjs';
import { expect } from './tap.mjs';

// Goes through all pages and collects what is wrong, so that one fault does not hide the next.
async function lookAtAll(page) {
  const wrong = [];
  const look = async (name) => {
    for (const line of await objections(page)) wrong.push(`${name}: ${line}`);
    await looksRight(page, name).catch((error) => wrong.push(error.message));
  };
  const at = async (hash, selector, name = hash) => {
    await go(page, hash);
    await page.waitForSelector(selector);
    await look(name);
  };
  await plainPages(page, look, at);
  await table(page, look);
  await theEnd(page, look, at);
  await people(page, look);
  await at('#/games', '.match', 'my games');
  await at('#/', '.go-on', 'home with games');
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

async function plainPages(page, look, at) {
  await at('#/', '.game', 'home');
  await at('#/games', '.empty', 'my games, empty');
  await at('#/settings', 'input[name=theme]', 'settings');
  await at('#/new/gyre', 'form.new', 'new game');
  await at(`#/new/${encodeURIComponent('mimsy:3:variant=advanced#42')}`, 'form.new', 'new game, shared');
  await at('#/new/rubbish', 'h1:has-text("cannot be opened")', 'a deal that cannot be opened');
  await at('#/rules/oh-gnome', '.prose h2', 'rules');
  await at('#/learn/mimsy', '.lesson [data-default]', 'lesson');
  await button(page, 'Rules').click();
  await page.waitForSelector('.side .prose h3');
  await look('lesson with rules');
  await at('#/nothing', 'h1:has-text("Not here")', 'no such page');
  await at('#/play/nothing', 'h1:has-text("Not here")', 'no such game');
  await go(page, '#/games');
  await button(page, 'Delete everything').click();
  await page.waitForSelector('dialog[open]');
  await look('a question');
  await button(page, 'Keep it').click();
}

async function table(page, look) {
  await begin(page, 'mome', { seats: 3, bots: ['', 'easy', 'easy'] });
  await playOn(page, { seed: 5, clicks: 6 });
  await asked(page);
  await closeSide(page);
  await look('table');
  for (const panel of ['Log', 'Rules', 'More']) {
    await openSide(page, panel);
    if (panel === 'Rules') await page.waitForSelector('.side .prose h3');
    await look(`table, ${panel}`);
  }
  await button(page, 'All moves as a list').click();
  await page.waitForSelector('.offers');
  await look('table, all moves');
  await closeSide(page);
  await button(page, 'Hint').click();
  await page.waitForSelector('.hint');
  if ((await page.locator('.hint summary').count()) > 0) await page.locator('.hint summary').click();
  await look('table, hint');
  await page.keyboard.press('[');
  await page.waitForSelector('.past-bar');
  await look('table, the past');
}

async function theEnd(page, look, at) {
  await begin(page, 'mimsy', { seats: 2, bots: ['', 'easy'] });
  await playOn(page, { seed: 2 });
  await look('result');
  await page.getByRole('link', { name: 'Watch the game' }).click();
  await page.waitForSelector('.slider');
  await look('replay');
  await at('#/games', '.match', 'my games, statistics');
}

async function people(page, look) {
  await begin(page, 'gnumies', { seats: 3, bots: ['', '', 'easy'] });
  await page.waitForSelector('.curtain');
  await look('curtain');
  await openSide(page, 'Rules');
  await page.waitForSelector('.side .prose h3');
  await look('curtain, rules');
  await closeSide(page);
}

async function closeSide(page) {
  const close = page.locator('.side').getByRole('button', { name: 'Close' });
  if ((await close.count()) > 0) await close.click();
  await until(page, 'the side closes', () => document.querySelector('aside.side') === null);
}

async function openSide(page, name) {
  await closeSide(page);
  await button(page, name).click();
  await page.waitForSelector('.side');
}

// Breakage that must be seen: by a style that breaks something.
const BREAKAGE = {
  'the page is as wide as it likes': '.prompt { width: 150vw }',
  'the buttons lie on each other': '.prompt .button { position: absolute; left: 10px; bottom: 10px }',
  'a button is too small for its text': '.prompt .button { width: 20px; min-width: 0; padding: 0; overflow: hidden; white-space: nowrap }',
  'what to do covers the table': '.prompt { position: relative; top: -150px }',
  'the tools are off the screen': '.play-bar { transform: translateY(-60px) }',
  'the table is empty': '.table-area svg > * { visibility: hidden }',
  'the cards are empty': '.piece-card * { fill: #fff; stroke: #fff }',
  'texts of the table are too large': '.t-words { font-size: 40px }',
  'texts on cards are too large': '.piece-card text { font-size: 60px }',
};

async function breakageIsSeen(page) {
  await atOnce(page);
  await begin(page, 'mome', { seats: 3, bots: ['', 'easy', 'easy'] });
  await asked(page);
  await looksRight(page, 'as it is');
  for (const [what, css] of Object.entries(BREAKAGE)) {
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    }, css);
    const seen = await looksRight(page, what).then(() => false, () => true);
    expect(seen, `it is not seen that ${what}`);
  }
}

// Light on a desk and dark on a phone; with WABE_LONG also the other way round.
export function tests({ browser, url }) {
  const sizes = [DESKTOP, PHONE];
  const wide = ({ width, height }) => `${width} by ${height}`;
  const every = ({ size, dark }) => visit(browser, url, { size, dark }, async (page) => {
    await atOnce(page);
    await lookAtAll(page);
  });
  return [
    ...sizes.flatMap((size) => [false, true].filter((dark) => process.env.WABE_LONG || dark === (size === PHONE)).map((dark) => [
      `every kind of page, ${wide(size)}, ${dark ? 'dark' : 'light'}`, () => every({ size, dark })])),
    ...sizes.map((size) => [`breakage would be seen, ${wide(size)}`, () => visit(browser, url, { size }, breakageIsSeen)]),
  ];
}
