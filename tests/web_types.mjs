// web_types.mjs WASM: what the module really says has the shapes of web/types.d.ts, in all games. Prints TAP.
import { readFileSync } from 'node:fs';
import { Engine, REFEREE, Refusal, SPECTATOR } from '../web/engine.js';
import { Shapes } from './shapes.mjs';
import { end, expect, test } from './tap.mjs';

const engine = await Engine.start(readFileSync(process.argv[2]));
const shapes = new Shapes();
const see = (type, value) => shapes.see(type, value);
const of = (type) => shapes.of(type);

// ---- real output

function look(match, viewer, n) {
  see('View', match.view(viewer, n));
  see('LogLine[]', match.log(viewer, 0, n));
  if (n > 0) see('Look', match.look(viewer, 0, n));
}

function lookAll(match, seats) {
  for (const viewer of [...Array(seats).keys(), SPECTATOR, REFEREE]) look(match, viewer, match.length);
  see('About', match.about());
}

// A match of people, move by move by a rule that is the same each time.
function play(id, seats, most) {
  const match = engine.open(id);
  match.seat(Array(seats).fill(''), Array.from({ length: seats }, (_, seat) => `P${seat}`));
  see('Thing[]', match.things());
  for (let i = 0; i < most && !match.over; i++) {
    const seat = match.about().next;
    const moves = match.view(seat).moves;
    if (i % 32 === 0) lookAll(match, seats);
    if (i % 32 === 1) look(match, seat, match.length >> 1);
    if (i % 8 === 0) for (const offer of [moves[0], moves[moves.length >> 1], moves.at(-1)]) see('Preview', match.preview(seat, offer.move));
    match.play(seat, match.decision, moves[(i * 7 + (i >> 3)) % moves.length].move);
  }
  lookAll(match, seats);
  const over = match.over;
  match.close();
  return over;
}

// What is said to those around one screen: with bots, and with another person.
function sit(id, bots, most) {
  const match = engine.open(id);
  match.seat(bots, bots.map(() => ''));
  match.passes(true);
  let back = false; // once
  for (let i = 0; i < most; i++) {
    const cue = match.next();
    see('Cue', cue);
    if (cue.is === 'over') break;
    if (cue.is === 'ask' && cue.undo && i > 20 && !back) {
      match.back();
      back = true;
      continue;
    }
    const moves = () => match.view(cue.seat).moves;
    if (cue.is === 'show') match.shown();
    else if (cue.is === 'curtain') match.taken();
    else if (cue.is === 'ask') match.choose(cue.seat, match.decision, moves()[(i * 5) % moves().length].move);
    else if (cue.is === 'pass') match.choose(cue.seat, match.decision, 0);
    else if (cue.is === 'bot') match.hear(moves()[i % moves().length].move);
    else match.answers();
  }
  match.close();
}

function think(id) {
  const match = engine.open(id);
  match.ask(match.about().next, 'easy');
  while (match.think(50) > 0);
  see('Hint', match.answer());
  match.close();
}

for (const game of engine.games) {
  see('Game', game);
  const [least, most] = game.seats;
  const seats = Math.max(2, least);
  let ended = play(`${game.id}:${least}#5`, least, 4000);
  ended = play(`${game.id}:${most}#6`, most, 300) || ended;
  expect(ended, `no match of ${game.id} came to its end`);
  if (most > 1) {
    sit(`${game.id}:${seats}#7`, ['', ...Array(seats - 1).fill('easy')], 120);
    sit(`${game.id}:${seats}#8`, ['', '', ...Array(seats - 2).fill('easy')], 60);
  }
  think(`${game.id}:${least}#9`);
}

// What is refused, and for what kind of reason: [code, what to do].
function refuse() {
  const match = engine.open('mimsy:2#5');
  match.seat(['', ''], ['Ann', 'Ben']);
  const seat = match.about().next;
  const [first, ...lines] = match.record().split('\n');
  const old = [first, ...lines].join('\n').replace(/^(game \S+) (\d+)$/m, (_, game, version) => `${game} ${Number(version) + 1}`);
  match.play(seat, match.decision, match.view(seat).moves[0].move);
  const next = match.about().next;
  const moved = () => match.play(next, match.decision, match.view(next).moves[0].move);
  const refused = [
    ['bad', () => engine.open('mimsy:99')], ['bad', () => engine.open('chess')], ['bad', () => engine.load('')], ['version', () => engine.load(old)],
    ['rule', () => match.play(match.about().next, match.decision, 9999)], ['stale', () => match.play(match.about().next, match.decision - 1, 0)],
    ['rule', () => match.forward()], ['state', () => match.answers()], ['rule', () => (moved(), match.undo(seat))],
  ];
  const codes = refused.map(([code, act]) => {
    try {
      act();
      return `nothing, not ${code}`;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      see('Why', engine.why());
      return error.code === code ? '' : `${error.code}, not ${code}: ${error.message}`;
    }
  });
  match.close();
  return codes.filter(Boolean);
}

const refusals = refuse();

// ---- the compiler's word

// One fault a line.
const view = of('View').find(({ zones }) => zones.some(({ places }) => places.some(({ pieces }) => pieces.length > 0)));
const line = of('LogLine[]').find((lines) => lines.length > 0);
const piece = structuredClone(view);
piece.zones.find(({ places }) => places.some(({ pieces }) => pieces.length > 0)).places.find(({ pieces }) => pieces.length > 0).pieces[0].smell = '';
const { prompt: _, ...promptless } = view;
const { next: __, ...nextless } = of('Preview')[0];
const planted = [
  ['View', { ...view, smell: '' }], ['View', piece], ['View', promptless], ['View', { ...view, n: '0' }], ['View', { ...view, asked: ['nobody'] }],
  ['LogLine[]', [{ ...line[0], smell: '' }]], ['Cue', { ...of('Cue')[0], smell: '' }], ['Cue', { ...of('Cue')[0], is: 'sing' }],
  ['Why', { ...of('Why')[0], code: 'whim' }], ['Preview', nextless], ['Game', { ...of('Game')[0], options: [{ id: '', title: '', smell: '' }] }], ['Thing[]', [{ ...of('Thing[]')[0][0], kind: 'pebble' }]],
];

const { count, wrong, missed, said } = shapes.check(planted);

test(`${count} shapes of what the module says are those of web/types.d.ts`, () => {
  for (const type of ['Game', 'About', 'View', 'LogLine[]', 'Look', 'Preview', 'Thing[]', 'Cue', 'Hint', 'Why']) expect(of(type).length > 0, `nothing of ${type}`);
  expect(new Set(of('Cue').map(({ is }) => is)).size === 7, `cues: ${of('Cue').map(({ is }) => is)}`);
  expect(of('View').some(({ result }) => result) && of('View').some(({ facedown }) => facedown), 'no result, or nothing face down');
  expect(missed.length < planted.length, `the compiler says nothing: ${said}`);
  expect(wrong.length === 0, wrong.join('\n'));
});

test('what is refused says what kind of reason it has, and where and because of whom', () => {
  expect(refusals.length === 0, refusals.join('\n'));
  const keys = new Set(of('Why').flatMap((why) => Object.keys(why)));
  for (const key of ['line', 'game', 'seat']) expect(keys.has(key), `no refusal has the key ${key}`);
});

test('each planted fault is found', () => expect(missed.length === 0, `not found: ${missed.join('\n')}`));

end();
