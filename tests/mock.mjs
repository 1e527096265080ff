// mock.mjs WABE WASM: the server inside the tests of the pages (mock_server.mjs) says what the real one says. One script is played at both, and
// everything that each person hears is compared, message by message: keys, codes, sentences, and all values that do not depend on luck or time.
// Prints TAP.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../web/engine.js';
import { seatCommitment } from './blake2b.mjs';
import { MockServer } from './mock_server.mjs';
import { until } from './patience.mjs';
import { end, expect, testLater } from './tap.mjs';
import { ask, Client, Server } from './wire.mjs';

const [, , program, wasm] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-mock-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// ---- the two servers, in one way of using them: people with requests and lines

class Real {
  async start() {
    this.server = await new Server(program, { store: join(folder, 'store.db'), args: ['--requests', 1000000, '--messages', 1000, '--per-address', 1000] }).start();
    return this;
  }

  person() {
    return { cookie: undefined };
  }

  async request(person, method, path, body) {
    const answer = await ask(this.server.port, `/api/1/${path}`, { method, body, cookie: person.cookie });
    if (answer.cookie !== undefined) person.cookie = answer.cookie || undefined;
    return { status: answer.status, body: answer.json ?? answer.text };
  }

  line(person, name) {
    return new Client(this.server.port, { name, cookie: person.cookie });
  }

  stop() {
    return this.server.stop();
  }
}

class MockClient extends Client {
  async open() {
    const socket = {
      send: (text) => this.take(text),
      close: () => this.lost(1005, ''),
      onMessage: (hear) => (this.web = { send: hear, drop: () => this.left() }),
      onClose: (left) => (this.left = left),
    };
    this.server.connect(socket, this.person);
    return this;
  }
}

class Mock {
  async start() {
    this.server = new MockServer(await Engine.start(readFileSync(wasm)));
    return this;
  }

  person() {
    return this.server.person();
  }

  async request(person, method, path, body) {
    const request = { url: () => `http://mock/api/1/${path}`, method: () => method, postDataJSON: () => body ?? null };
    let got;
    await this.server.http({ request: () => request, fulfill: (answer) => (got = answer) }, person);
    return { status: got.status, body: got.contentType === 'application/json' ? JSON.parse(got.body) : got.body };
  }

  line(person, name) {
    return Object.assign(new MockClient(0, { name }), { server: this.server, person });
  }
}

// ---- what is compared

// What luck, time and the place decide is told by its kind only. The view and the log are written by the same code at both servers: of
// them the keys are compared, and whose they are.
const KINDS = {
  program: (value) => typeof value, commitment: (value) => /^[0-9a-f]{64}$/.test(value),
  commitments: (values) => values.map((value) => value && /^[0-9a-f]{64}$/.test(value)), secret: (value) => /^[0-9a-f]{64}$/.test(value),
  left: (value) => value === null || (Number.isInteger(value) && value > 0 && 'milliseconds'), at: (value) => Number.isInteger(value),
  changed: (value) => Number.isInteger(value), who: (value) => Number.isInteger(value),
  view: ({ game, viewer, names, ...rest }) => ({ game, viewer, names: names.length, keys: Object.keys(rest).sort() }),
  preview: ({ move, log, next }) => [Number.isInteger(move), Array.isArray(log), typeof next],
  log: (lines) => lines.every(({ n, text }) => Number.isInteger(n) && typeof text === 'string'),
};

class Script {
  constructor(side) {
    Object.assign(this, { side, told: [], lines: new Map(), tables: new Map(), count: 0, moment: '', ignored: [] });
  }

  // Ids of tables are called by the order in which they come.
  plain(value, key) {
    if (key in KINDS) return KINDS[key](value);
    if ((key === 'table' || key === 'rematch') && typeof value === 'string') {
      if (!this.tables.has(value)) this.tables.set(value, `table ${this.tables.size + 1}`);
      return this.tables.get(value);
    }
    if (Array.isArray(value)) return value.map((one) => this.plain(one));
    if (value === null || typeof value !== 'object') return value;
    if (value.is === 'bot') value = { ...value, name: typeof value.name };
    return Object.fromEntries(Object.keys(value).sort().map((one) => [one, this.plain(value[one], one)]));
  }

  tell(who, what) {
    this.told.push(`${this.moment}: ${who}: ${JSON.stringify(this.plain(what))}`);
  }

