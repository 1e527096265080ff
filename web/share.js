// share.js: links that somebody can give to a friend.

/** The address at which a friend gets the same deal. @param {string} deal */
export const shareLink = (deal) => `${location.href.replace(/#.*/, '')}#/new/${encodeURIComponent(deal)}`;

/** Whether it worked. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
