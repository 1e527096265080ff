// hostile.mjs WABE: what no client of ours would send, while people play on undisturbed. Prints TAP.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, until } from './patience.mjs';
import { end, expect, testLater } from './tap.mjs';
import { ask, begin, BINARY, Client, guest, people, post, Server, Web } from './wire.mjs';

const [, , program] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-hostile-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await new Server(program, { store: join(folder, 'store.db'), args: ['--per-address', 200, '--requests', 1000000] }).start();
const { port } = server;
const cookie = await guest(port, 'Vandal');
const [ann] = await people(port, ['Ann']);
const table = await begin([ann], { deal: 'mimsy:2' }, ['easy']);

// A connection that is welcome, and what it hears.
async function open(options = {}) {
  const web = new Web(port, { cookie, ...options });
  web.heard = [];
  web.on('text', (text) => web.heard.push(JSON.parse(text)));
  web.end = null;
  web.on('closed', (code) => (web.end = code));
  await web.open();
  await until(() => web.heard.shift(), 'a welcome');
  return web;
}

// The refusal of this, and no word more: what was said besides is still there when the next is refused.
async function refusal(web, text) {
  web.send(text);
  const said = await until(() => web.heard.shift(), `a refusal of ${String(text).slice(0, 100)}`);
  expect(said.is === 'no' && web.heard.length === 0, `${String(text).slice(0, 100)}: ${JSON.stringify([said, ...web.heard])}`);
  expect(/^[A-Z'].*\.$/.test(said.why), `no sentence: ${JSON.stringify(said)}`);
  return said;
}

// The code with which it is closed.
const endOf = (web) => until(() => web.end, 'the end of a connection');

await testLater('messages that are none are refused with a sentence, and too many of them with the end', async () => {
  const deep = (n) => `{"do":"watch","id":"a","table":${'['.repeat(n)}${']'.repeat(n)}}`;
  const bad = ['', ' ', '{', 'null', '7', '[]', '"do"', '{}', 'NaN', '{"do":"watch"}', '{"id":"a"}', '{"do":"dance","id":"a"}', '{"do":7,"id":"a"}',
    '{"do":"watch","id":7,"table":"x"}', '{"do":"watch","id":"","table":"x"}', '{"do":"watch","id":"a b","table":"x"}',
    `{"do":"watch","id":"${'a'.repeat(41)}","table":"${table}"}`, '{"do":"watch","id":"a"}', '{"do":"watch","id":"a","table":"../../etc/passwd"}',
    `{"do":"watch","id":"a","table":"${table}","more":1}`, `{"do":"watch","id":"a","id":"b","table":"${table}"}`, `{"do":"watch","id":"a","table":"${table}"} x`,
    `{"do":"watch","id":"a","table":"${table}\\u0000"}`, '{"do":"lobby","id":"a","on":1}', '{"do":"lobby","id":"a","on":"true"}', deep(100), deep(3000),
    ...['1e400', '-1', '1.5', '99999999999999999999999', '"0"', 'null', '[]', 'true', '4294967296'].flatMap((number) => [
      `{"do":"move","id":"a","table":"${table}","decision":${number},"move":0}`, `{"do":"move","id":"a","table":"${table}","decision":0,"move":${number}}`,
      `{"do":"look","id":"a","table":"${table}","n":${number}}`, `{"do":"sit","id":"a","table":"${table}","seat":${number}}`,
      `{"do":"create","id":"a","deal":"mimsy:2","clock":${number === '4294967296' ? '-5' : number}}`])];
  let web = await open();
  for (const [i, text] of bad.entries()) {
    if (i % 15 === 14) { // so many are borne
      web.drop();
      web = await open();
    }
    const no = await refusal(web, text);
    expect(no.code === 'bad', `${text.slice(0, 100)}: ${JSON.stringify(no)}`);
  }
  web.drop();
  web = await open();
  for (let i = 0; i < 30; i++) web.send('{');
  expect((await endOf(web)) === 1008, 'nonsense without end is borne');
});

await testLater('too long, binary, not UTF-8, and a frame that is none', async () => {
  const long = (n) => `{"do":"say","id":"a","table":"${table}","text":"${'x'.repeat(n)}"}`;
  let web = await open();
  expect((await refusal(web, long(8000))).code === 'bad', 'a long message');
  web.send(long(8192));
  expect((await endOf(web)) === 1009, 'a message of more than 8192 bytes');
  web = await open();
  web.send(long(200000));
  expect([1009, 1006].includes(await endOf(web)), 'a message of 200 KB');
  web = await open();
  web.send('{"do":"lobby","id":"a","on":true}', BINARY);
  expect((await endOf(web)) === 1003, 'a binary message');
  web = await open();
  web.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
  expect((await endOf(web)) === 1007, 'bytes that are not UTF-8');
  web = await open();
  web.socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]));
  expect(await endOf(web), 'a frame of 2^64 bytes is borne');
  web = await open();
  web.socket.write(Buffer.concat([Buffer.from([0x81, 33]), Buffer.from('{"do":"lobby","id":"a","on":true}')]));
  expect((await endOf(web)) === 1002, `a frame without a mask is obeyed: ${JSON.stringify(web.heard)}`);
});

