// call.js: calls somebody whose turn it is: in the title, by a sound, by a notice of the browser.

import { sentence } from './widgets.js';

/** @import { Context } from './app.js' */

/** @type {AudioContext | undefined} */
let audio;

/** Two quiet notes. A browser that plays nothing before the first click stays silent. */
export function chime() {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    const now = audio.currentTime;
    for (const [i, pitch] of [660, 880].entries()) {
      const at = now + 0.14 * i;
      const volume = audio.createGain();
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.06, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.35);
      const tone = new OscillatorNode(audio, { frequency: pitch });
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.4);
    }
  } catch {
    // There is no sound here.
  }
}

export const canNotify = () => 'Notification' in globalThis && Notification.permission !== 'denied';

/** Whether the browser lets us; asks the person if it has to. @param {Context} context */
export async function mayNotify(context) {
  const answer = canNotify() ? await Notification.requestPermission().catch(() => 'denied') : 'denied';
  if (answer !== 'granted') context.say('The browser does not allow this page to send notices.');
  return answer === 'granted';
}

/** @param {string} title @param {string} body @param {string} tag */
async function notify(title, body, tag) {
  const how = { body, tag, icon: 'pictures/icon-192.png' };
  try {
    new Notification(title, how).onclick = () => window.focus();
  } catch {
    // On phones only the service worker may.
    await (await navigator.serviceWorker?.getRegistration())?.showNotification(title, how);
  }
}

/** It has become the turn of whoever sits here. @param {Context} context @param {string} game @param {string} table */
export function call({ settings, say }, game, table) {
  if (settings.sound) chime();
  if (document.hidden && settings.notify && canNotify())
    notify('Your turn', game, table).catch((error) => say(sentence(error)));
}
