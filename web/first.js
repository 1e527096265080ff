// first.js: what the page has to know before its scripts are there: early.js reads it. In localStorage, which can be read at once.

/** @typedef {object} First
 * @property {string} [theme] light or dark, if the reader has chosen
 * @property {boolean} [there] whether there was a server to meet at
 * @property {[number, number]} [own] how wide the window was, and how high what is the reader's own on the first page */

const KEY = 'wabe'; // for early.js too

/** @returns {First} */
function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {First} more */
export function remember(more) {
  const before = JSON.stringify(known());
  const after = JSON.stringify({ ...known(), ...more });
  try {
    if (after !== before) localStorage.setItem(KEY, after);
  } catch {
    // Then the page begins as it does for everybody.
  }
}