await testLater('other people’s seats, tables and names', async () => {
  const vandal = await new Client(port, { name: 'Vandal', cookie }).open();
  vandal.watching = table;
  for (const [word, keys] of [['move', { decision: ann.view.decision, move: 0 }], ['say', { text: 'Boo' }], ['sit', {}], ['resign', {}], ['look', { n: 0 }], ['unwatch', {}]])
    await vandal.mustNot('state', word, keys); // it does not watch
  await vandal.watch(table);
  await vandal.mustNot('bad', 'move', { decision: ann.view.decision, move: 0, seat: 0 });
  await vandal.mustNot('state', 'move', { decision: ann.view.decision, move: ann.view.moves[0]?.move ?? 0 });
  await vandal.mustNot('state', 'undo', { decision: ann.view.decision });
  await vandal.mustNot('host', 'mute', { seat: 0, on: true });
  await vandal.mustNot('host', 'replace', { seat: 0 });
  await vandal.mustNot('bad', 'watch', { table: table.toUpperCase() });
  await vandal.mustNot('unknown', 'watch', { table: 'a'.repeat(16) });
  vandal.close();
  for (const forged of ['a', 'x'.repeat(43), `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'E' : 'A'}`, "' OR 1=1 --", 'x'.repeat(3000), '%00']) {
    const me = await ask(port, '/api/1/me', { cookie: forged });
    expect(me.status >= 400 || me.json.me === null, `${forged.slice(0, 50)} is ${me.text}`);
  }
  const stranger = await new Client(port, { cookie: 'y'.repeat(43) }).open();
  expect(stranger.welcome.me === null, 'a forged cookie is somebody');
  stranger.close();
});

