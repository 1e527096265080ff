// scripts/pictures.mjs WABE [NAME...]: makes the pictures docs/images/browser-NAME.webp again, all of them or these. Each is
// the page in Chromium with a fixed deal and bots of the level easy, played by taking hints, so that the same program
// makes the same pictures. Needs Chromium and playwright-core (npm ci --ignore-scripts).
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DESKTOP, PHONE, allKept, launch, living, serve } from '../tests/browser.mjs';

const FOLDER = new URL('../docs/images/', import.meta.url);
const MOST = 110 * 1024; // bytes of a picture
const SCREENS = { desktop: { size: DESKTOP, scale: 1 }, phone: { size: PHONE, scale: 2 }, side: { size: { width: 844, height: 390 }, scale: 1.5 } };
const QUALITIES = [82, 72, 62, 50]; // the first with which a picture is small enough

// Matches that are shown on a table: what is dealt, and how many hints are taken; from the top where the table scrolls.
const TABLES = {
  mome: { deal: 'mome:3#4', hints: 10 },
  'oh-gnome': { deal: 'oh-gnome:4#8', hints: 12, top: true },
  mimsy: { deal: 'mimsy:3#7', hints: 5 },
  'pesky-gnomes': { deal: 'pesky-gnomes:4#3', hints: 9 },
  gyre: { deal: 'gyre:3#4', hints: 8 },
  'gnoming-a-round': { deal: 'gnoming-a-round:3#2', hints: 10 },
  borogoves: { deal: 'borogoves:2#5', hints: 9 },
  gnumies: { deal: 'gnumies:4#3', hints: 9 },
  slithy: { deal: 'slithy:5#3', hints: 7 },
  gimble: { deal: 'gimble:3#6', hints: 8 },
};

const [wabe, ...only] = process.argv.slice(2);
if (!wabe) {
  console.error('scripts/pictures.mjs WABE [NAME...]');
  process.exit(2);
}
const wanted = (name) => only.length === 0 || only.includes(name);

// ---- a page

const server = await serve(wabe);
const browser = await launch();

// A page with nothing kept but what is given: matches, and a person called Ann who does not like to wait.
async function open(screen, { dark = false, kept = [] } = {}) {
  const phone = screen !== 'desktop';
  const context = await browser.newContext({
    viewport: SCREENS[screen].size,
    deviceScaleFactor: SCREENS[screen].scale,
    hasTouch: phone,
    isMobile: phone,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(server.url);
  await living(page);
  await page.evaluate((matches) => new Promise((done) => {
    indexedDB.open('wabe').onsuccess = ({ target: { result: db } }) => {
      const transaction = db.transaction(['settings', 'matches'], 'readwrite');
      transaction.objectStore('settings').put({ name: 'Ann', pace: 'none' }, 'settings');
      for (const match of matches) transaction.objectStore('matches').put(match);
      transaction.oncomplete = done;
    };
  }), kept);
  await page.reload();
  await living(page);
  return page;
}

async function visit(page, hash, selector) {
  await page.evaluate((to) => (location.hash = to), hash);
  await page.waitForSelector(selector);
}

async function shoot(page, name) {
  await page.waitForTimeout(500); // pictures load, and words are measured
  await page.evaluate(() => {
    document.activeElement?.blur();
    return Promise.all([...document.images].filter((image) => !image.complete && image.loading !== 'lazy').map((image) => image.decode()));
  });
  const client = await page.context().newCDPSession(page);
  let bytes = Buffer.alloc(MOST + 1);
  for (const quality of QUALITIES) {
    if (bytes.length <= MOST) break;
    const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality });
    bytes = Buffer.from(data, 'base64');
  }
  if (bytes.length > MOST) throw new Error(`${name} is larger than ${MOST} bytes`);
  const file = new URL(`browser-${name}.webp`, FOLDER);
  writeFileSync(file, bytes);
  console.log(`${fileURLToPath(file)} ${Math.round(bytes.length / 1024)} KB`);
}

// ---- playing

