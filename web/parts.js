// parts.js: the parts of the page with the table that are the same for all games: tools, buttons, hints, the result.

import { html, nothing, svg } from './lit.js';
import { isWide } from './desk.js';
import { families } from './pick.js';
import { designNow } from './tables.js';
import { piece, pieceShape } from './pieces.js';
import { copyText, download, listed, shareLink } from './widgets.js';

/** @import { PlayPage } from './play.js' */
/** @import { Tabletop } from './tabletop.js' */
/** @import { Explained } from './foresight.js' */
/** @import { Reveal } from './reveal.js' */
/** @import { Spot } from './table.js' */
/** @import { Hint, Offer, Piece, Touch, View } from './types.d.ts' */

/* ---- tools ---- */

const ICONS = {
  home: 'M3 11 12 4l9 7M6 9.5V20h12V9.5',
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'm15 7 5 5-5 5m5-5H10a6 6 0 0 0-6 6',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z',
  log: 'M5 6h14M5 12h14M5 18h9',
  rules: 'M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3V4Zm3 13h10',
  chat: 'M4 5h16v11H10l-5 4v-4H4V5Z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  sound: 'M4 10v4h4l5 4V6L8 10H4ZM16 8.5a5 5 0 0 1 0 7M18.5 6a9 9 0 0 1 0 12',
  mute: 'M4 10v4h4l5 4V6L8 10H4Zm12 0 5 5m0-5-5 5',
};

/** @param {keyof ICONS} name */
const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

/** @param {keyof ICONS} name @param {string} label @param {() => void} act
 * @param {{ enabled?: boolean, pressed?: boolean, key?: string, count?: number, quiet?: boolean }} how */
const tool = (name, label, act, { enabled = true, pressed = false, key = '', count = 0, quiet = false } = {}) =>
  html`<button
    type="button"
    class="tool ${quiet ? 'tool-quiet' : ''}"
    aria-label=${count > 0 ? `${label}, ${count} new` : label}
    title=${key ? `${label} (${key})` : label}
    aria-pressed=${pressed ? 'true' : nothing}
    aria-keyshortcuts=${key || nothing}
    ?disabled=${!enabled}
    @click=${act}
  >
    ${icon(name)}<span class="tool-name">${label}</span>${count > 0 ? html`<b class="badge">${count}</b>` : nothing}
  </button>`;

/** @param {Tabletop} page @param {'log' | 'rules' | 'more' | 'chat'} panel @param {string} label @param {string} key
 * @param {boolean} [enabled] @param {number} [count] of what is new there */
const panelTool = (page, panel, label, key, enabled, count) =>
  tool(panel, label, () => page.toggle(panel), { enabled, pressed: page.panel === panel, key, count });

/** @param {Tabletop & { undo(): void, redo?(): void, askHint?(): void }} page
 * @param {{ undo: boolean, redo?: boolean, hint?: boolean, hinting?: boolean, log: boolean, unread?: number }} state what is
 * not there at all is left out. Whoever takes back twice finds the button where it was: the tools end at the right, so what comes and goes stands first */
export const toolbar = (page, state) => html`<header class="play-bar">
  <a class="tool" href="#/" aria-label="All games" title="All games">${icon('home')}</a>
  <h1 tabindex="-1">${page.title}</h1>
  <nav class="tools" aria-label="Tools">
    ${state.redo ? tool('redo', 'Redo', () => page.redo?.(), { key: 'y' }) : nothing}
    ${tool('undo', 'Undo', () => page.undo(), { enabled: state.undo, key: 'u' })}
    ${state.hint === undefined ? nothing
      : tool('hint', state.hinting ? 'Thinking' : 'Hint', () => page.askHint?.(), { enabled: state.hint, key: 'h' })}
    ${panelTool(page, 'log', 'Log', 'l', state.log)}
    ${state.unread === undefined ? nothing
      : panelTool(page, 'chat', 'Chat', 'c', true, state.unread)}
    ${panelTool(page, 'rules', 'Rules', 'r')}
    ${page.context.settings.effects ? tool('sound', 'Sounds', () => page.mute(), { key: 's', pressed: true, quiet: true })
      : tool('mute', 'Sounds', () => page.mute(), { key: 's', quiet: true })}
    ${panelTool(page, 'more', 'More', '?', state.log)}
  </nav>
</header>`;

