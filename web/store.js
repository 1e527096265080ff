// store.js: what this browser keeps: matches and settings, in IndexedDB; in memory where there is none.

/** @import { Kept, Settings } from './types.d.ts' */

/** @typedef {'matches' | 'settings'} Shelf */
/** @typedef {{ seats: number, bots: string[], names: string[], options: Record<string, string> }} Choice
 * what was chosen when a game was last begun */
/** @typedef {{ wabe: 'backup', version: 1, saved: number, matches: Kept[], settings: Settings }} Backup */

/** Each step brings the database from one version to the next; a released step never changes.
 * @type {((db: IDBDatabase) => void)[]} */
const UPGRADES = [
  (db) => {
    db.createObjectStore('matches', { keyPath: 'id' });
    db.createObjectStore('settings');
  },
];

const PATIENCE = 4000; // milliseconds; some browsers never answer when storage is switched off

/** @type {Settings} */
export const DEFAULTS = { name: '', theme: 'auto', pace: 'normal', autopass: false, motion: 'auto', sound: true, effects: true, notify: false, account: '' };

/** The words that a setting may have; others are left alone. @type {Record<string, unknown[]>} */
const WORDS = {
  theme: ['auto', 'light', 'dark'],
  pace: ['slow', 'normal', 'quick', 'none'],
  autopass: [true, false],
  motion: ['auto', 'none'],
  sound: [true, false],
  effects: [true, false],
  notify: [true, false],
};

/** Settings from wherever they come: what is not one gets its default. @param {any} from @returns {Settings} */
function checked(from) {
  /** @type {Record<string, unknown>} */
  const settings = { ...DEFAULTS };
  for (const [key, words] of Object.entries(WORDS)) if (words.includes(from?.[key])) settings[key] = from[key];
  for (const key of ['name', 'account']) if (typeof from?.[key] === 'string') settings[key] = from[key];
  return /** @type {any} */ (settings);
}

/** What is damaged is not shown, and does no harm. @param {any} kept */
const isWhole = (kept) =>
  typeof kept?.record === 'string' && Array.isArray(kept.bots) && Array.isArray(kept.names) && Array.isArray(kept.ranks) &&
  Math.abs(kept.changed) < 8.64e15;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

