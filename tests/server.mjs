// server.mjs WABE SITE: `wabe serve` as browsers, other programs and vandals use it, and `wabe export-site`. SITE is the folder of the
// site as it was put together. Prints TAP.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { patience, until } from './patience.mjs';
import { end, expect, test, testLater } from './tap.mjs';
import { Server } from './wire.mjs';

const [, , program, site] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-server-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, { HOME: folder, XDG_DATA_HOME: folder }); // whoever runs this has other ones
const LARGEST = 1_200_000;

const filesOf = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
const names = filesOf(site);
const contents = new Map(names.map((name) => [name, readFileSync(join(site, name))]));
const page = contents.get('index.html');

// ---- a server, and asking it

const serve = (...args) => {
  const env = typeof args.at(-1) === 'object' ? args.pop() : {};
  return new Server(program, { port: null, args, env }).start();
};

const server = await serve('--port', 0);

function ask(path, { method = 'GET', headers = {}, body = '', to = server, host = '127.0.0.1', agent } = {}) {
  return new Promise((done, failed) => {
    const options = { host, port: to.port, path, method, headers, agent };
    const asked = request(options, (answer) => {
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) }));
      answer.on('error', failed);
    });
    asked.on('error', failed);
    asked.end(body);
  });
}

// Whether this is an answer from its first to its last byte.
function isWhole(text) {
  const [, head, size] = /^(HTTP[^]*?\ncontent-length: (\d+)\r\n[^]*?\r\n\r\n)/.exec(text) ?? [];
  return head !== undefined && text.length >= head.length + Number(size);
}

// Writes these bytes and reads until the server hangs up; or, if it need not, until there is an answer.
function speak(bytes, { toTheEnd = false, port = server.port } = {}) {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1');
    let text = '', closed = false;
    socket.setEncoding('latin1');
    socket.setTimeout(patience(), () => failed(new Error(`neither an answer nor an end after ${text}`)));
    socket.on('data', (piece) => {
      text += piece;
      if (!toTheEnd && isWhole(text)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('end', () => (closed = true));
    socket.on('close', (broken) => done({ text, closed: closed || broken }));
    socket.write(bytes);
  });
}

const alive = async () => {
  const { status, body } = await ask('/');
  expect(status === 200 && body.equals(page), `afterwards it answers ${status}`);
};

function checkHeaders({ headers }, what) {
  const policy = headers['content-security-policy'] ?? '';
  for (const part of ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'"])
    expect(policy.split('; ').includes(part), `${what}: the policy is '${policy}'`);
  expect(/script-src 'self' 'sha256-[\w+/]{43}=' 'wasm-unsafe-eval';/.test(policy), `${what}: the policy is '${policy}'`);
  expect(headers['x-content-type-options'] === 'nosniff', `${what}: nosniff`);
  expect(headers['referrer-policy'] === 'no-referrer', `${what}: Referrer-Policy`);
  expect(headers['cross-origin-opener-policy'] === 'same-origin', `${what}: Cross-Origin-Opener-Policy`);
  expect(headers['cross-origin-resource-policy'] === 'same-origin', `${what}: Cross-Origin-Resource-Policy`);
  expect(headers['permissions-policy'], `${what}: Permissions-Policy`);
  expect(headers['server-timing'] === 'wabe', `${what}: no page could tell at once that there is a server`);
  expect(headers['cache-control'] === 'no-cache', `${what}: Cache-Control`);
}

// Begun first, since it takes the longest until the server gives them up: half a request, alone and after a whole one, and then silence; and what is none at all.
const half = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-';
const halves = ['', half, `GET / HTTP/1.1\r\nHost: localhost\r\n\r\n${half}`].map((bytes) => speak(bytes, { toTheEnd: true }));

const line = (n) => `GET /${'a'.repeat(n)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const many = (n) => `GET / HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: n }, (_, i) => `X-${i}: y\r\n`).join('')}\r\n`;
const bad = [
  ...[2000, 16300, 16360, 16370, 16384, 17000, 100000].map(line), ...[100, 1000, 9000].map(many),
  Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * i * 31 + i * 7 + (i >> 3)) & 255)), '\r\n\r\n', '\n', '\0', ' ', 'GET',
  'GET /\r\n\r\n', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', 'GET / HTTP/1.1\nHost: localhost\n\n', 'GET  /  HTTP/1.1\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'c'.repeat(70000)}\r\n\r\n`, 'GET / HTTP/1.1\r\n: x\r\n\r\n', 'GET / HTTP/1.1\r\nHost\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n', 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n',
];
const refused = bad.map((bytes) => speak(bytes));
const nameless = ['GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'].map((bytes) => speak(bytes));