  async request(name, person, method, path, body) {
    this.moment = `${method} ${path.replace(/[a-z0-9]{16}/, 'ID')}`;
    const { status, body: got } = await this.side.request(person, method, path, body);
    this.tell(name, { status, body: typeof got === 'string' ? typeof got : got });
  }

  async guest(name, called = name) {
    const person = this.side.person();
    await this.request(called, person, 'POST', 'guest', { name });
    return this.open(called, person);
  }

  async open(name, person) {
    const line = this.side.line(person, name);
    this.lines.set(name, line);
    await line.open();
    await this.hear();
    return Object.assign(line, { who: person });
  }

  // What one does, and what all hear of it.
  async do(client, word, keys = {}, id = `c${++this.count}`) {
    this.moment = `${client.name} ${word}`;
    let answer;
    client.command(word, { ...(word === 'create' || word === 'lobby' ? {} : { table: client.watching }), ...keys }, id).then((got) => (answer = got));
    await until(() => answer, this.moment);
    if (word === 'unwatch') client.watching = null;
    await until(() => this.isKnown(), `${this.moment}: who is there`);
    await this.hear();
    return answer;
  }

  async watch(client, table) {
    client.forgetTable();
    client.watching = table;
    await this.do(client, 'watch');
  }

  // A table of Ann's, at which both of them sit.
  async table(ann, bo, settings) {
    const { table } = await this.do(ann, 'create', settings);
    await this.watch(ann, table);
    await this.watch(bo, table);
    await this.do(bo, 'sit');
    return table;
  }

  // With a nonce of this digit.
  async commit(player, digit) {
    const { table, luck: { attempt }, you: { seat } } = player.table;
    await this.do(player, 'ready', { ready: true, commitment: seatCommitment(table, attempt, seat, String(digit).repeat(32)) });
  }

  async begin(...players) {
    for (const [i, player] of players.entries()) await this.commit(player, i);
    for (const [i, player] of players.entries()) await this.do(player, 'reveal', { nonce: String(i).repeat(32) });
  }

  // The first, second, ... thing that one may do now.
  move(client, which, keys = {}, id) {
    const { decision, moves } = client.view;
    return this.do(client, 'move', { decision, move: moves[which].move, ...keys }, id);
  }

  // Whether all at a table have heard who is there: that comes a little later.
  isKnown() {
    const lines = [...this.lines.values()].filter(({ watching, table }) => watching && table?.table === watching);
    return lines.every(({ watching, table }) => {
      const here = lines.filter((line) => line.watching === watching);
      return table.watching === here.filter((line) => line.table.you.seat === null).length &&
        table.seats.every(({ is, here: there }, seat) => is !== 'person' || there === here.some((line) => line.table.you.seat === seat));
    });
  }

  // All that has come to each since the last time. What a server has to tell is on its way when the next command is answered.
  async hear(order) {
    for (const line of this.lines.values()) if (line.welcome) await line.command('lobby', { on: false }, 'sync');
    for (const [name, line] of this.lines) {
      const heard = line.heard.splice(0).map(({ message }) => message).filter(({ id, is }) => id !== 'sync' && !this.ignored.includes(is));
      if (order) heard.sort(order);
      for (const message of heard) this.tell(name, message);
    }
  }

}

// ---- the script

const scripts = {};

