// web_units.mjs WASM LESSONS: parts of the pages without a browser: making a move by touching, and the guided games.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Engine, REFEREE } from '../web/engine.js';
import { TablePage } from '../web/online.js';
import { sharePart } from '../web/parts.js';
import { choices, decided, families, sameTouch } from '../web/pick.js';
import { luckPart } from '../web/room.js';
import { Session, adopt, readable } from '../web/session.js';
import { statistics } from '../web/statistics.js';
import { inWords } from '../web/widgets.js';
import { end, expect, test, testLater } from './tap.mjs';

const [wasm, lessons] = process.argv.slice(2);
const engine = await Engine.start(readFileSync(wasm));

const same = (is, wanted, what) =>
  expect(JSON.stringify(is) === JSON.stringify(wanted), `${what}: ${JSON.stringify(is)} and not ${JSON.stringify(wanted)}`);

/* ---- online.js ---- */

test('what a page at a table waits for is what the server says is next; it passes where it may and shall, once for each decision', () => {
  const settled = (cue, { autopass = true, sending = false, passed = 0 } = {}) => {
    const chosen = [], moves = [{ move: 0 }];
    const page = Object.assign(Object.create(TablePage.prototype), { phase: 'others', sending, passed, step: { cue, view: { decision: 7, prompt: '', moves } },
      context: { settings: { autopass }, redraw: () => {}, announce: () => {} }, choose: (offer) => chosen.push(offer.move) });
    page.settle();
    return [page.phase, ...chosen];
  };
  same(['ask', 'pass', 'wait', 'over'].map((cue) => settled(cue)), [['ask'], ['ask', 0], ['others'], ['over']], 'phases, and what is played');
  same(settled('pass', { autopass: false }), ['ask'], 'without the wish');
  same(settled('pass', { passed: 7 }), ['ask'], 'what was tried already');
  same(settled('pass', { passed: 6 }), ['ask', 0], 'the next decision');
  same(['ask', 'wait', 'over'].map((cue) => settled(cue, { sending: true })), [['sent'], ['sent'], ['over']], 'while a move is under way');
});

// A page at a table, as far as luck needs it: what it says to the server, and what it hears.
function luckPage({ fair = {}, refuse = () => null, record = () => ({ ok: true, text: async () => '' }) } = {}) {
  const said = [];
  const link = { ask: async (command) => {
    said.push(command);
    const code = refuse(said.length);
    if (code) throw Object.assign(new Error(code), { code });
  } };
  globalThis.fetch = async () => record();
  const page = Object.assign(Object.create(TablePage.prototype), { id: 'k7q2m9xw3rbt5c4d', gave: '', points: null, checking: false, message: '', left: false,
    fair: { reveal: () => '', waits: () => false, check: () => [{ fits: true, text: 'Fine.' }], ...fair }, context: { link, redraw: () => {}, announce: () => {}, say: (words) => said.push(words) } });
  return { page, said, take: (table) => ((page.table = { luck: { nonces: [] }, ...table }), page.answerLuck(page.table)) };
}

await testLater('a number that the server was too busy for is revealed again, one that came too late is not', async () => {
  const { setTimeout: later } = globalThis;
  const due = [];
  globalThis.setTimeout = (run) => due.push(run);
  for (const [code, times] of [['busy', 2], ['limit', 2], ['state', 1]]) {
    const { said, take } = luckPage({ fair: { reveal: () => 'abc' }, refuse: (n) => (n === 1 ? code : null) });
    take({ state: 'gathering' });
    take({ state: 'gathering' }); // a second message meanwhile is no reason to say it twice
    await new Promise((done) => later(done, 0));
    for (const run of due.splice(0)) run();
    await new Promise((done) => later(done, 0));
    same(said.map(({ nonce }) => nonce), Array(times).fill('abc'), code);
  }
  globalThis.setTimeout = later;
});

