// cli.mjs WABE ROOT: the program as a person or a script uses it. Prints TAP.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needed, settings, valuesOf } from './options.mjs';
import { until } from './patience.mjs';
import { end, expect, test, testLater } from './tap.mjs';

const [, , program, root] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-cli-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, { HOME: folder, XDG_DATA_HOME: folder, WABE_PROGRAM: '' }); // whoever runs this has other ones
// Games with each set-up, and records of them. The battery plays every set-up much more often.
const [GAMES, RECORDS] = process.env.WABE_LONG ? [10000, 12] : [500, 4];

const wabe = (...args) => {
  const options = typeof args.at(-1) === 'object' ? args.pop() : {};
  const run = spawnSync(program, args.map(String), { encoding: 'utf8', maxBuffer: 1 << 30, ...options });
  expect(run.signal === null, `killed by ${run.signal}: wabe ${args.join(' ')}\n${run.stderr}`);
  return run;
};

// Ends well and says nothing on the standard error.
const fine = (...args) => {
  const run = wabe(...args);
  expect(run.status === 0 && run.stderr === '', `wabe ${args.join(' ')}: ${run.status} ${run.stderr}`);
  return run.stdout;
};

// Is refused with this code and one sentence that contains these words.
const refused = (code, words, ...args) => {
  const run = wabe(...args);
  expect(run.status === code, `wabe ${args.join(' ')}: exit ${run.status} instead of ${code}; ${run.stderr}`);
  expect(run.stderr.split('\n').length === 2, `not one line: ${run.stderr}`);
  expect(run.stderr.includes(words), `'${words}' is not in: ${run.stderr}`);
};

const games = JSON.parse(fine('games', '--json'));

// Every way to set a game up: seats times options. Of those that a game refuses because one needs another, the ones that do not have that other yet are
// given it.
const known = new Map();
function setups(game) {
  if (known.has(game.id)) return known.get(game.id);
  const all = settings(game).flatMap((set) => {
    const words = set.flatMap((one) => ['--set', one]), { status, stderr } = wabe('sim', game.id, ...words, '--games', 1);
    const other = needed(stderr);
    expect(status === 0 || (status === 2 && other), `${game.id} ${set.join(' ')}: ${status} ${stderr}`);
    if (status === 0) return [words];
    return set.some((one) => one.split('=')[0] === other.split('=')[0]) ? [] : [[...words, '--set', other]];
  });
  const seats = [];
  for (let n = game.seats[0]; n <= game.seats[1]; n++) seats.push(n);
  known.set(game.id, seats.flatMap((n) => all.map((set) => ['--seats', n, ...set])));
  return known.get(game.id);
}

test('without arguments it shows what can be done', () => {
  const out = fine();
  for (const word of ['games', 'rules', 'play', 'resume', 'serve', 'export-site', 'sim', 'arena', 'study', 'replay', 'hint', 'bench', 'perft', ...games.map((game) => game.id)])
    expect(out.includes(word), `no ${word}`);
  expect(fine('--help') === out && fine('help') === out, '--help differs');
  expect(fine('help', 'sim') === fine('sim', '--help'), 'help of a command');
  const played = fine({ env: { ...process.env, WABE_PROGRAM: './play' } });
  expect(played.includes('./play rules') && !played.includes('wabe rules'), 'it is called by its name');
  expect(/^wabe \d+\.\d+\.\d+\n$/.test(fine('--version')), 'no version');
});

test('every command explains itself', () => {
  for (const command of ['games', 'rules', 'play', 'resume', 'sim', 'arena', 'study', 'replay', 'hint', 'bench', 'perft'])
    expect(fine(command, '--help').startsWith(`wabe ${command}`), command);
});

test('mistakes on the command line are explained in one sentence', () => {
  refused(2, "no command 'fly'", 'fly');
  refused(2, "no option '--loud'", 'games', '--loud');
  refused(2, 'one word too many', 'games', 'mimsy');
  refused(2, 'takes no value', 'games', '--json=yes');
  refused(2, 'something is missing', 'rules');
  refused(2, "no game 'chess'", 'rules', 'chess');
  refused(2, "no game 'chess'", 'sim', 'chess');
  refused(2, "no game 'chess'", 'bench', 'chess');
  refused(2, '--games is a whole number from 1', 'sim', games[0].id, '--games', '0');
  refused(2, '--games is a whole number', 'sim', games[0].id, '--games', '1e9');
  refused(2, '--games is a whole number', 'sim', games[0].id, '--games', '99999999999999999999999');
  refused(2, '--games needs a value', 'sim', games[0].id, '--games');
  refused(2, 'is for 2 to 5 seats, not 7', 'sim', 'gnumies', '--seats', '7');
  refused(2, 'is for 2 to 5 seats, not 8', 'sim', 'gnumies', '--seats', '8');
  refused(2, "'Mimsy' is a game", 'Mimsy');
  refused(2, 'option=value', 'sim', games[0].id, '--set', 'variant');
  refused(2, 'options', 'sim', 'mimsy', '--set', 'colour=red');
  refused(2, "'variant' is one of basic advanced", 'sim', 'mimsy', '--set', 'variant=easy');
  refused(2, 'the depth is a whole number', 'perft', 'mimsy', 'deep');
  refused(2, 'said both', 'sim', 'mimsy', '--set', 'variant=basic', '--set', 'variant=advanced');
  refused(2, 'choose one', 'games', '--json', '--markdown');
  refused(2, 'no meaning', 'replay', 'x', '--check', '--json');
  refused(2, 'standard output', 'sim', 'mimsy', '--json', '--trace', '-');
  refused(2, "needs no '#'", 'bench', 'mimsy#3');
  refused(2, 'zeros', 'sim', 'mimsy:02');
});

test('options of Oh Gnome You Don\'t! that need another are refused without it', () => {
  refused(2, 'forfeit=on is a rule about brawls: it needs brawling=on', 'sim', 'oh-gnome:2:brawling=off,forfeit=on');
  refused(2, 'pubbrawl=on is a rule about brawls: it needs brawling=on', 'sim', 'oh-gnome:2:brawling=off,pubbrawl=on');
  refused(2, 'limit is the number of a house rule: it needs handlimit=on', 'sim', 'oh-gnome:2:limit=1');
  const game = games.find(({ id }) => id === 'oh-gnome'), ends = game.options.filter(({ values }) => !values).flatMap((option) => valuesOf(option).slice(1));
  expect(setups(game).length === 5 * (8 + 2 + ends.length), 'with brawling eight ways, without it two; and numbers at their ends');
});

