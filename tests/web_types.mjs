// web_types.mjs WASM: what the module really says has the shapes of web/types.d.ts, in all games: real output is written as literals into a
// file for the TypeScript compiler, to which an unknown, a missing and a wrong property of a literal are errors. Prints TAP.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine, REFEREE, SPECTATOR } from '../web/engine.js';
import { end, expect, test } from './tap.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const engine = await Engine.start(readFileSync(process.argv[2]));
const folder = mkdtempSync(join(tmpdir(), 'wabe-types-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// ---- what is collected: each shape once

const WORDS = new Set(['is', 'kind', 'role', 'on', 'next', 'asked', 'waiting']); // of these strings the types name each value
const shapes = new Map(); // the literals of each type

// The same shape with as little as possible in it: lists with one of each shape, numbers and strings that say nothing.
function shape(value, key = '') {
  if (Array.isArray(value)) {
    const list = value.map((one) => shape(one, key));
    return value.some((one) => one !== null && typeof one === 'object') ? [...new Map(list.map((one) => [JSON.stringify(one), one])).values()] : list;
  }
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return WORDS.has(key) ? value : '';
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.keys(value).map((one) => [one, shape(value[one], one)]));
}

function see(type, value) {
  if (!shapes.has(type)) shapes.set(type, new Set());
  shapes.get(type).add(JSON.stringify(shape(value)));
}

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

// ---- the compiler's word

const types = [...shapes.keys()];
const named = [...new Set(types.map((type) => type.replace('[]', '')))];
const head = `import type { ${named.join(', ')} } from ${JSON.stringify(join(root, 'web/types.d.ts'))};\n`;
const all = types.flatMap((type) => [...shapes.get(type)].map((literal) => [type, literal]));
const of = (type) => [...shapes.get(type)].map((literal) => JSON.parse(literal));

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
  ['Preview', nextless], ['Game', { ...of('Game')[0], options: [{ id: '', title: '', smell: '' }] }], ['Thing[]', [{ ...of('Thing[]')[0][0], kind: 'pebble' }]],
].map(([type, value]) => [type, JSON.stringify(value)]);

function write(name, list) {
  const text = list.map(([type, literal], i) => `export const v${i}: ${type} = ${literal};\n`).join('');
  writeFileSync(join(folder, name), head + text + named.map((type) => `export type Used${type} = ${type};\n`).join(''));
}
write('real.ts', all);
write('planted.ts', planted);
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(root, 'web/tsconfig.json'),
  compilerOptions: { allowJs: false, checkJs: false, types: [], lib: ['ES2023'] }, include: [], files: ['real.ts', 'planted.ts'] }));
const compiler = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
const errors = compiler.stdout.split('\n').filter((text) => /\(\d+,\d+\): error/.test(text));
const lineOf = (error) => Number(/\((\d+),/.exec(error)[1]);

test(`${all.length} shapes of what the module says are those of web/types.d.ts`, () => {
  for (const type of ['Game', 'About', 'View', 'LogLine[]', 'Look', 'Preview', 'Thing[]', 'Cue', 'Hint']) expect(shapes.get(type)?.size > 0, `nothing of ${type}`);
  expect(new Set(of('Cue').map(({ is }) => is)).size === 7, `cues: ${of('Cue').map(({ is }) => is)}`);
  expect(of('View').some(({ result }) => result) && of('View').some(({ facedown }) => facedown), 'no result, or nothing face down');
  expect(errors.length > 0, `the compiler says nothing: ${compiler.stdout}${compiler.stderr}`); // of the planted ones
  const wrong = errors.filter((error) => !error.startsWith('planted.ts'));
  const each = new Map(wrong.map((error) => [error.replace(/^\S+ /, ''), all[lineOf(error) - 2]])); // every message once
  expect(wrong.length === 0, [...each].map(([words, [type, literal]]) => `${words} (${type}: ${literal.slice(0, 200)})`).join('\n'));
});

test('each planted fault is found', () => {
  const found = new Set(errors.filter((error) => error.startsWith('planted.ts')).map((error) => lineOf(error) - 2));
  planted.forEach(([type, literal], i) => expect(found.has(i), `not found: ${type} ${literal.slice(0, 100)}`));
});

end();
