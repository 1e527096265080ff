/* The shapes that go through the page. docs/scene.md describes the view. */

/** `name` and `help`: the word and what explains it, where the title has both. */
export interface Choice {
  id: string;
  title: string;
  name?: string;
  help?: string;
}

/** One of some values, the first being the default; or a number in a range. */
export interface GameOption {
  id: string;
  title: string;
  values?: Choice[];
  least?: number;
  greatest?: number;
  default?: number;
}

/** What a game is: an entry of wabe_games(). */
export interface Game {
  id: string;
  title: string;
  box: string;
  blurb: string;
  seats: [number, number];
  minutes: number;
  version: number;
  statebytes: number;
  moveids: number;
  movesmax: number;
  lengthmax: number;
  hidden: boolean;
  sealed: boolean;
  open: boolean;
  lowestwins: boolean;
  options: GameOption[];
}

/** What a match is and how it stands: wabe_about(). */
export interface About {
  id: string;
  game: string;
  seats: number;
  options: Record<string, string>;
  seed: string | null;
  names: string[];
  bots: string[];
  people: number[];
  takebacks: number;
  n: number;
  known: number;
  over: boolean;
  closed: boolean;
  next: number | null;
  viewer: number;
  curtain: boolean;
}

export interface Piece {
  thing: string;
  mark: string;
  kind: 'card' | 'gem' | 'pawn' | 'token' | 'die';
  colour?: string;
  number?: number;
  sign?: string; // that stands on it where that is not just its number: "+4", "J"
  title?: string; // on the face of a card, where it says more than colour and number
  second?: string; // another number, small
  other?: boolean; // a card whose back is another than the common one
  count?: number;
  endless?: boolean;
  back?: boolean;
  down?: boolean;
}

export interface Place {
  id: number;
  x: number;
  y: number;
  label?: string;
  column?: string; // of a label as on a chessboard: the letter and the digit
  row?: string;
  seat?: number; // whose it is, where the label names a seat
  pieces: Piece[];
}

export interface Zone {
  id: string;
  role: 'board' | 'hand' | 'tableau' | 'played' | 'won' | 'deck' | 'supply' | 'discard' | 'aside';
  kind: 'hand' | 'row' | 'grid' | 'ring' | 'trail' | 'pile' | 'box';
  owner: number | null;
  title: string;
  own?: string;
  places: Place[];
}

/** What it belongs to: `on`, and for a zone its id and owner. */
export interface Counter {
  on: 'table' | 'seat' | 'zone' | 'place';
  seat?: number;
  zone?: string;
  owner?: number | null;
  place?: number;
  text: string;
  value: number;
  limit?: number;
  score?: boolean;
}

export interface Link {
  kind: 'bridge' | 'slide';
  from: number;
  to: number;
}

export interface Touch {
  place: number;
  thing?: string;
}

export interface Offer {
  move: number;
  text: string;
  label: string;
  tag?: string;
  number?: string;
  group?: string;
  chosen?: boolean;
  touch: Touch[];
}

export interface Result {
  seats: { rank: number; score: number }[];
  lines: { seat: number | null; text: string }[];
}

export interface View {
  scene: number;
  game: string;
  viewer: string;
  names: string[];
  n: number;
  decision?: number;
  asked: (number | 'chance')[];
  waiting: (number | 'chance')[];
  quiet?: boolean;
  prompt: string;
  goal?: string;
  scores?: number[];
  notes: { seat: number | null; text: string }[];
  counters?: Counter[];
  zones: Zone[];
  links?: Link[];
  facedown?: { seat: number; text: string }[];
  moves?: Offer[];
  onlypass?: boolean;
  result?: Result;
}

/** What somebody was told; the first seat, the things and the number that it names. */
export interface LogLine {
  n: number;
  text: string;
  seat?: number;
  things?: Piece[];
  counts?: boolean; // it names a number
  number?: number; // that number, where there is only one
  die?: number; // that was rolled
  moved?: { thing: string; count: number; from: number; to: number }[];
}

/** What a viewer is shown next: wabe_look(), sitting_look() in src/table/sitting.h. */
export interface Look {
  to: number; // so many moves have been made then
  lines: number; // that the viewer is told
  over: boolean; // a hand or round has ended
  hold: boolean; // it stays until somebody has looked
  pause: boolean; // it stays for a moment
  news: number; // lines about moves after this one are news
}

/** Why the module has refused something: src/wasm/exports.h. */
export interface Why {
  code: Code;
  line?: number; // of a record
  game?: string; // with 'version': by whose other rules it was played
  seat?: number; // because of whom
  why: string;
}

/** Whether the luck of a record is what its proof gives: wabe_verify(). */
export interface Drawn {
  fits: boolean;
  draws: number;
  text: string; // what was checked, or what is wrong
}

