// settings.js: how the page looks and behaves for this reader. Every change applies at once.

import { html, live } from './lit.js';
import { chime, mayNotify } from './call.js';
import { hear, play as sound } from './sound.js';
import { keepSettings, lasting } from './store.js';
import { applySettings, entered, page, radios, toggle } from './widgets.js';

/** @import { Settings } from './types.d.ts' */
/** @import { Context } from './app.js' */

/** @param {Context} context @param {Partial<Settings>} change */
function change(context, change) {
  Object.assign(context.settings, change);
  applySettings(context.settings);
  keepSettings(context.settings);
  context.redraw();
}

/** @param {Context} context */
export function settingsPage(context) {
  const { settings } = context;
  /** @param {keyof Settings} key */
  const setting = (key) => (/** @type {string} */ value) => change(context, { [key]: value });
  return page({ here: 'settings', look: 'narrow' }, html`
    <h1 tabindex="-1">Settings</h1>
    <section class="card panel" aria-labelledby="you"><h2 id="you">You</h2>
      <div class="field"><label for="name">Your name</label>
        <input id="name" type="text" maxlength="24" autocomplete="nickname" placeholder="Guest"
          .value=${live(settings.name)} @change=${entered((name) => change(context, { name: name.trim() }))}>
        <p class="help">Stands at your seat when a game begins, and in records that you save.</p></div>
    </section>
    <section class="card panel" aria-labelledby="look"><h2 id="look">Look</h2>
      ${radios({ legend: 'Theme', name: 'theme', value: settings.theme, side: true, change: setting('theme'), all: [
        { value: 'auto', title: 'Auto' },
        { value: 'light', title: 'Light' },
        { value: 'dark', title: 'Dark' },
      ] })}
      ${radios({ legend: 'Motion', name: 'motion', value: settings.motion, side: true, change: setting('motion'), all: [
        { value: 'auto', title: 'Auto', help: 'Pieces travel' },
        { value: 'none', title: 'None', help: 'Pieces are just there' },
      ] })}
    </section>
    <section class="card panel" aria-labelledby="play"><h2 id="play">Play</h2>
      ${radios({ legend: 'Pace of bots', name: 'pace', value: settings.pace, side: true, change: setting('pace'), all: [
        { value: 'slow', title: 'Slow', help: 'Time to follow' },
        { value: 'normal', title: 'Normal', help: 'A short breath' },
        { value: 'quick', title: 'Quick', help: 'One after the other' },
        { value: 'none', title: 'At once', help: 'Without a pause' },
      ] })}
      ${toggle({ on: settings.effects, title: 'Sounds of pieces', help: 'Soft; also by the loudspeaker above a table.', change: (effects) => {
        change(context, { effects });
        hear(effects);
        if (effects) sound('gem');
      } })}
      ${toggle({ on: settings.autopass, title: 'Pass for me where passing is all I can do',
        help: 'Saves touches in games with many chances to answer.', change: (autopass) => change(context, { autopass }) })}
    </section>
    <section class="card panel" aria-labelledby="call"><h2 id="call">When it is your turn at a table with friends</h2>
      ${toggle({ on: settings.sound, title: 'A quiet sound', change: (sound) => {
        change(context, { sound });
        if (sound) chime();
      } })}
      ${toggle({ on: settings.notify, title: 'A notice of the browser', help: 'Only while the page is out of sight.',
        change: async (on) => change(context, { notify: on && (await mayNotify(context)) }) })}
    </section>
    <p class="help">${lasting()
      ? html`Kept in this browser only. Games and backups are among <a href="#/games">My games</a>.`
      : 'This browser does not let pages keep anything: the settings hold until you close the page.'}</p>`);
}
