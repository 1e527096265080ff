// plain.mjs WABE TMUX: games in line mode, played from the screen of a terminal and from pipes. Prints TAP.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { patience } from './patience.mjs';
import { end, expect, testTogether } from './tap.mjs';
import { bare, Terminal, Tmux } from './terminal.mjs';

const [, , program, tmuxProgram] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-plain-'));
const { PATH, MALLOC_PERTURB_ = '' } = process.env; // the latter is how the runner finds what is used before it is set
const clean = { PATH, MALLOC_PERTURB_, HOME: folder, LANG: 'C.UTF-8', USER: 'ann', PAGER: 'cat' };
const tmux = new Tmux(folder, clean, tmuxProgram);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

// Tests run side by side, each with its own folder for records and its own terminal.
const running = new AsyncLocalStorage(); // { env, data, terminal }
const here = () => running.getStore();
const tests = [];

function test(what, body) {
  const number = tests.length + 1, data = join(folder, `data ${number}`), env = { ...clean, XDG_DATA_HOME: data };
  const own = { env, data, terminal: new Terminal(tmux, `test-${number}`, env) };
  tests.push([what, () => running.run(own, async () => {
    await body();
    await own.terminal.stop();
  })]);
}

const records = () => {
  const where = join(here().data, 'wabe', 'games');
  return existsSync(where) ? readdirSync(where).map((name) => join(where, name)) : [];
};

const wabe = (input, ...args) => {
  const run = spawnSync(program, args.map(String), { encoding: 'utf8', input, env: here().env, maxBuffer: 1 << 28, timeout: patience() });
  expect(run.signal === null, `killed by ${run.signal}: wabe ${args.join(' ')}`);
  return run;
};
const fine = (input, ...args) => {
  const run = wabe(input, ...args);
  expect(run.status === 0 && run.stderr === '', `wabe ${args.join(' ')}: ${run.status} ${run.stderr}`);
  return run.stdout;
};
const refused = (code, words, ...args) => {
  const run = wabe('', ...args);
  expect(run.status === code && run.stderr.includes(words), `wabe ${args.join(' ')}: ${run.status} ${run.stderr}`);
};

// ---- a terminal ----

const asks = (now) => /(^|\n)>$/.test(now);
const ended = (now) => /Another game at this table\? \([^)]*\)$/.test(now);
const either = (now) => asks(now) || ended(now);

// Long lines are joined. A question is the last that is printed: when it is there, all is there.
const screen = async () => bare(await here().terminal.capture('-J')).trimEnd();
const see = (what, wanted, before) => here().terminal.wait(what, async () => {
  const now = await screen();
  return now !== before && wanted(now) && now;
});

async function begin(...args) {
  await here().terminal.start([program, ...args], { columns: 100, rows: 150 });
  return see('the first question', either);
}

// Types a line and waits for the next question. What was typed stands on the screen, so that it is another one.
async function type(line, done = either) {
  const before = await screen();
  await here().terminal.type(line);
  await here().terminal.send('Enter');
  return see(`an answer to '${line}'`, done, before);
}

// The moves on the screen: numbers and words, in the lines above the question.
function moves(now) {
  const lines = now.split('\n').slice(0, -1);
  const found = [];
  for (let at = lines.length - 1; at >= 0 && /^ *\d+(\) | \*)/.test(lines[at]); at--)
    found.unshift(...[...lines[at].matchAll(/(?:^| ) *(\d+)(?:\) | \*)(\S.*?)(?=  |$)/g)].map((m) => ({ number: Number(m[1]), words: m[2] })));
  return found;
}

