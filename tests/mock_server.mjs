// mock_server.mjs: a server of docs/protocol.md inside a test, for what is hard to bring about with the real one: lines that are cut, answers that
// do not come, refusals, people who have been away for long, deals that are always the same. Matches are played by the module with the rules;
// every page is a person. tests/mock.mjs compares what it says with what the real one says.
import { SPECTATOR } from '../web/engine.js';

const SECRETS = ['ab', 'cd', 'ef']; // of the attempts to start, each 32 times
const SETTINGS = ['deal', 'public', 'clock', 'late', 'bot', 'window', 'watchers', 'undo'];

// What a command has besides do, id and table.
const KEYS = {
  lobby: ['on'], create: SETTINGS, watch: [], unwatch: [], change: SETTINGS, sit: ['seat'], stand: [], seat: ['seat', 'bot'], ready: ['ready', 'commitment'], reveal: ['nonce'],
  move: ['decision', 'move'], retract: ['decision'], undo: ['decision'], resign: [], vote: ['end'], replace: ['seat'], back: [], rematch: [], close: [],
  say: ['text'], mute: ['seat', 'who', 'watchers', 'on'], look: ['n'], preview: ['move', 'decision'],
};

class No extends Error {
  constructor(code, why) {
    super(why);
    this.code = code;
  }
}

function need(holds, code, why) {
  if (!holds) throw new No(code, why);
}

// The rules speak in parts of sentences.
const sentence = (why) => (why.endsWith('.') ? why : `${why[0].toUpperCase()}${why.slice(1)}.`);

// Who may do what, and when.
function gathering({ table }) {
  need(table.state === 'gathering', 'state', 'The game has begun already.');
  need(!table.revealing, 'state', 'The game is about to begin: nothing can be changed now.');
}
const host = ({ table, person }) => need(table.host === person, 'host', 'Only the host of the table can do that.');
const sits = ({ seat }) => need(seat >= 0, 'state', 'You do not sit at this table.');
function plays({ table, seat }) {
  need(table.state === 'playing', 'state', 'No game is being played at this table now.');
  need(seat >= 0, 'state', 'Only those who play can do that; you look on.');
  need(!table.seats[seat].resigned, 'state', 'You have resigned.');
}
function decides(at) {
  plays(at);
  need(!at.table.seats[at.seat].standin, 'state', 'A bot plays for you at the moment: take your seat back first.');
  need(at.command.decision === at.table.match.decision, 'stale', 'That was meant for another moment of the game; look again.');
}
function ended({ table, seat }) {
  need(table.state === 'over', 'state', 'The game is not over yet.');
  need(seat >= 0, 'state', 'Only those who played can ask for a rematch.');
}
const CHECKS = {
  change: [gathering, host], sit: [gathering], stand: [gathering, sits], seat: [gathering, host], ready: [gathering, sits], reveal: [sits], move: [decides],
  retract: [decides], undo: [decides], resign: [plays], vote: [plays], back: [plays], close: [gathering, host], mute: [host], rematch: [ended],
};

export class MockServer {
  constructor(engine) {
    this.engine = engine;
    this.tables = new Map();
    this.lines = new Set();
    this.accounts = new Map();
    this.heard = []; // every command that came
    this.deaf = false; // whether new lines are refused
    this.mute = false; // whether answers are kept back
    this.refuse = () => null; // says { code, why } for a command that is not to be done
    this.count = 0;
  }

  person(name = null) {
    return { me: name && { name, account: null }, created: new Map() };
  }

  // A page of a person; with a name the server knows it already.
  async attach(page, name = null) {
    const person = this.person(name);
    await page.route('**/api/1/**', (route) => this.http(route, person));
    await page.routeWebSocket('**/api/1/socket', (socket) => this.connect(socket, person));
    return person;
  }

  http(route, person) {
    const request = route.request();
    const path = new URL(request.url()).pathname.split('/api/1/')[1];
    const answer = (status, body) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
    const refused = { bad: 400, stranger: 403, unknown: 404, state: 409 };
    try {
      if (path.endsWith('/record')) return route.fulfill({ status: 200, contentType: 'text/plain', body: this.record(path.split('/')[1]) });
      this[`http_${path}`](person, request.postDataJSON());
      return answer(200, { me: person.me });
    } catch (error) {
      if (!(error instanceof No)) throw error;
      return answer(refused[error.code], { code: error.code, why: error.message });
    }
  }

