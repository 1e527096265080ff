// online.mjs WABE: `wabe serve` as people at tables use it, row by row of docs/protocol.md. Prints TAP.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverCommitment } from './blake2b.mjs';
import { hasCompiler, Shapes } from './shapes.mjs';
import { end, expect, test as testNow, testTogether } from './tap.mjs';
import { ask, begin, checkCues, Client, guest, hearers, makeAccount, people, post, postAgain, Server } from './wire.mjs';

const [, , program] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-online-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const server = await new Server(program, {
  store: join(folder, 'store.db'),
  args: ['--requests', 1000000, '--messages', 1000, '--per-address', 1000],
}).start();
const { port } = server;

const tests = []; // side by side, for each has its own people and tables
const test = (what, run) => tests.push([what, run]);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const equal = (a, b, what) => expect(same(a, b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`);
const settled = (clients, holds, what) => Promise.all(clients.map((client) => client.until(() => holds(client), what)));
// So many moves of all together.
async function some(players, n) {
  for (; n > 0; n--) {
    await Promise.any(players.map((player) => player.until(() => player.asked || player.state === 'over', 'a turn')));
    const mover = players.find((player) => player.asked);
    if (mover) await mover.playRandom({ most: 1 });
  }
}
const close = (...clients) => clients.flat().forEach((client) => client.close());

// ---- luck: first of all, for 20 seconds pass

test('a start under way outlives the server, and is called off when a nonce does not come', async () => {
  const killed = await new Server(program, { store: join(folder, 'killed.db') }).start();
  const players = await people(killed.port, ['Ann', 'Bo'], { stays: true });
  const [ann, bo] = players;
  const again = async () => {
    const before = players.map(({ reconnections }) => reconnections);
    players.forEach((player) => (player.table = null));
    await killed.kill();
    await killed.start();
    await Promise.all(players.map((player, i) => player.until(() => player.reconnections > before[i] && player.table, 'the table again')));
  };
  players.forEach((player) => (player.reveals = false));
  const { table } = await ann.must('create', { deal: 'mimsy:2' });
  for (const player of players) await player.watch(table);
  await bo.must('sit');
  await ann.ready();
  await again();
  expect(ann.table.seats[0].ready && !ann.table.luck.reveal, 'what Ann has committed to is lost');
  // On a busy machine 20 seconds may be over before all of this is done: then once more, with the next attempt.
  for (let looked = false; !looked; ) {
    if (!ann.table.seats[0].ready) await ann.ready();
    await bo.ready();
    const { attempt, commitment, commitments } = bo.table.luck;
    const late = () => players.some((player) => player.table.luck.attempt > attempt);
    await again();
    try {
      for (const player of players) {
        equal([player.table.luck.reveal, player.table.luck.commitments, player.table.luck.nonces], [true, commitments, [null, null]], 'the luck of a start under way');
        expect(player.table.left > 0 && player.table.left <= 20000, `the time left: ${player.table.left}`);
        for (const [word, keys] of [['stand'], ['ready', { ready: false }]]) await player.mustNot('state', word, keys);
      }
      for (const [word, keys] of [['change', { clock: 60 }], ['seat', { seat: 1, bot: '' }], ['close']]) await ann.mustNot('state', word, keys);
      await ann.mustNot('state', 'reveal', { nonce: bo.nonce });
      await ann.must('reveal', { nonce: ann.nonce });
      looked = true;
    } catch (error) {
      if (!late()) throw error;
      const [{ table: now }] = players;
      expect(now.seats.length === 2 && now.state === 'gathering', `the table after a call-off: ${JSON.stringify(now)}`);
      for (const player of players) if (player.seat === null) await player.must('sit');
      continue;
    }
    await again();
    await settled(players, (c) => c.table?.luck.attempt > attempt, 'the next attempt');
    const { off, ...luck } = bo.table.luck;
    equal([off.attempt, off.commitment, off.commitments, off.nonces], [attempt, commitment, commitments, [ann.nonce, null]], 'what was called off');
    equal(serverCommitment(table, attempt, off.secret), commitment, 'its secret');
    expect(luck.commitment !== commitment && !('reveal' in luck) && !('secret' in luck), 'the next secret');
    equal(luck.commitments, [null, null], 'nobody is ready');
    await bo.mustNot('state', 'reveal', { nonce: bo.nonce });
  }
  players.forEach((player) => Object.assign(player, { reveals: true, committed: null }));
  for (const player of players) await player.ready();
  await settled(players, (c) => c.state === 'playing' && c.view, 'the beginning');
  await again();
  await settled(players, (c) => c.state === 'playing' && c.view, 'the match');
  await ann.must('vote', { end: true });
  await bo.must('vote', { end: true });
  const record = await ask(killed.port, `/api/1/tables/${table}/record`);
  expect(record.text.includes(`\nluck fair 2 ${table} ${ann.committed.attempt} ${ann.table.luck.commitment} `), 'the attempt is not in the record');
  const run = spawnSync(program, ['replay', '--verify', '-', '--commitment', ann.table.luck.commitment], { input: record.text, encoding: 'utf8' });
  expect(run.status === 0, `the record: ${run.stderr}`);
  close(players);
  await killed.stop();
  expect(!/ERROR|runtime error|Sanitizer/.test(killed.err), killed.err);
});

test('the client in Python plays, and checks what it was shown', async () => {
  const client = new URL('../clients/python/wabe_client.py', import.meta.url).pathname;
  const file = join(folder, 'python.wabe');
  const run = spawn('python3', [client, '--server', `http://127.0.0.1:${port}`, '--game', 'mimsy', '--seats', '3', '--bots', 'easy,easy', '--seed', '4', '--record', file]);
  let said = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(run, 'close');
  expect(code === 0 && said.includes('The commitments are kept.'), said);
  const shown = /--commitment (\w+)/.exec(said)[1];
  const verified = spawnSync(program, ['replay', '--verify', file, '--commitment', shown], { encoding: 'utf8' });
  expect(verified.status === 0, verified.stderr);
  // What it says of records that are not what it was shown.
  const lies = `
import argparse, contextlib, importlib.util, io, re, sys
spec = importlib.util.spec_from_file_location("client", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
record = open(sys.argv[2]).read()
later = record.replace(" 1 ", " 3 ", 1) # a record of another start, of which only the number matters here
table, commitment = re.search("luck fair 2 (.*) 1 ([0-9a-f]{64}) ", record).groups()
client = module.Client(None, argparse.Namespace(seed=1, table=table, record="/dev/null"))
client.last = {"seats": [{}] * 3}
def said(run):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        run()
    return out.getvalue()
def show(what):
    print("NOT" if "NOT" in what else "kept" if "are kept" in what else "unknown")
def check(text=record, number=1, off=None, others={}, **start):
    client.starts = {number: {"commitment": commitment, "nonce": re.search("nonce 0 (.*)", record)[1],
                         "all": [re.search("commitment 0 (.*)", record)[1], None, None], **start}, **others}
    client.off = off or 0
    show(said(lambda: client.check_record(text)))
check()
check(commitment="0" * 64)
check(nonce="0" * 32)
check(all=["0" * 64, None, None])
swapped = re.sub("nonce 0 .*", "nonce 0 " + "5" * 32, record)
check(swapped, nonce=re.search("nonce 0 (.*)", swapped)[1])
print("starts")
vanished = {"commitment": commitment, "nonce": "0" * 32, "all": ["0" * 64, None, None]}
check(others={0: vanished})
check(others={0: {**vanished, "off": True}})
check(others={0: {**vanished, "off": False}})
check(others={0: vanished}, off=0.5) # away while it was called off, and another one after it
check(others={2: vanished})
check(others={2: {**vanished, "off": True}})
check(later, off=2)
check(re.sub("^luck fair 2 .* (.*) (.*)$", r"luck fair \\1 \\2", record, flags=re.M))
print("words")
client.pending = {}
print("late" in said(lambda: client.refused({"do": "reveal"}, {"code": "state", "why": "It is late."})))
client.server = argparse.Namespace(request=lambda *_: "luck given")
client.starts = {}
print("None" in said(client.take_record))
`;
  const told = spawnSync('python3', ['-c', lies, client, file], { encoding: 'utf8' });
  const [found, starts, words] = told.stdout.trim().split(/\n?starts\n|\n?words\n/).map((part) => part.split('\n'));
  equal(found, ['kept', 'NOT', 'NOT', 'NOT', 'NOT'], `what is found (${told.stderr})`);
  equal(starts, ['NOT', 'kept', 'NOT', 'kept', 'NOT', 'NOT', 'NOT', 'NOT'], `of starts that came to nothing, and of records of others (${told.stderr})`);
  equal(words, ['True', 'False'], `who is late waits for the next start, and nothing is said of a commitment that there is not (${told.stderr})`);
});

