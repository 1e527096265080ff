// forgetting.mjs WABE [--events N] [--guests N] [--lines N] [--seconds N] [--quiet N] [--postgres POSTGRES.SH]: whether moves wait while people are forgotten.
//
// Fills a new store with so many events (10000000), expired guests (100000), and lines that were said at one table (200000), and starts the real server on it. People play
// at tables, and how long each move waited for its `done` is printed, in these parts:
//   guests   the guests are pruned
//   people   the same, while some people with many traces forget themselves
//   long     the one table at which so much was said is deleted
//   tables   all the others are, as far as nobody with an account sat there
// A part ends with the prune, or after so many seconds (300); it is said which, and what is left. Before, between and after them people play as long without the prune as --quiet
// says (30 seconds): a busy machine makes moves wait too. The store is in a folder of its own below TMPDIR (SQLite: about 250 bytes for an event), or in a PostgreSQL that tests/postgres.sh
// starts there; both are gone at the end.
//
// To have less noise, give all of it a larger share of the cores (as root, in a session of its own, -15 into /proc/self/autogroup; not a class of chrt, by which its threads would wait for
// each other). As root, on each core a process that only sleeps, and goes before everything, notes when it was not woken in time: then the core stood still, as those of a virtual machine do now
// and then. Where that was while a move waited, it is taken off its time, and both are printed.
//
// Exit code 0: no move waited more than 50 ms in any of the four. 1: some did, and more often (as a share of all moves) than in the parts without the prune before and after; or a prune
// or a move failed. 3: some did, but not more often than beside it without the prune, so that this run says nothing about them.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, until } from '../tests/patience.mjs';
import { begin, people, post, Server } from '../tests/wire.mjs';

const options = { '--events': 10000000, '--guests': 100000, '--lines': 200000, '--seconds': 300, '--quiet': 30, '--postgres': '' };
const [, , wabe, ...words] = process.argv;
for (let i = 0; i < words.length; i += 2) {
  const fits = words[i] in options && words[i + 1] && (words[i] === '--postgres' || Number(words[i + 1]) > 0);
  if (!fits) words.length = 0, (options.bad = true);
  else options[words[i]] = words[i] === '--postgres' ? words[i + 1] : Number(words[i + 1]);
}
if (!wabe || options.bad) {
  console.error('forgetting.mjs WABE [--events N] [--guests N] [--lines N] [--seconds N] [--quiet N] [--postgres POSTGRES.SH]');
  process.exit(2);
}
const { '--events': events, '--guests': guests, '--lines': lines, '--seconds': longest, '--quiet': rest, '--postgres': postgres } = options;

const TABLES = 20; // at which people play meanwhile
const PAUSE = 400; // milliseconds between two moves at a table, on average
const PER_TABLE = 100; // events of an old table
const MEMBERS = 8; // who have accounts, sat at half of the old tables, and forget themselves
const TOO_LONG = 50;
const HANGS = 600000;

const folder = mkdtempSync(join(tmpdir(), 'wabe-forgetting-'));
const database = join(folder, 'pg');
process.on('exit', () => {
  if (postgres) spawnSync(postgres, ['stop', database]);
  rmSync(folder, { recursive: true, force: true });
});
let store = join(folder, 'store.db');
if (postgres) {
  spawnSync('chmod', ['755', folder]); // another user runs the database
  const started = spawnSync(postgres, ['start', database], { encoding: 'utf8' });
  if (started.status !== 0) throw new Error(started.stderr);
  store = started.stdout.trim();
}
const say = (text) => console.log(`# ${text}`);

// ---- the past

const limits = ['--requests', 1000000, '--messages', 1000, '--per-address', 1000, '--log'];
const serve = (days) => new Server(wabe, { store, args: [...limits, '--days', days] }).start();