/* ---- moves ---- */

/** @param {Offer} offer @param {string} words @param {(offer: Offer) => void} choose @param {string} kind
 * @param {(offer: Offer | null) => void} [point] told of what somebody looks at */
const moveButton = (offer, words, choose, kind, point) =>
  html`<button
    type="button"
    class=${kind}
    data-move=${offer.move}
    @pointerenter=${(/** @type {PointerEvent} */ event) => event.pointerType !== 'touch' && point?.(offer)}
    @pointerleave=${() => point?.(null)}
    @focus=${(/** @type {Event} */ event) => /** @type {Element} */ (event.target).matches(':focus-visible') && !matchMedia('(pointer: coarse)').matches && point?.(offer)}
    @blur=${() => point?.(null)}
    aria-label=${words === offer.label ? nothing : offer.label}
    aria-pressed=${offer.chosen ? 'true' : nothing}
    @click=${() => choose(offer)}
  >
    ${words}
  </button>`;

/** Moves without a touch: buttons, and rows of numbers for those that differ in one number only.
 * @param {Offer[]} offers @param {(offer: Offer) => void} choose @param {(() => void) | null} back
 * @param {(offer: Offer | null) => void} [point] */
export function actionButtons(offers, choose, back, point) {
  if (offers.length === 0 && !back) return nothing;
  return html`<div class="actions">
    ${families(offers).map((family) =>
      family.offers.length === 1
        ? moveButton(family.offers[0], family.offers[0].label, choose, 'button', point)
        : html`<div class="numbers" role="group" aria-label=${family.label}>
            <span class="numbers-name" aria-hidden="true">${family.label}</span>
            ${family.offers.map((offer, i) => moveButton(offer, family.numbers[i], choose, 'button number', point))}
          </div>`,
    )}
    ${back ? html`<button type="button" class="button plain" @click=${back}>Choose something else</button>` : nothing}
  </div>`;
}

/** Not to wait for what is being shown. No move: it stands beside what is told. @param {string} words @param {() => unknown} act */
export const hurry = (words, act) =>
  html`<button type="button" class="button plain hurry-on" @click=${act}><span aria-hidden="true">»</span>${words}</button>`;

/** Every move as a button, for those who rather read than touch. @param {Offer[]} offers
 * @param {(offer: Offer) => void} choose */
export const offerList = (offers, choose) =>
  offers.length === 0
    ? html`<p class="muted">There is nothing to choose now.</p>`
    : html`<ul class="offers">
        ${offers.map((offer) => html`<li>${moveButton(offer, offer.label, choose, 'button offer')}</li>`)}
      </ul>`;

/** The best move and its reasons. Alone there is nobody to win against: values are then points in some unit, and only
 * compared. @param {Hint} hint @param {Offer[]} offers @param {{ alone: boolean, first: boolean }} how
 * @param {(offer: Offer) => void} choose @param {() => void} close */
