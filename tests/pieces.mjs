// pieces.mjs: the looks of the page that can be measured: colours for all eyes, contrast, and the pictures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { end, expect, test, testLater } from './tap.mjs';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const css = read('web/pieces.css');
const boxes = read('web/boxes.css');

// ---- colours -------------------------------------------------------------------------------------

const linear = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

// Linear red, green, blue of #rgb or #rrggbb.
function rgb(hex) {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex;
  return [1, 3, 5].map((at) => linear(parseInt(full.slice(at, at + 2), 16)));
}

const times = (matrix, [r, g, b]) => matrix.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b)));
const luminance = (colour) => 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];

function contrast(a, b) {
  const [low, high] = [luminance(rgb(a)), luminance(rgb(b))].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

// CIELAB under D65.
function lab([r, g, b]) {
  const f = (t) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);
  const [x, y, z] = [
    f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
    f(0.2126 * r + 0.7152 * g + 0.0722 * b),
    f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089),
  ];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a, b) => Math.hypot(...lab(a).map((v, i) => v - lab(b)[i]));

// How others see: Machado, Oliveira and Fernandes (2009), at full strength.
const eyes = {
  everybody: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

// The colours that lie beside each other on pieces of one kind in one game.
const together = {
  'Jabberwocky cards and gems': ['green', 'yellow', 'purple'],
  'Gnumie cards': ['red', 'violet', 'blue', 'yellow', 'gray'],
  'suits of the garden gnomes': ['green', 'yellow', 'blue', 'red'],
  'cards of the race': ['green', 'purple', 'red'],
  'gems of the race': ['black', 'blue', 'red', 'gold'],
  'gnomes of the race': ['green', 'blue', 'red', 'yellow', 'purple', 'white'],
};

const APART = 20;

// The declarations of the rule that begins with this selector.
function rule(sheet, selector) {
  const at = sheet.indexOf(`${selector} {`);
  expect(at >= 0, `there is no rule for ${selector}`);
  return sheet.slice(sheet.indexOf('{', at) + 1, sheet.indexOf('}', at));
}

// A token in it, as [light, dark].
function token(declarations, name) {
  const value = declarations.match(new RegExp(`${name}: ([^;]+);`))?.[1];
  expect(value, `${name} is missing`);
  const both = value.match(/^light-dark\((#\w+), (#\w+)\)$/);
  return both ? [both[1], both[2]] : [value, value];
}

// Letters need a contrast of 4.5, rings and other marks one of 3.
function readable(what, ink, ground, least = 4.5) {
  for (const theme of [0, 1]) {
    const ratio = contrast(ink[theme], ground[theme]);
    expect(ratio >= least, `${what}: ${ink[theme]} on ${ground[theme]} has ${ratio.toFixed(2)}`);
  }
}

const base = read('web/base.css');
const pages = [':root', ":root[data-theme='dark']"].map((theme) => token(rule(base, theme), '--paper-2')[0]);
const paper = token(rule(boxes, '[data-box]'), '--card-face');
const colours = [...read('src/games/game.h').matchAll(/X\([A-Z]+, "(\w+)"\)/g)].map((match) => match[1]);

for (const colour of colours.filter((name) => name !== 'none'))
  test(`${colour} has its class, and what is written in it can be read`, () => {
    const own = rule(css, `.colour-${colour}`);
    readable('on the print', token(own, '--c-ink'), token(own, '--c'));
    readable('on paper', token(own, '--c-deep'), paper);
  });

for (const [what, names] of Object.entries(together))
  for (const [who, matrix] of Object.entries(eyes))
    test(`${what} stay apart: ${who}`, () => {
      const seen = names.map((name) => times(matrix, rgb(token(rule(css, `.colour-${name}`), '--c')[0])));
      for (let a = 0; a < names.length; a++)
        for (let b = 0; b < a; b++) {
          const far = distance(seen[a], seen[b]);
          expect(far >= APART, `${names[a]} and ${names[b]}: ${far.toFixed(1)}`);
        }
    });

for (const selector of boxes.match(/^\[data-box.?="[^"]+"\](?= \{)/gm))
  test(`${selector}: texts on all its grounds can be read`, () => {
    const own = rule(boxes, selector);
    readable('felt', token(own, '--felt-ink'), token(own, '--felt'));
    readable('accent', token(own, '--accent-ink'), token(own, '--accent'));
    readable('accent on the felt', token(own, '--accent'), token(own, '--felt'), 3);
    readable('accent on the page', token(own, '--accent'), pages);
    readable('print', token(own, '--print-ink'), token(own, '--print'));
    readable('deep', token(own, '--print-deep'), paper);
    readable('names', token(rule(boxes, '[data-box]'), '--card-ink'), paper);
  });

test('numbers with a print of their own can be read', () => {
  const own = [...boxes.matchAll(/&\.number-\S+ \{([^}]+)\}/g)];
  expect(own.length > 0, 'there are none');
  for (const [, declarations] of own) {
    readable('on the print', token(declarations, '--c-ink'), token(declarations, '--c'));
    readable('on paper', token(declarations, '--c-deep'), paper);
  }
});

// ---- pictures ------------------------------------------------------------------------------------

// Every tag is closed, and attributes are quoted: enough for files that are written by hand.
function wellFormed(text) {
  const open = [];
  for (const [, close, name, attributes, self] of text.matchAll(/<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g))
    if (close) expect(open.pop() === name, `</${name}> closes nothing`);
    else if (!self) open.push(name);
  expect(open.length === 0, `<${open.at(-1)}> stays open`);
  expect(!/[<>]/.test(text.replace(/<\/?[\w-]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g, '')), 'there is a stray < or >');
}

const games = [...read('src/games/games.def').matchAll(/^GAME\(\w+, "([\w-]+)"\)/gm)].map((match) => match[1]);

for (const id of games)
  test(`there is a small picture of ${id}`, () => {
    const text = read(`web/pictures/${id}.svg`);
    expect(text.length < 4096, `${text.length} bytes`);
    expect(text.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"'), 'another frame');
    wellFormed(text);
  });

test('all pictures together are small, and there are no others', () => {
  const files = readdirSync(new URL('web/pictures/', root)).filter((name) => name.endsWith('.svg'));
  expect(files.length === games.length, `${files.length} pictures of ${games.length} games`);
  const size = files.reduce((sum, name) => sum + gzipSync(read(`web/pictures/${name}`)).length, 0);
  expect(size < 2080 * games.length, `${size} bytes`);
});

// ---- pieces ---------------------------------------------------------------------------------------

// What a template of lit-html becomes, near enough.
function drawn(template) {
  if (Array.isArray(template)) return template.map(drawn).join('');
  if (typeof template === 'symbol') return '';
  if (template === null || typeof template !== 'object') return String(template);
  return template.strings.map((text, i) => {
    const value = i < template.values.length ? drawn(template.values[i]) : '';
    return text + (text.endsWith('=') ? `"${value}"` : value);
  }).join('');
}

// Names, marks and numbers of every manner that the games have.
const manners = (colour) => [
  { thing: `${colour} 3`, mark: 'G3:-3', number: 3, second: '-3' },
  { thing: `${colour} Gnalli`, mark: 'R*', sign: '*' },
  { thing: 'Honey', mark: 'Ho', number: 4, title: 'Honey' },
  { thing: 'Shortcut', mark: 'SC', sign: 'SC', title: 'Shortcut' },
  { thing: 'Wullawaki', mark: 'W', sign: 'W', title: 'Wullawaki' },
  { thing: 'Ear Flick (1)', mark: '1', number: 1, title: 'Ear Flick', other: true },
  { thing: '-2', mark: '-2', number: -2 },
  { thing: 'bid +4', mark: '+4', number: 4, sign: '+4' },
  { thing: 'points -10', mark: 'points -10', sign: 'points -10', title: 'points -10', other: true },
  { thing: 'card', mark: '?', back: true },
  { thing: 'goal card', mark: '?goal', back: true, other: true },
];

const slugs = [...boxes.matchAll(/^\[data-box.?="([^"]+)"\] \{/gm)].map((match) => match[1]);

function* everyPiece() {
  for (const kind of ['card', 'gem', 'pawn', 'token', 'die'])
    for (const colour of colours)
      for (const manner of manners(colour))
        for (const down of [false, true])
          yield { ...manner, kind, down, ...(colour === 'none' ? {} : { colour }) };
}

await testLater('pieces of all kinds, colours and sizes are drawn without a gap', async () => {
  const { piece, pieceShape } = await import('../web/pieces.js');
  for (const one of everyPiece())
    for (const box of ['', ...slugs])
      for (const width of [20, 56, 110]) {
        const { w, h } = pieceShape(one);
        const text = drawn(piece(one, width, (width * h) / w, { box }));
        expect(!/undefined|NaN|null|style=/.test(text), `${JSON.stringify(one)}: ${text}`);
        wellFormed(text.replace(/>[^<]*<\/text>/g, '></text>'));
      }
});

test('the icon is well-formed', () => {
  expect(existsSync(new URL('web/icon.svg', root)), 'it is missing');
  wellFormed(read('web/icon.svg'));
});

end();