// ---- the files

await testLater('every file is handed out as it was put together, by gzip and as it is', async () => {
  let size = 0;
  for (const name of names) {
    const plain = await ask(`/${name}`);
    expect(plain.status === 200 && plain.body.equals(contents.get(name)), `${name}: ${plain.status}`);
    expect(!plain.headers['content-encoding'], `${name} is compressed unasked`);
    const packed = await ask(`/${name}`, { headers: { 'Accept-Encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding'] === 'gzip', `${name} is not compressed`);
    expect(gunzipSync(packed.body).equals(contents.get(name)), `${name} differs by gzip`);
    expect(Number(packed.headers['content-length']) === packed.body.length, `${name}: length`);
    expect(packed.headers.etag === plain.headers.etag && packed.headers.vary === 'Accept-Encoding', `${name}: tag`);
    checkHeaders(packed, name);
    size += packed.body.length;
  }
  expect(size <= LARGEST, `all together have ${size} bytes`);
});

await testLater('/ is the page', async () => expect((await ask('/')).body.equals(page), 'it is not'));

await testLater('what follows a question mark makes no difference', async () =>
  expect((await ask('/index.html?a=/../b&c')).body.equals(page), 'it does'));

await testLater('browsers learn what a file is', async () => {
  const types = {
    'index.html': 'text/html; charset=utf-8',
    'app.js': 'text/javascript; charset=utf-8',
    'style.css': 'text/css; charset=utf-8',
    'wabe.wasm': 'application/wasm',
    'icon.svg': 'image/svg+xml',
    'manifest.webmanifest': 'application/manifest+json',
    'rules/all.md': 'text/markdown; charset=utf-8',
  };
  for (const [name, type] of Object.entries(types)) {
    const { headers } = await ask(`/${name}`);
    expect(headers['content-type'] === type, `${name}: ${headers['content-type']}`);
  }
});

await testLater('gzip is for those who take it', async () => {
  const cases = { gzip: true, 'GZIP;q=0.1': true, '*': true, 'br, gzip ;q=1.0': true, 'gzip;q=0': false, 'gzip; q=0.000': false };
  for (const [accept, packed] of Object.entries({ ...cases, identity: false, xgzip: false, 'br;q=1, deflate': false, '': false })) {
    const { headers } = await ask('/', { headers: { 'Accept-Encoding': accept } });
    expect((headers['content-encoding'] === 'gzip') === packed, `Accept-Encoding: ${accept}`);
  }
});

await testLater('who has a file already is told so', async () => {
  const { headers } = await ask('/wabe.wasm');
  for (const tag of [headers.etag, headers.etag.slice(2), `"other", ${headers.etag}`, '*']) {
    const again = await ask('/wabe.wasm', { headers: { 'If-None-Match': tag } });
    expect(again.status === 304 && again.body.length === 0 && again.headers.etag === headers.etag, `${tag}: ${again.status}`);
    checkHeaders(again, '304');
  }
  expect((await ask('/wabe.wasm', { headers: { 'If-None-Match': '"other"' } })).status === 200, 'another tag');
  expect((await ask('/', { headers: { 'If-None-Match': headers.etag } })).status === 200, 'the tag of another file');
});

await testLater('HEAD has the headers of GET and nothing more', async () => {
  for (const path of ['/', '/wabe.wasm', '/nothing']) {
    const got = await ask(path);
    const head = await ask(path, { method: 'HEAD' });
    expect(head.status === got.status && head.body.length === 0, `${path}: ${head.status}`);
    for (const name of ['content-length', 'content-type', 'etag'])
      expect(head.headers[name] === got.headers[name], `${path}: ${name}`);
  }
});

// ---- refusals

await testLater('what is not there is a page that says so', async () => {
  for (const path of ['/nothing', '/rules', '/rules/', '/INDEX.HTML', '/index.html/', '/wabe.wasm.gz', '/types.d.ts', '/site.c']) {
    const answer = await ask(path);
    expect(answer.status === 404 && answer.body.includes('There is nothing here.'), `${path}: ${answer.status}`);
    checkHeaders(answer, path);
  }
});

await testLater('other methods are refused', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await ask('/', { method, body: method === 'POST' ? 'x=1' : '' });
    expect(answer.status === 405 && answer.headers.allow === 'GET, HEAD', `${method}: ${answer.status}`);
    expect(answer.body.includes('GET and HEAD'), `${method}: the sentence`);
    checkHeaders(answer, method);
  }
  for (const method of ['TRACE', 'BREW', 'CONNECT', 'GETTER'])
    expect(!(await speak(`${method} / HTTP/1.1\r\nHost: localhost\r\n\r\n`)).text.includes(' 200 '), method);
  await alive();
});