// A small luck of its own, the same in every run.
const luck = (state) => (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;

// Who sits at the table: with easy bots and as few as can be, where nothing else is said.
const tables = {
  borogoves: 'you,random', gyre: 'easy,you,easy', mimsy: 'easy,you', mome: 'you,random,easy', 'oh-gnome': 'you,random',
};

for (const game of JSON.parse(spawnSync(program, ['games', '--json'], { encoding: 'utf8' }).stdout)) {
  test(`${game.id}: a whole game from the screen of a terminal`, async () => {
    const below = luck(1);
    const seats = tables[game.id] ?? ['you', ...Array(game.seats[0] - 1).fill('easy')].join();
    let now = await begin('play', `${game.id}#5`, '--plain', '--seats', seats);
    expect(now.includes('#5') && now.includes("'help'"), `no greeting:\n${now}`);
    for (let decision = 0; !ended(now); decision++) {
      expect(decision < 2000, 'it does not end');
      const offers = moves(now);
      expect(offers.length > 0, `no moves on the screen:\n${now}`);
      if (decision === 1) expect(moves(await type('undo')).length > 0, 'nothing to choose after undo');
      if (decision === 2) now = await type('hint');
      if (decision === 2) expect(/level hard would: |only one move/.test(now), `no hint:\n${now}`);
      if (decision === 1 || decision === 2) {
        now = await type('board');
        const again = moves(now);
        expect(decision === 1 || JSON.stringify(again) === JSON.stringify(offers), 'a hint changes nothing');
        now = await type(String(again[below(again.length)].number));
        continue;
      }
      const choice = offers[below(offers.length)];
      now = await type(decision % 7 === 3 ? choice.words : String(choice.number));
    }
    expect(!now.includes('1. ') === (seats === 'you') && / points?\b|\n1\. .*: -?\d+(, shared)?\n/.test(now), `no result:\n${now}`);
    const [file] = records();
    expect(records().length === 1 && now.includes(basename(file)), 'where the record lies');
    now = await type('n', (shown) => shown.includes('(ended: '));
    expect(now.includes('(ended: 0)'), now);
    expect(fine('', 'replay', file, '--check').includes('finished'), 'the record is not finished');
    const header = readFileSync(file, 'utf8').split('moves\n')[0];
    expect(/^people \d$/m.test(header) && /^name \d Ann$/m.test(header), header);
    // In Gnoming A Round the first two choices are half of a hidden one, which may be changed: that is no move taken back.
    expect(/^takebacks 1$/m.test(header) === (game.id !== 'gnoming-a-round'), header);
    expect((header.match(/^bot \d (easy|random)$/gm) ?? []).length === seats.split(',').length - 1, header);
  });
}

test('Ctrl-C leaves with a sentence, and nothing is lost', async () => {
  await begin('play', 'mimsy#5', '--plain', '--seats', 'you,easy');
  await type('1');
  const [file] = records();
  refused(1, 'another window', 'resume', file); // while it is played there
  await here().terminal.send('C-c');
  const now = await see('the end', (shown) => shown.includes('(ended: '));
  expect(now.includes('(ended: 0)') && now.includes('resume') && now.includes(basename(file)), now);
  expect(fine('', 'replay', file, '--check').includes('not finished'), 'the record');
});

// ---- pipes ----

const count = (text, what) => text.split(what).length - 1;

test('the end of the input in the middle of a game: it is saved and goes on', () => {
  const first = fine('1\n1\n1\n', 'play', 'mimsy#5', '--seats', 'you,easy');
  expect(count(first, '\n> ') === 4 && first.includes("'wabe resume' goes on"), first);
  const [file] = records();
  const saved = fine('', 'replay', file, '--as', 'referee');
  expect(saved.includes('not finished'), saved);
  expect(/^ +1 +\d{4}-\d\d-\d\d \d\d:\d\d +Mimsy, you with \w+, \d+ moves$/m.test(fine('', 'resume', '--list')), 'the list');
  const second = fine('1\n'.repeat(500), 'resume');
  expect(second.startsWith('Mimsy: mimsy:2#5\n') && second.includes('The record of the game: '), second.slice(0, 200));
  expect(records().length === 1, 'it goes on in the same file');
  const before = saved.split('\n\n')[1].split('\n').slice(0, -1).join('\n');
  expect(fine('', 'replay', file, '--as', 'referee').includes(before), 'what was played before is still there');
  expect(readFileSync(file, 'utf8').includes('\nresult 0 '), 'it is over');
  refused(1, 'no unfinished game', 'resume');
  expect(fine('', 'resume', '--list').includes(', finished'), 'the list says so');
  expect(fine('', 'resume', 1).includes('The record of the game'), 'by its number');
  refused(1, 'no saved game with the number 7', 'resume', 7);
});

test('wrong input gets one sentence, and nothing is lost', () => {
  const wrong = ['0', '99', '99999999999999999999', 'fly away', 'take', '', 'save', 'save /dev/null/x', 'redo', 'undo', '\x01\x02', 'x'.repeat(5000), '-1', '1.5'];
  const out = fine(`${wrong.join('\n')}\n`, 'play', 'mimsy#5', '--seats', 'you,easy');
  const answers = out.split('\n> ').slice(1, -1);
  expect(answers.length === wrong.length, `${answers.length} answers:\n${out}`);
  for (const answer of answers) expect(answer.trim().split('\n').length === 1 && answer.trim().length > 10, `not one sentence: ${answer}`);
  expect(count(out, 'Take the gems of a mimsy card: ') === 1, 'the board is not shown again');
  for (const words of ['numbers 1 to 8', "'fly away' is neither", "'take' could be 8 moves", 'Not a directory', 'nothing to do again', 'too long'])
    expect(out.includes(words), `no '${words}' in\n${out}`);
});

test('words, beginnings of words and commands', () => {
  const copy = join(folder, 'a copy.wabe');
  const out = fine(`help\nTAKE  purple 1\nseats\nlog\nsave ${copy}\nsave ${copy}\nrules\nhint\nundo\nredo\nu\nU\nquit\n1\n`, 'play', 'mimsy#5', '--seats', 'you,Rosa=easy');
  for (const words of ['save FILE', 'You take 1 × green gem and 1 × purple gem from purple 1', 'Seat 0: Ann, you', 'Seat 1: Rosa, a bot (easy)', 'is copied to', 'File exists',
    '# Mimsy', 'level hard would: drop ', 'is taken back', "'wabe resume' goes on"])
    expect(out.includes(words), `no '${words}' in\n${out}`);
  expect(!out.includes('no move of yours to take back'), `U takes back:\n${out}`);
  expect(fine('', 'replay', copy, '--check').includes('not finished'), 'the copy');
  const short = fine('take purple 2\ntake p\ntake yellow 2\n', 'play', 'mimsy#5', '--seats', 'you,easy');
  expect(short.includes("'take p' could be ") || short.includes('Drop the next gem'), short);
});

// What a command answers, its lines joined: between two questions.
const answers = (out) => out.split('\n> ').slice(1, -1).map((answer) => answer.replace(/\s+/g, ' ').trim());

test('about tells what a thing is and does, by its mark, its name or a part of it', () => {
  const typed = ['about honey', 'ABOUT [Ho]', 'i Ho', 'about hony', 'i gem', 'about xyzzy', 'i gn', 'about 2gd', 'i'];
  const [honey, mark, short, near, gems, none, parts, counted, all] = answers(fine(['', ...typed, ''].join('\n'), 'play', 'oh-gnome#5', '--seats', 'you,easy')).slice(1);
  expect(/^\[Ho\] Honey An item: table it .* One of 4 in the game\./.test(honey), honey);
  expect(mark === honey && short === honey, `${mark}\n${short}`);
  expect(/^'hony' is the name of nothing in this game; the nearest: 'Honey'/.test(near), near);
  for (const gem of ['gd Gold gem', 'rd Red gem', 'bu Blue gem', 'bk Black gem']) expect(gems.includes(`${gem}: A piece worth`), gems);
  expect(/^'xyzzy' is the name of nothing in this game; 'about' alone tells of all that lies on the table\.$/.test(none), none);
  expect(parts.includes('<G> Green gnome: ') && parts.includes("[OG] Oh Gnome You Don't!: "), parts);
  expect(/^gd Gold gem A piece worth 10 gems.* The mine\. They never run out\.$/.test(counted), counted);
  for (const words of ['[?] Card: Only the back is to be seen. In 2 places.', 'Your hand.', 'You, green gnome: Brawl cards.', "Vetch's hand"])
    expect(all.includes(words) === (words !== "Vetch's hand"), `${words}: ${all}`);
});

test('about tells only what there is to see', () => {
  const [all, one] = answers(fine('about\ni gj\n', 'play', 'mimsy#5', '--seats', 'you,easy'));
  const own = /\[([GYP])J\] (Green|Yellow|Purple) Jabberwocky: [^[]* Your secret cards\./.exec(all);
  expect(own && (all.match(/\[[GYP]J\]/g) ?? []).length === 1 && all.includes('[?J] Jabberwocky card: Only the back is to be seen.'), all);
  expect(one.endsWith('Your secret cards.') === (own[1] === 'G') && one.endsWith('Not to be seen on the table.') === (own[1] !== 'G'), one);
});

test('the goal of whoever is asked stands above the table, with how it stands', () => {
  const out = fine('', 'play', 'mimsy#5', '--seats', 'you,easy');
  expect(/^Goal: Get 5 gems onto (green|yellow|purple) 5\. Gems on the goal card: \d of 5\.$/m.test(out), out);
});

for (const [game, seats] of [['mimsy#5', 'Tom,Rosa'], ['pesky-gnomes#5', 'Tom,Rosa,Zoe'], ['gnumies#5', 'Tom,Rosa,easy']])
  test(`the curtain: nobody sees what another person holds in ${game}`, () => {
    const people = seats.split(',').filter((name) => name !== 'easy');
    const out = fine('\n1\n'.repeat(12), 'play', game, '--seats', seats);
    const parts = out.split(/Pass the keyboard to (\w+), who presses Enter(?:; or 'undo', and \w+ chooses again)?\./);
    expect(parts.length > 2 * people.length, `${game}: ${parts.length} parts`);
    expect(!out.split('Pass the keyboard')[0].includes('Your'), `${game}: something is shown before anybody sits there`);
    for (let i = 1; i < parts.length; i += 2) {
      const [name, shown] = [parts[i], parts[i + 1]];
      expect(people.includes(name), `${game}: ${name}`);
      if (shown.startsWith('\nThe game is saved')) continue; // the end of the input at the curtain
      expect(new RegExp(`\\*?${name} \\(you\\)`).test(shown), `${game}: not ${name}'s view`);
      for (const other of people.filter((person) => person !== name)) {
        expect(!shown.includes(`${other} (you)`), `${game}: ${other}'s view is shown to ${name}`);
        for (const [, cards] of shown.matchAll(new RegExp(`${other}'s (?:secret cards|hand): (.*)`, 'g')))
          expect(game.startsWith('gnumies') || !/\[[^?]*\]/.test(cards), `${game}: ${other}'s ${cards}`); // in The Gnumies hands are open
      }
      if (i + 2 < parts.length) expect(new RegExp(`\\n${name}> \\n{40,}$`).test(shown), `${game}: what ${name} saw is not out of sight`);
    }
    expect(fine('', 'replay', records()[0], '--check').includes('not finished') || out.includes('The record of the game'), game);
  });

test('who has chosen unseen can choose again when the keyboard is passed on', () => {
  const out = fine('\n1\nundo\n\n2\n\n', 'play', 'gnumies#5', '--seats', 'Tom,Rosa,easy');
  const names = [...out.matchAll(/Pass the keyboard to (\w+),/g)].map(([, name]) => name);
  expect(/to Rosa, who presses Enter; or 'undo', and Tom chooses again\./.test(out), out);
  expect(names.join() === 'Tom,Rosa,Tom,Rosa' && out.includes('The choice is taken back') && !out.includes("'redo'"), `${names}`);
});

test('who wants to choose again where nothing was chosen is not shown what the next one sees', () => {
  const out = fine('undo\n', 'play', 'gnumies#5', '--seats', 'Tom,Rosa,easy');
  expect(count(out, 'Pass the keyboard to Tom,') === 2 && out.includes('Nobody has a choice here') && !out.includes('Tom (you)'), out);
});

test('who has chosen unseen can choose again when they go on another day', () => {
  fine('\n1\n', 'play', 'gnumies#5', '--seats', 'Tom,Rosa,easy');
  const out = fine('undo\n', 'resume');
  const names = [...out.matchAll(/Pass the keyboard to (\w+),/g)].map(([, name]) => name);
  expect(names.join() === 'Rosa,Tom' && out.includes('The choice is taken back'), out);
});

test('a disk without room: the game goes on, and its record is printed', () => {
  const run = spawnSync('sh', ['-c', `ulimit -f 0; exec '${program}' play mimsy#5 --seats you,easy`], { encoding: 'utf8', input: '1\n1\n', env: here().env });
  expect(run.status === 0, `${run.status} ${run.signal} ${run.stderr}`);
  expect(count(run.stdout, 'The game is not saved: ') === 1 && run.stdout.includes('File too large'), run.stdout);
  const record = run.stdout.slice(run.stdout.indexOf('wabe record 1'));
  const file = join(folder, 'printed.wabe');
  writeFileSync(file, record);
  expect(fine('', 'replay', file, '--check').includes('not finished'), record);
  expect(records().length === 0, 'a file is left behind');
  expect(fine('1\n', 'resume', file).includes('goes on with it'), 'it goes on from there');
  expect(statSync(file).size > record.length, 'in that file');
});

test('bots alone play for whoever watches', () => {
  const out = fine('', 'play', 'mimsy#5', '--seats', 'Rosa=easy,Tom=random');
  expect(/^(Rosa|Tom) takes /m.test(out) && /^1\. (Rosa|Tom): 1$/m.test(out) && !out.includes('Another game'), out);
  expect(fine('', 'replay', records()[0], '--check').includes('finished'), 'the record');
});

test('a rematch is another game at the same table', () => {
  const out = fine(`${'1\n'.repeat(40)}`, 'play', 'bandersnatch#5', '--seats', 'you');
  const decisions = count(out.split('Another game')[0], '\n> ');
  const again = fine(`${'1\n'.repeat(decisions)}maybe\nlog\ny\n1\n`, 'play', 'bandersnatch#5', '--seats', 'you');
  expect(again.includes('The answer is y or n.') && count(again, 'Bandersnatch: bandersnatch:1#') === 2, again.slice(-600));
  expect(records().length === 3, `${records().length} records`);
});

test('without a game it asks', () => {
  const out = fine('rules\n77\nchess\nMimsy\n9\n3\nhrad\nAnn\nAnn\nBob\nRosa=hard\nrules\nadvanced\n7\n6\nmany\n42\nq\n', 'play');
  for (const words of ['Choose a game first', "no game '77'", "no game 'chess'", 'Mimsy is for 2 to 3 seats', "'hrad' is nobody", 'two players are called Ann', '# Mimsy', 'A seed is a whole number',
    'Gems that fill a goal card, from 3 to 6:', "option 'gems' is a whole number from 3 to 6", 'Mimsy: mimsy:3:variant=advanced,gems=6#42', 'Seat 0: Ann, a person', 'Seat 1: Bob, a person', 'Seat 2: Rosa, a bot (hard)'])
    expect(out.includes(words), `no '${words}' in\n${out.replace(/# Mimsy[^]*?\n[A-Z]\w+: \(/g, '')}`);
  expect(fine('', 'play') !== '' && fine('mimsy\n', 'play') !== '', 'the end of the input leaves');
});

test('a game by another version of the rules gets a sentence everywhere, and its file stays as it is', () => {
  const begun = (game) => {
    const before = records();
    fine('1\n', 'play', `${game}#5`, '--seats', 'you,easy');
    return records().find((file) => !before.includes(file));
  };
  const other = begun('gimble'), old = begun('mimsy');
  const record = readFileSync(old, 'utf8').replace(/^game mimsy 2$/m, 'game mimsy 1');
  const why = 'line 2: it was played by version 1 of the rules of Mimsy, and this program has version 2';
  writeFileSync(old, record);
  const list = fine('', 'resume', '--list');
  const [, number] = new RegExp(`^ +(\\d) +\\S+ \\S+ +Mimsy, cannot be opened: ${why}$`, 'm').exec(list) ?? [];
  expect(number && /^ +\d +\S+ \S+ +Gimble, you with \w+, \d+ moves$/m.test(list), list);
  for (const args of [['resume', old], ['resume', number], ['play', '--resume', old], ['replay', old], ['hint', old]]) refused(1, why, ...args);
  expect(fine('', 'resume').startsWith('Gimble: '), 'the newest that can be opened goes on');
  rmSync(other);
  refused(1, "no unfinished game can be opened; 'wabe resume --list' says why", 'resume');
  expect(records().length === 1 && readFileSync(old, 'utf8') === record, 'the record has changed');
});

test('mistakes on the command line are explained', () => {
  refused(2, "no game 'chess'", 'play', 'chess');
  refused(2, 'Mimsy is for 2 or 3 seats, not 1', 'play', 'mimsy', '--seats', 'you');
  refused(2, "'hrad' is nobody", 'play', 'mimsy', '--seats', 'you,hrad');
  refused(2, 'no meaning', 'play', 'mimsy', '--resume', 'x');
  refused(2, 'none is named', 'play', '--seed', '5');
  refused(2, '--pace is a whole number', 'play', 'mimsy', '--pace', 'slow');
  refused(1, 'No such file', 'resume', join(folder, 'nothing.wabe'));
  refused(2, 'no meaning', 'resume', '--list', 'x');
  refused(1, 'no unfinished game', 'resume');
  const bad = join(folder, 'bad.wabe');
  writeFileSync(bad, 'wabe record 1\ngame mimsy 2\nseats 2\nluck local 5\nmoves\nchance fly\nend 1\n');
  refused(1, 'line 6: ', 'resume', bad);
  expect(records().length === 0, 'something was begun');
});

test('--auto-pass passes where nothing else is possible', () => {
  const asked = fine('1\n'.repeat(600), 'play', 'oh-gnome#5', '--seats', 'you,random');
  const passed = fine('1\n'.repeat(600), 'play', 'oh-gnome#5', '--seats', 'you,random', '--auto-pass');
  expect(!asked.includes('nothing but passing') && passed.includes('Ann: nothing but passing is possible here.'), 'no window was passed');
});

await tmux.open();
await testTogether(4, tests);
tmux.close();
end();