const digits = (number) => (postgres ? `lpad((${number})::text, 15, '0')` : `printf('%015d', ${number})`);
const upTo = (n) => `(WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i + 1 < ${n}) SELECT i FROM c) AS numbers`;
const long_ago = Date.now() - 200 * 24 * 3600 * 1000, lately = Date.now();
const tables = Math.ceil(events / PER_TABLE);
// Two guests at each table, and a member at each second one. Guests come from everywhere, so that their rows do not lie together.
const guest = (table, seat) => `'g' || ${digits(`((${table}) * 7919 + ${seat} * 104729) % ${guests}`)}`;
const member = (table) => `'m' || ${digits(`((${table}) / 2) % ${MEMBERS}`)}`;
const blake = spawnSync('python3', ['-c', `import hashlib
for i in range(${MEMBERS}): print(hashlib.blake2b(b'member%d' % i, digest_size=32).hexdigest())`], { encoding: 'utf8' }).stdout.trim().split('\n');

const statements = [
  'DROP INDEX events_person', 'DROP INDEX seats_person',
  `INSERT INTO people (id, name, seen) SELECT 'g' || ${digits('i')}, 'Guest ' || i, ${long_ago} + i % 1000 FROM ${upTo(guests)}`,
  `INSERT INTO tokens (hash, made, person) SELECT 'x' || ${digits('i')}, ${long_ago}, 'g' || ${digits('i')} FROM ${upTo(guests)}`,
  `INSERT INTO people (id, name, seen) SELECT 'm' || ${digits('i')}, 'Member ' || i, ${Date.now()} FROM ${upTo(MEMBERS)}`,
  `INSERT INTO accounts (folded, name, passphrase, person) SELECT 'm' || i, 'm' || i, '-', 'm' || ${digits('i')} FROM ${upTo(MEMBERS)}`,
  ...blake.map((hash, i) => `INSERT INTO tokens (hash, made, person) SELECT '${hash}', ${long_ago}, 'm' || ${digits(i)}`),
  `INSERT INTO tables (id, state, public, host, made, changed, wake, node, lease, length, said, turns, seated, seated_at, listed)
   SELECT 't' || ${digits('i')}, 2, 0, ${guest('i', 0)}, ${long_ago}, ${lately} + i, 9223372036854775807, '', 0, ${PER_TABLE}, 0, 0, '', 1,
   '{"deal":"gyre:2","seats":[{"name":"Guest"},{"name":"Guest"}]' FROM ${upTo(tables)}`,
  ...[0, 1].map((seat) => `INSERT INTO seats (room, seat, person) SELECT 't' || ${digits('i')}, ${seat}, ${guest('i', seat)} FROM ${upTo(tables)}`),
  `INSERT INTO seats (room, seat, person) SELECT 't' || ${digits('i')}, 2, ${member('i')} FROM ${upTo(tables)} WHERE i % 2 = 1`,
  `INSERT INTO events (room, n, at, person, name, body) SELECT 't' || ${digits(`i / ${PER_TABLE}`)}, i % ${PER_TABLE} + 1, ${long_ago} + i / ${PER_TABLE},
   CASE WHEN i % 3 < 2 THEN ${guest(`i / ${PER_TABLE}`, 'i % 3')} WHEN i / ${PER_TABLE} % 2 = 1 THEN ${member(`i / ${PER_TABLE}`)} ELSE '' END, 'Guest',
   '{"is":"move","seat":1,"move":123456,"decision":17,"id":"abcdefgh-17","hash":"0123456789abcdef","draws":[1,2,3,4,5]}' FROM ${upTo(events)}`,
  `INSERT INTO lines (room, n, at, seat, person, name, words, command) SELECT 't' || ${digits(0)}, i + 1, ${long_ago}, 0, 'nobody', 'Guest', 'hello', 'c' || i FROM ${upTo(lines)}`,
  `UPDATE tables SET said = ${lines} WHERE id = 't' || ${digits(0)}`,
  `CREATE INDEX events_person ON events (person) WHERE person <> ''`, 'CREATE INDEX seats_person ON seats (person)',
];

