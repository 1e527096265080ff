// quiet.mjs WABE: while people may answer, nobody is told who has: not by a message, not by its moment, not by a list. Prints TAP.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, testTogether } from './tap.mjs';
import { ask, begin, chance, checkCues, Client, people, Server } from './wire.mjs';

const [, , program] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-quiet-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await new Server(program, {
  store: join(folder, 'store.db'),
  args: ['--requests', 1000000, '--messages', 1000, '--per-address', 1000],
}).start();
const { port } = server;

const shuffled = (list) => list.map((one) => [chance(), one]).sort((a, b) => a[0] - b[0]).map(([, one]) => one);
const bare = (text) => text.slice(0, 400);
const rowOf = (rows, table) => JSON.stringify(rows.find((row) => row.table === table));
const listed = (message, table) => `${rowOf(message.tables, table)} ${rowOf(message.mine, table)}`;

// After this everybody has heard what there was to hear: all lists have come that were under way, since they tell of a new table, and then every client
// has had an answer.
async function hearAll({ clients, host }) {
  const { table: mark } = await host.must('create', { deal: 'mimsy:2', public: true });
  await Promise.all(clients.filter(({ lobby }) => lobby)
    .map((client) => client.until(() => client.lobby.tables.some(({ table }) => table === mark), 'a list with another table')));
  await host.watch(mark);
  await host.must('close');
  await Promise.all(clients.map((client) => client.at('look', { n: 0 })));
}

// What each client hears from now on: of the table, and of it in lists; answers are no news.
function listen({ clients, table }) {
  const from = clients.map((client) => ({ heard: client.heard.length, rows: client.lobby && listed(client.lobby, table) }));
  return clients.map((client, i) => () =>
    client.heard.slice(from[i].heard).filter(({ message }) =>
      message.is === 'lobby' ? listed(message, table) !== from[i].rows : !['done', 'no'].includes(message.is)));
}

const asked = ({ players }) => players.filter((player) => player.view.waiting.includes(player.seat));

// All who are asked in a window answer in some order, and nobody hears of it before the window is over: by the last answer, or when its time is over. False if
// its time was over before all had answered and been heard.
async function answerWindow(room, { since, length = 0 }) {
  const { clients, players, table } = room, { decision } = players[0].view;
  const inTime = () => !length || Date.now() - since < length;
  const order = shuffled(asked(room)), answers = [];
  await hearAll(room);
  const list = rowOf((await ask(port, '/api/1/tables')).json.tables, table);
  for (const [i, player] of order.entries()) {
    const news = listen(room);
    const answer = await player.move();
    const last = i === order.length - 1;
    if (last && !length) break;
    await hearAll(room);
    const listNow = rowOf((await ask(port, '/api/1/tables')).json.tables, table);
    if (!inTime()) return false;
    expect(answer.is === 'done', `an answer is refused: ${JSON.stringify(answer)}`);
    expect(clients.every(({ view }) => !view || view.decision === decision), 'the window ended before its time');
    clients.forEach((client, k) => {
      const heard = news[k]();
      if (client === player) answers.push(heard.map(({ message }) => message.is).sort().join(' '));
      else expect(heard.length === 0, `${client.name} hears something when ${player.name} answers: ${bare(heard[0]?.text ?? '')}`);
    });
    expect(player.view.moves.filter((move) => move.chosen).length === 1, `the own answer, the ${i + 1}th of ${order.length}, is not seen`);
    expect(listNow === list, 'the list of tables tells of an answer');
  }
  expect(new Set(answers).size === 1, `answers are heard differently: ${answers}`);
  return true;
}