await testLater('pages of others, other hosts, other paths', async () => {
  const status = (options) => new Web(port, options).open().then((web) => (web.drop(), 101), (error) => error.status);
  expect((await status({ cookie })) === 101, 'our own connection');
  expect((await status({ cookie, headers: { Origin: `http://127.0.0.1:${port}` } })) === 101, 'our own page');
  for (const origin of ['https://evil.example', `http://127.0.0.1:${port + 1}`, 'null', `http://127.0.0.1:${port}.evil.example`])
    expect((await status({ cookie, headers: { Origin: origin } })) === 403, `a page of ${origin} connects`);
  expect((await status({ cookie, headers: { Host: 'evil.example' } })) === 421, 'another host');
  expect((await status({ cookie, path: '/api/1/socket/../socket2' })) !== 101, 'another path');
  expect((await status({ cookie, protocol: 'wabe.2' })) === 400, 'another protocol');
  for (const what of ['guest', 'forget', 'logout', 'login', 'account', 'passphrase']) {
    const no = await post(port, what, { name: 'Evil' }, { cookie, headers: { Origin: 'https://evil.example' } });
    expect(no.status === 403 && !no.cookie, `POST ${what} from elsewhere: ${no.status}`);
  }
  const plain = await post(port, 'guest', '{"name":"Evil"}', { cookie, headers: { 'Content-Type': 'text/plain' } });
  expect(plain.status >= 400, `a form of another page: ${plain.status}`);
  for (const path of ['/api/1/tables/../../etc/passwd', '/api/1/tables/%2e%2e/%2e%2e/record', `/api/1/tables/${table}/../record`, `/api/1/tables/${table}/record/`,
    `/api/1/tables/${table.toUpperCase()}/record`, "/api/1/tables/' OR 1=1 --aaaaa/record".replaceAll(' ', '%20'), '/api/1/', '/api/2/me', '/api/1/me/', '//api/1/tables/x/record',
    `/api/1/tables/${table}%00/record`]) {
    const answer = await ask(port, path).catch(() => ({ status: 400 })); // or it hangs up
    expect(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
  }
  expect((await post(port, 'guest', `{"name":"${'x'.repeat(5000)}"}`)).status >= 400, 'a body of 5 KB');
  expect((await ask(port, '/api/1/me', { cookie })).json.me.name === 'Vandal', 'the vandal is another one now');
});

await testLater('many who have themselves forgotten at once: so many from one address in a minute', async () => {
  const A_MINUTE = 10, cookies = await Promise.all(Array.from({ length: 40 }, (_, i) => guest(port, `Leaver ${i}`)));
  const me = async (i) => (await ask(port, '/api/1/me', { cookie: cookies[i] })).json.me;
  const began = performance.now();
  const answers = await Promise.all(cookies.map((one) => post(port, 'forget', {}, { cookie: one })));
  const most = A_MINUTE + Math.ceil(((performance.now() - began) / 60000) * A_MINUTE);
  const done = answers.filter(({ status }) => status === 200).length;
  expect(done >= A_MINUTE && done <= most, `${done} of 40 were forgotten; at least ${A_MINUTE} and at most ${most} may`);
  const refused = answers.findIndex(({ status }) => status === 429), no = answers[refused];
  expect(answers.every(({ status }) => status === 200 || status === 429), `answers: ${answers.map(({ status }) => status)}`);
  expect(no.json.code === 'limit' && /^[A-Z].*\.$/.test(no.json.why) && Number(no.headers['retry-after']) > 0, `a refusal: ${no.text} ${JSON.stringify(no.headers)}`);
  expect((await me(refused))?.name === `Leaver ${refused}`, 'who was refused is gone');
  const elsewhere = await post(port, 'forget', {}, { cookie: cookies[refused], from: '127.0.0.2' });
  expect(elsewhere.status === 200 && (await me(refused)) === null, `from another address: ${elsewhere.status} ${elsewhere.text}`);
  expect((await post(port, 'forget', {})).status === 200, 'a stranger has nothing to be forgotten, and counts for nothing');
});

await testLater('floods: limits, while two others finish a game', async () => {
  const players = await people(port, ['Bo', 'Cy']);
  await begin(players, { deal: 'gnumies:3' }, ['easy']);
  let goOn = true;
  const flood = async () => {
    const ends = [];
    while (goOn) {
      const web = await open();
      while (!web.end) { // faster than twenty a second, however slow the machine is
        for (let i = 0; i < 200; i++) web.send(`{"do":"watch","id":"f${i}","table":"${table}"}`);
        await sleep(5);
      }
      ends.push(web.end);
    }
    return ends;
  };
  const halves = Array.from({ length: 30 }, () => { // half a request each
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/1/me HTTP/1.1\r\nHost: 127'));
    socket.on('error', () => {});
    return socket;
  });
  const floods = [flood(), flood()];
  // As quick as people, not as a flood.
  const gently = async (player) => {
    while (player.state === 'playing') {
      await player.playRandom({ most: 1 });
      await sleep(30);
    }
  };
  await Promise.all(players.map(gently));
  for (const player of players) {
    await player.until(() => player.view.result, 'the end of the game');
    expect(!player.closed, 'a player was sent away');
  }
  goOn = false;
  const ends = (await Promise.all(floods)).flat();
  expect(ends.length > 0 && ends.every((code) => code === 1008), `floods end with ${ends}`);
  halves.forEach((socket) => socket.destroy());
  players.forEach((player) => player.close());
});

await testLater('requests without end', async () => {
  const few = await new Server(program, { store: join(folder, 'few.db'), args: ['--requests', 10] }).start();
  const limited = await until(async () => {
    const answer = await ask(few.port, '/api/1/me');
    return answer.status === 429 && answer;
  }, 'a refusal');
  expect(Number(limited.headers['retry-after']) > 0 && limited.json.code === 'limit', limited.text);
  await few.stop();
});

ann.close();
await testLater('it still stands', async () => {
  await server.stop();
  expect(!/runtime error|Sanitizer/.test(server.err), server.err);
});
end();
