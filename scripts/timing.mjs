// timing.mjs WABE WASM [--decisions N] [--tables N] [--load N] [--minutes N] [GAME...]: can one tell what a bot holds from the moment at which it
// answers? Plays at a real server against bots, notes when its messages come, and when a match is over looks into the record for what the bot
// had to choose from. Two classes for each game: in Pesky Gnomes (expert) a bot has a single card that may be played, or several; in Oh Gnome
// (hard) the one bot in a window holds no response, so that it has to pass, or it does. (How many bots are asked is known to all, and may tell in a fair
// way: so there is one. And only windows count in which it passed: a response is seen by all, and to tell them of it takes a fraction of a
// millisecond more.)
//
// Prints for each game how many decisions of each class there are, how long they took, the AUC (0.5: time tells nothing; 1 or 0: all) and
// the Kolmogorov-Smirnov test of both distributions (p: how often two samples of one distribution differ as much). Then the same among peers: late
// in a match there is more to tell, which takes a fraction of a millisecond more, and hands are other ones; how long the messages are is known
// to whoever gets them, and says nothing of what is hidden. So each decision of the rarer class is compared with those of the other class that
// come nearest in that. The exit status is 1
// where an AUC is not between 0.45 and 0.55, where p among peers is below 0.01, or where a class has fewer than N decisions.
//
// N decisions of each class are enough (500); --load: so many programs beside it that do nothing but compute (0); --tables: tables at once (2); --minutes: for each game at
// most (20). The machine is the measure: run it where the server runs.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, begin, Client, guest, Server } from '../tests/wire.mjs';
import { Engine } from '../web/engine.js';

const options = { decisions: 500, tables: 2, load: 0, minutes: 20 };
const [, , program, wasm, ...rest] = process.argv;
const wanted = [];
while (rest.length > 0) {
  const word = rest.shift();
  if (!word.startsWith('--')) wanted.push(word);
  else if (word.slice(2) in options && Number(rest[0]) >= 0) options[word.slice(2)] = Number(rest.shift());
  else wanted.push(word); // no game: see below
}

const games = {
  'pesky-gnomes': { deal: 'pesky-gnomes:3', people: ['Ann'], bots: ['expert', 'expert'], single: 'a single legal card', windows: false, words: null },
  'oh-gnome': { deal: 'oh-gnome:4', people: ['Ann', 'Bo', 'Cy'], bots: ['hard'], single: 'no response in hand', windows: true, words: 'pass' },
};
if (!wasm || wanted.some((game) => !(game in games))) {
  console.error(`timing.mjs WABE WASM [--decisions N] [--tables N] [--load N] [--minutes N] [${Object.keys(games).join('|')}...]`);
  process.exit(2);
}

// Somebody who notes the time of every message, to a fraction of a millisecond.
class Clock extends Client {
  take(text) {
    const at = performance.now();
    super.take(text);
    Object.assign(this.heard.at(-1), { at, size: text.length });
  }
}

// ---- what was to be seen, and what was there

// What a bot decided between two messages about the match: [milliseconds, whether it had a single move, bytes of the messages]. In a window people answer too, at
// once; elsewhere it is the bot's decision alone. `words`: of the decisions that count, if not all do.
function decisions(engine, record, heard, table, { people, bots, windows, words }) {
  const match = engine.load(record);
  const moves = record.split('\nmoves\n')[1].split('\n');
  const moments = heard.filter(({ message: { is, table: at } }) => (is === 'now' || is === 'step') && at === table);
  const found = [];
  try {
    for (const [i, { at, size, message }] of moments.entries()) {
      const { n } = message.view, next = moments[i + 1];
      if (!next || next.message.view.n <= n || n >= match.length) continue;
      const views = [...people, ...bots].map((_, seat) => match.view(seat, n));
      const asked = views.filter((view, seat) => view.waiting.includes(seat) && view.moves?.length > 0);
      const [bot, ...others] = asked.filter((view) => Number(view.viewer) >= people.length);
      if (!bot || others.length > 0 || windows !== (bot.quiet === true) || (!windows && asked.length > 1)) continue;
      if (words !== null && moves.slice(n, n + asked.length).find((line) => line.startsWith(`${bot.viewer} `)) !== `${bot.viewer} ${words}`) continue;
      found.push([next.at - at, bot.moves.length === 1, size + next.size]);
    }
  } finally {
    match.close();
  }
  return found;
}

// ---- figures

const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
const part = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

// How often a decision of the second kind takes longer than one of the first.
function auc(first, second) {
  const all = [...first.map((at) => [at, 0]), ...second.map((at) => [at, 1])].sort(([a], [b]) => a - b);
  let ranks = 0;
  for (let i = 0; i < all.length;) {
    let j = i;
    while (j < all.length && all[j][0] === all[i][0]) j++;
    for (let k = i; k < j; k++) if (all[k][1]) ranks += (i + j + 1) / 2;
    i = j;
  }
  return (ranks - (second.length * (second.length + 1)) / 2) / (first.length * second.length);
}

