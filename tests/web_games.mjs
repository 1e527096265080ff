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

class Desk {
  constructor(engine, session, size, thinks = () => 0) {
    this.size = size;
    this.asked = [];
    this.drawings = 0;
    this.drawn = '';
    this.wrong = null;
    this.due = false;
    const settings = { name: 'Ann', theme: 'auto', pace: 'none', autopass: false, motion: 'none', sound: false, notify: false };
    this.page = new PlayPage({
      engine, settings, link: null,
      bots: {
        ask: async (record, seat, bot) => {
          this.asked.push(seat);
          now += thinks(); // so long it takes
          return think(engine, record, seat, bot);
        },
        stop() {},
      },
      redraw: () => this.redraw(),
      announce() {}, say() {}, go() {}, motion: () => false,
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
    const WAITS = ['ask', 'hold', 'curtain', 'over', 'failed', 'elsewhere'];
    for (let turns = 0; turns < 100000; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.wrong) throw this.wrong;
      if (!this.due && WAITS.includes(this.page.phase)) return this.page.phase;
      if (!this.due && turns % 4 === 3) nextTimer();
    }
    throw new Error(`the page stays at "${this.page.phase}"`);
  }
}

function think(engine, record, seat, bot) {
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
function decide(engine, page, below) {
  const offers = page.offers();
  expect(offers.length > 0, 'nothing is on offer');
  if (below(2) === 0) return offers[below(offers.length)];
  const { move } = think(engine, page.session.match.record(), page.viewer, 'greedy');
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
      if (phase === 'ask') make(page, decide(engine, page, below));
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
  const desk = new Desk(engine, await Session.start(engine, { deal, bots, names: ['Ann'] }), PHONE, thinks);
  const { page } = desk;
  const { session } = page;
  const found = { times: [], single: 0 };
  const answers = session.answers.bind(session), hear = session.match.hear.bind(session.match);
  session.answers = () => {
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

// What is shown is made once: each thing shown is one view and one piece of the log, and the page is drawn for it once.
async function cost(engine, deal, seats) {
  const below = luck(3);
  const bots = Array.from({ length: seats }, (_, seat) => (seat === 0 ? '' : 'greedy'));
  const desk = new Desk(engine, await Session.start(engine, { deal, bots, names: ['Ann'] }), PHONE);
  const { page } = desk;
  const counted = { choices: 0, calls: 0, views: 0, logs: 0, redraws: 0, shows: 0, asked: 0 };
  let stands = false;
  const { match } = page.session;
  const { next } = match;
  match.next = () => {
    const cue = next.call(match);
    counted.views += cue.view !== undefined;
    counted.logs += cue.log !== undefined;
    counted.shows += cue.is === 'show';
    counted.asked += (cue.is === 'ask' && !stands) || cue.is === 'over'; // at the end the result is kept too
    stands = cue.is === 'show' && cue.to === match.length; // what is shown is how it stands
    return cue;
  };
  match.wasm = new Proxy(engine.wasm, { get: (wasm, name) => {
    counted.calls++;
    counted.views += name === 'wabe_view';
    counted.logs += name === 'wabe_log';
    return wasm[name];
  } });
  const { redraw } = desk;
  desk.redraw = () => {
    counted.redraws++;
    redraw.call(desk);
  };
  try {
    await desk.settled();
    for (const name of Object.keys(counted)) counted[name] = 0;
    for (let phase = page.phase; phase !== 'over' && counted.choices < 40; phase = await desk.settled()) {
      now += 1000;
      if (phase === 'hold') {
        page.proceed();
        continue;
      }
      counted.choices++;
      make(page, page.offers()[below(page.offers().length)]);
    }
  } finally {
    page.leave();
  }
  return counted;
}

async function aChoiceCostsLittle(engine, { id, seats }) {
  const { choices: n, calls, views, logs, redraws, shows, asked } = await cost(engine, `${id}:${seats}#11`, seats);
  const each = (count) => (count / n).toFixed(1);
  console.log(`# ${id} with ${seats} seats, for each of ${n} choices: ${each(shows)} things shown, ${each(views)} views, ${each(logs)} pieces of log, ` +
    `${each(redraws)} redraws, ${each(calls)} calls`);
  expect(views <= shows + asked, `${views} views for ${shows} things shown, and ${asked} choices without anything`);
  expect(logs <= shows, `${logs} pieces of log for ${shows} things shown`);
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

const engine = await Engine.start(readFileSync(process.argv[2]));
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
  await testLater(`${id}: a choice costs one view and one piece of log for each thing shown`,
    () => aChoiceCostsLittle(engine, { id, seats: Math.min(3, most) }));
end();
process.exit(); // the page's channel to other tabs would keep Node waiting
