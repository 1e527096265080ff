// browser.mjs: what the tests in a browser share: the site, Chromium, pages that tell what is wrong, and somebody who
// clicks what a page offers.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { patience } from './patience.mjs';

// The shell without windows is the quickest of them.
const CHROMIUM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`).find(existsSync);

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/* ---- the site and the browser ---- */

// The site by `wabe serve` on a free port: its address, and how to end it.
export function serve(wabe) {
  const folder = mkdtempSync(join(tmpdir(), 'wabe-serve-'));
  const child = spawn(wabe, ['serve', '--port', '0', '--store', join(folder, 'server.db')], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
      const link = said.match(/http:\/\/[^\s/]+:\d+\//);
      if (link) resolve({ url: link[0], stop: () => child.kill('SIGTERM') });
    });
    child.on('exit', (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
}

export function launch() {
  if (!CHROMIUM) throw new Error('there is no Chromium');
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}

// Gives `work` the site's address and a browser, and ends both.
export async function withSite(wabe, work) {
  const [site, browser] = await Promise.all([serve(wabe), launch()]);
  try {
    await work({ url: site.url, browser });
  } finally {
    await browser.close();
    site.stop();
  }
}

/* ---- pages ---- */

// Counts what changes around the table, so that a test can wait for the answer to a click.
function countChanges() {
  window.changes = 0;
  const count = (records) => {
    if (records.some(({ target }) => (target.closest ? target : target.parentElement)?.closest('#app'))) window.changes++;
  };
  const watch = () =>
    new MutationObserver(count).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  watch();
}

// Runs in the page: its clock goes faster. Just after something has come up a page does not listen for a third of a second,
// since such a click was meant for what was there before; whoever clicks hundreds of times need not wait for that.
function hasten() {
  const FASTER = 16;
  const now = performance.now.bind(performance);
  performance.now = () => FASTER * now();
}

// A context of its own is a browser of its own: nothing is kept in it yet. `hasty`: see above.
export const newContext = async (browser, { size = DESKTOP, dark = false, still = true, hasty = false, workers = true } = {}) => {
  const phone = size.width < 600 || size.height < 480;
  const context = await browser.newContext({
    viewport: size,
    hasTouch: phone,
    isMobile: phone,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: still ? 'reduce' : 'no-preference',
    serviceWorkers: workers ? 'allow' : 'block',
  });
  if (hasty) await context.addInitScript(hasten);
  return context;
};

// A page in it, which collects all that the console or the network complains about.
export async function newPage(context, url) {
  const page = await context.newPage();
  page.setDefaultTimeout(patience());
  page.complaints = [];
  // Pages look once whether there is a server to play together on; browsers complain where there is none.
  const probe = /\/api\/1\/me$/;
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !probe.test(message.location().url)) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(String(error.stack)));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url))
      page.complaints.push(`a request left the site: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !probe.test(response.url())) page.complaints.push(`${response.status()} ${response.url()}`);
  });
  await page.addInitScript(countChanges);
  return page;
}

// Waits until the page as it was built has made way for the living one, or for another one: from then on it listens.
export const living = (page) => page.waitForSelector('.toast', { state: 'attached' });

// The first page of the site, in a browser of its own.
export async function open(browser, url, how = {}) {
  const page = await newPage(await newContext(browser, { hasty: true, ...how }), url);
  await page.goto(url);
  await living(page);
  return page;
}

// Opens a page, lets `work` use it, and ends it; whatever was complained about is a failure.
export async function visit(browser, url, how, work) {
  const page = await open(browser, url, how);
  try {
    await work(page);
    if (page.complaints.length > 0) throw new Error(`complaints: ${[...new Set(page.complaints)].join('; ')}`);
  } catch (error) {
    await picture(page);
    throw new Error(`${error.message}\nat ${page.url()}: ${await page.title().catch(() => '')}`, { cause: error });
  } finally {
    await page.context().close();
  }
}

// What it looked like when a test failed, in the folder WABE_SHOTS if there is one.
let pictures = 0;
export async function picture(page) {
  const folder = process.env.WABE_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${process.pid}-${++pictures}.png` }).catch(() => {});
}

export async function go(page, hash) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

// Waits until a function of the page says so; what it waits for is told when it never happens.
export async function until(page, what, run, argument, timeout = patience()) {
  try {
    return await page.waitForFunction(run, argument, { timeout, polling: 20 });
  } catch (error) {
    throw new Error(`${what}: not within ${timeout} ms (${error.message.split('\n')[0]})`);
  }
}

// Text of the page, as one reads it.
export const text = (page, selector = 'body') => page.locator(selector).first().innerText();

export const button = (page, name) => page.getByRole('button', { name, exact: true });

/* ---- beginning a game ---- */

// Bots that do not wait between moves, chosen on the page for it.
export async function atOnce(page) {
  await go(page, '#/settings');
  await page.locator('label', { has: page.locator('input[name=pace][value=none]') }).click();
}

// Fills in the form of a new game as somebody would: number of players, who they are, the number of the deal; begins.
// `bots` has the level of each seat, '' is a person.
export async function begin(page, game, { seats, bots, seed = '1', from = 'home' }) {
  if (from === 'home') {
    await go(page, '#/');
    await page.locator(`a.button[href="#/new/${game}"]`).click();
  } else {
    await go(page, `#/new/${encodeURIComponent(from)}`);
  }
  await page.waitForSelector('form.new');
  if (seats) await choosePlayers(page, seats);
  for (const [seat, level] of bots.entries()) await page.getByLabel(`Who sits at seat ${seat + 1}`).selectOption(level);
  if (seed !== null) await chooseDeal(page, seed);
  await page.locator('form.new .start button').click();
  await page.waitForSelector('.play');
}