// ---- the lobby: first, for lists come once a second

test('the lobby: public tables, one’s own, and whose turn it is', async () => {
  const [ann, bo] = await people(port, ['Ann', 'Bo']);
  const onlooker = await new Client(port, { name: 'Onlooker' }).open();
  for (const client of [ann, onlooker]) await client.must('lobby', { on: true });
  await settled([ann, onlooker], (c) => c.lobby, 'the lobby');
  equal(onlooker.lobby.mine, [], 'the tables of a stranger');
  const hidden = (await ann.must('create', { deal: 'brillig:2' })).table;
  const table = await begin([bo, ann], { deal: 'brillig:2', public: true });
  const row = await onlooker.until(() => onlooker.lobby.tables.find((one) => one.table === table && one.state === 'playing'), 'the public table');
  equal([row.game, row.deal, row.public, row.seats.map(({ name }) => name)], ['brillig', 'brillig:2', true, ['Bo', 'Ann']], 'the row');
  expect(!JSON.stringify(onlooker.lobby).includes(hidden), 'a table that is not public is listed');
  const listed = (await ask(port, '/api/1/tables')).json.tables;
  expect(listed.some((one) => one.table === table) && !listed.some((one) => one.table === hidden), 'the list by HTTP');
  await ann.until(() => ann.lobby.mine.some((one) => one.table === hidden), 'her own table');
  await some([ann, bo], 5);
  const turn = () => ann.lobby.mine.find((one) => one.table === table)?.turn;
  for (const seen = new Set(); seen.size < 2;) {
    await ann.until(() => turn() === ann.view.waiting.includes(ann.seat), 'the turn in her list');
    seen.add(turn());
    const mover = [ann, bo].find((player) => player.asked);
    if (mover) await mover.playRandom({ most: 1 });
  }
  await onlooker.must('lobby', { on: false });
  const before = onlooker.heard.length;
  await bo.must('resign');
  await ann.until(() => ann.lobby.mine.find((one) => one.table === table)?.state === 'over', 'the finished table');
  await onlooker.must('lobby', { on: false });
  equal(onlooker.heard.length, before + 1, 'news that nobody wants'); // only that answer
  close(ann, bo, onlooker);
});

// ---- who one is

test('guest, name and me', async () => {
  equal((await ask(port, '/api/1/me')).json, { me: null }, 'a stranger');
  const made = await post(port, 'guest', { name: 'Ann' });
  equal(made.json, { me: { name: 'Ann', account: null } }, 'a guest');
  const flags = made.headers['set-cookie'][0];
  expect(/; HttpOnly/.test(flags) && /; SameSite=Strict/.test(flags) && !/Secure/.test(flags), `the cookie: ${flags}`);
  const { cookie } = made;
  equal((await ask(port, '/api/1/me', { cookie })).json, { me: { name: 'Ann', account: null } }, 'me');
  equal((await post(port, 'guest', { name: 'Anna' }, { cookie })).json.me.name, 'Anna', 'the new name');
  equal((await ask(port, '/api/1/me', { cookie })).json.me.name, 'Anna', 'the new name afterwards');
  for (const name of ['', ' ', 'x'.repeat(32), 'a\nb', 7, null]) {
    const no = await post(port, 'guest', { name });
    expect(no.status === 400 && no.json.code === 'bad' && no.json.why.endsWith('.'), `${name}: ${no.status} ${no.text}`);
  }
  expect((await post(port, 'guest', { name: 'Ann', more: 1 })).status === 400, 'an unknown key is taken');
  expect((await ask(port, '/api/1/guest')).status === 405, 'GET makes guests');
});

test('names that look like others: refused when they are taken, and beside those whom they look like', async () => {
  for (const [name, why] of [['Ann\u200b', 'cannot be seen'], ['\u0410nn', 'several alphabets'], ['Ann\u00a0', 'blank'], ['\u{1d400}nn', 'symbols']]) {
    const no = await post(port, 'guest', { name });
    expect(no.status === 400 && no.json.code === 'bad' && no.json.why.startsWith('Your name') && no.json.why.includes(why), `${name}: ${no.status} ${no.text}`);
  }
  const [ilse, other, cy] = await people(port, ['Ilse', 'llse', 'Cy']);
  const { table } = await ilse.must('create', { deal: 'mimsy:2', public: true });
  for (const client of [ilse, other, cy]) await client.watch(table);
  await other.mustNot('name', 'sit');
  await other.mustNot('name', 'say', { text: 'Give me your cards' });
  await cy.must('say', { text: 'Who was that?' });
  equal((await post(port, 'guest', { name: 'Lou' }, { cookie: other.cookie })).status, 200, 'another name');
  await other.must('say', { text: 'It was me' });
  await other.must('sit');
  const account = await post(port, 'account', { account: 'B\u043eb', passphrase: 'long enough' }, { cookie: cy.cookie });
  expect(account.status === 400 && account.json.why.includes('several alphabets'), account.text);
  close(ilse, other, cy);
});

test('account, login from another device, wrong passphrases, logout', async () => {
  const before = await guest(port, 'Cleo');
  expect((await post(port, 'account', { account: 'cleo', passphrase: 'short' }, { cookie: before })).status === 400, 'too short a passphrase');
  expect((await post(port, 'account', { account: 'cleo', passphrase: 'long enough' })).status === 403, 'a stranger gets an account');
  const { json, cookie } = await makeAccount(port, 'cleo', 'long enough', before);
  equal(json, { me: { name: 'Cleo', account: 'cleo' } }, 'the account');
  const other = await guest(port, 'Other');
  const taken = await postAgain(port, 'account', { account: 'CLEO', passphrase: 'long enough' }, { cookie: other });
  expect(taken.status === 409 && taken.json.code === 'state', `a second account of that name: ${taken.text}`);
  for (const body of [{ account: 'cleo', passphrase: 'wrong enough' }, { account: 'nobody', passphrase: 'long enough' }]) {
    const no = await postAgain(port, 'login', body);
    expect(no.status === 403 && !no.cookie, `let in: ${no.text}`);
  }
  const second = await postAgain(port, 'login', { account: 'Cleo', passphrase: 'long enough' });
  equal(second.json, { me: { name: 'Cleo', account: 'cleo' } }, 'the login');
  expect(second.cookie !== cookie, 'the same token');

  const here = await new Client(port, { name: 'Cleo', cookie }).open();
  const there = await new Client(port, { name: 'Cleo 2', cookie: second.cookie }).open();
  const { table } = await here.must('create', { deal: 'mimsy:2' });
  await here.watch(table);
  await there.watch(table);
  equal(there.table.you, { seat: 0, host: true }, 'the seat at the other device');
  await there.must('seat', { seat: 1, bot: 'easy' });
  await there.ready();
  await settled([here, there], (c) => c.state === 'playing' && c.view, 'the beginning');
  await Promise.race([here.playRandom({ most: 3 }), there.until(() => there.state === 'over')]);
  await there.until(() => same(there.view, here.view), 'the same view at both');
  equal(there.view.viewer, '0', 'the viewer');
  close(here, there);

  await post(port, 'logout', {}, { cookie: second.cookie });
  equal((await ask(port, '/api/1/me', { cookie: second.cookie })).json, { me: null }, 'after logout');
  equal((await ask(port, '/api/1/me', { cookie })).json.me.account, 'cleo', 'the other device after it');
});

