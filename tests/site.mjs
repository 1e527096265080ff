// site.mjs SITE ROOT: what scripts/site.py has put together in SITE, and what it makes of other files than those that are there now. Prints
// TAP.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Engine } from '../web/engine.js';
import { end, expect, test } from './tap.mjs';

const [site, root] = process.argv.slice(2).map((path) => resolve(path));
const FIRST_GAME = 300 * 1024; // compressed bytes
const SITE = 1_200_000;
const REQUESTS = 10; // before the first page can be read

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)));
const read = (name, from = site) => readFileSync(join(from, name), 'utf8');
const page = read('index.html');
const { games } = await Engine.start(readFileSync(join(site, 'wabe.wasm')));

// The lists of the service worker.
function lists(from = site) {
  const [line, version, first, later] = /^const VERSION='(\w+)',FIRST=(\{.*\}),LATER=(\{.*\});\n/.exec(read('sw.js', from)) ?? [];
  expect(line, 'sw.js does not begin with its lists');
  return { version, first: JSON.parse(first), later: JSON.parse(later) };
}

/* ---- the page as it is built ---- */

const cards = new Map(page.split('<li class="game card"').slice(1).map((card) => [/href="#\/new\/([\w-]+)"/.exec(card)[1], card]));
const words = (html) => html.replace(/<[^>]*>/g, ' ').replace(/&amp;/g, '&').replace(/\s+/g, ' ');

test('the page has every game before any script has run: its title, players, minutes, line, picture and links', () => {
  expect(cards.size === games.length, `${cards.size} games of ${games.length}`);
  for (const { id, title, seats: [least, most], minutes, blurb } of games) {
    const card = cards.get(id) ?? '';
    const seats = `${least === most ? least : `${least}–${most}`} ${most === 1 ? 'player' : 'players'}`;
    for (const part of [title, seats, `${minutes} min`, blurb]) expect(words(card).includes(part), `${id}: '${part}' is missing in ${words(card)}`);
    for (const link of ['new', 'learn', 'rules']) expect(card.includes(`href="#/${link}/${id}"`), `${id}: no link to ${link}`);
    expect(card.includes(`<img src="pictures.svg#${id}" alt="" loading="lazy"`), `${id}: no picture that comes when it is near`);
  }
});

test('each picture is a view of the one drawing, and what a drawing names is its own', () => {
  const drawing = read('pictures.svg');
  const parts = drawing.split(/(?=<svg y=)/).slice(1);
  games.map(({ id }) => id).sort().forEach((id, i) => {
    expect(drawing.includes(`<view id="${id}" viewBox="0 ${200 * (i + 1)} 320 200"/>`), `${id}: no view`);
    expect(parts[i].startsWith(`<svg y="${200 * (i + 1)}" width="320" height="200"`), `${id}: another place`);
    const defined = [...parts[i].matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    for (const [, used] of parts[i].matchAll(/(?:href="|url\()#([^")]+)/g)) expect(defined.includes(used), `${id}: #${used}`);
    expect(defined.every((one) => one.startsWith(`${id}-`)), `${id}: ${defined}`);
  });
  const all = [...drawing.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(all).size === all.length, 'a name is there twice');
});

