// creatures.js: little monsters and gnomes made from a name. The same name has the same face, always.

import { nothing, svg } from './lit.js';

/** @import { SVGTemplateResult } from 'lit-html' */

const bodies = [
  'M-34 44C-44-10-26-34 0-34C26-34 44-10 34 44Z',
  'M-38 40C-50 4-30-24 0-24C30-24 50 4 38 40C20 48-20 48-38 40Z',
  'M-20 44C-30 10-28-40 0-40C28-40 30 10 20 44Z',
  'M-42 44C-38 0-20-6-14-30C-8-38 8-38 14-30C20-6 38 0 42 44Z',
  'M-30 44L-36-20C-24-34 24-34 36-20L30 44Z',
];

const tops = [
  'M-24-20L-34-46L-10-32ZM24-20L34-46L10-32Z',
  'M-3-30L-14-48L-8-50L0-34L8-50L14-48L3-30Z',
  'M-30-14C-54-22-50 10-32 8ZM30-14C54-22 50 10 32 8Z',
  'M-20-26L-16-46L-8-32L0-50L8-32L16-46L20-26Z',
  'M-26-16L-20-50L-10-28ZM26-16L20-50L10-28Z',
];

const mouths = [
  'M-18 14Q0 34 18 14Q0 20-18 14Z',
  'M-16 16H16V24L10 18L4 26L-2 18L-8 26L-12 18L-16 24Z',
  'M-8 20A8 9 0 1 0 8 20A8 9 0 1 0-8 20Z',
  'M-16 18Q-8 12 0 18Q8 24 16 16L16 20Q8 30 0 23Q-8 17-16 22Z',
  'M-20 14H20Q18 32 0 32Q-18 32-20 14ZM-8 14V20H-2V14ZM2 14V20H8V14Z',
];

const trims = [
  'M-22 30a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM14 34a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM-4 38a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z',
  'M-32 34L-24 28L-16 34L-8 28L0 34L8 28L16 34L24 28L32 34V38L24 32L16 38L8 32L0 38L-8 32L-16 38L-24 32L-32 38Z',
  'M-10 44L0 34L10 44Z',
  '',
];

// Of gnomes:
const beards = [
  'M-30 4C-34 34-14 46 0 50C14 46 34 34 30 4Z',
  'M-30 4C-36 30-20 44-12 38C-8 50 8 50 12 38C20 44 36 30 30 4Z',
  'M-28 4L-22 44L-8 34L0 50L8 34L22 44L28 4Z',
];
const lips = ['M-9 25Q0 33 9 25Z', 'M-6 28A6 5 0 1 0 6 28A6 5 0 1 0-6 28Z', 'M-9 30Q0 22 9 30Z'];
const brows = ['M-18-3L-7 1M18-3L7 1', 'M-18 0L-7-3M18 0L7-3', 'M-18-2H-7M18-2H7'];

const TINTS = 6;

/** A number from a name, spread evenly. @param {string} name */
function hash(name) {
  let h = 2166136261;
  for (const letter of name) h = Math.imul(h ^ letter.charCodeAt(0), 16777619);
  h = Math.imul(h ^ (h >>> 15), 2246822519);
  return (h ^ (h >>> 13)) >>> 0;
}

/**
 * Somebody around x,y, about r to each side.
 * @param {'monster' | 'gnome'} kind @param {string} name @param {string | undefined} mood @param {number} x
 * @param {number} y @param {number} r @returns {SVGTemplateResult}
 */
export function creature(kind, name, mood, x, y, r) {
  let left = hash(name);
  const one = (/** @type {number} */ of) => {
    const choice = left % of;
    left = Math.floor(left / of);
    return choice;
  };
  return svg`<g class="creature creature-${mood ?? 'merry'} tint-${one(TINTS)}"
    transform="translate(${x} ${y}) scale(${r / 50})">${kind === 'gnome' ? gnome(one) : monster(one, mood)}</g>`;
}

/** @param {(of: number) => number} one @param {string | undefined} mood */
function monster(one, mood) {
  const mouth = mood === 'grim' ? 1 : one(mouths.length);
  const eyes = mood ? 2 : [2, 1, 2, 3, 2][one(5)];
  const look = one(3) - 1;
  const apart = eyes === 1 ? 0 : 24 / (eyes - 1) + 4;
  return svg`<path class="cr-top" d=${tops[one(tops.length)]}/><path class="cr-body" d=${bodies[one(bodies.length)]}/>
    <path class="cr-trim" d=${trims[one(trims.length)]}/>
    ${row(eyes, apart).map((at) => eye(at, -6, [13, 10, 7.5][eyes - 1], look))}
    ${mood === 'grim' ? svg`<path class="cr-line" d="M-26-22L-6-12M26-22L6-12"/>` : nothing}
    ${mood === 'masked' ? svg`<path class="cr-line" d="M-30-6H-24M24-6H30M-4-6H4"/>` : nothing}
    <path class="cr-line cr-mouth" d=${mouths[mouth]}/>`;
}

/** @param {(of: number) => number} one */
function gnome(one) {
  const lean = one(3) * 14 - 14;
  return svg`<path class="cr-beard" d=${beards[one(3)]}/><path class="cr-skin" d="M-28-8H28V6C20 20-20 20-28 6Z"/>
    <path class="cr-body" d="M-38-4C-16 2 16 2 38-4C28-18 18-30 ${lean}-52C-18-34-30-20-38-4Z"/>
    ${[-12, 12].map((at) => eye(at, 4, 5, 0))}
    <circle class="cr-nose" cx="0" cy="12" r="8"/>
    <path class="cr-line cr-mouth" d=${lips[one(3)]}/><path class="cr-line" d=${brows[one(3)]}/>`;
}

/** @param {number} count @param {number} step */
function row(count, step) {
  return Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * step);
}

/** @param {number} x @param {number} y @param {number} r @param {number} look to the left or to the right */
function eye(x, y, r, look) {
  return svg`<circle class="cr-eye" cx=${x} cy=${y} r=${r}/>
    <circle class="cr-pupil" cx=${x + look * r * 0.35} cy=${y + r * 0.15} r=${r * 0.45}/>`;
}
