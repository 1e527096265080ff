// screen.mjs WABE: the full screen as a person sees it, in a terminal that tmux plays. Prints TAP.
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, until } from './patience.mjs';
import { end, expect, testTogether } from './tap.mjs';
import { bare, boxed, Terminal, Tmux } from './terminal.mjs';

const [, , program, only] = process.argv;
const folder = mkdtempSync('/tmp/wabe-screen-'); // paths are on the screen, and have to fit into a line
// Without colours the focus is what stands in reverse.
const plainEnv = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', USER: 'alice', NO_COLOR: '1' };
const tmux = new Tmux(folder, plainEnv);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

// ---- the terminal of the running test ------------------------------------------------------------------

const running = new AsyncLocalStorage(); // { home, terminal }: tests run side by side, each with its own
const here = () => running.getStore();

const wabe = (...args) =>
  new Promise((resolve) => {
    const options = { encoding: 'utf8', env: { ...plainEnv, XDG_DATA_HOME: here().home } };
    execFile(program, args.map(String), options, (error, stdout, stderr) => resolve({ status: error ? error.code : 0, stdout, stderr }));
  });

const start = (args, options) => here().terminal.start([program, ...args], options);
const stop = () => here().terminal.stop();
const screen = async (...how) => bare(await here().terminal.capture(...how));
const see = (...wanted) => here().terminal.see(wanted.join(' and '), wanted);
const look = async () => bare(await here().terminal.rest());
const send = (...keys) => here().terminal.send(...keys);
const type = (text) => here().terminal.type(text);
const resize = (columns, rows) => here().terminal.resize(columns, rows);
const gone = () => here().terminal.gone();
const pid = () => here().terminal.pid;

// Presses a key and waits until the screen is another one, with all that is wanted on it.
async function press(key, ...wanted) {
  const before = await here().terminal.rest();
  await send(key);
  return here().terminal.see(`after ${key}: ${wanted.join(' and ') || 'another screen'}`, wanted, before);
}

// A click of the mouse as terminals tell it (X10): the button, the column and the row, each a byte from 32 on; then that
// the button is let go. The wheel is a button that nobody lets go.
async function mouse(button, row, column) {
  for (const event of button <= RIGHT ? [button, RELEASE] : [button])
    await send('-H', ...['1b', '5b', '4d'], ...[event, column + 1, row + 1].map((n) => (32 + n).toString(16)));
}

const LEFT = 0;
const RIGHT = 2;
const RELEASE = 3;
const WHEEL_UP = 64;
const WHEEL_DOWN = 65;

function place(now, words) {
  const lines = now.split('\n');
  const row = lines.findIndex((line) => line.includes(words));
  expect(row >= 0, `${words} is not on the screen:\n${boxed(now)}`);
  return [row, lines[row].indexOf(words)];
}

async function click(words) {
  const before = await here().terminal.rest();
  const [row, column] = place(bare(before), words);
  await mouse(LEFT, row, column + 1);
  return here().terminal.see(`after a click on ${words}: another screen`, [], before);
}

// What is shown in reverse below the first row, and the codes of all attributes.
async function attributes() {
  const shown = await here().terminal.rest();
  const codes = new Set();
  let reverse = false;
  let text = '';
  for (const [, list, words] of shown.split('\n').slice(1).join('\n').matchAll(/(?:\x1b\[([\d;]*)m)?([^\x1b]*)/g)) {
    for (const code of list === undefined ? [] : (list || '0').split(';')) {
      codes.add(Number(code));
      if (code === '0' || code === '27') reverse = false;
      if (code === '7') reverse = true;
    }
    if (reverse) text += words;
  }
  return { focus: text.trim(), codes, colours: /\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9\d|10\d)[;m]/.test(shown) };
}

const focus = async () => (await attributes()).focus;

// ---- what a test needs ------------------------------------------------------------------------------

const tests = [];

function test(what, body) {
  const number = tests.length + 1, home = join(folder, String(number));
  const run = () => running.run({ home, terminal: new Terminal(tmux, `test-${number}`, { ...plainEnv, XDG_DATA_HOME: home }) }, async () => {
    await body();
    await stop();
  });
  if (!only || what.includes(only)) tests.push([what, run]);
}

// A person is to decide; others play.
const MINE = /^arrows Enter/m;
// The table without the news, the prompt and the keys under it.
const table = (now) => now.split(/^(?:\u2500.*\u2500{9}|-.*-{9})/m)[0];
// Where cards stand in boxes on one screen and in brackets on another, these are the same.
const pieces = (now) => (table(now).match(/\b[A-Z]\d+\b/g) ?? []).sort().join(' ');
const records = () => readdirSync(join(here().home, 'wabe/games')).filter((name) => name.endsWith('.wabe'));
const record = () => join(here().home, 'wabe/games', records()[0]);

// ---- games ----------------------------------------------------------------------------------------------