await testLater('a game that is over gets its mark, whatever the server says of nonces and record', async () => {
  const settled = () => new Promise((done) => setTimeout(done, 0));
  const hidden = luckPage();
  hidden.take({ state: 'over' });
  await settled();
  same(hidden.page.points?.map(({ fits }) => fits), [true], 'no nonces are shown');
  let refused = true;
  const { page, said, take } = luckPage({ record: () => (refused ? { ok: false, json: async () => ({ why: 'It is gone.' }) } : { ok: true, text: async () => '' }) });
  take({ state: 'over' });
  await settled();
  same([page.points, said], [[{ fits: null, text: 'The record cannot be had. It is gone.' }], []], 'no record');
  expect(/^\? The luck could not be checked$/.test(words(luckPart(page.table, page.points)).split('\n').find((line) => line.includes('?')).trim()), words(luckPart(page.table, page.points)));
  refused = false;
  take({ state: 'over' });
  await settled();
  same(page.points, [{ fits: true, text: 'Fine.' }], 'the record after all');
  for (const [waits, marks] of [[false, null], [true, [true]]]) {
    const closed = luckPage({ fair: { waits: () => waits } });
    closed.take({ state: 'closed' });
    await settled();
    same(closed.page.points?.map(({ fits }) => fits) ?? null, marks, `closed before it began, with a start to explain: ${waits}`);
  }
});

/* ---- room.js ---- */

