// web_keep.mjs: nothing is lost: by loading the page again, without a network, in two tabs; and the site is the same
// in any folder of any web server.
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { DESKTOP, PHONE, asked, askedAtLast, atOnce, begin, bring, button, go, keptMatch, living, moveFromList, nearTheEnd, newContext, newPage, playOn, position, press, serve,
  text, until, visit } from './browser.mjs';
import { expect } from './tap.mjs';

/* ---- loading again ---- */

async function loadAgain(page) {
  await page.reload();
  await page.waitForSelector('.play');
}

async function sameAfterReload(page, when) {
  await askedAtLast(page);
  const [before, kept] = [await position(page), await keptMatch(page)];
  await loadAgain(page);
  await asked(page);
  const [after, again] = [await position(page), await keptMatch(page)];
  expect(before === after, `${when}: ${before}\nbecame ${after}`);
  expect(kept.record === again.record && kept.n === again.n, `${when}: the record has changed`);
}

async function reloadOwnTurn(page, engine) {
  await atOnce(page);
  await begin(page, 'borogoves', { seats: 2, bots: ['', 'easy'] });
  await sameAfterReload(page, 'at the beginning');
  for (const clicks of [3, 4, 5]) {
    expect((await playOn(page, { seed: clicks, clicks })) === clicks, 'the game goes on');
    await page.keyboard.press('Escape'); // what was only picked is not kept
    await sameAfterReload(page, `after ${clicks} more clicks`);
  }
  await bring(page, nearTheEnd(engine, 'borogoves:2#1', 3));
  await playOn(page, { seed: 8 });
  expect((await keptMatch(page)).over, 'it is kept as finished');
  await loadAgain(page);
  await page.waitForSelector('.result');
}

async function reloadAfterMove(page) {
  await atOnce(page);
  await begin(page, 'gyre', { seats: 3, bots: ['', 'easy', 'easy'] });
  for (let round = 0; round < 3; round++) {
    await asked(page);
    const { n } = await keptMatch(page);
    const changes = await page.evaluate(() => window.changes);
    await moveFromList(page, round);
    await until(page, 'the move is seen', (since) => window.changes !== since, changes);
    await loadAgain(page);
    await asked(page);
    const kept = await keptMatch(page);
    expect(kept.n > n, `round ${round}: a move is lost: ${n} moves before and ${kept.n} after`);
  }
  expect((await playOn(page, { seed: 4, clicks: 3 })) === 3, 'the game goes on');
}

// Runs in the page: while the word is kept for this tab, no question comes to the bots, so that they think for as long as a test likes.
function maySleep() {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...words) {
    if (sessionStorage.getItem('bots') !== 'sleep') post.apply(this, words);
  };
}
const botsSleep = (page) => page.evaluate(() => sessionStorage.setItem('bots', 'sleep'));
const botsWake = (page) => page.evaluate(() => sessionStorage.removeItem('bots'));

// Moves until the turn is over and a bot thinks.
async function untilThinking(page) {
  for (let moves = 0; moves < 30; moves++) {
    await page.waitForSelector('.table-area [role=button], .prompt [data-move], .prompt [data-default]');
    if ((await page.locator('.prompt [data-default]').count()) > 0) await press(page, page.locator('.prompt [data-default]'));
    else await moveFromList(page);
    await until(page, 'the move is answered', () => document.querySelector('.offers') === null);
    await until(page, 'somebody is asked or said to think', () => / is thinking/.test(document.querySelector('.prompt').innerText) ||
      document.querySelector('.table-area [role=button], .prompt [data-move], .prompt [data-default]') !== null);
    if (/is thinking/.test(await text(page, '.prompt'))) return;
  }
  throw new Error('no bot thinks');
}

async function reloadWhileThinking(page) {
  await page.addInitScript(maySleep);
  await page.reload();
  await living(page);
  await atOnce(page);
  await begin(page, 'gyre', { seats: 2, bots: ['', 'expert'] });
  for (let round = 0; round < 2; round++) {
    await botsSleep(page);
    await untilThinking(page);
    const { n } = await keptMatch(page);
    await botsWake(page);
    await loadAgain(page);
    expect((await keptMatch(page)).n >= n, 'the own move is lost');
    await until(page, 'the bot answers', () =>
      document.querySelector('.table-area [role=button], .prompt [data-move], .prompt [data-default]') !== null);
    expect((await keptMatch(page)).n > n, 'the bot has moved');
  }
}

async function reloadAtCurtain(page) {
  await atOnce(page);
  await begin(page, 'gnumies', { seats: 3, bots: ['', '', 'easy'] });
  await page.waitForSelector('.curtain');
  const before = await text(page, '.curtain');
  await loadAgain(page);
  await page.waitForSelector('.curtain');
  expect((await text(page, '.curtain')) === before, 'another curtain');
  await playOn(page, { seed: 2, clicks: 9 });
  await page.waitForSelector('.curtain, .prompt [data-move], .prompt [data-default], .table-area [role=button]');
  await loadAgain(page);
  await page.waitForSelector('.curtain'); // whoever loads the page need not be the one who had it
  await playOn(page, { seed: 2, clicks: 12 });
}

