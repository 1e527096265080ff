// app.js: starts the page: loads the rules, reads the address, draws the page that it names.

import { html, nothing, render } from './lit.js';
import { Bots } from './bots.js';
import { Engine } from './engine.js';
import { homePage, homeTitle } from './home.js';
import { Link, hearing } from './link.js';
import { newGame } from './new.js';
import { PlayPage } from './play.js';
import { rulesPage } from './rules.js';
import { Session } from './session.js';
import { settings as readSettings, stock, store } from './store.js';
import { applySettings, page as framed, meeting, others, sentence } from './widgets.js';

/** @import { Settings } from './types.d.ts' */

/** What every page gets.
 * @typedef {object} Context
 * @property {Engine} engine
 * @property {Bots} bots
 * @property {Settings} settings
 * @property {Link} link to the server, if there is one
 * @property {(hash: string) => void} go
 * @property {() => void} redraw
 * @property {(text: string) => void} say shows a short message, and reads it aloud
 * @property {(text: string) => void} announce reads aloud only
 * @property {() => boolean} motion whether things may move
 * @property {(what: { deal: string, bots: string[], names: string[] }) => Promise<void>} start
 * @property {(record: string) => Promise<void>} openRecord
 */

/** A page that lives while its address does.
 * @typedef {object} Page
 * @property {string} title '' is the site itself
 * @property {() => unknown} template
 * @property {() => void} [begin] called when the page before it has been left
 * @property {(root: ParentNode) => void} [drawn]
 * @property {() => void} [leave]
 */

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** @type {Page} */
let page = { title: '', template: () => nothing };
let taken = false; // whether the page as it was built has made way
let drawing = false;
let visits = 0;
let toast = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;
let spoken = '';

/** A page that cannot be drawn says so; the others can still be reached. */
function content() {
  try {
    return page.template();
  } catch (error) {
    return notHere(`This page cannot be shown. ${sentence(error)}`);
  }
}

function draw() {
  drawing = false;
  render(
    html`${content()}
      <div class="unseen" role="status" aria-live="polite">${spoken}</div>
      <div class="toast ${toast ? 'toast-on' : ''}" role="status">${toast}</div>`,
    root,
  );
  page.drawn?.(root);
}

/** The first page as it was built makes way, before the screen is drawn again. @param {() => void} render */
function takeOver(render) {
  if (taken) return render();
  taken = true;
  const at = document.activeElement?.closest('#app a')?.getAttribute('href');
  delete document.documentElement.dataset.elsewhere;
  document.documentElement.style.removeProperty('--own');
  root.replaceChildren();
  render();
  if (at) /** @type {HTMLElement | null} */ (root.querySelector(`.button[href="${at}"], a[href="${at}"]`))?.focus({ preventScroll: true });
}

function redraw() {
  if (drawing || !taken) return;
  drawing = true;
  queueMicrotask(draw);
}

/** @param {string} title @param {() => unknown} template @returns {Page} */
const plain = (title, template) => ({ title, template });

