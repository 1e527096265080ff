// engine.js: the rules, the matches and the bots of src/wasm/exports.h as objects. Runs in pages, workers and Node.

/** @import { About, Cue, Drawn, Game, Hint, LogLine, Look, Preview, Thing, View, Why } from './types.d.ts' */

export const SPECTATOR = 8;
export const REFEREE = 9;

/** What the module refuses: its sentence, and what kind of reason it has. */
export class Refusal extends Error {
  /** @param {Why} why */
  constructor({ code, line, game, seat, why }) {
    super(line === undefined ? why : `line ${line}: ${why}`);
    this.code = code;
    this.line = line; // of a record
    this.game = game; // by whose other rules it was played
    this.seat = seat; // because of whom
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.wasm = /** @type {Record<string, any>} */ (exports);
    this.in = this.wasm.wabe_input(); // where text goes in and comes out
    this.out = this.wasm.wabe_output();
    /** @type {Game[]} */
    this.games = JSON.parse(this.output(this.wasm.wabe_games()));
    this.edition = this.output(this.wasm.wabe_edition()); // of the rules: a server with the same one says the same of a match
  }

  /** @param {BufferSource | WebAssembly.Module} code */
  static async start(code) {
    const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    const instance = await WebAssembly.instantiate(module, {});
    return new Engine(instance.exports);
  }

  /** The game with this id; undefined if there is none. @param {string} id */
  game(id) {
    return this.games.find((game) => game.id === id);
  }

  /** @param {string} text */
  input(text) {
    const bytes = encoder.encode(text);
    if (bytes.length >= 1 << 22) throw new Refusal({ code: 'limit', why: 'that is too long' });
    const memory = new Uint8Array(this.wasm.memory.buffer);
    memory.set(bytes, this.in);
    memory[this.in + bytes.length] = 0;
  }

  /** The text that a function has written; its sentence as a Refusal if it has refused. @param {number} length */
  output(length) {
    if (length < 0) throw this.refusal();
    return decoder.decode(new Uint8Array(this.wasm.memory.buffer, this.out, length));
  }

  /** What was said of the last thing that was refused. @returns {Why} */
  why() {
    const bytes = new Uint8Array(this.wasm.memory.buffer, this.out, 4096);
    return JSON.parse(decoder.decode(bytes.subarray(0, bytes.indexOf(0))));
  }

  refusal() {
    return new Refusal(this.why());
  }

  /** A new match from a game id, "mimsy:3#42"; chance has dealt. @param {string} id */
  open(id) {
    this.input(id);
    return this.match(this.wasm.wabe_open());
  }

  /** The match of a record. @param {string} record */
  load(record) {
    this.input(record);
    return this.match(this.wasm.wabe_load());
  }

  /* ---- luck: docs/protocol.md ---- */

  /** Of a seat to its nonce, or of the server (seat -1) to its secret. @param {string} table @param {number} attempt
   * @param {number | null} seat @param {string} digits */
  commitment(table, attempt, seat, digits) {
    this.input(table + digits);
    return this.output(this.wasm.wabe_commitment(attempt, seat ?? 0));
  }

  /** A fingerprint. @param {string} text */
  digest(text) {
    this.input(text);
    return this.output(this.wasm.wabe_digest()).slice(0, 24);
  }

  /** @param {number} handle */
  match(handle) {
    if (handle < 0) throw this.refusal();
    return new Match(this, handle);
  }
}

export class Match {
  /** @param {Engine} engine @param {number} handle */
  constructor(engine, handle) {
    this.engine = engine;
    this.handle = handle;
    this.wasm = engine.wasm;
  }

  /** Afterwards everything is refused: the number may soon be that of another match. */
  close() {
    this.wasm.wabe_close(this.handle);
    this.handle = -1;
  }

  /** @param {boolean} ok */
  checked(ok) {
    if (!ok) throw this.engine.refusal();
  }

  /** Moves made. @returns {number} */
  get length() {
    return this.wasm.wabe_length(this.handle);
  }

  /** The number of the running decision. @returns {number} */
  get decision() {
    return this.wasm.wabe_decision(this.handle) >>> 0;
  }

  /** @returns {boolean} */
  get over() {
    return Boolean(this.wasm.wabe_over(this.handle));
  }

  /** Who made move number `index`: a seat, or 7 for chance. @param {number} index @returns {number} */
  actor(index) {
    return this.wasm.wabe_actor(this.handle, index);
  }

  /** @returns {About} */
  about() {
    return JSON.parse(this.engine.output(this.wasm.wabe_about(this.handle)));
  }

  /** @param {number} seat @param {string} name */
  name(seat, name) {
    this.engine.input(name);
    this.checked(this.wasm.wabe_name(this.handle, seat));
  }

  /** Who plays: the words for the bot of each seat ('' is a person), and names ('' for bots: they get one).
   * @param {string[]} bots @param {string[]} names */
  seat(bots, names) {
    let people = 0;
    bots.forEach((words, seat) => {
      if (words === '') people |= 1 << seat;
      if (names[seat]) this.name(seat, names[seat]);
      this.engine.input(words);
      this.checked(this.wasm.wabe_bot(this.handle, seat));
    });
    this.wasm.wabe_people(this.handle, people);
    this.wasm.wabe_name_bots(this.handle);
  }