export function hintStrip(hint, offers, { alone, first }, choose, close) {
  const label = (/** @type {number} */ move) => offers.find((offer) => offer.move === move);
  const best = label(hint.move);
  if (!best) return nothing;
  const reasons = hint.reasons.slice(0, 5);
  return html`<div class="hint">
    <p>
      <b>Hint:</b> ${best.label}${hint.simulations > 0
        ? html`. ${reasonText(hint, alone)}`
        : html`. There is nothing to weigh up.`}
    </p>
    <div class="actions">
      <button type="button" class="button primary" data-default @click=${() => choose(best)}>Play it</button>
      <button type="button" class="button plain" @click=${close}>I'll think for myself</button>
    </div>
    ${first ? html`<p class="muted small">Games with hints are counted apart in your statistics.</p>` : nothing}
    ${reasons.length > 1
      ? html`<details>
          <summary>Why</summary>
          <p class="muted">
            The bot played the game to its end ${hint.simulations.toLocaleString('en')} times, each time with other luck and
            other hidden cards, and looked longest at what went well.
          </p>
          <table class="reasons">
            <thead>
              <tr>
                <th scope="col">Move</th>
                ${alone ? nothing : html`<th scope="col">Goes well</th>`}
                <th scope="col">Looked at</th>
              </tr>
            </thead>
            <tbody>
              ${reasons.map((reason) => {
                const offer = label(reason.move);
                return html`<tr>
                  <th scope="row">${offer
                    ? html`<button type="button" class="link-button" @click=${() => choose(offer)}>${offer.label}</button>`
                    : reason.text}</th>
                  ${alone ? nothing : html`<td>${percent(reason.value)}</td>`}
                  <td><meter min="0" max="1" .value=${share(reason.visits, hint)}
                    aria-label=${percent(share(reason.visits, hint))}></meter></td>
                </tr>`;
              })}
            </tbody>
          </table>
        </details>`
      : nothing}
  </div>`;
}

/** @param {number} part */
const percent = (part) => `${Math.round(100 * part)}%`;

/** @param {number} visits @param {Hint} hint */
const share = (visits, hint) => (hint.simulations > 0 ? visits / hint.simulations : 0);

/** @param {Hint} hint @param {boolean} alone */
function reasonText(hint, alone) {
  const [first, second] = [...hint.reasons].sort((a, b) => b.weight - a.weight || b.visits - a.visits);
  if (!first) return '';
  if (first.weight < 0.95 && second)
    return `Here it is best not to be predictable: it would do this ${percent(first.weight)} of the time.`;
  const gap = second ? first.value - second.value : 1;
  const how = gap > 0.1 ? 'Clearly better' : gap > 0.03 ? 'Better' : 'About as good';
  if (alone) return second ? `${how} ${gap > 0.03 ? 'than' : 'as'} the next best.` : '';
  const well = `It goes well in ${percent(first.value)} of the games that it tried`;
  if (second && gap < 0.02) return `${well}, and the next best about as often.`;
  return second ? `${well}; the next best in ${percent(second.value)}.` : `${well}.`;
}

/* ---- things, large ---- */

/** @param {Piece} card @param {number} wide @param {string} box */
function pieceImage(card, wide, box) {
  const shape = pieceShape(card);
  const height = Math.round((wide * shape.h) / shape.w);
  return html`<svg class="piece-image" width=${wide} height=${height} viewBox="0 0 ${wide} ${height}" role="img" aria-label=${card.thing}>
    ${piece(card, wide, height, { box })}
  </svg>`;
}

/** What lies behind a sheet closes it, if the press began there: the end of the long press that opened it does not.
 * @param {() => void} close */
const sheetBack = (close) => html`<div class="sheet-back" @pointerdown=${pressBegins} @click=${(/** @type {MouseEvent} */ event) => pressed(event) && close()}></div>`;

/** @param {Event} event */
function pressBegins(event) {
  /** @type {HTMLElement} */ (event.currentTarget).dataset.begun = 'yes';
}

/** Whether a click is a press that began here, or one by a key. @param {MouseEvent} event */
function pressed(event) {
  const around = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.currentTarget).closest('.sheet, .sheet-back'));
  return event.detail === 0 || around?.dataset.begun === 'yes';
}

/** What somebody wanted to have explained: the piece large, and its words. @param {Explained} told @param {string} box @param {() => void} close
 * @param {(spot: Spot) => void} [ask] about another one */