await testLater('requests with a body are refused', async () => {
  expect((await ask('/', { method: 'GET', headers: { 'Content-Length': 3 }, body: 'abc' })).status === 400, 'GET with a length');
  expect((await ask('/', { method: 'GET', headers: { 'Transfer-Encoding': 'chunked' }, body: 'abc' })).status === 400, 'in chunks');
  const smuggled = await speak('GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 44\r\n\r\nGET /rules/all.md HTTP/1.1\r\nHost: localhost\r\n\r\n',
    { toTheEnd: true });
  expect(smuggled.text.split('HTTP/1.').length === 2 && smuggled.closed, `answers: ${smuggled.text}`);
  await alive();
});

await testLater('it answers to its own names only', async () => {
  for (const host of ['localhost', 'LocalHost:1', '127.0.0.1', '[::1]', `[::1]:${server.port}`, `127.0.0.1:${server.port}`])
    expect((await ask('/', { headers: { Host: host } })).status === 200, host);
  const others = ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil', '192.168.0.1', '[::2]', '::', ':', ']', '[', '[]', 'x'.repeat(900)];
  for (const host of others) {
    const answer = await ask('/', { headers: { Host: host } });
    expect(answer.status === 421 && answer.body.includes('does not go by this name'), `${host}: ${answer.status}`);
    checkHeaders(answer, host);
  }
});

await testLater('no path leads out of the site', async () => {
  const paths = ['/../LICENSE', '/../../../../etc/passwd', '/rules/../../site.c', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '//etc/passwd'];
  const odd = ['/%', '/%zz', '/%0', '/%00', '/index.html%00', '/%0d%0aX: y', '/\\..\\x', '/rules/%2e', '/.', '/..', '/*', 'index.html', '*', 'http://evil.example/'];
  for (const path of [...paths, ...odd]) {
    const { text } = await speak(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, { toTheEnd: true });
    const ours = / 200 /.test(text) && names.some((name) => text.endsWith(contents.get(name).toString('latin1')));
    expect(ours || !text.includes(' 200 '), `${path}: ${text.slice(0, 100)}`);
    expect(!text.includes('root:') && !/^x: y/im.test(text), path);
  }
  await alive();
});

await testLater('nobody can change the protocol', async () => {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
  for (const to of ['websocket', 'h2c', 'teapot'])
    for (const more of [key, '', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n', `${key}Sec-WebSocket-Protocol: http\r\n`]) {
      const { text } = await speak(`GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${to}\r\n${more}\r\n`);
      expect(!text.includes(' 101 '), `${to}: ${text.slice(0, 100)}`);
    }
  await speak('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  await alive();
});

await testLater('bad requests do no harm', async () => {
  for (const bytes of bad) {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    await alive();
    socket.destroy();
  }
});

// ---- connections

await testLater('requests that come together are answered in their order', async () => {
  const wanted = ['rules/all.md', 'wabe.wasm', 'index.html', 'nothing', 'lessons.json'];
  const get = (name, i) => `GET /${name} HTTP/1.1\r\nHost: localhost\r\n${i === wanted.length - 1 ? 'Connection: close\r\n' : ''}\r\n`;
  let { text, closed } = await speak(wanted.map(get).join(''), { toTheEnd: true });
  for (const name of wanted) {
    const cut = text.indexOf('\r\n\r\n') + 4;
    const size = Number(/content-length: (\d+)/.exec(text.slice(0, cut))[1]);
    const body = text.slice(cut, cut + size);
    const right = name === 'nothing' ? body.includes('nothing here') : body === contents.get(name).toString('latin1');
    expect(right, `${name}: ${text.slice(0, 15)}`);
    text = text.slice(cut + size);
  }
  expect(text === '' && closed, `left over: ${text.length} bytes, closed: ${closed}`);
});

await testLater('cookies of other servers on this machine do not matter', async () =>
  expect((await ask('/', { headers: { Cookie: `other=${'c'.repeat(12000)}` } })).status === 200, 'they do'));

await testLater('HTTP/1.0 gets its answer and the end', async () => {
  const { text, closed } = await speak('GET /rules/all.md HTTP/1.0\r\nHost: localhost\r\n\r\n', { toTheEnd: true });
  expect(closed && text.endsWith(contents.get('rules/all.md').toString('latin1')), 'it does not');
});

await testLater('many at once, some of whom go away', async () => {
  const leave = () =>
    new Promise((done) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write('GET /wabe.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n'));
      socket.once('data', () => socket.destroy());
      socket.on('error', () => {});
      socket.on('close', done);
    });
  const all = Array.from({ length: 150 }, (_, i) => (i % 3 === 0 ? leave() : ask('/wabe.wasm')));
  for (const answer of await Promise.all(all))
    expect(!answer.body || answer.body.equals(contents.get('wabe.wasm')), 'a broken answer');
  await alive();
});

