// web_store.mjs: what the browser keeps, with a stand-in for IndexedDB, and what one's own matches say.
import { DEFAULTS, Store, newId } from '../web/store.js';
import { byLevel, likely, statistics } from '../web/statistics.js';
import { Factory } from './idb.mjs';
import { end, expect, test, testLater } from './tap.mjs';

const match = (id, changed, more = {}) => ({
  id, game: 'mimsy', deal: 'mimsy:2#42', names: ['Ann', 'Clover'], bots: ['', 'normal'],
  record: `record of ${changed}`, n: 1, over: false, begun: 0, changed,
  takebacks: 0, hints: 0, ranks: [], scores: [], ...more,
});

function same(got, wanted, what) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  expect(a === b, `${what}: ${a}, not ${b}`);
}

// Two ends of a channel between tabs.
function channels() {
  const ends = [{}, {}];
  ends.forEach((one, k) => {
    one.postMessage = (data) => ends[1 - k].onmessage?.({ data });
  });
  return ends;
}

const worlds = {
  'on disk': () => ({ indexedDB: new Factory() }),
  'in memory': () => ({}),
  'where opening fails': () => ({ indexedDB: new Factory({ open: true }) }),
  'where writing fails': () => ({ indexedDB: new Factory({ write: true }) }),
};

for (const [where, world] of Object.entries(worlds)) {
  await testLater(`${where}: matches are kept, newest first, and forgotten`, async () => {
    const store = new Store(world());
    await store.keep(match('a', 1));
    await store.keep(match('b', 3));
    await store.keep(match('c', 2));
    same((await store.allKept()).map(({ id }) => id), ['b', 'c', 'a'], 'order');
    same(await store.kept('a'), match('a', 1), 'one of them');
    await store.forget('b');
    same((await store.allKept()).map(({ id }) => id), ['c', 'a'], 'after forgetting');
    same(await store.kept('b'), undefined, 'the forgotten one');
    same(store.lasting, where === 'on disk', 'lasting');
  });

  await testLater(`${where}: the newest record wins, whatever the order`, async () => {
    const store = new Store(world());
    for (let changed = 1; changed <= 20; changed++) store.keep(match('a', changed));
    same((await store.kept('a')).record, 'record of 20', 'twenty in a row');
    await store.keep(match('a', 7));
    same((await store.kept('a')).record, 'record of 20', 'an old one later');
  });

  await testLater(`${where}: settings have defaults, and choices are remembered`, async () => {
    const store = new Store(world());
    same(await store.settings(), DEFAULTS, 'at first');
    await store.keepSettings({ ...DEFAULTS, name: 'Ann' });
    same((await store.settings()).name, 'Ann', 'the name');
    const choice = { seats: 3, bots: ['', 'hard', 'easy'], names: ['', '', ''], options: { variant: 'basic' } };
    await store.keepChoice('mimsy', choice);
    same(await store.choice('mimsy'), choice, 'the choice');
    same(await store.choice('mome'), undefined, 'of another game');
  });

  await testLater(`${where}: a backup brings everything back`, async () => {
    const [from, to] = [new Store(world()), new Store(world())];
    await from.keep(match('a', 5));
    await from.keep(match('b', 6));
    await from.keepSettings({ ...DEFAULTS, theme: 'dark' });
    await to.keep(match('b', 9));
    await to.restore(JSON.parse(JSON.stringify(await from.backup())));
    same((await to.allKept()).map(({ record }) => record), ['record of 9', 'record of 5'], 'matches');
    same((await to.settings()).theme, 'dark', 'settings');
    await to.forgetAll();
    same([await to.allKept(), await to.settings()], [[], DEFAULTS], 'after forgetting all');
  });
}

await testLater('what is on disk is there for the next visit', async () => {
  const indexedDB = new Factory();
  await new Store({ indexedDB }).keep(match('a', 1));
  same((await new Store({ indexedDB }).kept('a')).id, 'a', 'the match');
});