test('an account: the token of the guest is good for nothing any more', async () => {
  const before = await guest(port, 'Dina');
  const [here, thief] = await Promise.all([0, 1].map(() => new Client(port, { name: 'Dina', cookie: before }).open()));
  const { table } = await here.must('create', { deal: 'mimsy:2' });
  const { cookie } = await makeAccount(port, 'dina', 'long enough', before);
  expect(cookie !== before, 'the same token');
  equal((await ask(port, '/api/1/me', { cookie: before })).json, { me: null }, 'the old token');
  equal((await ask(port, '/api/1/me', { cookie })).json.me.account, 'dina', 'the new token');
  for (const one of [here, thief]) {
    await one.until(() => one.closed, 'the end of a connection with the old token');
    equal(one.closed, { code: 1008, reason: 'Your key has changed.' }, 'the end');
  }
  const again = await new Client(port, { name: 'Dina', cookie }).open();
  await again.watch(table);
  equal(again.table.you, { seat: 0, host: true }, 'the seat');
  again.close();
});

test('passphrase: another one, which ends what others hold', async () => {
  const guests = await guest(port, 'Edda');
  const { cookie } = await makeAccount(port, 'edda', 'first passphrase', guests);
  const other = await postAgain(port, 'login', { account: 'edda', passphrase: 'first passphrase' });
  const there = await new Client(port, { name: 'Edda', cookie: other.cookie }).open();
  const change = (old, next, options) => postAgain(port, 'passphrase', { old, new: next }, options);
  const refusals = [
    [await change('wrong', 'second passphrase', { cookie }), 403, 'stranger'],
    [await change('first passphrase', 'short', { cookie }), 400, 'bad'],
    [await change('first passphrase', 'x'.repeat(257), { cookie }), 400, 'bad'],
    [await change('first passphrase', 'second passphrase', {}), 403, 'stranger'],
    [await change('first passphrase', 'second passphrase', { cookie: await guest(port, 'Fritz') }), 409, 'state'],
  ];
  for (const [no, status, code] of refusals)
    expect(no.status === status && no.json.code === code && no.json.why.endsWith('.') && !no.cookie, `not ${status} ${code}: ${no.status} ${no.text}`);
  equal((await ask(port, '/api/1/me', { cookie: other.cookie })).json.me.account, 'edda', 'nothing has changed yet');
  const done = await change('first passphrase', 'second passphrase', { cookie });
  const now = done.tries > 1 && done.status === 403 ? await postAgain(port, 'login', { account: 'edda', passphrase: 'second passphrase' }) : done;
  expect(now.status === 200 && now.cookie, now.text);
  equal(now.json, { me: { name: 'Edda', account: 'edda' } }, 'the answer');
  for (const old of [cookie, other.cookie, guests]) equal((await ask(port, '/api/1/me', { cookie: old })).json, { me: null }, 'an old token');
  await there.until(() => there.closed, 'the end of the other connection');
  equal((await ask(port, '/api/1/me', { cookie: now.cookie })).json.me.account, 'edda', 'the new token');
  equal((await postAgain(port, 'login', { account: 'edda', passphrase: 'first passphrase' })).status, 403, 'the old passphrase');
  equal((await postAgain(port, 'login', { account: 'edda', passphrase: 'second passphrase' })).status, 200, 'the new passphrase');
});

test('login: wrong passphrases are slowed down by account and address, and the owner is not locked out', async () => {
  const proxied = await new Server(program, { store: join(folder, 'proxied.db'), args: ['--behind-proxy', '--requests', 1000000, '--log'] }).start();
  const from = (address, options = {}) => ({ headers: { 'X-Forwarded-For': address }, ...options });
  const login = (address, passphrase, account = 'gerda') => postAgain(proxied.port, 'login', { account, passphrase }, from(address));
  const cookie = await guest(proxied.port, 'Gerda');
  const made = await postAgain(proxied.port, 'account', { account: 'gerda', passphrase: 'long enough' }, from('192.0.2.1', { cookie }));
  expect(made.status === 200 || made.tries > 1, made.text);
  let no;
  for (let i = 0; i < 50 && no?.status !== 429; i++) no = await login('10.0.0.1', 'a bad guess');
  expect(no.status === 429 && no.json.code === 'limit' && /^There were too many wrong .* second/.test(no.json.why), `guessed for ever: ${no.status} ${no.text}`);
  expect(Number(no.headers['retry-after']) >= 1 && !no.cookie, JSON.stringify(no.headers));
  equal((await login('10.0.0.1', 'a bad guess', 'hedwig')).status, 403, 'another account from there');
  equal((await login('10.0.0.2', 'long enough')).status, 200, 'the right one from elsewhere');
  for (let i = 0; i < 60 && no.place !== 'all'; i++) {
    no = await login(`10.0.1.${i}`, 'a bad guess');
    if (no.status === 429) no.place = 'all';
  }
  equal(no.place, 'all', 'guesses from many addresses are all taken');
  equal((await login('192.0.2.1', 'long enough')).status, 200, 'the owner, from where the account was made');
  equal((await login('10.0.0.2', 'long enough')).status, 200, 'the owner, from where the owner has been');
  expect(proxied.err.includes(' login refused=1 address=10.0.0.1\n') && proxied.err.includes(' login braked=1 address=10.0.0.1\n'), proxied.err);
  await proxied.stop();
});

test('forget: somebody sat there', async () => {
  const [ann, zoe] = await people(port, ['Ann', 'Zoe']);
  const table = await begin([ann, zoe], { deal: 'mimsy:2' });
  await zoe.must('say', { text: 'My name is nobody else’s' });
  await ann.until(() => ann.lines.length === 1, 'the line');
  const answer = await post(port, 'forget', {}, { cookie: zoe.cookie });
  equal(answer.json, { me: null }, 'after forget');
  await zoe.until(() => zoe.closed, 'the end of the connection');
  equal((await ask(port, '/api/1/me', { cookie: zoe.cookie })).json, { me: null }, 'the cookie afterwards');
  const from = ann.heard.length;
  await ann.watch(table);
  equal(ann.table.seats[1].name, 'somebody', 'the name at the table');
  equal(ann.lines, [], 'what was said');
  const after = ann.heard.slice(from).map(({ text }) => text).join('');
  expect(!after.includes('Zoe'), `the name is still said: ${/.{60}Zoe.{60}/.exec(after)}`);
  await ann.must('resign');
  const record = await ask(port, `/api/1/tables/${table}/record`);
  expect(record.status === 200 && !record.text.includes('Zoe'), 'the name is in the record');
  close(ann);
});

// ---- tables that gather

test('create: settings, defaults, and what is refused', async () => {
  const [ann] = await people(port, ['Ann']);
  const { table } = await ann.must('create', { deal: 'slithy:3' });
  expect(/^[a-z0-9]{16}$/.test(table), `the id ${table}`);
  await ann.watch(table);
  const of = ({ state, game, deal, public: listed, clock, late, bot, window, watchers, undo, left }) =>
    ({ state, game, deal, listed, clock, late, bot, window, watchers, undo, left });
  const usual = { state: 'gathering', game: 'slithy', deal: 'slithy:3', listed: false, clock: 0, late: 'bot', bot: 'normal',
    window: 0, watchers: true, undo: true, left: null };
  equal(of(ann.table), usual, 'the usual settings');
  equal(ann.table.you, { seat: 0, host: true }, 'the one who made it');
  expect(/^[0-9a-f]{64}$/.test(ann.table.luck.commitment) && !('secret' in ann.table.luck), 'the luck');
  equal(ann.table.luck.nonces, [null, null, null], 'the nonces');
  const settings = { deal: 'mimsy:2:variant=advanced', public: true, clock: 30, late: 'wait', bot: 'hard', window: 60,
    watchers: false, undo: false };
  await ann.watch((await ann.must('create', settings)).table);
  equal(of(ann.table), { ...usual, ...settings, public: undefined, listed: true, game: 'mimsy' }, 'all settings');
  await ann.must('close');
  const bad = [{}, { deal: 7 }, { deal: 'chess:2' }, { deal: 'slithy:2' }, { deal: 'slithy:3#7' }, { deal: 'slithy:3:variant=no' },
    ...[{ public: 1 }, { clock: 29 }, { clock: 1209601 }, { clock: -1 }, { clock: 1e30 }, { clock: 60.5 }, { late: 'never' }, { bot: '' },
      { bot: 'best' }, { window: 61 }, { window: '1' }, { watchers: null }, { undo: 'yes' }, { colour: 'red' }, { table: 'x' }]
      .map((one) => ({ deal: 'slithy:3', ...one }))];
  for (const one of bad) await ann.mustNot('bad', 'create', one);
  close(ann);
});

