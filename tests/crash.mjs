// crash.mjs WABE: the server is killed again and again while many play. What was acknowledged has happened, once and in its order.
// Prints TAP.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, until } from './patience.mjs';
import { end, expect, testLater } from './tap.mjs';
import { ask, begin, chance, checkRecord, people, Server } from './wire.mjs';

const [, , program, kills = '10'] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-crash-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const store = join(folder, 'store.db');
const server = await new Server(program, {
  store,
  args: ['--requests', 1000000, '--messages', 1000, '--per-address', 1000, '--tables', 1000],
}).start();
const { port } = server;
const games = [['mimsy:3', ['easy']], ['slithy:3', ['easy']], ['brillig:2', []], ['oh-gnome:3', ['easy']], ['gnumies:3', ['easy']],
  ['pesky-gnomes:3', ['easy']], ['gyre:3', ['easy']], ['mome:3', ['easy']]];
const everybody = [];
let over = false, matches = 0, acknowledged = 0;

async function recordOf(table) {
  let record;
  while (!record) record = await ask(port, `/api/1/tables/${table}/record`).catch(() => sleep(50)); // it may be dead just now
  return record;
}

// The same two people play one match after the other, and say a word now and then.
async function playOn([deal, bots], index) {
  const players = await people(port, [`Ann ${index}`, `Bo ${index}`], { stays: true });
  everybody.push(...players);
  for (let match = 0; !over; match++) {
    const table = await begin(players, { deal }, bots);
    const { commitment } = players[0].table.luck;
    const told = players.map(() => []);
    const said = [];
    await Promise.all(players.map((player, seat) => player.playRandom({
      most: 400,
      onDone: (view, move) => {
        told[seat].push(view.moves.find((offer) => offer.move === move).text);
        acknowledged++;
        const text = `line of ${seat}`;
        if (told[seat].length === 5) player.at('say', { text }).then((answer) => answer.is === 'done' && said.push(text));
      },
    })));
    for (const player of players) await player.until(() => player.state === 'over' && player.view.result, 'the end');
    checkRecord(program, folder, table, await recordOf(table), commitment, told);
    const [ann] = players;
    await ann.until(() => said.every((text) => ann.lines.some((line) => line.text === text)), 'what was said');
    matches++;
  }
  const { reconnections } = players[0];
  players.forEach((player) => player.close());
  return reconnections;
}

await testLater(`${games.length} tables and ${kills} kills`, async () => {
  const tables = games.map(playOn);
  const failed = Promise.all(tables);
  // When all are back, and after some more moves.
  const kill = async () => {
    for (let i = 0; i < Number(kills); i++) {
      await until(() => everybody.length === 2 * games.length && everybody.every(({ welcome }) => welcome), 'everybody');
      const enough = acknowledged + 10 + 90 * chance();
      await until(() => acknowledged > enough, 'some moves');
      await server.kill();
      await server.start();
    }
    over = true;
  };
  await Promise.race([failed, kill()]);
  const reconnections = await failed;
  expect(reconnections.every((n) => n >= Number(kills)), `reconnections: ${reconnections}`);
  console.log(`# ${matches} matches, ${acknowledged} moves, ${reconnections.reduce((a, b) => a + b)} reconnections`);
});

await testLater('the store is whole', async () => {
  const check = spawnSync(program, ['store', 'check', '--store', store], { encoding: 'utf8' });
  expect(check.status === 0, `wabe store check: ${check.stdout}${check.stderr}`);
  await server.stop();
  const after = spawnSync(program, ['store', 'check', '--store', store], { encoding: 'utf8' });
  expect(after.status === 0, `wabe store check: ${after.stdout}${after.stderr}`);
  expect(!/runtime error|Sanitizer/.test(server.err), server.err);
});
end();
process.exit(); // after a failure others still play
