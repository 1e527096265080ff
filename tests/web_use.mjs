// web_use.mjs: what one does at the table besides moving: keys, hints, the way back, the past, replays, links and files,
// several people at one screen, dragging.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { SPECTATOR } from '../web/engine.js';
import { DESKTOP, PHONE, asked, atOnce, begin, button, go, keptMatch, moveFromList, playOn, position, press, text, until, untilThere,
  visit } from './browser.mjs';
import { expect } from './tap.mjs';

let engine;

/* ---- hints, undo, the past ---- */

async function hints(page) {
  await atOnce(page);
  await begin(page, 'gyre', { seats: 3, bots: ['', 'easy', 'easy'] });
  await asked(page);
  const { n } = await keptMatch(page);
  await button(page, 'Hint').click();
  await page.waitForSelector('.hint');
  await page.locator('.hint summary').click();
  expect((await page.locator('.reasons tbody tr').count()) > 1, 'there are reasons');
  expect(/\d+%/.test(await text(page, '.hint')), `they have numbers: ${await text(page, '.hint')}`);
  expect((await page.locator('.table-area .hinted').count()) > 0, 'it is seen on the table');
  expect((await keptMatch(page)).hints === 1, 'the hint is counted');
  const words = (await text(page, '.hint p')).match(/^Hint: (.*?)\. /)[1];
  await press(page, button(page, 'Play it'));
  await until(page, 'the hint is played', () => !document.querySelector('.hint'));
  await asked(page);
  const kept = await keptMatch(page);
  expect(kept.n > n, 'the move is made');
  const match = engine.load(kept.record);
  const line = match.log(0, n, n + 1)[0].text;
  match.close();
  expect(line.toLowerCase().includes(words.toLowerCase().split(' ').pop()), `"${words}" became "${line}"`);
}

async function undoAndRedo(page) {
  await atOnce(page);
  await begin(page, 'borogoves', { seats: 2, bots: ['', 'easy'] });
  await asked(page);
  expect(await button(page, 'Undo').isDisabled(), 'there is nothing to take back yet');
  const [before, first] = [await position(page), await keptMatch(page)];
  await moveFromList(page, 1);
  await asked(page);
  const after = await position(page);
  expect(before !== after, 'the move changes something');
  await button(page, 'Undo').click();
  await until(page, 'the move can be made again', () => document.querySelector('[aria-label=Redo]') !== null);
  expect((await position(page)) === before, `undone: ${await position(page)}\nand not ${before}`);
  expect((await keptMatch(page)).n === first.n, 'as many moves as before');
  await button(page, 'Redo').click();
  await until(page, 'redone', () => document.querySelector('[aria-label=Redo]') === null);
  await asked(page);
  expect((await position(page)) === after, 'redone');
  expect((await keptMatch(page)).takebacks > 0, 'takebacks are counted');
}

async function thePast(page) {
  await atOnce(page);
  await begin(page, 'gyre', { seats: 3, bots: ['', 'easy', 'easy'] });
  for (let i = 0; i < 3; i++) {
    await asked(page);
    await moveFromList(page, i);
  }
  await asked(page);
  const [now, { n }] = [await position(page), await keptMatch(page)];
  if ((await page.locator('.log').count()) === 0) await button(page, 'Log').click();
  await untilThere(page, '.past-bar', () => page.locator('.log button').nth(1).click());
  expect((await position(page)) !== now, 'the past looks otherwise');
  expect((await page.locator('.table-area .touchable').count()) === 0, 'nothing can be touched in the past');
  await button(page, 'Back to now').click();
  await until(page, 'the past is left', () => document.querySelector('.past-bar') === null);
  expect((await position(page)) === now, 'now is as it was');
  await page.keyboard.press('[');
  await page.waitForSelector('.past-bar');
  await page.keyboard.press('Escape');
  await until(page, 'the escape key leaves the past', () => document.querySelector('.past-bar') === null);
  await untilThere(page, '.past-bar', () => page.locator('.log button').nth(1).click());
  await press(page, button(page, 'Play on from here'));
  await until(page, 'the past is now', () => document.querySelector('.past-bar') === null);
  await asked(page);
  expect((await keptMatch(page)).n < n, 'what came later is taken back');
  await playOn(page, { seed: 3, clicks: 4 });
}

