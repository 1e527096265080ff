// web_markdown.mjs: Markdown as the page shows it, over all rules pages.
import { readFileSync, readdirSync } from 'node:fs';
import { blocks, headings, markdown } from '../web/markdown.js';
import { end, expect, test } from './tap.mjs';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

// A template as text; what is put in is escaped, as in the page.
function flat(value) {
  if (Array.isArray(value)) return value.map(flat).join('');
  if (value?.strings) return value.strings.map((part, k) => part + flat(value.values[k] ?? [])).join('');
  return escaped(String(value));
}

const shown = (text) =>
  flat(markdown(text)).replace(/\s+/g, ' ').replaceAll(' tabindex="-1"', '').replaceAll('> <', '><').trim();

function becomes(text, html) {
  const got = shown(text);
  expect(got === html, `${JSON.stringify(text)} becomes\n${got}\nnot\n${html}`);
}

test('headings and paragraphs', () => {
  becomes('# A\n\nOne\ntwo.\n\n## B & C\nThree.',
    '<h1 id=a>A</h1><p>One two.</p><h2 id=b-c>B &amp; C</h2><p>Three.</p>');
  becomes('## A\n## A', '<h2 id=a>A</h2><h2 id=a-2>A</h2>');
});

test('words in a line', () => {
  becomes('a **b *c* d** `e*f*` *g*', '<p>a <strong>b <em>c</em> d</strong><code>e*f*</code><em>g</em></p>');
  becomes('a star (*), 2 * 3 * 4', '<p>a star (*), 2 * 3 * 4</p>');
  becomes('<b>', '<p>&lt;b></p>');
  becomes('[w](https://example.org/x)', '<p><a href=https://example.org/x rel="noopener">w</a></p>');
  becomes('[record](record.md) [x](javascript:alert(1))', '<p>record x)</p>');
});

test('lists', () => {
  becomes('- a\n  b\n- c', '<ul><li>a b</li><li>c</li></ul>');
  becomes('1. a\n2. b\n   - c\n   - d\n3. e', '<ol><li>a</li><li>b<ul><li>c</li><li>d</li></ul></li><li>e</li></ol>');
  becomes('1. a\n\n   b\n\n2. c\n\nd', '<ol><li>a<p>b</p></li><li>c</li></ol><p>d</p>');
  becomes('- 1 + 2 + 4 =\n  7.\n- b', '<ul><li>1 + 2 + 4 = 7.</li><li>b</li></ul>');
  becomes('a:\n- b', '<p>a:</p><ul><li>b</li></ul>');
});

test('code', () => {
  becomes('```\n*a*\n# b\n```\nc', '<pre tabindex="0"><code>*a* # b</code></pre><p>c</p>');
  becomes('a\n\n    | b |\n\n    c\n\nd', '<p>a</p><pre tabindex="0"><code>| b | c</code></pre><p>d</p>');
});

test('tables', () => {
  const html = shown('| a | | *c* |\n|---|:-:|--:|\n| 1 | 2 | 3 |\nafter');
  expect(html.includes('<th scope="col" class=to-left>a</th><td></td>'), html);
  expect(html.includes('<td class=to-center>2</td><td class=to-right>3</td>'), html);
  expect(html.endsWith('<p>after</p>'), html);
});

const folder = new URL('../docs/rules/', import.meta.url);
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));

// All blocks, those in lists too.
const deep = (all) => all.flatMap((block) => [block, ...(block.kind === 'list' ? block.items.flatMap(deep) : [])]);

for (const name of pages) {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const all = blocks(text);

  test(`${name}: nothing is left as Markdown`, () => {
    const bare = shown(text).replace(/<pre.*?<\/pre>|<code>.*?<\/code>/g, '').replace(/<[^>]*>/g, '\n');
    for (const line of bare.split('\n')) {
      expect(!/[`|]|\]\(|^ *#|\*[\w*]|^ *- /.test(line), `left: ${line}`); // a star behind a word is a mark in a table
    }
  });

  test(`${name}: every table and heading is found`, () => {
    const plain = text.replace(/^```[^]*?^```/gm, '').split('\n').filter((line) => !line.startsWith('    '));
    const count = (pattern) => plain.filter((line) => pattern.test(line)).length;
    const tables = deep(all).filter(({ kind }) => kind === 'table');
    expect(tables.length === count(/^ *\|[\s|:-]+$/), `${tables.length} tables`);
    expect(tables.every(({ head, rows }) => rows.every((row) => row.length === head.length)), 'rows of another length');
    expect(headings(all).length === count(/^#+ /), `${headings(all).length} headings`);
    expect(all[0].kind === 'heading' && all[0].level === 1, 'the title is first');
    const ids = headings(all).map(({ id }) => id);
    expect(new Set(ids).size === ids.length && ids.every(Boolean), `ids ${ids}`);
  });

  test(`${name}: no word is lost`, () => {
    const words = (string) => string.match(/[\p{L}\p{N}]+/gu).join(' ');
    const visible = shown(text).replace(/<[^>]*>/g, ' ').replaceAll('&amp;', '&').replaceAll('&lt;', '<');
    const numbers = /^( {0,3})\d\. /gm; // of lists: the browser counts
    expect(words(visible) === words(text.replace(numbers, '$1')), 'the words differ');
  });
}

end();
