// load.mjs WABE LOAD: some people at some tables of a server that stores on disk: every move is answered, and every other person at the
// table sees it. Prints TAP.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './patience.mjs';
import { end, expect, test, testLater } from './tap.mjs';
import { Server } from './wire.mjs';

const [, , program, load] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-load-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function play(server, ...args) {
  const child = spawn(load, ['--server', `127.0.0.1:${server.port}`, '--pid', String(server.child.pid), ...args.map(String)]);
  let out = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (out += text));
  const [code] = await once(child, 'close');
  return { code, out, figure: (name) => Number(new RegExp(`^${name} +([0-9.]+)`, 'm').exec(out)?.[1]) };
}

test('only servers on this machine are loaded', () => {
  for (const address of ['192.0.2.1:8080', '[2001:db8::1]:8080', 'example.org:8080', '127.0.0.1', '0.0.0.0:8080']) {
    const { status, stderr } = spawnSync(load, ['--server', address, '--tables', '1'], { encoding: 'utf8' });
    expect(status === 1 && stderr.includes('an address of this machine'), `${address}: ${status} ${stderr}`);
  }
});

// Both at once, each again and for longer if the machine is too busy for enough moves. Short games too, so that many of them end and are played again.
await testLater('eighty people at twenty tables lose nothing, nor do those who play game after game', async () => {
  const args = ['--per-address', 1000, '--requests', 100000, '--messages', 1000];
  const server = await new Server(program, { store: join(folder, 'server.db'), args }).start();
  const playEnough = (isEnough, ...how) => {
    let seconds = 1;
    return until(async () => {
      const run = await play(server, ...how, '--seconds', (seconds *= 2));
      expect(run.code === 0, `it ended with ${run.code}:\n${run.out}`);
      expect(run.figure('refused') === 0 && run.figure('lost') === 0, run.out);
      return run.figure('moves acknowledged') >= 100 && isEnough(run) && run;
    }, 'enough moves');
  };
  const [long] = await Promise.all([
    playEnough(() => true, '--tables', 20, '--every', 0.25),
    playEnough((run) => run.figure('games over') > 0, '--tables', 8, '--seats', 2, '--game', 'brillig', '--every', 0.02),
  ]);
  expect(long.figure('connected sockets') === 80 && long.figure('tables playing') === 20, long.out);
  await server.stop();
});

end();