// What the last statement gives, if it gives something: one number.
function sql(statements, fast) {
  const python = `import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
if sys.argv[2]:
  for pragma in ('journal_mode = OFF', 'synchronous = OFF', 'cache_size = -400000', 'temp_store = FILE'): file.execute('PRAGMA ' + pragma)
file.execute('BEGIN')
for statement in sys.stdin.read().split(';\\n'): row = file.execute(statement).fetchone()
file.execute('COMMIT')
if sys.argv[2]: file.execute('PRAGMA journal_mode = WAL')
else: file.execute('PRAGMA wal_checkpoint(TRUNCATE)')
if row: print(row[0])`;
  const vacuum = fast ? ['-c', 'VACUUM ANALYZE'] : [];
  const program = postgres
    ? ['psql', ['--no-psqlrc', '-qtA', '-v', 'ON_ERROR_STOP=1', '-c', 'SET session_replication_role = replica', '-f', '-', ...vacuum, '-d', store]]
    : ['python3', ['-c', python, store, fast ? 'fast' : '']];
  const done = spawnSync(program[0], program[1], { input: statements.join(';\n'), encoding: 'utf8', env: { ...process.env, SQLITE_TMPDIR: folder } });
  if (done.status !== 0) throw new Error(done.stderr);
  spawnSync('sync'); // what has to be written of that would make moves wait
  return Number(done.stdout.trim().split('\n').at(-1));
}

// ---- the machine

const stills = []; // [from, to] in milliseconds of the clock that `clock` shows
const clock = () => Number(process.hrtime.bigint()) / 1e6;
let watched = false;

function watchMachine() {
  const python = `import time
while True:
  a = time.monotonic(); time.sleep(0.002); b = time.monotonic()
  if b - a > 0.007: print(a * 1000 + 2, b * 1000, flush=True)`;
  if (spawnSync('chrt', ['-f', '50', 'true']).status !== 0) return;
  watched = true;
  for (let core = 0; core < cpus().length; core++) {
    const child = spawn('chrt', ['-f', '50', 'taskset', '-c', String(core), 'python3', '-c', python], { stdio: ['ignore', 'pipe', 'inherit'] });
    let rest = '';
    child.stdout.on('data', (text) => {
      const all = (rest + text).split('\n');
      rest = all.pop();
      for (const line of all) stills.push(line.split(' ').map(Number));
    });
    process.on('exit', () => child.kill());
  }
}

// How much of that time some core stood still.
function stoodStill(from, to) {
  let sum = 0, reached = from;
  for (const [a, b] of stills) { // in order, but for what the cores say at the same time
    if (b <= reached || a >= to) continue;
    sum += Math.min(b, to) - Math.max(a, reached);
    reached = Math.max(reached, Math.min(b, to));
  }
  return sum;
}

// ---- the present

// People play for as long as `goes`; the milliseconds that each move has waited.
async function play(port, goes) {
  const waits = [];
  await Promise.all(Array.from({ length: TABLES }, async (_, i) => {
    const pair = await people(port, [`Ann ${i}`, `Bo ${i}`]);
    while (goes()) {
      await begin(pair, { deal: 'gyre:2' });
      while (goes() && pair.every(({ state }) => state === 'playing')) {
        const mover = pair.find((player) => player.asked);
        if (!mover) {
          await Promise.race(pair.map((player) => player.until(() => player.asked || player.state === 'over', 'a turn', HANGS)));
          continue;
        }
        await sleep(2 * PAUSE * mover.chance());
        const from = clock();
        const answer = await mover.move();
        waits.push([from, clock()]);
        if (answer.is === 'done') continue;
        refused++; // the store did not answer in time: once more
        mover.sent = null;
      }
      if (goes()) await Promise.all(pair.map((player) => player.until(() => player.state === 'over', 'the end')));
    }
    for (const player of pair) player.close();
  }));
  return waits;
}

let refused = 0;
function report(part, waits, seconds) {
  stills.sort(([a], [b]) => a - b);
  const begun = waits.reduce((least, [from]) => Math.min(least, from), Infinity);
  const mine = stills.filter(([, to]) => to > begun);
  const words = (times) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
    return `${[0.5, 0.9, 0.99, 0.999].map(at).join(', ')} ms (half, 90 %, 99 %, 99.9 %), at most ${sorted.at(-1).toFixed(1)} ms, ${sorted.filter((ms) => ms > TOO_LONG).length} above ${TOO_LONG} ms`;
  };
  const whole = waits.map(([from, to]) => to - from);
  stills.splice(0, stills.length, ...mine);
  const own = waits.map(([from, to]) => to - from - stoodStill(from, to));
  say(`${part}; ${seconds.toFixed(0)} s: ${waits.length} moves waited ${words(whole)}${refused ? `; ${refused} refused` : ''}`);
  if (watched) say(`  without the ${mine.length} times that a core stood still, at most ${Math.max(0, ...mine.map(([a, b]) => b - a)).toFixed(0)} ms: ${words(own)}`);
  const result = { above: own.filter((ms) => ms > TOO_LONG).length, moves: waits.length, refused };
  refused = 0;
  return result;
}

