// tables.mjs MODULE [GAME]: the designed tables (docs/table.md): every game that has one is played with every number of seats and its
// options, and looked at in many sizes of each shape. Prints TAP.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { designed, shapeOf } from '../web/design.js';
import { Engine, SPECTATOR } from '../web/engine.js';
import { setDesign } from '../web/tables.js';
import { textWidth } from '../web/zones.js';
import { needed, valuesOf } from './options.mjs';
import { end, expect, test } from './tap.mjs';

const [, , module, only] = process.argv;
const engine = await Engine.start(readFileSync(module));
const FOLDER = new URL('../web/tables/', import.meta.url);
const SIZES = { upright: [[360, 410], [390, 560], [430, 690], [768, 840]], side: [[500, 320], [600, 390], [690, 430]], wide: [[700, 560], [935, 700], [1500, 1000]] };
const SMALLEST = Object.fromEntries(Object.entries(SIZES).map(([shape, sizes]) => [shape, sizes.slice(0, 1)])); // for options
const NAMES = ['Rosemary', 'Thistle', 'Bramble', 'Old Tom', 'Ann', 'Ida', 'Campion'];
const FINGER = 44;
const SEEN = 12; // pixels of the smallest piece that can be touched
const LEAST = 9; // pixels of the smallest words
const NEAR = 0.6;
const WHOLE = 40 * 1024; // compressed bytes of a game's design and drawings

const within = (a, b, by = NEAR) => a.x >= b.x - by && a.y >= b.y - by && a.x + a.w <= b.x + b.w + by && a.y + a.h <= b.y + b.h + by;
const overlap = (a, b) => a.x + a.w > b.x + NEAR && b.x + b.w > a.x + NEAR && a.y + a.h > b.y + NEAR && b.y + b.h > a.y + NEAR;
const told = (box) => `${box.title ?? box.full ?? box.key ?? box.id} (${[box.x, box.y, box.w, box.h].map(Math.round)})`;
const same = (a, b) => ['x', 'y', 'w', 'h'].every((side) => Math.abs(a[side] - b[side]) < 0.01);

function refuse(wrong, why) {
  if (wrong) throw new Error(why());
}

/** Random numbers that are the same each time. */
function dice(seed) {
  let x = seed;
  return (below) => {
    x = (x * 1103515245 + 12345) % 2147483648;
    return Math.floor(x / 65536) % below;
  };
}

/** Some positions of a game, from its beginning to its end. */
function* positions(id, seats, least) {
  const match = engine.open(id);
  const below = dice(7);
  try {
    for (let seat = 0; seat < seats; seat++) match.name(seat, NAMES[seat]);
    yield* played(match, below, seats, least);
  } finally {
    match.close();
  }
}

function* played(match, below, seats, least) {
  for (let step = 0; !match.over && step < 4000; step++) {
    const seat = match.about().next;
    const view = match.view(seat);
    if (step < 8 || step % least === 0) {
      yield { view, me: seat };
      yield { view: match.view(0), me: 0 };
      if (step % (3 * least) === 0) yield { view: match.view(SPECTATOR), me: 0 };
    }
    match.play(seat, view.decision, view.moves[below(view.moves.length)].move);
  }
  for (const me of [0, seats - 1]) yield { view: match.view(me), me };
}