async function choosePlayers(page, seats) {
  const stepper = page.getByRole('group', { name: 'Number of players' });
  if ((await stepper.count()) === 0) return;
  for (let tries = 0; tries < 8; tries++) {
    const now = Number(await stepper.locator('output').innerText());
    if (now === seats) return;
    await stepper.getByRole('button', { name: now < seats ? 'More' : 'Fewer' }).click();
  }
  throw new Error(`the form does not come to ${seats} players`);
}

async function chooseDeal(page, seed) {
  const details = page.locator('details.share');
  if (!(await details.evaluate((one) => one.open))) await details.locator('summary').click();
  await page.locator('#seed').fill(String(seed));
}

// The record of a match in which bots have played so far, and Ann on the first seat has so many decisions left.
export function nearTheEnd(engine, deal, left) {
  const match = engine.open(deal);
  try {
    match.seat(match.about().names.map((_, seat) => (seat === 0 ? '' : 'easy')), ['Ann']);
    const records = [];
    while (!match.over) {
      const { next } = match.about();
      if (next === 0) records.push(match.record());
      match.ask(next, 'greedy');
      while (match.think(1000) > 0);
      match.play(next, match.decision, match.answer().move);
    }
    return records.at(-Math.min(left, records.length));
  } finally {
    match.close();
  }
}

// Opens a record, as somebody does who has it as a file.
export async function bring(page, record) {
  await go(page, '#/');
  await page.locator('.bring summary').click();
  await page.locator('input[type=file]').setInputFiles({ name: 'match.wabe', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await page.waitForURL(/#\/play\//);
  await page.waitForSelector('.play');
}

/* ---- somebody who clicks ---- */

export function luck(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}

// Runs in the page: waits a little until it offers something, and says where one of that can be hit. If nothing has
// changed since the last click that is the same one as before.
async function offered({ fresh, last, since, limit, lesson }) {
  const TABLE = '.table-area';
  const AGAIN = 380; // milliseconds: so long after a change the page does not listen
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true });
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);

  function list() {
    // A second click on a button may have hit the log below it: then back to the table as it is.
    const past = all('.past-bar .primary');
    if (past.length > 0) return past;
    // Of cards of which little is seen a finger chooses in a larger row.
    const tray = all('.tray-card');
    if (tray.length > 0) return tray;
    // A click on what cannot be chosen any more may have asked what it is.
    const sheet = all('.sheet-close');
    if (sheet.length > 0) return sheet;
    const moves = all(lesson ? '.prompt .primary[data-move]' : '.prompt [data-move]');
    const things = all(`${TABLE} [role=button]`);
    if (moves.length + things.length > 0) return [...moves, ...things];
    return all('.prompt [data-default], .curtain [data-default]');
  }

  // A point at which nothing else lies above a button, piece or place; of several the one nearest to its middle.
  function hitPoint(element) {
    const { place, thing } = element.closest('[data-place]')?.dataset ?? {};
    const same = (hit) => {
      if (place === undefined) return element.contains(hit);
      const owner = hit?.closest('[data-place]');
      if (!owner || owner.dataset.place !== place) return false;
      if (thing !== undefined) return owner.dataset.thing === thing;
      return owner.dataset.thing === undefined || !owner.matches('.touchable');
    };
    const alike = place === undefined || thing === undefined ? [element]
      : [...document.querySelectorAll(`${TABLE} .t-piece[data-place="${place}"]`)].filter((one) => one.dataset.thing === thing);
    const STEPS = 9;
    let best = null;
    for (const one of alike) {
      const { left, top, width, height } = one.getBoundingClientRect();
      for (let i = 1; i < STEPS; i++)
        for (let j = 1; j < STEPS; j++) {
          const x = left + (width * i) / STEPS;
          const y = top + (height * j) / STEPS;
          const off = Math.abs(i / STEPS - 0.5) + Math.abs(j / STEPS - 0.5);
          if ((!best || off < best.off) && same(document.elementFromPoint(x, y))) best = { x, y, off };
        }
    }
    return best;
  }

  const begun = Date.now();
  const called = performance.now();
  const wait = () => new Promise((resolve) => setTimeout(resolve, 8));
  for (;;) {
    const late = Date.now() - begun;
    const over = document.querySelector('.result') !== null || (lesson && document.querySelector('.prompt a[href^="#/new/"]') !== null);
    if (over) return { over };
    const offers = window.changes !== since || performance.now() - called > AGAIN ? list() : [];
    if (offers.length > 0) {
      const element = offers[(window.changes === since ? last : fresh) % offers.length];
      const label = element.getAttribute('aria-label') ?? element.textContent.trim();
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const point = hitPoint(element);
      if (point) {
        const { changes } = window;
        const what = element.closest('[data-place]') ? 'thing' : 'button';
        return { x: point.x, y: point.y, label, what, changes, offers: offers.length };
      }
      if (late > limit / 4) return { covered: label, offers: offers.length };
    }
    if (late > limit) return { none: document.querySelector('.prompt')?.innerText ?? document.body.innerText.slice(0, 200) };
    await wait();
  }
}