/** The database, brought up to date. @param {IDBFactory} factory @returns {Promise<IDBDatabase>} */
function connect(factory) {
  return new Promise((resolve, reject) => {
    const request = factory.open('wabe', UPGRADES.length);
    const timer = setTimeout(() => reject(new Error('the browser does not open its storage')), PATIENCE);
    request.onupgradeneeded = (event) => {
      for (const upgrade of UPGRADES.slice(event.oldVersion)) upgrade(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      // A newer page in another tab wants to upgrade: make room.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

/** Shelves in a database. */
class Disk {
  /** @param {IDBDatabase} db */
  constructor(db) {
    this.db = db;
  }

  /** @param {Shelf} shelf @param {string} key @returns {Promise<any>} */
  get(shelf, key) {
    return answer(this.db.transaction(shelf).objectStore(shelf).get(key));
  }

  /** @param {Shelf} shelf @returns {Promise<any[]>} */
  all(shelf) {
    return answer(this.db.transaction(shelf).objectStore(shelf).getAll());
  }

  /** Puts what `make` makes of what lies there; nothing, if that is undefined. One transaction, so that tabs cannot
   * come between. @param {Shelf} shelf @param {string} key @param {(old: any) => any} make */
  async update(shelf, key, make) {
    const transaction = this.db.transaction(shelf, 'readwrite');
    const finished = done(transaction);
    const store = transaction.objectStore(shelf);
    const request = store.get(key);
    request.onsuccess = () => {
      try {
        const value = make(request.result);
        if (value !== undefined) store.put(value, ...(store.keyPath ? [] : [key]));
      } catch {
        transaction.abort(); // which is told to whoever waits
      }
    };
    await finished;
  }

  /** @param {Shelf} shelf @param {string} key */
  async remove(shelf, key) {
    const transaction = this.db.transaction(shelf, 'readwrite');
    transaction.objectStore(shelf).delete(key);
    await done(transaction);
  }

  /** @param {Shelf} shelf */
  async clear(shelf) {
    const transaction = this.db.transaction(shelf, 'readwrite');
    transaction.objectStore(shelf).clear();
    await done(transaction);
  }
}

/** The same shelves in memory. */
class Memory {
  constructor() {
    /** @type {Record<Shelf, Map<string, any>>} */
    this.shelves = { matches: new Map(), settings: new Map() };
  }

  /** @param {Shelf} shelf @param {string} key */
  async get(shelf, key) {
    return this.shelves[shelf].get(key);
  }

  /** @param {Shelf} shelf */
  async all(shelf) {
    return [...this.shelves[shelf].values()];
  }

  /** @param {Shelf} shelf @param {string} key @param {(old: any) => any} make */
  async update(shelf, key, make) {
    const value = make(this.shelves[shelf].get(key));
    if (value !== undefined) this.shelves[shelf].set(key, value);
  }

  /** @param {Shelf} shelf @param {string} key */
  async remove(shelf, key) {
    this.shelves[shelf].delete(key);
  }

  /** @param {Shelf} shelf */
  async clear(shelf) {
    this.shelves[shelf].clear();
  }
}

export class Store {
  /** @param {{ indexedDB?: IDBFactory, channel?: BroadcastChannel }} [world] */
  constructor(world = {}) {
    this.factory = world.indexedDB;
    this.channel = world.channel;
    this.lasting = this.factory !== undefined;
    /** @type {(() => void) | null} */
    this.onLost = null; // called when nothing can be kept any more
    this.changes = 0; // counts what has changed here and elsewhere: whoever shows it can tell if it is stale
    /** @type {Promise<Disk | Memory> | null} */
    this.opened = null;
    /** @type {Map<string, Kept>} */
    this.waiting = new Map();
    /** @type {Promise<void> | null} */
    this.writing = null;
    /** @type {Set<(id: string | null) => void>} */
    this.listeners = new Set();
    if (this.channel) this.channel.onmessage = (event) => this.heard(event.data);
  }

  /** @param {string | null} id */
  heard(id) {
    this.changes++;
    for (const listener of this.listeners) listener(id);
  }

  /** @param {string | null} id null: everything, or the settings */
  changed(id) {
    this.changes++;
    this.channel?.postMessage(id);
  }

  /** Calls back when another tab has changed something. @param {(id: string | null) => void} callback
   * @returns {() => void} ends it */
  onChange(callback) {
    this.listeners.add(callback);
    return () => this.listeners.delete(callback);
  }

  backend() {
    this.opened ??= this.open();
    return this.opened;
  }

  async open() {
    if (this.factory) {
      try {
        return new Disk(await connect(this.factory));
      } catch {
        this.lasting = false;
      }
    }
    return new Memory();
  }

  /** Works on the database. If that fails, opens it anew (a browser may have closed it), and if that does not help
   * goes on in memory with all that can still be read. @template T @param {(backend: Disk | Memory) => Promise<T>} work
   * @returns {Promise<T>} */
  async use(work) {
    const opened = this.backend();
    try {
      return await work(await opened);
    } catch {
      if (this.opened === opened) this.opened = this.open();
    }
    const again = this.backend();
    try {
      return await work(await again);
    } catch {
      if (this.opened === again) this.opened = this.rescue(await again);
    }
    return work(await this.backend());
  }

  /** @param {Disk | Memory} broken */
  async rescue(broken) {
    this.lasting = false;
    this.onLost?.();
    const memory = new Memory();
    try {
      for (const match of await broken.all('matches')) await memory.update('matches', match.id, () => match);
      const settings = await broken.get('settings', 'settings');
      await memory.update('settings', 'settings', () => settings);
    } catch {
      // Nothing can be read either: begin empty.
    }
    return memory;
  }

  /** Keeps a match. Of several in a row only the newest is written, and an older one never replaces a newer one.
   * @param {Kept} kept @returns {Promise<void>} */
  keep(kept) {
    this.waiting.set(kept.id, { ...kept });
    return (this.writing ??= this.write());
  }

  async write() {
    try {
      for (let next = this.waiting.values().next(); !next.done; next = this.waiting.values().next()) {
        const kept = next.value;
        this.waiting.delete(kept.id);
        await this.use((backend) =>
          backend.update('matches', kept.id, (old) => (old && old.changed > kept.changed ? undefined : kept)),
        );
        this.changed(kept.id);
      }
    } finally {
      this.writing = null; // in the same breath as the last look, so that nothing is left waiting
    }
  }

  /** What was kept before a read is asked for is there when it is answered. */
  async settled() {
    while (this.writing) await this.writing;
  }

  /** @param {string} id @returns {Promise<Kept | undefined>} */
  async kept(id) {
    await this.settled();
    return this.use((backend) => backend.get('matches', id));
  }

  /** All matches, newest first. @returns {Promise<Kept[]>} */
  async allKept() {
    await this.settled();
    const all = /** @type {Kept[]} */ (await this.use((backend) => backend.all('matches')));
    return all.filter(isWhole).sort((a, b) => b.changed - a.changed);
  }

  /** @param {string} id */
  async forget(id) {
    this.waiting.delete(id);
    await this.settled();
    await this.use((backend) => backend.remove('matches', id));
    this.changed(id);
  }

  /** @returns {Promise<Settings>} */
  async settings() {
    return checked(await this.use((backend) => backend.get('settings', 'settings')));
  }

  /** @param {Settings} settings */
  async keepSettings(settings) {
    const copy = { ...settings };
    await this.use((backend) => backend.update('settings', 'settings', () => copy));
    this.changed(null);
  }

  /** How a game was last begun. @param {string} game @returns {Promise<Choice | undefined>} */
  choice(game) {
    return this.use((backend) => backend.get('settings', `choice:${game}`));
  }

  /** @param {string} game @param {Choice} choice */
  keepChoice(game, choice) {
    return this.use((backend) => backend.update('settings', `choice:${game}`, () => structuredClone(choice)));
  }

  /** Everything as one object. @returns {Promise<Backup>} */
  async backup() {
    const [matches, settings] = await Promise.all([this.allKept(), this.settings()]);
    return { wabe: 'backup', version: 1, saved: Date.now(), matches, settings };
  }

  /** Adds the matches of a backup to what is here; of the same match the newer one stays. @param {Backup} backup */
  async restore(backup) {
    for (const kept of backup.matches) this.keep(kept);
    await this.settled();
    if (backup.settings) await this.keepSettings(checked(backup.settings));
  }

  /** Forgets all matches, the settings, and how games were begun. */
  async forgetAll() {
    this.waiting.clear();
    await this.settled();
    await this.use((backend) => backend.clear('matches'));
    await this.use((backend) => backend.clear('settings'));
    this.changed(null);
  }
}

/** Made when it is first used, so that importing this has no effects. @type {Store | undefined} */
let shared;

/** The store of this page. */
export function store() {
  shared ??= new Store({
    indexedDB: globalThis.indexedDB,
    channel: globalThis.BroadcastChannel && new BroadcastChannel('wabe'),
  });
  return shared;
}

/** @type {Kept[] | null} */
let shown = null;
let shownAt = -1;
/** @type {(() => void) | null} */
let redrawShelf = null;

/** Reads them for the first page, which then has them as soon as it is drawn. */
export async function stock() {
  if (shown !== null) return;
  shownAt = store().changes;
  shown = await store().allKept();
}

/** For pages, which draw at once: all matches as they were last read, or null at the very first; reads them anew if
 * something has changed, and draws again then. @param {() => void} redraw @returns {Kept[] | null} */
export function shelf(redraw) {
  const here = store();
  if (!redrawShelf) here.onChange(() => redrawShelf?.());
  redrawShelf = redraw;
  if (shownAt !== here.changes) {
    const at = here.changes;
    shownAt = at;
    here.allKept().then((all) => {
      shown = all;
      redraw();
    });
  }
  return shown;
}

/** @param {Kept} match */
export const keep = (match) => store().keep(match);
/** @param {string} id */
export const kept = (id) => store().kept(id);
export const allKept = () => store().allKept();
/** @param {string} id */
export const forget = (id) => store().forget(id);
export const settings = () => store().settings();
/** @param {Settings} wanted */
export const keepSettings = (wanted) => store().keepSettings(wanted);
/** @param {(id: string | null) => void} callback */
export const onChange = (callback) => store().onChange(callback);
/** Whether what is kept is still there tomorrow. */
export const lasting = () => store().lasting;

/** A name for a match in this browser. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}