await testLater('a connection that was closed is opened again', async () => {
  const indexedDB = new Factory();
  const store = new Store({ indexedDB });
  await store.keep(match('a', 1));
  indexedDB.connections[0].onversionchange();
  await store.keep(match('b', 2));
  same((await store.allKept()).length, 2, 'matches');
  expect(store.lasting, 'still on disk');
});

await testLater('when the disk is full, the page goes on in memory with what there was', async () => {
  const indexedDB = new Factory();
  const store = new Store({ indexedDB });
  await store.keep(match('a', 1));
  await store.keepSettings({ ...DEFAULTS, name: 'Ann' });
  indexedDB.faults.write = true;
  await store.keep(match('b', 2));
  same((await store.allKept()).map(({ id }) => id), ['b', 'a'], 'matches');
  same((await store.settings()).name, 'Ann', 'the name');
  same(store.lasting, false, 'lasting');
});

await testLater('a database of a newer page is left alone', async () => {
  const indexedDB = new Factory();
  indexedDB.version = 99;
  const store = new Store({ indexedDB });
  await store.keep(match('a', 1));
  same([(await store.allKept()).length, store.lasting, indexedDB.version], [1, false, 99], 'matches, lasting, version');
});

await testLater('other tabs hear of a change, this one does not hear itself', async () => {
  const [here, there] = channels();
  const indexedDB = new Factory();
  const [one, other] = [new Store({ indexedDB, channel: here }), new Store({ indexedDB, channel: there })];
  const heard = [];
  const stop = other.onChange((id) => heard.push(id));
  one.onChange(() => heard.push('itself'));
  await one.keep(match('a', 1));
  await one.forget('a');
  await one.keepSettings(DEFAULTS);
  stop();
  await one.keep(match('b', 1));
  same(heard, ['a', 'a', null], 'heard');
});

test('ids are different, and fit into an address', () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  expect(ids.size === 1000, 'two are the same');
  for (const id of ids) expect(/^[\w-]{12}$/.test(id), id);
});

const over = (ranks, more = {}) =>
  match(newId(), 1, { over: true, ranks, scores: ranks.map((rank) => 10 - rank), ...more });

test('statistics count what one person won against bots', () => {
  const [{ game, tally, levels, helped }, ...others] = statistics([
    over([1, 2]), over([2, 1]), over([1, 1]),
    over([1, 2, 3], { bots: ['', 'hard', 'easy'] }),
    over([1, 2], { hints: 1 }), over([1, 2], { takebacks: 2 }),
    over([1, 2], { bots: ['', ''] }), over([1, 2], { bots: ['hard', 'easy'] }), // of several, of nobody
    over([1, 2], { opened: true }), match('a', 1), // of anybody, not over
  ]);
  same([game, others.length], ['mimsy', 0], 'games');
  same([tally.played, tally.won, tally.places, helped], [4, 2.5, 5, 2], 'played, won, places, helped');
  same(tally.even.toFixed(3), (3 / 2 + 1 / 3).toFixed(3), 'what equals win');
  const told = [...levels].map(([level, { played, won }]) => [level, played, won]);
  same(told, [['normal', 3, 1.5], ['mixed', 1, 1]], 'levels');
});

test('alone, the score is what counts', () => {
  const scored = [7, 9].map((score) => over([1], { bots: [''], scores: [score] }));
  const [{ tally, levels }] = statistics(scored);
  same([tally.alone, tally.won, tally.scores, levels.size], [true, 0, [7, 9], 0], 'tally');
});

test('levels are summed over the games', () => {
  const sums = byLevel(statistics([over([1, 2]), over([2, 1], { game: 'mome' }), over([1, 2], { game: 'mome' })]));
  same([sums.get('normal').played, sums.get('normal').won], [3, 2], 'normal');
});

test('few games leave much open', () => {
  const rounded = (won, played) => likely(won, played).map((share) => Math.round(share * 100));
  same(rounded(0, 0), [0, 100], 'none');
  same(rounded(3, 5), [23, 88], 'three of five');
  same(rounded(0, 10), [0, 28], 'none of ten');
  same(rounded(500, 1000), [47, 53], 'many');
});

end();
