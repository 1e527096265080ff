// thirteenth.mjs ROOT BUILD: adds one more game to a copy of the tree, step by step as CONTRIBUTING.md says under "Adding a game",
// and runs what checks it: what the page says must be all that there is to do. Commands, names of files and code are read from
// the page. The game is the template made a little longer, so that a lesson has enough moves; its rules, lesson and picture are in
// tests/thirteenth. What was compiled in BUILD is used again. WABE_LONG=1 runs all tests of the copy, as long as ./test does. Prints TAP.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Engine } from '../web/engine.js';
import { inWords } from '../web/widgets.js';
import { end, expect, test, testLater } from './tap.mjs';

const [, , root, built] = process.argv;
const tree = mkdtempSync(join(tmpdir(), 'wabe-thirteenth-'));
process.on('exit', () => rmSync(tree, { recursive: true, force: true }));
const NAME = 'tumtum';
const ID = 'tumtum-tree';
const TITLE = 'The Tumtum Tree';

const at = (path) => join(tree, path);
const read = (path) => readFileSync(at(path), 'utf8');
const write = (path, text) => writeFileSync(at(path), text);
const filled = (text) => text.replaceAll('<name>', NAME).replaceAll('<id>', ID);
const toy = (name) => filled(readFileSync(join(root, 'tests/thirteenth', name), 'utf8'));

// The text with something else in the one place where this stands.
function changed(text, from, to) {
  expect(text.split(from).length === 2, `'${from}' is there ${text.split(from).length - 1} times`);
  return text.replace(from, () => to);
}

// Runs a command line in the copy and returns what it prints.
function run(line, env = {}) {
  const { WABE_TESTS, WABE_LONG, ...own } = process.env; // which are about the tests of this file
  const ran = spawnSync('sh', ['-c', line], { cwd: tree, encoding: 'utf8', env: { ...own, ...env }, maxBuffer: 1 << 28 });
  expect(ran.status === 0, `${line}: ${ran.status}\n${ran.stdout.slice(-8000)}${ran.stderr.slice(-8000)}`);
  return ran.stdout;
}

// ---- the page

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const steps = page.split('\n## Adding a game\n')[1].split('\n## ')[0].split(/^(?=\d+\. )/m);
const bullets = (step) => steps[step].split(/^ +- /m).slice(1);
const quoted = (text) => [...text.replace(/^ *```[^]*?^ *```$/gm, '').matchAll(/`([^`\n]+)`/g)].map((match) => filled(match[1]));
const commands = (step) => quoted(steps[step]).filter((words) => /^(meson |ninja |build\/gcc\/|WABE_TESTS=|\{ |\.\/play )/.test(words));

// The block of code, without what it is indented by.
function code(text) {
  const [, indent, lines] = /^( *)```c\n([^]*?)^ *```$/m.exec(text);
  return filled(lines.split('\n').map((line) => line.slice(indent.length)).join('\n'));
}

// ---- the copy

// All files that somebody wrote, with their hashes.
function files() {
  const found = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(tree, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => !path.startsWith('build/') && !path.startsWith('node_modules/'));
  return new Map(found.map((path) => [path, createHash('sha256').update(readFileSync(at(path))).digest('hex')]));
}

// The tree, and the build folder that ./test has made: its plan, and what was compiled, with the times and the log by which
// ninja knows that it need not be compiled again.
function copy() {
  const apart = ['.git', 'build', 'node_modules'];
  run(`cp -a ${readdirSync(root).filter((name) => !apart.includes(name)).map((name) => `'${join(root, name)}'`).join(' ')} .`);
  symlinkSync(join(root, 'node_modules'), at('node_modules'));
  run(commands(2)[0]);
  run(`cd '${built}' && find . \\( -name '*.o' -o -name '.ninja_*' \\) -exec cp -p --parents -t '${at('build/gcc')}' {} +`);
}

// Lines of the table of texts, laid out as clang-format does.
const textLines = (...words) => words.map((word) => `${`    X(${word.toUpperCase()}, "${word}")`.padEnd(119)}\\\n`).join('');

// What is different in a longer game.
const LONGER = [
  ['SEATS = 4, HAND_MIN = 2, HAND_MAX = 3', 'SEATS = 2, HAND_MIN = 5, HAND_MAX = 6'],
  ['HAND_MIN, HAND_MAX, HAND_MIN)', 'HAND_MIN, HAND_MAX, HAND_MAX)'],
  ['sizeof(struct state) == 36', 'sizeof(struct state) == 22'],
  ['    X(PROMPT_OVER,', `${textLines('fourth', 'fifth', 'sixth')}    X(PROMPT_OVER,`],
  ['.title = "Tumtum"', `.title = "${TITLE}"`],
  ['.box = "none"', `.box = "${TITLE}"`],
];

// ---- the steps

copy();
const before = files();
const gamesBefore = read('src/games/games.def').match(/^GAME\(/gm).length;

test('steps 1 and 2: the template under another name is a game that passes the battery', () => {
  const [rules, headline, own, line] = bullets(1);
  const [file, template, symbol, newSymbol, id] = quoted(rules);
  write(file, changed(read(template).replaceAll(symbol, newSymbol), '.id = "template"', id));
  write(quoted(headline)[0], `# ${TITLE}\n`);
  write(quoted(own)[0], code(own));
  const [entry, list] = quoted(line);
  write(list, `${read(list)}${entry}\n`);
  for (const command of commands(2)) run(command);
});