test('the list of games is a table, JSON and Markdown', () => {
  const table = fine('games');
  for (const game of games) {
    expect(table.includes(game.title) && table.includes(game.blurb), game.id);
    for (const option of game.options)
      expect(table.includes(` ${option.id}=${option.values?.map((value) => value.id).join('|') ?? `${option.least}..${option.greatest}`}`), `${game.id}: ${option.id}`);
  }
  expect(games.every((game) => game.seats.length === 2 && game.minutes > 0 && game.version > 0), 'JSON');
});

test('the table in the README is the one the program prints', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').includes(fine('games', '--markdown')), 'wabe games --markdown differs');
});

test('the README has the speed of every game with every number of seats', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const game of games)
    for (let seats = game.seats[0]; seats <= game.seats[1]; seats++)
      expect(readme.includes(`| \`${game.id}\` | ${seats} | `), `${game.id} with ${seats} seats is missing`);
});

const tooWide = (text) => text.split('\n').find((line) => [...line].length > 80);

test('help fits into a terminal', () => {
  for (const command of ['games', 'rules', 'play', 'resume', 'sim', 'arena', 'study', 'replay', 'hint', 'bench', 'perft']) {
    const help = fine(command, '--help');
    expect(tooWide(help) === undefined, `${command}: ${tooWide(help)}`);
  }
  expect(tooWide(fine('games')) === undefined, `games: ${tooWide(fine('games'))}`);
});

test('every game has its rules', () => {
  for (const game of games) {
    const page = fine('rules', game.id, '--markdown');
    expect(page === readFileSync(join(root, 'docs/rules', `${game.id}.md`), 'utf8'), `${game.id}: not its page`);
    expect(page.startsWith(`# ${game.title}\n`), `${game.id}: the page begins with another title`);
    expect(page.length > 1500, `${game.id}: a page of ${page.length} characters, when 1500 are few, cannot be complete`);
    expect(tooWide(page) === undefined, `${game.id}: wider than a terminal: ${tooWide(page)}`);
    for (const option of game.options)
      for (const value of valuesOf(option).slice(1))
        expect(page.includes(`\`${option.id}=${value}\``), `${game.id}: the page does not tell of ${option.id}=${value}`);
  }
});

