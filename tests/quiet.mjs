// quiet.mjs WABE: while people may answer, nobody is told who has: not by a message, not by its moment, not by a list. Prints TAP.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, testLater } from './tap.mjs';
import { anyMove, ask, begin, Client, people, Server, sleep } from './wire.mjs';

const [, , program] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-quiet-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await new Server(program, {
  store: join(folder, 'store.db'),
  args: ['--requests', 1000000, '--messages', 1000, '--per-address', 1000],
}).start();
const { port } = server;
const PAUSE = 60, LISTS = 2200; // milliseconds in which news would have come, and lists, which take up to two seconds

const shuffled = (list) => list.map((one) => [Math.random(), one]).sort((a, b) => a[0] - b[0]).map(([, one]) => one);
const bare = (text) => text.slice(0, 400);

// Those who have not answered have heard nothing since `marks`; those who have, of their own answer only.
function expectSilence(clients, marks, when) {
  clients.forEach((client, i) => {
    const news = client.heard.slice(marks[i]).filter(({ message }) => !['done', 'no'].includes(message.is));
    expect(news.length === 0, `${client.name} hears something ${when}: ${bare(news[0]?.text ?? '')}`);
  });
}

// A window: all who are asked answer in some order. Returns who was asked.
async function answerWindow(players, others, fixed) {
  const { decision } = players[0].view;
  const asked = shuffled(players.filter((player) => player.view.waiting.includes(player.seat)));
  const began = Date.now();
  await sleep(LISTS);
  const clients = [...players, ...others];
  const list = (await ask(port, '/api/1/tables')).text;
  const answers = [];
  for (const [i, player] of asked.entries()) {
    if (player.view.decision !== decision) break; // the window is over
    const marks = clients.map((client) => client.heard.length), view = player.view;
    const last = i === asked.length - 1;
    const answer = await player.at('move', { decision, move: anyMove(view) });
    expect(answer.is === 'done', `an answer is refused: ${JSON.stringify(answer)}`);
    if (last && !fixed) break;
    await sleep(i ? PAUSE : LISTS);
    const over = players[0].view.decision !== decision;
    if (over && fixed) break; // its time has passed meanwhile
    expect(!over, 'the window ended before all had answered');
    const rest = clients.filter((client) => client !== player);
    expectSilence(rest, rest.map((client) => marks[clients.indexOf(client)]), `when ${player.name} answers`);
    const own = player.heard.slice(marks[clients.indexOf(player)]).map(({ message }) => message.is).filter((is) => is !== 'lobby').sort().join(' ');
    answers.push(own);
    const chosen = player.view.moves.filter((move) => move.chosen).length;
    expect(asked.length === 1 || chosen === 1, `the own answer, the ${i + 1}th of ${asked.length}, is not seen: ${own}; ${bare(JSON.stringify(player.view.moves))}`);
    expect((await ask(port, '/api/1/tables')).text === list, 'the list of tables tells of an answer');
  }
  expect(new Set(answers).size <= 1, `answers are heard differently: ${answers}`);
  await Promise.all(clients.map((client) => client.until(() => client.view?.decision !== decision || client.state === 'over', 'the end of the window')));
  if (fixed && players[0].view.n > 0) {
    const took = players[0].heard.findLast(({ message }) => message.view && message.view.decision !== decision)?.at - began;
    expect(took > fixed * 1000 - 300, `the window of ${fixed} s ended after ${took} ms`);
  }
  return asked.length;
}

async function play(settings, { windows, bots = [], names = ['Ann', 'Bo', 'Cy'] }) {
  const players = await people(port, names);
  const stranger = await new Client(port, { name: 'Onlooker' }).open();
  const [lobby] = await people(port, ['Lobby']);
  const table = await begin(players, { public: true, ...settings }, bots);
  await stranger.watch(table);
  for (const player of [...players, lobby]) await player.must('lobby', { on: true });
  let seen = 0, several = 0;
  while ((seen < windows || (!several && seen < 5)) && players[0].state === 'playing') {
    await Promise.any(players.map((player) => player.until(() => player.asked || player.state === 'over', 'a turn')));
    await sleep(5);
    const decision = Math.max(...players.map((player) => player.view.decision));
    await Promise.all([...players, stranger].map((client) => client.until(() => client.view.decision >= decision || client.state === 'over', 'the same decision')));
    if (players[0].state !== 'playing') break;
    if (players[0].view.quiet) {
      several += (await answerWindow(players, [stranger, lobby], settings.window)) > 1;
      seen++;
    } else {
      const mover = players.find((player) => player.asked);
      if (mover) await mover.move();
    }
  }
  if (players[0].state === 'playing') for (const player of players) await player.must('vote', { end: true }); // no bot plays on
  for (const client of [...players, stranger, lobby]) client.close();
  return { seen, several };
}

await testLater('a window that lasts until all have answered', async () => {
  const { seen, several } = await play({ deal: 'oh-gnome:3' }, { windows: 2 });
  expect(seen >= 1 && several >= 1, `there were only ${seen} windows, ${several} with several people`);
});

await testLater('the same with a clock, and with a bot at the table', async () => {
  const { seen } = await play({ deal: 'oh-gnome:3', clock: 60 }, { windows: 1, names: ['Ann', 'Bo'], bots: ['easy'] });
  expect(seen >= 1, 'there was no window');
});

await testLater('a window of a fixed length', async () => {
  const { seen, several } = await play({ deal: 'oh-gnome:3', window: 6 }, { windows: 1 });
  expect(seen >= 1 && several >= 1, `there were only ${seen} windows, ${several} with several people`);
});

await server.stop();
end();