scripts['who one is'] = async (s) => {
  const [ann, bo, other] = [s.side.person(), s.side.person(), s.side.person()];
  const record = `tables/${'0'.repeat(16)}/record`;
  for (const [name, person, path, body] of [
    ['a stranger', ann, 'me'], ['no name', ann, 'guest', { name: '' }], ['Ann', ann, 'guest', { name: 'Ann' }], ['Ann', ann, 'me'],
    ['another name', ann, 'guest', { name: 'Anna' }], ['a stranger', other, 'account', { account: 'anna', passphrase: 'open sesame' }],
    ['a short one', ann, 'account', { account: 'anna', passphrase: 'sesame' }],
    ['an account', ann, 'account', { account: 'anna', passphrase: 'open sesame' }], ['Anna', ann, 'me'],
    ['a second one', ann, 'account', { account: 'annabel', passphrase: 'open sesame' }], ['Bo', bo, 'guest', { name: 'Bo' }],
    ['a name that is taken', bo, 'account', { account: 'ANNA', passphrase: 'open sesame' }],
    ['a stranger’s', other, 'passphrase', { old: 'open sesame', new: 'shut sesame' }], ['a guest’s', bo, 'passphrase', { old: 'open sesame', new: 'shut sesame' }],
    ['not the old one', ann, 'passphrase', { old: 'open barley', new: 'shut sesame' }], ['too short a new one', ann, 'passphrase', { old: 'open sesame', new: 'shut' }],
    ['another one', ann, 'passphrase', { old: 'open sesame', new: 'shut sesame' }], ['Anna again', ann, 'me'],
    ['and back', ann, 'passphrase', { old: 'shut sesame', new: 'open sesame' }],
    ['a wrong one', other, 'login', { account: 'anna', passphrase: 'open barley' }],
    ['nobody', other, 'login', { account: 'ali baba', passphrase: 'open sesame' }],
    ['another device', other, 'login', { account: 'Anna', passphrase: 'open sesame' }], ['another device', other, 'me'],
    ['logged out', other, 'logout', {}], ['logged out', other, 'me'], ['the first device', ann, 'me'], ['forgotten', bo, 'forget', {}],
    ['forgotten', bo, 'me'], ['no table', ann, record],
  ]) await s.request(name, person, body ? 'POST' : 'GET', path, body);
};

scripts['a table that gathers'] = async (s) => {
  const [ann, bo] = [await s.guest('Ann'), await s.guest('Bo')];
  const stranger = await s.open('a stranger', s.side.person());
  await s.do(stranger, 'create', { deal: 'gyre:3' });
  for (const settings of [{ deal: 'chess:2' }, { deal: 'gyre:9' }, { deal: 'gyre:2', colour: 'red' }]) await s.do(ann, 'create', settings);
  await s.watch(bo, 'a'.repeat(16));
  const { table } = await s.do(ann, 'create', { deal: 'gyre:3', clock: 60 }, 'once');
  await s.do(ann, 'create', { deal: 'gyre:3', clock: 60 }, 'once');
  bo.watching = table;
  await s.do(bo, 'sit'); // and does not watch
  for (const one of [ann, bo, stranger]) await s.watch(one, table);
  for (const [one, word, keys] of [
    [stranger, 'sit'], [stranger, 'say', { text: 'Hello' }], [bo, 'stand'], [bo, 'ready', { ready: true, commitment: '0'.repeat(64) }],
    [bo, 'reveal', { nonce: '0'.repeat(32) }], [bo, 'ready', { ready: true, nonce: '0'.repeat(32) }],
    [bo, 'sit', { seat: 0 }], [bo, 'sit', { seat: 5 }], [bo, 'sit', { colour: 'red' }], [bo, 'sit', { seat: 2 }], [bo, 'sit'], [bo, 'change', { undo: false }], [bo, 'close'],
    [bo, 'seat', { seat: 2, bot: 'easy' }], [bo, 'mute', { seat: 0, on: true }], [ann, 'seat', { seat: 1, bot: 'easy' }],
    [ann, 'seat', { seat: 2, bot: 'easy' }], [bo, 'sit', { seat: 2 }], [ann, 'seat', { seat: 2, bot: '' }], [ann, 'ready', { ready: true }],
    [ann, 'ready', { ready: true, commitment: '7'.repeat(64) }], [ann, 'ready', { ready: false }], [ann, 'ready', { ready: true, commitment: '8'.repeat(64) }],
    [ann, 'reveal', { nonce: '8'.repeat(32) }],
    [ann, 'change', { deal: 'gyre:2', undo: false }], [ann, 'change', { deal: 'gyre:1' }], [bo, 'say', { text: 'Good evening' }],
    [ann, 'mute', { seat: 1, on: true }], [bo, 'say', { text: 'Good night' }], [ann, 'mute', { seat: 1, on: false }], [ann, 'mute', { seat: 0, on: true }],
    [bo, 'mute', { watchers: true, on: true }], [ann, 'mute', { watchers: true, on: true }], [bo, 'say', { text: 'May I?' }], [ann, 'mute', { watchers: true, on: false }],
    [bo, 'say', { text: '' }], [ann, 'look', { n: 0 }], [ann, 'move', { decision: 1, move: 1 }], [ann, 'resign'], [ann, 'vote', { end: true }],
    [ann, 'rematch'], [ann, 'back'], [ann, 'replace', { seat: 1 }], [bo, 'stand'], [bo, 'unwatch'], [bo, 'say', { table, text: 'Still there?' }],
  ]) await s.do(one, word, keys);
  await s.request('Ann', ann.who, 'GET', `tables/${table}/record`);
  await s.watch(bo, table);
  const other = await s.guest('Ann', 'the other Ann');
  await s.watch(other, table);
  await s.do(other, 'sit');
  await s.do(bo, 'sit');
  await s.do(ann, 'stand'); // Bo is the host now
  await s.do(bo, 'seat', { seat: 1, bot: '' });
  await s.do(ann, 'sit');
  await s.do(bo, 'seat', { seat: 0, bot: '' });
  await s.do(ann, 'close');
  await s.do(bo, 'close');
  await s.do(bo, 'close');
  await s.do(ann, 'sit');
};