// ---- where it listens

await testLater('a port that is taken is refused with a sentence, if it was asked for', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address();
  const run = spawnSync(program, ['serve', '--port', String(port)], { encoding: 'utf8' });
  other.close();
  expect(run.status === 1 && run.stdout === '', `${run.status} ${run.stdout}`);
  expect(run.stderr === `wabe serve: cannot listen at port ${port} of '127.0.0.1': another program has it\n`, run.stderr);
});

// Other programs may have some of the ports too, and give them back at any time.
await testLater('without a wish a free port is taken, and it is said if that is not the usual one', async () => {
  const both = [await serve(), await serve()];
  for (const one of both) {
    expect(one.port >= 8080 && one.port <= 8099, `port ${one.port}`);
    expect(one.out.includes('Another program has port 8080') === (one.port !== 8080), one.out);
    expect((await ask('/', { to: one })).body.equals(page), `port ${one.port}`);
  }
  expect(both[0].port !== both[1].port, 'both have the same port');
  await both[1].stop();
  await both[0].stop('SIGINT');
});

await testLater('other addresses, and what they are called', async () => {
  const everybody = await serve('--port', 0, '--host', '0.0.0.0');
  expect(everybody.link.startsWith('http://127.0.0.1:') && everybody.out.includes('Whoever can reach'), everybody.out);
  expect((await ask('/', { to: everybody, headers: { Host: '192.168.0.1' } })).status === 200, 'an address');
  expect((await ask('/', { to: everybody, headers: { Host: 'evil.example' } })).status === 421, 'a name');
  await everybody.stop();
  const local = await serve('--port', 0, '--host', 'localhost');
  expect((await ask('/', { to: local, host: new URL(local.link).hostname.replace(/[[\]]/g, '') })).status === 200, 'localhost');
  await local.stop();
  for (const [host, words] of [['192.0.2.1', 'annot'], ['no.such.host.invalid', 'cannot listen at port']]) {
    const run = spawnSync(program, ['serve', '--host', host], { encoding: 'utf8' });
    expect(run.status === 1 && run.stderr.includes(words) && run.stderr.split('\n').length === 2, `${host}: ${run.stderr}`);
  }
});

await testLater('--open hands the link to the browser', async () => {
  const seen = join(folder, 'seen');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" >${seen}\n`, { mode: 0o755 });
  const opened = await serve('--port', 0, '--open', { PATH: `${folder}:${process.env.PATH}` });
  await until(() => existsSync(seen) && readFileSync(seen, 'utf8').endsWith('\n'), 'the link');
  expect(readFileSync(seen, 'utf8') === `${opened.link}\n`, readFileSync(seen, 'utf8'));
  await opened.stop();
  const alone = await serve('--port', 0, '--open', { PATH: `${folder}/nothing` });
  expect(alone.out.includes('There is no xdg-open here'), alone.out);
  await alone.stop();
});

