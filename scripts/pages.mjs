// pages.mjs ROOT WASM: for site.py: bundles the modules and styles of web/, and draws the first page as it is before any script has run,
// by the templates that draw it in browsers and the list of games that the module has. Prints JSON:
//   files      what browsers get, by name
//   first      which of them a game against bots needs; the first one starts the page, the others are imported by it or are workers
//   early      the script that stands in the page
//   worker     the service worker, without its list of files
//   title, body  of the page
//   read       all files that decide about this
import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';

const [root, wasm] = process.argv.slice(2).map((path) => resolve(path));
const web = (name) => join(root, 'web', name);
const read = new Set();

/* ---- modules and styles ---- */

const how = {
  minify: true,
  target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'], // docs/browser.md, "What it needs"
  charset: 'utf8',
  legalComments: 'none', // licences lie beside
  tsconfigRaw: {},
};

// The files that come of a module and what it imports, and their names in the order in which they are needed at once.
async function bundled(entry, more) {
  const { outputFiles, metafile } = await build({
    ...how, ...more, entryPoints: [web(entry)], absWorkingDir: root, outdir: join(root, 'site'), chunkNames: '[name]-[hash]', bundle: true, splitting: true, format: 'esm',
    preserveSymlinks: true, write: false, metafile: true, logLevel: 'warning',
  });
  for (const path of Object.keys(metafile.inputs)) read.add(path);
  const outputs = Object.entries(metafile.outputs);
  const first = [outputs.find(([, { entryPoint }]) => entryPoint === `web/${entry}`)[0]];
  for (const path of first)
    for (const { path: other, kind } of metafile.outputs[path].imports)
      if (kind === 'import-statement' && !first.includes(other)) first.push(other);
  return { files: outputFiles.map(({ path, text }) => [basename(path), text]), first: first.map((path) => basename(path)) };
}

// Style sheets that the page names, in their order, as one.
async function styles(page) {
  const names = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map((match) => match[1]);
  names.forEach((name) => read.add(`web/${name}`));
  const { code } = await transform(names.map((name) => readFileSync(web(name), 'utf8')).join('\n'), { ...how, loader: 'css' });
  return code;
}

async function script(name, more = {}) {
  read.add(`web/${name}`);
  return (await transform(readFileSync(web(name), 'utf8'), { ...how, ...more, sourcefile: `web/${name}` })).code.trim();
}

/* ---- the first page ---- */

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]);

// What a template of lit-html becomes. What is said to elements, and no attribute, needs scripts: it is left out.
function drawn(value) {
  if (Array.isArray(value)) return value.map(drawn).join('');
  if (value === null || value === undefined || typeof value === 'symbol') return '';
  if (typeof value !== 'object') return escaped(String(value));
  if (!value.strings) throw new Error(`The first page has something that cannot be drawn without a browser: ${JSON.stringify(value)}`);
  return value.strings.reduce((html, text, i) => {
    const one = value.values[i - 1];
    const attribute = html.lastIndexOf('<') > html.lastIndexOf('>') && /\s+([.@?]?)([\w-]+)=$/.exec(html);
    if (!attribute) return html + drawn(one) + text;
    const [, kind, name] = attribute;
    const said = kind === '' ? typeof one !== 'symbol' && ` ${name}="${drawn(one)}"` : kind === '?' && one && ` ${name}`;
    return html.slice(0, attribute.index) + (said || '') + text;
  });
}

async function firstPage() {
  globalThis.matchMedia = () => ({ matches: true }); // all there is room for on a wide screen; narrow ones hide it
  const [{ Engine }, { meeting }, home] = await Promise.all(['engine.js', 'widgets.js', 'home.js'].map((name) => import(pathToFileURL(web(name)))));
  const engine = await Engine.start(readFileSync(wasm));
  meeting.there = null;
  return { title: home.homeTitle(engine.games), body: drawn(home.firstPage({ engine })).replace(/\s*\n\s*/g, '\n') };
}

/* ---- all of it ---- */

const page = readFileSync(web('index.html'), 'utf8');
const worker = await bundled('worker.js', { entryNames: '[name]-[hash]' });
const app = await bundled('app.js', { define: { 'import.meta.worker': JSON.stringify(worker.first[0]) } });
console.log(JSON.stringify({
  files: Object.fromEntries([...app.files, ...worker.files, ['style.css', await styles(page)]]),
  first: [...app.first, ...worker.first],
  early: await script('early.js'),
  worker: await script('sw.js', { format: 'iife' }),
  ...(await firstPage()),
  read: [...read].map((path) => relative(root, resolve(root, path))),
}));
