// pick.js: making a move by touching: what reacts next, and when a move is complete. Knows offers only, so it is the same
// for all games.

/** @import { Offer, Touch } from './types.d.ts' */

/** @param {Touch} a @param {Touch} b */
export const sameTouch = (a, b) => a.place === b.place && a.thing === b.thing;

/** Whether what has been touched is how this offer begins. @param {Offer} offer @param {Touch[]} picked */
const begins = (offer, picked) =>
  offer.touch.length >= picked.length && picked.every((touch, i) => sameTouch(touch, offer.touch[i]));

/** What can be touched next, each once, and the offers that need no more touch.
 * @param {Offer[]} offers @param {Touch[]} picked */
export function choices(offers, picked) {
  /** @type {Touch[]} */
  const touches = [];
  /** @type {Offer[]} */
  const buttons = [];
  for (const offer of offers) {
    if (!begins(offer, picked)) continue;
    const next = offer.touch[picked.length];
    if (!next) buttons.push(offer);
    else if (!touches.some((touch) => sameTouch(touch, next))) touches.push(next);
  }
  return { touches, buttons };
}

/** The offer that is decided by these touches: the only one that begins with them.
 * @param {Offer[]} offers @param {Touch[]} picked */
export function decided(offers, picked) {
  const left = offers.filter((offer) => begins(offer, picked));
  return left.length === 1 ? left[0] : null;
}

/** Buttons that differ in one number only belong together, "Play 1 gem" to "Play 9 gems"; the others stand alone.
 * @param {Offer[]} offers @returns {{ label: string, offers: Offer[], numbers: string[] }[]} */
export function families(offers) {
  /** @type {Map<string, { label: string, offers: Offer[], numbers: string[] }>} */
  const byGroup = new Map();
  for (const offer of offers) {
    const label = offer.group ?? offer.label;
    const family = byGroup.get(label) ?? { label, offers: [], numbers: [] };
    family.offers.push(offer);
    family.numbers.push(offer.number ?? '');
    byGroup.set(label, family);
  }
  return [...byGroup.values()].flatMap((family) =>
    family.offers.length > 2
      ? [family]
      : family.offers.map((offer) => ({ label: offer.label, offers: [offer], numbers: [''] })),
  );
}

/** What a move is worth or does, "play green 4 on green 2 (+2)", belongs where one would touch for it.
 * @param {Offer[]} offers @param {Touch[]} picked @returns {{ touch: Touch, text: string }[]} */
export function tags(offers, picked) {
  return offers
    .filter((offer) => begins(offer, picked) && offer.touch.length === picked.length + 1)
    .flatMap(({ touch, tag }) => (tag ? [{ touch: touch[picked.length], text: tag }] : []));
}
