// load.mjs WABE LOAD: some people at some tables of a server that stores on disk: every move is answered, and every other person at the
// table sees it. Prints TAP.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, test, testLater } from './tap.mjs';

const [, , program, load] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-load-'));

async function serve() {
  const args = ['serve', '--port', '0', '--store', join(folder, 'server.db'), '--per-address', '1000', '--requests', '100000'];
  const child = spawn(program, [...args, '--messages', '1000'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (text) => (out += text));
  while (!out.includes('Ctrl-C')) {
    expect(child.exitCode === null, `it ended: ${out}`);
    await new Promise((done) => setTimeout(done, 10));
  }
  return { child, ended: once(child, 'exit'), address: new URL(/Wabe is at (\S+)/.exec(out)[1]).host };
}

async function play(server, ...args) {
  const child = spawn(load, ['--server', server.address, '--pid', String(server.child.pid), ...args.map(String)]);
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

// Short games too, so that many of them end and are played again.
await testLater('eighty people at twenty tables lose nothing, nor do those who play game after game', async () => {
  const server = await serve();
  const [long, short] = await Promise.all([
    play(server, '--tables', 20, '--seconds', 3, '--every', 0.25),
    play(server, '--tables', 8, '--seats', 2, '--game', 'brillig', '--seconds', 3, '--every', 0.02),
  ]);
  server.child.kill();
  const [ended] = await server.ended;
  for (const { code, out, figure } of [long, short]) {
    expect(code === 0, `it ended with ${code}:\n${out}`);
    expect(figure('refused') === 0 && figure('lost') === 0, out);
    expect(figure('moves acknowledged') >= 100, `too few moves:\n${out}`);
  }
  expect(long.figure('connected sockets') === 80 && long.figure('tables playing') === 20, long.out);
  expect(short.figure('games over') > 0, `no game came to its end:\n${short.out}`);
  expect(ended === 0, `the server ended with ${ended}`);
});

rmSync(folder, { recursive: true });
end();