  record(id) {
    const table = this.tables.get(id);
    need(table, 'unknown', 'There is no such table.');
    need(['over', 'closed'].includes(table.state), 'state', 'A record is there when the game is over.');
    return table.match.record();
  }

  http_me() {}

  http_guest(person, { name }) {
    need(name !== '', 'bad', "'name' is empty.");
    person.me = { name, account: person.me?.account ?? null };
  }

  http_account(person, { account, passphrase }) {
    need(passphrase.length >= 8, 'bad', "'passphrase' is too short.");
    need(person.me, 'stranger', 'Take a name first: a guest becomes an account.');
    need(!person.me.account, 'state', 'You have an account already.');
    need(!this.accounts.has(account.toLowerCase()), 'state', 'An account with this name, or one that looks like it, exists already.');
    person.me.account = account;
    this.accounts.set(account.toLowerCase(), { person, passphrase });
  }

  http_passphrase(person, { old, new: fresh }) {
    need(fresh.length >= 8, 'bad', "'new' is too short.");
    need(person.me?.account, person.me ? 'state' : 'stranger', 'Only who has an account has a passphrase.');
    const known = this.accounts.get(person.me.account.toLowerCase());
    need(known.passphrase === old, 'stranger', 'That is not the passphrase that you have now.');
    known.passphrase = fresh;
  }

  http_login(person, { account, passphrase }) {
    const known = this.accounts.get(account.toLowerCase());
    need(known?.passphrase === passphrase, 'stranger', 'There is no account with this name and passphrase.');
    person.me = { ...known.person.me };
  }

  http_logout(person) {
    person.me = null;
  }

  http_forget(person) {
    person.me = null;
  }

  connect(socket, person) {
    if (this.deaf) return socket.close();
    const line = { socket, person, table: null, lobby: false, at: -1, told: {} };
    this.lines.add(line);
    socket.onClose(() => this.lines.delete(line));
    socket.onMessage((text) => this.hear(line, JSON.parse(text)));
    this.tell(line, { is: 'welcome', protocol: 1, program: 'mock', edition: this.engine.edition, me: person.me });
  }

  tell(line, message) {
    if (this.lines.has(line)) line.socket.send(JSON.stringify(message));
  }

  // The line breaks for everybody.
  cut() {
    for (const line of this.lines) line.socket.close({ code: 1001 });
    this.lines.clear();
  }

  hear(line, command) {
    this.heard.push(command);
    const no = this.refuse(command);
    if (no) return this.tell(line, { is: 'no', id: command.id, ...no });
    const table = this.tables.get(command.table);
    try {
      this.check(line, command, table);
      const done = table?.done.get(command.id) ?? this[`do_${command.do}`](line, command, table) ?? {};
      if (command.do !== 'watch') table?.done.set(command.id, done);
      this.tellAll();
      if (!this.mute) this.tell(line, { is: 'done', id: command.id, ...done });
    } catch (error) {
      this.tell(line, { is: 'no', id: command.id, code: error.code ?? 'rule', why: sentence(error.message) });
    }
    this.tellChat();
  }

  check(line, { do: word, id, table: _, ...keys }, table) {
    need(word !== 'ready' || !('nonce' in keys), 'bad', "'nonce' comes later, with 'reveal'; 'ready' has a 'commitment' to it. This client is older than the " +
      'server: load the page again, or get a newer program.');
    for (const key of Object.keys(keys)) need(KEYS[word].includes(key), 'bad', `'${key}' is not a key of this message.`);
    need(line.person.me || ['lobby', 'watch', 'unwatch', 'look'].includes(word), 'stranger', 'Say who you are first: take a name as a guest.');
    if (word === 'lobby' || word === 'create') return;
    if (word === 'watch') return need(table, 'unknown', 'There is no such table. It may have been deleted.');
    need(table && line.table === table, 'state', 'Watch that table first.');
    if (table.done.has(id)) return;
    for (const one of CHECKS[word] ?? []) one({ table, person: line.person, seat: this.seatOf(line, table), command: keys });
  }

