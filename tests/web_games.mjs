// web_games.mjs WASM: every game is played to its end on its own page, without a browser: the page is the real one (web/play.js), and so
// are its templates, which are put into words instead of elements. Somebody touches what can be touched, goes on where the
// page waits for it, and hands the screen over at the curtain. web_play.mjs shows a part of this in Chromium.
import { readFileSync } from 'node:fs';
import { Engine } from '../web/engine.js';
import { end, expect, testLater } from './tap.mjs';

/* ---- what a browser has and Node has not ---- */

let wide = false; // whether the screen has room for a panel
let now = 0; // what the page takes for the time, in milliseconds
globalThis.matchMedia = (query) => ({ matches: query.includes('min-width') ? wide : !wide });
globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.location = new URL('http://localhost/#/');
performance.now = () => now;

// Timers go by that time too: what waits longest for something comes at once, when nothing else is left to do.
let timers = [];
globalThis.setTimeout = (run, milliseconds = 0) => {
  const timer = { at: now + milliseconds, run };
  timers.push(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => {
  timers = timers.filter((one) => one !== timer);
};
function nextTimer() {
  const [first] = timers.sort((a, b) => a.at - b.at);
  if (!first) return;
  clearTimeout(first);
  now = Math.max(now, first.at);
  first.run();
}

const code = readFileSync(process.argv[2]);
const engine = await Engine.start(code);

const { PlayPage } = await import('../web/play.js');
const { Session } = await import('../web/session.js');
const { choices, sameTouch } = await import('../web/pick.js');

/* ---- a page, drawn as words ---- */

// What is said to an element and stands nowhere: its listeners and properties, and whether it has an attribute.
const PROPERTY = /\s[.@?][\w-]+="?$/;

// Of the texts of a template, which are the same array every time: whether what follows each is said to the element.
const said = new WeakMap();
function saidAfter(strings) {
  let found = said.get(strings);
  if (!found) said.set(strings, (found = strings.map((text) => PROPERTY.test(text))));
  return found;
}

// All that stands in a template, with its attributes, one after the other.
function words(value) {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol') return '';
  if (Array.isArray(value)) return value.map(words).join(' ');
  if (value.strings) {
    const quiet = saidAfter(value.strings);
    let text = '';
    for (let i = 0; i < value.strings.length; i++) text += quiet[i] ? value.strings[i] : value.strings[i] + words(value.values[i]);
    return text;
  }
  if (value._$litDirective$) return directive(value.values);
  return String(value);
}

// Either a list with a template for each of it, or a value that must be as it is.
function directive(values) {
  const template = values.at(-1);
  if (values.length === 1) return words(values[0]);
  return [...values[0]].map((item, i) => words(template(item, i))).join(' ');
}

// Every drawing is laid out; those of the beginning, the end and every third later are put into words too, with WABE_LONG all.
const CLOSELY = process.env.WABE_LONG ? Infinity : 100;

// What must never stand there: names of nothing, and objects that nobody has put into words.
const NONSENSE = /\bundefined\b|\bNaN\b|\[object /;

const WAITS = ['ask', 'hold', 'curtain', 'over', 'failed', 'elsewhere'];

class Desk {
  constructor(engine, session, size, { thinks = () => 0, pace = 'none' } = {}) {
    this.size = size;
    this.asked = [];
    this.drawings = 0;
    this.drawn = '';
    this.wrong = null;
    this.due = false;
    const settings = { name: 'Ann', theme: 'auto', pace, autopass: false, motion: 'none', sound: false, notify: false };
    this.page = new PlayPage({
      engine, settings, link: null,
      bots: {
        ask: async (record, seat, bot) => {
          this.asked.push(seat);
          now += thinks(); // so long it takes
          return think(record, seat, bot);
        },
        stop() {},
      },
      redraw: () => this.redraw(),
      announce: () => this.redraw(), say: () => this.redraw(), go() {}, motion: () => false,
    }, session);
    this.page.area.size = size;
    this.page.begin();
  }

  redraw() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      try {
        this.draw();
      } catch (error) {
        this.wrong ??= error;
      }
    });
  }

  draw() {
    const { page } = this;
    const template = page.template();
    page.area.drawn = page.area.plan;
    if (this.drawings++ < CLOSELY || this.drawings % 3 === 0 || page.phase === 'over') {
      this.drawn = words(template);
      const found = NONSENSE.exec(this.drawn);
      expect(!found, `"${found?.[0]}" stands on the page: ...${this.drawn.slice(Math.max(0, found?.index - 80), found?.index + 40)}...`);
      if (!wide && !['curtain', 'over'].includes(page.phase))
        for (const { text } of page.news()) expect(this.drawn.includes(text), `"${text}" is news, and not on the page`);
    }
    const { touches } = choices(page.offers(), page.picked);
    for (const { place, thing } of touches) {
      const there = thing === undefined ? page.area.plan.places.some(({ id }) => id === place)
        : page.area.plan.pieces.some((box) => box.place === place && box.piece.thing === thing);
      expect(there, `${thing ?? 'a place'} on ${place} can be touched and is not on the table`);
    }
  }

  // Until the page waits for somebody. All that it does itself is done when nothing waits any more: no time is needed.
  async settled() {
    for (let turns = 0; turns < 100000; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.wrong) throw this.wrong;
      if (!this.due && WAITS.includes(this.page.phase)) return this.page.phase;
      if (!this.due && turns % 4 === 3) nextTimer();
    }
    throw new Error(`the page stays at "${this.page.phase}"`);
  }
}