/** What is to be done next at one screen: wabe_next(), src/table/sitting.h. */
export interface Cue {
  is: 'show' | 'curtain' | 'ask' | 'pass' | 'bot' | 'due' | 'over';
  viewer: number;
  seat: number | null;
  changes: number | null;
  from: number;
  to: number;
  n: number; // moves made
  decision: number;
  hold: boolean;
  pause: boolean;
  bots: number[];
  undo: boolean;
  redo: boolean;
  news: number;
  view?: View;
  log?: LogLine[];
}

/** A thing of a game, with what it is and does: wabe_things(). */
export interface Thing extends Piece {
  about?: string;
}

/** What a move would do: wabe_preview(). */
export interface Preview {
  move: number;
  log: Omit<LogLine, 'n'>[];
  changes?: (Omit<Counter, 'text'> & { text?: string; by?: number })[];
  reveals?: true;
  next: 'hidden' | 'sealed' | 'chance' | 'other' | 'own' | 'over';
  result?: { seat: number; rank: number; score: number }[];
  then?: string;
}

/** What a bot thinks: wabe_answer(). */
export interface Hint {
  seat: number;
  move: number;
  text: string;
  simulations: number;
  reasons: { move: number; text: string; visits: number; value: number; weight: number }[];
}

/** A match as it is kept in the browser. */
export interface Kept {
  id: string; // of the match in this browser, random
  game: string; // mimsy
  deal: string; // mimsy:2#42
  names: string[];
  bots: string[]; // the words for the bot of each seat; '' is a person
  record: string;
  n: number; // moves made
  over: boolean;
  begun: number; // milliseconds since 1970
  changed: number;
  takebacks: number;
  hints: number; // how often somebody asked
  ranks: number[]; // when it is over
  scores: number[];
  opened?: boolean; // from a file: the game of others, perhaps
}

export interface Settings {
  name: string;
  theme: 'auto' | 'light' | 'dark';
  pace: 'slow' | 'normal' | 'quick' | 'none';
  autopass: boolean;
  motion: 'auto' | 'none';
  sound: boolean;
  effects: boolean; // sounds of pieces
  notify: boolean;
  account: string; // that was used here last on the server, without its passphrase
}

/** What the server says on the line: docs/protocol.md. */
export type Said = Welcome | Lobby | TableState | Step | Talk | Done | Refused;

/** What has happened: `step`, or all of it: `now`. */
export interface Step {
  is: 'now' | 'step';
  table: string;
  view: View;
  log: LogLine[];
  stop?: boolean;
  hold?: boolean;
  pause?: boolean;
  news: number;
  cue: 'ask' | 'pass' | 'wait' | 'over';
  undo: boolean;
}

export interface Me {
  name: string;
  account: string | null;
}

export interface Welcome {
  is: 'welcome';
  protocol: number;
  program: string;
  edition: string;
  me: Me | null;
}

export interface Done {
  is: 'done';
  id: string;
  table?: string;
  view?: View;
  preview?: Preview;
}

/** Kinds of reasons: src/table/text.h, docs/protocol.md. */
export type Code = 'bad' | 'stale' | 'rule' | 'state' | 'version' | 'stranger' | 'unknown' | 'name' | 'host' | 'limit' | 'busy';

export interface Refused {
  is: 'no';
  id: string;
  code: Code;
  why: string;
}

export interface SeatState {
  is: 'empty' | 'person' | 'bot';
  name?: string;
  bot?: string;
  here?: boolean;
  ready?: boolean;
  revealed?: boolean;
  standin?: string;
  resigned?: boolean;
  ends?: boolean;
  muted?: boolean;
}

export interface TableSettings {
  deal: string;
  public: boolean;
  clock: number;
  late: 'bot' | 'wait';
  bot: string;
  window: number;
  watchers: boolean;
  undo: boolean;
}

export interface Row extends TableSettings {
  table: string;
  state: 'gathering' | 'playing' | 'over' | 'closed';
  game: string;
  seats: SeatState[];
  turn?: boolean; // of one's own
  changed: number;
}

export interface Lobby {
  is: 'lobby';
  tables: Row[];
  mine: Row[];
}

export interface LuckState {
  attempt?: number;
  commitment: string;
  commitments?: (string | null)[];
  nonces: (string | null)[];
  secret?: string;
}

export interface TableState extends TableSettings {
  is: 'table';
  table: string;
  state: Row['state'];
  game: string;
  watching: number;
  looking: { who: number; name: string }[];
  hushed?: boolean;
  host: { name: string; here: boolean };
  you: { seat: number | null; host: boolean };
  seats: SeatState[];
  left: number | null;
  luck: LuckState & { scheme: number; reveal?: boolean; off?: LuckState };
  because?: 'host' | 'server' | 'vote' | 'resigned' | 'rules';
  why?: string;
  tired?: boolean;
  rematch?: string;
}

