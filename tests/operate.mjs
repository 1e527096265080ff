// operate.mjs WABE ROOT: what whoever runs a server relies on, as docs/operate.md in ROOT says it: health, metrics, log, the end, the
// store. Prints TAP.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, test, testLater } from './tap.mjs';

const [, , program, root] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-operate-'));
const manual = readFileSync(join(root, 'docs/operate.md'), 'utf8');
const PATIENCE = 5000;
const children = [];

// ---- a server, requests and a WebSocket

async function serve(...args) {
  const child = spawn(program, ['serve', '--port', '0', '--threads', '1', ...args]);
  children.push(child);
  const server = { child, out: '', err: '', ended: once(child, 'exit') };
  child.stdout.on('data', (text) => (server.out += text));
  child.stderr.on('data', (text) => (server.err += text));
  while (!server.out.includes('Ctrl-C')) {
    expect(child.exitCode === null, `it ended: ${server.out}${server.err}`);
    await new Promise((done) => setTimeout(done, 10));
  }
  server.port = Number(/Wabe is at http:\S+:(\d+)\/\n/.exec(server.out)[1]);
  return server;
}

function ask(port, path, { body, cookie = '' } = {}) {
  return new Promise((done, failed) => {
    const headers = body ? { 'Content-Type': 'application/json', Cookie: cookie } : { Cookie: cookie };
    const asked = request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => (text += piece));
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text }));
    });
    asked.on('error', failed);
    asked.end(body ? JSON.stringify(body) : '');
  });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

// As much of a WebSocket as is needed: short messages out, unbroken frames in.
class Line {
  constructor(socket, head) {
    this.socket = socket;
    this.bytes = head;
    this.messages = [];
    this.closed = null; // { code, reason }
    this.count = 0;
    this.read();
    socket.on('data', (piece) => {
      this.bytes = Buffer.concat([this.bytes, piece]);
      this.read();
    });
    socket.on('error', () => {});
  }

  static open(port, cookie) {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Protocol': 'wabe.1',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      Cookie: cookie,
    };
    return new Promise((done, failed) => {
      const asked = request({ host: '127.0.0.1', port, path: '/api/1/socket', headers });
      asked.on('upgrade', (answer, socket, head) => done(new Line(socket, head)));
      asked.on('response', (answer) => failed(new Error(`no WebSocket: ${answer.statusCode}`)));
      asked.on('error', failed);
      asked.end();
    });
  }

  read() {
    while (this.bytes.length >= 2) {
      const short = this.bytes[1] & 127;
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (this.bytes.length < start) return;
      const n = short < 126 ? short : short === 126 ? this.bytes.readUInt16BE(2) : Number(this.bytes.readBigUInt64BE(2));
      if (this.bytes.length < start + n) return;
      const content = this.bytes.subarray(start, start + n);
      if ((this.bytes[0] & 15) === 1) this.messages.push(JSON.parse(content));
      if ((this.bytes[0] & 15) === 8) {
        this.closed = { code: content.readUInt16BE(0), reason: content.subarray(2).toString() };
        this.frame(8, content.subarray(0, 2));
      }
      this.bytes = this.bytes.subarray(start + n);
    }
  }

  frame(kind, content) {
    const size = content.length < 126 ? [128 | content.length] : [128 | 126, content.length >> 8, content.length & 255];
    this.socket.write(Buffer.concat([Buffer.from([128 | kind, ...size, 0, 0, 0, 0]), content]));
  }

  send(message) {
    this.frame(1, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));
  }

  async until(what, found) {
    const late = Date.now() + PATIENCE;
    for (;;) {
      const it = found();
      if (it) return it;
      expect(Date.now() < late, `${what} did not come: ${JSON.stringify(this.messages.slice(-3)).slice(0, 500)}`);
      await new Promise((done) => setTimeout(done, 5));
    }
  }

  async command(keys, id = `c-${++this.count}`) {
    const before = this.messages.length;
    this.send({ ...keys, id });
    return this.until(`the answer to ${keys.do}`, () => this.messages.slice(before).find((message) => message.id === id));
  }
}

const cookieOf = (answer) => answer.headers['set-cookie'][0].split(';')[0];

// ---- one that runs

const store = join(folder, 'store', 'server.db');
const metricsPort = await freePort();
const server = await serve('--store', store, '--metrics', `127.0.0.1:${metricsPort}`, '--log');
const name = 'Tulgey Wood', passphrase = 'frumious bandersnatch 42', words = 'callooh callay';
let cookie, line, table;

const figures = async () => {
  const { text } = await ask(metricsPort, '/metrics');
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
  expect((await ask(metricsPort, '/')).status === 404, 'pages are there');
  expect((await ask(metricsPort, '/healthz')).status === 404, 'health is there');
  expect((await ask(metricsPort, '/api/1/me')).status === 404, 'the API is there');
});

