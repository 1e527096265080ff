// design.mjs GAME [SEATS] [--at MOVES,...] [--size WxH,...] [--viewer N] [--seed N] [--out FOLDER] [--options TEXT] [--scale N] [--dark]: pictures of a table as
// its design lays it (docs/table.md), for whoever draws one: at each size and after so many moves, made at random. It takes the
// pages as they are in web/ and the module from build/gcc, so that a change is seen at once.
import { createServer } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, normalize, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const ROOT = new URL('..', import.meta.url).pathname;
const TYPES = { '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.css': 'text/css', '.html': 'text/html', '.wasm': 'application/wasm' };

const words = process.argv.slice(2);
const options = { at: '0,20,60', scale: '1', size: '360x420,390x560,620x390,930x720', viewer: '0', seed: '5', out: 'build/design', options: '', dark: false };
const plain = [];
while (words.length) {
  const word = words.shift();
  if (word === '--dark') options.dark = true;
  else if (word.startsWith('--') && word.slice(2) in options) options[word.slice(2)] = words.shift() ?? '';
  else plain.push(word);
}
const [game, seats = ''] = plain;
if (!game) {
  console.error('Say which game: node scripts/design.mjs mimsy 3');
  process.exit(2);
}

const PAGE = `<!doctype html><meta charset="utf-8"><meta name="tables" content="${game}">
${['base', 'boxes', 'pieces', 'table', 'play'].map((name) => `<link rel="stylesheet" href="/${name}.css">`).join('')}
<script type="importmap">{"imports":{"lit-html":"/node_modules/lit-html/lit-html.js","lit-html/":"/node_modules/lit-html/"}}</script>
<style>body{margin:0}#room{display:grid}#room .table-area{width:100%;height:100%}</style><div id="room"></div>
<script type="module">
import { html, render } from '/lit.js';
import { Engine, SPECTATOR } from '/engine.js';
import { TableArea } from '/desk.js';
import { lastOf, moodsOf } from '/foresight.js';
import { choices, tags } from '/pick.js';
import { boxSlug } from '/widgets.js';
const room = document.getElementById('room');
const engine = await Engine.start(await WebAssembly.compileStreaming(fetch('/wabe.wasm')));
window.ready = true;
window.show = async ({ id, at, viewer, width, height }) => {
  let x = 7;
  const below = (n) => { x = (x * 1103515245 + 12345) % 2147483648; return Math.floor(x / 65536) % n; };
  const match = engine.open(id);
  ['Ann', 'Thistle', 'Bramble', 'Rosemary', 'Old Tom', 'Ida', 'Gus'].slice(0, match.about().seats).forEach((name, seat) => match.name(seat, name));
  for (let i = 0; i < at && !match.over; i++) {
    const seat = match.about().next; // of several who choose unseen: who has not chosen yet
    const { moves, decision } = match.view(seat);
    match.play(seat, decision, moves[below(moves.length)].move);
  }
  const view = match.view(viewer);
  const lines = match.log(viewer);
  room.style.width = width + 'px';
  room.style.height = height + 'px';
  room.dataset.box = boxSlug(engine.game(view.game).box);
  const area = new TableArea({ settings: { pace: 'none', effects: false }, motion: () => false, redraw: () => draw() }, view.game);
  const next = choices(view.moves ?? [], []);
  const draw = () => {
    render(area.template(view, room.dataset.box, { touchable: next.touches, tags: tags(view.moves ?? [], []), me: viewer, lines,
      last: lastOf(view, lines, viewer), moods: moodsOf(view, lines) }, { touch() {}, drag() {} }), room);
    area.afterDraw(room);
  };
  for (let i = 0; i < 4; i++) { draw(); await new Promise((done) => setTimeout(done, 40)); }
  match.close();
  return { prompt: view.prompt, waiting: view.waiting, rest: area.plan?.zones.filter(({ slot }) => slot === 'rest').map(({ title }) => title) ?? null };
};
</script>`;

const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
  try {
    const data = path === '/' ? PAGE
      : readFileSync(path === '/wabe.wasm' ? join(ROOT, 'build/gcc/src/wabe.wasm') : path.startsWith('/node_modules/') ? join(ROOT, path) : join(ROOT, 'web', path));
    response.setHeader('content-type', path === '/' ? 'text/html' : (TYPES[extname(path)] ?? 'text/plain'));
    response.end(data);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1600, height: 1200 }, deviceScaleFactor: Number(options.scale), colorScheme: options.dark ? 'dark' : 'light' });
page.on('pageerror', (error) => console.error(String(error)));
page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => window.ready);
const folder = resolve(options.out);
mkdirSync(folder, { recursive: true });
const id = `${game}${seats ? `:${seats}` : ''}${options.options ? `:${options.options}` : ''}#${options.seed}`;
for (const size of options.size.split(','))
  for (const at of options.at.split(',')) {
    const [width, height] = size.split('x').map(Number);
    const told = await page.evaluate((what) => window.show(what), { id, at: Number(at), viewer: Number(options.viewer), width, height });
    const name = join(folder, `${game}-${size}-${at}.png`);
    writeFileSync(name, await page.locator('#room').screenshot());
    console.log(`${name}: ${told.prompt}${told.rest?.length ? `; NOT IN THE DESIGN: ${told.rest.join(', ')}` : ''}`);
  }
await browser.close();
server.close();