/* ---- the end, replays, files, links ---- */

async function afterTheEnd(page) {
  await atOnce(page);
  await begin(page, 'mimsy', { seats: 2, bots: ['', 'easy'], seed: 5 });
  await playOn(page, { seed: 2 });
  const { deal } = await keptMatch(page);
  expect(deal.endsWith('#5'), `the number of the deal is kept: ${deal}`);
  await page.getByRole('link', { name: 'Watch the game' }).click();
  await page.waitForSelector('.slider');
  await replay(page);
  await go(page, '#/games');
  await page.waitForSelector('.match');
  expect(/Mimsy/.test(await text(page, '.figures')) && / of 1 won/.test(await text(page, '.figures')), 'statistics count the game');
  await button(page, 'Rematch').click();
  await asked(page);
  const again = await keptMatch(page);
  expect(again.deal !== deal && again.deal.split('#')[0] === deal.split('#')[0], `a rematch of ${deal} is ${again.deal}`);
  await playOn(page, { seed: 4 });
  await press(page, button(page, 'Same deal again'));
  await until(page, 'it begins', () => document.querySelector('.result') === null);
  expect((await keptMatch(page)).deal === again.deal, 'the same deal');
  await playOn(page, { seed: 2 });
  await press(page, button(page, 'Play again'));
  await until(page, 'it begins', () => document.querySelector('.result') === null);
  expect((await keptMatch(page)).deal !== again.deal, 'another deal');
}

async function replay(page) {
  const slider = page.getByLabel('Position');
  await slider.focus();
  await page.keyboard.press('End');
  await until(page, 'the end', () => /^(\d+) of \1$/.test(document.querySelector('.slider-text').textContent.trim()));
  expect(await button(page, 'One move on').isDisabled(), 'there is nothing after the end');
  const last = await position(page);
  await page.keyboard.press('Home');
  await until(page, 'the beginning', () => document.querySelector('[aria-label="One move back"]').disabled);
  const first = await position(page);
  expect(first !== last, 'beginning and end are the same');
  const seen = new Set([first]);
  for (const name of (await page.getByLabel('Seen as').locator('option').allInnerTexts()).slice(1)) {
    await page.getByLabel('Seen as').selectOption({ label: name });
    seen.add(await position(page));
  }
  expect(seen.size === 3, `${seen.size} views of two players and everybody`);
  await button(page, 'Play').click();
  await until(page, 'it plays by itself', () => !document.querySelector('[aria-label="One move back"]').disabled);
  await button(page, 'Pause').click();
}

async function links(page, url, browser) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await atOnce(page);
  await begin(page, 'mome', { seats: 3, bots: ['', 'easy', 'easy'] });
  await asked(page);
  const first = await position(page);
  await button(page, 'More').click();
  await button(page, 'Copy a link to this deal').click();
  await page.waitForSelector('.toast-on');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.startsWith(url), `the link is ${link}`);
  await visit(browser, url, { size: PHONE }, async (friend) => {
    await atOnce(friend);
    await friend.goto(link);
    await friend.waitForSelector('form.new');
    expect((await text(friend)).includes('somebody has shared'), 'the form says that it is shared');
    for (const seat of [2, 3]) await friend.getByLabel(`Who sits at seat ${seat}`).selectOption('easy');
    await friend.locator('form.new .start button').click();
    await asked(friend);
    expect((await position(friend)) === first, 'the same deal');
  });
}