await testLater('/metrics is Prometheus text, and the manual explains every figure', async () => {
  const answer = await ask(metricsPort, '/metrics');
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
  cookie = cookieOf(await ask(server.port, '/api/1/guest', { body: { name } }));
  const made = await ask(server.port, '/api/1/account', { body: { account: 'tulgey', passphrase }, cookie });
  expect(made.status === 200, made.text);
  const wrong = await ask(server.port, '/api/1/login', { body: { account: 'tulgey', passphrase: `${passphrase}!` } });
  expect(wrong.status === 403, `${wrong.status}`);
  line = await Line.open(server.port, cookie);
  table = (await line.command({ do: 'create', deal: 'mimsy:2' })).table;
  expect(/^[a-z0-9]{16}$/.test(table), `table ${table}`);
  expect((await line.command({ do: 'watch', table })).is === 'done', 'it cannot be watched');
  line.send('{"do":"nonsense"');
  await line.until('a refusal', () => line.messages.find((message) => message.code === 'bad'));
  const counted = await figures();
  for (const key of ['sockets', 'people', 'tables_loaded', 'tables_made_total', 'logins_refused_total'])
    expect(counted.get(`wabe_${key}`) === 1, `${key}: ${counted.get(`wabe_${key}`)}`);
});

await testLater('what is said again with the same id is said once', async () => {
  for (let i = 0; i < 2; i++)
    expect((await line.command({ do: 'say', table, text: words }, 'same')).is === 'done', 'it is refused');
  await line.command({ do: 'say', table, text: 'over' });
  await line.until('the last line', () => line.messages.some((message) => message.lines?.some((said) => said.text === 'over')));
  const said = line.messages.flatMap((message) => message.lines ?? []);
  expect(said.length === 2 && said[1].n === 2, JSON.stringify(said));
  expect((await figures()).get('wabe_chat_lines_total') === 2, 'counted otherwise');
});

await testLater('a second server with the same file has the same tables and people', async () => {
  const second = await serve('--store', store);
  const other = await Line.open(second.port, cookie);
  expect((await other.command({ do: 'watch', table })).is === 'done', 'it does not know the table');
  expect((await other.command({ do: 'sit', table, seat: 1 })).is === 'done', 'nobody can sit down there');
  const answer = await line.command({ do: 'seat', table, seat: 0, bot: '' });
  expect(answer.is === 'done', `the first one is in the way of the second: ${JSON.stringify(answer)}`);
  second.child.kill('SIGTERM');
  expect((await second.ended)[0] === 0, second.err);
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
  server.child.kill('SIGTERM');
  await line.until('the end', () => line.closed);
  expect(line.closed.code === 1001 && line.closed.reason === 'The server stops.', JSON.stringify(line.closed));
  const [code] = await server.ended;
  expect(code === 0 && server.out.endsWith('Wabe has stopped.\n'), `${code}: ${server.out}`);
});

test('the log tells what happened, and no secrets', () => {
  const lines = server.err.trimEnd().split('\n');
  for (const one of lines) expect(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [a-z]+ [a-z]+=\S/.test(one), `a line '${one}'`);
  for (const word of [' opened peer=', ` made table=${table.slice(0, 4)}`, ' refused peer=', ' login refused=1', ' gone peer='])
    expect(server.err.includes(word), `nothing of '${word}' in ${server.err}`);
  for (const secret of [table, cookie.slice(5), passphrase, words, name, 'Tulgey'])
    expect(!server.err.includes(secret), `'${secret}' is in the log`);
});

await testLater('kill -9 takes nothing away that was done', async () => {
  const first = await serve('--store', store);
  const before = await Line.open(first.port, cookie);
  const made = await before.command({ do: 'create', deal: 'mimsy:2' });
  first.child.kill('SIGKILL');
  await first.ended;
  const next = await serve('--store', store);
  const after = await Line.open(next.port, cookie);
  for (const id of [table, made.table]) expect((await after.command({ do: 'watch', table: id })).is === 'done', `${id} is gone`);
  const chat = await after.until('what was said', () => after.messages.find((message) => message.is === 'chat'));
  expect(chat.lines[0].text === words, JSON.stringify(chat));
  next.child.kill('SIGTERM');
  expect((await next.ended)[0] === 0, next.err);
});

// ---- one that does not

test('a store that cannot be opened is said in a sentence', () => {
  const nonsense = join(folder, 'nonsense.db');
  writeFileSync(nonsense, 'This is a letter, and no database. '.repeat(40));
  for (const where of [folder, nonsense, join(nonsense, 'below'), 'postgres://nobody@127.0.0.1:1/nothing']) {
    const run = spawnSync(program, ['serve', '--port', '0', '--store', where], { encoding: 'utf8', timeout: 20000 });
    expect(run.status === 1 && run.stdout === '', `${where}: ${run.status} ${run.stdout}`);
    expect(/^wabe serve: .+\n$/.test(run.stderr), `${where}: ${run.stderr}`);
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

for (const child of children) child.kill('SIGKILL'); // after a failure some may be left
rmSync(folder, { recursive: true });
end();
