// nodes.mjs WABE POSTGRES: four servers on one PostgreSQL, started by POSTGRES (postgres.sh); people of the same table at different
// ones, and one of them is killed. Prints TAP.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './patience.mjs';
import { end, expect, testLater, testTogether } from './tap.mjs';
import { ask, begin, checkRecord, Client, guest, makeAccount, Server } from './wire.mjs';

const [, , program, postgres] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-nodes-'));
const database = join(folder, 'pg');
process.on('exit', () => {
  spawnSync(postgres, ['stop', database]);
  rmSync(folder, { recursive: true, force: true });
});
spawnSync('chmod', ['755', folder]); // another user runs the database
const started = spawnSync(postgres, ['start', database], { encoding: 'utf8' });
expect(started.status === 0, `no PostgreSQL: ${started.stderr}`);
const store = started.stdout.trim();

const args = ['--requests', 1000000, '--messages', 1000, '--per-address', 1000];
const nodes = await Promise.all([1, 2, 3, 4].map(() => new Server(program, { store, args }).start()));
const ports = nodes.map(({ port }) => port);
const DIES = 3; // the others go on

// People of whom each comes to another one of these nodes, and goes to the next if it is gone.
async function spread(names, ...own) {
  return Promise.all(names.map(async (name, i) => {
    const order = own.map((_, k) => ports[own[(i + k) % own.length]]);
    return new Client(order, { name, cookie: await guest(ports[0], name), stays: true }).open();
  }));
}

const check = async (port, table, commitment, told) =>
  checkRecord(program, folder, table, await ask(port, `/api/1/tables/${table}/record`), commitment, told);

// Random moves of all, noted when they are acknowledged.
function play(players, told, most = Infinity) {
  return Promise.all(players.map((player, seat) => player.playRandom({
    most, onDone: (view, move) => told[seat].push(view.moves.find((offer) => offer.move === move).text),
  })));
}

const tests = []; // side by side, for each has its own people and tables
const test = (what, run) => tests.push([what, run]);

for (const [deal, bots] of [['slithy:4', ['easy']], ['mimsy:3', []], ['oh-gnome:4', ['easy']], ['gnumies:4', ['easy']]])
  test(`${deal}: three people at three nodes`, async () => {
    const players = await spread(['Ann', 'Bo', 'Cy'], 0, 1, 2);
    const watcher = await new Client(ports[2], { name: 'Watcher' }).open();
    const table = await begin(players, { deal }, bots);
    await watcher.watch(table);
    const { commitment } = players[0].table.luck, told = players.map(() => []);
    await play(players, told);
    for (const client of [...players, watcher])
      await client.until(() => client.state === 'over' && client.view.result, 'the end');
    for (const [i, port] of ports.slice(0, DIES).entries()) await check(port, table, commitment, i ? [] : told);
    // All were told the same story.
    const late = await new Client(ports[1], { name: 'Late' }).open();
    await late.watch(table);
    expect(JSON.stringify(late.log) === JSON.stringify(watcher.log), 'another log for one who comes later');
    for (const client of [...players, watcher, late]) client.close();
  });

test('chat, presence, names and the lobby from node to node', async () => {
  const [ann, bo, cy] = await spread(['Ann', 'Bo', 'Cy'], 0, 1, 2);
  const { table } = await ann.must('create', { deal: 'mimsy:3', public: true });
  for (const player of [ann, bo, cy]) await player.watch(table);
  await bo.must('sit');
  await cy.must('sit');
  for (const player of [ann, bo, cy]) await player.until(() => player.table.seats.every((seat) => seat.is === 'person'), 'all seats');
  await Promise.all([ann, bo, cy].flatMap((player) => [1, 2, 3].map((i) => player.must('say', { text: `${player.name} ${i}` }))));
  for (const player of [ann, bo, cy]) {
    await player.until(() => player.lines.length >= 9, 'all lines at all nodes');
    const numbers = player.lines.map(({ n }) => n).join();
    expect(numbers === '1,2,3,4,5,6,7,8,9', `${player.name} hears the lines ${numbers}`);
  }
  await cy.must('lobby', { on: true });
  await cy.until(() => cy.lobby?.tables.some((row) => row.table === table), 'the table in the lobby of another node');
  await ann.until(() => ann.table.seats.every((seat) => seat.here), 'that all are here');
  const { table: second } = await bo.must('create', { deal: 'mimsy:2' });
  await ann.watch(second); // of another node
  expect(ann.table.host.name === 'Bo', 'the host');
  for (const player of [ann, bo, cy]) player.close();
});