async function quiet() {
  const server = await serve(36500), from = performance.now();
  const waits = await play(server.port, () => performance.now() - from < rest * 1000);
  const result = report('without the prune', waits, (performance.now() - from) / 1000);
  await server.stop();
  return result;
}

// `left` says what a statement counts when it is over; `forgets`: people forget themselves meanwhile.
async function busy(part, left, count, forgets) {
  const before = sql([count]);
  const server = await serve(90), from = performance.now();
  let told = 0, result = null, gone = 0, over = false;
  const pruned = () => { // only what has been said since the last time is looked at
    const line = / pruned result=([0-9]+)/.exec(server.err.slice(Math.max(0, told - 100)));
    told = server.err.length;
    result ??= line && Number(line[1]);
    return result !== null;
  };
  const forgetting = (async () => {
    for (let i = 0; forgets && i < MEMBERS && !over; i++) { // an answer may come too late to be waited for: it goes on nevertheless
      await post(server.port, 'forget', {}, { cookie: `member${i}` });
      gone++;
      await until(() => over || performance.now() - from > (i + 1) * 15000, 'the next one', 1e9);
    }
  })();
  const waits = await play(server.port, () => !(pruned() || performance.now() - from > longest * 1000));
  over = true;
  const seconds = (performance.now() - from) / 1000;
  await forgetting;
  await server.stop();
  const ended = result === null ? 'the prune goes on' : result === 0 ? 'the prune has ended' : 'the prune has FAILED';
  const whole = forgets ? `, and ${gone} people who forget themselves` : '';
  return { ...report(`${part}${whole}: ${ended}, of ${before} ${left} ${sql([count])} are left`, waits, seconds), failed: (result ?? 0) !== 0 };
}

const began = performance.now();
await (await serve(36500)).stop(); // makes the schema
sql(statements, true);
say(`${events} events at ${tables} tables, ${guests} expired guests, ${lines} lines at one table, ` +
  `${postgres ? 'PostgreSQL' : `SQLite, ${(statSync(store).size / 2 ** 20).toFixed(0)} MB`}; made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
watchMachine();
const first = `'t' || ${digits(0)}`;
const without = [await quiet()], during = [];
const guestsLeft = `SELECT count(*) FROM people WHERE id LIKE 'g0%'`;
for (const [part, forgets] of [['guests', false], ['people', true]]) {
  during.push(await busy(part, 'guests', guestsLeft, forgets));
  without.push(await quiet());
}
sql([`UPDATE people SET seen = ${lately}`, 'DELETE FROM forgotten', `UPDATE tables SET changed = ${long_ago} WHERE id = ${first}`]);
during.push(await busy('the long table', 'lines', `SELECT count(*) FROM lines WHERE room = ${first}`));
without.push(await quiet());
sql([`UPDATE tables SET changed = ${long_ago} WHERE state = 2 AND id < 'u' AND id >= 't00000'`]);
during.push(await busy('tables', 'tables', `SELECT count(*) FROM tables WHERE made = ${long_ago}`));
without.push(await quiet());

// Each part is compared with those beside it: what else the machine does changes with time.
const share = ({ above, moves }) => above / moves;
const beside = during.map((_, i) => Math.max(share(without[i]), share(without[i + 1])));
const failed = during.some(({ failed, refused }) => failed || refused > 0);
const percent = (part) => `${(100 * part).toFixed(2)} %`;
say(`above ${TOO_LONG} ms: ${during.map((part, i) => `${percent(share(part))} (${percent(share(without[i]))} before, ${percent(share(without[i + 1]))} after)`).join(', ')}` +
  `${failed ? '; something FAILED' : ''}`);
process.exit(failed || during.some((part, i) => share(part) > beside[i]) ? 1 : during.some(({ above }) => above > 0) ? 3 : 0);