test('create again with the same id makes one table', async () => {
  const [ann] = await people(port, ['Ann']);
  const first = await ann.must('create', { deal: 'mimsy:2' }, 'once');
  const second = await ann.must('create', { deal: 'mimsy:2' }, 'once');
  equal(second.table, first.table, 'the table');
  await ann.must('lobby', { on: true });
  await ann.until(() => ann.lobby, 'the lobby');
  equal(ann.lobby.mine.length, 1, 'tables of hers');
  close(ann);
});

test('a host has so many tables and no more', async () => {
  const [ann] = await people(port, ['Ann']);
  for (let i = 0; i < 20; i++) await ann.must('create', { deal: 'mimsy:2' }, `many-${i}`);
  await ann.mustNot('limit', 'create', { deal: 'mimsy:2' });
  await ann.must('create', { deal: 'mimsy:2' }, 'many-19'); // has been done
  close(ann);
});

test('sit, change seats, stand; the host passes on; only the host', async () => {
  const [ann, bo, cy] = await people(port, ['Ann', 'Bo', 'Cy']);
  const { table } = await ann.must('create', { deal: 'slithy:3' });
  for (const client of [ann, bo, cy]) await client.watch(table);
  await settled([ann, bo, cy], (c) => c.table.looking.length === 2, 'two who look on');
  equal(ann.table.looking.map(({ name }) => name).sort(), ['Bo', 'Cy'], 'who looks on');
  await bo.must('sit', { seat: 2 });
  await bo.mustNot('state', 'sit', { seat: 0 });
  await bo.mustNot('state', 'sit', { seat: 3 });
  await bo.must('sit', { seat: 1 });
  await settled([ann, bo, cy], (c) => c.table.seats[1].name === 'Bo' && c.table.seats[2].is === 'empty', 'the change of seats');
  const [bo2] = await people(port, ['Bo']);
  await bo2.watch(table);
  await bo2.mustNot('name', 'sit'); // somebody of that name sits here
  for (const [word, keys] of [['change', { deal: 'slithy:4' }], ['seat', { seat: 2, bot: 'easy' }], ['close', {}], ['mute', { seat: 0, on: true }]])
    await bo.mustNot('host', word, keys);
  await cy.mustNot('state', 'stand');
  await cy.mustNot('state', 'ready', { ready: true, commitment: '0'.repeat(64) });
  await ann.must('change', { deal: 'slithy:4', undo: false });
  await settled([ann, bo, cy], (c) => c.table.seats.length === 4 && c.table.undo === false, 'the change');
  await ann.mustNot('bad', 'change', { deal: 'mimsy:9' });
  await ann.must('stand');
  await settled([ann, bo], (c) => c.table.host.name === 'Bo', 'another host');
  await ann.mustNot('host', 'change', { undo: true });
  await ann.must('sit');
  await settled([ann], (c) => c.seat === 0, 'a seat');
  await bo.mustNot('state', 'seat', { seat: 0, bot: 'easy' }); // somebody sits there
  await bo.must('seat', { seat: 0, bot: '' });
  await settled([ann, bo], (c) => c.table.seats[0].is === 'empty', 'a free seat');
  equal(ann.seat, null, 'her seat');
  await bo.must('seat', { seat: 0, bot: 'expert' });
  await settled([ann, bo], (c) => c.table.seats[0].bot === 'expert', 'the bot');
  await ann.mustNot('state', 'sit', { seat: 0 });
  await bo.mustNot('bad', 'seat', { seat: 0, bot: 'genius' });
  await bo.mustNot('state', 'seat', { seat: 6, bot: 'easy' });
  await bo.must('stand'); // nobody sits: he stays the host
  await settled([bo], (c) => c.seat === null && c.table.you.host, 'a standing host');
  await bo.must('close');
  await settled([ann, bo, cy], (c) => c.state === 'closed' && c.table.because === 'host' && c.table.why.endsWith('.'), 'the end');
  await ann.mustNot('state', 'sit');
  close(ann, bo, cy, bo2);
});

test('ready: nonces, changed minds, and the beginning', async () => {
  const [ann, bo] = await people(port, ['Ann', 'Bo']);
  const { table } = await ann.must('create', { deal: 'mimsy:3' });
  await ann.watch(table);
  const { commitment } = ann.table.luck;
  await bo.watch(table);
  await bo.must('sit');
  for (const commitment of [undefined, '', 'xyz', '0'.repeat(63), '0'.repeat(65), 'g'.repeat(64), 7])
    await bo.mustNot('bad', 'ready', { ready: true, commitment });
  for (const nonce of [undefined, '', 'xyz', '0'.repeat(31), '0'.repeat(33), 'g'.repeat(32), 7])
    await bo.mustNot('bad', 'reveal', { nonce });
  const { why } = await bo.mustNot('bad', 'ready', { ready: true, nonce: '0'.repeat(32) }); // a client of the scheme before
  expect(/older than the server: load the page again/.test(why), why);
  await bo.mustNot('state', 'reveal', { nonce: '0'.repeat(32) });
  await ann.ready();
  await bo.ready();
  await settled([ann, bo], (c) => c.table.seats[1].ready && c.table.seats[0].ready, 'both ready');
  equal(ann.table.luck.commitments, [ann.committed.commitment, bo.committed.commitment, null], 'the commitments');
  equal(ann.table.luck.nonces, [null, null, null], 'the nonces');
  await ann.must('change', { clock: 600 });
  await settled([ann, bo], (c) => !c.table.seats[0].ready && !c.table.seats[1].ready, 'nobody ready after a change');
  await ann.ready();
  await ann.ready(false);
  await bo.ready();
  equal(ann.state, 'gathering', 'the state with a free seat');
  await ann.must('seat', { seat: 2, bot: 'easy' });
  equal(ann.state, 'gathering', 'the state when one is not ready');
  await ann.ready();
  await settled([ann, bo], (c) => c.state === 'playing' && c.view, 'the beginning');
  const commitments = [ann.committed.commitment, bo.committed.commitment, null];
  const { attempt } = ann.committed; // the first, unless the machine is very busy
  if (attempt === 1) equal(ann.table.luck, { scheme: 2, attempt, commitment, commitments, nonces: [ann.nonce, bo.nonce, null] }, 'the luck');
  await ann.until(() => ann.table.left > 60000 && ann.table.left <= 600000, 'the clock of a person'); // in milliseconds
  for (const [word, keys] of [['sit', { seat: 2 }], ['stand'], ['change', { clock: 0 }], ['seat', { seat: 1, bot: '' }], ['close'],
    ['ready', { ready: false }], ['rematch'], ['replace', { seat: 1 }], ['back']])
    await ann.mustNot('state', word, keys);
  close(ann, bo);
});