async function files(page, url, browser) {
  const folder = mkdtempSync(join(tmpdir(), 'wabe-files-'));
  try {
    await atOnce(page);
    await begin(page, 'gyre', { seats: 3, bots: ['', 'easy', 'easy'] });
    await playOn(page, { seed: 2, clicks: 5 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await asked(page);
    const [now, kept] = [await position(page), await keptMatch(page)];
    await button(page, 'More').click();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save the record as a file').click()]);
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    expect(/\.wabe$/.test(file) && readFileSync(file, 'utf8') === kept.record, 'the file is the record');
    const rubbish = join(folder, 'rubbish.wabe');
    writeFileSync(rubbish, 'gyre\u0000 was not here');
    await visit(browser, url, { size: PHONE }, (other) => openFiles(other, { file, rubbish, now }));
    await backup(page, url, browser, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openFiles(page, { file, rubbish, now }) {
  const input = page.locator('input[type=file]');
  await page.locator('.bring summary').click();
  await input.setInputFiles(rubbish);
  await until(page, 'a sentence about rubbish', () => /cannot be opened.*\.$/.test(document.querySelector('#deal-wrong').textContent.trim()));
  await page.locator('#deal').fill('mimsy:99#1');
  await button(page, 'Open').click();
  await until(page, 'a sentence about a wrong id', () => /^[A-Z].*\.$/.test(document.querySelector('#deal-wrong').textContent.trim()));
  await input.setInputFiles(file);
  await page.waitForURL(/#\/play\//);
  await asked(page);
  expect((await position(page)) === now, `the record goes on elsewhere: ${await position(page)}\nand not ${now}`);
}

async function backup(page, url, browser, folder) {
  await go(page, '#/games');
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save a backup').click()]);
  const file = join(folder, 'backup.json');
  await download.saveAs(file);
  await visit(browser, url, { size: DESKTOP }, async (other) => {
    await go(other, '#/games');
    await other.waitForSelector('.empty');
    await other.locator('input[type=file]').setInputFiles(file);
    await other.waitForSelector('.match');
    await button(other, 'Delete everything').click();
    await other.locator('dialog').getByRole('button', { name: 'Delete everything' }).click();
    await other.waitForSelector('.empty');
  });
}

/* ---- several people ---- */

// By seat: names of things that it sees and a bystander does not, and its choice that lies face down.
function secrets(record, seats) {
  const match = engine.load(record);
  const things = (viewer) =>
    new Set(match.view(viewer).zones.flatMap((zone) => zone.places.flatMap((place) => place.pieces.filter((one) => !one.back).map((one) => one.thing))));
  const open = things(SPECTATOR);
  const found = seats.map((seat) => ({
    seat,
    things: [...things(seat)].filter((thing) => !open.has(thing)),
    chosen: (match.view(seat).facedown ?? []).map((choice) => choice.text),
  }));
  match.close();
  return found;
}

// Everything that is in the page: elements, attributes, texts, values.
const everything = (page) =>
  page.evaluate(() => {
    const values = [...document.querySelectorAll('input, select, textarea')].map((one) => one.value);
    return [document.documentElement.outerHTML, document.title, location.href, ...values].join('\n');
  });

const mentions = (all, things) => things.filter((thing) => new RegExp(`\\b${thing.replace(/[^\w ]/g, '\\$&')}(?!\\w)`, 'i').test(all));

async function nothingSecret(page, people) {
  const { record } = await keptMatch(page);
  const found = secrets(record, people);
  const all = await everything(page);
  for (const { seat, things, chosen } of found) {
    const told = mentions(all, [...things, ...chosen]);
    expect(told.length === 0, `at the curtain the page tells what seat ${seat} has: ${told}`);
  }
  return found;
}

// Whoever has the screen sees the own secrets, and none of the others'.
async function onlyTheOwn(page, seat, found) {
  const all = await everything(page);
  const { things: own } = found.find((one) => one.seat === seat);
  expect(mentions(all, own).length === own.length, `seat ${seat} does not see all that it has: ${own}`);
  for (const { seat: other, things, chosen } of found) {
    if (other === seat) continue;
    const told = mentions(all, [...things.filter((thing) => !own.includes(thing)), ...chosen]);
    expect(told.length === 0, `seat ${seat} is told what seat ${other} has: ${told}`);
  }
}

async function curtains(page, game) {
  await atOnce(page);
  await begin(page, game, { seats: 3, bots: ['', '', 'easy'] });
  const met = new Set();
  let hidden = 0;
  for (let round = 0; round < 12 && (met.size < 2 || hidden === 0); round++) {
    await page.waitForSelector('.curtain');
    const name = (await text(page, '.curtain h2')).replace(' is next', '');
    const found = await nothingSecret(page, [0, 1]);
    hidden += found.flatMap(({ things, chosen }) => [...things, ...chosen]).length;
    const { names } = await keptMatch(page);
    await press(page, button(page, `I am ${name}`));
    await asked(page);
    await onlyTheOwn(page, names.indexOf(name), found);
    met.add(name);
    await untilCurtain(page, round);
  }
  expect(met.size === 2, `only ${[...met]} had the screen`);
  expect(hidden > 0, 'there was nothing to hide');
  await nothingSecret(page, [0, 1]);
}

// Whoever has the screen moves until it goes to somebody else.
async function untilCurtain(page, seed) {
  for (let clicks = 0; clicks < 40; clicks++) {
    await page.waitForSelector('.curtain, .prompt [data-move], .table-area [role=button], .prompt [data-default]');
    if ((await page.locator('.curtain').count()) > 0) return;
    await playOn(page, { seed: seed * 50 + clicks, clicks: 1 });
    await until(page, 'the click is answered', () => document.querySelector('.prompt.waiting') === null);
  }
  throw new Error('one person moves all the time');
}

async function choosesAgain(page, game) {
  await atOnce(page);
  await begin(page, game, { seats: 3, bots: ['', '', 'easy'] });
  const again = page.getByRole('button', { name: /chooses again$/ });
  for (let round = 0; round < 20; round++) {
    await page.waitForSelector('.curtain');
    if ((await again.count()) > 0) break;
    await press(page, page.locator('.curtain [data-default]'));
    await asked(page);
    await untilCurtain(page, round);
  }
  expect((await again.count()) > 0, 'nobody may choose again');
  const name = (await again.innerText()).replace(' chooses again', '');
  const { names } = await keptMatch(page);
  const found = await nothingSecret(page, [0, 1]);
  await press(page, again);
  // Whoever holds the screen need not be the one who chooses again.
  const mine = page.getByRole('button', { name: `I am ${name}` });
  await mine.waitFor();
  await nothingSecret(page, [0, 1]);
  await press(page, mine);
  await asked(page);
  await onlyTheOwn(page, names.indexOf(name), found);
  await untilCurtain(page, 99);
  await nothingSecret(page, [0, 1]);
}

async function noCurtain(page) {
  await atOnce(page);
  await begin(page, 'gyre', { seats: 3, bots: ['', '', 'easy'] });
  const at = async () => expect((await page.locator('.curtain').count()) === 0, 'there is a curtain');
  await playOn(page, { seed: 3, clicks: 12, at });
}

/* ---- keys ---- */

// Runs in the page: what has the focus, and whether one can see it.
function focus() {
  const element = document.activeElement;
  if (!element || element === document.body) return { lost: true };
  const ring = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  const thing = element.matches('.table-area [role=button]');
  // A thing is drawn by its group; how it is drawn without the focus is seen on the others.
  const halo = (one) => getComputedStyle(one.closest('[data-place]').querySelector('.t-halo'));
  const look = (one) => `${halo(one).stroke} ${halo(one).strokeWidth} ${getComputedStyle(one).stroke} ${getComputedStyle(one).strokeWidth}`;
  const others = thing ? [...document.querySelectorAll('.table-area [role=button]')].filter((one) => one !== element) : [];
  const seen = thing ? ring(element) || others.every((one) => look(one) !== look(element)) : ring(element) || [...(element.labels ?? [])].some((one) => ring(one) || [...one.children].some(ring));
  const label = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 60);
  const kind = thing ? 'thing' : element.matches('.prompt [data-move], .prompt [data-default]') ? 'button' : 'other';
  return { lost: false, seen, label, kind, tag: element.localName };
}

const focused = (page) => page.evaluate(focus);

// Goes on with the Tab key until the focus is where it is wanted.
async function tabTo(page, what, wanted, most = 80) {
  for (let i = 0; i < most; i++) {
    const now = await focused(page);
    if (!now.lost && wanted(now)) return now;
    await page.keyboard.press('Tab');
    const next = await focused(page);
    expect(next.lost || next.seen, `one does not see that "${next.label}" has the focus`);
  }
  throw new Error(`${what} is not reached with ${most} tabs`);
}

const labelled = (label) => (now) => now.label === label;

async function keysOnly(page) {
  await go(page, '#/settings');
  await page.waitForSelector('input[name=pace]');
  await tabTo(page, 'the pace', ({ tag, label }) => tag === 'input' && label === '', 1).catch(() => {});
  await paceByKeys(page);
  await tabTo(page, 'Play', labelled('Play'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('.game');
  await tabTo(page, 'Play Mimsy', labelled('Play Mimsy'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('form.new');
  await tabTo(page, 'the second seat', labelled('Who sits at seat 2'));
  const level = page.getByLabel('Who sits at seat 2');
  for (let i = 0; i < 4 && (await level.inputValue()) !== 'easy'; i++) await page.keyboard.press('ArrowUp');
  expect((await level.inputValue()) === 'easy', 'the level is chosen with the arrows');
  await tabTo(page, 'Start', labelled('Start'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('.play');
  await shortcuts(page);
  await playByKeys(page);
}

async function paceByKeys(page) {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.name === 'pace')) break;
  }
  for (let i = 0; i < 4 && !(await page.locator('input[name=pace][value=none]').isChecked()); i++) await page.keyboard.press('ArrowRight');
  expect(await page.locator('input[name=pace][value=none]').isChecked(), 'the pace is chosen with the arrows');
}

async function shortcuts(page) {
  await asked(page);
  const sideIs = (title) =>
    until(page, `the side shows ${title}`, (wanted) => (document.querySelector('aside.side h2')?.textContent ?? '') === wanted, title);
  if ((await page.locator('aside.side').count()) > 0) await page.keyboard.press('Escape');
  await sideIs('');
  for (const [key, title] of [['l', 'What happened'], ['r', 'Rules'], ['m', 'All moves'], ['?', 'This game']]) {
    await page.keyboard.press(key);
    await sideIs(title);
    await page.keyboard.press('Escape');
    await sideIs('');
    await page.keyboard.press(key);
    await sideIs(title);
    await page.keyboard.press(key);
    await sideIs('');
  }
  await page.keyboard.press('h');
  await page.waitForSelector('.hint');
  await page.keyboard.press('Escape');
  await until(page, 'the hint goes', () => document.querySelector('.hint') === null);
}

async function playByKeys(page) {
  let undone = false;
  for (let moves = 0; moves < 200; moves++) {
    await until(page, 'it goes on', () => document.querySelector('.result, .table-area [role=button], .prompt [data-move], .prompt [data-default]') !== null);
    if ((await page.locator('.result').count()) > 0) return tabTo(page, 'Play again', labelled('Play again'));
    expect(await reachable(page), 'with the Tab key one comes to what can be touched');
    await until(page, 'the focus is somewhere on the page', () => document.activeElement && document.activeElement !== document.body);
    const at = await tabTo(page, 'something to do', ({ kind }) => kind !== 'other', 40);
    if (at.kind === 'thing') await arrows(page);
    const changes = await page.evaluate(() => window.changes);
    for (let tries = 0; tries < 12 && (await page.evaluate(() => window.changes)) === changes; tries++) {
      await page.keyboard.press(moves % 2 ? 'Enter' : ' ');
      await page.waitForTimeout(60);
    }
    if (moves === 3 && !undone) undone = await undoByKey(page);
  }
  throw new Error('the game does not end');
}

// Of all that can be touched, one thing is where the Tab key comes to.
const reachable = (page) => page.evaluate(() => {
  const touched = [...document.querySelectorAll('.table-area [role=button]')];
  return touched.length === 0 || touched.filter((one) => one.getAttribute('tabindex') === '0').length === 1;
});

// A script that gives a page these parts of its own.
const PARTS = `window.parts = (() => { ${buildSync({
  stdin: { contents: "export { tableView } from './table.js'; export { render } from './lit.js';", resolveDir: fileURLToPath(new URL('../web', import.meta.url)) },
  bundle: true, write: false, format: 'iife', globalName: 'parts',
}).outputFiles[0].text} return parts; })()`;

// The arrows have left a thing, and what they came to is nothing to touch any more: the Tab key comes to one that is.
async function arrowsThenGone(page) {
  await page.evaluate(PARTS);
  const tabs = await page.evaluate(() => {
    const { tableView, render } = window.parts;
    const places = [1, 2, 3].map((id) => ({ id, zone: 0, kind: 'row', form: 'spot', card: 40, x: 60 * id, y: 10, w: 40, h: 40 }));
    const root = document.body.appendChild(document.createElement('div'));
    const show = (...ids) => {
      const state = { touchable: ids.map((place) => ({ place })), picked: [], hinted: [], shown: [], busy: false };
      const plan = { width: 300, height: 60, groups: [], ways: [], words: [], pieces: [], places };
      render(tableView({ zones: [{ title: 'Places', places: [] }] }, plan, state, { touch() {}, drag() {}, press() {} }), root);
      return [...root.querySelectorAll('[role=button]')].map((one) => `${one.dataset.place}: ${one.getAttribute('tabindex')}`).join(', ');
    };
    const before = show(1, 2, 3);
    root.querySelector('[data-place="1"]').focus();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    const moved = `${document.activeElement.dataset.place}`;
    return [before, moved, show(1, 3), show(1, 2, 3)];
  });
  expect(tabs.join('; ') === '1: 0, 2: -1, 3: -1; 2; 1: 0, 3: -1; 1: -1, 2: 0, 3: -1', tabs.join('; '));
}

async function undoByKey(page) {
  await asked(page);
  const { n } = await keptMatch(page);
  await page.keyboard.press('u');
  for (let tries = 0; tries < 50 && (await keptMatch(page)).n >= n; tries++) await page.waitForTimeout(20);
  expect((await keptMatch(page)).n < n, 'u takes a move back');
  await asked(page);
  return true;
}

// If there is more to touch than one thing, the arrows lead from one to another.
async function arrows(page) {
  if ((await page.locator('.table-area [role=button]').count()) < 2) return;
  await page.evaluate(() => {
    window.here = document.activeElement;
  });
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key);
    const { seen, label } = await focused(page);
    expect(seen, `one does not see that "${label}" has the focus`);
    if (await page.evaluate(() => window.here !== document.activeElement)) return;
  }
  throw new Error('no arrow leads to another thing');
}

async function escapeUnpicks(page) {
  await atOnce(page);
  await begin(page, 'mome', { seats: 3, bots: ['', 'easy', 'easy'] });
  await twoTouches(page);
  const before = await position(page);
  await tabTo(page, 'a card', ({ kind }) => kind === 'thing');
  await untilThere(page, '.picked', () => page.keyboard.press('Enter'));
  await page.keyboard.press('Escape');
  await until(page, 'nothing is picked', () => document.querySelector('.picked') === null);
  expect((await position(page)) === before, 'nothing has happened');
}

/* ---- dragging ---- */

// Plays on until there are moves of two touches; returns those.
async function twoTouches(page) {
  for (let clicks = 0; clicks < 30; clicks++) {
    await asked(page);
    if ((await page.locator('.picked').count()) === 0) {
      const match = engine.load((await keptMatch(page)).record);
      const { next } = match.about();
      const offers = (match.view(next).moves ?? []).filter(({ touch }) => touch.length === 2);
      match.close();
      if (offers.length > 0) return offers;
    }
    await playOn(page, { seed: clicks, clicks: 1 });
    await page.waitForTimeout(50);
  }
  throw new Error('there is no move of two touches');
}

// The middle of a piece or a place, if that is on the screen.
const middle = (page, { place, thing }) =>
  page.evaluate(
    ([id, name]) => {
      const all = [...document.querySelectorAll(`.table-area [data-place="${id}"]`)];
      const element = all.find((one) => one.dataset.thing === (name ?? undefined));
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return document.elementFromPoint(x, y)?.closest('[data-place]')?.dataset.place === String(id) ? { x, y } : null;
    },
    [place, thing],
  );

// A move of two touches that are both in sight, and where they are.
async function dragInSight(page) {
  for (const offer of await twoTouches(page)) {
    const [from, to] = [await middle(page, offer.touch[0]), await middle(page, offer.touch[1])];
    if (from && to) return { offer, from, to };
  }
  throw new Error('no card and bridge are in sight together');
}

async function dragged(page, drag) {
  await atOnce(page);
  await begin(page, 'mome', { seats: 3, bots: ['', 'easy', 'easy'] });
  const { offer, from, to } = await dragInSight(page);
  const { n } = await keptMatch(page);
  // Just after something has come up the page does not listen.
  for (let tries = 0; tries < 8 && (await keptMatch(page)).n === n; tries++) {
    await drag(page, from, to);
    await page.waitForTimeout(80);
  }
  const kept = await keptMatch(page);
  expect(kept.n > n, `dragging does not make the move "${offer.label}"`);
  const match = engine.load(kept.record);
  const line = match.log(0, n, n + 1)[0]?.text ?? '';
  match.close();
  expect(line.includes(offer.touch[0].thing), `"${offer.label}" became "${line}"`);
  expect((await page.locator('.lifted, .drop, .t-dragged > *').count()) === 0, 'nothing is left in the hand');
}

async function byMouse(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

async function byFinger(page, from, to) {
  const device = await page.context().newCDPSession(page);
  const send = (type, points) => device.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [from]);
  for (let i = 1; i <= 6; i++)
    await send('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 }]);
  await send('touchEnd', []);
  await device.detach();
}

/* ---- how a game begins ---- */

async function numbers(page) {
  await go(page, '#/new/pesky-gnomes');
  await page.waitForSelector('form.new');
  const { id, title, least, greatest, default: usual } = engine.game('pesky-gnomes').options.find(({ greatest: most }) => most > 50);
  const field = page.locator(`#option-${id}`);
  const group = page.getByRole('group', { name: title });
  const stands = async (wanted, what) => expect((await field.inputValue()) === String(wanted), `${what}: ${await field.inputValue()}`);
  await stands(usual, 'at first');
  const told = await field.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby')).innerText);
  expect(told === `${least} to ${greatest}, usually ${usual}`, `the range is ${told}`);
  for (const [typed, becomes] of [[String(greatest + 1), greatest], ['', greatest], [String(least - 1), least], [String(least + 7), least + 7]]) {
    await field.fill(typed);
    await field.blur();
    await stands(becomes, `"${typed}"`);
  }
  await group.getByRole('button', { name: 'More' }).click();
  await stands(least + 8, 'one more');
  await field.fill(String(least + 9));
  await page.keyboard.press('Enter'); // which begins the game with it
  await page.waitForSelector('.play');
  const { deal } = await keptMatch(page);
  expect(deal.includes(`:${id}=${least + 9}#`), `it is ${deal}`);
}

export function tests({ browser, url, engine: rules }) {
  engine = rules;
  const on = (size, work) => () => visit(browser, url, { size }, (page) => work(page, url, browser));
  return [
    ['hints have reasons and can be played', on(PHONE, hints)],
    ['moves are taken back and made again', on(DESKTOP, undoAndRedo)],
    ['one looks at the past, and plays on from there', on(DESKTOP, thePast)],
    ['result, replay, rematch, statistics', on(PHONE, afterTheEnd)],
    ['numbers among the options are typed and kept in their range', on(PHONE, numbers)],
    ['a link gives a friend the same deal', on(DESKTOP, links)],
    ['records and backups as files, and rubbish', on(DESKTOP, files)],
    ['two people and a bot at Gnumies', on(PHONE, (page) => curtains(page, 'gnumies'))],
    ['two people and a bot at Pesky Gnomes', on(DESKTOP, (page) => curtains(page, 'pesky-gnomes'))],
    ['at the curtain the last one may choose again', on(PHONE, (page) => choosesAgain(page, 'gnumies'))],
    ['an open game has no curtain', on(DESKTOP, noCurtain)],
    ['Mimsy with keys only', on(DESKTOP, keysOnly)],
    ['the arrows do not lose the table', on(DESKTOP, arrowsThenGone)],
    ['the escape key puts a card back', on(DESKTOP, escapeUnpicks)],
    ['a card is dragged with the mouse', on(DESKTOP, (page) => dragged(page, byMouse))],
    ['a card is dragged with a finger', on(PHONE, (page) => dragged(page, byFinger))],
  ];
}