export const explainPart = ({ piece: card, title, about, where, counters, then, pile }, box, close, ask) => html`${sheetBack(close)}
  <section class="sheet explain" role="dialog" aria-label=${title} @pointerdown=${pressBegins}>
    <button type="button" class="button plain icon-only sheet-close" aria-label="Close" data-default @click=${close}>×</button>
    <div class="explain-top">${card ? pieceImage(card, card.kind === 'card' ? 116 : 84, box) : nothing}
      <div><h2>${title}</h2>
        <p class="muted small">${where}</p>
        ${about ? html`<p>${about}.</p>` : nothing}
        ${counters.map((text) => html`<p>${text}</p>`)}
        ${then ? html`<p class="preview"><b>If you choose it:</b> ${then}</p>` : nothing}</div></div>
    ${pile.length > 1 ? html`${card ? html`<h3>All that lies there</h3>` : nothing}<div class="explain-pile">${pile.slice(0, 90).map(({ piece: one, place }) => html`<button
      type="button" class="explain-one" @click=${(/** @type {MouseEvent} */ event) => pressed(event) && ask?.({ place, thing: one.thing, thin: false })}>${pieceImage(one, one.kind === 'card' ? 62 : 34, box)}
      <span>${(one.count ?? 1) > 1 ? `${one.count} × ` : ''}${one.back ? 'face down' : one.title ?? one.thing}</span></button>`)}</div>` : nothing}
  </section>`;

/** The cards of a fan that can be touched, in a larger row. @param {View} view @param {number} place @param {Touch[]} touches @param {string} box
 * @param {(touch: Touch) => void} choose @param {() => void} close */
export function trayPart(view, place, touches, box, choose, close) {
  const pieces = view.zones.flatMap(({ places }) => places).find(({ id }) => id === place)?.pieces ?? [];
  const own = touches.filter((touch) => touch.place === place && touch.thing !== undefined);
  return html`${sheetBack(close)}
  <section class="sheet tray" role="dialog" aria-label="Choose a card">
    <button type="button" class="button plain icon-only sheet-close" aria-label="Close" @click=${close}>×</button>
    <div class="tray-cards">${own.map((touch) => {
      const card = pieces.find(({ thing }) => thing === touch.thing);
      return card ? html`<button type="button" class="tray-card" aria-label=${card.thing} @click=${() => choose(touch)}>${pieceImage(card, 74, box)}</button>` : nothing;
    })}</div>
  </section>`;
}

/* ---- what is seen only for a moment ---- */

const REVEALED = 92; // the width of a card

/** Laid down, turned over one after the other, compared, and then awarded. @param {Reveal} reveal @param {string} box @param {() => void} goOn */
export const revealPart = ({ played, lines, won, prize }, box, goOn) => html`<div class="reveal reveal-of-${Math.min(7, played.length)}" @click=${goOn}>
  ${revealDrawing()}
  ${prize ? html`<div class="reveal-prize">${pieceImage(prize, 64, box)}<span>${prize.title ?? prize.thing}</span></div>` : nothing}
  <div class="reveal-cards">
    ${played.map(({ card, name, words, seat, said, lied, number }) => html`<figure class=${won !== null && seat === won ? 'reveal-won' : ''}>
        ${said ? html`<p class="reveal-said">${said}</p>` : nothing}
        ${card ? html`<div class="reveal-turn"><div class="reveal-back">${pieceImage({ ...card, back: true, thing: 'card' }, REVEALED, box)}</div>
            <div class="reveal-face">${pieceImage(card, REVEALED, box)}</div></div>`
          : number !== undefined && said ? html`<p class="reveal-number" aria-label=${words}>${number}</p>` : html`<p class="reveal-words">${words}</p>`}
        <figcaption>${name}${lied ? html` <span class="reveal-lied">${lied > 0 ? `${lied} more than said` : `${-lied} fewer than said`}</span>` : nothing}</figcaption>
      </figure>`)}
  </div>
  ${lines.length > 0 ? html`<ul class="news">${lines.map((line) => html`<li>${line.text}</li>`)}</ul>` : nothing}
</div>`;

