// web_keep.mjs: nothing is lost: by loading the page again, without a network, when the site changes, in two tabs; and the site is the same
// in any folder of any web server.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { DESKTOP, PHONE, asked, askedAtLast, atOnce, begin, bring, button, go, keptMatch, living, moveFromList, nearTheEnd, newContext, newPage, playOn, position, press, serve,
  text, until, visit } from './browser.mjs';
import { until as untilSo } from './patience.mjs';
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

// The lists of a service worker: the names of the files that are needed first and of the others, with their hashes; and its version.
function listsOf(script) {
  const [line, version, first, later] = /^const VERSION='(\w+)',FIRST=(\{.*\}),LATER=(\{.*\});\n/.exec(script);
  return { line, version, first: JSON.parse(first), later: JSON.parse(later) };
}

// Under which keys a version has to be kept: every name with its hash.
const keysOf = (files) => Object.entries(files).map(([name, hash]) => `${name}?${hash}`);

// The keys under which a version is kept; '' means all versions.
const keptKeys = (page, version) =>
  page.evaluate(async (word) => {
    const names = (await caches.keys()).filter((name) => name.startsWith('wabe ') && name.endsWith(word));
    const scope = new URL('.', document.baseURI).href;
    return Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url.replace(scope, ''))));
  }, version).then((all) => all.flat().sort());

const untilKept = (page, what, files, version) =>
  untilSo(async () => (await keptKeys(page, version)).join() === keysOf(files).sort().join(), what);

