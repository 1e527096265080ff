// mock_server.mjs: a server of docs/protocol.md inside a test, for what is hard to bring about with the real one: lines that
// are cut, answers that do not come, refusals. Matches are played by the module with the rules; every page is a person.
import { SPECTATOR } from '../web/engine.js';

const COMMITMENT = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export class MockServer {
  constructor(engine) {
    this.engine = engine;
    this.tables = new Map();
    this.lines = new Set();
    this.heard = []; // every command that came
    this.deaf = false; // whether new lines are refused
    this.mute = false; // whether answers are kept back
    this.refuse = () => null; // says { code, why } for a command that is not to be done
    this.count = 0;
  }

  // A page of a person; with a name the server knows it already.
  async attach(page, name = null) {
    const person = { me: name && { name, account: null } };
    await page.route('**/api/1/**', (route) => this.http(route, person));
    await page.routeWebSocket('**/api/1/socket', (socket) => this.connect(socket, person));
    return person;
  }

  http(route, person) {
    const request = route.request();
    const path = new URL(request.url()).pathname.split('/api/1/')[1];
    const answer = (body, status = 200) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
    if (path.endsWith('/record')) {
      const table = this.tables.get(path.split('/')[1]);
      return route.fulfill({ contentType: 'text/plain', body: table.match.record() });
    }
    const body = request.postDataJSON();
    if (path === 'guest') person.me = { name: body.name, account: person.me?.account ?? null };
    if (path === 'login' && body.passphrase !== 'open sesame') return answer({ code: 'stranger', why: 'There is no account with this name and passphrase.' }, 403);
    if (path === 'account' && body.passphrase.length < 8) return answer({ code: 'bad', why: 'A passphrase has at least 8 letters.' }, 400);
    if (path === 'account' || path === 'login') person.me = { name: person.me?.name ?? body.account, account: body.account };
    if (path === 'logout' || path === 'forget') person.me = null;
    return answer({ me: person.me });
  }

  connect(socket, person) {
    if (this.deaf) return socket.close();
    const line = { socket, person, table: null, lobby: false, at: -1, told: {} };
    this.lines.add(line);
    socket.onClose(() => this.lines.delete(line));
    socket.onMessage((text) => this.hear(line, JSON.parse(text)));
    this.tell(line, { is: 'welcome', protocol: 1, program: 'mock', me: person.me });
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
    if (!table && !['lobby', 'create'].includes(command.do))
      return this.tell(line, { is: 'no', id: command.id, code: 'unknown', why: 'There is no such table.' });
    try {
      const done = table?.done.get(command.id) ?? this[`do_${command.do}`](line, command, table) ?? {};
      if (command.do !== 'watch') table?.done.set(command.id, done);
      if (!this.mute) this.tell(line, { is: 'done', id: command.id, ...done });
    } catch (error) {
      this.tell(line, { is: 'no', id: command.id, code: 'rule', why: error.message });
    }
    this.tellAll();
  }

  /* ---- what is told ---- */

  tellAll() {
    for (const line of this.lines) {
      if (line.lobby) this.tellOnce(line, 'lobby', this.rows(line.person));
      if (line.table) this.tellTable(line);
    }
  }

  tellOnce(line, is, message) {
    const key = JSON.stringify(message);
    if (line.told[is] === key) return;
    line.told[is] = key;
    this.tell(line, { is, ...message });
  }

  rows(person) {
    const all = [...this.tables.values()].map((table) => ({ table: table.id, state: table.state, game: table.game, deal: table.settings.deal,
      public: table.settings.public, clock: table.settings.clock, seats: table.seats.map(({ is, name }) => ({ is, name })),
      watchers: table.settings.watchers, turn: this.waits(table, person), changed: 1794787200 }));
    const sits = ({ table }) => this.tables.get(table).seats.some((seat) => seat.person === person);
    return { tables: all.filter((row) => row.public), mine: all.filter(sits) };
  }

  waits(table, person) {
    const seat = table.seats.findIndex((one) => one.person === person);
    return table.state === 'playing' && seat >= 0 && (table.match.view(seat).waiting ?? []).includes(seat);
  }

  tellTable(line) {
    const { table, person } = line;
    const seat = table.seats.findIndex((one) => one.person === person);
    if (table.match) this.tellMatch(line, seat < 0 ? SPECTATOR : seat);
    const here = (who) => [...this.lines].some((one) => one.person === who && one.table === table);
    this.tellOnce(line, 'table', { table: table.id, state: table.state, game: table.game, ...table.settings,
      host: { name: table.host.me?.name ?? 'somebody', here: here(table.host) }, you: { seat: seat < 0 ? null : seat, host: table.host === person },
      seats: table.seats.map(({ person: who, ...one }) => (who ? { ...one, name: who.me.name, here: here(who) && !one.away } : one)),
      ...this.watching(table), left: table.settings.clock > 0 && table.state === 'playing' ? 1000 * table.settings.clock : null,
      luck: { commitment: COMMITMENT, nonces: table.nonces, ...(table.state === 'over' ? { secret: 'ab'.repeat(32) } : {}) },
      ...(table.why ? { why: table.why } : {}), ...(table.tired ? { tired: true } : {}), ...(table.rematch ? { rematch: table.rematch } : {}) });
    if (table.said.length > line.said) this.tell(line, { is: 'chat', table: table.id, lines: table.said.slice(line.said) });
    line.said = table.said.length;
  }

  watching(table) {
    const others = [...this.lines].filter((line) => line.table === table && !table.seats.some((seat) => seat.person === line.person));
    return { watching: others.length, looking: others.map(({ person }, who) => ({ who, name: person.me?.name ?? 'somebody' })) };
  }

  tellMatch(line, viewer) {
    const { match, id } = line.table;
    const undo = viewer !== SPECTATOR && match.mayUndo(viewer);
    if (line.at < 0 || line.at > match.length) {
      line.at = match.length;
      line.view = JSON.stringify(match.view(viewer));
      return this.tell(line, { is: 'now', table: id, view: match.view(viewer), log: match.log(viewer), undo });
    }
    while (line.at < match.length) {
      const { at, over } = match.stop(line.at);
      const view = match.view(viewer, at);
      this.tell(line, { is: 'step', table: id, view, log: match.log(viewer, line.at, at), stop: over, undo });
      line.at = at;
      line.view = JSON.stringify(view);
    }
    const view = match.view(viewer);
    if (line.view !== JSON.stringify(view)) this.tell(line, { is: 'step', table: id, view, log: [], stop: false, undo });
    line.view = JSON.stringify(view);
  }

  /* ---- commands ---- */

  do_lobby(line, { on }) {
    line.lobby = on;
  }

  do_create(line, { do: _, id: __, ...settings }) {
    const id = `mocktable${++this.count}`;
    const about = this.about(settings.deal);
    const table = { id, state: 'gathering', game: about.game, host: line.person, seats: about.names.map(() => ({ is: 'empty' })),
      settings: { public: false, clock: 0, late: 'bot', bot: 'normal', window: 0, watchers: true, undo: true, ...settings },
      nonces: about.names.map(() => null), said: [], done: new Map(), match: null };
    table.seats[0] = { is: 'person', person: line.person, ready: false };
    this.tables.set(id, table);
    return { table: id };
  }

  about(deal) {
    const match = this.engine.open(deal);
    const about = match.about();
    match.close();
    return about;
  }

  do_watch(line, _, table) {
    Object.assign(line, { table, at: -1, said: 0, view: '', told: {} });
    this.tellTable(line);
  }

  do_unwatch(line) {
    line.table = null;
  }

  do_change(_, { do: __, id: ___, table: ____, ...settings }, table) {
    Object.assign(table.settings, settings);
    const { names, game } = this.about(table.settings.deal);
    table.game = game;
    table.seats = names.map((_name, seat) => table.seats[seat] ?? { is: 'empty' });
    for (const seat of table.seats) seat.ready = false;
  }

  do_sit(line, { seat }, table) {
    const to = seat ?? table.seats.findIndex(({ is }) => is === 'empty');
    if (table.seats[to]?.is !== 'empty') throw new Error('somebody sits there already');
    if (table.seats.some(({ person }) => person && person !== line.person && person.me.name === line.person.me.name))
      throw new Error('Somebody with your name sits here already: take another name first.');
    this.do_stand(line, {}, table);
    table.seats[to] = { is: 'person', person: line.person, ready: false };
  }

  do_stand(line, _, table) {
    table.seats = table.seats.map((one) => (one.person === line.person ? { is: 'empty' } : one));
  }

  do_seat(_, { seat, bot }, table) {
    table.seats[seat] = bot ? { is: 'bot', bot, name: ['Fern', 'Moss', 'Reed', 'Clover'][seat % 4] } : { is: 'empty' };
    this.begin(table);
  }

  do_ready(line, { ready, nonce }, table) {
    const seat = table.seats.findIndex((one) => one.person === line.person);
    table.seats[seat].ready = ready;
    table.nonces[seat] = nonce ?? null;
    this.begin(table);
  }

  begin(table) {
    if (!table.seats.every(({ is, ready }) => is === 'bot' || ready)) return;
    table.state = 'playing';
    table.match = this.engine.open(`${table.settings.deal}#7`);
    table.match.seat(table.seats.map(({ bot = '' }) => bot), table.seats.map(({ person, name }) => person?.me.name ?? name));
    this.letPlay(table);
  }

  // Bots do the first thing that they may.
  letPlay(table) {
    const { match } = table;
    for (let about = match.about(); about.next !== null && table.seats[about.next].is === 'bot'; about = match.about())
      match.play(about.next, match.decision, match.view(about.next).moves[0].move);
    if (match.over) table.state = 'over';
  }

  seatOf(line, table) {
    return table.seats.findIndex((one) => one.person === line.person);
  }

  do_move(line, { decision, move }, table) {
    if (table.match.decision !== decision) throw new Error('that move was meant for another moment');
    table.match.play(this.seatOf(line, table), decision, move);
    this.letPlay(table);
  }

  do_retract(line, _, table) {
    table.match.retract(this.seatOf(line, table));
    this.again(table);
  }

  do_undo(line, _, table) {
    table.match.undo(this.seatOf(line, table));
    this.again(table);
  }

  again(table) {
    for (const line of this.lines) if (line.table === table) line.at = -1;
  }

  do_vote(line, { end }, table) {
    table.seats[this.seatOf(line, table)].ends = end || undefined;
    if (!table.seats.every((seat) => seat.is === 'bot' || seat.ends)) return;
    Object.assign(table, { state: 'over', why: 'All wanted to end it.' });
  }

  do_resign(line, _, table) {
    table.seats[this.seatOf(line, table)].resigned = true;
  }

  do_replace(_, { seat }, table) {
    table.seats[seat].standin = 'normal';
  }

  do_back(line, _, table) {
    delete table.seats[this.seatOf(line, table)].standin;
  }

  do_rematch(line, _, table) {
    table.rematch ??= this.do_create(line, { ...table.settings }).table;
    return { table: table.rematch };
  }

  do_close(_, __, table) {
    Object.assign(table, { state: 'closed', why: 'The host has closed the table.' });
  }

  do_say(line, { text }, table) {
    const seat = this.seatOf(line, table);
    table.said.push({ n: table.said.length + 1, name: line.person.me.name, seat: seat < 0 ? null : seat, text, at: 1794787200 });
  }

  do_mute(_, { seat, on }, table) {
    table.seats[seat].muted = on || undefined;
  }

  do_look(line, { n }, table) {
    const seat = this.seatOf(line, table);
    return { view: table.match.view(seat < 0 ? SPECTATOR : seat, n) };
  }
}