/** What the design has behind it. */
function revealDrawing() {
  const drawing = designNow()?.reveal;
  if (!drawing) return nothing;
  const [wide, high] = drawing.view;
  return html`<svg class="reveal-drawing" viewBox="0 0 ${wide} ${high}" aria-hidden="true"><use href="#${drawing.use}" width=${wide} height=${high}></use></svg>`;
}

/** A card that waits for an answer, held out to whoever may give one, with what it does. @param {Piece} card @param {string} about @param {string} box */
export const heldOut = (card, about, box) => html`<div class="held-out">${pieceImage(card, 72, box)}<p>${about ? `${about}.` : ''}</p></div>`;

/** Where the pips of a die are, on a grid of three by three. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {number} value */
const dieFace = (value) => html`<svg viewBox="0 0 60 60" aria-hidden="true"><rect x="2" y="2" width="56" height="56" rx="11"></rect>${(PIPS[value] ?? []).map((at) =>
  svg`<circle cx=${15 + (at % 3) * 15} cy=${15 + Math.floor(at / 3) * 15} r="5.5"></circle>`)}</svg>`;

/** Dice that roll and come to rest. @param {{ die: number, name: string }[]} rolls */
export const dicePart = (rolls) => html`<div class="dice" role="status">${rolls.map(({ die, name }) => html`<figure>
  <div class="die">${[3, 5, 1, 6].map((value) => html`<span class="die-turn">${dieFace(value)}</span>`)}<span class="die-end">${dieFace(die)}</span></div>
  <figcaption>${name ? `${name}: ` : ''}${die}</figcaption></figure>`)}</div>`;

/** What a hand or round has brought: the score of each before, what it got, and now. @param {View} view @param {number[]} before */
export function scoreBoard({ scores, names, viewer }, before) {
  if (!scores || scores.every((score, seat) => score === before[seat])) return nothing;
  return html`<table class="ranks score-board"><tbody>${names.map((name, seat) => {
    const by = scores[seat] - before[seat];
    return html`<tr><th scope="row">${viewer === String(seat) ? 'You' : name}</th><td>${before[seat]}</td>
      <td class=${by > 0 ? 'gain' : ''}>${by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '·'}</td><td><b>${scores[seat]}</b></td></tr>`;
  })}</tbody></table>`;
}

/** The winner gets a moment. */
export const confetti = () => html`<div class="confetti" aria-hidden="true">${Array.from({ length: 28 }, () => html`<i></i>`)}</div>`;

/* ---- people at one screen ---- */

/** Between two people only what all may see is on the table. @param {string} name @param {() => void} take
 * @param {string | null} last who may still choose again @param {() => void} undo */
export const curtain = (name, take, last, undo) => html`<div class="curtain">
  <h2>${name} is next</h2>
  <p>Give the screen to ${name}; nobody else should look.</p>
  <div class="actions">
    <button type="button" class="button primary" data-default @click=${take}>I am ${name}</button>
    ${last ? html`<button type="button" class="button plain" @click=${undo}>${last} chooses again</button>` : nothing}
  </div>
</div>`;

/* ---- the end ---- */

/** @param {View} view */
function winners(view) {
  const first = view.names.filter((_, seat) => view.result?.seats[seat].rank === 1);
  const me = Number(view.viewer);
  if (view.names.length === 1) return `The game is over: ${view.result?.seats[0].score} points`;
  if (first.length > 1) return `${listed(first)} share the first place`;
  return view.result?.seats[me]?.rank === 1 ? 'You win' : `${first[0]} wins`;
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'last'];

/** @param {View} view */
function ownPlace(view) {
  const rank = view.result?.seats[Number(view.viewer)]?.rank;
  if (!rank || rank === 1 || view.names.length < 3) return nothing;
  return html`<p>You come ${rank === view.names.length ? 'last' : PLACES[rank - 1]}.</p>`;
}

/** A record without a result that nobody can go on with: chance is not here, or those who played have ended it.
 * @param {PlayPage} page */