// As the worker does, with a module of its own.
function think(record, seat, bot) {
  const match = engine.load(record);
  try {
    match.ask(seat, bot);
    while (match.think(4000) > 0);
    return match.answer();
  } finally {
    match.close();
  }
}

/* ---- somebody who plays ---- */

const luck = (seed) => {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % n;
  };
};

// Every other decision is what a bot without foresight would do, so that the game comes to its end; the others are anything.
function decide(page, below) {
  const offers = page.offers();
  expect(offers.length > 0, 'nothing is on offer');
  if (below(2) === 0) return offers[below(offers.length)];
  const { move } = think(page.session.kept.record, page.viewer, 'greedy');
  return offers.find((offer) => offer.move === move);
}

// Makes a move as one does on the page: touches one after the other until it is decided, or its button.
function make(page, offer) {
  const { decision } = page;
  for (const touch of offer.touch) {
    expect(choices(page.offers(), page.picked).touches.some((one) => sameTouch(one, touch)), `"${offer.label}" cannot be touched`);
    now += 1000;
    page.touch(touch);
    if (page.phase !== 'ask' || page.decision !== decision) return;
  }
  const { buttons } = choices(page.offers(), page.picked);
  expect(page.shownButtons(page.offers(), buttons).includes(offer), `"${offer.label}" has no button`);
  now += 1000;
  page.choose(offer);
}

const same = (is, wanted, what) =>
  expect(JSON.stringify(is) === JSON.stringify(wanted), `${what}: ${JSON.stringify(is)} and not ${JSON.stringify(wanted)}`);

const MOST = 6000; // what somebody does in one game

async function playThrough(engine, { deal, people, size, seed }) {
  const below = luck(seed);
  wide = size.width > 900;
  const seats = engine.game(deal.split(':')[0]) && Number(deal.split(':')[1].split('#')[0]);
  const bots = Array.from({ length: seats }, (_, seat) => (seat < people ? '' : 'greedy'));
  const desk = new Desk(engine, await Session.start(engine, { deal, bots, names: ['Ann', 'Bo'].slice(0, people) }), size);
  const { page } = desk;
  const met = new Set();
  try {
    for (let deeds = 0; deeds < MOST; deeds++) {
      const phase = await desk.settled();
      met.add(phase);
      now += 1000;
      if (phase === 'over') return finished(desk, seats, met, people);
      if (phase === 'ask') make(page, decide(page, below));
      else if (phase === 'hold') page.proceed();
      else if (phase === 'curtain') page.takeScreen();
      else throw new Error(`the page is at "${phase}": ${page.message}`);
    }
    throw new Error(`the game does not end in ${MOST} deeds`);
  } catch (error) {
    throw new Error(`${deal}, seed ${seed}, after ${page.session.match.length} moves: ${error.message}`, { cause: error });
  } finally {
    page.leave();
  }
}

