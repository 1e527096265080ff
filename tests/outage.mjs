// outage.mjs WABE: the store refuses for a while, since another program holds its file. What was not stored is not done, and nobody hears
// of it; afterwards all goes on. Prints TAP.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, testLater } from './tap.mjs';
import { anyMove, begin, people, Server, sleep } from './wire.mjs';

const [, , program] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-outage-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const store = join(folder, 'store.db');
const server = await new Server(program, { store, args: ['--requests', 1000000, '--messages', 1000] }).start();

// Holds the file until its input ends.
async function hold() {
  const words = `import sqlite3, sys
file = sqlite3.connect(${JSON.stringify(store)}, isolation_level=None)
file.execute('PRAGMA busy_timeout = 10000')
file.execute('BEGIN IMMEDIATE')
print('held', flush=True)
sys.stdin.read()
file.execute('ROLLBACK')`;
  const child = spawn('python3', ['-c', words], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((held) => child.stdout.once('data', held));
  return () => new Promise((gone) => (child.once('exit', gone), child.stdin.end()));
}

await testLater('what cannot be stored is not done, and nobody hears of it', async () => {
  const players = await people(server.port, ['Ann', 'Bo', 'Cy'], {});
  const [ann, bo, cy] = players;
  await begin([ann, bo], { deal: 'gyre:2', public: true });
  await cy.watch(ann.watching);
  await ann.until(() => ann.asked || bo.asked, 'a turn');
  const [mover, other] = ann.asked ? [ann, bo] : [bo, ann];
  const keys = { decision: mover.view.decision, move: anyMove(mover.view) };
  const release = await hold();
  const heard = players.map((player) => player.heard.length);
  const sent = [other.at('resign', {}, 'gives-up'), mover.at('move', keys, 'again')];
  cy.close(); // whoever goes makes the server tell who is there
  const answers = await Promise.all(sent);
  answers.push(await mover.at('move', keys, 'again'));
  expect(answers.every(({ is, code }) => is === 'no' && code === 'busy'), `while nothing can be stored: ${JSON.stringify(answers)}`);
  await sleep(300);
  for (const [i, player] of players.entries()) {
    const news = player.heard.slice(heard[i]).filter(({ message }) => message.view || message.state === 'over' || message.luck?.secret);
    expect(news.length === 0, `${player.name} hears of what is not stored: ${news[0]?.text.slice(0, 300)}`);
  }
  await release();
  let answer;
  for (let tries = 0; tries < 100 && answer?.is !== 'done'; tries++) {
    answer = await mover.at('move', keys, 'again');
    if (answer.is !== 'done') await sleep(100);
  }
  expect(answer.is === 'done', `afterwards: ${JSON.stringify(answer)}`);
  await other.until(() => other.view.n > 0 && other.view.decision !== keys.decision, 'the move');
  await other.must('resign');
  await mover.until(() => mover.state === 'over' && mover.table.luck.secret, 'the end');
  for (const player of [ann, bo]) player.close();
});

await server.kill();
end();
process.exit(); // after a failure the file may still be held
