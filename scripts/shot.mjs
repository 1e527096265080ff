// shot.mjs: a picture of a terminal as SVG, from what tmux captures with its attributes:
//   tmux capture-pane -e -p -N | node scripts/shot.mjs --columns 80 --rows 24 --title "Mimsy" > mimsy.svg
// Lines of boxes are drawn, not written, so that they join in every font; nothing is loaded and nothing runs.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { columns: { type: 'string', default: '80' }, rows: { type: 'string', default: '24' }, title: { type: 'string', default: '' } },
});
const columns = Number(values.columns);
const rows = Number(values.rows);
if (!(columns > 0 && rows > 0)) {
  console.error('shot.mjs [--columns N] [--rows N] [--title WORDS] < CAPTURE > PICTURE.svg');
  process.exit(2);
}

const cell = { width: 8.4, height: 18, size: 14, base: 13.2 }; // base: of the letters, from the top of their row
const margin = 14;
const bar = values.title ? 34 : margin;
const paper = '#1a1d23';
const ink = '#d9dce3';
const eight = ['#30343c', '#d9534f', '#6fb35c', '#d8b04a', '#5b8fd6', '#b877c9', '#56b3b4', '#d9dce3'];
const eightBright = ['#6b717d', '#ef7a74', '#8fd07c', '#f0cd6d', '#82aeee', '#d29be0', '#7fd3d3', '#ffffff'];

// ---- colours and attributes

const hex = (parts) => '#' + parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const mix = (a, b, share) => hex(parts(a).map((part, i) => part * (1 - share) + parts(b)[i] * share));

function colour(n) {
  if (n < 8) return eight[n];
  if (n < 16) return eightBright[n - 8];
  if (n >= 232) return hex(Array(3).fill(8 + 10 * (n - 232)));
  const level = (i) => (i ? 55 + 40 * i : 0);
  return hex([level(Math.floor((n - 16) / 36)), level(Math.floor((n - 16) / 6) % 6), level((n - 16) % 6)]);
}

// The attributes after an SGR sequence.
function change(now, codes) {
  const next = { ...now };
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) Object.keys(next).forEach((key) => delete next[key]);
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 4) next.underline = true;
    else if (code === 7) next.reverse = true;
    else if (code === 22) next.bold = next.dim = false;
    else if (code === 24) next.underline = false;
    else if (code === 27) next.reverse = false;
    else if (code === 39) delete next.letters;
    else if (code === 49) delete next.ground;
    else if (code === 38 || code === 48) {
      const key = code === 38 ? 'letters' : 'ground';
      if (codes[i + 1] === 5) next[key] = colour(codes[i + 2]);
      else next[key] = hex(codes.slice(i + 2, i + 5));
      i += codes[i + 1] === 5 ? 2 : 4;
    } else if (code >= 30 && code <= 37) next.letters = colour(code - 30);
    else if (code >= 40 && code <= 47) next.ground = colour(code - 40);
    else if (code >= 90 && code <= 97) next.letters = colour(code - 82);
    else if (code >= 100 && code <= 107) next.ground = colour(code - 92);
  }
  return next;
}

// What the attributes look like here; `ground` is undefined where the paper shows.
function look(now) {
  let [letters, ground] = [now.letters ?? ink, now.ground];
  if (now.reverse) [letters, ground] = [ground ?? paper, letters];
  if (now.dim) letters = mix(letters, ground ?? paper, 0.42);
  return { letters, ground, bold: !!now.bold, underline: !!now.underline };
}