// People at a table, one who looks on, one who looks at the lists; and `host`, who makes tables for others.
async function sit(settings, { names = ['Ann', 'Bo', 'Cy'], bots = [] } = {}) {
  const players = await people(port, names);
  const [lobby, host] = await people(port, ['Lobby', 'Host']);
  const stranger = await new Client(port, { name: 'Onlooker' }).open();
  const table = await begin(players, { public: true, ...settings }, bots);
  await stranger.watch(table);
  for (const client of [...players, lobby]) await client.must('lobby', { on: true });
  await Promise.all([...players, lobby].map((client) => client.until(() => client.lobby, 'a list')));
  return { table, players, clients: [...players, stranger, lobby], host };
}

// Moves until a window opens in which several people are asked. Returns a time before it opened.
async function nextWindow(room) {
  const watching = room.clients.filter(({ watching: table }) => table);
  for (let since = Date.now();;) {
    const mover = await Promise.any(room.players.map((player) => player.until(() => (player.asked || player.state === 'over') && player, 'a turn')));
    expect(mover.state !== 'over', 'the match is over, and nobody was asked');
    const { decision } = mover.view;
    await Promise.all(watching.map((client) => client.until(() => client.view.decision >= decision, 'the same decision')));
    if (mover.view.decision === decision && mover.view.quiet && asked(room).length > 1) return since;
    since = Date.now();
    await mover.move();
  }
}

// No bot plays on. Until then each was told what to do, and that passing tells nothing where it does not.
async function leave({ players, clients, host }, fixed = false) {
  for (const client of clients) checkCues(client, { fixed });
  for (const player of players) await player.must('vote', { end: true });
  for (const client of [...clients, host]) client.close();
}

async function play(settings, seats = {}) {
  const room = await sit(settings, seats);
  await answerWindow(room, { since: await nextWindow(room) });
  await leave(room);
}

// Every answer of a bot that is alone with its decision comes a period after what it answers, or later: so long after the own move was sent, and so
// long again for each of them. What a busy machine adds does not matter.
async function botsWait({ deal, level, period }) {
  const [ann] = await people(port, ['Ann']);
  await begin([ann], { deal }, [level, level]);
  for (let seen = 0; seen < 12;) {
    await ann.until(() => ann.asked, 'a turn');
    const from = ann.heard.length, sent = Date.now();
    let { view: last } = ann, answers = 0;
    await ann.move();
    await ann.until(() => ann.asked, 'the next turn');
    for (const { at, message } of ann.heard.slice(from).filter(({ message: { is } }) => is === 'step')) {
      const alone = last.waiting.length === 1 && last.waiting[0] !== ann.seat && message.view.n > last.n;
      last = message.view;
      if (!alone) continue;
      answers++;
      seen++;
      expect(at - sent >= answers * period - 1, `answer ${answers} came ${at - sent} ms after the move`);
    }
  }
  await ann.must('vote', { end: true });
  ann.close();
}

await testTogether(4, [
  ['a window that lasts until all have answered', () => play({ deal: 'oh-gnome:3' })],

  ['the same with a clock, and with a bot at the table', () => play({ deal: 'oh-gnome:3', clock: 600 }, { names: ['Ann', 'Bo'], bots: ['easy'] })],

  ['no bot answers before it is due', () => botsWait({ deal: 'pesky-gnomes:3', level: 'hard', period: 250 })],

  ['a window of a fixed length goes on when all have answered', async () => {
    const room = await sit({ deal: 'oh-gnome:3', window: 60 });
    while (!await answerWindow(room, { since: await nextWindow(room), length: 60000 })); // a machine may be too busy for one
    await leave(room, true);
  }],

  ['a window of a fixed length ends by itself, and not before', async () => {
    const room = await sit({ deal: 'oh-gnome:3', window: 1 }), [ann] = room.players;
    const since = await nextWindow(room), { decision } = ann.view;
    await Promise.all(room.players.map((player) => player.until(() => player.view.decision !== decision, 'the end of the window')));
    const { at } = ann.heard.find(({ message }) => message.view?.decision > decision);
    expect(at - since >= 1000, `the window of a second ended after ${at - since} ms`);
    await leave(room, true);
  }],
]);

await server.stop();
end();