test('rematch before the end and votes of those who look on are refused; strangers only look', async () => {
  const [ann] = await people(port, ['Ann']);
  const table = await begin([ann], { deal: 'mimsy:2' }, ['easy']);
  const stranger = await new Client(port).open();
  equal(stranger.welcome.me, null, 'a stranger');
  await stranger.watch(table);
  await stranger.until(() => stranger.view, 'the game');
  equal(stranger.view.viewer, 'spectator', 'the eyes');
  equal(stranger.view.moves, [], 'moves');
  await stranger.mustNot('stranger', 'create', { deal: 'mimsy:2' });
  for (const [word, keys] of [['sit'], ['move', { decision: ann.view.decision, move: 0 }], ['say', { text: 'Hello' }], ['resign'], ['vote', { end: true }]])
    await stranger.mustNot('stranger', word, keys);
  const [cy] = await people(port, ['Cy']);
  await cy.watch(table);
  for (const [word, keys] of [['move', { decision: ann.view.decision, move: 0 }], ['resign'], ['vote', { end: true }], ['rematch'], ['undo', { decision: 1 }]])
    await cy.mustNot('state', word, keys);
  await cy.mustNot('unknown', 'watch', { table: '0'.repeat(16) });
  await cy.must('unwatch');
  await cy.mustNot('state', 'say', { text: 'Is anybody there?' });
  await ann.until(() => ann.table.looking.length === 1, 'one who looks on');
  equal(ann.table.looking[0].name, 'somebody', 'the name of a stranger');
  close(ann, stranger, cy);
});

// ---- whole games

// Every message of a table, for the eyes that it was meant for.
function checkEyes(client, viewer) {
  for (const { message, text } of client.heard) {
    if (!message.view) continue;
    equal(message.view.viewer, viewer, `${client.name}: the viewer`);
    for (const zone of message.view.zones)
      if (zone.kind === 'hand' && zone.owner !== null && String(zone.owner) !== viewer && message.view.game === 'oh-gnome')
        for (const piece of zone.places.flatMap((place) => place.pieces))
          expect(piece.back, `${client.name} sees ${piece.thing} in a hand: ${text.slice(0, 200)}`);
    const asked = message.view.waiting?.map(String).includes(viewer) || message.view.asked?.map(String).includes(viewer);
    expect(!message.view.moves?.length || asked, `${client.name} has moves without being asked`);
  }
}

// The secret, which is known now, was never said before the end.
function checkSecret(client, secret) {
  for (const { message, text } of client.heard) {
    if (message.is === 'table' && message.state === 'over') return;
    expect(!text.includes(secret), `${client.name} was told the secret: ${text.slice(0, 200)}`);
  }
}

async function checkRecord(table, commitment) {
  const record = await ask(port, `/api/1/tables/${table}/record`);
  expect(record.status === 200, `no record: ${record.text}`);
  const file = join(folder, `${table}.wabe`);
  writeFileSync(file, record.text);
  const check = spawnSync(program, ['replay', '--verify', '--commitment', commitment, file], { encoding: 'utf8' });
  expect(check.status === 0, `the record is refused: ${check.stdout}${check.stderr}\n${record.text}`);
  const wrong = commitment.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  const lie = spawnSync(program, ['replay', '--verify', '--commitment', wrong, file], { encoding: 'utf8' });
  expect(lie.status !== 0, 'another commitment is taken');
  return record.text;
}

for (const [deal, bots] of [['mimsy:3', ['easy']], ['slithy:4', ['easy', 'normal']], ['brillig:2', []], ['oh-gnome:3', ['easy']],
  ['gnumies:3', ['easy']], ['pesky-gnomes:3', ['easy']], ['gnoming-a-round:2', []]])
  test(`${deal} with people${bots.length ? ' and bots' : ''}, from the beginning to the record`, async () => {
    const players = await people(port, ['Ann', 'Bo']);
    const [ann, bo] = players;
    const watcher = await new Client(port, { name: 'Watcher' }).open();
    const table = await begin(players, { deal }, bots);
    const { commitment } = ann.table.luck;
    await watcher.watch(table);
    const early = await ask(port, `/api/1/tables/${table}/record`);
    expect(early.status === 409 && early.json.code === 'state', `a record too early: ${early.status}`);
    const told = [];
    await Promise.all(players.map((player) => player.playRandom({ onDone: (view, move) => told.push([player.seat, move]) })));
    await settled([...players, watcher], (c) => c.state === 'over' && c.view.result, 'the end');
    const { secret } = ann.table.luck;
    for (const client of [...players, watcher]) {
      checkSecret(client, secret);
      const none = bots.map(() => null), commitments = [ann.committed.commitment, bo.committed.commitment, ...none];
      const { attempt, off } = client.table.luck; // the first, unless the machine is very busy
      equal(client.table.luck, { scheme: 2, attempt, commitment, commitments, nonces: [ann.nonce, bo.nonce, ...none], secret, ...(off ? { off } : {}) }, 'the luck');
      expect((attempt === 1) === !off, 'a start was called off, and is not shown');
    }
    checkEyes(ann, '0');
    checkEyes(bo, '1');
    checkEyes(watcher, 'spectator');
    for (const client of [...players, watcher]) checkCues(client);
    equal(watcher.view.result.seats, ann.view.result.seats, 'the result');
    const text = await checkRecord(table, commitment);
    for (const player of players) expect(text.includes(`nonce ${player.seat} ${player.nonce}\n`), 'a nonce is missing');
    const again = new Client(port, { name: 'Later' });
    await again.open();
    await again.watch(table);
    equal(again.view.n, ann.view.n, 'the end, for one who comes later');
    equal(again.log, watcher.log, 'the log, for one who comes later');
    // every moment that was seen can be looked at again
    for (const client of [ann, watcher]) {
      const seen = client.heard.filter(({ message }) => message.is === 'step' || message.is === 'now').map(({ message }) => message.view);
      for (const { n } of [seen[1], seen[seen.length >> 1], seen.at(-2)]) {
        const view = seen.find((one) => one.n === n); // later ones may have an own choice that lies face down
        const past = (await client.must('look', { n })).view;
        equal(past.zones, view.zones, `the table after ${view.n} moves`);
        equal(past.viewer, view.viewer, 'the viewer then');
      }
      await client.mustNot('state', 'look', { n: ann.view.n + 1 });
    }
    close(players, watcher, again);
  });

// Open lines that a preview foretells are those that the move brings.
test('preview: what a move would do, and who may not ask', async () => {
  const players = await people(port, ['Ann', 'Bo']);
  const [cy] = await people(port, ['Cy']);
  const stranger = await new Client(port, { name: 'Stranger' }).open();
  const { table: gathering } = await players[0].must('create', { deal: 'gyre:2' });
  await players[0].watch(gathering);
  await players[0].mustNot('stale', 'preview', { decision: 1, move: 1 });
  const table = await begin(players, { deal: 'gyre:2' });
  for (const one of [cy, stranger]) await one.watch(table);
  await Promise.any(players.map((player) => player.until(() => player.asked, 'a turn')));
  const mover = players.find((player) => player.asked), other = players.find((player) => player !== mover);
  const { decision, moves, n } = mover.view;
  const [{ move }] = moves;
  const { preview } = await mover.must('preview', { decision, move });
  equal(preview.move, move, 'the move');
  expect(preview.log.length > 0 && ['hidden', 'sealed', 'chance', 'other', 'own', 'over'].includes(preview.next), `a preview: ${JSON.stringify(preview)}`);
  equal([mover.view.n, mover.view.decision], [n, decision], 'the match, of which nothing was played');
  await mover.mustNot('rule', 'preview', { decision, move: 60000 });
  await other.mustNot('rule', 'preview', { decision, move }); // it is not their turn
  await mover.mustNot('stale', 'preview', { decision: decision + 7, move });
  await cy.mustNot('state', 'preview', { decision, move });
  await stranger.mustNot('stranger', 'preview', { decision, move });
  await mover.mustNot('bad', 'preview', { decision, move, colour: 'red' });
  await mover.mustNot('bad', 'preview', { decision });

  // Twenty in a second, however long all of this takes.
  const begun = performance.now();
  let done = 0, refused = 0;
  while (refused === 0) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => mover.command('preview', { table, decision, move })));
    for (const { is, code, preview: same } of answers) {
      if (is === 'done') equal(same, preview, 'the same preview');
      else equal(code, 'limit', 'the refusal');
    }
    done += answers.filter(({ is }) => is === 'done').length;
    refused += answers.filter(({ is }) => is === 'no').length;
  }
  expect(done <= 20 * (2 + (performance.now() - begun) / 1000), `${done} previews in ${performance.now() - begun} ms`);
  while ((await mover.command('preview', { table, decision, move })).is !== 'done') await new Promise((resolve) => setTimeout(resolve, 100)); // a second is over

  const before = mover.log.length;
  await mover.must('move', { decision, move });
  await mover.until(() => mover.view.n > n, 'what came of it');
  equal(mover.log.slice(before, before + preview.log.length).map(({ text }) => text), preview.log.map(({ text }) => text), 'what was foretold');
  close(players, cy, stranger);
});