await testLater('it cannot be started with nonsense', async () => {
  for (const args of [['--port', '65536'], ['--port', 'x'], ['--port'], ['here'], ['--nothing']]) {
    const run = spawnSync(program, ['serve', ...args], { encoding: 'utf8' });
    expect(run.status === 2 && run.stderr.split('\n').length === 2, `${args}: ${run.status} ${run.stderr}`);
  }
});

// ---- export-site

const exportTo = (...args) => spawnSync(program, ['export-site', ...args], { encoding: 'utf8' });

const checkExport = (to, more = []) => {
  expect(filesOf(to).join() === [...names, ...more].sort().join(), `files: ${filesOf(to)}`);
  for (const name of names) expect(readFileSync(join(to, name)).equals(contents.get(name)), name);
};

test('export-site writes the same files', () => {
  const to = join(folder, 'deep/down/site');
  const run = exportTo(to);
  expect(run.status === 0 && run.stdout.includes(`${names.length} files`) && run.stderr === '', run.stdout + run.stderr);
  checkExport(to);
  mkdirSync(join(folder, 'empty'));
  expect(exportTo(join(folder, 'empty/')).status === 0, 'an empty folder');
  checkExport(join(folder, 'empty'));
});

test('export-site into a folder with something needs --force, and replaces its own files only', () => {
  const to = join(folder, 'full');
  mkdirSync(to);
  writeFileSync(join(to, 'mine.txt'), 'mine');
  writeFileSync(join(to, 'app.js'), 'old');
  const run = exportTo(to);
  expect(run.status === 1 && run.stderr.includes('is not empty; --force'), run.stderr);
  expect(filesOf(to).join() === 'app.js,mine.txt' && readFileSync(join(to, 'app.js'), 'utf8') === 'old', 'it wrote');
  expect(exportTo(to, '--force').status === 0, '--force');
  checkExport(to, ['mine.txt']);
  expect(readFileSync(join(to, 'mine.txt'), 'utf8') === 'mine', 'a file of somebody else');
});

test('export-site that fails leaves everything as it was', () => {
  const to = join(folder, 'blocked');
  mkdirSync(to);
  writeFileSync(join(to, 'vendor'), 'a file where a folder should be');
  writeFileSync(join(to, 'app.js'), 'old');
  const run = exportTo(to, '--force');
  expect(run.status === 1 && run.stderr.startsWith('wabe export-site: cannot ') && run.stderr.split('\n').length === 2, run.stderr);
  expect(filesOf(to).join() === 'app.js,vendor' && readFileSync(join(to, 'app.js'), 'utf8') === 'old', filesOf(to).join());
  const small = join(folder, 'small');
  const full = spawnSync('sh', ['-c', `ulimit -f 64; trap '' XFSZ; exec "$0" export-site "$1"`, program, small], { encoding: 'utf8' });
  expect(full.status === 1 && full.stderr.includes('File too large'), `no room: ${full.status} ${full.stderr}`);
  expect(readdirSync(small).length === 0 && exportTo(small).status === 0, 'it left something');
  for (const [where, words] of [[join(folder, 'full/mine.txt'), 'Not a directory'], [join(folder, 'full/mine.txt/x'), 'Not a directory'], [`/${'x'.repeat(300)}`, 'too long'], ['/proc/wabe', 'cannot']])
    expect(exportTo(where).status === 1 && exportTo(where).stderr.includes(words), `${where}: ${exportTo(where).stderr}`);
  expect(exportTo().status === 2 && exportTo('a', 'b').status === 2 && exportTo('').status === 2, 'words');
});

// ---- the end

await testLater('half a request is given up, and so is nonsense', async () => {
  for (const { closed } of await Promise.all(halves)) expect(closed, 'it is not');
  await Promise.all(refused); // each has an answer or an end
});

await testLater('who names no host, or two, gets nothing', async () => {
  for (const { text } of await Promise.all(nameless)) expect(!text.includes(' 200 '), text);
});

await testLater('it stops when asked to, also with connections open', async () => {
  const open = connect(server.port, '127.0.0.1', () => open.write('GET /wabe.wasm HTTP/1.1\r\nHost: localhost\r\n'));
  open.on('error', () => {});
  await once(open, 'connect');
  await alive(); // what came before has been read
  await server.stop();
  const sanitizer = server.err.split('\n').filter((line) => /Sanitizer|runtime error/.test(line));
  expect(sanitizer.length === 0, server.err);
});

end();
