// clock.mjs WABE SET_CLOCK: the clock of the machine is set back by an hour, and later by another. What lasts a while lasts as long as before, and nothing
// waits for the hour to come again. SET_CLOCK: the library of set_clock.c. Prints TAP.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, testLater } from './tap.mjs';
import { begin, Clock, people, Server } from './wire.mjs';

const [, , program, library] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'wabe-clock-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const clock = new Clock(library, folder), HOUR = 3600, SECONDS = 1200; // for a decision
const server = await new Server(program, {
  store: join(folder, 'store.db'), args: ['--requests', 1000000, '--messages', 1000], env: clock.env,
}).start();
const [ann, bo, cy] = await people(server.port, ['Ann', 'Bo', 'Cy'], { stays: true });
const table = await begin([ann, bo], { deal: 'gyre:2', clock: SECONDS, late: 'bot' });
await cy.watch(table);
await cy.must('lobby', { on: true });
await cy.until(() => cy.lobby, 'the lobby');
for (let i = 0; i < 5; i++) await ann.must('say', { text: `line ${i}` });
await ann.mustNot('limit', 'say', { text: 'one too many' });
const left = () => cy.table.left;
expect(left() > 0 && left() <= SECONDS * 1000, `the clock before: ${left()}`);

let steady = 0; // seconds that have passed faster than those of the machine
const set = (wall, more = 0) => clock.set({ wall, steady: (steady += more) });

await testLater('who has said too much may speak again when the time for it is over', async () => {
  set(-HOUR);
  await ann.mustNot('limit', 'say', { text: 'still one too many' });
  set(-HOUR, 11);
  await ann.must('say', { text: 'eleven seconds later' });
  await cy.until(() => cy.lines.at(-1)?.text === 'eleven seconds later', 'the line');
});

await testLater('the lobby goes on', async () => {
  const { table: other } = await bo.must('create', { deal: 'mimsy:2', public: true });
  await cy.until(() => cy.lobby.tables.some((row) => row.table === other), 'the new table');
});

await testLater('nobody has more time for a decision than the whole time', async () => {
  await cy.watch(table);
  expect(left() > 0 && left() <= (SECONDS - 11) * 1000, `a decision goes on: ${left()}`);
  await server.kill();
  set(-2 * HOUR);
  await server.start();
  for (const player of [ann, bo, cy]) await player.watch(table);
  expect(left() > 0 && left() <= SECONDS * 1000, `after a restart: ${left()}`);
});

await testLater('the time of a decision comes to its end', async () => {
  set(-2 * HOUR, SECONDS + 1);
  await cy.until(() => cy.table?.seats.some((seat) => seat.standin), 'a bot that stands in for who is late'); // after a long silence, by a new connection
});

for (const player of [ann, bo, cy]) player.close();
await server.stop();
end();