export interface ChatLine {
  n: number;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

export interface Talk {
  is: 'chat';
  table: string;
  lines: ChatLine[];
}

declare global {
  interface ImportMeta {
    worker?: string; // what the build has called worker.js
  }
}

/** A guided first game: web/lessons/GAME.json. */
export interface Lesson {
  deal: string;
  seat: number;
  names: string[];
  bots: string; // who goes on when the lesson is over: "easy"
  steps: LessonStep[];
  end: string;
}

export interface LessonStep {
  seat?: number; // who moves; without it the step is only a note
  move?: string; // as in a record: "take yellow 2"
  note?: string;
  show?: number[]; // ids of places that the note is about
}

/* ---- designed tables: web/tables/GAME.json, described in docs/table.md ---- */

/** x, y, width and height, in hundredths of what it is in. */
export type Part = [number, number, number, number];

/** How the pieces of a zone lie. */
export interface How {
  as?: 'cards' | 'stack' | 'heap' | 'count';
  points?: [number, number][]; // of its places, in order
  cell?: [number, number]; // around each point
  cells?: number; // side by side
  most?: number; // for so many there is room without lying over each other
  least?: number; // width of a card in pixels, if they lie over each other for it
  rows?: number;
  apart?: boolean; // a row for each colour
  align?: 'start' | 'middle' | 'end';
  aspect?: number; // of cards, width by height; 0 is that of their room
  alike?: number; // from more than so many on, pieces alike are one with a number
  large?: number; // most pixels of a small piece
  pad?: Part;
  inner?: Part; // of each place: where its pieces lie
  mark?: { like: string; by: 'colour' | 'number' | 'thing'; words: string }; // places with a card like one of mine in that zone
  titlebox?: Part;
  small?: { size?: number; most?: number; box?: Part; spots?: [number, number][] }; // on a card
  title?: boolean | string;
  label?: boolean | 'short'; // of each place; short without what stands in brackets
  ground?: boolean; // its room is seen while nothing lies there
  drawing?: Drawing;
  counters?: Record<string, Count>;
  only?: (How & { ids: number[] })[]; // for some of its places
}

export type Slot = Part | (How & { box: Part });

export interface Drawing {
  use: string;
  view: [number, number];
  fit?: 'slice' | 'meet' | 'fill';
}

/** A counter by its text. */
export interface Count {
  box: Part;
  as?: 'badge' | 'meter' | 'tally';
  icon?: string;
  title?: string;
  from?: number; // shown from this value on
  calm?: boolean; // a meter without alarm
}

export interface Panel {
  name?: Part;
  anchor?: 'start' | 'middle';
  score?: Part;
  face?: { box: Part };
  bubble?: Part;
  bare?: boolean;
  drawing?: Drawing;
  zones?: Record<string, Slot>;
  counters?: Record<string, Count>;
}

export interface Shape {
  drawings?: (Drawing & { box: Part })[];
  map?: { box: Part; window?: [number, number]; overview?: Part };
  table?: Record<string, Slot>;
  counters?: Record<string, Count>;
  others?: { box: Part; columns?: number[]; gap?: number; at?: Record<number, Part[]> };
  panel?: Panel;
  mine?: Panel & { box: Part };
  seats?: Record<number, Partial<Shape>>; // instead, with so many seats
}

export interface DesignMap {
  drawing: string;
  size: [number, number];
  points: Record<number, [number, number]>;
  areas?: Record<number, [number, number]>; // where a place is larger than a spot
  labels?: Record<number, string>;
  numbers?: boolean; // ids of places are written on them
  spot: number;
  piece: number;
  follow?: string; // the counter whose value is the id of the place that a seat's piece is on
}

/** A face of cards: what stands where on it. */
export interface Face {
  when: { kind?: Piece['kind']; back?: boolean; other?: boolean; named?: boolean; numbered?: boolean; coloured?: boolean; number?: number };
  from?: number; // least width in pixels
  below?: number;
  ground?: 'stock' | 'print';
  art?: Part;
  index?: Part;
  symbol?: Part;
  name?: Part;
  second?: Part;
}

export interface Design {
  form: 1;
  colours?: Record<string, string>;
  art?: Record<string, string | { use: string; name?: string }>;
  cards?: Face[];
  faces?: string[];
  hat?: { zone: string; use: string };
  announced?: string; // the counter of a seat that says what it has announced
  reveal?: Drawing; // behind what is turned over together
  last?: false; // what others did last is seen without marks
  owned?: string[]; // zones that are laid only in a panel of their owner
  zones?: Record<string, How>;
  map?: DesignMap;
  shapes: Record<'upright' | 'side' | 'wide', Shape>;
}

/* ---- what a plan has of it: design.js ---- */

interface Laid {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type DrawingBox = Laid & ((Drawing & { over?: true }) | { ground: true } | { mark: string });

export interface CountBox extends Laid {
  as: 'badge' | 'meter' | 'tally';
  icon: string | null;
  title: string;
  value: number;
  limit: number | null;
  text: string;
  key: string;
  calm: boolean;
  font: number;
}

export interface MapBox extends Laid {
  use: string;
  size: [number, number];
  window: Part;
  scale: number;
  overview: (Laid & { scale: number; pawns: { colour: string; x: number; y: number }[] }) | null;
}
