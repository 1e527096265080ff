// looks.mjs: looks for gross breakage of a page: what overlaps, is cut off, lies outside, or is not drawn at all; and asks
// axe-core what hinders people.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { colours, readPng } from './png.mjs';
import { expect } from './tap.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Runs in the page: sentences about what is broken.
function faults() {
  const found = [];
  const SLACK = 1.5;
  const box = (element) => element.getBoundingClientRect();
  const isSeen = (element) => {
    const { width, height } = box(element);
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen');
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const name = (element) =>
    `<${element.localName} class="${element.getAttribute('class') ?? ''}"> "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
  const inside = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK && inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK;
  const overlap = (a, b) =>
    Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  // The nearest part that scrolls up and down.
  const scroller = (element) => {
    for (let one = element.parentElement; one; one = one.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1) return one;
    }
    const page = document.scrollingElement;
    return page.scrollHeight > page.clientHeight + 1 ? page : null;
  };

  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide on a screen of ${page.clientWidth}`);

  // What is to be done lies over the table when it needs more room, unless something is to be touched there (docs/browser.md).
  const parts = all('.play-bar, .notes, .past-bar, .table-area, .prompt').filter((part) => !part.matches('.prompt:not(.prompt-kept)'));
  parts.forEach((a, i) =>
    parts.slice(i + 1).forEach((b) => {
      if (overlap(box(a), box(b)) > SLACK) found.push(`${name(a)} and ${name(b)} overlap`);
    }),
  );
  for (const part of parts)
    if (!inside(box(part), screen)) found.push(`${name(part)} is not all on the screen`);

  for (const element of all('button, a, select, input, summary')) {
    if (element.closest('.skip') || element.matches('.skip')) continue;
    const within = scroller(element);
    const { left, right, top, bottom } = box(element);
    if (left < -SLACK || right > innerWidth + SLACK) found.push(`${name(element)} is beside the screen`);
    else if (within && top - (within === document.scrollingElement ? 0 : box(within).top) + within.scrollTop < -SLACK)
      found.push(`${name(element)} is above where one can scroll to`);
    else if (!within && (top < -SLACK || bottom > innerHeight + SLACK)) found.push(`${name(element)} is off the screen`);
  }

  // What stands below the table must be there, or come when that is scrolled.
  for (const prompt of all('.prompt'))
    for (const part of prompt.children)
      if (isSeen(part) && box(part).top - box(prompt).top + prompt.scrollTop < -SLACK) found.push(`${name(part)} is above where one can scroll to`);

  // What is written on a button or said below the table.
  const range = document.createRange();
  for (const element of all('.button, .tool, .prompt-text, .news li, .notes span, .note, .past-bar span, h2, h3, .ranks td, .ranks th')) {
    range.selectNodeContents(element);
    const words = range.getBoundingClientRect();
    const around = box(element.matches('button, a, label') ? element
      : element.closest('.prompt, .notes, .past-bar, .side, .card, .curtain, dialog, .page') ?? element);
    if (words.width > 0 && (words.left < around.left - SLACK || words.right > around.right + SLACK))
      found.push(`the text of ${name(element)} is wider than what it stands on`);
    if (words.width > 0 && element.matches('.button, .tool') && (words.top < around.top - SLACK || words.bottom > around.bottom + SLACK))
      found.push(`the text of ${name(element)} is higher than what it stands on`);
  }
  const buttons = all('.prompt button, .prompt a, .play-bar button, .play-bar a, .past-bar button');
  buttons.forEach((a, i) =>
    buttons.slice(i + 1).forEach((b) => {
      if (overlap(box(a), box(b)) > SLACK) found.push(`${name(a)} and ${name(b)} overlap`);
    }),
  );

  // The table.
  const picture = document.querySelector('.table-area svg');
  if (picture) {
    const around = box(picture);
    const room = box(picture.parentElement);
    if (around.width > room.width + SLACK) found.push('the table is wider than its room');
    // Of a map a window shows a part (docs/table.md). A drawing on a card may reach beyond what is seen of it: the card itself counts.
    const onMap = (element) => element.closest('.t-map') !== null;
    for (const words of picture.querySelectorAll('text')) {
      if (onMap(words)) continue;
      const { x, y, width, height } = words.getBBox();
      if (width > 0 && height > 0 && !inside(box(words), around)) found.push(`"${words.textContent.trim()}" is cut off by the table at ${Math.round(x)},${Math.round(y)}`);
    }
    for (const piece of picture.querySelectorAll('.t-piece')) {
      if (onMap(piece)) continue;
      if (!inside(box(piece.querySelector('.t-body .p-stock') ?? piece.querySelector('.t-body > :not(.t-halo):not(.t-badge):not(.t-under)') ?? piece), around))
        found.push(`"${piece.dataset.thing}" is cut off by the table`);
    }
    // What is held out over a map covers it for that time.
    const words = [...picture.querySelectorAll('.t-words')].filter((element) => !onMap(element));
    words.forEach((a, i) =>
      words.slice(i + 1).forEach((b) => {
        if (overlap(box(a), box(b)) > 3) found.push(`"${a.textContent.trim()}" and "${b.textContent.trim()}" are written over each other`);
      }),
    );
    for (const card of picture.querySelectorAll('.t-piece:has(.piece-card)'))
      for (const text of card.querySelectorAll('.t-body text')) {
        if (text.closest('.t-badge')) continue;
        if (!inside(box(text), box(card.querySelector('.p-stock')))) found.push(`"${text.textContent.trim()}" runs over the edge of "${card.dataset.thing}"`);
      }
  }
  return [...new Set(found)];
}

