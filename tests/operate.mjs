// operate.mjs WABE ROOT: what whoever runs a server relies on, as docs/operate.md in ROOT says it: health, metrics, log, the end, the
// store. Prints TAP.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './patience.mjs';
import { end, expect, test, testLater } from './tap.mjs';
import { ask, Client, guest, makeAccount, postAgain, Server } from './wire.mjs';

const [, , program, root] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-operate-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const manual = readFileSync(join(root, 'docs/operate.md'), 'utf8');

const serve = (...args) => new Server(program, { args: ['--threads', 1, ...args] }).start();

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

// A server with figures at a port of its own: the port is named before it is taken, and another program may have been quicker.
const serveFigures = (...args) => until(async () => {
  const port = await freePort();
  return serve('--metrics', `127.0.0.1:${port}`, ...args).then((server) => Object.assign(server, { figures: port }), (error) => {
    if (!error.message.includes('another program has it')) throw error;
  });
}, 'a free port');

// Begun first, since it takes the longest: stores that cannot be opened.
const nonsense = join(folder, 'nonsense.db');
writeFileSync(nonsense, 'This is a letter, and no database. '.repeat(40));
const refusals = [folder, nonsense, join(nonsense, 'below'), 'postgres://nobody@127.0.0.1:1/nothing'].map((where) =>
  new Promise((done) => execFile(program, ['serve', '--port', '0', '--store', where], { encoding: 'utf8' }, (error, stdout, stderr) =>
    done({ where, status: error?.code, stdout, stderr }))));

// ---- one that runs

const store = join(folder, 'store', 'server.db');
const server = await serveFigures('--store', store, '--log');
const name = 'Tulgey Wood', passphrase = 'frumious bandersnatch 42', words = 'callooh callay';
let cookie, line, table;

const figures = async () => {
  const { text } = await ask(server.figures, '/metrics');
  return new Map([...text.matchAll(/^(wabe_\w+) (\d+)$/gm)].map(([, key, value]) => [key, Number(value)]));
};

await testLater('/healthz says that all is well, more often than any limit allows', async () => {
  for (let i = 0; i < 130; i++) {
    const answer = await ask(server.port, '/healthz');
    expect(answer.status === 200 && answer.text === '{"ok":true}', `${answer.status} ${answer.text}`);
  }
});

await testLater('/metrics is at its own address only, and nothing else is there', async () => {
  expect((await ask(server.port, '/metrics')).status === 404, 'it is among the pages');
  expect((await ask(server.figures, '/')).status === 404, 'pages are there');
  expect((await ask(server.figures, '/healthz')).status === 404, 'health is there');
  expect((await ask(server.figures, '/api/1/me')).status === 404, 'the API is there');
});

await testLater('/metrics is Prometheus text, and the manual explains every figure', async () => {
  const answer = await ask(server.figures, '/metrics');
  expect(answer.status === 200 && answer.headers['content-type'].startsWith('text/plain'), `${answer.status}`);
  expect(answer.text.endsWith('\n'), 'the last line is not a line');
  const lines = answer.text.slice(0, -1).split('\n');
  expect(lines.length >= 60 && lines.length % 3 === 0, `${lines.length} lines`);
  for (let i = 0; i < lines.length; i += 3) {
    const [, key, help] = /^# HELP ([a-z_]+) (.+)$/.exec(lines[i]) ?? [];
    const [, typed, type] = /^# TYPE ([a-z_]+) (counter|gauge)$/.exec(lines[i + 1]) ?? [];
    const [, counted] = /^([a-z_]+) \d+$/.exec(lines[i + 2]) ?? [];
    expect(help && key === typed && key === counted, lines.slice(i, i + 3).join('\n'));
    expect(key.endsWith('_total') === (type === 'counter'), `${key} is a ${type}`);
    expect(manual.includes(`\`${key}\``), `docs/operate.md does not know ${key}`);
  }
  for (const [, key] of manual.matchAll(/`(wabe_\w+)`/g)) expect(answer.text.includes(`\n${key} `), `there is no ${key}`);
});