test('rules are laid out for reading', () => {
  for (const game of games) {
    const page = fine('rules', game.id);
    expect(page.startsWith(`${game.title}\n${'='.repeat(game.title.length)}\n\n`), `${game.id}: ${page.slice(0, 80)}`);
    expect(tooWide(page) === undefined, `${game.id}: wider than a terminal: ${tooWide(page)}`);
    expect(!/\*\*|^#|^\|--|\x1b/m.test(page), `${game.id}: markup is left: ${/.*(\*\*|^#|^\|--|\x1b).*/m.exec(page)}`);
    for (const option of game.options)
      for (const value of valuesOf(option).slice(1))
        expect(page.includes(`\`${option.id}=${value}\``), `${game.id}: ${option.id}=${value} is lost`);
  }
});

// A terminal of so many columns, by the program `script`, which every Debian has.
const inTerminal = (columns, env, ...args) => {
  const command = `stty cols ${columns}; '${program}' ${args.join(' ')}`;
  const run = spawnSync('script', ['-qec', command, '/dev/null'],
    { encoding: 'utf8', input: '', env: { PATH: process.env.PATH, TERM: 'xterm', PAGER: 'cat', ...env } });
  expect(run.status === 0, `${command}: ${run.status} ${run.stderr}`);
  return run.stdout.replaceAll('\r', '');
};
const widest = (text) => Math.max(...text.split('\n').map((line) => [...line].length));

test('in a terminal rules have its width, at most 100 and at least 40 columns, and bold letters if they are wanted', () => {
  const plain = (columns) => inTerminal(columns, { NO_COLOR: '1' }, 'rules', 'mimsy');
  const inked = inTerminal(60, {}, 'rules', 'mimsy');
  expect(inked.includes('\x1b[1mMimsy\x1b[0m\n'), 'the title is not bold');
  expect(inked.replace(/\x1b\[\d+m/g, '') === plain(60), 'more than the letters differs');
  for (const [columns, most] of [[20, 40], [40, 40], [60, 60], [100, 100], [200, 100]]) {
    const width = widest(plain(columns));
    expect(width <= most && width > most - 8, `${width} columns in a terminal of ${columns}`);
  }
  expect(plain(80) === fine('rules', 'mimsy'), 'not what a file gets');
  for (const env of [{ TERM: 'dumb' }, { NO_COLOR: '1' }, { LESS: 'F' }])
    expect(!inTerminal(80, env, 'rules', 'mimsy').includes('\x1b'), JSON.stringify(env));
});

for (const game of games) {
  test(`${game.id}: ${GAMES} games with every setup, and their records are accepted`, () => {
    for (const setup of setups(game)) {
      const out = fine('sim', game.id, ...setup, '--games', GAMES);
      expect(out.includes(`${GAMES} random games`), out);
    }
    const records = join(folder, game.id);
    for (const setup of setups(game)) fine('sim', game.id, ...setup, '--games', RECORDS, '--seed', 77, '--record', records);
    const names = readdirSync(records);
    expect(names.length === RECORDS * setups(game).length, `${names.length} records`);
    for (const name of names) {
      const out = fine('replay', join(records, name), '--check');
      expect(out.includes('finished'), out);
    }
  });

  test(`${game.id}: a record can be shown as everybody at any move`, () => {
    const record = join(folder, game.id, readdirSync(join(folder, game.id))[0]);
    const moves = Number(/^end (\d+)$/m.exec(readFileSync(record, 'utf8'))[1]);
    const log = fine('replay', record).split('\n\n')[1]; // before it stands the title, behind it the board
    const numbers = [...log.matchAll(/^ *(\d+)  \S/gm)].map((match) => Number(match[1]));
    expect(numbers.length > 5 && numbers.every((n, i) => n <= moves && (i === 0 || n > numbers[i - 1])), `numbers of moves: ${numbers}`);
    for (const viewer of ['0', '1', 'spectator', 'referee'].filter((viewer) => viewer !== '1' || game.seats[0] > 1)) {
      const shown = fine('replay', record, '--as', viewer), board = fine('replay', record, '--as', viewer, '--board');
      const [title, table] = [board.slice(0, board.indexOf('\n\n')), board.slice(board.indexOf('\n\n') + 2)];
      expect(shown.startsWith(`${title}\n`) && shown.endsWith(`\n${table}`) && board.length < shown.length, `${viewer}: the board alone`);
      expect(tooWide(shown) === undefined, `${viewer}: wider than a terminal: ${tooWide(shown)}`);
      fine('replay', record, '--as', viewer, '--until', 0);
      const view = JSON.parse(fine('replay', record, '--as', viewer, '--until', Math.floor(moves / 2), '--json'));
      expect(view.view.viewer === viewer && Array.isArray(view.log), 'JSON');
    }
    // What a seat could do in the past is shown, the move it made among it.
    const lines = readFileSync(record, 'utf8').split('\n');
    const made = lines.slice(lines.indexOf('moves') + 1).filter((line) => !line.startsWith('#'));
    const at = made.findIndex((line, i) => i >= moves / 2 && /^\d /.test(line));
    const past = JSON.parse(fine('replay', record, '--as', made[at][0], '--until', at, '--json')).view;
    expect(past.moves.some((move) => move.text === made[at].slice(2)) && !('decision' in past), `the options before move ${at + 1}`);
    refused(2, '--board', 'replay', record, '--check', '--board');
    refused(2, '--board', 'replay', record, '--json', '--board');
    refused(2, 'only', 'replay', record, '--until', moves + 1);
    refused(2, '--as is a seat', 'replay', record, '--as', '6');
    refused(2, '--as is a seat', 'replay', record, '--as', 'chance');
  });

  test(`${game.id}: damaged records are refused with the line and the reason`, () => {
    const record = readFileSync(join(folder, game.id, readdirSync(join(folder, game.id))[0]), 'utf8');
    const lines = record.split('\n');
    const first = lines.indexOf('moves') + 1;
    const damage = {
      empty: '',
      'cut off': lines.slice(0, -4).join('\n') + '\n',
      'not a record': 'hello\n',
      binary: '\0\x01\x02',
      'a move less': [...lines.slice(0, first + 5), ...lines.slice(first + 6)].join('\n'),
      'a move twice': [...lines.slice(0, first + 1), ...lines.slice(first)].join('\n'),
      'another seed': record.replace(/^luck local \d+$/m, 'luck local 123456789'),
      'another result': record.replace(/^result 0 rank (\d) /m, (_, rank) => `result 0 rank ${Number(rank) + 1} `),
      'another game': record.replace(/^game .*$/m, 'game chess 1'),
      'another version': record.replace(/^game (\S+) .*$/m, 'game $1 999'),
      'too many seats': record.replace(/^seats .*$/m, 'seats 9'),
      'a move that does not exist': record.replace(/^moves\n(\S+) .*$/m, 'moves\n$1 do something'),
      'a long line': record.replace(/^moves\n(\S+) .*$/m, `moves\n$1 ${'x'.repeat(9999)}`),
    };
    if (!lines.some((line) => line.startsWith('chance '))) delete damage['another seed']; // any seed fits such a game
    for (const [what, text] of Object.entries(damage)) {
      const path = join(folder, 'damaged.wabe');
      writeFileSync(path, text);
      const run = wabe('replay', path);
      expect(run.status === 1 && /: line \d+: \S/.test(run.stderr) && run.stdout === '', `${what}: ${run.status} ${run.stderr}`);
    }
  });

  test(`${game.id}: a trace has a header, every step with its options, and a result`, () => {
    const path = join(folder, 'trace.jsonl');
    fine('sim', game.id, '--games', 3, '--seed', 5, '--trace', path);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
    let headers = 0;
    let results = 0;
    let n = 0;
    for (const line of lines) {
      if (line.trace) {
        headers++;
        n = 0;
        expect(line.game === game.id && line.version === game.version && line.seed === String(4 + headers), 'header');
      } else if (line.result) {
        results++;
        expect(line.moves === n && line.result.length === game.seats[0], 'result');
      } else {
        const options = line.options[line.actor];
        expect(line.n === n++, 'steps are numbered');
        expect(line.actors.includes(line.actor), 'the actor is one of the actors');
        expect(JSON.stringify(Object.keys(line.options)) === JSON.stringify(line.actors), 'options of every actor');
        expect(line.actor === 'chance'
          ? options.some(([text, weight]) => text === line.move && weight > 0)
          : options.includes(line.move), 'the move is one of the options');
        expect(Array.isArray(line.scene.zones) && line.scene.prompt, 'the scene');
        expect((line.actor === 'chance') === Number.isInteger(line.source), 'the source of chance');
      }
    }
    expect(headers === 3 && results === 3, `${headers} headers, ${results} results`);
    expect(fine('sim', game.id, '--games', 3, '--seed', 5, '--trace', '-') === readFileSync(path, 'utf8'), 'the same on the standard output');
  });
}

// The share of these games that a player alone has won, by their records.
const soloWins = (id, count) => {
  const records = mkdtempSync(join(folder, 'solo-'));
  fine('sim', id, '--games', count, '--record', records);
  const results = readdirSync(records).map((name) => /^result 0 rank (\d)/m.exec(readFileSync(join(records, name), 'utf8'))[1]);
  expect(results.length === count, `${id}: ${results.length} results`);
  return results.filter((rank) => rank === '1').length / count;
};

// Somebody wins every game, alone or with others; only a player alone may miss the win.
test('a summary as JSON adds up', () => {
  for (const game of games) for (const seats of new Set(game.seats)) {
    const run = JSON.parse(fine('sim', game.id, '--seats', seats, '--games', 500, '--json'));
    const wins = run.seats.reduce((sum, seat) => sum + seat.wins, 0);
    const won = seats === 1 ? soloWins(game.id, 500) : 1;
    expect(run.games === 500 && run.seats.length === seats, `${game.id}: ${run.games} games, ${run.seats.length} seats`);
    expect(Math.abs(wins - won) < 0.001, `${game.id}:${seats}: ${wins}, not ${won}`);
    expect(run.moves_min <= run.moves && run.moves <= run.moves_max && run.decisions <= run.moves, 'moves');
    expect(run.seats.every((seat) => seat.wins_95 >= 0 && seat.wins_95 < 0.05), 'the error of 500 games');
  }
});

// The histories of length 1 are the options of the first decision, and one of them leads to the next decision.
test('perft with a seed counts the decisions of that deal', () => {
  for (const game of games) {
    const steps = fine('sim', game.id, '--games', 1, '--seed', 9, '--trace', '-').split('\n').filter(Boolean)
      .map((line) => JSON.parse(line)).filter((line) => line.actors && line.actor !== 'chance');
    const counts = JSON.parse(fine('perft', `${game.id}#9`, 1, '--json')).map((row) => row.histories);
    const [first] = steps;
    expect(counts[1] === first.options[first.actors[0]].length, `${game.id}: ${counts.join()}`);
    expect(fine('perft', game.id, 1, '--seed', 9) === fine('perft', `${game.id}#9`, 1), 'two ways to say a seed');
  }
});

// Counted by hand from the rules: 3 goal cards for the first seat, 2 for the second, 3 and 2 ways to lay the goal cards
// (the last one is no choice), then the nine mimsy cards but the last, and two seats that may start.
test('perft counts the set-up of Mimsy', () => {
  const counts = JSON.parse(fine('perft', 'mimsy', 6, '--json')).map((row) => row.histories);
  expect(JSON.stringify(counts) === JSON.stringify([1, 3, 6, 18, 36, 36 * 9, 36 * 9 * 8]), counts.join());
});

test('bench prints figures and a fingerprint that is the same every time', () => {
  const rows = JSON.parse(fine('bench', '--json', '--ms', 5));
  const again = JSON.parse(fine('bench', '--json', '--ms', 5));
  expect(rows.length === games.reduce((sum, game) => sum + game.seats[1] - game.seats[0] + 1, 0), `${rows.length} rows`);
  rows.forEach((row, i) => {
    expect(row.moves_per_s > 0 && row.games_per_s > 0 && row.decisions_per_s > 0 && row.calibration_per_s > 0, 'figures');
    expect(/^[0-9a-f]{16}$/.test(row.fingerprint) && row.fingerprint === again[i].fingerprint, 'fingerprint');
  });
  expect(fine('bench', games[0].id, '--ms', 10).includes(games[0].id), 'table');
  expect(JSON.parse(fine('bench', 'mome:3:variant=extended', '--ms', 10, '--json'))[0].setup === 'mome:3:variant=extended', 'one set-up');
});

test('files that cannot be read or written are explained', () => {
  refused(1, 'cannot open', 'replay', join(folder, 'nothing'));
  refused(1, 'cannot read', 'replay', folder);
  writeFileSync(join(folder, 'file'), '');
  refused(1, 'cannot make the folder', 'sim', games[0].id, '--games', 1, '--record', join(folder, 'file'));
  refused(1, 'cannot make the folder', 'sim', games[0].id, '--games', 1, '--record', join(folder, 'no/such/folder'));
  refused(1, 'cannot write', 'sim', games[0].id, '--games', 1, '--trace', join(folder, 'no/trace'));
  if (process.getuid() !== 0) {
    mkdirSync(join(folder, 'locked'));
    chmodSync(join(folder, 'locked'), 0o500);
    refused(1, 'cannot write', 'sim', games[0].id, '--games', 1, '--record', join(folder, 'locked'));
  }
});

test('a full disk is a failure, a closed pipe is none', () => {
  const shell = (line) => spawnSync('sh', ['-c', line], { encoding: 'utf8' });
  const full = shell(`"${program}" games >/dev/full`);
  expect(full.status === 1 && full.stderr.includes('could not be written'), `${full.status} ${full.stderr}`);
  const trace = shell(`"${program}" sim ${games[0].id} --games 50 --trace /dev/full`);
  expect(trace.status === 1 && trace.stderr.includes('could not be written'), `${trace.status} ${trace.stderr}`);
  expect(!trace.stdout.includes('random games'), 'a summary after a failure');
  const kept = join(folder, 'kept');
  fine('sim', games[0].id, '--games', 1, '--record', kept);
  const [name] = readdirSync(kept);
  const before = readFileSync(join(kept, name), 'utf8');
  const record = shell(`trap '' XFSZ; ulimit -f 1; "${program}" sim ${games[0].id} --games 50 --record "${kept}"`);
  expect(record.status === 1 && record.stderr.includes('cannot write'), `${record.status} ${record.stderr}`);
  expect(readdirSync(kept).join() === name && readFileSync(join(kept, name), 'utf8') === before, 'half a record, or a lost one');
  const pipe = shell(`"${program}" sim ${games[0].id} --games 50 --trace - | head -n 1 | wc -l`);
  expect(pipe.status === 0 && pipe.stdout.trim() === '1' && pipe.stderr === '', `${pipe.status} ${pipe.stderr}`);
});

test('two runs write the same records at once', () => {
  const shared = join(folder, 'shared');
  const line = `"${program}" sim ${games[0].id} --games 300 --record "${shared}" >/dev/null`;
  const both = spawnSync('sh', ['-c', `${line} & ${line}; first=$?; wait $! && exit $first`], { encoding: 'utf8' });
  expect(both.status === 0 && both.stderr === '', `${both.status} ${both.stderr}`);
  expect(readdirSync(shared).length === 300 && readdirSync(shared).every((name) => name.endsWith('.wabe')), 'files');
});

test('a record is read from the standard input', () => {
  const path = join(folder, games[0].id, readdirSync(join(folder, games[0].id))[0]);
  expect(fine('replay', '-', '--check', { input: readFileSync(path) }).includes('finished'), 'not read');
});

test('the same seed gives the same games, another seed others', () => {
  const run = (seed) => fine('sim', games[0].id, '--games', 5, '--seed', seed, '--trace', '-');
  expect(run(1) === run(1), 'not the same');
  expect(run(1) !== run(2), 'the same');
});

// ---- arena ----

const arena = (...args) => JSON.parse(fine('arena', ...args, '--json', '--no-times'));
const near = (a, b, error) => Math.abs(a - b) <= error;

test('arena: the result does not depend on the number of threads', () => {
  for (const id of ['mimsy', 'slithy:3', 'bandersnatch', 'mome:4']) {
    const run = (threads) => fine('arena', id, '--bots', 'random,greedy,ismcts:iterations=4,trees=2', '--games', 60, '--threads', threads, '--json', '--no-times');
    expect(run(1) === run(3), `${id}: another result with three threads`);
  }
  const run = (threads) => fine('arena', 'mimsy', '--bots', 'random,easy', '--games', 4000, '--until-sure', '--threads', threads, '--json', '--no-times');
  expect(run(1) === run(3), 'another stop with three threads');
});

test('arena: the table and the JSON say the same, with times and without', () => {
  const args = ['arena', 'mimsy', '--bots', 'random,greedy', '--games', 100];
  const run = JSON.parse(fine(...args, '--json'));
  expect(run.times.decision_ms.length === 2 && run.times.seconds >= 0, 'times');
  const table = fine(...args, '--no-times');
  expect(tooWide(table) === undefined, `too wide: ${tooWide(table)}`);
  expect(table.includes(`${(100 * run.pairs[0].wins).toFixed(1)}%`) && !/ ms | s$/m.test(table), table);
  expect(fine(...args).includes(' ms each'), 'times in the table');
});

// Equal bots: with the rotations every seat advantage cancels, and what one wins the other loses.
test('arena: what one bot wins the other loses, whatever the number of seats', () => {
  for (const [id, perDeal] of [['mimsy:2', 2], ['mimsy:3', 6], ['mome:4', 2], ['slithy:5', 10], ['slithy:7', 14], ['bandersnatch', 2]]) {
    const run = arena(id, '--bots', 'random,random', '--games', 300);
    expect(run.deal_games === perDeal && run.deals === Math.ceil(300 / perDeal), `${id}: ${run.deals} deals of ${run.deal_games} games`);
    expect(near(run.bots[0].wins + run.bots[1].wins, 1, 1e-5), `${id}: the wins of both are ${run.bots[0].wins + run.bots[1].wins}`);
    expect(run.pairs[0].wins === run.bots[0].wins && near(run.bots[1].elo, 400 * Math.log10(1 / run.pairs[0].wins - 1), 0.1), `${id}: Elo`);
    expect(run.pairs[0].wins_95[0] <= 0.55 && run.pairs[0].wins_95[1] >= 0.45, `${id}: equal bots seem very different`);
    expect(near(run.pairs[0].score_difference, run.bots[0].score - run.bots[1].score, 2e-4), `${id}: scores`);
  }
});

test('arena: a bot that always wins has a bound instead of an infinite Elo', () => {
  for (const [games, best] of [[2, 'normal'], [6, 'normal'], [20, 'easy'], [60, 'easy']]) {
    const run = arena('mimsy', '--bots', `greedy,random,${best}`, '--games', games);
    expect(run.pairs.length === 3 && run.bots[0].elo === 0, 'three pairs');
    const always = run.pairs.every((pair) => pair.second !== 2 || pair.wins === 0);
    expect(always === (best === 'normal'), 'who always wins');
    expect((run.bots[2].elo === null) === always && (run.bots[2].elo_95[1] === null) === (always || games === 2), 'Elo of the strongest');
    for (const bot of run.bots) {
      const [low, high] = bot.elo_95;
      expect(bot.elo !== null || low === null || high === null, `${bot.name}: infinite, but between two numbers`);
      expect(bot.elo === null || ((low === null || low <= bot.elo) && (high === null || bot.elo <= high)), `${bot.name}: outside its interval`);
      expect(bot.wins_95[0] < bot.wins_95[1], `${bot.name}: certain`);
    }
  }
});

test('arena: it stops when it is sure, and says so only then', () => {
  const stop = arena('mimsy', '--bots', 'easy,random', '--games', 2000, '--until-sure');
  expect(stop.deals < 100 && stop.pairs[0].verdict === 'stronger' && stop.pairs[0].wins_95[0] >= 0.5, JSON.stringify(stop.pairs));
  const equal = arena('mimsy', '--bots', 'random,random', '--games', 200, '--until-sure');
  expect(equal.deals === 100 && equal.pairs[0].verdict === 'undecided', JSON.stringify(equal.pairs));
  const margin = arena('mimsy', '--bots', 'random,random', '--games', 20000, '--until-sure', '--margin', 10);
  expect(margin.deals < 5000 && margin.pairs[0].verdict === 'not worse' && margin.pairs[0].wins_95[0] >= 0.4, JSON.stringify(margin.pairs));
  expect(arena('mimsy', '--bots', 'random,easy', '--games', 100, '--margin', 5).pairs[0].verdict === 'worse', 'random is worse');
});

test('arena: shards put together are the whole', () => {
  for (const [id, bots] of [['mimsy', 'random,greedy,easy'], ['slithy:3', 'random,ismcts:iterations=2,trees=2'], ['bandersnatch', 'greedy,random']]) {
    const args = ['arena', id, '--bots', bots, '--games', 62, '--seed', 7];
    const files = [0, 1, 2].map((i) => {
      const path = join(folder, `shard-${i}`);
      writeFileSync(path, fine(...args, '--shard', `${i}/3`));
      return path;
    });
    const [a, b, c] = files;
    expect(fine('arena', 'merge', c, a, b, '--json', '--no-times') === fine(...args, '--json', '--no-times'), `${id}: JSON differs`);
    expect(fine('arena', 'merge', a, b, c, '--no-times') === fine(...args, '--no-times'), `${id}: the table differs`);
    refused(1, 'shard 1 of 3 is missing', 'arena', 'merge', a, c);
    refused(1, 'once more', 'arena', 'merge', a, b, b);
  }
});

test('arena: shards that do not fit are refused', () => {
  const shard = (...args) => fine('arena', 'mimsy', '--bots', 'random,greedy', '--games', 20, ...args);
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const good = write('good', shard('--shard', '0/2'));
  expect(fine('arena', 'merge', good, write('pretty', JSON.stringify(JSON.parse(shard('--shard', '1/2')), null, 2))).includes('10 deals'), 'laid out otherwise');
  for (const [what, other] of Object.entries({
    seed: shard('--shard', '1/2', '--seed', 1),
    margin: shard('--shard', '1/2', '--margin', 1),
    games: fine('arena', 'mimsy', '--bots', 'random,greedy', '--games', 22, '--shard', '1/2'),
    bots: fine('arena', 'mimsy', '--bots', 'greedy,random', '--games', 20, '--shard', '1/2'),
    seats: shard('--shard', '1/2', '--seats', 3),
    shards: shard('--shard', '1/3'),
  })) refused(1, 'another question', 'arena', 'merge', good, write(what, other));
  const text = readFileSync(good, 'utf8');
  const damage = {
    'here should be {': '',
    'here should be "arena_shard"': fine('arena', 'mimsy', '--bots', 'random,greedy', '--games', 20, '--json'),
    'here should be': text.slice(0, text.length / 2),
    'do not add up': text.replace(/"won":\[\[\d+,\d+\]/, '"won":[[0,1]'),
    'only 4 of 5 deals': text.replace('"deals":5', '"deals":4').replace(/"won":\[[^"]*"/g, '"won":[[0,4]],"'),
    'another version': text.replace(/"version":\d+/, '"version":999'),
    'there is no such shard': text.replace('"shard":0', '"shard":2'),
    'there is no bot': text.replace('"greedy","greedy"', '"nobody","greedy"'),
    'another one in this version': text.replace('"greedy","greedy"', '"greedy","random"'),
    'two bots or more': text.replace(',["greedy","greedy"]', ''),
    'not so large': text.replace(/"games":\d+/, '"games":99999999999999999999'),
    'nothing more': `${text}{}`,
  };
  for (const [words, bytes] of Object.entries(damage)) refused(1, words, 'arena', 'merge', write('damaged', bytes));
  for (let end = 0; end < text.trimEnd().length; end += 7) {
    const cut = wabe('arena', 'merge', write('cut', text.slice(0, end)));
    expect(cut.status === 1 && cut.stdout === '' && /: line \d+: /.test(cut.stderr), `cut off at ${end}: ${cut.status} ${cut.stderr}`);
  }
  refused(1, 'cannot open', 'arena', 'merge', join(folder, 'nothing'));
});

test('arena: what makes no sense is refused', () => {
  refused(2, '--bots says who plays', 'arena', 'mimsy');
  refused(2, 'two bots', 'arena', 'mimsy', '--bots', 'random');
  refused(2, 'there is no bot', 'arena', 'mimsy', '--bots', 'random,nobody');
  refused(2, 'a name is missing', 'arena', 'mimsy', '--bots', 'random,,random');
  refused(2, 'at most 8', 'arena', 'mimsy', '--bots', Array(9).fill('random').join());
  refused(2, '--games', 'arena', 'mimsy', '--bots', 'random,greedy', '--games', 0);
  refused(2, '--margin', 'arena', 'mimsy', '--bots', 'random,greedy', '--margin', 50);
  refused(2, '--threads', 'arena', 'mimsy', '--bots', 'random,greedy', '--threads', 0);
  for (const shard of ['', '3', '1/', '/2', '2/2', '0/0', '-1/2', '0/256', '0/2/3'])
    refused(2, '--shard is I/N', 'arena', 'mimsy', '--bots', 'random,greedy', '--shard', shard);
  refused(2, '--until-sure', 'arena', 'mimsy', '--bots', 'random,greedy', '--shard', '0/2', '--until-sure');
  refused(2, 'one word too many', 'arena', 'mimsy', 'mome', '--bots', 'random,greedy');
  refused(2, 'files', 'arena', 'merge');
  refused(2, 'merge takes only', 'arena', 'merge', 'file', '--bots', 'random,greedy');
});

// Interrupts this when it has computed for half a second, however long that takes.
async function interrupted(...args) {
  const child = spawn(program, args.map(String));
  const run = { out: '', err: '' };
  child.stdout.on('data', (text) => (run.out += text));
  child.stderr.on('data', (text) => (run.err += text));
  const ended = once(child, 'close');
  const ticks = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').slice(11, 13).reduce((a, b) => a + Number(b), 0);
  await until(() => child.exitCode !== null || ticks() >= 50, 'half a second of work');
  child.kill('SIGINT');
  [run.status] = await ended;
  expect(run.status === 130, `${run.status} ${run.err}`);
  return run;
}

await testLater('arena: an interrupt gives what is finished', async () => {
  const { out } = await interrupted('arena', 'gyre', '--bots', 'random,greedy', '--games', 10000000, '--threads', 2, '--json');
  const result = JSON.parse(out);
  expect(result.interrupted && result.deals > 0 && result.deals < 5000000 && result.bots[0].games === 2 * result.deals, out);
});

test('sim plays bots, and their records are accepted', () => {
  const records = join(folder, 'records of bots');
  const run = (...args) => fine('sim', 'mimsy', '--games', 6, '--trace', '-', ...args);
  expect(run('--bots', 'easy') === run('--bots', 'easy,easy') && run('--bots', 'easy') !== run(), 'one for all is one for each');
  expect(run('--bots', 'random,easy') !== run('--bots', 'easy,random'), 'the order of the seats');
  expect(fine('sim', 'mimsy', '--games', 6, '--bots', 'easy,random', '--record', records).includes('seat 1: random'), 'who sits where');
  for (const name of readdirSync(records)) expect(fine('replay', join(records, name), '--check').includes('finished'), name);
  refused(2, 'one for each of the 2 seats', 'sim', 'mimsy', '--bots', 'easy,easy,easy');
  refused(2, 'there is no bot', 'sim', 'mimsy', '--bots', 'nobody');
});

test('hint: what a bot would do, its reasons, and the same every time', () => {
  const records = join(folder, 'records for hints');
  for (const game of games) {
    fine('sim', game.id, '--games', 1, '--record', records);
    const file = join(records, `${game.id}-${game.seats[0]}-0.wabe`);
    const length = JSON.parse(fine('replay', file, '--json')).view.n;
    for (let n = 0, asked = 0; n < length && asked < 3; n += 7) {
      const run = wabe('hint', file, '--until', n, '--bot', 'ismcts:iterations=30,trees=2', '--json');
      const at = Number(/after (\d+) move/.exec(fine('hint', file, '--until', n, '--bot', 'random'))[1]);
      expect(at >= n || n > length - 20, `${file}: after ${n} moves, and the hint is for ${at}`);
      n = at;
      const hint = JSON.parse(run.stdout);
      const options = JSON.parse(fine('replay', file, '--until', n, '--as', hint.seat, '--json')).view.moves.map((move) => move.move);
      expect(options.includes(hint.move) && hint.reasons.every((reason) => options.includes(reason.move)), `${file} ${n}`);
      expect(hint.reasons.length === options.length, `${file} ${n}: every option has its reasons`);
      expect(hint.simulations === 60, `${hint.simulations} simulations`); // also for a single option: docs/bots.md
      expect(Math.abs(hint.reasons.reduce((sum, reason) => sum + reason.weight, 0) - 1) < 0.01, 'weights');
      expect(run.stdout === fine('hint', file, '--until', n, '--bot', 'ismcts:iterations=30,trees=2', '--json'), 'the same again');
      expect(fine('hint', file, '--until', n, '--as', hint.seat, '--bot', 'easy').includes('is asked: '), 'in words');
      expect(JSON.parse(fine('hint', file, '--until', n, '--ms', 5, '--json')).reasons.length === options.length, 'by time');
      asked++;
    }
    expect(fine('hint', file, '--bot', 'random').startsWith('after '), 'the last decision of a game that is over');
  }
  const file = join(records, 'mimsy-2-0.wabe');
  refused(2, 'there is no bot', 'hint', file, '--until', 20, '--bot', 'nobody');
  refused(2, 'a seat of this table', 'hint', file, '--until', 20, '--as', 5);
  refused(2, 'has only', 'hint', file, '--until', 9999);
  refused(1, 'cannot open', 'hint', join(folder, 'nothing'));
});

test('bench --bots: how fast bots think', () => {
  const rows = JSON.parse(fine('bench', 'mimsy', 'bandersnatch', '--bots', '--json', '--ms', 20));
  expect(rows.length === 3 && rows.every((row) => row.first_per_s > 0 && row.simulations_per_s > 0 && row.normal_ms > 0), JSON.stringify(rows));
  expect(fine('bench', 'mimsy:3', '--bots', '--ms', 10).includes('mimsy:3'), 'table');
});

// ---- study ----

// Every tag is closed by its own, every id is there once and every reference leads to one.
function wellFormed(html, what) {
  const open = [];
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
  for (const [tag, end, name, , closed] of html.replace(/<style>[^]*?<\/style>/, '').matchAll(/<(\/?)([a-z0-9]+)((?:\s+[a-zA-Z0-9-]+="[^"<>]*")*)\s*(\/?)>|<[^!]/g)) {
    expect(name !== undefined, `${what}: a '<' that begins no tag: ${tag}`);
    if (end) expect(open.pop() === name, `${what}: </${name}> closes another`);
    else if (!closed && name !== 'meta') open.push(name);
  }
  expect(open.length === 0, `${what}: not closed: ${open}`);
  expect(new Set(ids).size === ids.length, `${what}: an id twice`);
  for (const [, list] of html.matchAll(/(?:href="#|aria-labelledby=")([^"]*)"/g))
    for (const id of list.split(' ')) expect(ids.includes(id), `${what}: nothing has the id ${id}`);
  expect(!/\bnan\b|\binf\b|undefined|\(null\)/i.test(html), `${what}: a number that is none`);
  expect(!/<(script|link|img)|https?:/.test(html), `${what}: it needs something from elsewhere`);
  for (const [, svg] of html.matchAll(/(<svg[^]*?<\/svg>)/g))
    expect(svg.includes('role="img"') && svg.includes('<title') && svg.includes('<desc'), `${what}: a picture without words`);
}

function study(...args) {
  const out = join(folder, 'page.html');
  fine('study', ...args, '--out', out);
  const html = readFileSync(out, 'utf8');
  wellFormed(html, args.join(' '));
  return { html, json: readFileSync(join(folder, 'page.json'), 'utf8'), data: JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) };
}

const percent = (share) => `${(share * 100).toFixed(1)}%`;
const plain = (html) => html.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ');

test('a study is a whole page and JSON for every game, with one game and with several', () => {
  for (const game of games)
    for (const seats of new Set(game.seats))
      for (const n of [1, 2, 40]) {
        const { data } = study(game.id, '--seats', seats, '--games', n, '--bots', 'random', '--no-skill');
        const [setup] = data.setups;
        expect(data.games === n && setup.games === n && setup.seats.length === seats, `${game.id}: what was played`);
        const sum = setup.seats.reduce((all, seat) => all + seat.wins.value, 0);
        expect(Math.abs(sum - 1) < 1e-6, `${game.id}: the wins add up to ${sum}`);
        for (const key of ['moves', 'decisions'])
          expect(setup[key].counts.reduce((all, [, count]) => all + count, 0) === n, `${game.id}: ${key}`);
        for (const { wins } of setup.seats) expect(wins.low <= wins.value && wins.value <= wins.high, `${game.id}: interval`);
        for (const action of setup.actions) expect(action.uses <= action.offers && action.offers > 0, `${game.id}: ${action.move}`);
      }
});

test('a study says the same on the page and in the JSON', () => {
  const { html, data } = study('mimsy:3', '--games', 300, '--bots', 'random', '--no-skill');
  const [setup] = data.setups;
  const text = plain(html);
  for (const { seat, wins } of setup.seats)
    expect(text.includes(`seat ${seat} ${percent(wins.value)} ${percent(wins.low)} to ${percent(wins.high)}`), `seat ${seat}`);
  const { mean, median, least, most } = setup.moves;
  expect(text.includes(`moves ${mean.value.toFixed(2)} ${mean.low.toFixed(2)} to ${mean.high.toFixed(2)} ${median} `), 'moves');
  expect(text.includes(` ${least} ${most} `), 'the shortest and the longest');
  expect(text.includes(data.command) && data.command.startsWith('wabe study mimsy:3#0 --games 300'), data.command);
});

test('a study plays the games that sim plays with the same bots', () => {
  const args = ['gimble:3', '--games', 40, '--seed', 11, '--bots', 'greedy'];
  const [setup] = study(...args, '--no-skill').data.setups;
  const sim = JSON.parse(fine('sim', ...args, '--json'));
  expect(Math.abs(setup.moves.mean.value - sim.moves) < 1e-3 && setup.moves.most === sim.moves_max, 'moves');
  expect(Math.abs(setup.decisions.mean.value - sim.decisions) < 1e-3, 'decisions');
  expect(Math.abs(setup.shared.value - sim.shared) < 1e-4, 'shared first places');
  sim.seats.forEach((seat, i) => {
    expect(Math.abs(setup.seats[i].wins.value - seat.wins) < 1e-4, `wins of seat ${i}`);
    expect(Math.abs(setup.seats[i].score.mean.value - seat.score) < 1e-3, `score of seat ${i}`);
  });
});

test('a study does not depend on the number of threads, and its command makes it again', () => {
  const args = ['slithy:3', '--games', 30, '--bots', 'random,greedy,random', '--seed', 5];
  const one = study(...args, '--threads', 1), three = study(...args, '--threads', 3);
  expect(one.html === three.html && one.json === three.json, 'another page');
  expect(one.data.skill.length === 2, 'levels against each other');
  expect(study(...one.data.command.split(' ').slice(2)).json === one.json, 'not made again');
});

// Every bot sits everywhere equally often, so that seats stay fair while the bots are not.
test('a study tells bots from seats', () => {
  const { data, html } = study('mimsy', '--games', 60, '--bots', 'random,easy', '--no-skill');
  const [random, easy] = data.setups[0].bots;
  expect(easy.wins.low > 0.5 && random.wins.high < 0.5, `easy ${easy.wins.value}, random ${random.wins.value}`);
  expect(html.includes('The bot that wins most is easy'), 'not said');
});

test('a study compares the values of an option on the same luck, and numbers of seats', () => {
  const option = study('mimsy:2', '--games', 50, '--bots', 'random', '--vary', 'variant');
  expect(option.data.setups.map((setup) => setup.value).join() === 'basic,advanced', 'values');
  expect(plain(option.html).includes('taken game by game'), 'paired');
  const alone = study('mimsy:2:variant=advanced', '--games', 50, '--bots', 'random', '--no-skill');
  const same = ({ value, metrics, ...rest }) => JSON.stringify(rest);
  expect(same(alone.data.setups[0]) === same(option.data.setups[1]), 'a value alone is another study');
  const [basic, advanced] = option.data.setups.map((setup) => setup.metrics.moves);
  expect(Math.abs(advanced.mean.value - basic.mean.value - advanced.difference.value) < 1e-6, 'the difference of the means');
  const seats = study('borogoves', '--games', 20, '--bots', 'random', '--vary', 'seats');
  expect(seats.data.setups.map((setup) => setup.seats.length).join() === '1,2', 'seats');
  expect(plain(seats.html).includes('not paired'), 'said so');
  const left = study('oh-gnome:2:brawling=on,forfeit=on', '--games', 3, '--bots', 'random', '--vary', 'handlimit');
  expect(left.data.setups.length === 2, 'handlimit');
});

test('a study explains mistakes, and keeps what was there', () => {
  refused(2, "no bot 'clever'", 'study', 'mimsy', '--bots', 'clever');
  refused(2, 'choose one', 'study', 'mimsy', '--bots', 'random', '--level', 'easy');
  refused(2, 'one bot for all seats or one for each', 'study', 'mimsy', '--bots', 'random,easy,easy');
  refused(2, '--level takes one bot', 'study', 'mimsy', '--level', 'easy,easy');
  refused(2, 'ends with .html', 'study', 'mimsy', '--out', 'page.txt');
  refused(2, "no option 'colour'", 'study', 'mimsy', '--vary', 'colour');
  refused(2, "Gimble has no option 'variant'", 'study', 'gimble', '--vary', 'variant');
  refused(2, 'nothing to vary', 'study', 'brillig', '--vary', 'seats');
  refused(2, 'only one value of brawling', 'study', 'oh-gnome:2:brawling=on,forfeit=on', '--vary', 'brawling');
  refused(2, 'one bot for all', 'study', 'mimsy', '--vary', 'seats', '--bots', 'random,easy');
  refused(1, 'cannot write', 'study', 'mimsy', '--games', 1, '--out', join(folder, 'no/page.html'));
  const kept = join(folder, 'kept-study');
  mkdirSync(kept);
  const line = `"${program}" study mimsy --games 5 --bots random --no-skill --out "${join(kept, 'p.html')}"`;
  const shell = (words) => spawnSync('sh', ['-c', words], { encoding: 'utf8' });
  expect(shell(line).status === 0, 'first');
  const before = readFileSync(join(kept, 'p.html'), 'utf8');
  const full = shell(`trap '' XFSZ; ulimit -f 4; ${line} --seed 9`);
  expect(full.status === 1 && full.stderr.includes('cannot write'), `${full.status} ${full.stderr}`);
  expect(readdirSync(kept).sort().join() === 'p.html,p.json' && readFileSync(join(kept, 'p.html'), 'utf8') === before, 'half a page');
});

await testLater('a study that is interrupted writes what it has', async () => {
  const out = join(folder, 'stopped.html');
  await interrupted('study', 'mimsy', '--games', 1000000, '--bots', 'random', '--out', out);
  const html = readFileSync(out, 'utf8'), data = JSON.parse(readFileSync(join(folder, 'stopped.json'), 'utf8'));
  wellFormed(html, 'stopped');
  expect(data.interrupted && data.games > 0 && data.games < 1000000 && html.includes('interrupted'), `${data.games}`);
});

end();
