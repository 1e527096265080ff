// wasm.mjs MODULE NATIVE WABE [GAME...]: the wasm module has no imports, and does byte for byte what the native build does: on
// records of every game and setup, on damaged records, and in matches that are played through it. Prints TAP.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needed, valuesOf } from './options.mjs';

const [, , modulePath, nativePath, wabePath, ...only] = process.argv;
const compiled = new WebAssembly.Module(readFileSync(modulePath));
let tests = 0;
let failures = 0;

function report(ok, what, why = '') {
  console.log(`${ok ? 'ok' : 'not ok'} ${++tests} - ${what}`);
  if (!ok) {
    failures++;
    if (why) console.log(`# ${why}`);
  }
}

const imports = WebAssembly.Module.imports(compiled);
report(imports.length === 0, 'the module imports nothing', JSON.stringify(imports));

const wabe = new WebAssembly.Instance(compiled, {}).exports;
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const MOST = 0xffffffff;

const output = () => {
  const bytes = new Uint8Array(wabe.memory.buffer);
  const at = wabe.wabe_output();
  return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
};
const input = (bytes) => {
  const memory = new Uint8Array(wabe.memory.buffer, wabe.wabe_input());
  memory.set(bytes);
  memory[bytes.length] = 0;
};
const hex = (big) => BigInt.asUintN(64, big).toString(16).padStart(16, '0');

// The same as wasm_native.c, line by line.
function transcript(words) {
  const lines = [];
  const show = (what, length) => lines.push(`${what} ${length}`, output());
  show('games', wabe.wabe_games());
  for (const word of words) {
    if (word.includes('/')) showRecord(word);
    else showPlay(word);
  }
  return lines.join('\n') + '\n';

  function showRecord(path) {
    input(readFileSync(path));
    const match = wabe.wabe_load();
    lines.push(`load ${match}`);
    if (match < 0) {
      lines.push(output());
      return;
    }
    for (let i = 0; i <= wabe.wabe_length(match); i++) {
      lines.push(`move ${i} hash ${hex(wabe.wabe_hash(match, i))}`);
      for (let viewer = 0; viewer < 10; viewer++) {
        if (viewer !== i % 10 && i >= 40 && i % 7 !== 0 && i !== wabe.wabe_length(match)) continue;
        show('view', wabe.wabe_view(match, viewer, i));
      }
      lines.push(`actor ${wabe.wabe_actor(match, i)}`);
      if (i < wabe.wabe_length(match)) show('look', wabe.wabe_look(match, i % 10 === 7 ? 9 : i % 10, i, wabe.wabe_length(match)));
      show('log', i ? wabe.wabe_log(match, i % 10 === 7 ? 9 : i % 10, i - 1, i) : wabe.wabe_log(match, 9, 0, 0));
    }
    show('look', wabe.wabe_look(match, 0, 3, 3));
    show('about', wabe.wabe_about(match));
    show('record', wabe.wabe_record(match));
    lines.push(`verify ${wabe.wabe_verify(match)} ${output()}`);
    input(encoder.encode('k7q2m9xw3rbt5c4d00112233445566778899aabbccddeeff'));
    show('commitment', wabe.wabe_commitment(3, 2));
    show('digest', wabe.wabe_digest());
    show('none', wabe.wabe_commitment(3, -1));
    show('edition', wabe.wabe_edition());
    wabe.wabe_close(match);
  }

  function showBots(match) {
    const bots = ['random', 'greedy', 'ismcts:iterations=60,trees=2,noise=10', 'ismcts:iterations=1000'];
    for (let seat = 0; seat < 7; seat++) {
      bots.forEach((bot, i) => {
        input(encoder.encode(bot));
        if (!wabe.wabe_ask(match, seat, BigInt(100 * i + seat))) {
          lines.push(output());
          return;
        }
        for (let part = 0, left = 1; part < 6 && left > 0; part++)
          lines.push(`left ${left = wabe.wabe_think(25) >>> 0}`);
        show('answer', wabe.wabe_answer());
      });
    }
  }

  function showPlay(id) {
    input(encoder.encode(id));
    const match = wabe.wabe_open();
    lines.push(`open ${id} ${match}`);
    if (match < 0) {
      lines.push(output());
      return;
    }
    input(encoder.encode('hard'));
    lines.push(`bot ${wabe.wabe_bot(match, 1)} ${wabe.wabe_bot(match, 7)}`);
    input(encoder.encode('strong'));
    lines.push(`bot ${wabe.wabe_bot(match, 0)} ${output()}`);
    wabe.wabe_people(match, 1);
    wabe.wabe_name_bots(match);
    show('about', wabe.wabe_about(match));
    for (let step = 0; step < 40 && !wabe.wabe_over(match); step++) {
      if (step % 8 === 0) showBots(match);
      for (let seat = 0; seat < 7; seat++) {
        let played = 0;
        for (let move = 0; move < 64 && !played; move++)
          played = wabe.wabe_play(match, seat, wabe.wabe_decision(match), move);
        lines.push(
          `seat ${seat} played ${played} decision ${wabe.wabe_decision(match) >>> 0} hash ` +
            hex(wabe.wabe_hash(match, wabe.wabe_length(match))));
        if (!played) lines.push(output());
        lines.push(`may undo ${wabe.wabe_may_undo(match, seat)} seed ${hex(wabe.wabe_seed(match, seat))}`);
      }
      show('next', wabe.wabe_next(match));
      wabe.wabe_shown(match);
      if (step % 7 === 3) {
        lines.push(`undo ${wabe.wabe_undo(match, 0, MOST)}`);
        lines.push(`back ${wabe.wabe_back(match, MOST)}`);
        show('next', wabe.wabe_next(match));
        lines.push(`forward ${wabe.wabe_forward(match)}`);
      }
    }
    show('about', wabe.wabe_about(match));
    show('record', wabe.wabe_record(match));
    wabe.wabe_close(match);
  }
}