scripts['the lobby'] = async (s) => {
  const [ann, bo] = [await s.guest('Ann'), await s.guest('Bo')];
  await s.table(ann, bo, { deal: 'gnumies:2', public: true, late: 'wait', window: 5 });
  await s.do(ann, 'create', { deal: 'mome:3', bot: 'hard', watchers: false });
  await s.begin(ann, bo);
  for (const one of [ann, bo, await s.open('a stranger', s.side.person())]) {
    const done = one.command('lobby', { on: true }, 'on');
    await one.until(() => one.lobby, 'the lobby');
    await done;
    await s.hear((a, b) => a.is.localeCompare(b.is)); // in whichever order
  }
};

scripts['choices that lie face down'] = async (s) => {
  const [ann, bo] = [await s.guest('Ann'), await s.guest('Bo')];
  const table = await s.table(ann, bo, { deal: 'gnumies:2', clock: 60 });
  await s.begin(ann, bo);
  const cy = await s.guest('Cy');
  await s.watch(cy, table);
  for (const [word, keys] of [['sit'], ['move', { decision: ann.view.decision, move: 1 }], ['vote', { end: true }], ['resign'], ['rematch'], ['undo', { decision: 1 }]])
    await s.do(cy, word, keys);
  await s.move(ann, 0, { decision: 9999 });
  await s.move(ann, 0, { move: 60000 });
  const { decision, moves } = ann.view;
  for (const [one, keys] of [[ann, { decision, move: moves[0].move }], [ann, { decision, move: 60000 }], [ann, { decision: 9999, move: moves[0].move }],
    [cy, { decision, move: moves[0].move }]]) await s.do(one, 'preview', keys);
  await s.do(ann, 'retract', { decision: ann.view.decision });
  await s.move(ann, 0);
  await s.move(ann, 1);
  await s.do(ann, 'retract', { decision: ann.view.decision });
  await s.move(ann, 0, {}, 'twice');
  await s.move(ann, 0, {}, 'twice');
  await s.do(ann, 'undo', { decision: ann.view.decision });
  await s.move(ann, 0);
  await s.move(bo, 0);
  await s.do(cy, 'look', { n: 4 });
  await s.do(ann, 'look', { n: 9999 });
  for (let i = 0; i < 2; i++) await s.do(bo, 'say', { text: 'Well chosen' }, 'said');
  await s.do(ann, 'replace', { seat: 1 });
  await s.do(ann, 'back');
  await s.do(ann, 'close');
  await s.watch(bo, table); // once more: all of it
  await s.do(ann, 'vote', { end: true });
  await s.do(ann, 'vote', { end: false });
  await s.request('Ann', ann.who, 'GET', `tables/${table}/record`);
  await s.do(bo, 'vote', { end: true });
  await s.do(ann, 'vote', { end: true });
  await s.do(ann, 'vote', { end: true });
  await s.request('Ann', ann.who, 'GET', `tables/${table}/record`);
  await s.do(cy, 'rematch');
  const { table: next } = await s.do(ann, 'rematch');
  await s.do(bo, 'rematch');
  await s.watch(bo, next);
};