// Runs in the page: where the table and some of its cards are on the screen.
function cardBoxes() {
  const area = document.querySelector('.table-area');
  if (!area?.querySelector('svg')) return null;
  const { left, top, right, bottom } = area.getBoundingClientRect();
  // What a panel covers cannot be judged.
  const isBare = (box) => [box.top + 1, box.bottom - 1].every((y) => area.contains(document.elementFromPoint(box.left + box.width / 2, y)));
  const cards = [...area.querySelectorAll('.t-piece:has(.piece-card)')]
    .map((card) => ({ name: card.dataset.thing, box: card.getBoundingClientRect() }))
    .filter(({ box }) => box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom && isBare(box))
    .map(({ name, box }) => ({ name, x: box.left - left, y: box.top - top, width: box.width, height: box.height }));
  return { clip: { x: left, y: top, width: right - left, height: bottom - top }, cards };
}

const FEWEST_COLOURS = 12;

// Fails with all that is broken on the page as it is now; if it has changed meanwhile, looks again.
export async function looksRight(page, when) {
  for (let tries = 0; tries < 20; tries++) {
    const before = await page.evaluate(() => window.changes);
    const found = await page.evaluate(faults);
    found.push(...(await blank(page)));
    const after = await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(window.changes))));
    if (before === after) return expect(found.length === 0, `${when}: ${found.join('; ')}`);
  }
  throw new Error(`${when}: the page does not come to rest`);
}

async function blank(page) {
  const where = await page.evaluate(cardBoxes);
  if (!where) return [];
  const png = readPng(await page.screenshot({ clip: where.clip, caret: 'initial' }));
  const found = [];
  if (colours(png) < FEWEST_COLOURS) found.push(`the table has only ${colours(png)} colours`);
  for (const card of where.cards)
    if (colours(png, middleOf(card), 3) < 3) found.push(`the card "${card.name}" is blank`);
  return found;
}

// Without its edges, which are seen on an empty card too.
const middleOf = ({ x, y, width, height }) => ({ x: x + width * 0.15, y: y + height * 0.1, width: width * 0.7, height: height * 0.8 });

// What axe-core has against the page, one line for each rule. What fades in or out is looked at as it is in the end: words
// that are half there have too little contrast, and how far they are depends on how busy the machine is.
export async function objections(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return violations.map(({ id, help, nodes }) =>
      `${id} (${help}): ${nodes.slice(0, 3).map(({ html, any }) => `${html.replace(/\s+/g, ' ').slice(0, 120)} ${any[0]?.message ?? ''}`).join(' | ')}`);
  });
}
