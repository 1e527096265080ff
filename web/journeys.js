// journeys.js: which pieces have moved between two plans, from where to where, and in which order: as the log tells it, and where
// the log says nothing, as it looks.

/** @import { LogLine } from './types.d.ts' */
/** @import { Box, PieceBox, Plan } from './layout.js' */

/** @typedef {NonNullable<LogLine['moved']>[number]} Transfer */

/**
 * @typedef {{ from: PieceBox | null, to: PieceBox | null, onto: boolean, legs: { at: number, place: number }[] }} Journey
 * A piece that was there and is now here; one that is new, or gone. `onto` others that are drawn as one with it. `legs` are the
 * places that it has come to, each with the number of the transfer; none if the log tells nothing of it.
 */

/** So many pieces of a pile are seen to go or come. */
const MANY = 12;

/** One piece on its way. @typedef {{ thing: string, back: boolean, box: PieceBox | null, place: number, legs: Journey['legs'] }} Token */

/** Which pieces have moved between two plans. Those alike are told apart only by where they are missing and where there
 * are more. @param {Plan} before @param {Plan} after @param {Transfer[]} [transfers] what the log tells, in order @returns {Journey[]} */
export function journeys(before, after, transfers = []) {
  /** @type {Journey[]} */
  const found = [];
  const tokens = carry(tokensOf(before), transfers);
  /** @type {{ box: PieceBox, onto: boolean }[]} */
  let come = [];
  /** @type {Map<string, Token[]>} */
  const there = new Map();
  for (const token of tokens) {
    const name = `${token.place} ${token.thing}`;
    there.set(name, [...(there.get(name) ?? []), token]);
  }
  /** @type {Token[]} */
  let left = [];
  const is = byKind(after);
  for (const [name, boxes] of is) {
    const here = there.get(name) ?? [];
    const still = here.filter(({ legs }) => !legs.length);
    const moved = here.filter(({ legs }) => legs.length);
    there.delete(name);
    const stay = Math.min(still.length, total(boxes));
    left.push(...still.slice(stay));
    let at = 0;
    for (const box of boxes) {
      if (at < stay) found.push({ from: still[at].box, to: box, onto: false, legs: [] });
      for (let i = Math.max(0, stay - at); i < box.count; i++) {
        const token = moved.shift();
        const onto = at < stay || i > Math.max(0, stay - at);
        if (token) found.push({ from: token.box, to: box, onto, legs: token.legs });
        else if (i < stay - at + MANY) come.push({ box, onto });
      }
      at += box.count;
    }
    left.push(...moved);
  }
  for (const rest of there.values()) left.push(...rest);
  left = left.filter(({ box }) => box);
  // What the log does not tell: first those with the same name, then cards that are turned over on the way. Of a place of which it
  // tells, it tells all.
  const told = new Set(transfers.flatMap(({ from, to }) => [from, to]));
  /** @param {PieceBox} a @param {PieceBox} b */
  const turned = (a, b) => a.piece.kind === b.piece.kind && Boolean(a.piece.back) !== Boolean(b.piece.back)
    && (a.place === b.place || !(told.has(a.place) || told.has(b.place)));
  for (const same of [sameThing, turned])
    come = come.filter(({ box, onto }) => {
      const from = nearest(box, left.filter((token) => same(/** @type {PieceBox} */ (token.box), box)));
      if (!from) return true;
      left.splice(left.indexOf(from), 1);
      found.push({ from: from.box, to: box, onto, legs: from.legs });
      return false;
    });
  for (const { box, onto } of come) if (!onto) found.push({ from: null, to: box, onto, legs: [] });
  for (const { box, legs } of left.slice(0, 3 * MANY)) found.push({ from: box, to: null, onto: false, legs });
  return found;
}

/** Every piece of a plan by itself; of a large pile only some. @param {Plan} plan @returns {Token[]} */
const tokensOf = (plan) => plan.pieces.flatMap((box) => Array.from({ length: box.count }, () =>
  ({ thing: box.piece.thing, back: Boolean(box.piece.back), box, place: box.place, legs: [] })));

/** Carries pieces as the log tells it. @param {Token[]} tokens @param {Transfer[]} transfers */
function carry(tokens, transfers) {
  if (!transfers.length) return tokens;
  /** @type {Map<number, Token[]>} */
  const at = new Map();
  for (const token of tokens) at.set(token.place, [...(at.get(token.place) ?? []), token]);
  const all = [...tokens];
  transfers.forEach(({ thing, count, from, to }, number) => {
    for (let i = 0; i < count; i++) {
      const here = at.get(from) ?? [];
      // The one that came last goes first; a card that was seen only from behind may turn out to be this one, and back.
      let token = here.findLast((one) => one.thing === thing) ?? here.findLast((one) => one.back) ?? (from === to ? here.at(-1) : undefined);
      if (!token) {
        token = { thing, back: false, box: null, place: from, legs: [] };
        all.push(token);
      }
      at.set(from, here.filter((one) => one !== token));
      if (from === to && token.thing !== thing) token.back = false;
      token.thing = thing;
      token.place = to;
      if (from !== to) token.legs = [...token.legs, { at: number, place: to }];
      at.set(to, [...(at.get(to) ?? []), token]);
    }
  });
  return all;
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

/** @param {PieceBox} a @param {PieceBox} b */
const sameThing = (a, b) => a.piece.thing === b.piece.thing;

/** @param {Box} box @param {Token[]} tokens */
function nearest(box, tokens) {
  /** @param {Token} token */
  const off = ({ box: other }) => (other ? Math.hypot(other.x - box.x, other.y - box.y) : Infinity);
  /** @type {Token | null} */
  let best = null;
  for (const token of tokens) if (!best || off(token) < off(best)) best = token;
  return best;
}