test('a whole game by the keyboard alone, its moves looked at, and another one', async () => {
  await start(['play', 'bandersnatch', '--seed', '1']);
  await see(/^ Bandersnatch +\*Alice \(you\): 0/, /You play a card/, MINE);
  let now;
  for (let i = 0; i < 400 && !/^ How it ended/.test(now); i++) {
    await send(['Tab', 'Right', 'Down', 'BTab'][i % 4], 'Enter');
    now = await look();
  }
  await see(/^ How it ended/, /Record: .*bandersnatch\.wabe/, /n play again/);

  now = await press('b', /move (\d+) of \1, as Alice/);
  const moves = Number(/of (\d+)/.exec(now)[1]);
  await press('Home', RegExp(`move 0 of ${moves}, as Alice`));
  await press('Right', RegExp(`move 1 of ${moves}, as Alice`));
  await press('Left', RegExp(`move 0 of ${moves}, as Alice`));
  await press('End', RegExp(`move ${moves} of ${moves}`), /The game is over/);
  await press('v', /as spectator/);
  await press('v', /as referee/);
  await press('v', /as Alice/);
  await press('q', /^ How it ended/);
  await press('n', /^ Bandersnatch +\*Alice \(you\): 0/, MINE);
  await press('q', /The game is saved in/, /\(ended: 0\)/);
  const { stdout } = await wabe('resume', '--list');
  expect(/^ +1 .*Bandersnatch, you alone, \d+ moves\n +2 .* finished\n$/.test(stdout), stdout);
});

test('a game with hidden hands: undo, hint, pages, copies, quitting and going on', async () => {
  const hidden = (now) => {
    for (const name of ['Vera', 'Walt']) {
      const hand = RegExp(`^${name}'s hand: (\\S*)`, 'm').exec(now);
      expect(hand && /^\[\?\](x\d+)?$|^[.-]$/.test(hand[1]), `${name}'s hand is not hidden:\n${boxed(now)}`);
    }
  };
  await start(['play', 'pesky-gnomes', '--seats', 'you,Vera=easy,Walt=easy', '--pace', '0', '--seed', '3']);
  await see(/^ Those Pesky Garden Gnomes +\*Alice \(you\): 0 +Vera: 0 +Walt: 0/, /Your hand: \[/, MINE);
  const first = await look();
  await press('Enter', MINE);
  const second = await look();
  hidden(first);
  hidden(second);
  expect(table(first) !== table(second), 'nothing was played');

  await press('u', /Taken back\. U does it again\./, (now) => table(now) === table(first));
  await press('U', /Done again\./, (now) => table(now) === table(second));
  await press('u', /Taken back/);
  await press('u', (shown) => !/Taken back/.test(shown), MINE, (shown) => table(shown) === table(first));

  let now = await press('h', /A bot of the level hard/, /value +plays +visits/, /^Enter: /m);
  const words = /^ *\S+ +\d+% +\d+ +(\S.*)$/m.exec(now)[1];
  expect(now.includes(`Enter: ${words}`), `the focus is not on the hint:\n${boxed(now)}`);
  await press('Escape', MINE, (shown) => !/A bot of the level/.test(shown) && table(shown) === table(first));
  await press('h', /A bot of the level hard/);
  await press('Enter', MINE, (shown) => !/A bot of the level/.test(shown) && table(shown) !== table(first));
  await press('l', /^ What has happened/, (shown) => shown.includes(`You ${words[0].toLowerCase()}${words.slice(1)}`));
  await press('Escape', MINE);

  now = await press('r', /^ Those Pesky Garden Gnomes +0%\nThose Pesky Garden Gnomes\n=/, /Tab: next heading/);
  now = await press('Tab', /^ Those Pesky Garden Gnomes +\d+%\n\S.*\n--+$/m);
  await press('BTab', /^ .* 0%\nThose Pesky Garden Gnomes\n=/);
  await press('Escape', MINE);
  await press('?', /^ Help/, /^Goal: /m, /let go of what was touched/);
  await press('PageDown', /face down though you know it/);
  now = await press('Escape', MINE);
  hidden(now);

  const copy = join(folder, 'copy.wabe');
  await press('s', /^Save a copy of the record as:/m);
  await type(copy);
  await press('Enter', /Saved as .*copy\.wabe\./);
  const check = await wabe('replay', copy, '--check');
  expect(check.status === 0 && /Those Pesky Garden Gnomes.*not finished/s.test(check.stdout), check.stdout + check.stderr);
  const kept = readFileSync(copy, 'utf8');
  await press('s', /^Save a copy/m);
  await type(copy);
  await press('Enter', /^Cannot write '.*copy\.wabe': File exists\.$/m);
  expect(readFileSync(copy, 'utf8') === kept, 'the file is another one now');
  await press('s', /^Save a copy/m);
  await press('Escape', (shown) => !/^Save a copy/m.test(shown), MINE);

  now = await look();
  await press('q', /The game is saved in/, /\(ended: 0\)/);
  await start(['resume', '--pace', '0']);
  await see(MINE, (shown) => pieces(shown) === pieces(now));
});

// Keys that come at once were meant for what was there before: so many milliseconds a curtain stays.
const BLIND = 400;

async function draw(name, ...wanted) {
  await see(RegExp(`Pass the keyboard to ${name}\\.`));
  await sleep(BLIND);
  return press('Enter', RegExp(`\\*${name} \\(you\\)`), MINE, ...wanted);
}

test('two people at one keyboard: a curtain between them', async () => {
  const curtain = (name) => [RegExp(`Pass the keyboard to ${name}\\.`), RegExp(`${name} presses Enter`)];
  const hides = (now) =>
    expect(!/[[\]()]|hand|Enter:/i.test(now), `not hidden:\n${boxed(now)}`);
  // Ann chooses a card, which is returned, and presses Enter once more at once: that does not draw the curtain before Bob. On a
  // busy machine "at once" may have taken too long for the program, and then nothing is shown by it.
  const chooseAtOnce = async () => {
    await start(['play', 'gnumies', '--seats', 'Ann,Bob', '--pace', '0', '--seed', '2']);
    hides(await see(...curtain('Ann')));
    await draw('Ann');
    const [, card] = /^Enter: Play (.*)$/m.exec(await press('Right', /^Enter: Play/m));
    const begun = Date.now();
    await send('Enter', 'Enter');
    const now = await see(/Pass the keyboard to Bob|Bob \(you\)/);
    if (curtain('Bob').every((words) => words.test(now))) return card;
    expect(Date.now() - begun >= BLIND, `Bob sees the table at once:\n${boxed(now)}`);
    return null;
  };
  const card = await until(chooseAtOnce, 'two keys at once');
  hides(await look());
  await sleep(BLIND);
  await press('u', ...curtain('Ann')); // she may change her mind while Bob has not chosen
  await draw('Ann');
  const again = /^Enter: Play (.*)$/m.exec(await press('Right', /^Enter: Play/m))[1];
  expect(again === card, `${again} is not ${card}`);
  await press('Enter', ...curtain('Bob'));
  hides(await look());

  const before = readFileSync(record(), 'utf8');
  await press('C-c', /The game is saved in/, /\(ended: 0\)/);
  expect(readFileSync(record(), 'utf8') === before, 'the record has changed');
  await start(['resume', '--pace', '0']);
  await see(...curtain('Bob'));
  hides(await look());
  let now = await draw('Bob');
  expect(!now.includes(card), `Bob sees what Ann has chosen, ${card}:\n${boxed(now)}`);
  now = await press('l', /^ What has happened/);
  expect(!now.includes(card), `Bob reads what Ann has chosen, ${card}:\n${boxed(now)}`);
  await press('Escape', MINE);
  await press('Enter', ...curtain('Ann'));
  now = await draw('Ann');
  expect(now.includes(`You play ${card}`) || /You (take|win|discard)/.test(now), `Ann is not told what happened:\n${boxed(now)}`);
});

test('the focus does not tell the next person what was chosen', async () => {
  await start(['play', 'gnumies', '--seats', 'Ann,Bob', '--pace', '0', '--seed', '2']);
  await draw('Ann');
  const first = await focus();
  for (let i = 0; i < 3; i++) await press('Right');
  expect((await focus()) !== first, 'the focus has not moved');
  await press('Enter', /Pass the keyboard/);
  const now = await draw('Bob');
  const hand = /^Your hand: (\[[^\]]*\])/m.exec(now)[1];
  expect((await focus()) === hand, `Bob begins at ${await focus()}, not at his first card ${hand}`);
});