  /* ---- what is told ---- */

  tellAll() {
    for (const line of this.lines) {
      if (line.lobby) this.tellOnce(line, 'lobby', this.rows(line.person));
      if (line.table) this.tellTable(line);
    }
  }

  // Only if something in it is another than last time; `also` is something else that counts.
  tellOnce(line, is, message, also = 0) {
    const key = JSON.stringify([message, also]);
    if (line.told[is] === key) return;
    line.told[is] = key;
    this.tell(line, { is, ...message });
  }

  rows(person) {
    const seat = ({ is, bot, name, person: who }) => ({ is, ...(who ? { name: who.me.name } : name ? { name } : {}), ...(bot ? { bot } : {}) });
    const row = (table) => ({ table: table.id, state: table.state, game: table.game, ...table.settings, seats: table.seats.map(seat), changed: 1794787200 });
    const sitsAt = (table) => table.host === person || table.seats.some((one) => one.person === person);
    const isOpen = ({ state }) => ['gathering', 'playing'].includes(state);
    const all = [...this.tables.values()].reverse(); // the newest first
    const mine = all.filter(sitsAt).map((table) => ({ ...row(table), turn: this.waits(table, person) }));
    return {
      tables: all.filter((table) => table.settings.public && isOpen(table)).map(row),
      mine: mine.sort((a, b) => isOpen(b) - isOpen(a) || b.turn - a.turn),
    };
  }

  waits(table, person) {
    const seat = table.seats.findIndex((one) => one.person === person);
    return table.state === 'playing' && seat >= 0 && (table.match.view(seat).waiting ?? []).includes(seat);
  }

  tellTable(line) {
    const { table, person } = line;
    const seat = this.seatOf(line, table);
    if (table.match && (seat >= 0 || table.settings.watchers)) this.tellMatch(line, seat < 0 ? SPECTATOR : seat);
    const playing = table.state === 'playing';
    this.tellOnce(line, 'table', { table: table.id, state: table.state, game: table.game, ...table.settings,
      host: { name: table.host.me?.name ?? 'somebody', here: this.isHere(table.host, table) }, you: { seat: seat < 0 ? null : seat, host: table.host === person },
      seats: table.seats.map(({ person: who, away, commitment: _, nonce: __, revealed, ...one }) => ({ ...one, ...(revealed && table.revealing ? { revealed } : {}) , ...(who ? { name: who.me.name, here: this.isHere(who, table) && !away } : {}) })),
      ...this.watching(table), left: table.revealing ? 20000 : table.settings.clock > 0 && playing ? 1000 * table.settings.clock : null,
      luck: this.luck(table),
      ...(table.why ? { because: table.because, why: table.why } : {}), ...(table.hushed ? { hushed: true } : {}), ...(table.tired ? { tired: true } : {}), ...(table.rematch ? { rematch: table.rematch } : {}) },
    playing && table.settings.clock > 0 ? table.match.decision : 0); // the clock begins again
  }

  // What is told of the luck; `off` is that of the start that was called off last.
  luck(table) {
    const { attempt, seats, off, revealing } = table;
    const secret = SECRETS[(attempt - 1) % SECRETS.length].repeat(32);
    return { scheme: 2, attempt, commitment: this.engine.commitment(table.id, attempt, -1, secret),
      commitments: seats.map(({ ready, commitment }) => (ready && commitment) || null),
      nonces: seats.map(({ nonce }) => (!revealing && nonce) || null),
      ...(['over', 'closed'].includes(table.state) ? { secret } : {}), ...(revealing ? { reveal: true } : {}), ...(off ? { off } : {}) };
  }

  // As if 20 seconds had passed.
  callOff(table) {
    table.revealing = false;
    const { scheme: _, off: __, ...off } = this.luck(table);
    table.off = { ...off, secret: SECRETS[(table.attempt - 1) % SECRETS.length].repeat(32) };
    table.attempt++;
    this.unready(table);
    this.tellAll();
  }

  unready(table) {
    for (const seat of table.seats) {
      if (seat.is === 'person') seat.ready = false;
      for (const key of ['commitment', 'nonce', 'revealed']) delete seat[key];
    }
  }