export const isPhone = (page) => page.viewportSize().width < 600 || page.viewportSize().height < 480;

// With the finger or the mouse.
export const tap = (page, { x, y }) => (isPhone(page) ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));

// Plays by clicking what is offered, to the end or for so many clicks, and returns how many were answered. `at` is called
// before each click with the number of it. A click that is not answered is made again: just after the table has
// changed the page does not listen, since such a click was meant for what was there before.
export async function playOn(page, { seed = 1, clicks = Infinity, at = async () => {}, lesson = false } = {}) {
  const next = luck(seed);
  let [made, tries, last, fresh, since] = [0, 0, 0, next(), -1];
  while (made < clicks) {
    const offer = await page.evaluate(offered, { fresh, last, since, limit: patience(), lesson });
    if (offer.over) break;
    if (offer.none !== undefined) throw new Error(`nothing to click after ${made} clicks: ${offer.none}`);
    if (offer.covered !== undefined) throw new Error(`"${offer.covered}" cannot be hit: something lies above it, after ${made} clicks`);
    if (offer.changes !== since) {
      await at(made, offer);
      made++;
      tries = 0;
      [last, fresh, since] = [fresh, next(), offer.changes];
    } else if (++tries > 10) {
      throw new Error(`"${offer.label}" does nothing when it is clicked, after ${made} clicks`);
    }
    await tap(page, offer);
  }
  return made;
}

// Waits until the page asks for a decision.
export const asked = (page) =>
  until(page, 'a decision is asked for', () =>
    document.querySelector('.table-area svg') !== null && document.querySelector('.prompt [data-move], .table-area [role=button]') !== null);

// Looks at all that stays until somebody has looked, and waits until the page asks for a decision.
export async function askedAtLast(page) {
  const hold = page.locator('.prompt [data-default]:not([data-move])');
  for (;;) {
    await page.waitForSelector('.prompt [data-default], .prompt [data-move], .table-area [role=button]');
    if ((await hold.count()) === 0) return asked(page);
    await press(page, hold);
  }
}

// What the page shows, in words: the table, what is asked, and what can be done.
export const position = (page) =>
  page.evaluate(() => {
    const words = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.replace(/\s+/g, ' ').trim());
    const labels = [...document.querySelectorAll('.table-area [role=button]')].map((one) => one.getAttribute('aria-label'));
    return JSON.stringify([words('.unseen section, section.unseen'), words('.prompt-text'), words('.prompt [data-move]'), labels]);
  });

// Runs in the page: all matches that the browser keeps. What is on its way there when this is called is there when it is answered: one
// write follows another in the same breath, so that a second look at the database comes after it.
export async function allKept() {
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const db = await answer(indexedDB.open('wabe'));
  let [before, all] = [null, null];
  do [before, all] = [all, await answer(db.transaction('matches').objectStore('matches').getAll())];
  while (JSON.stringify(before) !== JSON.stringify(all));
  db.close();
  return all;
}

// The match of this page as the browser keeps it.
export async function keptMatch(page) {
  const all = await page.evaluate(allKept);
  return all.find(({ id }) => id === new URL(page.url()).hash.split('/').pop());
}

// Clicks what goes away when it is answered. Just after something has come up the page does not listen: then again.
export async function press(page, target) {
  await target.first().click();
  for (let tries = 0; tries < 20 && (await target.count()) > 0; tries++) {
    await page.waitForTimeout(80);
    if ((await target.count()) > 0) await target.first().click({ timeout: 500 }).catch(() => {});
  }
}

// Does something until an element is there that answers it; the page may not have listened at first.
export async function untilThere(page, selector, act) {
  for (let tries = 0; tries < 20; tries++) {
    await act();
    await page.waitForTimeout(80);
    if ((await page.locator(selector).count()) > 0) return;
  }
  throw new Error(`${selector} does not come`);
}

// Makes a move from the list of all moves: one click is one move. Returns its words.
export async function moveFromList(page, which = 0) {
  await page.keyboard.press('m');
  const move = page.locator('.side .offers [data-move]').nth(which);
  const words = await move.innerText();
  await press(page, move);
  return words;
}
