// layout.mjs MODULE: plans of every game, as every viewer and on screens of many sizes, and how pieces come from one to
// the next. Prints TAP.
import { readFileSync } from 'node:fs';
import { Engine, SPECTATOR } from '../web/engine.js';
import { journeys } from '../web/journeys.js';
import { layout } from '../web/layout.js';
import { textWidth } from '../web/zones.js';
import { needed, valuesOf } from './options.mjs';
import { end, expect, test } from './tap.mjs';

const engine = await Engine.start(readFileSync(process.argv[2]));
const SIZES = [[360, 640], [390, 844], [768, 1024], [844, 340], [1280, 800], [1920, 1080]];
const NEAR = 0.6; // pixels that do not matter
let spent = 0;
let plans = 0;

const overlap = (a, b) =>
  a.x + a.w > b.x + NEAR && b.x + b.w > a.x + NEAR && a.y + a.h > b.y + NEAR && b.y + b.h > a.y + NEAR;
const within = (a, b, by = NEAR) =>
  a.x >= b.x - by && a.y >= b.y - by && a.x + a.w <= b.x + b.w + by && a.y + a.h <= b.y + b.h + by;
const told = (box) => `${box.title ?? box.key ?? box.full ?? box.id} (${[box.x, box.y, box.w, box.h].map(Math.round)})`;

// The reason is only put into words when there is one.
function refuse(wrong, why) {
  if (wrong) throw new Error(why());
}

function apart(boxes, what) {
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++)
      refuse(overlap(boxes[i], boxes[j]), () => `${what} overlap: ${told(boxes[i])}, ${told(boxes[j])}`);
}

function checkBoxes(plan) {
  const whole = { x: 0, y: 0, w: plan.width, h: plan.height };
  for (const part of ['groups', 'zones', 'places', 'pieces', 'words'])
    for (const box of plan[part]) {
      refuse(!(box.w > 0 && box.h > 0), () => `a bad box: ${told(box)}`);
      refuse(!within(box, whole), () => `outside of the table: ${part} ${told(box)}`);
    }
  apart(plan.zones, 'zones');
  apart(plan.groups, 'panels');
  for (const zone of plan.zones) {
    const places = plan.places.filter((place) => place.zone === zone.index);
    apart(places, `places of "${zone.title}"`);
    for (const place of places) {
      refuse(!within(place, zone), () => `a place outside of "${zone.title}": ${told(place)}`);
      for (const piece of plan.pieces)
        refuse(piece.place === place.id && !within(piece, place, 2),
          () => `a piece outside of its place in "${zone.title}": ${told(piece)}, ${told(place)}`);
    }
    const groups = plan.groups.filter(({ owner }) => owner === zone.owner);
    refuse(!groups.some((group) => within(zone, group)), () => `a zone outside of its panel: ${told(zone)}`);
  }
}

function checkWords(plan) {
  for (const words of plan.words) {
    const { lines, size, w, h, zone, place } = words;
    for (const line of lines)
      expect(textWidth(line, size) <= w + NEAR || line.length <= 2, `words are cut off: ${told(words)}`);
    expect(lines.length * size * 1.05 <= h + NEAR, `words are too high: ${told(words)}`);
    for (const other of plan.zones)
      refuse(other.index !== zone && overlap(words, other), () => `words in a zone: ${told(words)}, ${told(other)}`);
    for (const other of plan.places)
      refuse(other.id !== place && overlap(words, other), () => `words on a place: ${told(words)}, ${told(other)}`);
    for (const other of plan.pieces)
      refuse(overlap(words, other), () => `words on a piece: ${told(words)}, ${told(other)}`);
  }
  apart(plan.words, 'words');
}

// Every piece of the scene is in the plan as often as it is there.
function checkPieces(view, plan) {
  const counts = new Map();
  const count = (place, piece, number) => {
    const name = `${place} ${piece.thing} ${Boolean(piece.back)} ${Boolean(piece.down)}`;
    counts.set(name, (counts.get(name) ?? 0) + number);
  };
  for (const place of view.zones.flatMap((zone) => zone.places)) {
    expect(plan.places.filter(({ id }) => id === place.id).length === 1, `place ${place.id} is not there once`);
    for (const piece of place.pieces) count(place.id, piece, piece.count ?? 1);
  }
  for (const box of plan.pieces) count(box.place, box.piece, -box.count);
  for (const [name, number] of counts) expect(number === 0, `${name}: ${number} too few`);
  expect(new Set(plan.pieces.map(({ key }) => key)).size === plan.pieces.length, 'two pieces have the same key');
  expect(plan.zones.length === view.zones.length, 'a zone is missing');
}

