// web_tables.mjs: tables in a browser: what is looked at before a move, things that explain themselves, what is turned over together, a
// room that does not change, sounds that can be switched off.
import { DESKTOP, PHONE, asked, atOnce, begin, button, go, keptMatch, open, playOn, press, text, until, visit } from './browser.mjs';
import { expect } from './tap.mjs';

let designedGames = [];

const SIDE = { width: 844, height: 390 };
const SMALL = { width: 360, height: 640 };

const box = (page, selector) => page.locator(selector).first().evaluate((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(' ');
});

const middleOf = (page, selector) => page.locator(selector).first().evaluate((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
});

/* ---- before the move ---- */

async function looksAhead(page) {
  await atOnce(page);
  await begin(page, 'mimsy', { seats: 2, bots: ['', 'easy'] });
  await asked(page);
  const { n } = await keptMatch(page);
  const at = await middleOf(page, '.table .touchable');
  await page.mouse.move(at.x, at.y);
  await page.waitForSelector('.preview');
  const words = await text(page, '.preview');
  expect(/You (take|drop)/.test(words), `it says what would happen: ${words}`);
  expect((await page.locator('.t-ghost').count()) > 0, 'it is seen on the table');
  await page.mouse.move(2, 2);
  await until(page, 'the ghosts go', () => document.querySelector('.t-ghost') === null && document.querySelector('.preview') === null);
  expect((await keptMatch(page)).n === n, 'nothing was chosen');
  await page.keyboard.press('Tab');
  for (let i = 0; i < 30 && (await page.evaluate(() => document.activeElement?.closest('.table') === null)); i++) await page.keyboard.press('Tab');
  await page.waitForSelector('.preview');
}

/* ---- things explain themselves ---- */

async function explains(page) {
  await atOnce(page);
  await begin(page, 'gnumies', { seats: 3, bots: ['', 'easy', 'easy'] });
  await asked(page);
  await page.waitForTimeout(150);
  const { n } = await keptMatch(page);
  const faceUp = page.locator('.t-piece:not(.touchable)[data-place="1"]');
  const name = await faceUp.getAttribute('data-thing');
  await faceUp.click();
  await page.waitForSelector('.explain');
  expect((await text(page, '.explain h2')).toLowerCase() === name.toLowerCase(), `it is about ${name}: ${await text(page, '.explain h2')}`);
  expect((await text(page, '.explain')).length > name.length + 60, 'in more than its name');
  await page.keyboard.press('Escape');
  await until(page, 'it closes', () => document.querySelector('.explain') === null);
  // What can be chosen is explained by the other button of the mouse, or a long press, and nothing is chosen.
  const card = page.locator('.t-piece.touchable').first();
  await card.click({ button: 'right' });
  await page.waitForSelector('.explain');
  expect(/If you choose it/.test(await text(page, '.explain')), 'it says what choosing it would do');
  await page.locator('.sheet-close').click();
  expect((await keptMatch(page)).n === n, 'nothing was chosen');
  // By keys: all that lies there, and each thing of it.
  await page.keyboard.press('i');
  await page.waitForSelector('.explain-one');
  const all = await page.locator('.explain-one').count();
  expect(all > 12, `all hands are open, so there are more than ${all} things`);
  await page.locator('.explain-one').last().click();
  await until(page, 'one of them is explained', () => document.querySelector('.explain h2')?.textContent !== 'What lies on the table');
  await page.keyboard.press('Escape');
  expect((await keptMatch(page)).n === n, 'nothing was chosen');
}

async function longPress(page) {
  await atOnce(page);
  await begin(page, 'mimsy', { seats: 2, bots: ['', 'easy'] });
  await asked(page);
  const { n } = await keptMatch(page);
  const at = await middleOf(page, '.table .touchable');
  const device = await page.context().newCDPSession(page);
  await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.waitForSelector('.explain');
  await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForSelector('.explain .preview');
  expect((await page.locator('.t-ghost').count()) > 0, 'what it would do is seen on the table');
  expect((await keptMatch(page)).n === n, 'nothing was chosen');
  await page.locator('.sheet-close').tap();
  await until(page, 'it closes', () => document.querySelector('.explain') === null && document.querySelector('.t-ghost') === null);
}

/* ---- what is turned over together ---- */

