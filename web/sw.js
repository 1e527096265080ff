// sw.js: the service worker, which keeps the whole site on the device, so that it starts without a network. At the first visit what the
// first game needs is fetched at once, and all else in the background, at later visits too until all of it is there. When the site changes,
// the new files are fetched beside the old ones, and all of them take over together at the next start.

// The build writes these before it: every file but this one with the first digits of its SHA-256, those that are needed first apart; and one
// word for all of them.
/* global VERSION, FIRST, LATER */
/** @type {Record<string, string>} */
const FILES = { ...FIRST, ...LATER };

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);
// Other folders of the same web space may have a Wabe of their own.
const OURS = `wabe ${scope.pathname} `;
const CACHE = OURS + VERSION;

// A file is kept under its content, so that the next version finds what has not changed.
/** @param {string} name */
const keyOf = (name) => new URL(`${name}?${FILES[name]}`, scope).href;

/** @param {ArrayBuffer} body */
async function hashOf(body) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A file from the network, and just the one that belongs to this version. @param {string} name */
async function download(name) {
  const response = await fetch(new URL(name, scope), { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const body = await response.arrayBuffer();
  if (!(await hashOf(body)).startsWith(FILES[name])) throw new Error(`${name} is of another version`);
  // A new response: the old one may be the end of a redirection, which pages may not be, and tells of a compression that is over.
  const headers = new Headers(response.headers);
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  return new Response(body, { headers });
}

/** @param {Cache} cache @param {string} name */
async function fill(cache, name) {
  const key = keyOf(name);
  if (!(await cache.match(key))) await cache.put(key, (await caches.match(key)) ?? (await download(name)));
}

/** Where a version has been kept before, this one waits until all of it is there: it is to be as good. */
async function begin() {
  const cache = await caches.open(CACHE);
  const names = Object.keys(worker.registration.active ? FILES : FIRST);
  await Promise.all(names.map((name) => fill(cache, name)));
}

/** One after the other: a visit asks again for what an earlier one was refused. */
let going = Promise.resolve();

/** One file after the other, since somebody plays meanwhile. What cannot be had now is asked for at the next visit. */
async function goOn() {
  const cache = await caches.open(CACHE);
  for (const name of Object.keys(LATER)) await fill(cache, name).catch(() => {});
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
}

/** The file that a request means, or '' if it is none of ours. @param {Request} request */
function nameOf(request) {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return '';
  const name = url.pathname.slice(scope.pathname.length) || 'index.html';
  return Object.hasOwn(FILES, name) ? name : '';
}

/** What is not kept yet comes from the network if it is of this version. If what is always kept is not, the browser has cleared it, and
 * all comes from the network as if there were no service worker. @param {FetchEvent} event @param {string} name */
async function answer(event, name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(name));
  if (kept) return kept;
  if (!(await cache.match(keyOf('index.html')))) return fetch(event.request);
  const response = await download(name);
  event.waitUntil(cache.put(keyOf(name), response.clone()));
  return response;
}

worker.addEventListener('install', (event) => event.waitUntil(begin()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));
worker.addEventListener('message', (event) => event.waitUntil((going = going.then(goOn, goOn))));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.matchAll({ type: 'window' }).then(([page]) => page?.focus()));
});
worker.addEventListener('fetch', (event) => {
  const name = nameOf(event.request);
  if (name) event.respondWith(answer(event, name));
});