  isHere(person, table) {
    return [...this.lines].some((one) => one.person === person && one.table === table);
  }

  // Who came last is named first.
  watching(table) {
    const others = [...this.lines].filter((line) => line.table === table && this.seatOf(line, table) < 0).sort((a, b) => b.came - a.came);
    return { watching: others.length, looking: others.map(({ person }, who) => ({ who, name: person.me?.name ?? 'somebody' })) };
  }

  tellChat() {
    for (const line of this.lines) {
      const { table, said } = line;
      if (!table || table.said.length === said) continue;
      line.said = table.said.length;
      this.tell(line, { is: 'chat', table: table.id, lines: table.said.slice(said) });
    }
  }

  // Moves count when all may know of them: those that lie face down do not.
  shown({ match }) {
    return match.view(SPECTATOR).n;
  }

  tellMatch(line, viewer) {
    const { table } = line;
    const { match, id } = table;
    const shown = this.shown(table);
    const now = { cue: this.cue(table, viewer), undo: this.mayUndo(table, viewer), view: match.view(viewer) };
    const said = JSON.stringify(now);
    if (line.at < 0 || line.rewound !== table.rewound) {
      Object.assign(line, { at: shown, rewound: table.rewound, view: said });
      return this.tell(line, { is: 'now', table: id, ...now, log: match.log(viewer, 0, shown), news: this.news(match, viewer, shown) });
    }
    while (line.at < shown) {
      const { to, over, hold, pause, news } = match.look(viewer, line.at, shown);
      const last = to === shown;
      this.tell(line, { is: 'step', table: id, ...(last ? now : { cue: 'wait', undo: false, view: match.view(viewer, to) }), log: match.log(viewer, line.at, to),
        ...(over ? { stop: true } : {}), ...(hold ? { hold } : {}), ...(pause ? { pause } : {}), news });
      Object.assign(line, { at: to, view: last ? said : '' });
    }
    if (line.view !== said) this.tell(line, { is: 'step', table: id, ...now, log: [], news: this.news(match, viewer, shown) });
    line.view = said;
  }

  // Who plays, and may be asked or take something back.
  acts({ state, seats }, viewer) {
    return state === 'playing' && viewer !== SPECTATOR && !seats[viewer].standin && !seats[viewer].resigned;
  }

  // Windows have no length here: only whoever is alone with bots may pass.
  cue(table, viewer) {
    if (table.state !== 'playing') return 'over';
    const { waiting, moves = [], onlypass } = table.match.view(viewer);
    if (!this.acts(table, viewer) || !waiting.includes(viewer) || moves.some(({ chosen }) => chosen)) return 'wait';
    const { n, known } = table.match.about();
    return onlypass && n === known && table.seats.filter(({ is, resigned }) => is === 'person' && !resigned).length === 1 ? 'pass' : 'ask';
  }

  // Of the moves that have been shown.
  news(match, viewer, shown) {
    return shown > 0 ? match.look(viewer, shown - 1, shown).news : 0;
  }

  // What lies face down can always be taken back.
  mayUndo(table, viewer) {
    const { settings, match } = table;
    return this.acts(table, viewer) && match.mayUndo(viewer) && (settings.undo || match.view(viewer).facedown !== undefined);
  }

  /* ---- commands ---- */

  do_lobby(line, { on }) {
    line.lobby = on;
    if (!on) delete line.told.lobby;
  }

  do_create(line, { do: _, id = '', ...settings }) {
    const { person } = line;
    const before = person.created?.get(id);
    if (before) return { table: before };
    const about = this.about(settings.deal);
    const table = { id: `mocktable${String(++this.count).padStart(7, '0')}`, state: 'gathering', game: about.game, host: person,
      settings: { public: false, clock: 0, late: 'bot', bot: 'normal', window: 0, watchers: true, undo: true, ...settings },
      seats: about.names.map(() => ({ is: 'empty' })), attempt: 1, revealing: false, said: [], muted: new Set(), done: new Map(), match: null, rewound: 0 };
    table.seats[0] = { is: 'person', person, ready: false };
    this.tables.set(table.id, table);
    if (id) person.created.set(id, table.id);
    return { table: table.id };
  }

