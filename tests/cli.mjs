// cli.mjs WABE ROOT: the program as a person or a script uses it. Prints TAP.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [, , program, root] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-cli-'));
let tests = 0;
let failures = 0;

function test(what, run) {
  try {
    run();
    console.log(`ok ${++tests} - ${what}`);
  } catch (error) {
    console.log(`not ok ${++tests} - ${what}`);
    console.log(`# ${String(error.message).replace(/\n/g, '\n# ')}`);
    console.error(`${what}: ${error.message}`); // the runner shows this when a test fails
    failures++;
  }
}

function expect(ok, why) {
  if (!ok) throw new Error(why);
}

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

// Every way to set a game up: seats times options, without those that a game refuses because one needs another.
const known = new Map();
function setups(game) {
  if (known.has(game.id)) return known.get(game.id);
  let all = [[]];
  for (const option of game.options)
    all = all.flatMap((set) => option.values.map((value) => [...set, '--set', `${option.id}=${value.id}`]));
  all = all.filter((set) => {
    const { status, stderr } = wabe('sim', game.id, ...set, '--games', 1);
    expect(status === 0 || (status === 2 && stderr.includes(' needs ')), `${game.id} ${set.join(' ')}: ${status} ${stderr}`);
    return status === 0;
  });
  const seats = [];
  for (let n = game.seats[0]; n <= game.seats[1]; n++) seats.push(n);
  known.set(game.id, seats.flatMap((n) => all.map((set) => ['--seats', n, ...set])));
  return known.get(game.id);
}

test('without arguments it shows what can be done', () => {
  const out = fine();
  for (const word of ['games', 'rules', 'sim', 'replay', 'bench', 'perft', ...games.map((game) => game.id)])
    expect(out.includes(word), `no ${word}`);
  expect(fine('--help') === out && fine('help') === out, '--help differs');
  expect(fine('help', 'sim') === fine('sim', '--help'), 'help of a command');
  const played = fine({ env: { ...process.env, WABE_PROGRAM: './play' } });
  expect(played.includes('./play rules') && !played.includes('wabe rules'), 'it is called by its name');
  expect(/^wabe \d+\.\d+\.\d+\n$/.test(fine('--version')), 'no version');
});

test('every command explains itself', () => {
  for (const command of ['games', 'rules', 'sim', 'replay', 'bench', 'perft'])
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

test('options of Oh Gnome You Don\'t! that need brawling are refused without it', () => {
  refused(2, 'forfeit=on is a rule about brawls: it needs brawling=on', 'sim', 'oh-gnome:2:brawling=off,forfeit=on');
  refused(2, 'pubbrawl=on is a rule about brawls: it needs brawling=on', 'sim', 'oh-gnome:2:brawling=off,pubbrawl=on');
  expect(setups(games.find((game) => game.id === 'oh-gnome')).length === 5 * (8 + 2), 'with brawling eight ways, without it two');
});

test('the list of games is a table, JSON and Markdown', () => {
  const table = fine('games');
  for (const game of games) {
    expect(table.includes(game.title) && table.includes(game.blurb), game.id);
    for (const option of game.options)
      expect(table.includes(` ${option.id}=${option.values.map((value) => value.id).join('|')}`), `${game.id}: ${option.id}`);
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
  for (const command of ['games', 'rules', 'sim', 'replay', 'bench', 'perft']) {
    const help = fine(command, '--help');
    expect(tooWide(help) === undefined, `${command}: ${tooWide(help)}`);
  }
  expect(tooWide(fine('games')) === undefined, `games: ${tooWide(fine('games'))}`);
});

test('every game has its rules', () => {
  for (const game of games) {
    const page = fine('rules', game.id);
    expect(page === readFileSync(join(root, 'docs/rules', `${game.id}.md`), 'utf8'), `${game.id}: not its page`);
    expect(page.startsWith(`# ${game.title}\n`), `${game.id}: the page begins with another title`);
    expect(page.length > 1500, `${game.id}: a page of ${page.length} characters, when 1500 are few, cannot be complete`);
    expect(tooWide(page) === undefined, `${game.id}: wider than a terminal: ${tooWide(page)}`);
    for (const option of game.options)
      for (const value of option.values.slice(1))
        expect(page.includes(`\`${option.id}=${value.id}\``), `${game.id}: the page does not tell of ${option.id}=${value.id}`);
  }
});

for (const game of games) {
  test(`${game.id}: 10000 games with every setup, and their records are accepted`, () => {
    for (const setup of setups(game)) {
      const out = fine('sim', game.id, ...setup, '--games', 10000);
      expect(out.includes('10000 random games'), out);
    }
    const records = join(folder, game.id);
    for (const setup of setups(game)) fine('sim', game.id, ...setup, '--games', 12, '--seed', 77, '--record', records);
    const names = readdirSync(records);
    expect(names.length === 12 * setups(game).length, `${names.length} records`);
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
  const rows = JSON.parse(fine('bench', '--json', '--ms', 20));
  const again = JSON.parse(fine('bench', '--json', '--ms', 20));
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

rmSync(folder, { recursive: true });
console.log(`1..${tests}`);
process.exit(failures ? 1 : 0);