async function turnedOver(page) {
  await begin(page, 'gnumies', { seats: 3, bots: ['', 'easy', 'easy'] });
  await asked(page);
  await press(page, page.locator('.t-piece.touchable .t-touch').nth(4));
  await page.waitForSelector('.reveal');
  expect((await page.locator('.reveal figure').count()) >= 3, 'a card of each');
  expect((await page.locator('.reveal-won').count()) === 1, 'who gets the guest is marked');
  const running = await page.evaluate(() => document.getAnimations().filter(({ effect }) => effect?.target?.closest('.reveal')).length);
  expect(running > 0, 'the cards are turned over');
  await page.locator('.reveal').click();
}

async function noMotion(page) {
  await begin(page, 'gnumies', { seats: 3, bots: ['', 'easy', 'easy'] });
  await asked(page);
  await press(page, page.locator('.t-piece.touchable .t-touch').nth(4));
  await page.waitForSelector('.reveal');
  const running = await page.evaluate(() => document.getAnimations().filter(({ effect }) => effect?.target?.closest('.reveal, .table, .die')).length);
  expect(running === 0, `${running} animations for somebody who wants none`);
  expect(await page.locator('.reveal-face').first().isVisible(), 'the cards are there at once');
}

/* ---- a room that does not change ---- */

async function sameRoom(page, game) {
  await atOnce(page);
  await begin(page, game, { bots: [''] });
  await asked(page);
  const parts = ['.table-area', '.status'];
  const first = await Promise.all(parts.map((part) => box(page, part)));
  let seen = 0;
  await playOn(page, { clicks: 14, at: async () => {
    const now = await Promise.all(parts.map((part) => box(page, part)));
    now.forEach((one, i) => expect(one === first[i], `${parts[i]} of ${game} was ${first[i]} and is ${one}`));
    seen++;
  } });
  expect(seen > 3, 'it was looked at');
}

async function allInSight(page) {
  for (const game of designedGames) {
    await go(page, '#/');
    await begin(page, game, { bots: [''], from: game });
    await asked(page);
    const { scrolls, width, high } = await page.evaluate(() => {
      const area = document.querySelector('.table-area');
      return { scrolls: area.scrollHeight > area.clientHeight + 1, width: document.scrollingElement.scrollWidth - innerWidth, high: document.scrollingElement.scrollHeight - innerHeight };
    });
    expect(!scrolls && width <= 0 && high <= 0, `${game} has to be scrolled`);
    expect((await page.locator('.table.designed').count()) === 1, `${game} has its design`);
    const cut = await page.evaluate(() => [...document.querySelectorAll('.play-bar .tool')].filter((tool) => {
      const { left, right } = tool.getBoundingClientRect();
      return left < 0 || right > innerWidth + 0.5;
    }).length);
    expect(cut === 0, `${cut} tools are beside the screen`);
  }
}

/* ---- sounds, presses that come too early, loading again ---- */

async function sounds(page) {
  await atOnce(page);
  await begin(page, 'gnumies', { seats: 2, bots: ['', 'easy'] });
  await asked(page);
  const tool = page.getByRole('button', { name: 'Sounds' });
  expect((await tool.getAttribute('aria-pressed')) === 'true', 'sounds are on at first');
  await tool.click();
  await until(page, 'they are off', () => document.querySelector('[aria-label=Sounds]')?.getAttribute('aria-pressed') === null);
  await page.reload();
  await page.waitForSelector('.play');
  expect((await tool.getAttribute('aria-pressed')) === null, 'and stay off');
}

async function sameAgain(page) {
  await atOnce(page);
  for (const game of designedGames) {
    await go(page, '#/');
    await begin(page, game, { bots: [''], from: game });
    await playOn(page, { clicks: 5, seed: 3 });
    await asked(page);
    // Where the window of a map is follows from what was seen before.
    const places = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.t-place')].filter((one) => !one.closest('.t-world'))
      .map((one) => [one.dataset.place, one.getAttribute('transform')])));
    const before = await places();
    await page.reload();
    await page.waitForSelector('.table.designed');
    await asked(page);
    const after = await places();
    const moved = Object.keys(after).filter((id) => before[id] && before[id] !== after[id]);
    expect(Object.keys(after).length > 3 && moved.length === 0, `${game}: ${moved} are elsewhere when the page is loaded again`);
  }
}