test('steps 3 to 7: the game is written, with its page, its golden playthrough, its corpus, its lesson and its picture', () => {
  const [rules] = quoted(bullets(1)[0]);
  write(rules, LONGER.reduce((text, [from, to]) => changed(text, from, to), read(rules)));
  write(quoted(steps[4])[0], toy('rules.md'));
  const [picture, lesson] = bullets(7).map((bullet) => quoted(bullet)[0]);
  write(picture, toy('picture.svg'));
  write(lesson, toy('lesson.json'));
  for (const command of [...commands(2), ...commands(6), ...commands(7)]) run(command);
});

test('step 8: the README gets its table of games and its rows of speed', () => {
  const [list, bench] = commands(8);
  const table = (text, head) => text.slice(text.indexOf(head)).split('\n\n')[0].trimEnd();
  const readme = read('README.md');
  const rows = run(bench.replace('./play', 'build/gcc/src/wabe')).split('\n').filter((row) => row.startsWith(ID)).map((row) => {
    const [id, seats, games, moves, decisions, bytes, , ratio] = row.split(/ +/);
    return `| \`${id}\` | ${seats} | ${games} | ${moves} | ${decisions} | ${bytes} | ${ratio} |`;
  });
  const speed = table(readme, '| game | seats |');
  write('README.md', changed(changed(readme, table(readme, '| game | id |'), run(list).trimEnd()), speed, [speed, ...rows].join('\n')));
});

// ---- what comes of it

test('nothing else has changed, and everything that the page names is there', () => {
  const after = files();
  const old = [...before.keys()].filter((path) => after.get(path) !== before.get(path)).sort();
  expect(old.join() === 'README.md,src/games/games.def', `changed: ${old}`);
  const named = steps.slice(1).flatMap(quoted).filter((words) => /^[\w./-]+$/.test(words));
  for (const path of [...after.keys()].filter((each) => !before.has(each)))
    expect(named.some((words) => words === path || path.startsWith(`${words}/${ID}`)), `the page does not name ${path}`);
  for (const path of named.filter((words) => words.includes('/') && (words.includes(NAME) || words.includes(ID))))
    expect(after.has(path) || path.startsWith('build/'), `there is no ${path}`);
});

test('program, module and site have the game', () => {
  const games = JSON.parse(run('build/gcc/src/wabe games --json'));
  expect(games.length === gamesBefore + 1 && games.at(-1).id === ID, games.map(({ id }) => id).join());
  expect(run(`build/gcc/src/wabe rules ${ID} --markdown`) === toy('rules.md'), 'the rules');
  const played = run(`yes 1 | head -n 20 | build/gcc/src/wabe play '${ID}#5' --seats you,easy`, { XDG_DATA_HOME: at('build') });
  expect(played.includes('The record of the game: '), played);
  run('build/gcc/src/wabe export-site build/site');
  expect(read('build/site/rules/all.md').includes(`<!-- ${ID} -->\n${toy('rules.md')}`), 'the rules on the site');
  expect(JSON.parse(read('build/site/lessons.json'))[ID].end === JSON.parse(toy('lesson.json')).end, 'the lesson on the site');
  const drawing = toy('picture.svg').split('>').slice(1).join('>').trim(); // behind its first tag
  expect(read('build/site/pictures.svg').includes(`<view id="${ID}" `) && read('build/site/pictures.svg').includes(drawing), 'the picture on the site');
  expect(read('build/site/index.html').includes(`>${TITLE}</h3>`), 'its name on the page before any script has run');
});

await testLater('the module plays it', async () => {
  const engine = await Engine.start(readFileSync(at('build/site/wabe.wasm')));
  expect(engine.game(ID)?.title === TITLE, engine.games.map(({ id }) => id).join());
});

test('no page says how many games there were', () => {
  const number = new RegExp(`\\b(${gamesBefore}|${inWords(gamesBefore)}) (\\w+ )?games\\b.*`, 'i');
  for (const path of [...before.keys()].filter((each) => /^(web\/.*\.(js|html|webmanifest)|(docs\/)?[^/]+\.md)$/.test(each)))
    expect(!number.test(read(path)), `${path}: ${number.exec(read(path))?.[0]}`);
});

// ---- the tests of the copy

const meson = (names, env) => run(`meson test -C build/gcc --no-rebuild --print-errorlogs ${names.map((name) => `'${name}'`).join(' ')}`, env);

if (process.env.WABE_LONG) {
  test('all tests of the copy', () => run('meson test -C build/gcc --no-rebuild --print-errorlogs --timeout-multiplier 10 --no-suite contributing'));
} else {
  test('tests of the game, and quick ones of all games', () =>
    meson([`battery ${ID}`, `golden ${ID}`, NAME, `pure ${NAME}`, 'deal', 'match', 'record', 'text', 'turns', 'bots', 'frame', 'markdown', 'study', 'room',
      'pieces', 'pages markdown', 'pages units']));
  test('of slow tests those of the game and of the list', () =>
    meson(['program', 'plain'], { WABE_TESTS: `${ID}|README|list of games|every game|rules are|what can be done|perft with` }));
  test('the module does what the native program does', () =>
    run(`node tests/wasm.mjs build/gcc/src/wabe.wasm build/gcc/tests/wasm_native build/gcc/src/wabe ${ID}`));
}

end();