test('watchers: false hides the match until it is over', async () => {
  const [ann, bo] = await people(port, ['Ann', 'Bo']);
  const stranger = await new Client(port, { name: 'Stranger' }).open();
  const table = await begin([ann, bo], { deal: 'mimsy:2', watchers: false });
  await stranger.watch(table);
  await stranger.mustNot('state', 'look', { n: 0 });
  await some([ann, bo], 5);
  await ann.must('say', { text: 'We are alone' });
  await stranger.until(() => stranger.lines.length, 'the chat');
  expect(!stranger.heard.some(({ message }) => message.view), 'something of the match is shown');
  await Promise.all([ann, bo].map((player) => player.playRandom()));
  await stranger.until(() => stranger.state === 'over' && stranger.view?.result, 'the match after its end');
  close(ann, bo, stranger);
});

// ---- moves that are none, and moves taken back

test('stale, repeated and foreign moves', async () => {
  const players = await people(port, ['Ann', 'Bo']);
  await begin(players, { deal: 'brillig:2' });
  await Promise.any(players.map((player) => player.until(() => player.asked, 'a turn')));
  const mover = players.find((player) => player.asked), other = players.find((player) => player !== mover);
  const view = mover.view, move = mover.anyMove(), keys = { decision: view.decision, move };
  await mover.mustNot('stale', 'move', { ...keys, decision: view.decision + 1 });
  await mover.mustNot('stale', 'move', { ...keys, decision: 0 });
  const illegal = [...Array(3000).keys()].find((m) => !view.moves.some((offer) => offer.move === m));
  await mover.mustNot('rule', 'move', { ...keys, move: illegal });
  if (!view.waiting.includes(other.seat)) await other.mustNot('rule', 'move', keys);
  await mover.mustNot('bad', 'move', { ...keys, move: 65536 });
  await mover.mustNot('bad', 'move', { ...keys, seat: other.seat });
  await mover.must('move', keys, 'the-one');
  await settled(players, (c) => c.view.decision !== view.decision || c.view.moves.some((m) => m.chosen) || c === other, 'the move');
  const n = mover.view.n;
  await mover.must('move', keys, 'the-one'); // has been done
  await mover.must('move', keys, 'the-one');
  await mover.mustNot('stale', 'move', { ...keys, decision: view.decision - 1 });
  equal(mover.view.n, n, 'moves made'); // what comes of a command is heard before its answer
  close(players);
});

test('undo takes the own last move back, where it harms nobody', async () => {
  const [ann] = await people(port, ['Ann']);
  await begin([ann], { deal: 'borogoves:1' });
  await ann.until(() => ann.asked, 'a turn');
  await ann.mustNot('rule', 'undo', { decision: ann.view.decision });
  const before = ann.view, log = ann.log;
  await ann.playRandom({ most: 1 });
  await ann.until(() => ann.mayUndo, 'a move that can be taken back');
  await ann.mustNot('stale', 'undo', { decision: before.decision });
  await ann.must('undo', { decision: ann.view.decision });
  await ann.until(() => ann.view.n === before.n, 'the moment before');
  equal(ann.view.zones, before.zones, 'the table');
  equal(ann.log, log, 'the log');
  expect(ann.view.decision > before.decision, 'the number of the decision is used again');
  await ann.mustNot('stale', 'move', { decision: before.decision, move: before.moves[0].move });
  await ann.playRandom({ most: 2 });
  close(ann);

  const [bo] = await people(port, ['Bo']);
  await begin([bo], { deal: 'borogoves:1', undo: false });
  await bo.until(() => bo.asked, 'a turn');
  await bo.playRandom({ most: 1 });
  await bo.until(() => bo.asked, 'a turn');
  equal(bo.mayUndo, false, 'whether it may be taken back');
  await bo.mustNot('rule', 'undo', { decision: bo.view.decision });
  close(bo);
});

for (const [word, settings] of [['undo', { undo: false }], ['retract', {}]]) test(`${word}: a choice that lies face down`, async () => {
  const players = await people(port, ['Ann', 'Bo']);
  const [ann, bo] = players;
  await begin(players, { deal: 'gnumies:2', ...settings });
  await settled(players, (c) => c.asked, 'a choice of both');
  const { view } = ann, other = bo.view;
  await ann.mustNot('rule', word, { decision: view.decision });
  equal(ann.mayUndo, false, 'before there is something to take back');
  await ann.must('move', { decision: view.decision, move: view.moves[0].move });
  await ann.until(() => ann.view.moves.some((move) => move.chosen) || ann.view.facedown, 'the choice');
  expect(!same(ann.view, view), 'nothing is seen of the own choice');
  equal([ann.mayUndo, bo.mayUndo], [true, false], 'who may take something back');
  equal(bo.view.facedown, undefined, 'what the other sees of it');
  expect(same({ ...bo.view, waiting: 0, prompt: 0 }, { ...other, waiting: 0, prompt: 0 }), 'the other sees more than that a choice was made');
  await ann.must(word, { decision: view.decision });
  await ann.until(() => !ann.view.facedown && !ann.view.moves.some((move) => move.chosen), 'the choice taken back');
  await Promise.all(players.map((player) => player.playRandom()));
  await settled(players, (c) => c.view.result, 'the end');
  close(players);
});

// ---- ends

test('resign: two seats are over with a sentence; with three a bot plays on', async () => {
  let players = await people(port, ['Ann', 'Bo']);
  let table = await begin(players, { deal: 'mimsy:2' });
  const { commitment } = players[0].table.luck;
  await some(players, 4);
  await players[0].must('resign');
  await settled(players, (c) => c.state === 'over', 'the end');
  equal(players[1].table.why, 'Ann has resigned, and Bo wins.', 'why');
  expect(players[1].table.seats[0].resigned, 'not marked');
  equal(players.map(({ cue, mayUndo }) => [cue, mayUndo]), [['over', false], ['over', false]], 'what is next');
  await players[1].mustNot('state', 'move', { decision: players[1].view.decision, move: 0 });
  await checkRecord(table, commitment);
  close(players);

  players = await people(port, ['Ann', 'Bo', 'Cy']);
  table = await begin(players, { deal: 'mimsy:3', bot: 'easy' });
  await players[1].must('resign');
  await settled(players, (c) => c.table.seats[1].resigned, 'the resignation');
  equal(players[0].state, 'playing', 'the state');
  equal([players[1].cue, players[1].mayUndo], ['wait', false], 'what is next for who has resigned');
  await players[1].mustNot('state', 'resign');
  await players[1].mustNot('state', 'move', { decision: players[1].view.decision, move: 0 });
  await Promise.all([players[0].playRandom(), players[2].playRandom()]);
  await settled(players, (c) => c.state === 'over' && c.view.result, 'the end');
  await checkRecord(table, players[0].table.luck.commitment);
  close(players);
});

