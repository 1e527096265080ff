// sw.js: the service worker, which keeps the whole site on the device, so that it starts without a network. When the site
// changes, the new files are fetched beside the old ones, and all of them take over together at the next start.

// The build fills these in: every file but this one with the first digits of its SHA-256, and one word for all of them.
const VERSION = '';
/** @type {Record<string, string>} */
const FILES = {};

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

async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    Object.keys(FILES).map(async (name) => {
      const key = keyOf(name);
      await cache.put(key, (await caches.match(key)) ?? (await download(name)));
    }),
  );
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

/** @param {Request} request @param {string} name */
async function answer(request, name) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(name))) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.matchAll({ type: 'window' }).then(([page]) => page?.focus()));
});
worker.addEventListener('fetch', (event) => {
  const name = nameOf(event.request);
  if (name) event.respondWith(answer(event.request, name));
});