// One alone: moves, the way back, and giving up.
scripts['one who plays alone, and one who watches'] = async (s) => {
  const [ann, bo] = [await s.guest('Ann'), await s.guest('Bo')];
  const { table } = await s.do(ann, 'create', { deal: 'borogoves:1' });
  for (const one of [ann, bo]) await s.watch(one, table);
  await s.begin(ann);
  await s.do(ann, 'undo', { decision: ann.view.decision });
  await s.move(ann, 0);
  await s.do(ann, 'undo', { decision: ann.view.decision - 1 });
  await s.do(ann, 'undo', { decision: ann.view.decision });
  await s.move(ann, 0);
  await s.do(bo, 'unwatch');
  await s.do(ann, 'resign');
  await s.watch(bo, table);
};

scripts['giving up at a table of two'] = async (s) => {
  const [ann, bo] = [await s.guest('Ann'), await s.guest('Bo')];
  await s.table(ann, bo, { deal: 'gnumies:2' });
  await s.begin(ann, bo);
  await s.do(bo, 'resign');
  await s.do(ann, 'move', { decision: 1, move: 1 });
};

scripts['a table of three at which nobody may watch'] = async (s) => {
  const [ann, bo] = [await s.guest('Ann'), await s.guest('Bo')];
  const table = await s.table(ann, bo, { deal: 'gnumies:3', watchers: false, undo: false });
  const cy = await s.guest('Cy');
  await s.watch(cy, table);
  await s.do(cy, 'sit');
  await s.begin(ann, bo, cy);
  for (const word of ['undo', 'retract']) { // what lies face down, and nothing else
    await s.do(ann, word, { decision: ann.view.decision });
    await s.move(ann, 0);
    await s.do(bo, word, { decision: ann.view.decision });
    await s.do(ann, word, { decision: ann.view.decision });
  }
  const di = await s.guest('Di');
  await s.watch(di, table);
  await s.do(di, 'look', { n: 0 });
};

scripts['between commitments and nonces'] = async (s) => {
  const [ann, bo] = [await s.guest('Ann'), await s.guest('Bo')];
  const table = await s.table(ann, bo, { deal: 'gnumies:2' });
  const cy = await s.guest('Cy');
  await s.watch(cy, table);
  await s.commit(ann, 1);
  await s.commit(bo, 2);
  for (const [one, word, keys] of [[ann, 'change', { undo: false }], [ann, 'seat', { seat: 1, bot: '' }], [ann, 'close'], [bo, 'stand'], [bo, 'ready', { ready: false }],
    [bo, 'sit', { seat: 0 }], [cy, 'sit'], [cy, 'reveal', { nonce: '1'.repeat(32) }], [bo, 'reveal', { nonce: '1'.repeat(32) }],
    [bo, 'reveal', { nonce: '2'.repeat(32) }], [bo, 'reveal', { nonce: '2'.repeat(32) }], [ann, 'resign']]) await s.do(one, word, keys);
  await s.watch(cy, table);
  await s.do(ann, 'reveal', { nonce: '1'.repeat(32) });
  await s.do(ann, 'reveal', { nonce: '1'.repeat(32) });
};

// Bots think when they like: what is said of the table, and not what they play.
scripts['a bot at the table'] = async (s) => {
  const ann = await s.guest('Ann');
  const { table } = await s.do(ann, 'create', { deal: 'gnumies:2' });
  await s.watch(ann, table);
  await s.commit(ann, 0);
  await s.do(ann, 'seat', { seat: 1, bot: 'easy' });
  s.ignored = ['now', 'step'];
  await s.do(ann, 'reveal', { nonce: '0'.repeat(32) });
};

// ---- both of them

const sides = [await new Real().start(), await new Mock().start()];

async function played(script, side) {
  const s = new Script(side);
  await script(s);
  for (const line of s.lines.values()) line.close();
  return s.told;
}

// All at once, since a server lets some time pass before it tells who is there.
const runs = Object.entries(scripts).map(([what, script]) => [what, Promise.allSettled(sides.map((side) => played(script, side)))]);
for (const [what, run] of runs) {
  await testLater(what, async () => {
    const [real, mock] = (await run).map(({ value, reason }) => {
      if (reason) throw reason;
      return value;
    });
    const n = real.findIndex((line, i) => line !== mock[i]);
    expect(n < 0 && real.length === mock.length, `the server says\n${real[n] ?? 'nothing'}\nand the mock\n${mock[n < 0 ? real.length : n] ?? 'nothing'}`);
  });
}
await sides[0].stop();
end();
