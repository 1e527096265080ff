// nodes.mjs WABE POSTGRES: three servers on one PostgreSQL, started by POSTGRES (postgres.sh); people of the same table at different
// ones, and one of them is killed. Prints TAP.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, testLater } from './tap.mjs';
import { ask, begin, checkRecord, Client, guest, Server, sleep } from './wire.mjs';

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
const nodes = [];
for (let i = 0; i < 3; i++) nodes.push(await new Server(program, { store, args }).start());
const ports = nodes.map(({ port }) => port);
const from = (i) => [...ports.slice(i), ...ports.slice(0, i)]; // node i first, then the others

// People of whom each comes to another node.
async function spread(names, first = 0) {
  return Promise.all(names.map(async (name, i) =>
    new Client(from((first + i) % 3), { name, cookie: await guest(ports[0], name), stays: true }).open()));
}

const check = async (port, table, commitment, told) =>
  checkRecord(program, folder, table, await ask(port, `/api/1/tables/${table}/record`), commitment, told);

// Random moves of all, noted when they are acknowledged.
function play(players, told, most = Infinity) {
  return Promise.all(players.map((player, seat) => player.playRandom({
    most, onDone: (view, move) => told[seat].push(view.moves.find((offer) => offer.move === move).text),
  })));
}

for (const [deal, bots] of [['slithy:4', ['easy']], ['mimsy:3', []], ['oh-gnome:4', ['easy']], ['gnumies:4', ['easy']]])
  await testLater(`${deal}: three people at three nodes`, async () => {
    const players = await spread(['Ann', 'Bo', 'Cy']);
    const watcher = await new Client(ports[2], { name: 'Watcher' }).open();
    const table = await begin(players, { deal }, bots);
    await watcher.watch(table);
    const { commitment } = players[0].table.luck, told = players.map(() => []);
    await play(players, told);
    for (const client of [...players, watcher])
      await client.until(() => client.state === 'over' && client.view.result, 'the end');
    for (const [i, port] of ports.entries()) await check(port, table, commitment, i ? [] : told);
    // All were told the same story.
    const late = await new Client(ports[1], { name: 'Late' }).open();
    await late.watch(table);
    expect(JSON.stringify(late.log) === JSON.stringify(watcher.log), 'another log for one who comes later');
    for (const client of [...players, watcher, late]) client.close();
  });

await testLater('chat, presence, names and the lobby from node to node', async () => {
  const [ann, bo, cy] = await spread(['Ann', 'Bo', 'Cy']);
  const { table } = await ann.must('create', { deal: 'mimsy:3', public: true });
  for (const player of [ann, bo, cy]) await player.watch(table);
  await bo.must('sit');
  await cy.must('sit');
  for (const player of [ann, bo, cy]) await player.until(() => player.table.seats.every((seat) => seat.is === 'person'), 'all seats', 3000);
  await Promise.all([ann, bo, cy].flatMap((player) => [1, 2, 3].map((i) => player.must('say', { text: `${player.name} ${i}` }))));
  for (const player of [ann, bo, cy]) {
    await player.until(() => player.lines.length >= 9, `all lines at all nodes: ${player.lines.length}`, 3000);
    const numbers = player.lines.map(({ n }) => n).join();
    expect(numbers === '1,2,3,4,5,6,7,8,9', `${player.name} hears the lines ${numbers}`);
  }
  await cy.must('lobby', { on: true });
  await cy.until(() => cy.lobby?.tables.some((row) => row.table === table), 'the table in the lobby of another node');
  await ann.until(() => ann.table.seats.every((seat) => seat.here), 'that all are here', 15000);
  const { table: second } = await bo.must('create', { deal: 'mimsy:2' });
  await ann.watch(second); // of another node
  expect(ann.table.host.name === 'Bo', 'the host');
  for (const player of [ann, bo, cy]) player.close();
});

await testLater('a node is killed: its people go to others, and so do its bots', async () => {
  const groups = await Promise.all([0, 1, 2].map((first) => spread([`Ann ${first}`, `Bo ${first}`], first)));
  const alone = await spread(['Solo'], 1); // alone with bots, at the node that dies
  const told = groups.map((players) => players.map(() => [])), toldAlone = [[]];
  const tables = [];
  for (const [i, players] of groups.entries()) tables.push(await begin(players, { deal: 'pesky-gnomes:4' }, ['easy', 'easy']));
  const soloTable = await begin(alone, { deal: 'slithy:4' }, ['easy', 'easy', 'easy']);
  const commitments = [...groups, alone].map(([player]) => player.table.luck.commitment);
  const playing = Promise.all([...groups.map((players, i) => play(players, told[i])), play(alone, toldAlone)]);
  playing.catch(() => {});
  await sleep(150);
  await nodes[1].kill();
  const began = Date.now();
  await Promise.race([playing, sleep(120000).then(() => { throw new Error('the games do not go on'); })]);
  for (const [i, players] of [...groups, alone].entries()) {
    for (const player of players) await player.until(() => player.state === 'over' && player.view.result, 'the end', 15000);
    await check(ports[0], [...tables, soloTable][i], commitments[i], i < 3 ? told[i] : toldAlone);
  }
  expect(alone[0].reconnections > 0, 'nobody had to go');
  console.log(`# it took ${Date.now() - began} ms`);
  for (const player of [...groups.flat(), ...alone]) player.close();
});

await testLater('the store is whole, and the nodes stop', async () => {
  const check = spawnSync(program, ['store', 'check', '--store', store], { encoding: 'utf8' });
  expect(check.status === 0, `wabe store check: ${check.stdout}${check.stderr}`);
  await nodes[0].stop();
  await nodes[2].stop();
  expect(!nodes.some(({ err }) => /runtime error|Sanitizer/.test(err)), nodes.map(({ err }) => err).join(''));
});
end();
process.exit(); // after a failure others still play