test('vote: the game ends when all want it', async () => {
  const players = await people(port, ['Ann', 'Bo']);
  const [ann, bo] = players;
  const table = await begin(players, { deal: 'slithy:3' }, ['easy']);
  await ann.must('vote', { end: true });
  await settled(players, (c) => c.table.seats[0].ends, 'the vote');
  await ann.must('vote', { end: false });
  await settled(players, (c) => !c.table.seats[0].ends, 'another mind');
  await bo.must('vote', { end: true });
  equal(bo.state, 'playing', 'the state');
  await ann.must('vote', { end: true });
  await settled(players, (c) => c.state === 'over' && c.table.why.endsWith('.'), 'the end');
  expect(ann.table.luck.secret, 'no secret');
  equal([ann.cue, bo.cue], ['over', 'over'], 'what is next');
  await checkRecord(table, ann.table.luck.commitment);
  close(players);
});

// Ids of tables are keys to them: one that follows from what all may read would be none.
test('rematch: nobody finds a private one by what is published', async () => {
  const players = await people(port, ['Ann', 'Bo']);
  const [ann, bo] = players;
  const table = await begin(players, { deal: 'mimsy:2' });
  await bo.must('resign');
  await settled(players, (c) => c.state === 'over' && c.table.luck.secret, 'the end');
  const { luck } = ann.table;
  const { table: next } = await ann.must('rematch');
  // As the server makes ids of two words: 16 letters of a hash of 64 bytes.
  const idFrom = (...words) => {
    const hash = createHash('blake2b512').update(words.map((word) => `${word}\0`).join('')).digest();
    return Array.from({ length: 16 }, (_, i) => 'abcdefghijklmnopqrstuvwxyz0123456789'[hash.readUInt16LE(2 * i) % 36]).join('');
  };
  const known = ['', table, luck.secret, luck.commitment, ...(luck.nonces ?? []), 'Ann', 'Bo', 'AnnBo', 'rematch', `rematch of ${table}`];
  for (const a of known) for (const b of known) expect(idFrom(a, b) !== next, `the id follows from "${a}" and "${b}"`);
  await bo.watch(next);
  equal(bo.seat, 1, 'the seat at the next table');
  close(players);
});

test('rematch: one table, the same seats and settings, another secret', async () => {
  const players = await people(port, ['Ann', 'Bo']);
  const [ann, bo] = players;
  const table = await begin(players, { deal: 'mimsy:3', undo: false, clock: 900 }, ['easy']);
  await ann.must('resign');
  await bo.must('resign');
  await settled(players, (c) => c.state === 'over', 'the end');
  const [one, two] = await Promise.all(players.map((player) => player.must('rematch')));
  equal(one.table, two.table, 'the table');
  expect(one.table !== table, 'the same table');
  await ann.until(() => ann.table.rematch === one.table, 'the news of it');
  equal((await bo.must('rematch')).table, one.table, 'the table once more');
  const before = ann.table;
  for (const player of players) await player.watch(one.table);
  equal([ann.seat, bo.seat], [0, 1], 'the seats');
  equal(ann.table.seats[2], { is: 'bot', bot: 'easy' }, 'the bot');
  for (const key of ['deal', 'undo', 'clock', 'late', 'bot']) equal(ann.table[key], before[key], key);
  expect(ann.table.luck.commitment !== before.luck.commitment, 'the same secret again');
  await Promise.all(players.map((player) => player.ready()));
  await settled(players, (c) => c.view, 'the beginning');
  close(players);
});

// ---- talk

test('say: lines, history, too much of it, mute by seat and by who', async () => {
  const [ann, bo, cy] = await people(port, ['Ann', 'Bo', 'Cy']);
  const { table } = await ann.must('create', { deal: 'mimsy:2' });
  for (const client of [ann, bo, cy]) await client.watch(table);
  await bo.must('sit');
  const text = 'I think <b>Bo</b> lies: "ünï" \\ \u{1F600}';
  const begun = Date.now();
  await ann.must('say', { text }, 'line');
  await ann.must('say', { text }, 'line'); // has been said
  await cy.must('say', { text: 'x'.repeat(500) });
  const [from, to] = [begun, Date.now()].map((ms) => Math.floor(ms / 1000));
  await settled([ann, bo, cy], (c) => c.lines.some(({ name }) => name === 'Cy'), 'the last line');
  equal(bo.lines.map(({ n, name, seat, text: words }) => [n, name, seat, words.length]), [[1, 'Ann', 0, text.length], [2, 'Cy', null, 500]], 'the lines');
  expect(bo.lines[0].text === text && bo.lines[0].at >= from && bo.lines[0].at <= to, `what was said, and when: ${bo.lines[0].at}, not ${from} to ${to}`);
  for (const words of ['', 'x'.repeat(501), 'two\nlines', 7]) await bo.mustNot('bad', 'say', { text: words });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => bo.at('say', { text: `line ${i}` }))); // all at once
  equal(answers.map(({ is, code }) => code ?? is), ['done', 'done', 'done', 'done', 'done', 'limit'], 'six lines in ten seconds');
  await bo.until(() => bo.lines.some(({ n }) => n === 7), 'the seventh line'); // or it comes while one begins to watch again
  await bo.watch(table);
  equal(bo.lines.map(({ n }) => n), [1, 2, 3, 4, 5, 6, 7], 'the lines before one came');
  await ann.must('mute', { seat: 1, on: true });
  await bo.until(() => bo.table.seats[1].muted, 'the mark');
  const { why } = await bo.mustNot('limit', 'say', { text: 'Do you hear me?' });
  expect(why.includes('muted'), `another reason: ${why}`);
  const { who } = ann.table.looking.find(({ name }) => name === 'Cy');
  await ann.must('mute', { who, on: true });
  await cy.mustNot('limit', 'say', { text: 'And me?' });
  await ann.must('mute', { who, on: false });
  await cy.must('say', { text: 'Thank you' });
  await ann.mustNot('state', 'mute', { seat: 0, on: true });
  await ann.mustNot('state', 'mute', { who: 4711, on: true });
  close(ann, bo, cy);
});

test('mute: it holds for whoever comes from there afterwards; or for all who look on', async () => {
  const proxied = await new Server(program, { store: join(folder, 'muted.db'), args: ['--behind-proxy', '--requests', 1000000, '--messages', 1000] }).start();
  const come = async (name, address) => {
    const client = new Client(proxied.port, { name, cookie: await guest(proxied.port, name), headers: { 'X-Forwarded-For': address } });
    await client.open();
    return client;
  };
  const [ann, bo, cy, pest] = await Promise.all([['Ann', '10.0.0.1'], ['Bo', '10.0.0.2'], ['Cy', '10.0.0.9'], ['Pest', '10.0.0.9']].map((who) => come(...who)));
  const { table } = await ann.must('create', { deal: 'mimsy:2' });
  for (const client of [ann, bo, cy, pest]) await client.watch(table);
  await bo.must('sit');
  await ann.until(() => ann.table.looking.length === 2, 'those who look on');
  await ann.must('mute', { who: ann.table.looking.find(({ name }) => name === 'Pest').who, on: true });
  await pest.mustNot('limit', 'say', { text: 'Me again' });
  pest.close();
  const again = await come('Pest 2', '10.0.0.9');
  await again.watch(table);
  const { why } = await again.mustNot('limit', 'say', { text: 'Me again' });
  expect(why.includes('your address'), why);
  await cy.must('say', { text: 'I live there too, and was here' });
  const far = await come('Pest 3', '10.0.0.7'); // another address: the host has another means
  await far.watch(table);
  await far.must('say', { text: 'Me again' });
  await ann.must('mute', { watchers: true, on: true });
  await far.until(() => far.table.hushed, 'the news');
  for (const client of [far, cy]) await client.mustNot('limit', 'say', { text: 'Hello?' });
  for (const client of [ann, bo]) await client.must('say', { text: 'Silence' });
  await ann.must('mute', { watchers: true, on: false });
  await cy.must('say', { text: 'Thank you' });
  await again.mustNot('limit', 'say', { text: 'And me?' });
  close(ann, bo, cy, far, again);
  await proxied.stop();
});

// ---- a new version of the rules