// The cells of a trail and what the others own may be smaller than a finger, since the table has only so much room.
function leastPlace(plan, place) {
  const { owner } = plan.zones.find(({ index }) => index === place.zone);
  const mine = plan.groups.some((group) => group.owner === owner && group.mine);
  if (place.kind === 'trail') return 31;
  if (owner !== null && !mine) return 28;
  return place.form === 'square' ? 30 : place.h >= 50 ? 36 : 40;
}

// What can be touched is large enough for a finger: a place, or so much of a piece as others leave free.
function checkTouches(view, plan) {
  for (const { place, thing } of (view.moves ?? []).flatMap((move) => move.touch)) {
    const zone = plan.places.find(({ id }) => id === place);
    if (thing === undefined) {
      expect(Math.min(zone.w, zone.h) >= leastPlace(plan, zone) - NEAR, `too small to touch: ${told(zone)}`);
      continue;
    }
    const own = plan.pieces.filter((box) => box.place === place);
    const at = own.findLastIndex((box) => box.piece.thing === thing);
    expect(at >= 0, `nothing to touch: ${thing} on ${place}`);
    const box = own[at];
    const next = own[at + 1];
    const free = next && next.y < box.y + box.h && next.piece.kind === 'card' ? next.x - box.x : box.w;
    const small = box.piece.kind !== 'card' && own[0].piece.kind === 'card' && zone.kind !== 'hand';
    expect(free >= (small ? 12 : 20) - NEAR, `too small to touch: ${told(box)}, ${free} free`);
  }
}

// Every piece of the new plan comes from somewhere or is new; a single card comes from where it was.
function checkJourneys(before, after) {
  const single = new Map(before.pieces.filter((box) => box.key === box.piece.thing).map((box) => [box.key, box]));
  const found = journeys(before, after);
  const come = new Set(found.map(({ to }) => to));
  for (const box of after.pieces) refuse(!come.has(box), () => `no journey to ${told(box)}`);
  for (const { from, to } of found) {
    const old = to && to.key === to.piece.thing ? single.get(to.key) : undefined;
    refuse(old && old !== from, () => `${told(to)} comes from elsewhere`);
    refuse(from && to && from.piece.kind !== to.piece.kind, () => `${told(from)} becomes ${told(to)}`);
  }
  for (const { from, to } of journeys(after, after))
    refuse(!from || from !== to, () => `a journey where nothing has moved: ${told(to ?? from)}`);
}

function checkAll(view, me, where, before) {
  const kept = [];
  SIZES.forEach(([width, height], i) => {
    const begun = performance.now();
    const plan = layout(view, { width, height, me, touch: width < 1000, before: before[i] });
    spent += performance.now() - begun;
    plans++;
    try {
      checkBoxes(plan);
      checkWords(plan);
      checkPieces(view, plan);
      checkTouches(view, plan);
      if (before[i]) checkJourneys(before[i], plan);
    } catch (error) {
      throw new Error(`${where}, ${width}x${height}: ${error.message}`);
    }
    kept.push(plan);
  });
  return kept;
}

// A random game; every tenth position is laid out for one viewer after the other.
function checkGame(id, seats, most) {
  const match = engine.open(id);
  let random = 12345;
  const below = (n) => (random = (random * 1103515245 + 12345) % 2147483648) % n;
  const before = new Map();
  const NAMES = ['Ann', 'Bartholomew', 'Cy', 'Dee', 'The very patient Eve', 'Fritz', 'Gus'];
  for (let seat = 0; seat < seats; seat++) match.name(seat, NAMES[seat]);
  for (let step = 0; step <= most; step++) {
    if (step % 10 === 0 || match.over)
      for (const viewer of [...Array(seats).keys(), SPECTATOR]) {
        const me = viewer === SPECTATOR ? null : viewer;
        before.set(viewer, checkAll(match.view(viewer), me, `${id} after ${match.length} as ${viewer}`,
          before.get(viewer) ?? []));
      }
    if (match.over) break;
    const [seat] = match.view(SPECTATOR).waiting;
    const { moves, decision } = match.view(seat);
    match.play(seat, decision, moves[below(moves.length)].move);
  }
  match.close();
}