/** What an address says; null if it is none. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** @param {Context} context @param {string} hash @returns {Promise<Page>} */
async function pageFor(context, hash) {
  const [name = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  const word = decoded(rest.join('/'));
  if (word === null) return plain('Not here', () => notHere('There is no such page.'));
  const known = context.engine.game(word);
  switch (name) {
    case '':
      await stock();
      return homePage(context);
    case 'new':
      return plain('New game', () => newGame(context, word));
    case 'games':
      return others().then(({ gamesPage }) => ({ title: 'My games', template: () => gamesPage(context), ...hearing(context) }));
    case 'settings':
      return others().then(({ settingsPage }) => plain('Settings', () => settingsPage(context)));
    case 'friends':
      return others().then(({ FriendsPage }) => new FriendsPage(context, word));
    case 'table':
      return others().then(({ TablePage }) => new TablePage(context, word));
    case 'rules':
      if (known) return plain(`Rules of ${known.title}`, () => rulesPage(context, word));
      break;
    case 'learn':
      if (known) return others().then(({ LearnPage }) => LearnPage.open(context, word));
      break;
    case 'play':
    case 'replay': {
      const { open } = name === 'play' ? PlayPage : (await others()).ReplayPage;
      try {
        const found = await open(context, word);
        if (found) return found;
      } catch (error) {
        return plain('Not here', () => notHere(html`This game cannot be opened. ${sentence(error)}
          It stays among <a href="#/games">My games</a>, where you can save its record.`));
      }
      return plain('Not here', () => notHere('There is no such game in this browser. It may have been deleted, or played in another one.'));
    }
  }
  return plain('Not here', () => notHere('There is no such page.'));
}

/** @param {unknown} text */
const notHere = (text) => framed({}, html`<h1 tabindex="-1">Not here</h1>
  <p>${text}</p>
  <p><a class="button primary" href="#/">All games</a></p>`);

/** @param {Context} context */
async function visit(context) {
  const number = ++visits;
  /** @type {Page} */
  let next;
  try {
    next = await pageFor(context, location.hash);
  } catch (error) {
    const text = sentence(error);
    next = { title: 'Not here', template: () => notHere(text) };
  }
  if (number !== visits) return next.leave?.();
  page.leave?.();
  page = next;
  spoken = '';
  page.begin?.();
  document.title = page.title ? `${page.title} · Wabe` : homeTitle(context.engine.games);
  const stays = !taken && !page.title; // the first page, as it was built
  takeOver(draw);
  if (!stays) scrollTo(0, 0);
  const first = root.querySelector('[autofocus]') ?? (number > 1 ? root.querySelector('h1') : null);
  /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
}

/** A seed that is short enough to be typed. */
const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1000000000;

/** @param {Engine} engine @param {Bots} bots @param {Settings} settings @returns {Context} */
function makeContext(engine, bots, settings) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let starting = false;
  /** @type {Context} */
  const context = {
    engine,
    bots,
    settings,
    link: new Link(redraw),
    go: (hash) => {
      location.hash = hash;
    },
    redraw,
    say: (text) => {
      toast = text;
      clearTimeout(toastTimer);
      toastTimer = setTimeout(() => {
        toast = '';
        redraw();
      }, 6000);
      redraw();
    },
    announce: (text) => {
      spoken = text;
      redraw();
    },
    motion: () => context.settings.motion !== 'none' && !still.matches,
    start: async ({ deal, bots: words, names }) => {
      if (starting) return; // a double click is one game
      starting = true;
      try {
        const id = deal.includes('#') ? deal : `${deal}#${newSeed()}`;
        const session = await Session.start(engine, { deal: id, bots: words, names });
        session.close();
        context.go(`#/play/${session.kept.id}`);
      } catch (error) {
        context.say(sentence(error));
      }
      starting = false;
    },
    openRecord: async (record) => {
      const session = await Session.read(engine, record);
      session.close();
      context.go(`#/${session.kept.over ? 'replay' : 'play'}/${session.kept.id}`);
    },
  };
  return context;
}

/** The rules. A web space may call the file by another type than browsers want for compiling while it comes. */
async function loadRules() {
  const url = new URL('wabe.wasm', import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

/**
 * Has the site kept on the device by the service worker. Where browsers allow it (https, or this machine itself); elsewhere, or if it fails, the site just needs its network.
 * @param {() => void} updated called when there is a newer version, which takes over when all of its pages were closed
 */
async function offline(updated) {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
    if (registration.waiting) updated();
    registration.addEventListener('updatefound', () => watch(registration.installing, updated));
    if (registration.active) await registration.update(); // browsers would look some time later
    (await navigator.serviceWorker.ready).active?.postMessage('fetch the rest');
  } catch {
    // Nobody can do anything about it, and nothing else depends on it.
  }
}

/** The first version of all is no update. @param {ServiceWorker | null} worker @param {() => void} updated */
function watch(worker, updated) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) updated();
  });
}

async function start() {
  meeting.there = 'there' in document.documentElement.dataset; // until the server says so
  const [code, settings] = await Promise.all([loadRules(), readSettings()]);
  const context = makeContext(await Engine.start(code), new Bots(code), settings);
  applySettings(settings);
  store().onLost = () =>
    context.say('This browser keeps nothing any more, perhaps for want of room: save what you want to keep as a file.');
  addEventListener('hashchange', () => visit(context));
  await visit(context);
  context.link.probe(); // the head of the page leads to friends if there is a server
  offline(() => context.say('A new version of Wabe is ready. It starts when all its pages have been closed.'));
}

start().catch((error) => takeOver(() => render(
  html`<main class="page">
    <h1>Wabe could not start</h1>
    <p>${sentence(error)}</p>
    <p>It needs a browser with WebAssembly, not older than a few years, and the file wabe.wasm beside this page.</p>
  </main>`,
  root,
)));