function finished({ page, drawn }, seats, met, people) {
  expect(met.has('ask'), 'nobody was asked');
  expect(page.session.kept.over && page.session.kept.ranks.length === seats, 'it is kept as finished, with ranks');
  expect(/class="result/.test(drawn) || /class="ranks/.test(drawn), 'the result stands on the page');
  expect(met.has('curtain') === (people > 1 && page.session.curtain), 'a curtain where there is something to hide, and only there');
}

/* ---- when bots answer ---- */

// When the moves of bots were made, of the beginning of a game of one person; how long the bots think, and that somebody presses on
// "show at once" all the time, must not matter.
async function moments(engine, { deal, seats, bot, thinks, presses }) {
  const below = luck(3);
  now = 0;
  timers = [];
  const bots = Array.from({ length: seats }, (_, seat) => (seat === 0 ? '' : bot));
  const desk = new Desk(engine, await Session.start(engine, { deal, bots, names: ['Ann'] }), PHONE, { thinks });
  const { page } = desk;
  const { session } = page;
  const found = { times: [], single: 0 };
  const answers = session.match.answers.bind(session.match), hear = session.match.hear.bind(session.match);
  session.match.answers = () => {
    for (const _ of page.cue.bots) found.times.push(now);
    return answers();
  };
  session.match.hear = (move) => {
    const { seat } = page.cue;
    found.single += session.match.view(seat).moves.length === 1;
    expect(desk.asked.includes(seat), 'a bot plays that was not asked');
    desk.asked.splice(desk.asked.indexOf(seat), 1);
    hear(move);
  };
  if (presses) page.context.redraw = () => {
    desk.redraw();
    page.wary = 0;
    if (page.phase === 'thinking') page.proceed();
  };
  try {
    for (let deeds = 0; deeds < 600 && found.times.length < 200; deeds++) {
      const phase = await desk.settled();
      now += 1000;
      if (phase === 'over') break;
      if (phase === 'ask') make(page, page.offers()[below(page.offers().length)]);
      else if (phase === 'hold') page.proceed();
    }
  } finally {
    page.leave();
  }
  return found;
}

/* ---- what a choice costs ---- */

// A module that counts who calls it.
const counting = (wasm, count) => Object.fromEntries(Object.entries(wasm).map(([name, it]) =>
  [name, typeof it !== 'function' ? it : (...all) => {
    count(name);
    return it(...all);
  }]));

// What the page needs at most, by what the module says is next.
//
// Views: one for each thing shown, and one of how it stands when somebody looks at that who was not shown just that; of what stood before, for
// eyes that were away. Pieces of log: one for each thing shown, and what eyes that were away have missed. Drawings: of each thing that stays,
// each question, each change of eyes, and when bots are asked after a choice of which nothing is shown. Calls: what is next, that it was done, when
// bots are due (two), what is kept (two), and for the views and pieces of log that did not come with what is next. Looking ahead is counted apart:
// the words about things are asked for once, and a preview for each of at most four moves that touch the same place, to mark where they lead.
class Bounds {
  constructor() {
    this.eyes = new Map();
    this.cue = null;
    this.begin();
  }

  begin() {
    this.most = { views: 0, logs: 0, drawings: 0, calls: 0, things: 1, previews: 0 };
    this.shows = 0;
  }

  add(more) {
    for (const name of Object.keys(more)) this.most[name] += Number(more[name]);
  }

  hear(cue) {
    const { most } = this;
    const { is, viewer, from, to, n, decision } = cue;
    const before = this.cue;
    if (JSON.stringify(cue) === JSON.stringify(before)) return; // it has been said already
    const turned = viewer !== before?.viewer;
    if (!this.eyes.has(viewer)) this.eyes.set(viewer, { table: '', at: -1, told: 0 });
    const eyes = this.eyes.get(viewer);
    const table = `${n} ${decision}`;
    const looks = is === 'ask' || is === 'curtain' || is === 'over';
    const unseen = looks ? eyes.table !== table : eyes.at !== from && (is === 'show' || turned || before?.is === 'ask');
    const missed = turned && is !== 'curtain' && eyes.told < from;
    const { views, logs } = most;
    this.add({ views: unseen, logs: missed, drawings: turned && (!looks || n !== before?.n) });
    if (looks) this.add({ drawings: 1, views: is === 'over' }); // at the end the ranks are kept too
    if (is === 'bot') this.add({ drawings: before?.is === 'ask' || before?.hold });
    if (unseen) Object.assign(eyes, { at: from, table: looks || from === n ? table : '' });
    if (is !== 'curtain') eyes.told = to;
    this.add({ calls: 1 + most.views - views + most.logs - logs + 2 * (n !== before?.n) + { show: 1, curtain: 0, ask: 0, pass: 1, bot: 1, due: 2, over: 0 }[is] });
    if (is === 'show') {
      this.shows++;
      this.add({ views: 1, logs: 1, drawings: cue.hold || cue.pause });
      Object.assign(eyes, { at: to, table: to === n ? table : '' });
    }
    this.cue = cue;
  }
}