// Everything is kept on the device: what is needed first, and in the background all else.
async function installed(page, url) {
  const { version, first, later } = listsOf(await (await fetch(new URL('sw.js', url))).text());
  await untilKept(page, 'all is kept', { ...first, ...later }, version);
  await untilSo(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated'), 'the service worker is ready');
}

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
      await installed(page, site.url);
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

// A web server that knows files only, with a folder under a path of its own; the folder can be changed, and files can be held back.
function serveFolder(folder, path) {
  const site = { folder, lacks: () => false };
  const server = createServer((request, response) => {
    const wanted = new URL(request.url, 'http://localhost').pathname;
    const name = wanted === path ? 'index.html' : normalize(decodeURIComponent(wanted.slice(path.length)));
    const file = join(site.folder, name);
    if (site.lacks(name)) {
      response.writeHead(503).end();
      return;
    }
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
    server.listen(0, '127.0.0.1', () => resolve(Object.assign(site, { url: `http://127.0.0.1:${server.address().port}${path}`, stop })));
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

/* ---- a site that is there in part, and one that changes ---- */

// Gives `work` the exported site at a web server, and a folder to write in.
async function withExport(wabe, work) {
  const folder = mkdtempSync(join(tmpdir(), 'wabe-site-'));
  execFileSync(wabe, ['export-site', join(folder, 'site')]);
  const site = await serveFolder(join(folder, 'site'), '/wabe/');
  try {
    await work(site, folder);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

// Failures that a test brings about are none.
const refused = (page) => (page.complaints = page.complaints.filter((line) => !/\b503\b|ERR_FAILED|Failed to fetch/.test(line)));

async function halfThere(browser, wabe) {
  await withExport(wabe, async (site) => {
    const { version, first, later } = listsOf(readFileSync(join(site.folder, 'sw.js'), 'utf8'));
    site.lacks = (name) => Object.hasOwn(later, name);
    await visit(browser, site.url, { size: DESKTOP }, async (page) => {
      await untilKept(page, 'what the first game needs is kept', first, version);
      await page.reload();
      await living(page);
      await page.context().setOffline(true);
      await page.reload();
      await living(page);
      await begin(page, 'mimsy', { seats: 2, bots: ['', 'easy'] });
      await playOn(page, { seed: 3, clicks: 6 });
      await page.context().setOffline(false);
      await go(page, '#/learn/mimsy');
      await page.waitForSelector('text=/could not be loaded/');
      site.lacks = (name) => name === 'lessons.json';
      await page.reload();
      const { 'lessons.json': lessons, ...others } = later;
      await untilKept(page, 'what can be had is kept', { ...first, ...others }, version);
      site.lacks = () => false;
      await page.reload();
      await untilKept(page, 'the rest is kept at the next visit', { ...first, ...others, 'lessons.json': lessons }, version);
      refused(page);
      await site.stop();
      await page.context().setOffline(true);
      await usableOffline(page);
    });
  });
}

// The site with other content in some files, as a build would have made it.
function changed(from, to, files) {
  cpSync(from, to, { recursive: true });
  const script = readFileSync(join(from, 'sw.js'), 'utf8');
  const { line, first, later } = listsOf(script);
  for (const [name, change] of Object.entries(files)) {
    const text = change(readFileSync(join(from, name), 'utf8'));
    writeFileSync(join(to, name), text);
    const list = Object.hasOwn(first, name) ? first : later;
    list[name] = createHash('sha256').update(text).digest('hex').slice(0, 16);
  }
  const version = createHash('sha256').update(JSON.stringify([first, later])).digest('hex').slice(0, 16);
  writeFileSync(join(to, 'sw.js'), script.replace(line, `const VERSION='${version}',FIRST=${JSON.stringify(first)},LATER=${JSON.stringify(later)};\n`));
  return { version, first, later };
}

const titleOf = (page) => page.evaluate(() => document.querySelector('meta[name=description]').content);
// What a page gets of a file: its text, or that it gets none.
const got = (page, name) => page.evaluate((file) => fetch(file).then((answer) => answer.text(), () => 'nothing'), name);

async function newVersion(browser, wabe) {
  await withExport(wabe, async (site, folder) => {
    const before = listsOf(readFileSync(join(site.folder, 'sw.js'), 'utf8'));
    const next = join(folder, 'next');
    const after = changed(site.folder, next, {
      'index.html': (text) => text.replace('Tabletop games, against', 'Other games, against'),
      'lessons.json': (text) => `${text} `,
    });
    site.lacks = (name) => Object.hasOwn(before.later, name); // so that of the first version only a part is kept
    const page = await newPage(await newContext(browser, { hasty: true }), site.url);
    await page.goto(site.url);
    await untilKept(page, 'the first version is kept in part', before.first, before.version);
    await page.reload();
    await living(page);

    // The new version is there, but for a file: it does not take over, and the old one takes nothing from it that has changed.
    site.folder = next;
    site.lacks = (name) => name === 'rules/all.md';
    await page.reload();
    await living(page);
    await untilKept(page, 'of the rest what has not changed is kept', { ...before.first, ...Object.fromEntries(Object.entries(before.later)
      .filter(([name]) => name !== 'lessons.json' && name !== 'rules/all.md')) }, before.version);
    expect((await got(page, 'lessons.json')) === 'nothing', 'the old page gets a file of the new version');
    expect((await titleOf(page)).startsWith('Tabletop games'), 'the new version takes over though not all of it is there');
    expect((await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).waiting)) === null, 'the new version waits to take over');

    // All of it is there: it waits, whole, until the old page is closed.
    site.lacks = () => false;
    await page.reload();
    await living(page);
    await untilSo(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).waiting?.state === 'installed'), 'the new version waits');
    await untilKept(page, 'the new version is whole', { ...after.first, ...after.later }, after.version);
    expect((await titleOf(page)).startsWith('Tabletop games') && (await got(page, 'lessons.json')) === 'nothing', 'two versions are mixed');
    expect((await got(page, 'rules/all.md')).startsWith('<!-- '), 'what is the same in both versions can be had');

    await page.goto('about:blank');
    await page.goto(site.url);
    await living(page);
    await until(page, 'the new version has taken over', () => document.querySelector('meta[name=description]').content.startsWith('Other games'));
    await untilKept(page, 'its files are kept and no others', { ...after.first, ...after.later }, '');
    expect((await got(page, 'lessons.json')).endsWith(' '), 'an old lesson');
    await site.stop();
    await page.context().setOffline(true);
    await usableOffline(page);
    await page.context().close();
  });
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
    ['first what a game needs, then the rest, and what could not be had at the next visit', () => halfThere(browser, wabe)],
    ['a new version takes over whole, and is never mixed with the one before', () => newVersion(browser, wabe)],
    ['loaded again at one’s own turn, and finished', on(PHONE, (page) => reloadOwnTurn(page, engine))],
    ['loaded again just after a move', on(DESKTOP, reloadAfterMove)],
    ['loaded again at a curtain', on(PHONE, reloadAtCurtain)],
    ['a browser that keeps nothing', () => withoutStorage(browser, url)],
    ['one match in two tabs', on(DESKTOP, twoTabs)],
  ];
}