function checkPlan(plan, view, where) {
  const whole = { x: 0, y: 0, w: plan.width, h: plan.height };
  refuse(plan.zones.some(({ slot }) => slot === 'rest'), () => `${where}: not in the design: ${plan.zones.filter(({ slot }) => slot === 'rest').map(({ id, title }) => `${id} "${title}"`)}`);
  for (const part of ['groups', 'zones', 'counts', 'bubbles', 'faces'])
    for (const box of plan[part]) refuse(!(box.w > 0 && box.h > 0) || !within(box, whole), () => `${where}: outside of the table: ${part} ${told(box)}`);
  for (const box of plan.pieces) refuse(!box.onMap && !within(box, whole, 3), () => `${where}: outside of the table: ${told(box)}`);
  for (const words of plan.words) {
    const { lines, full, size, w, kind } = words;
    refuse(lines.join(' ') !== full, () => `${where}: words are cut: "${lines}" of "${full}"`);
    refuse(size < LEAST - 0.01, () => `${where}: "${full}" is only ${size.toFixed(1)} pixels high`);
    refuse(textWidth(full, size) > w + 1 && kind !== 'mark', () => `${where}: "${full}" is wider than its room: ${told(words)}`);
  }
  const titles = plan.words.filter(({ onMap }) => !onMap);
  titles.forEach((words, i) => titles.slice(i + 1).forEach((other) => refuse(overlap(words, other), () => `${where}: words overlap: ${told(words)}, ${told(other)}`)));
  plan.groups.forEach((group, i) => plan.groups.slice(i + 1).forEach((other) => refuse(overlap(group, other), () => `${where}: panels overlap: ${told(group)}, ${told(other)}`)));
  for (const place of view.zones.flatMap(({ places }) => places))
    expect(plan.places.filter(({ id }) => id === place.id).length === 1, `${where}: place ${place.id} is not there once`);
  checkPieces(plan, view, where);
  checkTouches(plan, view, where);
}

// Every piece of the scene is in the plan as often as it is there.
function checkPieces(plan, view, where) {
  const counts = new Map();
  const count = (place, piece, number) => {
    const name = `${place} ${piece.thing} ${Boolean(piece.back)} ${Boolean(piece.down)}`;
    counts.set(name, (counts.get(name) ?? 0) + number);
  };
  for (const place of view.zones.flatMap((zone) => zone.places)) for (const piece of place.pieces) count(place.id, piece, piece.count ?? 1);
  for (const box of plan.pieces) count(box.place, box.piece, -box.count);
  for (const [name, number] of counts) expect(number === 0, `${where}: ${name}: ${number} too few`);
  expect(new Set(plan.pieces.map(({ key }) => key)).size === plan.pieces.length, `${where}: two pieces have the same key`);
}

// What can be touched is seen, and places are large enough for a finger; small pieces, and cards of which little is seen, open a row of
// larger ones (table.js).
function checkTouches(plan, view, where) {
  const phone = shapeOf(plan.width, plan.height) !== 'wide';
  for (const { place, thing } of (view.moves ?? []).flatMap((move) => move.touch)) {
    const zone = plan.places.find(({ id }) => id === place);
    refuse(zone.folded, () => `${where}: what can be touched is folded: ${thing ?? place}`);
    if (thing === undefined) {
      refuse(phone && !zone.onMap && Math.max(zone.w, zone.h) < FINGER - NEAR, () => `${where}: too small to touch: ${told(zone)}`);
      continue;
    }
    const box = plan.pieces.findLast((one) => one.place === place && one.piece.thing === thing && !one.hidden);
    refuse(!box, () => `${where}: nothing to touch: ${thing} on ${place}`);
    refuse(phone && box.h < SEEN, () => `${where}: too small to be seen: ${told(box)}`);
  }
}

/** Where zones and places are; pieces may travel, and nothing else. */
function boxesOf(plan) {
  const boxes = new Map();
  for (const group of plan.groups) boxes.set(`panel ${group.owner}`, group);
  for (const zone of plan.zones) if (zone.slot !== 'map' || !plan.map) boxes.set(`zone ${zone.id} ${zone.owner} ${zone.slot} ${zone.seat ?? ''}`, zone);
  for (const place of plan.places) if (!place.onMap) boxes.set(`place ${place.id} of ${plan.zones.find(({ index }) => index === place.zone)?.owner}`, place);
  if (plan.map) boxes.set('map', plan.map);
  return boxes;
}

// A row that has a place for each thing that is played there (cards that wait for answers) may have more or fewer of them.
const grows = (zone) => zone.role === 'played' && zone.kind === 'row';