// A random game as it is seen from the first seat at every move; `each` gets a view, its plan and the plan before.
function follow(id, seats, most, [width, height], each) {
  const match = engine.open(`${id}:${seats}#5`);
  let random = 12345;
  const below = (n) => (random = (random * 1103515245 + 12345) % 2147483648) % n;
  let before = null;
  for (let step = 0; step < most && !match.over; step++) {
    const view = match.view(0);
    const plan = layout(view, { width, height, me: 0, touch: width < 1000, before });
    each(view, plan, before);
    before = plan;
    const [seat] = match.view(SPECTATOR).waiting;
    const { moves, decision } = match.view(seat);
    match.play(seat, decision, moves[below(moves.length)].move);
  }
  match.close();
}

// On a phone the whole table of up to four seats is seen at once: the greatest height at 390x520 is that of the screen.
// Where a game cannot do with it, this says how much more it takes, by number of seats.
const PHONE = [390, 520];
const MANY = 4;
const HIGHER = {
  'gnumies': { 4: 560 }, 'borogoves': { 2: 560 }, 'brillig': { 2: 530 }, 'mimsy': { 2: 530, 3: 530 },
  'mome': { 2: 590, 3: 590, 4: 560 }, 'pesky-gnomes': { 4: 530 }, 'oh-gnome': { 2: 840, 3: 920, 4: 980 },
  'gnoming-a-round': { 3: 550, 4: 570 },
};

function checkFits(id, seats) {
  const most = HIGHER[id]?.[seats] ?? PHONE[1];
  follow(id, seats, 80, PHONE, (view, plan) =>
    expect(plan.height <= most, `${plan.height} high after ${view.n} moves, and ${most} are allowed: lay out less, or say in HIGHER of layout.mjs that it takes more`));
}

// The main map and my hand stay where they are, except when a zone comes for the first time.
function checkCalm(id, seats, size) {
  let moves = 0;
  let still = 0;
  follow(id, seats, 80, size, (view, plan, before) => {
    const titles = new Set(before ? [...before.zones, ...before.gone].map(({ title }) => title) : []);
    if (!before || view.zones.some(({ title }) => !titles.has(title))) return;
    const kept = plan.places.filter((place) => {
      const { owner } = plan.zones.find(({ index }) => index === place.zone);
      return owner === 0 ? place.kind === 'hand' : owner === null && ['ring', 'trail', 'grid'].includes(place.kind);
    });
    moves++;
    still += kept.every((place) => {
      const old = before.places.find((other) => other.id === place.id && other.kind === place.kind);
      return !old || Math.hypot(old.x - place.x, old.y - place.y) < 8;
    });
  });
  expect(still >= moves * 0.8, `all stays only ${still} times in ${moves}`);
}

for (const game of engine.games)
  for (let seats = game.seats[0]; seats <= Math.min(MANY, game.seats[1]); seats++)
    test(`${game.id} with ${seats} on a phone`, () => checkFits(game.id, seats));
for (const game of engine.games)
  for (const size of [PHONE, [935, 700]])
    test(`${game.id} is calm at ${size.join('x')}`,
      () => checkCalm(game.id, Math.min(3, game.seats[1]), size));
for (const game of engine.games)
  for (let seats = game.seats[0]; seats <= game.seats[1]; seats++)
    test(`${game.id} with ${seats}`, () => checkGame(`${game.id}:${seats}#${seats}`, seats, 60));
// What the game asks for besides, with a comma; or nothing.
function besides(id) {
  try {
    engine.open(id).close();
    return '';
  } catch (error) {
    return `,${needed(error.message)}`;
  }
}

for (const game of engine.games)
  for (const option of game.options)
    for (const value of valuesOf(option).slice(1))
      test(`${game.id} with ${option.id}=${value}`, () => {
        const id = `${game.id}:${game.seats[1]}:${option.id}=${value}`;
        checkGame(`${id}${besides(id)}#3`, game.seats[1], 30);
      });
console.log(`# ${plans} plans, ${(spent / plans).toFixed(2)} ms each`);
end();