test('few files are asked for before the page can be read, and one of them is the style sheet', () => {
  const named = [...page.matchAll(/<(?:link rel="(?:stylesheet|modulepreload|preload)" href|script[^>]* src|img src)="([^"#]+)/g)].map((match) => match[1]);
  const asked = new Set(['index.html', ...named]);
  expect(asked.size <= REQUESTS, `${asked.size}: ${[...asked]}`);
  expect(named.filter((name) => name.endsWith('.css')).join() === 'style.css', `style sheets: ${named}`);
  expect(page.indexOf('style.css') < page.indexOf('type="module"'), 'scripts come before the style sheet');
});

test('nothing in the page runs or looks like something but what the policy has the fingerprint of', () => {
  const policyOf = (html) => /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)[1].replace(/\s+/g, ' ');
  const policy = policyOf(page);
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(scripts.length === 1 && policy.includes(`script-src 'self' ${scripts[0]} 'wasm-unsafe-eval';`), `${scripts} and ${policy}`);
  expect(!/<style|\sstyle=|\son\w+=|'unsafe/.test(page), 'there is a style or a handler in it');
  expect(policy.replace(` ${scripts[0]}`, '') === policyOf(read('web/index.html', root)), 'the build allows more');
});

test('without scripts the page says what is missing', () => expect(/<noscript>.*JavaScript.*<\/noscript>/s.test(page), 'it does not'));

/* ---- what comes when ---- */

// What a module imports at once, itself included.
function needed(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, other] of read(name).matchAll(/(?:^|[;\s])(?:import|export)\s*(?:[^'"();]*?from)?\s*"\.\/([^"]+)"/g)) needed(other, seen);
  return seen;
}

test('the service worker lists every other file with its hash; what the first game needs apart', () => {
  const { first, later, version } = lists();
  const all = { ...first, ...later };
  expect(Object.keys(all).sort().join() === filesOf(site).filter((name) => name !== 'sw.js').sort().join(), `lists: ${Object.keys(all)}`);
  for (const [name, hash] of Object.entries(all))
    expect(createHash('sha256').update(readFileSync(join(site, name))).digest('hex').startsWith(hash) && hash.length === 16, `${name}: ${hash}`);
  expect(version.length === 16, version);
  const worker = Object.keys(first).find((name) => name.startsWith('worker-'));
  const modules = [...needed('app.js'), ...needed(worker)];
  expect([...modules].some((name) => read(name).includes(`"${worker}"`)), 'no module asks for the worker by its name');
  for (const name of ['index.html', 'style.css', 'icon.svg', 'manifest.webmanifest', 'pictures.svg', 'wabe.wasm', ...modules]) expect(first[name], `${name} comes later`);
});

test('friends, rules, lessons, replays and what one has played come when they are asked for', () => {
  const { first, later } = lists();
  const others = Object.keys(later).filter((name) => name.endsWith('.js'));
  const text = (names) => names.map((name) => read(name)).join('\n');
  const atFirst = text(Object.keys(first).filter((name) => name.endsWith('.js')));
  for (const sign of ['Open the table', 'Delete everything', 'Do it for me', 'Pace of bots', 'Say something']) {
    expect(text(others).includes(sign), `nowhere: ${sign}`);
    expect(!atFirst.includes(sign), `at first: ${sign}`);
  }
  for (const name of ['lessons.json', 'rules/all.md']) expect(later[name], `${name} comes at first`);
});

test('what the first game needs, and all of it, is as small as promised', () => {
  const packed = (name) => readFileSync(join(`${site}-gz`, `${name}.gz`));
  for (const name of filesOf(site)) expect(gunzipSync(packed(name)).equals(readFileSync(join(site, name))), `${name} is another one`);
  const size = (names) => names.reduce((sum, name) => sum + packed(name).length, 0);
  const { first, later } = lists();
  const tables = games.map(({ id }) => size(Object.keys(later).filter((name) => name === `tables/${id}.json` || name === `tables/${id}.svg`)));
  const begin = size(Object.keys(first)) + Math.max(...tables);
  const all = size(filesOf(site));
  console.log(`# first game ${begin}, site ${all}`);
  expect(begin <= FIRST_GAME && all <= SITE, `${begin} and ${all}`);
});

test('the licence of what is not ours lies beside it', () =>
  expect(read('vendor/lit-html/LICENSE.txt').includes('Redistribution and use in source and binary forms'), 'it does not'));

/* ---- other files ---- */

const folder = mkdtempSync(join(tmpdir(), 'wabe-site-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let trees = 0;

// What the site becomes of the sources with these files more, or with null less; or why it is refused. Tables that are given are the only ones.
function made(more, refused = false) {
  const tree = join(folder, `${++trees}`);
  for (const name of ['web', 'docs/rules', 'scripts', 'src/games/games.def', 'LICENSE', 'package.json']) cpSync(join(root, name), join(tree, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  if (Object.keys(more).some((name) => name.startsWith('web/tables/'))) rmSync(join(tree, 'web/tables'), { recursive: true, force: true });
  for (const [name, content] of Object.entries(more)) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    if (content === null) rmSync(join(tree, name));
    else writeFileSync(join(tree, name), content);
  }
  const ran = spawnSync('python3', [join(tree, 'scripts/site.py'), '--source', tree, '--wasm', join(site, 'wabe.wasm'), '--table', join(tree, 'out/site.c'),
    '--depfile', join(tree, 'out/site.d'), '--node', process.execPath], { encoding: 'utf8' });
  expect(refused ? ran.status === 1 : ran.stdout.startsWith('The site: '), `${ran.status} ${ran.stdout} ${ran.stderr}`);
  return refused ? ran.stderr : { out: join(tree, 'out/site'), depends: readFileSync(join(tree, 'out/site.d'), 'utf8') };
}
const DRAWING = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
  <!-- a table
       > and more -->
  <g id="felt"
     fill="none">
    <path d="M0 0
             L1 1" />
  </g>
  <text>one  <tspan>two</tspan>
    <tspan>three</tspan></text>
</svg>
`;

test('the design and the drawing of a game are served small, come with the game, and are kept in the background', () => {
  const { out, depends } = made({ 'web/tables/mimsy.json': '{\n  "felt": [1, 2],\n  "é": "a  b"\n}\n', 'web/tables/mimsy.svg': DRAWING });
  expect(read('tables/mimsy.json', out) === '{"felt":[1,2],"é":"a  b"}', read('tables/mimsy.json', out));
  const drawing = read('tables/mimsy.svg', out);
  expect(drawing === '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><g id="felt" fill="none"><path d="M0 0 L1 1"/></g>'
    + '<text>one <tspan>two</tspan> <tspan>three</tspan></text></svg>', drawing);
  const { first, later } = lists(out);
  expect(read('index.html', out).includes('<meta name="tables" content="mimsy">') && page.includes('<meta name="tables" content="'), 'the page does not know it');
  expect(later['tables/mimsy.json'] && later['tables/mimsy.svg'] && !first['tables/mimsy.svg'], 'other lists');
  expect(depends.includes('web/tables/mimsy.svg') && depends.includes('web/tables '), 'the build does not look there');
});

test('the same files become the same bytes, in any folder', () => {
  const { out } = made({});
  for (const name of filesOf(site)) expect(readFileSync(join(out, name)).equals(readFileSync(join(site, name))), `${name} differs`);
});

const noise = (bytes) => `<svg xmlns="http://www.w3.org/2000/svg"><path d="${randomBytes(bytes).toString('hex')}"/></svg>`;

for (const [what, more, why] of [
  ['a game that needs too much', { 'web/tables/gyre.svg': noise(80_000) }, /The first game needs \d+ bytes compressed, and 307200 are allowed.*the table of gyre/],
  ['too much altogether', Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`web/pictures/noise-${i}.png`, randomBytes(20_000)])), /The site has \d+ bytes compressed, and 1200000 are allowed/],
  ['the table of a game that is not there', { 'web/tables/nothing.json': '{}' }, /web\/tables\/nothing.json: in tables there are files called after a game/],
  ['a design that is no JSON', { 'web/tables/gyre.json': '{' }, /web\/tables\/gyre.json is not JSON/],
  ['a module that nothing imports', { 'web/lonely.js': 'export const one = 1;\n' }, /web\/lonely.js is imported by no other module/],
  ['a module that imports what is not there', { 'web/pick.js': null }, /pick\.js/],
  ['a picture of another size', { 'web/pictures/gyre.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>' }, /web\/pictures\/gyre.svg does not begin as a picture of 320 x 200/],
  ['a kind of file that nobody knows', { 'web/notes.doc': 'x' }, /web\/notes.doc is no kind of file/],
]) {
  test(`refused: ${what}`, () => {
    const said = made(more, true);
    expect(why.test(said), said);
  });
}

end();
