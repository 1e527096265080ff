// crash.mjs WABE: the server is killed again and again while many play. What was acknowledged has happened, once and in its order.
// Prints TAP.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, testLater } from './tap.mjs';
import { ask, begin, checkRecord, people, Server, sleep } from './wire.mjs';

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
let over = false, matches = 0, acknowledged = 0;

async function recordOf(table) {
  let record;
  while (!record) record = await ask(port, `/api/1/tables/${table}/record`).catch(() => sleep(50)); // it may be dead just now
  return record;
}

// The same two people play one match after the other, and say a word now and then.
async function playOn([deal, bots], index) {
  const players = await people(port, [`Ann ${index}`, `Bo ${index}`], { stays: true });
  for (let match = 0; !over; match++) {
    const table = await begin(players, { deal }, bots);
    const { commitment } = players[0].table.luck;
    const told = players.map(() => []);
    let said = 0;
    await Promise.all(players.map((player, seat) => player.playRandom({
      most: 400,
      onDone: (view, move) => {
        told[seat].push(view.moves.find((offer) => offer.move === move).text);
        acknowledged++;
        if (told[seat].length === 5) player.at('say', { text: `line of ${seat}` }).then((answer) => (said += answer.is === 'done'));
      },
    })));
    for (const player of players) await player.until(() => player.state === 'over' && player.view.result, 'the end', 30000);
    checkRecord(program, folder, table, await recordOf(table), commitment, told);
    const [ann] = players;
    await ann.until(() => said === ann.lines.filter((line, i) => ann.lines.findIndex(({ n }) => n === line.n) === i).length, 'what was said');
    matches++;
  }
  const { reconnections } = players[0];
  players.forEach((player) => player.close());
  return reconnections;
}

await testLater(`${games.length} tables and ${kills} kills`, async () => {
  const tables = games.map(playOn);
  const failed = Promise.all(tables);
  const kill = async () => {
    for (let i = 0; i < Number(kills); i++) {
      await sleep(300 + 900 * Math.random());
      await server.kill();
      await server.start();
    }
    await sleep(300);
    over = true;
  };
  await Promise.race([failed, kill()]);
  const reconnections = await failed;
  expect(reconnections.every((n) => n >= Number(kills) / 2), `reconnections: ${reconnections}`);
  expect(matches >= games.length && acknowledged > 200, `${matches} matches, ${acknowledged} moves`);
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