// The logs of a store as an older program has left them.
function makeOlder(store) {
  const [{ version }] = JSON.parse(spawnSync(program, ['games', '--json'], { encoding: 'utf8' }).stdout).filter(({ id }) => id === 'mimsy');
  const words = `import sqlite3
file = sqlite3.connect(${JSON.stringify(store)})
print(file.execute("UPDATE events SET body = replace(body, '\\"version\\":${version}', '\\"version\\":${version - 1}') "
  "WHERE body LIKE '%\\"version\\":${version},%'").rowcount)
file.commit()`;
  const run = spawnSync('python3', ['-c', words], { encoding: 'utf8' });
  expect(run.status === 0, run.stderr);
  return { changed: Number(run.stdout), versions: [version - 1, version] };
}

test('after a change of the rules: what is played is closed, what is over says so, what gathers goes on', async () => {
  const store = join(folder, 'older.db');
  const older = await new Server(program, { store }).start();
  const players = await people(older.port, ['Ann', 'Bo']);
  const [ann] = players;
  const over = await begin(players, { deal: 'mimsy:2' });
  await Promise.all(players.map((player) => player.playRandom()));
  const lines = ann.view.result.lines.length;
  const playing = await begin(players, { deal: 'mimsy:2' });
  await some(players, 2);
  const { n } = ann.view;
  const { table: gathering } = await ann.must('create', { deal: 'mimsy:2' });
  close(players);
  await older.stop();
  const { changed, versions: [was, is] } = makeOlder(store);
  equal(changed, 5, 'first events, and those by which games begin');
  const check = spawnSync(program, ['store', 'check', '--store', store], { encoding: 'utf8' });
  expect(check.status === 0, `the store is said to be damaged: ${check.stdout}${check.stderr}`);

  const newer = await new Server(program, { store }).start();
  const again = await Promise.all(players.map(({ name, cookie }) => new Client(newer.port, { name, cookie }).open()));
  const recordOf = async (table) => {
    const record = await ask(newer.port, `/api/1/tables/${table}/record`);
    const run = spawnSync(program, ['replay', '--verify', '-'], { input: record.text, encoding: 'utf8' });
    expect(record.status === 200 && run.status === 0, `the record of ${table}: ${record.status} ${run.stderr}`);
    return record.text;
  };
  const [first, second] = again;
  await first.watch(playing);
  await first.until(() => first.state === 'closed', 'the end of the match');
  equal(first.table.because, 'server', 'because');
  equal(first.table.why, `The rules of this game have been mended since, and this match no longer follows them: it is closed. Its record goes up to move ${first.view.n}.`, 'why');
  const last = `\n# This match was played by version ${was} of the rules.\n`;
  expect(first.view.n >= n && (await recordOf(playing)).endsWith(`\nend ${first.view.n}${last}`), 'the record has not all moves');
  await first.watch(over);
  equal([first.state, first.table.why, first.view.result.lines.length], ['over',
    `This match was played by version ${was} of the rules. The result is that of version ${is}, and may have been another one.`, lines], 'what is over');
  expect((await recordOf(over)).endsWith(last), 'the record does not say so');
  for (const player of again) await player.watch(gathering);
  await second.must('sit');
  for (const player of again) await player.ready();
  await Promise.all(again.map((player) => player.playRandom()));
  await settled(again, (c) => c.state === 'over' && c.view.result, 'the end');
  expect(!first.table.why && !(await recordOf(gathering)).includes('#'), 'a match by the new rules is said to be of others');
  close(again);
  await newer.stop();
  expect(!/ERROR|runtime error|Sanitizer/.test(older.err + newer.err), older.err + newer.err);
});

test('a table whose log is damaged is closed, and told so: its rules are as they were', async () => {
  const store = join(folder, 'damaged.db');
  const whole = await new Server(program, { store }).start();
  const players = await people(whole.port, ['Ann', 'Bo']);
  const playing = await begin(players, { deal: 'mimsy:2' });
  await some(players, 4);
  close(players);
  await whole.stop();
  const words = `import sqlite3
file = sqlite3.connect(${JSON.stringify(store)})
[(last,)] = file.execute("""SELECT max(n) FROM events WHERE room = '${playing}' AND body LIKE '%"move":%'""")
file.execute("""UPDATE events SET body = replace(body, '"move":', '"move":9') WHERE room = '${playing}' AND n = ?""", (last,))
file.commit()`;
  const run = spawnSync('python3', ['-c', words], { encoding: 'utf8' });
  expect(run.status === 0, run.stderr);
  const again = await new Server(program, { store }).start();
  const ann = await new Client(again.port, players[0]).open();
  await ann.watch(playing);
  await ann.until(() => ann.state === 'closed', 'the end of the match');
  equal(ann.table.why, `The log of this table is damaged, or this program cannot read it: the table is closed. Its record goes up to move ${ann.view.n}.`, 'why');
  ann.close();
  await again.stop();
  expect(!/ERROR|runtime error|Sanitizer/.test(whole.err + again.err), whole.err + again.err);
});

// Views and logs have the types of the module, which tests/web_types.mjs looks at: of each kind of message one is enough.
const shapes = new Shapes();
hearers.add((message) => {
  const { view, log, preview, ...rest } = message;
  if (message.is === 'now' || message.is === 'step') shapes.see('Step', message, { ...rest, game: view.game });
  else if (message.is === 'done') shapes.see('Done', message, { ...rest, view: Boolean(view), preview: Boolean(preview) });
  else shapes.see({ welcome: 'Welcome', lobby: 'Lobby', table: 'TableState', chat: 'Talk', no: 'Refused' }[message.is] ?? 'Said', message);
});

await testTogether(6, tests);
await server.stop();
if (hasCompiler() && !process.env.WABE_TESTS) {
  const [now, step] = ['now', 'step'].map((kind) => shapes.of('Step').find(({ is }) => is === kind));
  const [state] = shapes.of('TableState').filter(({ luck: { off } }) => off), [row] = shapes.of('Lobby').flatMap(({ mine }) => mine);
  const { cue: _, ...uncued } = step, { left: __, ...endless } = state, { goal: ___, prompt: ____, ...unprompted } = now.view, { window: _____, ...shut } = row;
  const planted = [
    ['Step', { ...step, smell: '' }], ['Step', { ...step, cue: 'sing' }], ['Step', uncued], ['Step', { ...step, hold: '' }], ['Step', { ...now, view: unprompted }],
    ['Step', { ...now, log: [{ n: 0 }] }], ['TableState', { ...state, smell: '' }], ['TableState', endless], ['TableState', { ...state, because: 'whim' }],
    ['TableState', { ...state, seats: [{ is: 'chair' }] }], ['TableState', { ...state, luck: { ...state.luck, off: { ...state.luck.off, nonces: [0] } } }],
    ['Lobby', { is: 'lobby', tables: [], mine: [shut] }], ['Talk', { is: 'chat', table: '', lines: [{ n: 0, name: '', seat: '', text: '', at: 0 }] }],
    ['Refused', { is: 'no', id: '', code: 'rude', why: '' }], ['Done', { is: 'done' }], ['Welcome', { is: 'welcome', protocol: 0 }], ['Said', { is: 'song' }],
  ];
  const { count, wrong, missed, said } = shapes.check(planted);
  testNow(`${count} shapes of messages are those of web/types.d.ts`, () => {
    for (const type of ['Welcome', 'Lobby', 'TableState', 'Step', 'Talk', 'Done', 'Refused']) expect(shapes.of(type).length > 0, `nothing of ${type}`);
    equal(['ask', 'wait', 'over'].filter((cue) => !shapes.of('Step').some((one) => one.cue === cue)), [], 'cues that were not heard');
    expect(missed.length < planted.length, `the compiler says nothing: ${said}`);
    expect(wrong.length === 0, wrong.join('\n'));
  });
  testNow('each planted fault is found', () => expect(missed.length === 0, `not found: ${missed.join('\n')}`));
}
expect(!/ERROR|runtime error|Sanitizer/.test(server.err), server.err);
end();
process.exit(); // after a failure somebody may still be connected