function compare(what, words) {
  const native = spawnSync(nativePath, words, { maxBuffer: 1 << 30 });
  if (native.status !== 0) {
    report(false, what, `the native program failed: ${native.stderr}`);
    return;
  }
  const ours = Buffer.from(transcript(words));
  let at = 0;
  while (at < ours.length && ours[at] === native.stdout[at]) at++;
  report(ours.equals(native.stdout), `${what} (${ours.length} bytes)`,
    `differs at byte ${at}: ${ours.subarray(at - 80, at + 80)} | ${native.stdout.subarray(at - 80, at + 80)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'wabe-wasm-'));
try {
  wabe.wabe_games();
  for (const game of JSON.parse(output()).filter(({ id }) => only.length === 0 || only.includes(id))) {
    for (let seats = game.seats[0]; seats <= game.seats[1]; seats++)
      execFileSync(wabePath, ['sim', game.id, '--seats', seats, '--games', '2', '--record', folder], { stdio: 'ignore' });
    const play = (...set) => spawnSync(wabePath, ['sim', game.id, ...set.flatMap((one) => ['--set', one]), '--seed', '7', '--games', '1',
      '--record', folder], { encoding: 'utf8' });
    for (const option of game.options)
      for (const value of valuesOf(option)) {
        const other = needed(play(`${option.id}=${value}`).stderr);
        if (other) play(`${option.id}=${value}`, other);
      }
    const records = readdirSync(folder).map((name) => join(folder, name));
    compare(`${game.id}: ${records.length} records, move by move as all viewers`, records);

    const damaged = [];
    const whole = readFileSync(records[0]);
    for (let i = 0; i < 40; i++) {
      const path = join(folder, `damaged-${i}`);
      const bytes = Buffer.from(whole);
      bytes[(i * 7919) % bytes.length] ^= 1 << (i % 7);
      writeFileSync(path, i % 4 ? bytes : whole.subarray(0, (whole.length * i) / 40));
      damaged.push(path);
    }
    const fair = join(folder, 'fair');
    writeFileSync(fair, whole.toString().replace(/^luck .*$/m, `luck fair ${'5'.repeat(64)} ${'a'.repeat(64)}\nnonce 0 ${'c'.repeat(32)}`));
    damaged.push(fair);
    const second = join(folder, 'second');
    writeFileSync(second, whole.toString().replace(/^luck .*$/m, `luck fair 2 k7q2m9xw3rbt5c4d 3 ${'5'.repeat(64)} ${'a'.repeat(64)}\nnonce 0 ${'c'.repeat(32)}\ncommitment 0 ${'d'.repeat(64)}`));
    damaged.push(second);
    compare(`${game.id}: damaged records`, damaged);
    compare(`${game.id}: played through the module`,
      [`${game.id}#1`, `${game.id}:${game.seats[1]}#2`, `${game.id}:99#1`, `${game.id}:x`]);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`1..${tests}`);
process.exit(failures ? 1 : 0);
