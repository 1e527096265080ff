// early.js: stands in the page itself and runs before anything of it is drawn. The page as it was built is the first page, the same for
// everybody: here it becomes the reader's (see first.js).
{
  const root = document.documentElement;
  /** @type {import('./first.js').First} */
  let known = {};
  try {
    known = JSON.parse(localStorage.getItem('wabe') ?? '{}');
  } catch {
    // Then nothing is known.
  }
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const { theme, there = navigation?.serverTiming?.some(({ name }) => name === 'wabe'), own: [width, height] = [0, 0] } = known;
  if (theme) root.dataset.theme = theme;
  if (there) root.dataset.there = '';
  if (location.hash.replace(/^#\/?/, '')) root.dataset.elsewhere = ''; // another page than the first one is wanted
  if (height && width === innerWidth) root.style.setProperty('--own', `${height}px`);
}