/* ---- without a network ---- */

// Everything has been kept on the device when the worker is ready.
const installed = (page) =>
  until(page, 'the service worker is ready', async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

async function usableOffline(page) {
  await page.reload();
  await living(page);
  await atOnce(page);
  await begin(page, 'gimble', { bots: ['', 'easy', 'easy'], seats: 3 });
  await playOn(page, { seed: 6, clicks: 20 });
  await page.keyboard.press('Escape'); // what was only picked is not kept
  await sameAfterReload(page, 'without a network');
  await go(page, '#/rules/slithy');
  await page.waitForSelector('.prose h2');
  await go(page, '#/learn/brillig');
  await page.waitForSelector('.lesson [data-default]');
  await go(page, '#/');
  await page.waitForSelector('.game img');
  const missing = await page.evaluate(() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).length);
  expect(missing === 0, `${missing} pictures are missing`);
}

// `site` has its address and how to stop it; when it has stopped nothing of it can be fetched any more.
async function offline(browser, site, size) {
  try {
    await visit(browser, site.url, { size }, async (page) => {
      await installed(page);
      await site.stop();
      await page.context().setOffline(true);
      await usableOffline(page);
    });
  } finally {
    await site.stop();
  }
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.wasm': 'application/wasm', '.md': 'text/markdown', '.webmanifest': 'application/manifest+json' };

// A web server that knows files only, with a folder under a path of its own.
function serveFolder(folder, path) {
  const server = createServer((request, response) => {
    const wanted = new URL(request.url, 'http://localhost').pathname;
    const name = wanted === path ? 'index.html' : normalize(decodeURIComponent(wanted.slice(path.length)));
    const file = join(folder, name);
    if (!wanted.startsWith(path) || name.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${server.address().port}${path}`, stop }));
  });
}

async function exported(browser, wabe) {
  const folder = mkdtempSync(join(tmpdir(), 'wabe-site-'));
  try {
    execFileSync(wabe, ['export-site', join(folder, 'site')]);
    const site = await serveFolder(join(folder, 'site'), '/~ann/games/wabe/');
    await offline(browser, site, DESKTOP);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/* ---- other browsers ---- */

async function withoutStorage(browser, url) {
  const context = await newContext(browser, { hasty: true });
  await context.addInitScript(() => {
    delete window.indexedDB;
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  const page = await newPage(context, url);
  await page.goto(url);
  await living(page);
  expect((await text(page)).includes('does not let pages keep anything'), 'the first page says so');
  await atOnce(page);
  expect((await text(page)).includes('does not let pages keep anything'), 'the settings say so');
  await begin(page, 'mimsy', { seats: 2, bots: ['', 'easy'] });
  await playOn(page, { seed: 2 });
  await go(page, '#/games');
  await page.waitForSelector('.match');
  expect((await text(page)).includes('does not let pages keep anything'), 'my games say so');
  expect(page.complaints.length === 0, page.complaints.join('; '));
  await context.close();
}

const elsewhere = (page) =>
  until(page, 'this tab says where the game goes on', () => document.querySelector('.prompt')?.textContent.includes('another tab'));

async function twoTabs(page, url) {
  await atOnce(page);
  await begin(page, 'gyre', { seats: 3, bots: ['', 'easy', 'easy'] });
  await asked(page);
  const other = await newPage(page.context(), url);
  await other.goto(page.url());
  await asked(other);
  await moveFromList(other);
  await elsewhere(page);
  await asked(other);
  await button(page, 'Play on here').click();
  await asked(page);
  expect((await position(page)) === (await position(other)), 'both tabs show the same');
  await moveFromList(page);
  await elsewhere(other);
  expect(other.complaints.length === 0, other.complaints.join('; '));
}

export function tests({ browser, url, wabe, engine }) {
  const on = (size, work) => () => visit(browser, url, { size }, (page) => work(page, url));
  return [
    ['a bot thinks while the page is loaded again', on(DESKTOP, reloadWhileThinking)],
    ['without a network, from wabe serve', async () => offline(browser, await serve(wabe), PHONE)],
    ['without a network, from a folder of another server', () => exported(browser, wabe)],
    ['loaded again at one’s own turn, and finished', on(PHONE, (page) => reloadOwnTurn(page, engine))],
    ['loaded again just after a move', on(DESKTOP, reloadAfterMove)],
    ['loaded again at a curtain', on(PHONE, reloadAtCurtain)],
    ['a browser that keeps nothing', () => withoutStorage(browser, url)],
    ['one match in two tabs', on(DESKTOP, twoTabs)],
  ];
}