test('much news at once stay until somebody has looked, at every pace but none', async () => {
  await start(['play', 'slithy', '--seats', 'Ann,Bob,easy', '--pace', '1', '--seed', '5']);
  let now = await see(/Pass the keyboard/);
  for (let i = 0; i < 12 && !/^Enter goes on +PgUp/m.test(now); i++) {
    await sleep(BLIND);
    now = await press('Enter', /^Enter goes on|^arrows Enter/m);
  }
  expect(/ plays? \d+ gems?$/m.test(now) && /^Enter goes on +PgUp/m.test(now), `nothing is turned up:\n${boxed(now)}`);
  expect(!/\(you\)/.test(now), `it is not for all to look at:\n${boxed(now)}`);
  await sleep(BLIND);
  await press('x', /^Enter goes on\.$/m, /^Enter goes on +PgUp/m);
  await press('u', /^Look at this first: Enter goes on, and then u takes back\.$/m, /^Enter goes on +PgUp/m);
  await press('Enter', /Pass the keyboard to/);
});

test('what was undone is done again, also where all choose at once', async () => {
  await start(['play', 'brillig', '--seats', 'you,easy', '--pace', '0', '--seed', '5']);
  await see(MINE);
  const chosen = (now) => /Your assignment cards/.test(now);
  expect(!chosen(await look()), 'something has been chosen');
  await press('Enter', MINE, chosen);
  await press('u', /Taken back/, (now) => !chosen(now));
  await press('U', /Done again/, chosen);
});

test('nothing is promised to be done again that cannot be', async () => {
  await start(['play', 'gnoming-a-round', '--seats', 'you,easy', '--seed', '4', '--pace', '0'], { columns: 100, rows: 40 });
  await see(MINE);
  await press('Enter'); // the first of two cards to turn up, and then it is taken back
  await press('u', /Taken back\./, (now) => !/does it again/.test(now));
});