export const endedPart = ({ session }) => html`<div class="result">
  <h2>${session.about.closed ? 'The game ended without a result' : 'Nobody can go on here'}</h2>
  ${session.about.closed ? nothing
    : html`<p>Chance is to act, and the luck of this record was written down by hand.</p>`}
  <div class="actions">
    <a class="button primary" data-default href="#/replay/${session.kept.id}">Watch the game</a>
  </div></div>`;

/** @param {View} view @param {unknown} then what can be done now */
export function resultPart(view, then) {
  const order = view.names
    .map((name, seat) => ({ name: view.viewer === String(seat) ? 'You' : name, seat, ...(view.result?.seats[seat] ?? { rank: 0, score: 0 }) }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  return html`<div class="result">
    <h2>${winners(view)}</h2>
    ${ownPlace(view)}
    <table class="ranks">
      <thead>
        <tr><th scope="col">Place</th><th scope="col">Name</th><th scope="col">Score</th></tr>
      </thead>
      <tbody>
        ${order.map((one) => html`<tr class=${one.rank === 1 ? 'first' : ''}>
          <td>${one.rank}</td><th scope="row">${one.name}</th><td>${one.score}</td>
        </tr>`)}
      </tbody>
    </table>
    ${then}
    ${view.result?.lines.length ? html`<details class="score-details" ?open=${view.result.lines.length < 5 || isWide()}><summary>How the points came about</summary>
      <ul class="score-lines">${view.result.lines.map(({ text }) => html`<li class=${/^[-–]/.test(text) ? 'under' : ''}>${text.replace(/^[-–] /, '')}</li>`)}</ul></details>` : nothing}
  </div>`;
}

/* ---- sharing and leaving ---- */

/** @param {PlayPage} page */
export const moreMenu = (page) => html`
  <div class="more">
    <div class="stack">
      <button type="button" class="button" @click=${() => page.toggle('moves')}>All moves as a list</button>
      <a class="button" href="#/replay/${page.session.kept.id}">Look through the game so far</a>
      <a class="button" href="#/settings">Settings</a>
    </div>
    <h3>Share</h3>
    ${sharePart(page)}
    ${keysPart([['u, y', 'undo, redo'], ['h', 'hint']])}
  </div>
`;

/** @param {string[][]} more what this page adds */
export const keysPart = (more) => html`<h3 class="for-keys">Keys</h3>
  <table class="keys for-keys">
    <tbody>
      ${[
        ['Tab, arrows', 'go to what can be touched'],
        ['Enter, Space', 'touch it'],
        ['Esc', 'back'],
        ['i', 'what it is and does'],
        ['m', 'all moves as a list'],
        ...more,
        ['l', 'log'],
        ['r', 'rules'],
        ['s', 'sounds on or off'],
        ['[ and ]', 'look one move back or on'],
      ].map(([keys, what]) => html`<tr><th scope="row">${keys}</th><td>${what}</td></tr>`)}
    </tbody>
  </table>`;

/** Links and files of a match. @param {{ session: import('./session.js').Session, context: import('./app.js').Context }} page */
export function sharePart({ session, context }) {
  const link = shareLink(session.about.id);
  const deal = html`<p>Whoever plays the same deal has the same luck: <code class="deal">${session.about.id}</code></p>
    <button
      type="button"
      class="button"
      @click=${async () => context.say(await copyText(link)
        ? 'The link to this deal is copied.' : `This is the link to the deal: ${link}`)}
    >
      Copy a link to this deal
    </button>`;
  return html`<div class="stack">
      ${session.about.seed === null
        ? html`<p>The luck of this game cannot be dealt again. Its record has every move.</p>` : deal}
      ${session.curtain && !session.about.over
        ? html`<p class="muted small">The record can be saved when the game is over: it has everybody's cards.</p>`
        : html`<button
            type="button"
            class="button"
            @click=${() => download(`${session.about.id.replace(/[^a-z0-9=-]+/g, '-')}.wabe`, session.match.record())}
          >
            Save the record as a file
          </button>`}
    </div>`;
}