test('an account at one node ends what came with the old token to another', async () => {
  const cookie = await guest(ports[0], 'Dora');
  const there = await new Client(ports[1], { name: 'Dora', cookie }).open();
  const made = await makeAccount(ports[0], 'dora', 'long enough', cookie);
  await there.until(() => there.closed, 'the end at the other node');
  expect(there.closed.code === 1008, JSON.stringify(there.closed));
  const [before, now] = await Promise.all([cookie, made.cookie].map((one) => ask(ports[1], '/api/1/me', { cookie: one })));
  expect(before.json.me === null && now.json.me.account === 'dora', `${before.text} ${now.text}`);
});

test('a rematch that is asked for at two nodes at once is one table', async () => {
  const players = await spread(['Ann', 'Bo'], 0, 1);
  await begin(players, { deal: 'mimsy:2' });
  await players[0].must('resign');
  for (const player of players) await player.until(() => player.state === 'over', 'the end');
  const [one, two] = await Promise.all(players.map((player) => player.must('rematch')));
  expect(one.table === two.table, `${one.table} and ${two.table}`);
  for (const [seat, player] of players.entries()) {
    await player.watch(one.table);
    await player.until(() => player.seat === seat, 'the seat');
    player.close();
  }
});

// Two people, each with a window at two nodes. What one has been told to be done at one node is there at the other, before news of it can have come.
test('what one has done at a node is seen at the next at once, and can be answered there', async () => {
  const names = ['Ann', 'Bo'], MOVES = 300;
  const cookies = await Promise.all(names.map((name) => guest(ports[0], name)));
  const at = (node) => Promise.all(names.map((name, i) => new Client(ports[node], { name: `${name} at ${node}`, cookie: cookies[i] }).open()));
  const windows = [await at(0), await at(1)];
  let moves = 0, behind = 0, refused = 0;
  while (moves < MOVES) {
    const table = await begin(windows[0], { deal: 'gyre:2' });
    for (const player of windows[1]) await player.watch(table);
    for (let knows = windows[0]; moves < MOVES && knows.every(({ state }) => state === 'playing'); moves++) {
      // The one whose turn it is makes it at the other node than the one where the last move was seen.
      const seat = knows.findIndex((player) => player.view.waiting?.includes(player.seat));
      const there = windows[knows === windows[0] ? 1 : 0], { view } = knows[seat];
      const answer = await there[seat].at('move', { decision: view.decision, move: knows[seat].anyMove() });
      refused += answer.is !== 'done';
      const { n } = there[seat].view;
      await knows[seat].watch(table);
      behind += knows[seat].view.n < n || n <= view.n;
      await there[1 - seat].watch(table);
      knows = there;
    }
    for (const player of windows.flat()) if (moves < MOVES) await player.until(() => player.state === 'over', 'the end');
  }
  expect(behind === 0 && refused === 0, `of ${moves} moves ${behind} were not seen at the next node, ${refused} were refused there`);
  for (const player of windows.flat()) player.close();
});

test('a node is killed: its people go to others, and so do its bots', async () => {
  const groups = [
    ...await Promise.all([[DIES, 0], [1, 2], [2, DIES, 1]].map((own, i) => spread([`Ann ${i}`, `Bo ${i}`], ...own))),
    await spread(['Solo'], DIES, 0), // alone with bots, at the node that dies
  ];
  const told = groups.map((players) => players.map(() => []));
  const tables = await Promise.all(groups.map((players) => begin(players, { deal: 'pesky-gnomes:4' }, Array(4 - players.length).fill('easy'))));
  const commitments = groups.map(([player]) => player.table.luck.commitment);
  const playing = Promise.all(groups.map((players, i) => play(players, told[i])));
  playing.catch(() => {});
  await until(() => told.every((players) => players[0].length > 2), 'some moves at each table');
  await nodes[DIES].kill();
  await playing;
  for (const [i, players] of groups.entries()) {
    for (const player of players) await player.until(() => player.state === 'over' && player.view.result, 'the end');
    await check(ports[0], tables[i], commitments[i], told[i]);
  }
  for (const [i, players] of groups.entries())
    expect(players[0].reconnections > 0 === (i === 0 || i === 3), `${players[0].name} has come anew ${players[0].reconnections} times`);
  for (const player of groups.flat()) player.close();
});

await testTogether(tests.length, tests);

await testLater('the store is whole, and the nodes stop', async () => {
  const check = spawnSync(program, ['store', 'check', '--store', store], { encoding: 'utf8' });
  expect(check.status === 0, `wabe store check: ${check.stdout}${check.stderr}`);
  for (const node of nodes.slice(0, DIES)) await node.stop();
  expect(!nodes.some(({ err }) => /runtime error|Sanitizer/.test(err)), nodes.map(({ err }) => err).join(''));
});
end();
process.exit(); // after a failure others still play
