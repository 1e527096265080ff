// wire.mjs: a server for tests, and clients that speak docs/protocol.md with it. WebSockets are written out here: that of newer
// Nodes sends no cookies, and vandals need every byte.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { seatCommitment } from './blake2b.mjs';
import { patience, sleep, until } from './patience.mjs';
import { expect } from './tap.mjs';

// Everything that was started and still runs: nothing outlives a test.
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

// What people choose at random follows from a seed, the same in every run unless WABE_SEED says another. The luck of the deals is the
// server's own: tests hold for each of them.
const seed = Number(process.env.WABE_SEED ?? 1);
console.log(`# WABE_SEED=${seed}`);
const luck = (state) => () => {
  state = (state + 0x9e3779b9) | 0;
  let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
};
export const chance = luck(seed);

// ---- a server

export class Server {
  // port: null for none that is asked for; env: besides the usual one
  constructor(program, { store, args = [], port = 0, env = {} } = {}) {
    Object.assign(this, { program, store, args, port, env, err: '' });
  }

  async start() {
    const wishes = { '--port': this.port, '--store': this.store };
    const args = Object.entries(wishes).filter(([, value]) => value !== undefined && value !== null).flat();
    const child = spawn(this.program, ['serve', ...args, ...this.args].map(String),
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...this.env } });
    Object.assign(this, { child, out: '', ended: once(child, 'close') });
    running.add(child);
    child.on('exit', () => running.delete(child));
    child.stdout.on('data', (text) => (this.out += text));
    child.stderr.on('data', (text) => (this.err += text));
    await until(() => {
      expect(child.exitCode === null && child.signalCode === null, `the server ended: ${this.out}${this.err}`);
      return this.out.includes('Ctrl-C');
    }, 'a server');
    this.link = /Wabe is at (http:\S+)\n/.exec(this.out)[1];
    this.port = Number(new URL(this.link).port);
    return this;
  }

  async stop(signal = 'SIGTERM') {
    this.child.kill(signal);
    const [code, by] = await this.ended;
    expect(code === 0, `the server ended with ${code ?? by}: ${this.err}`);
    expect(this.out.endsWith('Wabe has stopped.\n'), `last words: ${this.out}`);
  }

  async kill() {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

// Clocks for a server, ahead of the machine's (behind it below 0): `library` is built from set_clock.c, `env` is for the Server.
export class Clock {
  constructor(library, folder) {
    this.file = join(folder, `clock-${randomBytes(4).toString('hex')}`);
    this.set({});
    this.env = { LD_PRELOAD: library, WABE_TEST_CLOCK: this.file, ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:verify_asan_link_order=0` };
  }

  // In seconds. `steady` is the clock that nobody sets: it only goes on.
  set({ wall = 0, steady = 0 }) {
    closeSync(openSync(this.file, 'a'));
    const bytes = Buffer.alloc(16);
    bytes.writeBigInt64LE(BigInt(wall * 1000), 0);
    bytes.writeBigInt64LE(BigInt(steady * 1000), 8);
    const to = openSync(this.file, 'r+'); // the server has it in its memory
    writeSync(to, bytes);
    closeSync(to);
  }
}

// ---- HTTP

// from: the address of this machine that it comes from
export function ask(port, path, { method = 'GET', headers = {}, body, cookie, from } = {}) {
  return new Promise((done, failed) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const all = { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers };
    if (cookie) all.Cookie = `wabe=${cookie}`;
    const asked = request({ host: '127.0.0.1', port, path, method, headers: all, agent: false, localAddress: from }, (answer) => {
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('error', failed);
      answer.on('end', () => {
        const got = { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(pieces).toString() };
        try {
          got.json = JSON.parse(got.text);
        } catch {
          got.json = null;
        }
        const given = /^wabe=([^;]*)/.exec(answer.headers['set-cookie']?.[0] ?? '');
        if (given) got.cookie = given[1];
        done(got);
      });
    });
    asked.on('error', failed);
    asked.end(text);
  });
}

export const post = (port, path, body, options = {}) => ask(port, `/api/1/${path}`, { method: 'POST', body, ...options });

// The same for whoever tries again: a busy machine may need longer, to hash a passphrase say, than the server lets people wait. The answer
// has `tries`.
export function postAgain(port, path, body, options) {
  let tries = 0;
  return until(async () => {
    const answer = await post(port, path, body, options);
    tries++;
    return answer.status !== 503 && { ...answer, tries };
  }, `an answer to ${path}`);
}

export async function guest(port, name) {
  const answer = await postAgain(port, 'guest', { name });
  expect(answer.status === 200 && answer.cookie, `no guest: ${answer.status} ${answer.text}`);
  return answer.cookie;
}

// A guest gets an account: the answer, and the only cookie that is good from then on. On a busy machine the first try may have succeeded too late
// to be told: then one logs in.
export async function makeAccount(port, account, passphrase, cookie) {
  const made = await postAgain(port, 'account', { account, passphrase }, { cookie });
  const answer = made.tries > 1 && made.status === 403 ? await postAgain(port, 'login', { account, passphrase }) : made;
  expect(answer.status === 200 && answer.cookie, `no account: ${answer.status} ${answer.text}`);
  return answer;
}

// ---- WebSocket: RFC 6455, as much of it as a client needs

export const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;

export class Web extends EventEmitter {
  // 'text' (string), 'closed' (code, reason); open() fails with the status line
  constructor(port, { cookie, headers = {}, path = '/api/1/socket', protocol = 'wabe.1' } = {}) {
    super();
    this.port = port;
    this.key = randomBytes(16).toString('base64');
    const all = {
      Host: `127.0.0.1:${port}`, Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Key': this.key,
      'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Protocol': protocol, ...(cookie ? { Cookie: `wabe=${cookie}` } : {}), ...headers,
    };
    this.head = [`GET ${path} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
    this.got = Buffer.alloc(0);
    this.message = [];
    this.code = null;
  }

  open() {
    return new Promise((done, failed) => {
      this.socket = connect(this.port, '127.0.0.1');
      this.socket.setNoDelay(true);
      this.socket.on('error', () => {});
      this.socket.on('connect', () => this.socket.write(this.head));
      this.socket.on('data', (piece) => {
        this.got = Buffer.concat([this.got, piece]);
        if (!this.opened && !this.shaken(done, failed)) return;
        while (this.frame());
      });
      this.socket.on('close', () => {
        failed(new Error('closed before it was open'));
        this.emit('closed', this.code ?? 1006, this.reason ?? '');
      });
    });
  }

  shaken(done, failed) {
    const end = this.got.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.got.subarray(0, end).toString('latin1');
    const status = head.split('\r\n')[0];
    this.got = this.got.subarray(end + 4);
    const proof = createHash('sha1').update(`${this.key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    if (!status.includes(' 101 ') || !head.includes(proof) || !/sec-websocket-protocol: wabe\.1/i.test(head)) {
      failed(Object.assign(new Error(status), { status: Number(status.split(' ')[1]) }));
      this.socket.destroy();
      return false;
    }
    this.opened = true;
    done(this);
    return true;
  }

  frame() {
    const got = this.got;
    if (got.length < 2) return false;
    let n = got[1] & 127, at = 2;
    if (n === 126 && got.length >= 4) [n, at] = [got.readUInt16BE(2), 4];
    else if (n === 127 && got.length >= 10) [n, at] = [Number(got.readBigUInt64BE(2)), 10];
    else if (n >= 126) return false;
    if (got.length < at + n) return false;
    const kind = got[0] & 15, bytes = got.subarray(at, at + n);
    this.got = got.subarray(at + n);
    if (kind === PING) this.send(bytes, PONG);
    else if (kind === CLOSE) {
      [this.code, this.reason] = [n >= 2 ? bytes.readUInt16BE(0) : 1005, bytes.subarray(2).toString()];
      this.socket.end();
    } else if (kind <= BINARY) {
      this.message.push(bytes);
      if (got[0] & 128) this.emit('text', Buffer.concat(this.message.splice(0)).toString());
    }
    return true;
  }

  send(payload, kind = TEXT) {
    const bytes = Buffer.from(payload), mask = randomBytes(4), n = bytes.length;
    const head = n < 126 ? Buffer.from([0, 128 | n]) : n < 65536 ? Buffer.alloc(4) : Buffer.alloc(10);
    if (n >= 65536) head.writeBigUInt64BE(BigInt(n), 2);
    else if (n >= 126) head.writeUInt16BE(n, 2);
    if (n >= 126) head[1] = 128 | (n < 65536 ? 126 : 127);
    head[0] = 128 | kind;
    for (let i = 0; i < n; i++) bytes[i] ^= mask[i & 3];
    this.socket.write(Buffer.concat([head, mask, bytes]));
  }

  drop() {
    this.socket.destroy();
  }
}

// ---- somebody at a table

let clients = 0;

// What is to be done with every message that any of them hears.
export const hearers = new Set();

export class Client {
  // ports: of the servers that this one may connect to, the first being the favourite; stays: reconnects by itself
  constructor(ports, { cookie, name = 'stranger', stays = false, headers = {} } = {}) {
    Object.assign(this, { ports: [ports].flat(), cookie, name, stays, headers });
    this.reveals = true; // by itself, and is ready again when a start was called off
    this.word = `${(++clients).toString(36)}-${randomBytes(4).toString('hex')}`;
    this.chance = luck(seed + clients * 1000003);
    this.count = 0;
    this.pending = new Map(); // commands without an answer, oldest first
    this.heard = []; // every message: { at, text, message }
    this.waiters = new Set();
    this.reconnections = 0;
    this.forgetTable();
  }

  forgetTable() {
    [this.table, this.view, this.log, this.lines, this.cue, this.mayUndo, this.sent, this.committed] = [null, null, [], [], null, false, null, null];
  }

  async open() {
    const web = new Web(this.ports[this.reconnections % this.ports.length], { cookie: this.cookie, headers: this.headers });
    web.on('text', (text) => web === this.web && this.take(text));
    this.web = web;
    this.welcome = null;
    await web.open();
    web.on('closed', (code, reason) => web === this.web && this.lost(code, reason));
    await this.until(() => this.welcome || this.closed, 'a welcome');
    return this;
  }

  lost(code, reason) {
    this.closed = { code, reason };
    this.welcome = null;
    if (this.stays) this.again();
    this.wake();
  }

  // A new connection, then the table, then what was not answered.
  async again() {
    const watches = []; // the new connection watches anew, and its answer is theirs
    for (const [id, { message, done }] of this.pending) {
      if (message.do !== 'watch') continue;
      watches.push(done);
      this.pending.delete(id);
    }
    while (this.stays) {
      try {
        this.reconnections++;
        this.closed = null;
        await this.open();
        break;
      } catch {
        await sleep(20 + 60 * this.chance());
      }
    }
    if (!this.stays || this.closed) return;
    const unanswered = [...this.pending.values()];
    if (this.watching) {
      this.sent = null;
      this.command('watch', { table: this.watching }).then((answer) => watches.forEach((done) => done(answer)));
    }
    for (const { message } of unanswered) this.web.send(JSON.stringify(message));
  }

  take(text) {
    const message = JSON.parse(text);
    this.heard.push({ at: Date.now(), text, message });
    for (const hear of hearers) hear(message);
    if (message.is === 'welcome') this.welcome = message;
    else if (message.is === 'done' || message.is === 'no') {
      this.pending.get(message.id)?.done(message);
      this.pending.delete(message.id);
    } else if (message.is === 'lobby') this.lobby = message;
    else if (message.table === this.watching) this.takeTable(message);
    this.wake();
  }

  takeTable(message) {
    if (message.is === 'table') {
      this.table = message;
      if (this.reveals && this.committed && message.state === 'gathering') this.answerLuck(message);
    } else if (message.is === 'chat') this.lines.push(...message.lines);
    else {
      this.view = message.view;
      this.cue = message.cue;
      this.mayUndo = message.undo;
      this.log = message.is === 'now' ? message.log : [...this.log, ...message.log];
    }
  }

  wake() {
    for (const waiter of this.waiters) waiter();
  }

  // Waits until it holds; what it returned.
  until(holds, what = String(holds), limit = patience()) {
    return new Promise((done, failed) => {
      const at = new Error(`${this.name} waits in vain for ${what}; last: ${this.heard.at(-1)?.text.slice(0, 300)}`);
      const look = () => {
        let got;
        try {
          got = holds();
        } catch (error) {
          end();
          return failed(error);
        }
        if (got) {
          end();
          done(got);
        }
      };
      const timer = setTimeout(() => (end(), failed(at)), limit).unref(); // one of several may be waited for
      const end = () => (clearTimeout(timer), this.waiters.delete(look));
      this.waiters.add(look);
      look();
    });
  }

  // The answer, done or no. A command that is repeated has the same id.
  command(word, keys = {}, id = `${this.word}-${++this.count}`) {
    const message = { do: word, id, ...keys };
    return new Promise((done) => {
      this.pending.set(id, { message, done });
      if (this.welcome) this.web.send(JSON.stringify(message));
    });
  }

  at(word, keys = {}, id) {
    return this.command(word, { table: this.watching, ...keys }, id);
  }

  async must(word, keys, id) {
    const answer = await (word === 'create' || word === 'lobby' ? this.command(word, keys, id) : this.at(word, keys, id));
    expect(answer.is === 'done', `${this.name}: ${word} ${JSON.stringify(keys ?? {})}: ${JSON.stringify(answer)}`);
    return answer;
  }

  // Refused, and for this reason.
  async mustNot(code, word, keys, id) {
    const answer = await (word === 'create' || word === 'lobby' ? this.command(word, keys, id) : this.at(word, keys, id));
    const told = `${this.name}: ${word} ${JSON.stringify(keys ?? {}).slice(0, 200)}: ${JSON.stringify(answer)}`;
    expect(answer.is === 'no' && answer.code === code, `not ${code}: ${told}`);
    expect(/^[A-Z'"].*[.!]$/.test(answer.why), `no sentence: ${told}`);
    return answer;
  }

  async watch(table) {
    this.forgetTable();
    this.watching = table;
    return this.must('watch');
  }

  get seat() {
    return this.table?.you.seat ?? null;
  }

  get state() {
    return this.table?.state;
  }

  // Commits to a nonce for the running attempt.
  ready(ready = true) {
    const { table, luck: { attempt } } = this.table;
    this.nonce = randomBytes(16).toString('hex');
    this.committed = ready ? { attempt, commitment: seatCommitment(table, attempt, this.seat, this.nonce) } : null;
    return this.must('ready', ready ? { ready, commitment: this.committed.commitment } : { ready });
  }

  // Reveals it when all have committed; on a busy machine that may be too late, and a new attempt begins.
  answerLuck({ luck, you: { seat }, seats }) {
    if (luck.reveal && !this.committed.revealed && luck.commitments[seat] === this.committed.commitment && !seats[seat].revealed) {
      this.committed.revealed = true;
      this.at('reveal', { nonce: this.nonce });
    } else if (luck.attempt > this.committed.attempt && seat !== null) this.ready();
  }

  // Whether the table waits for a choice of this one. A moment of the past has no decision.
  get asked() {
    const { view, seat } = this;
    return this.state === 'playing' && view?.decision !== undefined && seat !== null && view.waiting?.includes(seat) && view.moves?.length > 0 &&
      !view.moves.some((move) => move.chosen) && this.sent !== view;
  }

  anyMove() {
    return this.view.moves[Math.floor(this.chance() * this.view.moves.length)].move;
  }

  move(move = this.anyMove()) {
    this.sent = this.view;
    return this.at('move', { decision: this.view.decision, move });
  }

  // Random moves until the match is over, or for so many moves of one's own.
  async playRandom({ most = Infinity, onDone = () => {} } = {}) {
    for (let n = 0; n < most; n++) {
      await this.until(() => this.asked || ['over', 'closed'].includes(this.state), 'a turn or the end');
      if (!this.asked) break;
      const { view } = this, move = this.anyMove();
      const answer = await this.move(move);
      if (answer.is === 'done') onDone(view, move);
      else if (answer.code === 'limit' || answer.code === 'busy') {
        await sleep(100);
        this.sent = null;
      } else expect(answer.code === 'stale' || (answer.code === 'state' && this.state !== 'playing'), `${this.name}: a move is refused: ${JSON.stringify(answer)}`);
    }
  }

  close() {
    this.stays = false;
    this.web?.drop();
  }
}

// People with connections: their names.
export async function people(ports, names, options = {}) {
  const port = [ports].flat()[0];
  return Promise.all(
    names.map(async (name) => new Client(ports, { name, cookie: await guest(port, name), ...options }).open()),
  );
}

// A table of these people, in this order, with bots on the seats that are left; it begins.
export async function begin(players, settings, bots = []) {
  const [host, ...others] = players;
  const { table } = await host.must('create', settings);
  await host.watch(table);
  for (const other of others) {
    await other.watch(table);
    await other.must('sit');
  }
  for (const [i, bot] of bots.entries()) await host.must('seat', { seat: players.length + i, bot });
  await Promise.all(players.map((player) => player.ready()));
  await Promise.all(players.map((player) => player.until(() => player.state === 'playing' && player.view, 'the beginning')));
  return table;
}

// In a game that is played to its end, what is next is what follows from the view: `fixed` tells of windows of a fixed length, in which
// the view shows nothing of the answer of whoever is asked alone.
export function checkCues(client, { fixed = false } = {}) {
  for (const { message: { view, cue, undo }, text } of client.heard.filter(({ message: { is } }) => is === 'now' || is === 'step')) {
    const { viewer, result, decision, waiting, moves = [], onlypass = false, quiet = false } = view;
    const owes = decision !== undefined && waiting.map(String).includes(viewer) && moves.length > 0 && !moves.some(({ chosen }) => chosen);
    const wanted = result ? 'over' : !owes ? 'wait' : fixed && quiet && onlypass ? 'pass' : 'ask';
    const held = fixed && quiet && waiting.length === 1 && cue === 'wait' && undo;
    expect((cue === wanted || held) && (decision !== undefined || !undo), `${client.name} is told ${cue} and undo ${undo}, not ${wanted}: ${text.slice(0, 300)}`);
  }
}

// The words of the moves of a seat, in their order, as the record has them.
const movesOf = (record, seat) => record.split('\n').filter((line) => line.startsWith(`${seat} `)).map((line) => line.slice(2));

// The record of a match that is over is one that `wabe replay --verify` takes, and has for each seat exactly the moves that it was told of. `record` is the
// server's answer.
export function checkRecord(program, folder, table, record, commitment, told) {
  expect(record.status === 200, `no record of ${table}: ${record.text}`);
  const file = join(folder, `${table}.wabe`);
  writeFileSync(file, record.text);
  const check = spawnSync(program, ['replay', '--verify', '--commitment', commitment, file], { encoding: 'utf8' });
  expect(check.status === 0, `the record is refused: ${check.stdout}${check.stderr}`);
  told.forEach((moves, seat) => {
    const stored = movesOf(record.text, seat);
    expect(JSON.stringify(stored) === JSON.stringify(moves),
      `${table}: seat ${seat} was told of ${moves.length} moves, ${stored.length} are there:\n${moves.join('\n')}\n\n${record.text}`);
  });
}
