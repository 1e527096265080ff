// markdown.js: the Markdown of the rules pages as templates: headings, paragraphs, lists, tables, code, emphasis,
// links.

import { html } from './lit.js';

/** @import { TemplateResult } from 'lit-html' */

/** @typedef {{ kind: 'heading', level: number, text: string, id: string }} Heading */
/** @typedef {{ kind: 'paragraph', text: string }} Paragraph */
/** @typedef {{ kind: 'code', text: string }} Code */
/** @typedef {{ kind: 'table', head: string[], align: string[], rows: string[][] }} Table */
/** @typedef {{ kind: 'list', ordered: boolean, items: Block[][] }} List */
/** @typedef {Heading | Paragraph | Code | Table | List} Block */
/** @typedef {{ block: Block, next: number }} Reading a block, and the line after it */

const HEADING = /^(#{1,6}) +(.*?) *#*$/;
const FENCE = /^```/;
const INDENTED = /^ {4}/;
const ITEM = /^ {0,3}(?:[-*]|(\d+)\.) +/;
const ROW = /^ *\|/;
const RULE = /^[\s|:-]+$/; // the line under a table's head

/** Whether a line ends the paragraph before it. As in every Markdown, a number does so only if it is 1.
 * @param {string} line */
function interrupts(line) {
  const item = ITEM.exec(line);
  return line.trim() === '' || HEADING.test(line) || FENCE.test(line) || ROW.test(line)
    || (item !== null && (item[1] === undefined || item[1] === '1'));
}

/** @param {string} text */
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

/** @param {string[]} lines @param {number} at @returns {Reading | null} */
function readHeading(lines, at) {
  const found = HEADING.exec(lines[at]);
  if (!found) return null;
  const [, marks, text] = found;
  return { block: { kind: 'heading', level: marks.length, text, id: slug(text) }, next: at + 1 };
}

/** @param {string[]} lines @param {number} at @returns {Reading | null} */
function readFenced(lines, at) {
  if (!FENCE.test(lines[at])) return null;
  let end = at + 1;
  while (end < lines.length && !FENCE.test(lines[end])) end++;
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

/** @param {string[]} lines @param {number} at @returns {Reading | null} */
function readIndented(lines, at) {
  if (!INDENTED.test(lines[at])) return null;
  let end = at;
  while (end < lines.length && (INDENTED.test(lines[end]) || lines[end].trim() === '')) end++;
  const text = lines.slice(at, end).map((line) => line.slice(4)).join('\n').trimEnd();
  return { block: { kind: 'code', text }, next: end };
}

/** @param {string} line */
const cells = (line) => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

/** @param {string} rule the part of the line under the head that belongs to a column */
function alignment(rule) {
  if (!rule.endsWith(':')) return 'left';
  return rule.startsWith(':') ? 'center' : 'right';
}

/** @param {string[]} lines @param {number} at @returns {Reading | null} */
function readTable(lines, at) {
  if (!ROW.test(lines[at]) || !RULE.test(lines[at + 1] ?? '')) return null;
  let end = at + 2;
  while (end < lines.length && ROW.test(lines[end])) end++;
  const head = cells(lines[at]);
  const align = cells(lines[at + 1]).map(alignment);
  return { block: { kind: 'table', head, align, rows: lines.slice(at + 2, end).map(cells) }, next: end };
}

/** The lines of the item that begins here, without their indentation. @param {string[]} lines @param {number} at */
function itemLines(lines, at) {
  const width = /** @type {RegExpExecArray} */ (ITEM.exec(lines[at]))[0].length;
  const own = [lines[at].slice(width)];
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next];
    const inside = line.startsWith(' '.repeat(width));
    if (line.trim() === '') {
      if (!lines[next + 1]?.startsWith(' '.repeat(width))) break;
    } else if (!inside && (ITEM.test(line) || interrupts(line))) {
      break;
    }
    own.push(inside ? line.slice(width) : line.trimStart());
  }
  return { own, next };
}

/** @param {string[]} lines @param {number} at @returns {Reading | null} */
function readList(lines, at) {
  const first = ITEM.exec(lines[at]);
  if (!first) return null;
  const ordered = first[1] !== undefined;
  /** @type {Block[][]} */
  const items = [];
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next]);
    if (!item || (item[1] !== undefined) !== ordered) break;
    const found = itemLines(lines, next);
    items.push(read(found.own));
    next = found.next;
    while (lines[next]?.trim() === '' && ITEM.test(lines[next + 1] ?? '')) next++;
  }
  return { block: { kind: 'list', ordered, items }, next };
}

/** @param {string[]} lines @param {number} at @returns {Reading} */
function readParagraph(lines, at) {
  let end = at + 1;
  while (end < lines.length && !interrupts(lines[end])) end++;
  const text = lines.slice(at, end).map((line) => line.trim()).join(' ');
  return { block: { kind: 'paragraph', text }, next: end };
}

/** @param {string[]} lines @returns {Block[]} */
function read(lines) {
  const out = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at].trim() === '') {
      at++;
      continue;
    }
    const { block, next } = readHeading(lines, at) ?? readFenced(lines, at) ?? readIndented(lines, at)
      ?? readTable(lines, at) ?? readList(lines, at) ?? readParagraph(lines, at);
    out.push(block);
    at = next;
  }
  return out;
}

/** The blocks of a page. @param {string} text @returns {Block[]} */
export function blocks(text) {
  const all = read(text.replace(/\r/g, '').split('\n'));
  const seen = new Map();
  for (const block of all) {
    if (block.kind !== 'heading') continue;
    const times = (seen.get(block.id) ?? 0) + 1;
    seen.set(block.id, times);
    if (times > 1) block.id += `-${times}`;
  }
  return all;
}

/** The headings of a page. @param {Block[]} all @returns {Heading[]} */
export const headings = (all) => all.filter((block) => block.kind === 'heading');

const INLINE = /`([^`]+)`|\*\*(\S(?:.*?\S)?)\*\*|\*(\S(?:[^*]*?\S)?)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** @param {string} text @returns {unknown[]} */
function inline(text) {
  const out = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, strong, weak, words, address] = found;
    out.push(text.slice(at, found.index));
    if (code) out.push(html`<code>${code}</code>`);
    else if (strong) out.push(html`<strong>${inline(strong)}</strong>`);
    else if (weak) out.push(html`<em>${inline(weak)}</em>`);
    else if (/^https?:/.test(address)) out.push(html`<a href=${address} rel="noopener">${inline(words)}</a>`);
    else out.push(...inline(words)); // a file of the repository: here it leads nowhere
    at = found.index + whole.length;
  }
  out.push(text.slice(at));
  return out;
}

/** @type {((id: string, words: unknown) => TemplateResult)[]} */
const HEADINGS = [
  (id, words) => html`<h1 id=${id}>${words}</h1>`,
  (id, words) => html`<h2 id=${id} tabindex="-1">${words}</h2>`,
  (id, words) => html`<h3 id=${id} tabindex="-1">${words}</h3>`,
  (id, words) => html`<h4 id=${id} tabindex="-1">${words}</h4>`,
  (id, words) => html`<h5 id=${id} tabindex="-1">${words}</h5>`,
  (id, words) => html`<h6 id=${id} tabindex="-1">${words}</h6>`,
];

/** @param {Table} table */
function drawTable({ head, align, rows }) {
  /** @param {number} column */
  const look = (column) => `to-${align[column] ?? 'left'}`;
  /** @param {string} cell @param {number} k */
  const title = (cell, k) => (cell ? html`<th scope="col" class=${look(k)}>${inline(cell)}</th>` : html`<td></td>`);
  /** @param {string} cell @param {number} k */
  const field = (cell, k) => html`<td class=${look(k)}>${inline(cell)}</td>`;
  return html`<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>
    <thead><tr>${head.map(title)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map(field)}</tr>`)}</tbody></table></div>`;
}

/** An item that is one paragraph needs no paragraph inside. @param {Block[]} item @param {number} lower */
const drawItem = (item, lower) => html`<li>${item.map((block, k) =>
  k === 0 && block.kind === 'paragraph' ? inline(block.text) : draw(block, lower))}</li>`;

/** @param {Block} block @param {number} lower @returns {TemplateResult} */
function draw(block, lower) {
  switch (block.kind) {
    case 'heading':
      return HEADINGS[Math.min(block.level + lower, HEADINGS.length) - 1](block.id, inline(block.text));
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`;
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`;
    case 'table':
      return drawTable(block);
    case 'list': {
      const items = block.items.map((item) => drawItem(item, lower));
      return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
  }
}

/** Blocks as templates; headings so many levels lower. @param {Block[]} all @param {number} [lower] */
export const drawBlocks = (all, lower = 0) => html`${all.map((block) => draw(block, lower))}`;

/** A page of Markdown as a template. @param {string} text @returns {TemplateResult} */
export const markdown = (text) => drawBlocks(blocks(text));