// The greatest distance of the two distribution functions, and Kolmogorov's limit with Stephens' correction.
function kolmogorovSmirnov(first, second) {
  const [a, b] = [first, second].map((list) => [...list].sort((x, y) => x - y));
  let i = 0, j = 0, distance = 0;
  while (i < a.length && j < b.length) {
    const at = Math.min(a[i], b[j]);
    while (i < a.length && a[i] <= at) i++;
    while (j < b.length && b[j] <= at) j++;
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length));
  }
  const root = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (root + 0.12 + 0.11 / root) * distance;
  let p = 0;
  for (let k = 1; k <= 100; k++) p += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda);
  return { distance, p: lambda < 0.2 ? 1 : Math.min(1, Math.max(0, p)) };
}

// Of the larger class up to four for each of the smaller one, each once, whose messages were about as long: [of the first, of the second].
const PEERS = 4;
function peers(first, second) {
  const [few, many] = first.length < second.length ? [first, second] : [second, first];
  const left = [...many].sort((a, b) => a.size - b.size), chosen = [];
  for (let round = Math.min(PEERS, Math.floor(many.length / few.length)); round > 0; round--)
    for (const { size } of few) {
      let at = left.findIndex((one) => one.size >= size);
      if (at < 0) at = left.length - 1;
      if (at > 0 && size - left[at - 1].size < Math.abs(left[at].size - size)) at--;
      chosen.push(...left.splice(at, 1));
    }
  return few === first ? [few, chosen] : [chosen, few];
}

// ---- playing

const folder = mkdtempSync(join(tmpdir(), 'wabe-timing-'));
const busy = Array.from({ length: options.load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
process.on('exit', () => {
  busy.forEach((child) => child.kill('SIGKILL'));
  rmSync(folder, { recursive: true, force: true });
});

const LONG = 200; // moves
const engine = await Engine.start(readFileSync(wasm));

async function measure(name) {
  const { deal, people, bots, single } = games[name];
  const server = await new Server(program, { store: join(folder, `${name}.db`), args: ['--think', 3600, '--requests', 100000, '--messages', 1000] }).start();
  const classes = [[], []]; // several, single
  const until = performance.now() + 60000 * options.minutes;
  const enough = () => performance.now() > until || classes.every((list) => list.length >= options.decisions);

  // Moves until the match is over, or not needed any more, or so long that a look at what it has brought is due: then it ends by agreement.
  async function plays(client) {
    for (let voted = false; client.state === 'playing';) {
      await client.until(() => client.asked || client.state !== 'playing', 'a turn');
      if (client.asked) await client.playRandom({ most: 1 });
      if (voted || client.state !== 'playing' || (!enough() && client.view.n < LONG)) continue;
      voted = true;
      await client.at('vote', { end: true });
    }
  }

  // The people of a table play match after match.
  async function table(index) {
    const clients = await Promise.all(people.map(async (person) => {
      const called = `${person} ${index}`;
      return new Clock(server.port, { name: called, cookie: await guest(server.port, called) }).open();
    }));
    while (!enough()) {
      const [first] = clients;
      first.heard.length = 0;
      const id = await begin(clients, { deal }, bots);
      await Promise.all(clients.map(plays));
      const { text } = await ask(server.port, `/api/1/tables/${id}/record`);
      for (const [ms, alone, size] of decisions(engine, text, first.heard, id, games[name])) classes[Number(alone)].push({ ms, size });
      console.error(`# ${name}: ${classes[1].length} and ${classes[0].length} decisions`);
    }
    for (const client of clients) client.close();
  }

  await Promise.all(Array.from({ length: options.tables }, (_, i) => table(i)));
  await server.stop();
  const [several, alone] = classes;
  const fair = [`${name}, ${bots[0]}, ${options.tables} tables, load ${options.load}`, 'among peers'].map((words, among) => {
    const [a, b] = (among ? peers(alone, several) : [alone, several]).map((list) => list.map(({ ms }) => ms));
    const area = auc(a, b), { distance, p } = kolmogorovSmirnov(a, b);
    console.log(`${among ? '  ' : ''}${words}: AUC ${area.toFixed(3)}, Kolmogorov-Smirnov ${distance.toFixed(3)} (p = ${p.toFixed(3)}), of ${a.length} and ${b.length}`);
    return area >= 0.45 && area <= 0.55 && (p >= 0.01 || !among);
  });
  for (const [words, list] of [[single, alone], ['otherwise', several]]) {
    const sorted = list.map(({ ms }) => ms).sort((a, b) => a - b);
    console.log(`  ${words}: ${list.length} decisions, ms: mean ${mean(sorted).toFixed(1)}, ` +
      [0.01, 0.1, 0.5, 0.9, 0.99].map((share) => `${100 * share}% ${part(sorted, share)?.toFixed(1)}`).join(', '));
  }
  return fair.every(Boolean) && classes.every((list) => list.length >= options.decisions);
}

let good = true;
for (const name of wanted.length > 0 ? wanted : Object.keys(games)) good = (await measure(name)) && good;
process.exit(good ? 0 : 1);