async function start(page, deal) {
  await visit(page, `#/new/${encodeURIComponent(deal)}`, 'form.new');
  for (const select of await page.locator('.seat select').all())
    if ((await select.inputValue()) !== '') await select.selectOption('easy');
  await page.click('form.new .start button');
  await page.waitForSelector('.play');
}

// Until the person at the screen is asked, or the game is over. Whether it goes on.
async function asked(page) {
  const found = await page.waitForFunction(() => {
    if (document.querySelector('.result')) return 'over';
    if (document.querySelector('.tool[aria-keyshortcuts="h"]:enabled')) return 'asked';
    document.querySelector('.prompt [data-default], .curtain [data-default]')?.click();
    return '';
  });
  await page.waitForTimeout(400); // at first the page takes a click for one that was meant for what was there before
  return (await found.jsonValue()) === 'asked';
}

async function takeHints(page, hints) {
  for (let taken = 0; taken < hints && (await asked(page)); taken++) {
    await page.keyboard.press('h');
    await page.click('.hint .button.primary');
    await page.waitForSelector('.hint', { state: 'detached' });
  }
  await asked(page);
}

// The match as the browser keeps it after so many hints, each played once.
const played = new Map();
async function match({ deal, hints }) {
  const key = `${deal} ${hints}`;
  if (!played.has(key)) {
    const page = await open('desktop');
    await start(page, deal);
    await takeHints(page, hints);
    const [kept] = await page.evaluate(allKept);
    await page.context().close();
    played.set(key, kept);
  }
  return played.get(key);
}

// ---- the pictures

async function table(name, game, screen, { dark = false, then = async () => {} } = {}) {
  if (!wanted(name)) return;
  const kept = await match(TABLES[game]);
  const page = await open(screen, { dark, kept: [kept] });
  await visit(page, `#/play/${kept.id}`, '.play');
  await asked(page);
  await then(page);
  if (TABLES[game].top) await page.evaluate(() => document.querySelector('.table-area').scrollTo(0, 0));
  await shoot(page, name);
  await page.context().close();
}

async function other(name, screen, hash, selector, { dark = false, kept = [], then = async () => {} } = {}) {
  if (!wanted(name)) return;
  const page = await open(screen, { dark, kept });
  await visit(page, hash, selector);
  await then(page);
  await shoot(page, name);
  await page.context().close();
}

const hint = async (page) => {
  await page.keyboard.press('h');
  await page.waitForSelector('.hint');
};

const goOn = (times) => async (page) => {
  for (let i = 0; i < times; i++) {
    await page.click('.lesson [data-default], .lesson [data-move]');
    await page.waitForSelector('.lesson [data-default], .lesson [data-move]');
  }
};

mkdirSync(FOLDER, { recursive: true });
try {
  for (const game of Object.keys(TABLES)) {
    await table(game, game, 'desktop');
    await table(`${game}-phone`, game, 'phone');
    await table(`${game}-side`, game, 'side');
  }
  await table('dark', 'gyre', 'desktop', { dark: true });
  await table('dark-phone', 'mome', 'phone', { dark: true });
  await table('hint', 'mimsy', 'desktop', { then: hint });
  await table('hint-phone', 'mimsy', 'phone', { then: hint });
  if (wanted('result') || wanted('result-phone')) {
    const over = await match({ deal: 'mimsy:3#7', hints: Infinity });
    await other('result', 'desktop', `#/play/${over.id}`, '.result', { kept: [over] });
    await other('result-phone', 'phone', `#/play/${over.id}`, '.result', { kept: [over] });
  }
  await other('home', 'desktop', '#/', '.games');
  await other('home-phone', 'phone', '#/', '.games');
  await other('new', 'desktop', '#/new/mimsy', 'form.new');
  await other('new-phone', 'phone', '#/new/oh-gnome', 'form.new');
  await other('lesson', 'desktop', '#/learn/mome', '.lesson', { then: goOn(5) });
  await other('lesson-phone', 'phone', '#/learn/mome', '.lesson', { then: goOn(5) });
} finally {
  await browser.close();
  server.stop();
}