test('a game that is not over is looked at with one\'s own eyes', async () => {
  await start(['play', 'pesky-gnomes', '--seats', 'you,easy,easy', '--pace', '0', '--seed', '3']);
  await see(MINE);
  await press('q', /\(ended: 0\)/);
  await start(['play']);
  await see(/^ Wabe/, /Go on:/);
  await press('Down');
  await press('Enter', /^ Saved games/);
  const now = await press('v', /move (\d+) of \1, as Alice/);
  expect(!/v eyes/.test(now), `other eyes are on offer:\n${boxed(now)}`);
  await send('v');
  await see(/as Alice/, (shown) => (shown.match(/'s hand: \[\?\]/g) ?? []).length === 2);
  await press('q', /^ Wabe/);
});

test('two people with hidden hands see only their own', async () => {
  const people = ['Ann', 'Bob'];
  const shown = (now) => /^Your hand: ((?:\[.*\n?)+)/m.exec(now)[1].match(/\[\w+/g).map((card) => card.slice(1)).sort().join(' ');
  // Who holds what, by the record.
  const held = async () => {
    const { stdout } = await wabe('replay', record(), '--as', 'referee', '--json');
    return JSON.parse(stdout).view.zones.filter(({ kind }) => kind === 'hand')
      .map((zone) => zone.places.flatMap(({ pieces }) => pieces.map(({ mark }) => mark.split(':')[0])).sort());
  };
  await start(['play', 'pesky-gnomes', '--seats', 'Ann,Bob,easy', '--pace', '0', '--seed', '5']);
  let now = await see(/Pass the keyboard/);
  let fewest = Infinity;
  for (let curtains = 0; curtains < 4;) {
    const next = /keyboard to (\w+)/.exec(now)?.[1];
    if (next) {
      now = await draw(next);
      curtains++;
    }
    const seat = people.findIndex((name) => now.includes(`${name} (you)`)), hands = await held();
    expect(shown(now) === hands[seat].join(' '), `${people[seat]} holds ${hands[seat].join(' ')}:\n${boxed(now)}`);
    for (const card of hands[1 - seat]) expect(!RegExp(`\\b${card}\\b`).test(now), `${people[seat]} sees ${card}:\n${boxed(now)}`);
    fewest = Math.min(fewest, hands[seat].length);
    now = await press('Enter', /Pass the keyboard|^arrows/m);
  }
  expect(fewest < 10, 'nobody has played a card');
});

test('arrows, Tab and the mouse on a board', async () => {
  await start(['play', 'gyre', '--seats', 'you,easy', '--pace', '0', '--seed', '3']);
  await see(/^ Gyre/, /your own colour, or purple/, MINE);
  const now = await look();
  const own = await focus();
  expect(/^\[[GYP]J\]$/.test(own), `in reverse: ${own}`);
  const across = place(now, '[PJ]')[1] < place(now, own)[1] ? 'Left' : 'Right';
  await press(across, /^Enter: Play (neutral )?purple/m);
  expect((await focus()) === '[PJ]', `in reverse: ${await focus()}`);
  await press('Tab', (shown) => !/^Enter: .*purple/m.test(shown));
  expect((await focus()) === own, `in reverse: ${await focus()}`);
  await mouse(LEFT, 5, 60); // nothing reacts there
  await click('[PJ]');
  await see(/You whiffle the purple Jabberwocky/, MINE);
});

test('a table larger than the screen scrolls', async () => {
  await start(['play', 'oh-gnome', '--seats', 'you,easy,easy,easy,easy,easy', '--pace', '0', '--seed', '3']);
  await see(/^ Oh Gnome You Don't!/, /lines: PgUp PgDn/, MINE);
  const [up, down] = [/\u2191(\d+)/, /\u2193(\d+)/].map((arrow) => (now) => Number(arrow.exec(now)[1]));
  await send('Home');
  let now = await see(/^The trail/m, /\u21910 /);
  const hidden = down(now);
  expect(hidden > 0, 'nothing is hidden');
  now = await press('PageDown', (shown) => !/^The trail/m.test(shown));
  expect(up(now) > 0 && up(now) + down(now) === hidden, boxed(now));
  await send('End');
  await see(RegExp(`\u2191${hidden} \u21930 `));
  now = await press('PageUp', (shown) => up(shown) < hidden);
  await mouse(WHEEL_UP, 5, 5);
  await see((shown) => up(shown) === Math.max(0, up(now) - 3));
  await send('Home');
  await see(/\u21910 /);
  await mouse(WHEEL_DOWN, 5, 5);
  await see((shown) => up(shown) === Math.min(3, hidden));
  await press('Tab');
  expect((await focus()) !== '', 'the focus is out of sight');
});

test('the window changes its size in the middle of a game', async () => {
  await start(['play', 'gyre', '--seats', 'you,easy', '--pace', '0', '--seed', '3']);
  await see(/^ Gyre/, MINE);
  const first = await look();
  const prompt = /You play green, your own colour, or/;
  const fits = (columns, rows) => (now) => {
    const lines = now.replace(/\n$/, '').split('\n');
    return lines.length === rows && lines.every((line) => [...line].length <= columns);
  };
  for (const [columns, rows] of [[132, 45], [60, 20], [40, 12]]) {
    await resize(columns, rows);
    await see(/^ Gyre +\*?Alice/, prompt, MINE, fits(columns, rows));
    const now = await look();
    expect(now.match(/^ Gyre/gm).length === 1 && now.match(/arrows Enter/g).length === 1, `leftovers:\n${boxed(now)}`);
  }
  await resize(30, 8);
  await see(/make this window larger/);
  const small = (await look()).trim();
  expect(!small.includes('\n'), `more than a request:\n${boxed(small)}`);
  await send('Enter'); // takes nothing that nobody sees
  await resize(80, 24);
  await see(MINE, (now) => now === first);
  await press('l', /^ What has happened/);
  await resize(30, 8);
  await see(/^ What has happened/, /Esc/);
  await resize(80, 24);
  await press('Escape', MINE, (now) => now === first);
});

test('a card is touched and let go; looking names what lies there', async () => {
  await start(['play', 'bandersnatch', '--seed', '1']);
  await see(MINE, /and then more is to be chosen/);
  const first = await look();
  const card = await focus();
  const asBefore = async () => (await look()) === first && (await focus()) === card;
  await press('Enter', /^Enter: Play \w+ \d on \w+ \d/m);
  await press('Escape', /and then more is to be chosen/);
  expect(await asBefore(), `something is left of the touch:\n${boxed(await screen())}`);
  await press('x', (now) => !/^Enter:/m.test(now));
  for (let i = 0; i < 60 && !/^Green Jabberwocky, Broiled/m.test(await look()); i++) await press('Tab');
  await see(/^Green Jabberwocky, Broiled/m);
  await send('Enter'); // looking takes nothing
  await press('x', /and then more is to be chosen/);
  expect(await asBefore(), `looking has changed something:\n${boxed(await screen())}`);
  await press('U', /^There is nothing to do again\.$/m);
});

// ---- what things are ------------------------------------------------------------------------------------

// The words in the box, without its lines and the picture; null if there is none.
function explained(now) {
  const lines = now.split('\n');
  const [from, to] = [lines.findIndex((line) => line.startsWith('\u2554')), lines.findIndex((line) => line.startsWith('\u255a'))];
  if (from < 0 || to < from) return null;
  const inside = lines.slice(from + 1, to).map((line) => line.replace(/^\u2551 (?:[\u250c\u2502\u2514\u2591\u256d\u2570].{14}  )?/, '').replace(/ *\u2551.*$/, ''));
  return inside.join(' ').replace(/ +/g, ' ').trim();
}
const explains = (words) => (now) => words.test(explained(now) ?? '');
const closed = (now) => explained(now) === null;

test('i explains what would be taken, and goes on to all that lies there; then everything is as it was', async () => {
  await start(['play', 'gnumies', '--seats', 'you,easy,easy', '--pace', '0', '--seed', '3']);
  await see(MINE);
  const first = await look();
  const card = await focus();
  const [, colour, number] = /^\[(.)(\d+):\d\]$/.exec(card);
  await press('i', explains(RegExp(`^${{ V: 'Violet' }[colour]} ${number} Your hand A bid of ${number} .* Luckynits? for ties\\.`)), /^Esc or i closes/m);
  expect((await focus()) === card, `in reverse: ${await focus()}`);
  const seen = new Set();
  for (let i = 0; i < 80 && seen.size === i; i++) {
    const now = await press('Tab');
    seen.add(`${await focus()} ${explained(now)}`);
    const back = /^\[[?#]\]/.test(await focus());
    expect(back === explains(/Only the back is to be seen\./)(now), `${await focus()}:\n${boxed(now)}`);
  }
  for (const words of ["Vetch's hand A bid of", "Sedge's hand No bid", 'Face up Goes to the highest bid', 'Wullawakis in the supply: '])
    expect([...seen].some((one) => one.includes(words)), `'${words}' is not among\n${[...seen].join('\n')}`);
  await press('Escape', closed, (now) => now === first);
  expect((await focus()) === card, `in reverse: ${await focus()}`);
  await press('i', explains(/Your hand/));
  await press('i', closed, (now) => now === first);
  await press('i', explains(/Your hand/));
  await press('Enter', closed, (now) => now === first); // that takes nothing
  await press('i', explains(/Your hand/));
  await press('Space', closed, (now) => now === first);
  await press('i', explains(/Your hand/));
  await press('q', closed, (now) => now === first);
});

test('what is meant for the table closes the box and is done', async () => {
  await start(['play', 'gyre', '--seats', 'you,easy', '--pace', '0', '--seed', '3']);
  await see(MINE);
  const first = await look();
  await press('i', explains(/Jabberwocky The grid: \w\d In a \w+ turn it whiffles/));
  await press(':', closed, /^Your move: _/m);
  await press('Escape', MINE, (now) => now === first);
  await press('i', (now) => !closed(now));
  await press('p', closed, /^Your move: p_/m);
  await press('Escape', MINE, (now) => now === first);
  await press('i', (now) => !closed(now));
  await press('l', closed, /^ What has happened/);
  await press('Escape', MINE, (now) => now === first);
  await press('x', (now) => !/^Enter:/m.test(now));
  await press('i', (now) => !closed(now));
  await press('Escape', closed, /^arrows look around/m); // back to where one looked
  await press('i', (now) => !closed(now));
  await press('x', closed, MINE, (now) => now === first);
});

test('the mouse explains: its right button opens the box, its left one goes on to something else', async () => {
  await start(['play', 'gyre', '--seats', 'you,easy', '--pace', '0', '--seed', '3']);
  await see(MINE);
  const first = await look();
  const [row, column] = place(first, '[P1]');
  await mouse(RIGHT, row, column + 1);
  await see(explains(/^Purple 1 The grid Flipped .* Gems of its own colour: \d of 1\./));
  const [on, there] = place(first, '[G2]');
  await mouse(LEFT, on, there + 1);
  await see(explains(/^Green 2 The grid/));
  const [top] = place(await screen(), '\u2554');
  await mouse(LEFT, top + 1, 30); // on the box
  await see(explains(/^Green 2 The grid/));
  await mouse(LEFT, 1, 79); // on nothing
  await see(closed, (now) => now === first);
  await mouse(RIGHT, 1, 79);
  await mouse(RIGHT, on, there + 1);
  await see(explains(/^Green 2 The grid/));
});

test('the box fits on small screens, and where not all words do they scroll', async () => {
  await start(['play', 'oh-gnome', '--seats', 'you,easy', '--pace', '0', '--seed', '3']);
  await see(MINE);
  await press('i', explains(/Your hand An item: .* One of \d in the game\./));
  for (const [columns, rows] of [[60, 20], [132, 45], [40, 20], [80, 24]]) {
    await resize(columns, rows);
    const now = await see(explains(/Your hand An item/), (shown) => shown.replace(/\n$/, '').split('\n').length === rows);
    expect(now.split('\n').every((line) => [...line].length <= columns), `wider than ${columns}:\n${boxed(now)}`);
  }
  await resize(40, 12);
  const top = await see(/\u21910 \u2193[1-9]\d* lines: PgUp PgDn/, explains(/^\[\w+\] .* Your hand An item/));
  let now = top;
  for (let i = 0; i < 9 && !/\u21930 lines/.test(now); i++) now = await press('PageDown');
  expect(explains(/One of \d in the game\.$/)(now), boxed(now));
  await press('Home', (shown) => shown === top);
  await press('Escape', closed, MINE);
  await resize(30, 8);
  await see(/make this window larger/);
  await send('i');
  await resize(80, 24);
  await see((shown) => !closed(shown), /^Esc or i closes/m);
});

test('things are explained while others play and where a record is looked at, never at the curtain', async () => {
  await start(['play', 'slithy', '--seats', 'Ann,Bob,easy', '--pace', '1', '--seed', '5']);
  let now = await see(/Pass the keyboard/);
  await sleep(BLIND);
  await send('i');
  now = await look();
  expect(/Pass the keyboard/.test(now) && closed(now), `something is shown at the curtain:\n${boxed(now)}`);
  for (let i = 0; i < 12 && !/^Enter goes on +PgUp/m.test(now); i++) {
    await sleep(BLIND);
    now = await press('Enter', /^Enter goes on|^arrows Enter/m);
  }
  await press('i', (shown) => !closed(shown));
  await press('Escape', closed, /^Enter goes on +PgUp/m);
  await press('i', (shown) => !closed(shown));
  await press('z', closed, /^Enter goes on\.$/m);
  await press('q', /\(ended: 0\)/);
  await start(['replay', record()]);
  await see(/as spectator/, /i explain/);
  const before = await press('End', /move (\d+) of \1/);
  await press('i', (shown) => !closed(shown));
  await press('Escape', closed, (shown) => shown === before);
});

test('a game that is played in another window is not played here', async () => {
  await start(['play', 'mimsy', '--seats', 'you,easy', '--pace', '0', '--seed', '3']);
  await see(MINE);
  const { status, stderr } = await wabe('resume', '--plain');
  expect(status === 1 && /another window/.test(stderr), `${status} ${stderr}`);
  await press('q', /\(ended: 0\)/);
});

test('a window that changes while a line is typed loses nothing of it', async () => {
  await start(['play', 'bandersnatch', '--seed', '1']);
  await see(MINE);
  await press('s', /^Save a copy/m);
  await type(`${folder}/typed`);
  await see(/\/typed$/m);
  for (const [columns, rows] of [[20, 1], [60, 2], [100, 320], [60, 20]]) await resize(columns, rows);
  await type('.wabe');
  await see(/typed\.wabe$/m, (now) => now.split('\n').length === 20);
  await press('Enter', /Saved as .*typed\.wabe/, MINE);
  expect((await wabe('replay', join(folder, 'typed.wabe'), '--check')).status === 0, 'it is no record');
});

test('moves are typed, filtered and completed, with the table in sight', async () => {
  await start(['play', 'gyre', '--seats', 'you,easy', '--pace', '0', '--seed', '3']);
  await see(/^ Gyre/, MINE);
  const first = await look();
  const listed = (now) => (now.match(/^[> ] (play|whiffle|inhale|exhale|fly)/gm) ?? []).length;
  let now = await press(':', /^Your move: _/m, /^> play /m, /^ {2}play /m, /Esc leaves/);
  expect(now.includes('The grid:') && listed(now) === 2, boxed(now));
  await type('xyzzy');
  await see(/Your move: xyzzy_/, /No move that is possible now fits/);
  await send('Enter');
  for (let i = 0; i < 5; i++) await send('BSpace');
  await see(/Your move: _/, /^> play /m);
  await type('PUR');
  await see(/Your move: PUR_/, (shown) => listed(shown) === 1);
  await press('Escape', MINE, (shown) => shown === first);
  await press('/', /Your move: _/);
  await type('play n');
  await press('Tab', /Your move: play neutral purple_/);
  await press('Enter', /You whiffle the purple Jabberwocky/, MINE);
  now = await press('w', /^Your move: w_/m, /^> whiffle/m);
  const whiffle = /^ {2}(whiffle to \w+)$/m.exec(await press('Down', /^ {2}whiffle/m));
  now = await press('Up', /^> whiffle/m);
  const chosen = /^> (whiffle to \w+)$/m.exec(now)[1];
  expect(whiffle !== null, 'there is only one');
  await press('Enter', (shown) => !/Your move/.test(shown), MINE);
  await press('l', /^ What has happened/, RegExp(`whiffle the purple Jabberwocky ${chosen.slice(8)}`));
});

test('a number means the number that a move says', async () => {
  await start(['play', 'slithy', '--seats', 'you,easy,easy', '--pace', '0', '--seed', '3']);
  await see(MINE);
  for (let i = 0; i < 40 && !/\[Play 2 gems\]/.test(await look()); i++) await press('Enter', MINE);
  await press('2', /^Your move: 2_/m, /^> play 2 gems$/m);
  await press('Escape', MINE);
});

test('the menu: a table is set up, played, left and gone on with', async () => {
  await start(['play', '--pace', '0']);
  await see(/^ Wabe/, /Saved games/, /Mimsy/, /Gnoming A Round/);
  expect(!/Go on:/.test(await screen()), 'there is nothing to go on with');
  while ((await focus()) !== 'Mimsy') await press('Down');
  await see(/A mancala race/, /2 to 3 seats/);
  await press('r', /^ Mimsy +0%/);
  await press('Escape', /^ Wabe/);
  await press('Enter', /^ Mimsy/, /Seats +< 2 >/, /< you >/, /bot, normal/, /Variant +< Basic/, /Seed +< by chance >/);
  expect((await focus()) === 'Start', `in reverse: ${await focus()}`);

  const answer = async (text) => {
    await type(text);
    await press('Enter', (now) => !/^(Name|Seed \(empty).*:/m.test(now));
  };
  await press('Home');
  await press('Right', /Seats +< 3 >/, /Player 3/);
  await press('Down');
  await press('Enter', /^Name:/m);
  await answer('Z\u00fcri, Ann');
  await see(/< Z\u00fcri, Ann >/);
  await press('Down');
  await press('Left', /Player 2 .*bot, easy/);
  await press('Down');
  await press('Right', /Player 3 .*bot, hard/);
  await press('Left', /Player 3 .*bot, normal/);
  await press('Left', /Player 3 .*bot, easy/);
  await press('Down');
  await press('Right', /Variant +< Advanced/);
  await press('Down');
  await press('Left', /Gems that fill a goal card +< 4 >/);
  await press('Right', /Gems that fill a goal card +< 5 >/);
  await press('Down');
  await press('Enter', /^Seed \(empty: by chance\):/m);
  await answer('seven');
  await press('Down');
  await press('Enter', /seed is a whole number/i);
  await press('Up');
  await press('Enter', /^Seed/m);
  for (let i = 0; i < 5; i++) await send('BSpace');
  await answer('7');
  await see(/Seed +< 7 >/);
  await press('End');
  await press('Enter', /name has no comma/i);
  await press('Home');
  await press('Down');
  await press('Enter', /^Name: Z\u00fcri, Ann/m);
  for (let i = 0; i < 5; i++) await send('BSpace');
  await see(/^Name: Z\u00fcri$/m);
  await press('Enter', /Player 1 +< Z\u00fcri >/);
  await press('End');
  await press('Enter', /^ Mimsy .*Z\u00fcri \(you\)/);
  await see(MINE);
  const text = readFileSync(record(), 'utf8');
  for (const line of ['game mimsy 2', 'seats 3', 'option variant advanced', 'luck local 7', 'bot 1 easy', 'bot 2 easy'])
    expect(text.split('\n').includes(line), `no line '${line}':\n${text}`);

  await press('Enter', (now) => MINE.test(now) && /\* ?Z\u00fcri/.test(now));
  const left = await look();
  await press('q', /^ Wabe/, /Go on: .*Mimsy/);
  expect(/^Go on: .*Mimsy/.test(await focus()), `in reverse: ${await focus()}`);
  await press('Enter', MINE, (now) => pieces(now) === pieces(left));
  await press('q', /^ Wabe/);
  await press('Down');
  await press('Enter', /^ Saved games/, /\d+ moves +Mimsy, you with .* and .*/);
  await press('v', /move (\d+) of \1, as Z\u00fcri/, /q leave/);
  await press('q', /^ Wabe/);
  await press('Escape', /\(ended: 0\)/);
});

test('the lines of the menu react to the mouse', async () => {
  await start(['play']);
  await see(/^ Wabe/, /Gyre/);
  await click('Gyre');
  await see(/^ Gyre/, /Seats +< 2 >/);
  await press('Escape', /^ Wabe/);
  await click('Saved games');
  await see(/Nothing has been played yet/);
  await press('Escape', /^ Wabe/);
  await press('q', /\(ended: 0\)/);
});

// ---- terminals ---------------------------------------------------------------------------------------------

test('colours where the terminal has them, none with NO_COLOR', async () => {
  await start(['play', 'bandersnatch', '--seed', '1'], { env: { NO_COLOR: '' } });
  await see(MINE);
  expect((await attributes()).colours, 'no colours');
  await start(['play', 'bandersnatch', '--seed', '1'], { env: { NO_COLOR: '1' } });
  await see(MINE);
  await press('Enter');
  const { codes, colours, focus: reverse } = await attributes();
  const allowed = [0, 1, 2, 4, 7, 22, 24, 27, 39, 49]; // plain, bold, dim, underlined, reverse, and the terminal's own colours
  expect(!colours && [...codes].every((code) => allowed.includes(code)), `attributes ${[...codes]}`);
  expect(codes.has(4) && reverse !== '', 'what can be touched is not told');
});

test('only ASCII where the language has no more', async () => {
  await start(['play', 'bandersnatch', '--seed', '1'], { env: { LANG: 'C' } });
  await see(MINE);
  const ascii = (now) => expect(/^[\n -~]*$/.test(now), `not ASCII:\n${boxed(now)}`);
  ascii(await look());
  await press('r', /^ Bandersnatch/, /Tab: next/);
  ascii(await look());
  await press('Escape', MINE);
  await resize(132, 45);
  await see(MINE, (now) => /\|/.test(now));
  ascii(await look());
});

test('terminals without a screen', async () => {
  await start(['play', 'gyre', '--seats', 'you,easy', '--pace', '0', '--seed', '3'], { env: { TERM: 'dumb' } });
  await see(/^ *1\) \w+/m, /^>/m);
  await start(['play', 'gyre'], { env: { TERM: 'nonsense-unknown' } });
  await see(/TERM=nonsense-unknown/, /--plain/, /\(ended: [1-9]/);
  await start(['play'], { env: { TERM: 'nonsense-unknown' } });
  await see(/TERM=nonsense-unknown/, /--plain/, /\(ended: [1-9]/);
});

// ---- interruptions ------------------------------------------------------------------------------------------

for (const [what, end] of [
  ['the terminal is closed', stop],
  ['the program is asked to end', () => process.kill(pid(), 'SIGTERM')],
  ['the program is killed', () => process.kill(pid(), 'SIGKILL')],
])
  test(`${what}: no move is lost`, async () => {
    await start(['play', 'mimsy', '--seats', 'you,easy', '--pace', '0', '--seed', '3']);
    await see(MINE);
    await press('Enter', MINE);
    await press('Enter', MINE);
    const before = await look();
    await end();
    await gone();
    await start(['resume', '--pace', '0']);
    await see(MINE, (now) => pieces(now) === pieces(before) && /Turn \d+/.exec(now)[0] === /Turn \d+/.exec(before)[0]);
    expect(records().length === 1 && readdirSync(join(here().home, 'wabe/games')).length === 1, 'there are other files');
  });

test('a full disk: it is said, and the record is printed at the end', async () => {
  await start(['play', 'mimsy', '--seats', 'you,easy', '--pace', '0', '--seed', '3'], { before: 'ulimit -f 0' });
  await see(/^ Mimsy/, /Not saved: cannot write/, /File\s+too\s+large/);
  await press('Escape', /^ Mimsy .*NOT SAVED$/m, MINE);
  await press('Enter', /NOT SAVED/, MINE);
  await press('q', /^ Not saved/, /not on the disk: cannot write/, /File\s+too\s+large/, /q quits/);
  await press('Escape', MINE);
  await press('q', /^ Not saved/);
  await press('q', /\(ended: 0\)/);
  const printed = (await screen('-S', '-', '-J')).replace(/^[\s\S]*goes on with it:\n\n/, '').replace(/\(ended: 0\)[\s\S]*/, '');
  const copy = join(folder, 'printed.wabe');
  writeFileSync(copy, printed);
  const check = await wabe('replay', copy, '--check');
  expect(check.status === 0 && /Mimsy/.test(check.stdout), check.stderr + printed);
});

test('Enter does not leave a game that is not saved', async () => {
  await start(['play', 'mimsy', '--seats', 'you,easy', '--pace', '0', '--seed', '3'], { before: 'ulimit -f 0' });
  await see(/Not saved: cannot write/);
  await press('Escape', /NOT SAVED$/m, MINE);
  await press('q', /^ Not saved/);
  await press('Enter', MINE);
});

test('after a game that is not saved, its record is not given away', async () => {
  await start(['play', 'mimsy', '--seats', 'easy,easy', '--pace', '0', '--seed', '4'], { before: 'ulimit -f 0' });
  await see(/^ How it ended/, /NOT SAVED: cannot write/);
  await press('n', /would be lost/);
  await press('Escape', /^ How it ended/);
  await press('s', /^Save a copy/m);
  await type(join(folder, 'no', 'such', 'folder.wabe'));
  await press('Enter', /Cannot write/, /No\s+such\s+file/);
  await press('Escape', /^ How it ended/);
  await press('q', /^ Not saved/);
  await press('q', /^end \d+$/m, /\(ended: 0\)/);
});

// ---- records, and bots alone -----------------------------------------------------------------------------------

test('a record is looked at step by step', async () => {
  const made = await wabe('play', 'pesky-gnomes', '--seats', 'Vera=easy,Walt=easy,Xena=easy', '--seed', 5, '--plain');
  expect(made.status === 0, made.stderr);
  await start(['replay', record()]);
  let now = await see(/move 0 of (\d+), as referee/, /q leave/);
  const moves = Number(/of (\d+), as/.exec(now)[1]);
  const at = (n) => RegExp(`move ${n} of ${moves},`);
  await press('Right', at(1));
  await press('Right', at(2));
  await press('Left', at(1));
  await press('Down', at(11));
  await press('Up', at(1));
  await press('End', at(moves), /The game is over/);
  await press('Home', at(0));
  await press('g', /^Go to after move number:/m);
  await type('100');
  await press('Enter', at(100));
  now = await look();
  expect(!/\[\?\]x\d/.test(/^.*[Hh]and: .*$/m.exec(now)[0]), `the referee sees the hands:\n${boxed(now)}`);
  for (const who of ['Vera', 'Walt', 'Xena', 'spectator', 'referee']) await press('v', RegExp(`as ${who}`));
  await press('l', /^ What has happened/);
  await press('Escape', at(100));
  await press('q', /\(ended: 0\)/);
});

test('bots play alone', async () => {
  await start(['play', 'mimsy', '--seats', 'easy,easy', '--pace', '0', '--seed', '4']);
  await see(/^ How it ended/, /wins/);
  await press('q', /The record of the game/, /\(ended: 0\)/);
  await start(['play', 'mimsy', '--seats', 'easy,easy', '--pace', '60000', '--seed', '4']);
  const first = await see(/any key: next/, /^ Mimsy/);
  await press('x', /any key: next/, (now) => table(now) !== table(first));
  await press('p', /^ How it ended/);
  await start(['play', 'mimsy', '--seats', 'easy,easy', '--pace', '60000', '--seed', '4']);
  await see(/any key: next/, /^ Mimsy/);
  await press('q', /The game is saved/, /\(ended: 0\)/);
});

await tmux.open();
await testTogether(4, tests);
tmux.close();
end();
