// web_fair.mjs WASM TEST_FAIR WABE: the page finds out by itself whether the luck was fair. TEST_FAIR writes records as an honest server does; what
// a browser keeps beside them is made here, and then the server lies in each way that there is. At the end whole matches on the real one. Prints TAP.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine, SPECTATOR } from '../web/engine.js';
import { Fair, forgetLuck, verdict } from '../web/fair.js';
import { blake2b, seatCommitment, serverCommitment } from './blake2b.mjs';
import { end, expect, test, testLater } from './tap.mjs';
import { ask, Client, people, Server } from './wire.mjs';

const [, , wasm, testFair, program] = process.argv;
const engine = await Engine.start(readFileSync(wasm));
const TABLE = 'k7q2m9xw3rbt5c4d', ATTEMPT = 2, VIEWER = 0;
const equal = (a, b, what) => expect(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`);

// What browsers have. The numbers that they throw are those of the records.
globalThis.localStorage = {};
let thrown = '';
Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues: (bytes) => (bytes.set(Buffer.from(thrown, 'hex')), bytes) } });

const flip = (digits) => digits.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
const made = (deal, moves = 9999, ...scheme) => spawnSync(testFair, [deal, String(moves), ...scheme], { encoding: 'utf8' }).stdout;
const record = made('mimsy:3#5');

// A match as a record tells it: people on seats 0 and 2, a bot between them.
function story(text) {
  const [, commitment, secret] = /^luck fair 2 \S+ 2 (\S+) (\S+)$/m.exec(text);
  const line = (key, seat) => new RegExp(`^${key} ${seat} (.*)$`, 'm').exec(text)?.[1] ?? null;
  return { commitment, secret, nonces: [0, 1, 2].map((seat) => line('nonce', seat)), commitments: [0, 1, 2].map((seat) => line('commitment', seat)) };
}
const { commitment, secret, nonces, commitments } = story(record);

const seats = ['person', 'bot', 'person'].map((is) => ({ is, name: is, ready: true }));
const table = (luck = {}, more = {}) => ({ table: TABLE, state: 'gathering', deal: 'mimsy:3', seats, you: { seat: VIEWER, host: true }, undo: false,
  luck: { scheme: 2, attempt: ATTEMPT, commitment, commitments, nonces: [null, null, null], ...luck }, ...more });

// What the server tells these eyes of a match, message by message.
function told(text, viewer = VIEWER) {
  const match = engine.load(text);
  const messages = [{ whole: true, view: match.view(viewer, 9), log: match.log(viewer, 0, 9) }];
  for (let n = 10; n <= match.length; n += 1 + (n % 3)) {
    const from = messages.at(-1).view.n;
    messages.push({ whole: false, view: match.view(viewer, n), log: match.log(viewer, from, match.view(viewer, n).n) });
  }
  match.close();
  return messages;
}

// All lines up to a move.
function whole(viewer, n) {
  const match = engine.load(record), lines = match.log(viewer, 0, n);
  match.close();
  return lines;
}

const show = (fair, message, edition = engine.edition) => fair.see(message, message.whole, edition);

// A browser that was there from the beginning. `lies` changes what the server shows it.
function browser({ shown = table(), reveals = table({ reveal: true }), nonce = nonces[0], see = (messages) => messages, edition = engine.edition } = {}) {
  forgetLuck();
  thrown = nonce;
  const fair = new Fair(engine, TABLE);
  const sent = fair.commit(shown.luck, VIEWER);
  const revealed = new Fair(engine, TABLE).reveal(reveals); // by a page that has been loaded again
  for (const message of see(told(record))) show(fair, message, edition);
  return { fair, sent, revealed };
}

const wrong = (points) => points.flatMap(({ fits }, i) => (fits === false ? [i] : []));
const SERVER = 0, OWN = 1, ALL = 2, DRAWS = 3, SHOWN = 4, OFF = 5;
const check = (fair, text = record, more = {}, luck = {}) => fair.check(text, table(luck, { state: 'over', ...more }));

test('the hash of the module is that of this page of tests', () => {
  equal(engine.commitment(TABLE, ATTEMPT, 2, nonces[2]), seatCommitment(TABLE, ATTEMPT, 2, nonces[2]), 'a seat');
  equal(engine.commitment(TABLE, ATTEMPT, -1, secret), serverCommitment(TABLE, ATTEMPT, secret), 'the server');
  for (const n of [0, 1, 127, 128, 129, 5000]) equal(engine.digest('ä'.repeat(n)), blake2b(Buffer.from('ä'.repeat(n))).toString('hex').slice(0, 24), `${n} letters`);
});

test('an honest server is found to be one', () => {
  const { fair, sent, revealed } = browser();
  equal([sent, revealed], [commitments[0], nonces[0]], 'the commitment, and the nonce after the page was loaded again');
  const points = check(fair);
  equal(points.map(({ fits }) => fits), [true, true, true, true, true], points.map(({ text }) => text).join('\n'));
  equal(verdict(points), true, 'the verdict');
  expect(/^All \d+ draws follow from the numbers in the record/.test(points[DRAWS].text) && points[OWN].text.includes(nonces[0]) && points[SERVER].text.includes(commitment), 'the words');
});

test('the nonce is kept before the commitment is made known, and shown only when all have committed', () => {
  forgetLuck();
  thrown = nonces[0];
  const fair = new Fair(engine, TABLE);
  const kept = () => localStorage[`luck:${TABLE}`] ?? '';
  const { commitment: make } = engine;
  let before = '';
  engine.commitment = (...keys) => ((before = kept()), make.apply(engine, keys));
  fair.commit(table().luck, VIEWER);
  delete engine.commitment;
  expect(before.includes(nonces[0]), 'it could be lost');
  equal(fair.reveal(table()), '', 'before all are in');
  equal(fair.reveal(table({ reveal: true }, { seats: seats.map((seat) => ({ ...seat, revealed: true })) })), '', 'once more');
  equal(fair.reveal(table({ reveal: true }, { you: { seat: 2, host: false } })), '', 'on another seat');
  equal(fair.reveal(table({ reveal: true }, { you: { seat: null, host: false } })), '', 'without a seat');
  equal(fair.reveal(table({ reveal: true })), nonces[0], 'at the right time');
});

const lies = (fair, luck, more) => {
  try {
    return fair.reveal(table({ reveal: true, ...luck }, more));
  } catch (error) {
    return error.message;
  }
};

test('whoever changes what was committed to gets no nonce', () => {
  for (const [luck, more] of [[{ commitment: flip(commitment) }], [{ commitments: [commitments[0], null, null] }],
    [{ commitments: [commitments[0], flip(commitments[2]), commitments[2]] }]]) {
    forgetLuck();
    const fair = new Fair(engine, TABLE);
    fair.commit(table().luck, VIEWER);
    expect(/keeps its number/.test(lies(fair, luck, more)), `revealed: ${lies(fair, luck, more)}`);
  }
  const { fair } = browser(); // has revealed it once, to these
  for (const [luck, more] of [[{ commitments: [commitments[0], null, flip(commitments[2])] }], [{}, { deal: 'mimsy:3:variant=advanced' }]])
    expect(/keeps its number/.test(lies(fair, luck, more)), 'revealed a second time to others');
  let why = '';
  try {
    fair.commit(table().luck, VIEWER); // nobody is ready again, and it is the same attempt
  } catch (error) {
    why = error.message;
  }
  expect(/keeps its number/.test(why), 'threw a second number for one attempt');
  equal(lies(fair, { commitments: [flip(commitments[0]), null, commitments[2]] }).includes('keeps'), true, 'another commitment of its own');
});

/* ---- what a server may try, and which of the points finds it ---- */

test('a server that swaps its secret is found', () => {
  const other = made('mimsy:3#6'); // fair in itself
  const { fair } = browser({ shown: table({ commitment: flip(commitment) }), reveals: table({ commitment: flip(commitment), reveal: true }) });
  equal(wrong(check(fair)), [SERVER], 'a commitment that was shown');
  expect(wrong(check(browser().fair, other)).includes(SERVER), 'another match, with another secret');
  expect(wrong(check(browser().fair, record.replace(secret, flip(secret)))).includes(DRAWS), 'a secret that does not fit');
});

test('a server that swaps a nonce is found', () => {
  const own = flip(nonces[0]), list = [seatCommitment(TABLE, ATTEMPT, 0, own), null, commitments[2]];
  const { fair, revealed } = browser({ nonce: own, reveals: table({ commitments: list, reveal: true }) });
  equal(revealed, own, 'what this browser has revealed');
  equal(wrong(check(fair)), [OWN, ALL], 'its own');
  expect(wrong(check(browser().fair, record.replace(nonces[2], flip(nonces[2])))).includes(DRAWS), 'that of another');
});

test('a server that shows one commitment of another seat and uses another one is found', () => {
  const { fair } = browser({ reveals: table({ commitments: [commitments[0], null, flip(commitments[2])], reveal: true }) });
  equal(wrong(check(fair)), [ALL], 'the commitment of seat 2');
});

test('a server that plays something else than was agreed is found', () => {
  const { fair } = browser({ reveals: table({ reveal: true }, { deal: 'mimsy:3:variant=advanced' }) });
  equal(wrong(check(fair)), [ALL], 'the deal');
});

test('a server that changes a draw is found', () => {
  const lines = record.split('\n');
  const at = lines.findLastIndex((line, i) => line.startsWith('chance ') && i < lines.indexOf('moves') + 8);
  const other = lines.slice(at + 1).find((line) => line.startsWith('chance ') && line !== lines[at]);
  const swapped = lines.map((line, i) => (i === at ? other : line === other ? lines[at] : line)).join('\n');
  const cut = (text, n) => { // the record up to there: whatever follows may not be possible any more
    const all = text.split('\n'), first = all.indexOf('moves') + 1;
    return [...all.slice(0, first + n), `end ${n}`, ''].join('\n');
  };
  const n = at - lines.indexOf('moves');
  forgetLuck();
  equal(wrong(check(new Fair(engine, TABLE), cut(record, n))), [], 'the draw as it was');
  equal(wrong(check(new Fair(engine, TABLE), cut(swapped, n))), [DRAWS], 'another draw');
  equal(wrong(check(browser().fair, record.replace(/^chance .*$/m, 'chance nonsense'))), [0], 'no record at all');
});

test('a server that shows another card than it records is found', () => {
  const change = (what) => (messages) => messages.map((message, i) => (i === 5 ? what(structuredClone(message)) : message));
  const line = browser({ see: change((message) => (message.log.length ? ((message.log[0].text += ' 7'), message) : message)) }).fair;
  equal(wrong(check(line)), [SHOWN], 'a line');
  const card = browser({ see: change((message) => ((message.view.zones.find(({ places }) => places.some(({ pieces }) => pieces.length))
    .places.find(({ pieces }) => pieces.length).pieces[0].thing = 'another'), message)) }).fair;
  equal(wrong(check(card)), [SHOWN], 'a card');
  expect(wrong(check(browser().fair, made('mimsy:3#5', 20))).includes(SHOWN), 'a record that ends earlier');
});

test('what was shown before a page was loaded again counts where moves are not taken back', () => {
  const { fair } = browser({ see: (messages) => messages.slice(0, 3).map((message) => ({ ...message, log: message.log.map((line) => ({ ...line, text: `${line.text}!` })) })) });
  for (const message of told(record).map((one) => ({ ...one }))) show(fair, message);
  equal(wrong(check(fair)), [SHOWN], 'the lie before');
  fair.note((notes) => delete notes.found); // as if it had not been over yet
  const again = told(record).at(-1), match = engine.load(record);
  const now = { view: again.view, log: match.log(VIEWER, 0, again.view.n) };
  fair.reveal(table({}, { state: 'playing', undo: true })); // which was agreed on otherwise
  new Fair(engine, TABLE).see(now, true, engine.edition); // the first that a new page hears
  equal(wrong(check(fair)), [SHOWN], 'the lie before, and a page that was loaded again');
  fair.reveal(table({}, { undo: true }));
  fair.note((notes) => delete notes.found);
  fair.see(now, true, engine.edition); // and is replaced where they are
  match.close();
  equal(wrong(check(fair)), [], 'after something was taken back');
});

test('people who have been forgotten do not spoil it', () => {
  const { fair } = browser({ see: (messages) => {
    const match = engine.load(record);
    [0, 1, 2].forEach((seat) => match.name(seat, `Person ${seat}`));
    const out = messages.map(({ whole, view, log }, i) => ({ whole, view: match.view(VIEWER, view.n), log: match.log(VIEWER, whole ? 0 : messages[i - 1].view.n, view.n), l: log.length }));
    match.close();
    return out;
  } });
  equal(wrong(check(fair)), [], 'other names in the record');
});

// A start before that of the record: with this browser, or before the eyes of somebody who watches.
const NOBODY = { you: { seat: null, host: false } };
const early = { secret: 'e'.repeat(64), nonce: '1'.repeat(32), other: '2'.repeat(32) };
const starting = (attempt) => ({ attempt, commitment: serverCommitment(TABLE, attempt, early.secret), reveal: true,
  commitments: [seatCommitment(TABLE, attempt, 0, early.nonce), null, seatCommitment(TABLE, attempt, 2, early.other)] });
const offOf = (attempt) => ({ ...starting(attempt), reveal: undefined, nonces: [early.nonce, null, null], secret: early.secret });

// Then that of the record, of which `then` is told as well, unless it took place without this browser.
function twoStarts({ attempt = 1, then = {}, who = {}, without = false } = {}) {
  forgetLuck();
  const fair = new Fair(engine, TABLE), plays = !who.you;
  thrown = early.nonce;
  if (plays) fair.commit(starting(attempt), VIEWER);
  equal(fair.reveal(table(starting(attempt), who)), plays ? early.nonce : '', 'the first start');
  if (without) return fair;
  fair.reveal(table(then, who));
  thrown = nonces[0];
  if (plays) fair.commit(table().luck, VIEWER);
  equal(fair.reveal(table({ reveal: true, ...then }, who)), plays ? nonces[0] : '', 'the second start');
  for (const message of told(record, plays ? VIEWER : SPECTATOR)) show(fair, message);
  return fair;
}

test('a start that was called off has to show what had been committed to', () => {
  const off = offOf(1);
  for (const [lie, found] of [[{}, []], [{ nonces: [early.nonce, null, early.other] }, []], [{ secret: flip(early.secret) }, [OFF]], [{ nonces: [flip(early.nonce), null, null] }, [OFF]],
    [{ commitments: [off.commitments[0], null, flip(off.commitments[2])] }, [OFF]]]) {
    const points = check(twoStarts({ then: { off: { ...off, ...lie } } }));
    equal([wrong(points), points.length], [found, 6], JSON.stringify(lie));
    equal(/is not what was agreed on before/.test(points[OFF].text), found.length > 0, points[OFF].text);
  }
});

test('a start that vanishes is found by whoever had a number in it', () => {
  const points = check(twoStarts());
  equal([wrong(points), verdict(points)], [[OFF], false], 'nothing was ever told of it');
  expect(/^Start 1 was begun with your number and never explained/.test(points[OFF].text), points[OFF].text);
  equal(wrong(check(twoStarts({ without: true }), record, NOBODY)), [OFF], 'the second one without this browser');
  const unknown = record.replace(` ${TABLE} 2 `, ` ${TABLE} 7 `);
  expect(wrong(check(browser().fair, unknown)).includes(OFF), 'a record of a start that nobody has seen');
  expect(wrong(check(browser().fair, unknown, {}, { off: offOf(6) })).includes(OFF), 'the same, and a tale of yet another one for who sits there');
});

test('whoever may have missed that a start was called off blames nobody for it', () => {
  const fits = (fair, more, luck) => check(fair, record, more, luck).slice(OFF).map((point) => point.fits);
  equal(fits(twoStarts({ who: NOBODY }), NOBODY), [null], 'somebody who watched');
  equal(fits(twoStarts({ without: true }), NOBODY, { off: offOf(1) }), [true], 'away until the end, where it is told');
  equal(fits(twoStarts({ attempt: 0, then: { off: offOf(1) } })), [null], 'there again after a second one was called off, and only that one is told');
  equal(fits(twoStarts({ attempt: 0, without: true }), NOBODY, { off: offOf(1) }), [null], 'the same without a seat');
});

test('whoever agreed to a start is not content with a record that proves less', () => {
  const old = made('mimsy:3#5', 9999, '1');
  const points = check(browser().fair, old);
  expect(verdict(points) === false && points.some(({ fits, text }) => fits === false && /^Start 2 was begun, but in the record the luck was made in another way/.test(text)), JSON.stringify(points));
  const lower = check(twoStarts({ attempt: 3, without: true }));
  expect(wrong(lower).includes(OFF) && /^Start 3 was begun, but the record is of start 2/.test(lower[OFF].text), JSON.stringify(lower));
  const given = check(browser().fair, record.replace(/^luck .*\n(nonce .*\n|commitment .*\n)*/m, 'luck given\n'));
  equal(wrong(given), [DRAWS, SHOWN + 1], 'luck that somebody wrote down');
});

test('a match of the scheme before is checked in part, and the words say why', () => {
  const old = made('mimsy:3#5', 9999, '1');
  forgetLuck();
  const fair = new Fair(engine, TABLE);
  for (const message of told(old)) show(fair, message);
  const points = check(fair, old, {}, { scheme: 1, attempt: undefined });
  equal([points.map(({ fits }) => fits), verdict(points)], [[null, true, true], null], JSON.stringify(points));
  expect(/an older way, in which whoever was ready last could have chosen it/.test(points[0].text), points[0].text);
});

test('what was shown is compared for the eyes to which it was shown', () => {
  equal(verdict(check(browser().fair, record, NOBODY)), true, 'whoever has logged out since');
  equal(wrong(check(browser({ nonce: flip(nonces[0]), reveals: table({ commitments: [seatCommitment(TABLE, ATTEMPT, 0, flip(nonces[0])), null, commitments[2]], reveal: true }) }).fair, record, NOBODY)),
    [OWN, ALL], 'and their number is still looked for');
  const { fair } = browser();
  const other = new Fair(engine, TABLE);
  for (const message of told(record, SPECTATOR)) show(other, message);
  equal(verdict(check(fair, record, NOBODY)), true, 'another account, which watched in the same browser');
  forgetLuck();
  const late = new Fair(engine, TABLE);
  late.reveal(table({}, NOBODY));
  for (const message of told(record, SPECTATOR).slice(0, 4)) show(late, message);
  const own = told(record, 2).at(-1);
  show(late, { ...own, whole: true, log: whole(2, own.view.n) });
  equal(check(late, record, { you: { seat: 2, host: false } })[SHOWN].fits, true, 'who watched and then logged in');
  const lied = new Fair(engine, TABLE), lie = told(record, SPECTATOR)[2];
  forgetLuck();
  show(lied, { ...lie, whole: true, log: [...whole(SPECTATOR, lie.view.n), { n: 1, text: 'Somebody won.' }] });
  equal(wrong(check(lied)), [SHOWN], 'a lie to who watched, found by who has a seat now');
});

test('an update of the rules or their words is no lie, and a verdict outlives it', () => {
  const { fair } = browser();
  equal(verdict(check(fair)), true, 'before the update');
  const words = (message) => ({ ...message, log: message.log.map((line) => ({ ...line, text: `${line.text} indeed` })) });
  const other = (edition) => {
    forgetLuck();
    const page = new Fair(engine, TABLE);
    for (const message of told(record)) show(page, words(message), edition);
    return check(page)[SHOWN];
  };
  equal(other('another').fits, null, 'other words of a server of another edition');
  expect(/^Wabe has been updated since you saw this game: \d+ of \d+ /.test(other('another').text), other('another').text);
  equal(other(engine.edition).fits, false, 'other words of the same edition');
  forgetLuck();
  const same = new Fair(engine, TABLE);
  for (const message of told(record)) show(same, message, 'another');
  equal(check(same)[SHOWN].fits, true, 'the same words of another edition');

  const newer = record.replace('game mimsy 2', 'game mimsy 3'); // rules that this module does not have
  const before = browser({ edition: 'another' }).fair;
  const points = check(before, newer);
  equal([points.map(({ fits }) => fits), verdict(points)], [[true, true, true, null], null], JSON.stringify(points));
  equal(wrong(check(browser().fair, newer)), [0], 'rules that the server did not have when it told of the match');

  const kept = browser({ edition: 'another' }).fair;
  equal(verdict(check(kept)), true, 'a verdict');
  const { load } = engine;
  engine.load = () => { throw new Error('These rules are gone.'); };
  const { version } = engine.game('mimsy');
  engine.game('mimsy').version = 9;
  equal([verdict(check(new Fair(engine, TABLE))), verdict(check(new Fair(engine, TABLE), record.replace('people', 'name 0 Forgotten\npeople')))], [true, true], 'it stays, also without names');
  engine.game('mimsy').version = version;
  engine.load = load;
  equal(verdict(check(new Fair(engine, TABLE), made('mimsy:3#6'))), false, 'but another record is looked at');
  show(new Fair(engine, TABLE), words({ ...told(record)[0], whole: true }));
  show(new Fair(engine, TABLE), { ...words(told(record)[1]), whole: true });
  equal(verdict(check(new Fair(engine, TABLE))), false, 'and so is what is told later');
});

test('whoever committed and then stood up has nothing to complain about', () => {
  forgetLuck();
  thrown = flip(nonces[0]);
  const fair = new Fair(engine, TABLE);
  fair.commit(table().luck, VIEWER);
  equal(fair.reveal(table({ reveal: true }, NOBODY)), '', 'without a seat');
  equal(wrong(check(fair, record, NOBODY)), [], 'somebody else plays there');
  equal(wrong(check(fair)), [OWN], 'but whoever still sits there was left out');
});

test('no sentence speaks of what is not there', () => {
  forgetLuck();
  for (const more of [{}, NOBODY])
    for (const { text } of [...check(new Fair(engine, TABLE), record, more), ...check(new Fair(engine, TABLE), made('mimsy:3#5', 9999, '1'), more)]) expect(!/undefined|null|NaN/.test(text), text);
  const points = check(new Fair(engine, TABLE), record, NOBODY);
  expect(/^This browser did not see the fingerprint/.test(points[SERVER].text) && /you did not play here/.test(points[OWN].text) && /^This browser did not see/.test(points[ALL].text) &&
    /has seen nothing of the game/.test(points[SHOWN].text), JSON.stringify(points));
});

test('who has seen nothing checks what can be checked', () => {
  forgetLuck();
  const points = check(new Fair(engine, TABLE), record, NOBODY);
  equal(points.map(({ fits }) => fits), [null, null, null, true, null], 'the points');
  equal(verdict(points), null, 'the verdict');
  equal(wrong(check(new Fair(engine, TABLE), record.replace(/^luck .*\n(nonce .*\n|commitment .*\n)*/m, 'luck given\n'))), [DRAWS], 'a record without a proof');
});

test('a browser that keeps nothing knows it as long as the page is open', () => {
  const { localStorage: kept } = globalThis;
  delete globalThis.localStorage;
  thrown = nonces[0];
  const fair = new Fair(engine, TABLE);
  fair.commit(table().luck, VIEWER);
  equal(fair.reveal(table({ reveal: true })), nonces[0], 'the nonce');
  for (const message of told(record)) show(fair, message);
  equal(verdict(check(fair)), true, 'the verdict');
  forgetLuck();
  globalThis.localStorage = kept;
});

/* ---- the real server ---- */

const folder = mkdtempSync(join(tmpdir(), 'wabe-fair-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await new Server(program, { store: join(folder, 'store.db'), args: ['--requests', 1000000, '--messages', 1000, '--per-address', 1000] }).start();

// What the page of this one would keep, from all that it has heard: for each its own shelf.
function kept(client, table) {
  const shelf = (globalThis.localStorage = {});
  const fair = new Fair(engine, table);
  const { edition } = client.heard.find(({ message }) => message.is === 'welcome').message;
  equal(edition, engine.edition, 'the edition of the server and of the module');
  const heard = client.heard.map(({ message }) => message).filter((message) => message.table === table);
  for (const message of heard) {
    if (message.is === 'table') {
      if (message.luck.reveal && client.committed)
        fair.note(({ starts }) => (starts[message.luck.attempt] ??= { commitment: message.luck.commitment, seat: client.seat, nonce: client.nonce }));
      fair.reveal(message);
    }
    if (message.is === 'now' || message.is === 'step') fair.see(message, message.is === 'now', edition);
  }
  return { shelf, fair };
}

for (const { id, seats: [least, most] } of engine.games) {
  await testLater(`${id} on the real server: nothing that was shown is missed, nothing is blamed`, async () => {
    const n = Math.min(most, Math.max(least, 3));
    const players = await people(server.port, n > 1 ? ['Ann', 'Bo'] : ['Ann']);
    const [ann, bo] = players;
    const watcher = await new Client(server.port, { name: 'Watcher' }).open();
    const { table: played } = await ann.must('create', { deal: `${id}:${n}`, undo: false });
    for (const client of [watcher, ...players]) await client.watch(played);
    await bo?.must('sit');
    for (let seat = 2; seat < n; seat++) await ann.must('seat', { seat, bot: 'easy' });
    await Promise.all(players.map((player) => player.ready()));
    await Promise.all(players.map((player) => player.until(() => player.state === 'playing' && player.view, 'the beginning')));
    await bo?.must('vote', { end: true }); // it is over when Ann wants it too
    await Promise.all([bo?.playRandom(), ann.playRandom({ most: 40 }).then(() => ann.at('vote', { end: true }))]);
    const all = [...players, watcher];
    await Promise.all(all.map((client) => client.until(() => client.state === 'over', 'the end')));
    for (const client of all) await client.must('look', { n: 0 }); // all that was told before has come
    const { text } = await ask(server.port, `/api/1/tables/${played}/record`);
    for (const client of all) {
      const { fair } = kept(client, played);
      const points = fair.check(text, client.table);
      const words = `${client.name}: ${JSON.stringify(points)}`;
      expect(verdict(points) === (client === watcher ? null : true) && points[SHOWN].fits, words);
      expect(Number(/: (\d+) tables and parts of the log/.exec(points[SHOWN].text)[1]) > 10, words);
    }
    all.forEach((client) => client.close());
  });
}
await server.stop();

end();
