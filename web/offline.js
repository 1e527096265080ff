// offline.js: has the site kept on the device by the service worker.

/**
 * Where browsers allow it (https, or this machine itself); elsewhere, or if it fails, the site just needs its network.
 * @param {() => void} updated called when there is a newer version, which takes over when all of its pages were closed
 */
export async function offline(updated) {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
    if (registration.waiting) updated();
    registration.addEventListener('updatefound', () => watch(registration.installing, updated));
    if (registration.active) await registration.update(); // browsers would look some time later
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
