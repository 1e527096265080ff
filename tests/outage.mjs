// outage.mjs WABE SET_CLOCK: the store refuses for a while, since another program holds its file, or its disk is full. What was not stored is not
// done, and nobody hears of it; afterwards all goes on. SET_CLOCK: the library of set_clock.c. Prints TAP.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './patience.mjs';
import { end, expect, testLater } from './tap.mjs';
import { ask, begin, Clock, people, post, Server } from './wire.mjs';

const [, , program, library] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-outage-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const store = join(folder, 'store.db');
const server = await new Server(program, { store, args: ['--requests', 1000000, '--messages', 1000] }).start();

// Holds the file until its input ends.
async function hold(what = store) {
  const words = `import sqlite3, sys
file = sqlite3.connect(${JSON.stringify(what)}, isolation_level=None)
file.execute('PRAGMA busy_timeout = 60000')
file.execute('BEGIN IMMEDIATE')
print('held', flush=True)
sys.stdin.read()
file.execute('ROLLBACK')`;
  const child = spawn('python3', ['-c', words], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((held) => child.stdout.once('data', held));
  return () => new Promise((gone) => (child.once('exit', gone), child.stdin.end()));
}

await testLater('what cannot be stored is not done, and nobody hears of it', async () => {
  const [ann, bo, cy, dot, eve] = await people(server.port, ['Ann', 'Bo', 'Cy', 'Dot', 'Eve']);
  await begin([ann, bo], { deal: 'gyre:2', public: true });
  await begin([cy, dot], { deal: 'gyre:2', public: true });
  await eve.watch(ann.watching);
  const mover = await Promise.any([ann, bo].map((player) => player.until(() => player.asked && player, 'a turn')));
  const keys = { decision: mover.view.decision, move: mover.anyMove() };
  const players = [ann, bo, cy, dot];
  const release = await hold();
  const heard = players.map((player) => player.heard.length);
  eve.close(); // whoever goes makes the server tell who is there
  const ask = () => Promise.all([mover.at('move', keys, 'again'), cy.at('resign', {}, 'gives-up')]);
  const answers = await ask();
  expect(answers.every(({ is, code }) => is === 'no' && code === 'busy'), `while nothing can be stored: ${JSON.stringify(answers)}`);
  await Promise.all(players.map((player) => player.at('look', { n: 0 }))); // nothing is under way to them any more
  for (const [i, player] of players.entries()) {
    const news = player.heard.slice(heard[i]).filter(({ message }) => (message.view && message.is !== 'done') || message.state === 'over' || message.luck?.secret);
    expect(news.length === 0, `${player.name} hears of what is not stored: ${news[0]?.text.slice(0, 300)}`);
  }
  await release();
  // What was not done is not remembered: with the same ids it is done now.
  await until(async () => (await ask()).every(({ is }) => is === 'done'), 'that both are done');
  for (const player of [ann, bo]) await player.until(() => player.view.n > 0 && player.view.decision !== keys.decision, 'the move');
  for (const player of [cy, dot]) await player.until(() => player.state === 'over' && player.table.luck.secret, 'the end');
  for (const player of players) player.close();
});

await testLater('a file that may not grow any more is an error of what is stored, and no end of the server', async () => {
  // In blocks of 512 bytes, and of 1024 by some shells: enough for a new store.
  const limited = join(folder, 'limited.sh');
  writeFileSync(limited, `#!/bin/sh\nulimit -f 1200\nexec ${JSON.stringify(program)} "$@"\n`, { mode: 0o755 });
  const small = await new Server(limited, { store: join(folder, 'small.db'), args: ['--requests', 1000000, '--messages', 1000] }).start();
  const [ann] = await people(small.port, ['Ann']);
  const { table } = await ann.must('create', { deal: 'gyre:2' });
  await ann.watch(table);
  let answer;
  for (let i = 0; i < 1000 && answer?.is !== 'no'; i++) {
    answer = await Promise.race([ann.at(i % 2 ? 'sit' : 'stand'), small.ended.then(([code, by]) => ({ ended: code ?? by }))]);
    expect(!answer.ended, `the server has ended by ${answer.ended}`);
  }
  expect(answer.code === 'busy', `no end of the room: ${JSON.stringify(answer)}`);
  await until(() => /the store fails: .*disk I\/O error/.test(small.err), 'a word about it');
  ann.close();
  await small.stop();
});

await testLater('who is forgotten is told what is left when the store fails in the middle, and it goes by itself', async () => {
  const by_hand = (words) => {
    const done = spawnSync('python3', ['-c', `import sqlite3, sys
file = sqlite3.connect(${JSON.stringify(store)}, isolation_level=None, timeout=60)
for row in file.execute(sys.argv[1]): print(*row)`, words], { encoding: 'utf8' });
    expect(done.status === 0, done.stderr);
    return done.stdout.trim();
  };
  const [zoe] = await people(server.port, ['Zoe']);
  const { table } = await zoe.must('create', { deal: 'gyre:2' });
  await zoe.watch(table);
  await zoe.must('say', { text: 'I was here' });
  by_hand(`CREATE TRIGGER refuses BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'not now'); END`);
  const answer = await post(server.port, 'forget', {}, { cookie: zoe.cookie });
  expect(answer.status === 503 && /You are forgotten/.test(answer.json.why) && !/nothing has been done/.test(answer.text), `what is said: ${answer.text}`);
  expect((await ask(server.port, '/api/1/me', { cookie: zoe.cookie })).json.me === null, 'the person is gone');
  expect(by_hand(`SELECT count(*) FROM lines WHERE words = 'I was here'`) === '1', 'the line is still there');
  by_hand('DROP TRIGGER refuses');
  zoe.close();
  await server.kill();
  await server.start();
  await until(() => by_hand(`SELECT count(*) FROM lines WHERE words = 'I was here'`) === '0', 'that the line goes');
});

await server.kill();

await testLater('what is old is not looked for a second time while that goes on', async () => {
  const clock = new Clock(library, folder), file = join(folder, 'hours.db'), HOUR = 3601;
  let port;
  const counted = await until(async () => { // a free port, unless another program is quicker
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    ({ port } = probe.address());
    await new Promise((closed) => probe.close(closed));
    return new Server(program, { store: file, args: ['--requests', 1000000, '--log', '--metrics', `127.0.0.1:${port}`], env: clock.env }).start().catch((error) => {
      if (!error.message.includes('another program has it')) throw error;
    });
  }, 'a server with figures');
  const waiting = async () => Number(/^wabe_store_waiting ([0-9]+)/m.exec((await ask(port, '/metrics')).text)[1]);
  const pruned = () => counted.err.split(' pruned ').length - 1;
  await until(() => pruned() === 1, 'the first time');
  const release = await hold(file);
  clock.set({ steady: HOUR }); // two lists of tables, the prune, and a claim
  await until(async () => (await waiting()) >= 4, 'the second time');
  clock.set({ steady: 2 * HOUR }); // two lists more
  await until(async () => (await waiting()) >= 6, 'the third time');
  await release();
  await until(() => pruned() >= 2, 'its end');
  for (let i = 0; i < 50; i++) await post(counted.port, 'guest', { name: `Guest ${i}` }); // a step after each of them, if there is one
  expect(pruned() === 2, `${pruned()} times`);
  await counted.stop();
});

// A disk is full for a server whose files may not grow. The signal that a shell ignores its children ignore too.
await testLater('a full disk is told until something could be written, whatever is read meanwhile', async () => {
  const wrapped = join(folder, 'wabe'), full = join(folder, 'full.db'), clock = new Clock(library, folder);
  writeFileSync(wrapped, `#!/bin/sh\ntrap '' XFSZ\nexec '${program}' "$@"\n`, { mode: 0o755 });
  const server = await new Server(wrapped, {
    store: full, args: ['--requests', 1000000, '--messages', 1000], env: clock.env,
  }).start();
  const may = (bytes) => {
    const set = spawnSync('prlimit', ['--pid', server.child.pid, `--fsize=${bytes}:unlimited`].map(String), { encoding: 'utf8' });
    expect(set.status === 0, set.stderr);
  };
  const isFull = () => may(statSync(`${full}-wal`).size);
  const health = async () => (await ask(server.port, '/healthz')).status;
  const told = (words) => server.err.split(words).length - 1;
  const [ann, bo] = await people(server.port, ['Ann', 'Bo']);
  await begin([ann, bo], { deal: 'gyre:2', public: true });
  await ann.must('lobby', { on: true });
  const mover = await Promise.any([ann, bo].map((player) => player.until(() => player.asked && player, 'a turn')));
  expect((await health()) === 200, 'it fails before the disk is full');
  isFull();
  const refused = await mover.move();
  expect(refused.code === 'busy', `on a full disk: ${JSON.stringify(refused)}`);
  for (let i = 0; i < 60; i++) { // with reads between the checks: lists, and the table
    expect((await ask(server.port, '/api/1/tables')).json.tables.length === 1, 'the list');
    const status = await health();
    expect(status === 503, `check ${i} says ${status}`);
  }
  await until(async () => (await mover.at('watch')).is === 'done', 'the table to be read');
  expect((await health()) === 503, 'a table was read, and the disk is called well');
  may('unlimited');
  await until(async () => (await health()) === 200, 'that it knows by itself that there is room again');
  mover.sent = null;
  expect((await mover.move()).is === 'done', 'a move when there is room again');
  expect(told('the store fails') === 1 && told('the store works again') === 1, `what is said: ${server.err}`);
  // Nobody writes: it notices too, when it tries, after half a minute.
  isFull();
  clock.set({ steady: 31 });
  await until(async () => (await health()) === 503, 'that it notices when nobody moves');
  may('unlimited');
  await until(async () => (await health()) === 200, 'that there is room again');
  expect(told('the store fails') === 2 && told('the store works again') === 2, `what is said: ${server.err}`);
  for (const player of [ann, bo]) player.close();
  await server.stop();
});

end();
process.exit(); // after a failure the file may still be held