  /** What a viewer sees after n moves (now, if n is left out). @param {number} viewer @param {number} [n] @returns {View} */
  view(viewer, n = this.length) {
    return JSON.parse(this.engine.output(this.wasm.wabe_view(this.handle, viewer, n)));
  }

  /** What a move on offer would do, as far as this seat can know. @param {number} seat @param {number} move @returns {Preview} */
  preview(seat, move) {
    return JSON.parse(this.engine.output(this.wasm.wabe_preview(this.handle, seat, move)));
  }

  /** All things of the game, with what is said about each. @returns {Thing[]} */
  things() {
    return JSON.parse(this.engine.output(this.wasm.wabe_things(this.handle)));
  }

  /** What a viewer heard of the moves from .. to - 1. @param {number} viewer @param {number} from @param {number} to
   * @returns {LogLine[]} */
  log(viewer, from = 0, to = this.length) {
    return JSON.parse(this.engine.output(this.wasm.wabe_log(this.handle, viewer, from, to)));
  }

  record() {
    return this.engine.output(this.wasm.wabe_record(this.handle));
  }

  /** Whether all luck of a record follows from its proof, how many draws there are, and a sentence. @returns {Drawn} */
  verify() {
    return JSON.parse(this.engine.output(this.wasm.wabe_verify(this.handle)));
  }

  /** @param {number} seat @param {number} decision @param {number} move */
  play(seat, decision, move) {
    this.checked(this.wasm.wabe_play(this.handle, seat, decision, move));
  }

  /** The number of the move that these words name. @param {number} seat @param {string} words @returns {number} */
  read(seat, words) {
    this.engine.input(words);
    const move = this.wasm.wabe_read_move(this.handle, seat);
    if (move < 0) throw this.engine.refusal();
    return move;
  }

  /** @param {number} seat */
  retract(seat) {
    this.checked(this.wasm.wabe_retract(this.handle, seat));
  }

  /** To before move number `index`, or to before the seat's own last move. @param {number} seat @param {number} [index] */
  undo(seat, index = 0xffffffff) {
    this.checked(this.wasm.wabe_undo(this.handle, seat, index));
  }

  /** @param {number} seat */
  mayUndo(seat) {
    return Boolean(this.wasm.wabe_may_undo(this.handle, seat));
  }

  /** What a viewer is shown next of the moves from .. to - 1. @param {number} viewer @param {number} from @param {number} to
   * @returns {Look} */
  look(viewer, from, to = this.length) {
    return JSON.parse(this.engine.output(this.wasm.wabe_look(this.handle, viewer, from, to)));
  }

  /* ---- people and bots around one screen: src/table/sitting.h ---- */

  /** Whether to pass where nothing else is possible. @param {boolean} passes */
  passes(passes) {
    this.wasm.wabe_passes(this.handle, passes);
  }

  /** What is to be done next. @returns {Cue} */
  next() {
    return JSON.parse(this.engine.output(this.wasm.wabe_next(this.handle)));
  }

  /** It was shown. */
  shown() {
    this.wasm.wabe_shown(this.handle);
  }

  /** The next person sits before the screen. */
  taken() {
    this.wasm.wabe_taken(this.handle);
  }

  /** A person's move. @param {number} seat @param {number} decision @param {number} move */
  choose(seat, decision, move) {
    this.checked(this.wasm.wabe_choose(this.handle, seat, decision, move));
  }

  /** What the bot has decided that was to be asked. @param {number} move */
  hear(move) {
    this.checked(this.wasm.wabe_hear(this.handle, move));
  }

  /** The bots' answers are due. */
  answers() {
    this.checked(this.wasm.wabe_answer_due(this.handle));
  }

  /** Takes back the choice that lies face down, or the last move, or all from move number `index` on. @param {number} [index] */
  back(index = 0xffffffff) {
    this.checked(this.wasm.wabe_back(this.handle, index));
  }

  /** Makes again what was taken back. */
  forward() {
    this.checked(this.wasm.wabe_forward(this.handle));
  }

  /* ---- bots ---- */

  /** Asks a bot for a seat that owes a decision; then think() until it returns 0, and answer().
   * @param {number} seat @param {string} words */
  ask(seat, words) {
    this.engine.input(words);
    this.checked(this.wasm.wabe_ask(this.handle, seat, this.wasm.wabe_seed(this.handle, seat)));
  }

  /** When the answer of a bot is due that was there so many milliseconds after it was asked for: so many after that.
   * @param {number} seat @param {number} taken @returns {number} */
  due(seat, taken) {
    return this.wasm.wabe_due(this.handle, seat, Math.ceil(taken)) >>> 0;
  }

  /** @param {number} simulations @returns {number} simulations that are left */
  think(simulations) {
    return this.wasm.wabe_think(simulations);
  }

  /** @returns {Hint} */
  answer() {
    return JSON.parse(this.engine.output(this.wasm.wabe_answer()));
  }
}
