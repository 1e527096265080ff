// tables.js: the design of the table that is on the page, and its drawings. A design is data (docs/table.md).

/** @import { Design } from './types.d.ts' */

/** @type {{ game: string, design: Design | null }} */
let current = { game: '', design: null };

/** The design of the table that is on the page, if it has one. */
export const designNow = () => current.design;

/** For tests and tools that have the design already. @param {string} game @param {Design | null} design */
export function setDesign(game, design) {
  current = { game, design };
}

/** Which games have a design: the build writes it into the page. */
const designed = () => (globalThis.document?.querySelector('meta[name="tables"]')?.getAttribute('content') ?? '').split(' ');

/** Gets the design of a game and puts its drawings into the page. Without them the table lays itself: nobody is kept from playing.
 * @param {string} game @returns {Promise<Design | null>} */
export async function fetchDesign(game) {
  if (current.game === game) return current.design;
  if (!designed().includes(game)) return show(game, null, '');
  try {
    const [design, drawings] = await Promise.all(['json', 'svg'].map((kind) => get(`tables/${game}.${kind}`)));
    const made = JSON.parse(design);
    if (made.form !== 1 || !['upright', 'side', 'wide'].every((shape) => made.shapes?.[shape])) throw new Error('this is no design of a table');
    return show(game, made, drawings);
  } catch {
    return show(game, null, '');
  }
}

/** @param {string} name */
async function get(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} is missing`);
  return answer.text();
}

/** The drawings that are in the page. @type {Element | null} */
let sprite = null;

/** @param {string} game @param {Design | null} design @param {string} drawings */
function show(game, design, drawings) {
  setDesign(game, design);
  sprite?.remove();
  sprite = null;
  if (design) {
    sprite = document.importNode(new DOMParser().parseFromString(drawings, 'image/svg+xml').documentElement, true);
    for (const [name, value] of Object.entries({ id: 'drawings', width: '0', height: '0', 'aria-hidden': 'true', focusable: 'false' }))
      sprite.setAttribute(name, value);
    document.body.append(sprite);
  }
  return design;
}