// Somebody plays so many choices of a game, or to its end.
async function cost(deal, seats, people) {
  const below = luck(3);
  const counted = { views: 0, logs: 0, drawings: 0, calls: 0, things: 0, previews: 0 };
  const rules = new Engine(counting((await Engine.start(code)).wasm, (name) => {
    counted.calls += name !== 'wabe_things' && name !== 'wabe_preview';
    counted.things += name === 'wabe_things';
    counted.previews += name === 'wabe_preview';
    counted.views += name === 'wabe_view';
    counted.logs += name === 'wabe_log';
  }));
  const bots = Array.from({ length: seats }, (_, seat) => (seat < people ? '' : 'greedy'));
  const session = await Session.start(rules, { deal, bots, names: ['Ann', 'Bo'].slice(0, people) });
  const bounds = new Bounds();
  const { next } = session.match;
  session.match.next = () => {
    const cue = next.call(session.match);
    counted.views += cue.view !== undefined;
    counted.logs += cue.log !== undefined;
    bounds.hear(cue);
    return cue;
  };
  const desk = new Desk(rules, session, PHONE);
  const { page } = desk;
  let choices = 0;
  const { touch } = page;
  page.touch = (one) => {
    touch.call(page, one);
    bounds.add({ drawings: page.phase === 'ask' }); // it has not been decided by that
  };
  try {
    await desk.settled();
    bounds.begin();
    for (const name of Object.keys(counted)) counted[name] = 0;
    const drawings = desk.drawings;
    for (let phase = page.phase; phase !== 'over' && choices < 40; phase = await desk.settled()) {
      now += 1000;
      if (phase === 'hold') {
        bounds.add({ drawings: page.revealed !== null });
        page.proceed();
      } else if (phase === 'curtain') {
        bounds.add({ calls: 1 });
        page.takeScreen();
      } else {
        const offers = page.offers();
        const offer = offers[below(offers.length)];
        choices++;
        bounds.add({ calls: 1 });
        const place = offers[0].touch[0]?.place;
        if (offers.length <= 4 && place !== undefined && offers.every(({ touch }) => touch.length === 1 && touch[0].place === place))
          bounds.add({ previews: offers.length, drawings: 1 });
        make(page, offer);
      }
    }
    return { choices, counted: { ...counted, drawings: desk.drawings - drawings }, most: bounds.most, shows: bounds.shows };
  } finally {
    page.leave();
  }
}