  about(deal) {
    let match;
    try {
      match = this.engine.open(deal);
    } catch (error) {
      throw new No('bad', error.message);
    }
    const about = match.about();
    match.close();
    return about;
  }

  do_watch(line, _, table) {
    Object.assign(line, { table, at: -1, said: 0, view: '', came: ++this.count });
    delete line.told.table;
    this.tellTable(line);
    this.tellChat();
  }

  do_unwatch(line) {
    line.table = null;
  }

  do_change(_, { do: __, id: ___, table: ____, ...settings }, table) {
    const { names, game } = this.about(settings.deal ?? table.settings.deal);
    Object.assign(table.settings, settings);
    table.game = game;
    table.seats = names.map((_name, seat) => table.seats[seat] ?? { is: 'empty' });
    this.unready(table);
  }

  do_sit(line, { seat }, table) {
    const to = seat ?? table.seats.findIndex(({ is }) => is === 'empty');
    need(to >= 0, 'state', 'All seats are taken.');
    need(!table.seats.some(({ person }) => person && person !== line.person && person.me.name === line.person.me.name), 'name',
      'Somebody here has your name already, or one that looks like it: take another name first.');
    need(table.seats[to], 'state', 'There is no such seat at this table.');
    need(table.seats[to].is === 'empty', 'state', 'That seat is taken.');
    this.leave(line, table);
    table.seats[to] = { is: 'person', person: line.person, ready: false };
  }

  leave(line, table) {
    table.seats = table.seats.map((one) => (one.person === line.person ? { is: 'empty' } : one));
  }

  // The host is then the first who sits.
  do_stand(line, _, table) {
    this.leave(line, table);
    if (table.host === line.person) table.host = table.seats.find(({ person }) => person)?.person ?? table.host;
  }

  do_seat(_, { seat, bot }, table) {
    need(table.seats[seat], 'state', 'There is no such seat at this table.');
    need(!bot || table.seats[seat].is !== 'person', 'state', 'Somebody sits there.');
    table.seats[seat] = bot ? { is: 'bot', bot } : { is: 'empty' };
    this.freeze(table);
  }

  do_ready(line, { ready, commitment }, table) {
    need(!ready || commitment, 'bad', "'commitment' is missing.");
    const seat = this.seatOf(line, table);
    Object.assign(table.seats[seat], { ready, commitment });
    this.freeze(table);
  }

  freeze(table) {
    table.revealing = table.state === 'gathering' && table.seats.every(({ is, ready }) => is === 'bot' || ready);
  }

  do_reveal(line, { nonce }, table) {
    const seat = this.seatOf(line, table);
    need(table.revealing, 'state', 'Nonces are revealed when all have committed themselves, and not at another time.');
    need(!table.seats[seat].revealed, 'state', 'You have revealed your nonce already.');
    need(this.engine.commitment(table.id, table.attempt, seat, nonce) === table.seats[seat].commitment, 'state',
      'That nonce is not the one that you have committed yourself to.');
    Object.assign(table.seats[seat], { nonce, revealed: true });
    if (table.seats.every(({ is, revealed }) => is === 'bot' || revealed)) this.begin(table);
  }

  begin(table) {
    Object.assign(table, { state: 'playing', revealing: false });
    table.match = this.engine.open(`${table.settings.deal}#7`);
    table.match.seat(table.seats.map(({ bot = '' }) => bot), table.seats.map(({ person }) => person?.me.name ?? ''));
    const { names } = table.match.about();
    table.seats.forEach((seat, i) => seat.is === 'bot' && (seat.name = names[i]));
    this.letPlay(table);
  }

  // Bots do the first thing that they may. One that stands in only takes its time.
  letPlay(table) {
    const { match } = table;
    const isBot = ({ is, resigned }) => is === 'bot' || resigned;
    for (let about = match.about(); about.next !== null && isBot(table.seats[about.next]); about = match.about())
      match.play(about.next, match.decision, match.view(about.next).moves[0].move);
    if (match.over) table.state = 'over';
  }

  seatOf(line, table) {
    return table.seats.findIndex((one) => one.person === line.person);
  }

  do_move(line, { decision, move }, table) {
    table.match.play(this.seatOf(line, table), decision, move);
    this.letPlay(table);
  }

