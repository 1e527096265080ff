// web_together.mjs: people at one table of the real server, each with a browser of their own: a whole game of Slithy by two of them, a third
// and bots, while one reloads, one loses the network, and the server is killed and started again; somebody watches. Nobody loses a
// move and nobody is sent what is not theirs.
import { spawn, spawnSync } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHONE, atOnce, button, go, living, newContext, newPage, picture, text, until } from './browser.mjs';
import { patience } from './patience.mjs';
import { expect } from './tap.mjs';

let wabe, browser, folder, server; // of the one evening that is played
const people = [];

/* ---- a server that can be killed ---- */

class Server {
  async start(port = 0) {
    this.child = spawn(wabe, ['serve', '--port', String(port), '--store', join(folder, 'server.db')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said = await new Promise((resolve, reject) => {
      let all = '';
      this.child.stdout.on('data', (part) => {
        all += part;
        if (all.includes('Ctrl-C')) resolve(all);
      });
      this.child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${all}`)));
    });
    this.url = said.match(/http:\/\/[^\s/]+:\d+\//)[0];
    this.port = new URL(this.url).port;
  }

  async end(signal) {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await gone;
  }
}

// A wire between a browser and the server that can be cut.
class Wire {
  constructor() {
    this.ends = new Set();
    this.cut = false;
    this.net = createServer((near) => {
      const far = this.cut ? null : connect(server.port, '127.0.0.1');
      for (const end of [near, far]) {
        end?.on('error', () => {});
        end?.on('close', () => (near.destroy(), far?.destroy(), this.ends.delete(near)));
      }
      if (!far) return near.destroy();
      this.ends.add(near);
      near.pipe(far).pipe(near);
    });
  }

  async lay() {
    await new Promise((done) => this.net.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${this.net.address().port}/`;
    return this;
  }

  set(cut) {
    this.cut = cut;
    if (cut) for (const end of this.ends) end.destroy();
  }
}

/* ---- people ---- */

// Somebody with a browser of their own. Everything that comes over the wire is kept.
async function person(name, how = {}, url = server.url) {
  const page = await newPage(await newContext(browser, how), url);
  Object.assign(page, { called: name, heard: [], sent: [] });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => page.heard.push(JSON.parse(payload)));
    socket.on('framesent', ({ payload }) => page.sent.push(JSON.parse(payload)));
  });
  people.push(page);
  await page.goto(url);
  await living(page);
  await atOnce(page);
  return page;
}

// A move, if the page offers one. In the list of all moves one click is one move.
async function moveOnce(page, which) {
  const offered = await page.evaluate(() => {
    if (document.querySelector('.result')) return 'over';
    if (document.querySelector('.prompt [data-default]') && !document.querySelector('.prompt [data-move]')) return 'go';
    return document.querySelector('.prompt [data-move], .table-area [role=button]') ? 'move' : 'wait';
  });
  if (offered === 'go') await page.locator('.prompt [data-default]').first().click({ timeout: 1000 }).catch(() => {});
  if (offered !== 'move') return offered;
  const before = page.sent.filter((command) => command.do === 'move').length;
  await page.keyboard.press('m');
  const moves = page.locator('.side .offers [data-move]');
  const n = await moves.count();
  if (n > 0) await moves.nth(which % n).click({ timeout: 1000 }).catch(() => {});
  return page.sent.filter((command) => command.do === 'move').length > before ? 'moved' : 'wait';
}

// Everybody plays what is offered until the game is over or `until` says enough.
async function play(pages, enough = () => false) {
  const deadline = Date.now() + patience();
  for (let turn = 0; !enough(); turn++) {
    expect(Date.now() < deadline, `the game goes on: ${(await Promise.all(pages.map((page) => text(page, '.prompt')))).join(' | ')}`);
    const what = await Promise.all(pages.map((page, i) => moveOnce(page, turn * 7 + i * 3)));
    if (what.every((one) => one === 'over')) return;
    if (what.every((one) => one === 'wait')) await pages[0].waitForTimeout(30);
  }
}

const moves = () => people.reduce((sum, page) => sum + page.sent.filter((command) => command.do === 'move').length, 0);
const newest = (page) => page.heard.filter(({ is }) => is === 'now' || is === 'step').at(-1);

/* ---- one evening ---- */

// Says which part of it went wrong.
async function step(what, run) {
  try {
    await run();
  } catch (error) {
    throw new Error(`${what}: ${error.message}`, { cause: error });
  }
}

async function evening(wire) {
  let link;
  let commitment;
  const ann = await person('Ann', {}, wire.url);
  const bo = await person('Bo', { size: PHONE });
  const cy = await person('Cy');
  const dee = await person('Dee');

  await step('Ann opens a table of Slithy, and the others come by the link', async () => {
    await go(ann, '#/');
    await ann.getByRole('link', { name: 'Play with friends' }).click();
    await ann.getByLabel('Your name').fill('Ann');
    await button(ann, 'Come in').click();
    await ann.getByRole('link', { name: 'New table' }).click();
    await ann.getByLabel('Game', { exact: true }).selectOption('slithy');
    const players = ann.getByRole('group', { name: 'Number of players' });
    while ((await players.locator('output').innerText()) !== '4') await players.getByRole('button', { name: 'More' }).click();
    await button(ann, 'Open the table').click();
    await ann.waitForSelector('#around');
    link = ann.url().replace(wire.url, server.url);
    for (const page of [bo, cy]) {
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByLabel('Your name').fill(page.called);
      await button(page, 'Sit down').click();
      await page.waitForSelector(`.seat:has-text("${page.called} (you)")`);
    }
    await ann.locator('.seat').nth(3).locator('select').selectOption('easy');
    await dee.goto('about:blank');
    await dee.goto(link);
    commitment = ann.heard.filter(({ is }) => is === 'table').at(-1).luck.commitment;
    for (const page of [ann, bo, cy]) await button(page, 'I am ready').click();
    for (const page of [ann, bo, cy, dee]) await page.waitForSelector('.table-area svg');
    await dee.waitForSelector('text=You are watching.');
  });

  await step('they talk', async () => {
    await ann.getByLabel('Say something').fill('I never lie');
    await ann.keyboard.press('Enter');
    await cy.waitForSelector('.chat-lines p:has-text("I never lie")');
    await ann.locator('.table-area').click({ position: { x: 5, y: 5 } });
  });

  await step('Bo reloads the page in the middle', async () => {
    await play([ann, bo, cy], () => moves() >= 8);
    await bo.reload();
    await bo.waitForSelector('.table-area svg');
    await play([ann, bo, cy], () => moves() >= 12);
  });

  await step('Ann loses the network, is told so, and comes back by herself', async () => {
    wire.set(true);
    await ann.waitForSelector('text=/does not answer/');
    await play([bo, cy], () => newest(bo).view.waiting.includes(0) || moves() >= 40);
    wire.set(false);
    await until(ann, 'the line is back', () => !document.body.innerText.includes('does not answer'));
    await play([ann, bo, cy], () => moves() >= 22);
  });

  await step('the server is killed and started again, and all pages recover by themselves', async () => {
    const before = people.map((page) => newest(page)?.view.n);
    await server.end('SIGKILL');
    for (const page of [ann, bo, cy, dee]) await page.waitForSelector('text=/does not answer/');
    await server.start(server.port);
    for (const page of [ann, bo, cy, dee])
      await until(page, 'the line is back', () => !document.body.innerText.includes('does not answer'));
    people.forEach((page, i) => expect(newest(page).view.n >= before[i], `${page.called} has lost moves: ${newest(page).view.n} after ${before[i]}`));
  });

  await step('the game is played to its end', async () => {
    await play([ann, bo, cy, dee]);
  });

  await step('nobody was sent what is not theirs', () => {
    const eyes = ['0', '1', '2', 'spectator'];
    [ann, bo, cy, dee].forEach((page, i) => {
      const views = page.heard.flatMap(({ view }) => view ?? []);
      expect(views.length > 10, `${page.called} has seen ${views.length} moments`);
      for (const view of views) {
        expect(view.viewer === eyes[i], `${page.called} got what ${view.viewer} sees`);
        expect(view.result || view.viewer !== 'spectator' || (view.moves ?? []).length === 0, 'who watches has no moves');
      }
    });
    const secret = ann.heard.filter(({ is }) => is === 'table').at(-1).luck.secret;
    expect(/^[0-9a-f]{64}$/.test(secret), 'the secret is shown at the end');
    for (const page of people) {
      const told = page.heard.filter((message) => JSON.stringify(message).includes(secret));
      expect(told.every(({ is, state }) => is === 'table' && state === 'over'), `${page.called} was told the secret too early`);
    }
  });

  await step('no move that was acknowledged is lost, and the luck was fair', async () => {
    const id = link.split('/').at(-1);
    const record = await (await fetch(`${server.url}api/1/tables/${id}/record`)).text();
    const file = join(folder, 'slithy.wabe');
    writeFileSync(file, record);
    const checked = spawnSync(wabe, ['replay', '--verify', file, '--commitment', commitment], { encoding: 'utf8' });
    expect(checked.status === 0, checked.stdout + checked.stderr);
    [ann, bo, cy].forEach((page, seat) => {
      const done = new Set(page.heard.filter(({ is }) => is === 'done').map(({ id: answered }) => answered));
      const ids = new Set(page.sent.filter((command) => command.do === 'move').map((command) => command.id));
      const made = [...ids].filter((one) => done.has(one)).length;
      const written = record.split('\n').filter((line) => line.startsWith(`${seat} `)).length;
      // A page that is reloaded does not hear what became of the move that it had just sent.
      expect(made <= written && written <= ids.size, `${page.called} was told of ${made} of ${ids.size} moves, and the record has ${written}`);
    });
  });

  await step('the pages have checked it, and show the calculation', async () => {
    for (const page of [ann, bo, cy]) {
      const mark = page.locator('.result .fair > summary');
      await mark.waitFor();
      expect((await mark.innerText()).includes('✓ The luck is checked'), `${page.called}: ${await text(page, '.result .fair')}`);
      await mark.click();
      await page.locator('.result .fair summary:has-text("The calculation")').click();
      const words = await text(page, '.result .fair');
      expect(words.includes(commitment) && /draws? follow/.test(words) && /shows what you saw: \d+ tables and parts of the log/.test(words), `${page.called}: ${words}`);
    }
    expect(/\? The luck is checked in part/.test(await text(dee, '.result .fair > summary')), 'who only watched has no number in it');
  });

  for (const page of people) {
    const wrong = page.complaints.filter((one) => !/WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load resource/.test(one));
    expect(wrong.length === 0, `on the page of ${page.called}: ${wrong.slice(0, 5).join('; ')}`);
  }
}

async function together() {
  folder = mkdtempSync(join(tmpdir(), 'wabe-together-'));
  server = new Server();
  await server.start();
  const wire = await new Wire().lay();
  try {
    await evening(wire);
  } catch (error) {
    for (const page of people) await picture(page);
    throw error;
  } finally {
    for (const page of people) await page.context().close();
    wire.net.close();
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

export function tests(site) {
  ({ wabe, browser } = site);
  return [['an evening of Slithy', together]];
}
