// web_first.mjs: the first page: how few requests it takes until it can be read, before any script has run; and that nothing jumps when the
// scripts are there.
import { inWords } from '../web/widgets.js';
import { DESKTOP, PHONE, asked, atOnce, begin, go, living, newContext, newPage, text, until } from './browser.mjs';
import { expect } from './tap.mjs';

const REQUESTS = 10;
const SCRIPTS = /\.(js|wasm)$/;

// Gives `work` a page in a browser of its own, which no service worker answers.
async function withPage(browser, size, url, work) {
  const context = await newContext(browser, { size, workers: false });
  try {
    await work(await newPage(context, url));
  } finally {
    await context.close();
  }
}

const noScripts = (page) => page.route(SCRIPTS, (route) => route.abort());

// The scripts come when the function that this returns is called.
async function lateScripts(page) {
  let release;
  const held = new Promise((done) => (release = done));
  await page.route(SCRIPTS, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

async function hasAll(page, games) {
  const found = await page.locator('.game').evaluateAll((all) => all.map((card) => card.innerText.replace(/\s+/g, ' ')));
  expect(found.length === games.length, `${found.length} games`);
  for (const { title, minutes, blurb } of games)
    expect(found.some((card) => [title, `${minutes} min`, blurb].every((part) => card.includes(part))), `${title} is missing in ${found}`);
}

async function beforeScripts(browser, size, url, games) {
  await withPage(browser, size, url, async (page) => {
    const requests = new Set();
    page.on('request', (request) => requests.add(request.url().replace(url, '').replace(/#.*/, '')));
    await noScripts(page);
    await page.goto(url);
    await hasAll(page, games);
    expect((await page.title()) === `Wabe: ${inWords(games.length)} tabletop games`, await page.title());
    for (const { id } of games) expect(await page.locator(`a.button[href="#/new/${id}"]`).isVisible(), `no link to ${id}`);
    expect(await page.locator('.together').isVisible(), 'where there is a server, the way to friends is not there');
    expect(requests.size <= REQUESTS && requests.has('style.css'), `requests: ${[...requests]}`);
  });
}

async function withoutScripts(browser, url, games) {
  const context = await browser.newContext({ viewport: DESKTOP, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await hasAll(page, games);
  expect((await text(page, 'noscript')).includes('needs JavaScript'), 'it does not say what is missing');
  expect(!(await page.locator('.bring').isVisible()), 'there is what cannot be used');
  await context.close();
}

// Runs in the page before it begins: what moves by itself is told.
function watchShifts() {
  window.shifts = [];
  const told = ({ node, previousRect, currentRect }) => `${node?.className || node?.nodeName} from ${previousRect.y} to ${currentRect.y}`;
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) window.shifts.push(sources.map(told).join(', '));
  }).observe({ type: 'layout-shift', buffered: true });
}

// The living page has been drawn, and it knows whether there is a server; then two pictures of the screen more, so that all has been told.
async function still(page, when) {
  await living(page);
  await until(page, 'it is known whether there is a server', () => document.querySelector('.site-nav a[href="#/friends"]') !== null &&
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('api/1/me')));
  const shifts = await page.evaluate(() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(window.shifts), 50)));
  }));
  expect(shifts.length === 0, `${when}: ${shifts.join('; ')}`);
}

async function noJump(browser, size, url) {
  await withPage(browser, size, url, async (page) => {
    await page.addInitScript(watchShifts);
    await page.goto(url);
    await still(page, 'at the first visit');
    const before = await page.evaluate(() => {
      const [{ startTime: painted }] = performance.getEntriesByName('first-contentful-paint');
      return performance.getEntriesByType('resource').filter(({ startTime }) => startTime < painted).map(({ name }) => name);
    });
    expect(before.length + 1 <= REQUESTS, `before the first picture of the screen: ${before}`);
    await begin(page, 'mimsy', { seats: 2, bots: ['', 'easy'] });
    await asked(page);
    await go(page, '#/');
    await page.waitForSelector('.go-ons');
    await page.reload();
    await still(page, 'with a game to go on with');
    expect(await page.locator('.go-ons').isVisible(), 'the game is not there');
  });
}

// Where another page is wanted, or other colours were chosen.
async function readersOwn(browser, url) {
  await withPage(browser, DESKTOP, url, async (page) => {
    await page.goto(url);
    await living(page);
    await go(page, '#/settings');
    await page.locator('label', { has: page.locator('input[name=theme][value=dark]') }).click();
    await until(page, 'the page is dark', () => document.documentElement.dataset.theme === 'dark');
    await noScripts(page);
    await page.reload();
    expect(!(await page.locator('h1').isVisible()), 'the first page is seen, and another one is wanted');
    expect((await page.evaluate(() => document.documentElement.dataset.theme)) === 'dark', 'the page is light');
  });
}

async function early(browser, url, { id }) {
  await withPage(browser, DESKTOP, url, async (page) => {
    const release = await lateScripts(page);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(`a.button[href="#/rules/${id}"]`).focus();
    release();
    await living(page);
    expect((await page.evaluate(() => document.activeElement.getAttribute('href'))) === `#/rules/${id}`, 'the focus is lost');
    expect((await page.evaluate(() => scrollY)) > 0, 'the page has been scrolled back');
  });
  await withPage(browser, DESKTOP, url, async (page) => {
    const release = await lateScripts(page);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(`a.button[href="#/new/${id}"]`).click();
    release();
    await page.waitForSelector('form.new');
    expect((await page.evaluate(() => scrollY)) === 0, 'the next page does not begin at its top');
  });
}

export function tests({ browser, url, games }) {
  const wide = ({ width, height }) => `${width} by ${height}`;
  return [
    ...[DESKTOP, PHONE].flatMap((size) => [
      [`it can be read before any script has run, after at most ${REQUESTS} requests, ${wide(size)}`, () => beforeScripts(browser, size, url, games)],
      [`nothing jumps when the scripts are there, ${wide(size)}`, () => noJump(browser, size, url)],
    ]),
    ['it can be read where scripts are forbidden', () => withoutScripts(browser, url, games)],
    ['it is not seen where another page is wanted, nor in other colours than the chosen ones', () => readersOwn(browser, url)],
    ['who has come to a link before the scripts are there stays there, and who has followed one is led on', () => early(browser, url, games.at(-1))],
  ];
}