async function tray(page) {
  await atOnce(page);
  await begin(page, 'mome', { seats: 3, bots: ['', 'easy', 'easy'] });
  for (let i = 0; i < 12; i++) {
    await asked(page);
    const { thin, at } = await page.evaluate(() => {
      const cards = [...document.querySelectorAll('.t-piece.touchable')].map((one) => one.getBoundingClientRect());
      const found = cards.findIndex((one, k) => cards[k + 1] && cards[k + 1].left - one.left < 30 && Math.abs(cards[k + 1].top - one.top) < 2);
      const one = cards[found];
      return { thin: found >= 0, at: one && { x: one.left + 5, y: one.top + one.height / 2 } };
    });
    if (thin) {
      const { n } = await keptMatch(page);
      await page.waitForTimeout(120);
      await page.touchscreen.tap(at.x, at.y);
      await page.waitForSelector('.tray-card');
      expect((await keptMatch(page)).n === n, 'the first touch chooses nothing');
      const wide = await page.locator('.tray-card').first().evaluate((one) => one.getBoundingClientRect().width);
      expect(wide >= 44, `a card of the larger row is ${wide} wide`);
      await page.keyboard.press('Escape');
      return until(page, 'the row closes', () => document.querySelector('.tray') === null);
    }
    await playOn(page, { clicks: 1, seed: i });
  }
  throw new Error('no fan was ever narrow');
}

async function tooEarly(browser, url) {
  const page = await open(browser, url, { size: DESKTOP, hasty: false });
  await begin(page, 'gnumies', { seats: 2, bots: ['', 'easy'] });
  await asked(page);
  await page.evaluate(() => {
    window.shook = 0;
    new MutationObserver(() => document.querySelector('.prompt-no') && window.shook++).observe(document.body, { subtree: true, attributes: true });
  });
  await page.waitForTimeout(500);
  const touch = page.locator('.t-piece.touchable .t-touch').first();
  await touch.click();
  await page.waitForSelector('.reveal');
  await page.locator('.reveal').click({ delay: 0 });
  await until(page, 'a press that is too early is refused for all to see, or taken', () => window.shook > 0 || document.querySelector('.reveal') === null);
  await page.context().close();
}

// Whatever is wrong with a design, nobody is kept from playing.
async function brokenDesign(page) {
  // Without the service worker, which has the right one.
  await page.addInitScript(() => delete Navigator.prototype.serviceWorker);
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  });
  await page.reload();
  for (const [game, body] of [['mimsy', '{'], ['slithy', '{"form":1,"shapes":{}}']]) {
    await page.route(`**/tables/${game}.json`, (route) => route.fulfill({ contentType: 'application/json', body }));
    await go(page, '#/');
    await begin(page, game, { bots: [''], from: game });
    await asked(page);
    expect((await page.locator('.table.designed').count()) === 0, `${game} has its design all the same`);
    await playOn(page, { clicks: 2 });
  }
}

export function tests({ browser, url, games }) {
  designedGames = ['gnumies', 'mimsy', 'oh-gnome', 'slithy'].filter((id) => games.some((game) => game.id === id));
  const on = (size, work, how = {}) => () => visit(browser, url, { size, ...how }, work);
  return [
    ['a move is looked at before it is made', on(DESKTOP, looksAhead)],
    ['things explain themselves', on(DESKTOP, explains)],
    ['a long press explains and chooses nothing', on(PHONE, longPress)],
    ['cards that are chosen together are turned over together', on(DESKTOP, turnedOver, { still: false })],
    ['whoever wants no motion has none', on(DESKTOP, noMotion)],
    ...[PHONE, SIDE, DESKTOP].map((size) => [`the table keeps its room, ${size.width} by ${size.height}`, on(size, (page) => sameRoom(page, 'mimsy'))]),
    ['a game without a design keeps its room too', on(PHONE, (page) => sameRoom(page, 'gimble'))],
    ...[SMALL, SIDE].map((size) => [`all of a designed table is in sight, ${size.width} by ${size.height}`, on(size, allInSight)]),
    ['sounds can be switched off', on(PHONE, sounds)],
    ['a designed table is the same when it is loaded again', on(PHONE, sameAgain)],
    ['a table whose design is broken can be played', on(DESKTOP, brokenDesign)],
    ['a narrow fan opens as a larger row', on(PHONE, tray)],
    ['a press that comes too early is not lost unseen', () => tooEarly(browser, url)],
  ];
}