// The capture as rows of cells: [character, look]. tmux keeps attributes from one line to the next.
function read(capture) {
  let now = {};
  return capture.split('\n').slice(0, rows).map((line) => {
    const cells = [];
    for (const [, sgr, other, c] of line.matchAll(/\x1b\[([\d;:]*)m|(\x1b[()][A-Z0-9]|[\x0e\x0f])|(.)/gu)) {
      if (sgr !== undefined) now = change(now, sgr === '' ? [0] : sgr.split(/[;:]/).map(Number));
      else if (!other && cells.length < columns) cells.push([c, look(now)]);
    }
    return cells;
  });
}

// ---- drawing

const number = (n) => String(Math.round(n * 10) / 10);
const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

// Which arms a box character has: up, right, down, left; 2 are double or heavy ones, drawn thicker.
const arms = {};
for (const [characters, list] of [
  ['─╌', '0101'], ['│', '1010'], ['┌╭', '0110'], ['┐╮', '0011'], ['└╰', '1100'], ['┘╯', '1001'], ['├', '1110'], ['┤', '1011'],
  ['┬', '0111'], ['┴', '1101'], ['┼', '1111'], ['═━╍', '0202'], ['║┃', '2020'], ['╔┏', '0220'], ['╗┓', '0022'], ['╚┗', '2200'], ['╝┛', '2002'],
])
  for (const c of characters) arms[c] = [...list].map(Number);

// The runs of a row that look alike: { at, text, ... }.
function runs(cells) {
  const out = [];
  cells.forEach(([c, style], at) => {
    const last = out.at(-1);
    const same = last && ['letters', 'ground', 'bold', 'underline'].every((key) => last[key] === style[key]);
    if (same) last.text += c;
    else out.push({ at, text: c, ...style });
  });
  return out;
}

const grounds = []; // { at, row, columns, rows, fill }
const words = [];
const lines = new Map(); // colour and width: path

function line(colourOf, width, path) {
  const key = `stroke="${colourOf}" stroke-width="${width}"`;
  lines.set(key, (lines.get(key) ?? '') + path);
}

// A ground goes on from the row above where it can, so that no seam shows in a smaller picture.
function ground(at, row, n, fill) {
  const above = grounds.find((g) => g.at === at && g.columns === n && g.fill === fill && g.row + g.rows === row);
  if (above) above.rows++;
  else grounds.push({ at, row, columns: n, rows: 1, fill });
}

const left = (at) => margin + at * cell.width;
const top = (row) => bar + row * cell.height;

function drawBox(row, at, c, letters) {
  const [x, y] = [left(at) + cell.width / 2, top(row) + cell.height / 2];
  const ends = [[x, top(row)], [left(at + 1), y], [x, top(row + 1)], [left(at), y]];
  const corner = { '╭': [1, 2], '╮': [3, 2], '╰': [1, 0], '╯': [3, 0] }[c];
  if (corner) {
    const [from, to] = corner.map((i) => ends[i].map(number).join(' '));
    line(letters, 1.1, `M${from}Q${number(x)} ${number(y)} ${to}`);
    return;
  }
  if ('╌╍'.includes(c)) {
    for (const share of [0.1, 0.6]) line(letters, c === '╍' ? 2.4 : 1.1, `M${number(left(at + share))} ${number(y)}h${number(0.3 * cell.width)}`);
    return;
  }
  arms[c].forEach((arm, i) => {
    if (arm) line(letters, arm === 2 ? 2.4 : 1.1, `M${number(x)} ${number(y)}L${ends[i].map(number).join(' ')}`);
  });
}

function drawRun(row, run) {
  const n = [...run.text].length;
  if (run.ground) ground(run.at, row, n, run.ground);
  if (run.underline) line(run.letters, 1, `M${number(left(run.at))} ${number(top(row) + 15.5)}h${number(n * cell.width)}`);
  [...run.text].forEach((c, i) => arms[c] && drawBox(row, run.at + i, c, run.letters));
  for (const { 0: text, index } of run.text.matchAll(/[░▒]+/gu))
    ground(run.at + index, row, text.length, mix(run.ground ?? paper, run.letters, text[0] === '░' ? 0.3 : 0.5));
  // Words with single blanks stay together; larger gaps and lines of boxes part them.
  const plain = [...run.text].map((c) => (arms[c] || '░▒'.includes(c) ? ' ' : c)).join('');
  for (const { 0: text, index } of plain.matchAll(/\S+(?: \S+)*/gu)) {
    const at = run.at + [...plain.slice(0, index)].length;
    const length = [...text].length;
    words.push(
      `<text x="${number(left(at))}" y="${number(top(row) + cell.base)}"${length > 1 ? ` textLength="${number(length * cell.width)}"` : ''}` +
        `${run.letters === ink ? '' : ` fill="${run.letters}"`}${run.bold ? ' font-weight="700"' : ''}>${escape(text)}</text>`);
  }
}

read(readFileSync(0, 'utf8')).forEach((cells, row) => runs(cells).forEach((run) => drawRun(row, run)));

const width = Math.ceil(2 * margin + columns * cell.width);
const height = Math.ceil(bar + margin + rows * cell.height);
console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"${values.title ? ` aria-label="${escape(values.title)}"` : ''} xml:space="preserve" font-family="ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace" font-size="${cell.size}" fill="${ink}">
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9" fill="${paper}" stroke="#7d8590" stroke-opacity=".55"/>`);
if (values.title)
  console.log(`<text x="${width / 2}" y="22" text-anchor="middle" font-size="13" fill="${mix(ink, paper, 0.35)}">${escape(values.title)}</text>`);
for (const { at, row, columns: n, rows: high, fill } of grounds)
  console.log(`<rect x="${number(left(at))}" y="${number(top(row))}" width="${number(n * cell.width)}" height="${high * cell.height}" fill="${fill}"/>`);
for (const [key, path] of lines) console.log(`<path d="${path}" ${key} fill="none"/>`);
if (words.length) console.log(words.join('\n'));
console.log('</svg>');