await testLater('people come, and are counted', async () => {
  ({ cookie } = await makeAccount(server.port, 'tulgey', passphrase, await guest(server.port, name)));
  const wrong = await postAgain(server.port, 'login', { account: 'tulgey', passphrase: `${passphrase}!` });
  expect(wrong.status === 403, `${wrong.status}`);
  line = await new Client(server.port, { name, cookie }).open();
  table = (await line.must('create', { deal: 'mimsy:2' })).table;
  expect(/^[a-z0-9]{16}$/.test(table), `table ${table}`);
  await line.watch(table);
  line.web.send('{"do":"nonsense"');
  await line.until(() => line.heard.some(({ message }) => message.code === 'bad'), 'a refusal');
  const counted = await figures();
  for (const key of ['sockets', 'people', 'tables_loaded', 'tables_made_total'])
    expect(counted.get(`wabe_${key}`) === 1, `${key}: ${counted.get(`wabe_${key}`)}`);
  expect(counted.get('wabe_logins_refused_total') === wrong.tries, `refused: ${counted.get('wabe_logins_refused_total')} of ${wrong.tries}`);
});

await testLater('what is said again with the same id is said once', async () => {
  for (let i = 0; i < 2; i++) await line.must('say', { text: words }, 'same');
  await line.must('say', { text: 'over' });
  await line.until(() => line.lines.some(({ text }) => text === 'over'), 'the last line');
  expect(line.lines.length === 2 && line.lines[1].n === 2, JSON.stringify(line.lines));
  expect((await figures()).get('wabe_chat_lines_total') === 2, 'counted otherwise');
});

await testLater('a second server with the same file has the same tables and people', async () => {
  const second = await serve('--store', store);
  const other = await new Client(second.port, { name, cookie }).open();
  await other.watch(table);
  await other.must('sit', { seat: 1 });
  await line.must('seat', { seat: 0, bot: '' }); // the first one is not in the way of the second
  await second.stop();
});

test('wabe store looks at it meanwhile', () => {
  const copy = join(folder, 'copy.db');
  for (const args of [['check'], ['tables'], ['backup', copy], ['check', '--store', copy]]) {
    const run = spawnSync(program, ['store', ...args, ...(args.includes('--store') ? [] : ['--store', store])], { encoding: 'utf8' });
    expect(run.status === 0, `${args}: ${run.stderr}`);
    if (args[0] === 'tables') expect(run.stdout.includes(table), run.stdout);
  }
});

await testLater('SIGTERM closes WebSockets with 1001 and ends in order', async () => {
  await server.stop();
  await line.until(() => line.closed, 'the end');
  expect(line.closed.code === 1001 && line.closed.reason === 'The server stops.', JSON.stringify(line.closed));
});

test('the log tells what happened, and no secrets', () => {
  const lines = server.err.trimEnd().split('\n');
  for (const one of lines) expect(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [a-z]+ [a-z]+=\S/.test(one), `a line '${one}'`);
  for (const word of [' opened peer=', ` made table=${table.slice(0, 4)}`, ' refused peer=', ' login refused=1 address=127.0.0.1', ' gone peer='])
    expect(server.err.includes(word), `nothing of '${word}' in ${server.err}`);
  for (const secret of [table, cookie, passphrase, words, name, 'Tulgey'])
    expect(!server.err.includes(secret), `'${secret}' is in the log`);
});

await testLater('kill -9 takes nothing away that was done', async () => {
  const first = await serve('--store', store);
  const before = await new Client(first.port, { name, cookie }).open();
  const made = await before.must('create', { deal: 'mimsy:2' });
  await first.kill();
  const next = await serve('--store', store);
  const after = await new Client(next.port, { name, cookie }).open();
  for (const id of [made.table, table]) await after.watch(id);
  expect(after.lines[0].text === words, JSON.stringify(after.lines)); // they come before the answer
  await next.stop();
});

// ---- one that does not

await testLater('a store that cannot be opened is said in a sentence', async () => {
  for (const { where, status, stdout, stderr } of await Promise.all(refusals)) {
    expect(status === 1 && stdout === '', `${where}: ${status} ${stdout}`);
    expect(/^wabe serve: .+\n$/.test(stderr), `${where}: ${stderr}`);
  }
  expect(readFileSync(nonsense, 'utf8').startsWith('This is a letter'), 'what was there is gone');
});

test('the manual has every option of serve, and no other', () => {
  const help = spawnSync(program, ['serve', '--help'], { encoding: 'utf8' }).stdout;
  const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option);
  expect(options.length > 10, help);
  for (const option of options.filter((one) => one !== '--open')) expect(manual.includes(option), `nothing of ${option}`);
  const others = ['--all', '--pwprompt', '--owner', '--now', '--server', '--ca', '--pid', '--why'];
  for (const [option] of manual.matchAll(/(?<![\w-])--[a-z][a-z-]*/g))
    expect(options.includes(option) || others.includes(option), `there is no ${option}`);
});

end();
process.exit(); // after a failure some servers may be left