// Moves that take long to be written down. Keys that come meanwhile act on what is on the page then, nothing is refused, and whatever they do, the page
// shows what the match is.
async function keysWhileItIsWritten({ id, seats, people, pace, seed }, met) {
  const below = luck(seed);
  now = 0;
  timers = [];
  const bots = Array.from({ length: seats }, (_, seat) => (seat < people ? '' : 'greedy'));
  const session = await Session.start(engine, { deal: `${id}:${seats}#${seed}`, bots, names: ['Ann', 'Bo'].slice(0, people) });
  const { match } = session;
  const writing = [];
  session.save = async () => {
    await Session.prototype.save.call(session);
    await new Promise((resolve) => writing.push(resolve));
  };
  const desk = new Desk(engine, session, PHONE, { pace });
  const { page } = desk;
  const key = (name) => {
    const n = match.length;
    page.key({ key: name, target: {}, preventDefault() {} });
    met[name] += n !== match.length;
  };
  try {
    for (let deeds = 0; deeds < 60; deeds++) {
      for (let turns = below(5); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      for (const name of ['u', 'y']) if (below(4) === 0) key(name);
      for (let turns = 0; writing.length > 0 || desk.due || !WAITS.includes(page.phase); turns++) {
        expect(turns < 10000, `the page stays at "${page.phase}"`);
        writing.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
        if (turns % 4 === 3) nextTimer();
        if (desk.wrong) throw desk.wrong;
      }
      expect(page.message === '', `refused: ${page.message}`);
      if (page.phase !== 'hold') {
        same(page.view(), match.view(page.viewer), `the table of ${page.viewer}`);
        same(page.lines(), match.log(page.viewer, 0, page.at), `what ${page.viewer} was told`);
      }
      now += 1000;
      if (page.phase === 'ask' && below(4) > 0) page.choose(page.offers()[below(page.offers().length)]);
      else if (page.phase === 'ask') key(['u', 'y'][below(2)]);
      else if (page.phase === 'curtain') page.takeScreen();
      else if (page.phase === 'over') key('u');
      else page.proceed();
    }
  } catch (error) {
    throw new Error(`${id} with ${people} people, pace ${pace}, after ${match.length} moves: ${error.message}`, { cause: error });
  } finally {
    page.leave();
    for (const done of writing) done();
  }
}

// How often it stands on the page that somebody thinks, where bots need so long, in some choices of one person.
async function saidToThink(milliseconds) {
  now = 0;
  timers = [];
  const desk = new Desk(engine, await Session.start(engine, { deal: 'gyre:2#5', bots: ['', 'greedy'], names: ['Ann'] }), PHONE);
  const { page } = desk;
  page.context.bots.ask = (record, seat, bot) => new Promise((resolve) => setTimeout(() => resolve(think(record, seat, bot)), milliseconds));
  let said = 0, asked = 0;
  const { draw } = desk;
  desk.draw = () => {
    draw.call(desk);
    said += / is thinking/.test(desk.drawn);
    asked += page.phase === 'ask';
  };
  try {
    for (let deeds = 0; deeds < 12 && (await desk.settled()) !== 'over'; deeds++) {
      now += 1000;
      if (page.phase === 'hold') page.proceed();
      else page.choose(page.offers()[0]);
    }
  } finally {
    page.leave();
  }
  expect(asked > 4, 'too little happens');
  return said;
}

// At the curtain the key is the button: it is there for whoever may choose again, by name, and brings the screen back to them.
async function keyAtTheCurtain(id, seats) {
  const below = luck(7);
  const desk = new Desk(engine, await Session.start(engine, { deal: `${id}:${seats}#6`, bots: Array.from({ length: seats }, (_, seat) => (seat < 2 ? '' : 'greedy')),
    names: ['Ann', 'Bo'] }), PHONE);
  const { page } = desk;
  const { match } = page.session;
  const met = { button: 0, none: 0 };
  try {
    for (let phase = await desk.settled(), deeds = 0; phase !== 'over' && deeds < 120; phase = await desk.settled(), deeds++) {
      now += 1000;
      if (phase === 'hold') page.proceed();
      else if (phase === 'ask') page.choose(page.offers()[below(page.offers().length)]);
      else if (below(2) > 0) page.takeScreen();
      else {
        const { changes } = page.cue, n = match.length;
        const button = / chooses again/.exec(words(page.curtainTemplate()));
        met[button ? 'button' : 'none']++;
        page.key({ key: 'y', target: {}, preventDefault() {} });
        expect(match.length === n, 'something is done again at the curtain, where there is no button for it');
        page.key({ key: 'u', target: {}, preventDefault() {} });
        expect((match.length < n) === Boolean(button), `the key takes back ${n - match.length} moves, the button ${button ? 'is' : 'is not'} there`);
        expect(page.phase === 'curtain' || (await desk.settled()) === 'curtain', `after it the page is at "${page.phase}"`);
        expect(!button || page.cue.seat === changes, 'somebody else is to choose again');
      }
    }
  } finally {
    page.leave();
  }
  return met;
}

async function aChoiceCostsLittle({ id, seats, people }) {
  const { choices: n, counted, most, shows } = await cost(`${id}:${seats}#11`, seats, people);
  const each = (count) => (count / n).toFixed(1);
  console.log(`# ${id} with ${seats} seats, ${people} of people; for each of ${n} choices ${each(shows)} things shown: ` +
    Object.keys(counted).map((name) => `${each(counted[name])} ${name} of ${each(most[name])}`).join(', '));
  for (const name of Object.keys(counted)) expect(counted[name] <= most[name], `${counted[name]} ${name}, where ${most[name]} are enough`);
}

// Of the games with the most to tell: single cards, answers in windows, sealed bids, two parts of a choice, and open announcements.
async function answersTellNothing(engine, { deal, seats, bot, single }) {
  const game = { deal: `${deal}:${seats}#4`, seats, bot };
  const period = 100; // of bots that look ahead a little
  const quick = await moments(engine, { ...game, thinks: () => 0 });
  const below = luck(9);
  const slow = await moments(engine, { ...game, thinks: () => below(Math.floor(period / seats)) });
  const pressed = await moments(engine, { ...game, thinks: () => 1, presses: true });
  expect(quick.times.length >= 20, `${quick.times.length} answers`);
  expect(!single || quick.single > 0, 'no bot had a single move');
  for (const other of [slow, pressed])
    expect(JSON.stringify(other.times) === JSON.stringify(quick.times), `other times:\n${quick.times}\n${other.times}`);
  quick.times.reduce((last, at) => {
    expect(at === last || at >= last + period, `an answer ${at - last} ms after the last one`);
    return at;
  }, 0);
  const late = await moments(engine, { ...game, thinks: () => period + 1 }); // alone: the second multiple
  expect(late.times[0] > quick.times[0] && late.times[0] % period === quick.times[0] % period, 'a late answer is not given at a multiple');
}

const PHONE = { width: 390, height: 520 };
const DESKTOP = { width: 935, height: 700 };
for (const { id, seats: [least, most] } of engine.games)
  for (const [people, seats, size] of [[2, Math.max(2, least), PHONE], [1, least, DESKTOP], [1, most, PHONE]]) {
    if (seats > most || (process.env.WABE_QUICK && people === 1 && seats > 1)) continue;
    await testLater(`${id} with ${seats} seats and ${people === 1 ? 'one person' : 'two people'} to its end`,
      () => playThrough(engine, { deal: `${id}:${seats}#11`, people, size, seed: 5 + people }));
  }
for (const game of [{ deal: 'pesky-gnomes', seats: 3, bot: 'greedy', single: true }, { deal: 'oh-gnome', seats: 3, bot: 'greedy', single: true },
  { deal: 'gnumies', seats: 4, bot: 'greedy' }, { deal: 'slithy', seats: 4, bot: 'greedy' }, { deal: 'gnoming-a-round', seats: 3, bot: 'greedy' }])
  await testLater(`${game.deal}: bots answer when it is due, however long they think and whatever is pressed`, () => answersTellNothing(engine, game));
for (const { id, seats: [, most] } of engine.games)
  for (const [people, seats] of [[1, Math.min(3, most)], [2, Math.min(3, most)]])
    if (people <= most)
      await testLater(`${id} with ${people === 1 ? 'one person' : 'two people'}: a choice costs what is shown, and no more`, () => aChoiceCostsLittle({ id, seats, people }));
for (const { id, seats: [, most] } of engine.games)
  await testLater(`${id}: keys that come while a move is being written act on what comes of it`, async () => {
    const met = { u: 0, y: 0 };
    for (const people of most > 1 ? [1, 2] : [1])
      for (const pace of ['none', 'normal']) await keysWhileItIsWritten({ id, seats: Math.min(3, most), people, pace, seed: 3 + people }, met);
    expect(met.u > 5 && met.y > 0, `too little happens: ${JSON.stringify(met)}`);
  });
await testLater('bots that take their time are said to think, and others seldom: after a choice of which nothing is shown', async () => {
  const [quick, slow] = [await saidToThink(100), await saidToThink(1000)];
  expect(quick < slow / 4 && slow > 4, `quick ones ${quick} times, slow ones ${slow} times`);
});
await testLater('at the curtain the key u does what the button does, and nothing where there is none', async () => {
  const met = { button: 0, none: 0 };
  for (const { id, seats: [, most], hidden, sealed } of engine.games) {
    if (most < 2 || !(hidden || sealed)) continue;
    const { button, none } = await keyAtTheCurtain(id, Math.min(3, most));
    met.button += button;
    met.none += none;
  }
  expect(met.button > 10 && met.none > 10, JSON.stringify(met));
});
end();
process.exit(); // the page's channel to other tabs would keep Node waiting