  do_retract(line, _, table) {
    table.match.retract(this.seatOf(line, table));
  }

  do_undo(line, _, table) {
    const seat = this.seatOf(line, table);
    need(table.settings.undo || this.mayUndo(table, seat), 'rule', 'At this table moves are not taken back.');
    const shown = this.shown(table);
    table.match.undo(seat);
    if (this.shown(table) < shown) table.rewound++;
  }

  do_vote(line, { end }, table) {
    const seat = table.seats[this.seatOf(line, table)];
    if (end) seat.ends = true;
    else delete seat.ends;
    if (!table.seats.every((one) => one.is === 'bot' || one.resigned || one.ends)) return;
    Object.assign(table, { state: 'over', because: 'vote', why: 'The players have agreed to end the game.' });
  }

  do_resign(line, _, table) {
    const { name } = line.person.me;
    table.seats[this.seatOf(line, table)].resigned = true;
    const left = table.seats.filter(({ resigned }) => !resigned);
    if (left.length === 1) Object.assign(table, { state: 'over', because: 'resigned', why: `${name} has resigned, and ${left[0].person?.me.name ?? left[0].name} wins.` });
    else if (!left.some(({ is }) => is === 'person')) Object.assign(table, { state: 'over', because: 'resigned', why: `${name} has resigned, and nobody is left to play.` });
    else this.letPlay(table);
  }

  // Two minutes pass as soon as somebody has gone.
  do_replace(line, { seat }, table) {
    const who = table.seats[seat];
    need(table.state === 'playing' && who, 'state', 'There is no such seat in play.');
    host({ table, person: line.person });
    need(who.person && !this.isHere(who.person, table), 'state', 'That person has not been away for two minutes.');
    who.standin = table.settings.bot;
  }

  do_back(line, _, table) {
    const seat = table.seats[this.seatOf(line, table)];
    need(seat.standin, 'state', 'No bot plays for you.');
    delete seat.standin;
  }

  // All sit where they sat.
  do_rematch(line, _, table) {
    if (table.rematch) return { table: table.rematch };
    table.rematch = this.do_create(line, { ...table.settings }).table;
    this.tables.get(table.rematch).seats = table.seats.map(({ is, person, bot }) => (is === 'bot' ? { is, bot } : { is, person, ready: false }));
    return { table: table.rematch };
  }

  do_close(_, __, table) {
    Object.assign(table, { state: 'closed', because: 'host', why: 'The host has closed the table.' });
  }

  do_say(line, { text }, table) {
    need(text !== '', 'bad', "'text' is empty.");
    need(!table.muted.has(line.person), 'limit', 'The host has muted you at this table.');
    const seat = this.seatOf(line, table);
    need(!table.hushed || seat >= 0 || line.person === table.host, 'limit', 'The host has muted all who look on.');
    table.said.push({ n: table.said.length + 1, name: line.person.me.name, seat: seat < 0 ? null : seat, text, at: 1794787200 });
  }

  do_mute(_, { seat, watchers, on }, table) {
    if (watchers) {
      table.hushed = on;
      return;
    }
    const one = table.seats[seat];
    need(one.person, 'state', 'Nobody sits there who could be muted.');
    need(one.person !== table.host, 'state', 'The host cannot be muted.');
    if (on) one.muted = true;
    else delete one.muted;
    table.muted[on ? 'add' : 'delete'](one.person);
  }

  do_look(line, { n }, table) {
    const seat = this.seatOf(line, table);
    need(table.match && (seat >= 0 || table.settings.watchers) && n <= this.shown(table), 'state', 'There is no such moment to look at.');
    return { view: table.match.view(seat < 0 ? SPECTATOR : seat, n) };
  }

  do_preview(line, { move, decision }, table) {
    const seat = this.seatOf(line, table);
    need(seat >= 0, 'state', 'Only those who play can do that; you look on.');
    need(table.state === 'playing' && decision === table.match.decision, 'stale', 'That was meant for another moment of the game; look again.');
    need(table.match.view(seat).moves?.some((one) => one.move === move), 'rule', 'The rules do not allow that move now.');
    return { preview: table.match.preview(seat, move) };
  }
}
