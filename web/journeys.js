// journeys.js: which pieces have moved between two plans, and from where to where.

/** @import { Box, PieceBox, Plan } from './layout.js' */

/**
 * @typedef {{ from: PieceBox | null, to: PieceBox | null, onto: boolean }} Journey
 * A piece that was there and is now here; one that is new, or gone. `onto` others that are drawn as one with it.
 */

/** So many pieces of a pile are seen to go or come. */
const MANY = 12;

/** Which pieces have moved between two plans. Those alike are told apart only by where they are missing and where there
 * are more. @param {Plan} before @param {Plan} after @returns {Journey[]} */
export function journeys(before, after) {
  /** @type {Journey[]} */
  const found = [];
  /** @type {PieceBox[]} */
  let left = [];
  /** @type {{ box: PieceBox, onto: boolean }[]} */
  let come = [];
  const was = byKind(before);
  const is = byKind(after);
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const old = was.get(name) ?? [];
    const now = is.get(name) ?? [];
    const stay = Math.min(total(old), total(now));
    let at = 0;
    for (const box of now) {
      if (at < stay) found.push({ from: boxAt(old, at), to: box, onto: false });
      const more = Math.min(at + box.count - Math.max(at, stay), MANY);
      for (let i = 0; i < more; i++) come.push({ box, onto: at < stay || i > 0 });
      at += box.count;
    }
    for (let i = stay; i < Math.min(total(old), stay + MANY); i++) {
      const box = boxAt(old, i);
      if (box) left.push(box);
    }
  }
  // First those with the same name, then cards that are turned over on the way.
  for (const same of [sameThing, turned])
    come = come.filter(({ box, onto }) => {
      const from = nearest(box, left.filter((other) => same(other, box)));
      if (!from) return true;
      left = drop(left, from);
      found.push({ from, to: box, onto });
      return false;
    });
  for (const { box, onto } of come) if (!onto) found.push({ from: null, to: box, onto });
  for (const box of left) found.push({ from: box, to: null, onto: false });
  return found;
}

/** Boxes by place and thing, in order. @param {Plan} plan */
function byKind(plan) {
  /** @type {Map<string, PieceBox[]>} */
  const map = new Map();
  for (const box of plan.pieces) {
    const name = `${box.place} ${box.piece.thing}`;
    map.set(name, [...(map.get(name) ?? []), box]);
  }
  return map;
}

/** @param {PieceBox[]} boxes */
const total = (boxes) => boxes.reduce((sum, box) => sum + box.count, 0);

/** The box that holds the piece with this number. @param {PieceBox[]} boxes @param {number} at */
function boxAt(boxes, at) {
  let first = 0;
  for (const box of boxes) {
    if (at < first + box.count) return box;
    first += box.count;
  }
  return null;
}

/** @param {PieceBox} a @param {PieceBox} b */
const sameThing = (a, b) => a.piece.thing === b.piece.thing;

/** @param {PieceBox} a @param {PieceBox} b */
const turned = (a, b) => a.piece.kind === b.piece.kind && Boolean(a.piece.back) !== Boolean(b.piece.back);

/** @param {Box} box @param {PieceBox[]} others */
function nearest(box, others) {
  /** @param {Box} other */
  const off = (other) => Math.hypot(other.x - box.x, other.y - box.y);
  /** @type {PieceBox | null} */
  let best = null;
  for (const other of others) if (!best || off(other) < off(best)) best = other;
  return best;
}

/** @param {PieceBox[]} list @param {PieceBox} one */
function drop(list, one) {
  const at = list.indexOf(one);
  return [...list.slice(0, at), ...list.slice(at + 1)];
}