function checkGame(design, id, seats, every, screens = SIZES) {
  /** By size and viewer. */
  const seen = new Map();
  for (const { view, me } of positions(id, seats, every)) {
    const growing = new Set(view.zones.filter(grows).flatMap((zone) => zone.places.map((place) => `place ${place.id} of ${zone.owner}`)));
    for (const sizes of Object.values(screens))
      for (const [width, height] of sizes) {
        const where = `${id} after ${view.n} as ${view.viewer} at ${width}x${height}`;
        const plan = designed(design, view, { width, height, me, touch: true });
        checkPlan(plan, view, where);
        const key = `${width}x${height} ${me}`;
        const known = seen.get(key) ?? new Map();
        for (const [name, box] of boxesOf(plan)) {
          if (growing.has(name)) continue;
          const old = known.get(name);
          refuse(old && !same(old, box), () => `${where}: ${name} is not where it was: ${told(old)}, ${told(box)}`);
          known.set(name, { x: box.x, y: box.y, w: box.w, h: box.h, title: name });
        }
        seen.set(key, known);
      }
  }
}

/** All drawings that a design names. */
function* used(value) {
  if (typeof value === 'string' && /^d-/.test(value)) yield value;
  else if (value && typeof value === 'object') for (const one of Object.values(value)) yield* used(one);
}

function besides(id) {
  try {
    engine.open(id).close();
    return '';
  } catch (error) {
    return `,${needed(error.message)}`;
  }
}

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name.split('.').length === 2)) {
  const name = file.replace('.json', '');
  if (only && only !== name) continue;
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const drawings = readFileSync(new URL(`${name}.svg`, FOLDER), 'utf8');
  const design = JSON.parse(text);
  const game = engine.game(name);
  setDesign(name, design);
  test(`${name}: the design is of a game and knows three shapes`, () => {
    expect(game, `there is no game ${name}`);
    expect(design.form === 1, 'form is not 1');
    expect(Object.keys(design.shapes).sort().join() === 'side,upright,wide', 'not upright, side and wide');
  });
  test(`${name}: every drawing is there, and the files are small`, () => {
    const ids = new Set([...drawings.matchAll(/<symbol[^>]*\bid="([^"]+)"/g)].map(([, id]) => id));
    for (const id of used(design))
      for (const one of id.includes('*') ? ['calm', 'sly', 'glad', 'bust'].map((mood) => id.replace('*', mood)) : [id]) expect(ids.has(one), `there is no drawing ${one}`);
    expect(!/<style|style=|<script|<image|<foreignObject|<text|href="(?!#)|\son[a-z]+=/.test(drawings), 'a style, a script, a text or something from elsewhere');
    const size = gzipSync(text).length + gzipSync(drawings).length;
    expect(size <= WHOLE, `${size} bytes compressed, and ${WHOLE} are allowed`);
  });
  test(`${name}: every thing with a name has a drawing or a face`, () => {
    for (const key of Object.keys(design.art ?? {})) {
      const things = engine.games.some(({ id }) => id === name) ? thingsOf(name) : [];
      const names = things.flatMap(({ thing, title, kind, sign, number, colour }) => [thing, title, `${kind} ${sign}`, `${kind} ${number}`, `${kind} ${colour}`, kind]);
      expect(names.includes(key), `art names "${key}", and the game has no such thing`);
    }
  });
  if (!game) continue;
  for (let seats = game.seats[0]; seats <= game.seats[1]; seats++)
    test(`${name} with ${seats}: all has its place, and stays there`, () => checkGame(design, `${name}:${seats}#${seats}`, seats, game.lengthmax > 1000 ? 61 : 13));
  for (const option of game.options)
    for (const value of valuesOf(option).slice(1))
      test(`${name} with ${option.id}=${value}: all has its place, and stays there`, () => {
        const id = `${name}:${game.seats[1]}:${option.id}=${value}`;
        checkGame(design, `${id}${besides(id)}#3`, game.seats[1], 61, SMALLEST);
      });
}

/** All things of a game, with all of its seats. */
function thingsOf(name) {
  const match = engine.open(`${name}:${engine.game(name).seats[1]}#1`);
  const things = match.things();
  match.close();
  return things;
}
end();
