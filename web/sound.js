// sound.js: soft sounds, made as they are needed: no files. Nothing is heard before somebody has touched the page, nor where sounds are
// off.

/** @type {AudioContext | null} */
let audio = null;
let on = true;

/** @param {boolean} wanted */
export function hear(wanted) {
  on = wanted;
}

/** @typedef {'card' | 'gem' | 'pawn' | 'token' | 'die' | 'turn' | 'win' | 'lose' | 'no'} Sound */

/** What each is made of: a tone (frequency, the one it ends at, length in seconds, loudness) or a rustle (its pitch).
 * @type {Record<Sound, { tone?: [number, number, number, number][], rustle?: [number, number, number][] }>} */
const SOUNDS = {
  card: { rustle: [[2400, 0.07, 0.11]] },
  gem: { tone: [[1480, 1420, 0.14, 0.05], [2217, 2180, 0.1, 0.025]] },
  pawn: { tone: [[240, 170, 0.06, 0.1]], rustle: [[700, 0.03, 0.06]] },
  token: { tone: [[520, 420, 0.07, 0.07]] },
  die: { rustle: [[1800, 0.04, 0.12], [1500, 0.04, 0.1], [2100, 0.03, 0.08]] },
  turn: { tone: [[660, 660, 0.12, 0.04], [880, 880, 0.18, 0.04]] },
  win: { tone: [[523, 523, 0.18, 0.05], [659, 659, 0.18, 0.05], [784, 784, 0.2, 0.05], [1047, 1047, 0.42, 0.05]] },
  lose: { tone: [[392, 370, 0.22, 0.05], [330, 300, 0.34, 0.05]] },
  no: { tone: [[180, 150, 0.12, 0.06]] },
};

/** Whether browsers let anything be heard: only after a touch. */
const allowed = () => typeof AudioContext !== 'undefined' && navigator.userActivation?.hasBeenActive !== false;

/** @param {Sound} name @param {number} [delay] in milliseconds */
export function play(name, delay = 0) {
  if (!on || !allowed()) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') audio.resume().catch(() => {});
    let time = audio.currentTime + delay / 1000;
    const { tone = [], rustle = [] } = SOUNDS[name];
    for (const [from, to, length, loud] of tone) {
      ring(audio, time, from, to, length, loud);
      time += name === 'gem' ? 0.01 : length * 0.75;
    }
    for (const [pitch, length, loud] of rustle) {
      brush(audio, time, pitch, length, loud);
      time += 0.07;
    }
  } catch {
    on = false; // a device without sound
  }
}

/** @param {AudioContext} context @param {number} time @param {number} from @param {number} to @param {number} length @param {number} loud */
function ring(context, time, from, to, length, loud) {
  const source = context.createOscillator();
  const level = context.createGain();
  source.type = 'sine';
  source.frequency.setValueAtTime(from, time);
  source.frequency.exponentialRampToValueAtTime(to, time + length);
  level.gain.setValueAtTime(0.0001, time);
  level.gain.exponentialRampToValueAtTime(loud, time + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, time + length);
  source.connect(level).connect(context.destination);
  source.start(time);
  source.stop(time + length);
}

/** @type {AudioBuffer | null} */
let grain = null;

/** @param {AudioContext} context @param {number} time @param {number} pitch @param {number} length @param {number} loud */
function brush(context, time, pitch, length, loud) {
  if (!grain) {
    grain = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const data = grain.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const level = context.createGain();
  source.buffer = grain;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  level.gain.setValueAtTime(loud, time);
  level.gain.exponentialRampToValueAtTime(0.0001, time + length);
  source.connect(filter).connect(level).connect(context.destination);
  source.start(time, 0, length + 0.02);
}