// What a template says.
function words(value) {
  if (Array.isArray(value)) return value.map(words).join('');
  if (value?.strings) return value.strings.map((text, i) => text + words(value.values[i])).join('').replace(/<[^>]*>/g, '');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

test('luck of the scheme before is not said to be what nobody can choose, and has no number of a start', () => {
  const says = (luck) => words(luckPart({ table: 'k7q2m9xw3rbt5c4d', luck: { commitment: 'abab', nonces: [], ...luck } }));
  const [old, today] = [says({ scheme: 1 }), says({ scheme: 2, attempt: 3 })];
  expect(/whoever was\s+ready last could have tried numbers/.test(old) && !/nobody can choose/.test(old) && /Table k7q2m9xw3rbt5c4d: fingerprint abab/.test(old), old);
  expect(/nobody can choose/.test(today) && !/ready last/.test(today) && /Table k7q2m9xw3rbt5c4d, start 3: fingerprint abab/.test(today), today);
});

/* ---- session.js ---- */

test('an unfinished record of a server is over for this browser, and nobody can change it', () => {
  const local = engine.open('mimsy:2#5');
  const record = local.record().replace(/^luck .*$/m, `luck fair ${'5'.repeat(64)} ${'a'.repeat(64)}`);
  local.close();
  const kept = adopt(engine, record);
  same([kept.over, kept.ranks, kept.deal.includes('#'), kept.record], [true, [], false, record], 'kept');
  const match = engine.load(record);
  const { closed, over, next, seed } = match.about();
  same({ closed, over, next, seed }, { closed: true, over: false, next: null, seed: null }, 'about');
  let why = '';
  try {
    match.play(0, match.decision, match.view(0).moves?.[0]?.move ?? 0);
  } catch (error) {
    why = error.message;
  }
  expect(/looked at, not changed/.test(why), `played on: ${why}`);
  match.close();
});

test('a deal can be shared where its number gives the same luck, and the record in any case', () => {
  globalThis.location ??= new URL('http://127.0.0.1:8080/');
  const local = engine.open('mimsy:2#5');
  local.seat(['', 'easy'], ['Ann', '']);
  const [own, served] = [local.record(), local.record().replace(/^luck .*$/m, `luck fair ${'5'.repeat(64)} ${'a'.repeat(64)}`)].map((record) => {
    const session = Session.open(engine, adopt(engine, record));
    const said = words(sharePart({ session, context: {} }));
    session.close();
    return said;
  });
  local.close();
  expect(/same luck/.test(own) && /link to this deal/.test(own) && /Save the record/.test(own), own);
  expect(!/same luck/.test(served) && !/link to/.test(served) && /cannot be dealt again/.test(served) && /Save the record/.test(served), served);
});

function keptMatch(deal) {
  const match = engine.open(deal);
  match.seat(['', 'easy'], ['Ann', '']);
  const kept = adopt(engine, match.record());
  match.close();
  return kept;
}

test('a backup brings back what the rules can read, and what other rules have played as it was', () => {
  const fine = { ...keptMatch('gimble:2#1'), id: 'fine', over: true, ranks: [1, 2] }; // which its record does not say
  const { record } = keptMatch('mimsy:2#900');
  const old = { ...keptMatch('mimsy:2#900'), id: 'old', record: record.replace('game mimsy 2', 'game mimsy 1'),
    over: true, ranks: [2, 1], scores: [0, 1], changed: 5, begun: 3, opened: false };
  const [one, other, ...rest] = readable(engine, [fine, { ...old, more: 'than there is in a match' }]);
  same([one.id, one.over, one.ranks, one.record], ['fine', false, [], fine.record], 'by the rules');
  same(Object.entries(other).sort(), Object.entries(old).sort(), 'as it was');
  same(rest, [], 'the rest');
  same(statistics([other]).map(({ game, tally }) => [game, tally.played, tally.won]), [['mimsy', 1, 0]], 'it still counts');
});

test('of a backup nothing is believed but what other rules have played', () => {
  const { record, ...kept } = { ...keptMatch('mimsy:2#900'), id: 'old', over: true, ranks: [2, 1], scores: [0, 1] };
  const old = { ...kept, record: record.replace('game mimsy 2', 'game mimsy 1') };
  const rubbish = [null, 5, {}, { ...old, id: 7 }, { ...old, record: 5 }, { ...old, record: old.record.replace('mimsy 1', 'chess 1') },
    { ...old, record: record.replace('moves', 'moves\nchance fly') }, { ...old, record: 'game mimsy 1\n' }, { ...old, names: 'Ann' },
    { ...old, names: ['Ann'] }, { ...old, names: [], bots: [], ranks: [], scores: [] }, { ...old, bots: [1, 2] }, { ...old, deal: undefined }, { ...old, ranks: [1] }, { ...old, ranks: null },
    { ...old, scores: ['0', '1'] }, { ...old, scores: [] }];
  for (const match of rubbish) same(readable(engine, [match]), [], `read: ${JSON.stringify(match)}`);
  same(readable(engine, [...rubbish, old]).length, 1, 'and one bad match does not hide another');
});

test('whoever sits down where others sat begins anew, without being asked to', () => {
  const sit = () => {
    const match = engine.open('mimsy:2#5');
    match.seat(['', ''], ['Ann', 'Bo']);
    return match;
  };
  const first = sit();
  const { handle } = first;
  const begins = first.next();
  expect(begins.is === 'curtain', `it begins with "${begins.is}"`);
  for (let deeds = 0; deeds < 100; deeds++) {
    const { is, seat, decision, n } = first.next();
    if (is === 'ask' && seat === begins.seat && n > begins.n) break; // who sits before the screen
    if (is === 'show') first.shown();
    else if (is === 'curtain') first.taken();
    else first.choose(seat, decision, first.view(seat).moves[0].move);
  }
  expect(first.next().is === 'ask', 'nobody sits before the screen');
  first.close();
  const second = sit();
  second.shown(); // of nothing
  same([second.handle, second.next()], [handle, begins], 'the first thing');
  second.close();
});

/* ---- widgets.js ---- */

test('small numbers are said in words, others in digits', () => {
  same([0, 1, 2, 12, 13, 20, 21].map(inWords), ['no', 'one', 'two', 'twelve', 'thirteen', 'twenty', '21'], 'in words');
});

/* ---- pick.js ---- */

const offer = (move, label, ...touch) => ({ move, text: label, label, touch });
const at = (place, thing) => (thing === undefined ? { place } : { place, thing });
const moves = (offers) => offers.map(({ move }) => move);

const OFFERS = [
  offer(0, 'Pass'),
  offer(1, 'Play red on 1', at(9, 'red'), at(1)),
  offer(2, 'Play red on 2', at(9, 'red'), at(2)),
  offer(3, 'Play blue on 2', at(9, 'blue'), at(2)),
  offer(4, 'Take it all', at(5)),
];

test('two touches are the same if place and thing are', () => {
  expect(sameTouch(at(1), at(1)) && sameTouch(at(1, 'a'), at(1, 'a')), 'same');
  expect(!sameTouch(at(1), at(2)) && !sameTouch(at(1, 'a'), at(1, 'b')) && !sameTouch(at(1), at(1, 'a')), 'other');
});

test('at first everything with which a move begins can be touched, each once, and moves without touch are buttons', () => {
  const { touches, buttons } = choices(OFFERS, []);
  same(touches, [at(9, 'red'), at(9, 'blue'), at(5)], 'touches');
  same(moves(buttons), [0], 'buttons');
});

test('after a touch only what goes on from there can be touched', () => {
  const { touches, buttons } = choices(OFFERS, [at(9, 'red')]);
  same(touches, [at(1), at(2)], 'touches');
  same(moves(buttons), [], 'buttons');
});

test('touches that are a move and the beginning of another leave a button', () => {
  const both = [offer(1, 'Stay', at(3)), offer(2, 'Go to 4', at(3), at(4))];
  const { touches, buttons } = choices(both, [at(3)]);
  same(touches, [at(4)], 'touches');
  same(moves(buttons), [1], 'buttons');
  expect(decided(both, [at(3)]) === null, 'nothing is decided');
});

test('a move is decided as soon as no other begins like this', () => {
  expect(decided(OFFERS, []) === null, 'at first');
  expect(decided(OFFERS, [at(9, 'red')]) === null, 'red goes to two places');
  expect(decided(OFFERS, [at(9, 'blue')])?.move === 3, 'blue goes to one place only');
  expect(decided(OFFERS, [at(9, 'red'), at(2)])?.move === 2, 'all touches');
  expect(decided(OFFERS, [at(7)]) === null, 'no move begins so');
  expect(decided([], []) === null, 'no moves at all');
});

// An offer whose words have just one number, as a view has it.
const numbered = (move, number, words) => ({ ...offer(move, words.replace('…', number)), number: String(number), group: words });

test('buttons that differ in one number only are a family', () => {
  const bids = [3, 1, -2].map((bid, i) => numbered(i, bid, 'Bid …'));
  const [bid, pass, ...more] = families([...bids, offer(8, 'Pass')]);
  same([bid.label, moves(bid.offers), bid.numbers], ['Bid …', [0, 1, 2], ['3', '1', '-2']], 'bids');
  same([pass.label, moves(pass.offers), more.length], ['Pass', [8], 0], 'pass');
});

test('two are no family, nor what differs in two numbers', () => {
  const alone = families([numbered(0, 1, 'Take …'), numbered(1, 2, 'Take …'), offer(2, 'Put 1 on 2'), offer(3, 'Put 2 on 3'), offer(4, 'Put 3 on 4')]);
  same(alone.map(({ label, offers }) => [label, offers.length]),
    [['Take 1', 1], ['Take 2', 1], ['Put 1 on 2', 1], ['Put 2 on 3', 1], ['Put 3 on 4', 1]], 'families');
});

test('families lose no move, and numbers stand in order of the offers', () => {
  const offers = [numbered(0, 1, 'Bid …'), offer(1, 'Pass'), numbered(2, 2, 'Bid …'), numbered(3, 1, 'Take … gem'), numbered(4, 3, 'Bid …')];
  same(families(offers).flatMap((family) => moves(family.offers)).sort(), [0, 1, 2, 3, 4], 'moves');
});

// By the words of real games: their offers say themselves what belongs together, and what stands at a thing.
test('offers have the parts of their words', () => {
  const pesky = engine.open('pesky-gnomes:3#4'), view = pesky.view(0);
  for (const one of view.moves.filter(({ group }) => group)) expect(one.group.replace('…', one.number).replace(/s\b/g, '') === one.label.replace(/s\b/g, ''), `${one.group}, ${one.number}: ${one.label}`);
  const match = engine.open('bandersnatch#4');
  const plays = match.view(0).moves.filter(({ text }) => text.endsWith(')'));
  expect(plays.length > 0 && plays.every(({ text, tag }) => text.endsWith(` (${tag})`)), plays.map(({ text, tag }) => `${text}: ${tag}`).join());
  const hand = view.zones.find(({ id, owner }) => id === 'hand' && owner === 0);
  expect(hand.title === 'Your hand' && hand.own === 'Hand', `${hand.title}: ${hand.own}`);
  pesky.close();
  match.close();
});

test('options have the parts of their words', () => {
  const all = engine.games.flatMap(({ options }) => options.flatMap(({ values }) => values ?? []));
  for (const { title, name, help } of all) {
    expect(title.includes(': ') === (help !== undefined), `${title}: ${help}`);
    if (help !== undefined) same(`${name}: ${help.charAt(0).toLowerCase()}${help.slice(1)}`, title, 'both');
  }
  expect(all.some(({ help }) => help?.startsWith('Everybody')), 'none has a help that begins with a capital');
});

// Whoever touches what can be touched makes any move and no other; in random games of all kinds.
function touchThrough(game, seed) {
  const match = engine.open(`${game.id}:${Math.floor((game.seats[0] + game.seats[1] + 1) / 2)}#${seed}`);
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  for (let step = 0; step < 60 && !match.over; step++) {
    const seat = match.view(REFEREE).waiting[0];
    const offers = match.view(seat).moves ?? [];
    expect(offers.length > 0, `seat ${seat} has moves at step ${step}`);
    for (const wanted of offers) reach(offers, wanted);
    match.play(seat, match.decision, offers[random(offers.length)].move);
  }
  match.close();
}

// The touches of a move lead to it and are on offer one after the other.
function reach(offers, wanted) {
  for (let n = 0; n <= wanted.touch.length; n++) {
    const picked = wanted.touch.slice(0, n);
    const found = n > 0 ? decided(offers, picked) : null;
    if (found) return expect(found === wanted, `"${wanted.label}" is taken for "${found.label}"`);
    const { touches, buttons } = choices(offers, picked);
    if (n === wanted.touch.length) return expect(buttons.includes(wanted), `"${wanted.label}" has no button`);
    expect(touches.some((touch) => sameTouch(touch, wanted.touch[n])), `"${wanted.label}" cannot be touched`);
  }
}

for (const game of engine.games)
  test(`${game.id}: every move can be made by touching what can be touched`, () => {
    for (let seed = 1; seed <= 3; seed++) touchThrough(game, seed);
  });

/* ---- lessons ---- */

const LONGEST_NOTE = 220;
const LONGEST_END = 320; // it stands alone, and there is time to read it
const [FEWEST, MOST] = [6, 15]; // moves of the learner

const placesOf = (match) => new Set(match.view(REFEREE).zones.flatMap((zone) => zone.places.map(({ id }) => id)));

function follow(lesson) {
  const match = engine.open(lesson.deal);
  const about = match.about();
  expect(lesson.names.length === about.seats, `${lesson.names.length} names for ${about.seats} seats`);
  match.seat(lesson.names.map((_, seat) => (seat === lesson.seat ? '' : lesson.bots)), lesson.names);
  let own = 0;
  for (const [i, step] of lesson.steps.entries()) {
    const where = `step ${i + 1}`;
    if (step.note !== undefined) expect(step.note.trim() && step.note.length <= LONGEST_NOTE, `${where}: a note of ${step.note.length} characters`);
    const strange = Object.keys(step).filter((key) => !['seat', 'move', 'note', 'show'].includes(key));
    expect(strange.length === 0, `${where} has ${strange}`);
    const before = placesOf(match);
    if (step.seat !== undefined) {
      expect(step.move, `${where}: seat ${step.seat} does nothing`);
      expect(match.view(REFEREE).waiting.includes(step.seat), `${where}: seat ${step.seat} is not asked`);
      const move = match.read(step.seat, step.move);
      const offers = match.view(step.seat).moves ?? [];
      expect(offers.some((one) => one.move === move), `${where}: "${step.move}" is not on offer`);
      match.play(step.seat, match.decision, move);
      if (step.seat === lesson.seat) own++;
    } else {
      expect(step.note && step.move === undefined, `${where} says and does nothing`);
    }
    // What is shown lies on the table when the note is read: before an own move, after the others'.
    const now = step.seat === undefined || step.seat === lesson.seat ? before : placesOf(match);
    for (const place of step.show ?? []) expect(now.has(place), `${where}: there is no place ${place}`);
  }
  expect(own >= FEWEST && own <= MOST, `the learner moves ${own} times`);
  expect(typeof lesson.end === 'string' && lesson.end.length > 0 && lesson.end.length <= LONGEST_END, `the end has ${lesson.end?.length} characters`);
  match.close();
}

for (const game of engine.games)
  test(`lesson of ${game.id} can be followed`, () => {
    const file = join(lessons, `${game.id}.json`);
    expect(existsSync(file), 'there is none');
    const lesson = JSON.parse(readFileSync(file, 'utf8'));
    expect(lesson.deal.startsWith(`${game.id}:`) && lesson.deal.includes('#'), `it is about ${lesson.deal}`);
    follow(lesson);
  });

test('there are lessons of games only', () => {
  const others = readdirSync(lessons).filter((name) => !engine.game(name.replace(/\.json$/, '')));
  expect(others.length === 0, others.join(' '));
});

end();
