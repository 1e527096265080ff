// web_online.mjs: playing together, with a server inside the test: meeting, refusals, lines that are cut, the pace, and how
// the pages look. What the real server does is tested elsewhere.
import { DESKTOP, PHONE, asked, atOnce, button, go, living, moveFromList, newContext, newPage, picture, playOn, position, press, text, until, untilThere } from './browser.mjs';
import { looksRight, objections } from './looks.mjs';
import { MockServer } from './mock_server.mjs';
import { patience } from './patience.mjs';
import { expect } from './tap.mjs';

// People, each with a browser of their own, at one server; what a browser complains about is a failure.
class Company {
  constructor({ browser, url, engine }) {
    Object.assign(this, { browser, url, server: new MockServer(engine), pages: [] });
  }

  async person(name, how = {}) {
    const page = await newPage(await newContext(this.browser, how), this.url);
    await page.addInitScript(countCalls);
    page.person = await this.server.attach(page, name);
    this.pages.push(page);
    await page.goto(this.url);
    await living(page);
    return page;
  }

  // A table that is being played, by these pages and an easy bot on every other seat.
  async table(pages, deal, { prepare = () => {}, ...settings } = {}) {
    const [host] = pages;
    const { table: id } = this.server.do_create({ person: host.person }, { deal, ...settings });
    const table = this.server.tables.get(id);
    pages.forEach((page, seat) => (table.seats[seat] = { is: 'person', person: page.person, ready: true }));
    table.seats.forEach((seat, i) => seat.is === 'empty' && this.server.do_seat(null, { seat: i, bot: 'easy' }, table));
    this.server.begin(table);
    prepare(table);
    for (const page of pages) {
      await go(page, `#/table/${id}`);
      await page.waitForSelector('.table-area svg');
    }
    return table;
  }

  async close() {
    const wrong = this.pages.flatMap((page) => page.complaints);
    for (const page of this.pages) await page.context().close();
    for (const { match } of this.server.tables.values()) match?.close(); // there is room for few
    if (wrong.length > 0) throw new Error(`complaints: ${[...new Set(wrong)].join('; ')}`);
  }
}

// Runs in the page: sounds and notices are counted, not made.
function countCalls() {
  window.chimes = 0;
  window.notices = [];
  window.AudioContext = class {
    constructor() {
      window.chimes++;
      throw new Error('no sound in tests');
    }
  };
  window.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title, { body }) {
      window.notices.push(`${title}: ${body}`);
    }
  };
}

// Waits for something that the server has heard.
async function patient(page, there, what) {
  for (let tries = 0; !there(); tries++) {
    expect(tries < patience() / 20, what);
    await page.waitForTimeout(20);
  }
}

const commands = (server, what) => server.heard.filter((command) => command.do === what);

/* ---- meeting ---- */

async function meeting(company) {
  const { server } = company;
  const ann = await company.person(null);
  await ann.getByRole('link', { name: 'Play with friends' }).click();
  await ann.getByLabel('Your name').fill('Ann');
  await button(ann, 'Come in').click();
  await ann.getByRole('link', { name: 'New table' }).click();
  await ann.getByLabel('Game', { exact: true }).selectOption('gyre');
  await ann.getByLabel('Time for a move').selectOption('60');
  await button(ann, 'Open the table').click();
  await ann.waitForSelector('#around');
  const [table] = server.tables.values();
  expect(table.settings.deal === 'gyre:2' && table.settings.clock === 60 && !table.settings.public, `what was filled in: ${JSON.stringify(table.settings)}`);
  const bo = await company.person(null);
  await bo.goto('about:blank');
  await bo.goto(ann.url()); // the link is the first that Bo sees of the site
  await bo.getByLabel('Your name').fill('Bo');
  await button(bo, 'Sit down').click();
  await bo.waitForSelector('.seat:nth-child(2):has-text("Bo (you)")');
  await bo.getByLabel('Say something').fill('<img src=x> & hello');
  await bo.keyboard.press('Enter');
  await ann.waitForSelector('.chat-lines p');
  expect((await text(ann, '.chat-lines p')) === 'Bo <img src=x> & hello', `a line is text: ${await text(ann, '.chat-lines p')}`);
  await button(ann, 'I am ready').click();
  await ann.waitForSelector('text=It begins when Bo is ready.');
  await button(bo, 'I am ready').click();
  for (const page of [ann, bo]) await page.waitForSelector('.table-area svg');
  for (const [word, key, digits] of [['ready', 'commitment', /^[0-9a-f]{64}$/], ['reveal', 'nonce', /^[0-9a-f]{32}$/]]) {
    const [first, second, ...more] = commands(server, word).map((command) => command[key]);
    expect(digits.test(first) && digits.test(second) && first !== second && more.length === 0, `${key}: ${first}, ${second}`);
  }
  expect(/^(1:00|0:5\d) left$/.test(await text(ann, '.clock')), `the clock: ${await text(ann, '.clock')}`);
}

// A page that is loaded again still has its number; a start that misses one is called off; what does not fit is shown at the end.
async function luck(company) {
  const { server } = company;
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo', { size: PHONE })];
  const { table: id } = server.do_create({ person: ann.person }, { deal: 'gyre:2' });
  const table = server.tables.get(id);
  table.seats[1] = { is: 'person', person: bo.person, ready: false };
  for (const page of [ann, bo]) await go(page, `#/table/${id}`);
  server.refuse = ({ do: what }) => (what === 'reveal' ? { code: 'busy', why: 'Not now.' } : null);
  await button(ann, 'I am ready').click();
  await button(bo, 'I am ready').click();
  for (const page of [ann, bo]) await page.waitForSelector('text=It is about to begin.');
  const revealed = () => commands(server, 'reveal').map(({ nonce }) => nonce);
  await patient(ann, () => revealed().length >= 4 && new Set(revealed()).size === 2, 'who is refused since the server is busy tries again');
  const before = new Set(revealed());
  server.callOff(table);
  await ann.waitForSelector('text=The start was called off: you and Bo did not answer within 20 seconds. Be ready again.');
  await bo.waitForSelector('text=The start was called off: Ann and you did not answer within 20 seconds. Be ready again.');
  server.refuse = () => null;
  await button(ann, 'I am ready').click();
  await ann.waitForSelector('text=It begins when Bo is ready.');
  expect((await text(ann, '[role=main], main')).includes('called off') === false, 'who is ready again is not asked for it');
  await ann.reload(); // between commitment and nonce
  await ann.waitForSelector('text=It begins when Bo is ready.');
  await button(bo, 'I am ready').click();
  for (const page of [ann, bo]) await page.waitForSelector('.table-area svg');
  const nonces = revealed().filter((nonce) => !before.has(nonce));
  expect(table.attempt === 2 && nonces.length === 2, `another number for another start: ${nonces}`);
  for (const person of [ann, bo]) server.do_vote({ person: person.person }, { end: true }, table);
  server.tellAll();
  for (const page of [ann, bo]) { // this server's luck comes from a seed: its record proves nothing, and the page says so
    await page.locator('.fair summary:has-text("✗ The luck does not fit")').click();
    await page.waitForSelector('.fair strong:has-text("do not trust this server")');
    await page.locator('.fair summary:has-text("The calculation")').click();
    const width = await page.locator('.fair').evaluate((part) => [part.scrollWidth, part.clientWidth]);
    expect(width[0] <= width[1], `the calculation is wider than its place: ${width}`);
    await page.waitForSelector('.fair .wrong:has-text("✗ Cards and dice do not follow from the numbers in the record: this record has no proof of its luck.")');
    await page.waitForSelector('.fair p:has-text("✓ Start 1 was called off")');
  }
}

async function turns(company) {
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo', { size: PHONE })];
  const table = await company.table([ann, bo], 'gyre:2');
  for (let i = 0; i < 4; i++) {
    const seat = table.match.about().next;
    const [mover, other] = seat === 0 ? [ann, bo] : [bo, ann];
    await asked(mover);
    expect((await mover.title()) === '● Your turn · Gyre · Wabe', `the title of whose turn it is: ${await mover.title()}`);
    expect((await other.title()) === 'Gyre · Wabe', `the title of the other: ${await other.title()}`);
    expect((await other.locator('.prompt [data-move], .table-area [role=button]').count()) === 0, 'the other has nothing to choose');
    const { length } = table.match;
    await moveFromList(mover, 0);
    for (let tries = 0; table.match.length === length && tries < 100; tries++) await mover.waitForTimeout(20);
    expect(table.match.length > length, 'the move comes to the server');
  }
  expect(commands(company.server, 'move').every(({ decision, move }) => Number.isInteger(decision) && Number.isInteger(move)), 'moves have numbers');
}

async function calling(company) {
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo')];
  await go(bo, '#/settings');
  await bo.getByLabel('A notice of the browser').check();
  const table = await company.table([ann, bo], 'gnumies:2');
  await asked(bo);
  const called = () => bo.evaluate(() => [window.chimes, ...window.notices].join());
  expect((await called()) === '0', `whoever comes to the table is not called: ${await called()}`);
  await bo.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await moveFromList(bo, 0);
  await moveFromList(ann, 0);
  await until(bo, 'a call', () => window.chimes > 0);
  expect((await called()) === '1,Your turn: The Gnumies', `called once: ${await called()}`);
  expect(table.state === 'playing', 'it goes on');
}

/* ---- what goes wrong ---- */

async function refusal(company) {
  const ann = await company.person('Ann');
  await atOnce(ann);
  const table = await company.table([ann], 'borogoves:2');
  await asked(ann);
  const [before, { length }] = [await position(ann), table.match];
  company.server.refuse = ({ do: what }) => (what === 'move' ? { code: 'stale', why: 'That was meant for another moment.' } : null);
  await moveFromList(ann, 0);
  await ann.waitForSelector('.refused:has-text("That was meant for another moment.")');
  await asked(ann);
  expect((await position(ann)) === before, 'the table stays as the server says');
  company.server.refuse = () => null;
  await moveFromList(ann, 0);
  await until(ann, 'the sentence is gone', () => document.querySelector('.refused') === null);
  await asked(ann);
  expect(table.match.length > length && (await position(ann)) !== before, 'the move is made');
}

async function cutLine(company) {
  const { server } = company;
  const ann = await company.person('Ann');
  await atOnce(ann);
  const table = await company.table([ann], 'borogoves:2');
  await asked(ann);
  await ann.locator('.chat-field').fill('not said yet');
  const { length } = table.match;
  server.mute = true; // the move is made, and its answer is lost
  server.deaf = true;
  await ann.locator('h1').click();
  await moveFromList(ann, 0);
  for (let tries = 0; commands(server, 'move').length === 0 && tries < 100; tries++) await ann.waitForTimeout(20);
  server.cut();
  await ann.waitForSelector('text=/does not answer; trying again/');
  const made = table.match.length;
  expect(made > length, 'the server has the move');
  server.mute = server.deaf = false;
  await ann.evaluate(() => dispatchEvent(new Event('online')));
  await until(ann, 'the line is back', () => !document.body.innerText.includes('trying again'));
  await asked(ann);
  const ids = commands(server, 'move').map(({ id }) => id);
  expect(ids.length === 2 && ids[0] === ids[1], `the move is sent again with its id: ${ids}`);
  expect(table.match.length === made, 'and made once');
  expect((await ann.locator('.chat-field').inputValue()) === 'not said yet', 'what was typed is still there');
  await ann.locator('.chat-field').press('Enter');
  await ann.waitForSelector('.chat-lines p');
  expect((await ann.locator('.chat-field').inputValue()) === '', 'what was said is gone from the field');
}

async function noServer(company) {
  const page = await newPage(await newContext(company.browser), company.url);
  company.pages.push(page);
  await page.route('**/api/1/me', (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'no' }));
  await page.goto(company.url);
  await living(page);
  await page.getByText('Play with friends').waitFor({ state: 'detached' }); // without a server nobody is sent there
  await go(page, '#/friends');
  await page.waitForSelector('text=/without a Wabe server/');
}

/* ---- the pace, the past, watching ---- */

async function pace(company) {
  const { server } = company;
  const [ann, cy] = [await company.person('Ann', { still: false }), await company.person(null, { size: PHONE })];
  const table = await company.table([ann], 'gyre:3');
  await asked(ann);
  await go(cy, `#/table/${table.id}`);
  await cy.waitForSelector('text=You are watching.');
  expect((await cy.locator('.prompt [data-move], .table-area [role=button]').count()) === 0, 'who watches has nothing to choose');
  let length;
  do {
    await asked(ann);
    length = table.match.length;
    await moveFromList(ann, 0);
    await until(ann, 'the move is made', () => document.querySelector('.offers') === null);
  } while (table.match.length < length + 3); // until the bots have moved too
  const last = () => ann.evaluate(() => Math.max(...[...document.querySelectorAll('.log-number')].map((one) => Number(one.textContent))));
  expect((await last()) < table.match.length, 'moves of others are shown one after the other');
  while ((await last()) < table.match.length) await button(ann, 'Show at once').click({ timeout: 300 }).catch(() => {});
  await asked(ann);
  const [now, n] = [await position(ann), table.match.length];
    await untilThere(ann, '.past-bar', () => ann.keyboard.press('['));
  await until(ann, 'the past', () => document.querySelectorAll('.table-area .touchable').length === 0);
  expect(commands(server, 'look')[0].n === n - 1, 'the server is asked for the moment before');
  await ann.keyboard.press('Escape');
  await until(ann, 'back to now', () => document.querySelector('.past-bar') === null);
  expect((await position(ann)) === now, 'now is as it was');
}

async function faceDown(company) {
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo')];
  const table = await company.table([ann, bo], 'gnumies:2');
  await asked(ann);
  await asked(bo);
  await moveFromList(ann, 0);
  await press(ann, button(ann, 'Choose again'));
  await asked(ann);
  expect(commands(company.server, 'undo').length === 1, 'the choice is taken back');
  const words = await moveFromList(ann, 1);
  await ann.waitForSelector('text=Choose again');
  const said = await text(ann, '.prompt-text');
  expect(said.startsWith('You chose: ') && said.includes(words.replace(/^\W+/, '').split(' ').at(-1)) && said.includes('Waiting for Bo'),
    `the own choice, and who is missing: ${said} (${words})`);
  expect((await ann.title()) === 'The Gnumies · Wabe', 'it is not her turn any more');
  await moveFromList(bo, 0);
  await until(bo, 'it goes on', () => document.querySelectorAll('.log li').length > 1);
  expect(table.match.length > 1, 'both choices count');
}

// What a move would do is asked of the server; what a thing is, the page knows.
async function lookingAhead(company) {
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo')];
  const table = await company.table([ann, bo], 'mimsy:2');
  const mover = table.match.about().next === 0 ? ann : bo;
  await asked(mover);
  const { length } = table.match;
  const at = await mover.locator('.table .touchable').first().evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await mover.mouse.move(at.x, at.y);
  await mover.waitForSelector('.preview');
  expect(/You (take|drop)/.test(await text(mover, '.preview')), `it says what would happen: ${await text(mover, '.preview')}`);
  await mover.mouse.click(at.x, at.y, { button: 'right' });
  await mover.waitForSelector('.explain .preview');
  expect((await text(mover, '.explain')).includes('If you choose it'), 'the thing is explained, with what choosing it would do');
  expect(table.match.length === length, 'nothing was chosen');
}

// Two cards are turned up, one after the other, and nobody sees either before all have.
async function inHalves(company) {
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo')];
  const table = await company.table([ann, bo], 'gnoming-a-round:2');
  await asked(ann);
  const first = await moveFromList(ann, 0);
  await until(ann, 'the first one lies there', () => document.querySelector('.notes')?.textContent.includes('Face down: '));
  await asked(ann);
  expect((await ann.title()).startsWith('● Your turn'), 'it is still her turn');
  await button(ann, 'Undo').click();
  await until(ann, 'the first one is taken back', () => !document.querySelector('.notes')?.textContent.includes('Face down: '));
  expect((await moveFromList(ann, 0)) === first, 'the same can be chosen again');
  await until(ann, 'and lies there', () => document.querySelector('.notes')?.textContent.includes('Face down: '));
  await asked(ann);
  const second = await moveFromList(ann, 0);
  await ann.waitForSelector('text=Choose again');
  const said = await text(ann, '.prompt-text');
  expect([first, second].every((words) => said.includes(words.trim())) && said.includes('Waiting for Bo'), `both are named: ${said}`);
  for (let half = 0; half < 2; half++) {
    await asked(bo);
    await moveFromList(bo, 0);
    await until(bo, 'it counts', (n) => document.querySelector('.notes')?.textContent.includes('Face down: ') || n === 1, half);
  }
  await until(ann, 'it goes on', () => document.querySelectorAll('.log li').length > 1);
  expect(table.match.length >= 4, 'all choices count');
}

/* ---- people ---- */

async function talk(company) {
  const [ann, bo] = [await company.person('Ann', { size: PHONE }), await company.person('Bo')];
  const table = await company.table([ann, bo], 'gyre:2');
  await bo.locator('.chat-field').fill('one');
  await bo.locator('.chat-field').press('Enter');
  await ann.waitForSelector('[aria-label="Chat, 1 new"]');
  await ann.getByRole('button', { name: 'Chat, 1 new' }).click();
  await ann.waitForSelector('.side .chat-lines p:has-text("one")');
  expect((await ann.locator('.badge').count()) === 0, 'what is read is not new');
  await button(ann, 'More').click();
  await button(ann, 'Mute for me').click();
  await bo.locator('.chat-field').fill('two');
  await bo.locator('.chat-field').press('Enter');
  await bo.waitForSelector('.chat-lines p:nth-child(2)');
  await button(ann, 'Chat').click();
  await ann.waitForSelector('.side .chat');
  expect((await ann.locator('.chat-lines p').count()) === 0, 'who is muted is not heard');
  await button(ann, 'More').click();
  await button(ann, 'Mute all who watch').click();
  await ann.waitForSelector('text=Only those who play can say something.');
  expect(table.hushed, 'the server was told');
  await button(ann, 'Let all who watch speak').click();
  await ann.waitForSelector('button:has-text("Mute all who watch")');
  company.server.refuse = ({ do: what }) => (what === 'say' ? { code: 'limit', why: 'That was too much at once.' } : null);
  await bo.locator('.chat-field').fill('three');
  await bo.locator('.chat-field').press('Enter');
  await bo.waitForSelector('.chat .wrong:has-text("That was too much at once.")');
  expect((await bo.locator('.chat-field').inputValue()) === 'three', 'what was refused can be said again');
  expect(table.said.length === 2, 'two lines were said');
}

async function away(company) {
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo')];
  const table = await company.table([ann, bo], 'gyre:2');
  const seat = table.match.about().next;
  const [waits, gone] = seat === 1 ? [ann, bo] : [bo, ann];
  table.host = waits.person;
  await go(gone, '#/');
  await press(waits, button(waits, 'Let a bot stand in'));
  expect(table.seats[seat].standin === 'normal', 'a bot stands in');
  await go(gone, `#/table/${table.id}`);
  await gone.waitForSelector('text=A bot plays for you');
  expect((await gone.locator('.prompt [data-move]').count()) === 0, 'there is nothing to choose meanwhile');
  await press(gone, button(gone, 'Back into my seat'));
  await asked(gone);
}

async function ending(company) {
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo', { size: PHONE })];
  const table = await company.table([ann, bo], 'gyre:2');
  await button(ann, 'More').click();
  await button(ann, 'Give up').click();
  await button(ann, 'Play on').click();
  expect(commands(company.server, 'resign').length === 0, 'giving up asks first');
  await button(ann, 'I want to end the game for all').click();
  await button(ann, 'Play on').click();
  expect(commands(company.server, 'vote').length === 0, 'a vote asks first');
  await button(ann, 'I want to end the game for all').click();
  await button(ann, 'Ask the others').click();
  await bo.waitForSelector('.notice:has-text("Ann wants to end the game: 1 of 2.")');
  await press(bo, button(bo, 'Play on'));
  expect((await bo.locator('.notice:has-text("to end")').count()) === 0, 'who plays on is left in peace');
  await ann.locator('.prompt').getByRole('button', { name: 'Go on after all' }).click();
  await ann.waitForSelector('text=I want to end the game for all');
  await button(bo, 'Chat').click();
  await bo.waitForSelector('.side .chat');
  await button(ann, 'I want to end the game for all').click();
  await button(ann, 'Ask the others').click();
  await bo.waitForSelector('.side > .notice:has-text("1 of 2")'); // a phone shows the chat and nothing else
  await press(bo, button(bo, 'End it'));
  for (const page of [ann, bo]) await page.waitForSelector('.result:has-text("The players have agreed to end the game.")');
  await press(ann, button(ann, 'Play again'));
  await ann.waitForSelector('#around');
  await button(bo, 'Close').click();
  await bo.waitForSelector('text=Ann wants to play again: come along');
  expect(table.rematch === new URL(ann.url()).hash.split('/').pop(), 'the next table');
}

// Ann's move is taken back, and Bo is told so.
async function takenBack(company) {
  const [ann, bo] = [await company.person('Ann'), await company.person('Bo')];
  const table = await company.table([ann, bo], 'gyre:2');
  const [mover, other] = table.match.about().next === 0 ? [ann, bo] : [bo, ann];
  await asked(mover);
  await moveFromList(mover, 0);
  await until(other, 'the move is seen', () => document.querySelectorAll('.log li').length > 0);
  await button(mover, 'Undo').click();
  for (const page of [mover, other]) await page.waitForSelector('.toast-on:has-text("A move was taken back.")');
  await button(other, 'More').click();
  await other.waitForSelector('text=You are');
  await button(other, 'Close').click();
  await other.waitForSelector('.side .log');
  expect((await other.locator('.side-chat .chat-field').count()) === 1, 'log and chat are there again');
  table.seats[mover === ann ? 0 : 1].resigned = true;
  table.tired = true;
  company.server.tellAll();
  await other.waitForSelector('.notice:has-text("has given up")');
  await other.waitForSelector('text=The bots have used up their thinking time');
}

// A name that is taken, a table that is full, and forms that say what is wrong where it is.
async function names(company) {
  const { server } = company;
  const ann = await company.person('Ann');
  const { table: id } = server.do_create({ person: ann.person }, { deal: 'gyre:2' });
  const bo = await company.person(null);
  await go(bo, `#/table/${id}`);
  await bo.getByLabel('Your name').fill('Ann');
  await button(bo, 'Sit down').click();
  await bo.waitForSelector('form .wrong:has-text("Somebody here has your name already")');
  await bo.getByLabel('Your name').fill('Bo');
  await button(bo, 'Sit down').click();
  await bo.waitForSelector('.seat:nth-child(2):has-text("Bo (you)")');
  await button(bo, 'Change my name').click();
  await bo.getByLabel('Your name').fill('Bob');
  await button(bo, 'Change the name').click();
  await bo.waitForSelector('.seat:nth-child(2):has-text("Bob (you)")');
  await bo.waitForSelector('.notice:has-text("You are Bob")');
  const cy = await company.person(null);
  await go(cy, `#/table/${id}`);
  await cy.waitForSelector('text=The table is full: watch, or wait for a seat.');
  expect((await button(cy, 'Sit down').count()) === 0, 'there is no seat to take');
  await cy.locator('summary:has-text("I have an account")').click();
  await cy.getByLabel('Name of the account').fill('cy');
  await cy.getByLabel('Passphrase').fill('short');
  await button(cy, 'Log in').click();
  await cy.waitForSelector('text=The passphrase needs at least 8 characters.');
  await cy.getByLabel('Passphrase').fill('long but wrong');
  await button(cy, 'Log in').click();
  await cy.waitForSelector('text=There is no account');
  expect((await cy.locator('.wrong:not(:empty)').count()) === 1, 'one sentence');
  await go(cy, '#/friends');
  await cy.waitForSelector('h2:has-text("Who are you?")');
  expect((await cy.locator('.wrong:not(:empty)').count()) === 0, 'and not on the next page');
  cy.complaints = cy.complaints.filter((line) => !line.includes('403'));
  await go(cy, '#/table/%zz');
  await cy.waitForSelector('.site-header + main:has-text("There is no such page")');
  await go(ann, '#/');
  await ann.getByLabel('Game id').fill(`${company.url}#/table/${id}`);
  await button(ann, 'Open').click();
  await ann.waitForSelector('#around');
  await button(ann, 'Close the table').click();
  await button(ann, 'Close it').click();
  await ann.waitForSelector('text=You have closed the table.');
}

// Another passphrase, among what the page knows of oneself.
async function passphrase(company) {
  const dot = await company.person('Dot');
  await go(dot, '#/friends');
  await dot.locator('summary:has-text("Name, account")').click();
  await dot.getByLabel('Name of the account').fill('dot');
  await dot.getByLabel('Passphrase').fill('first passphrase');
  await button(dot, 'Make an account').click();
  await dot.locator('summary:has-text("Change the passphrase")').click();
  const change = async (old, fresh, said) => {
    await dot.getByLabel('Passphrase that you have now').fill(old);
    await dot.getByLabel('New passphrase').fill(fresh);
    await button(dot, 'Change it').click();
    await dot.waitForSelector(`text=${said}`);
  };
  await change('', 'second passphrase', 'Type the passphrase that you have now, too.');
  await change('first passphrase', 'short', 'The new passphrase needs at least 8 characters.');
  await change('another passphrase', 'second passphrase', 'That is not the passphrase that you have now.');
  dot.complaints = dot.complaints.filter((line) => !line.includes('403'));
  await change('first passphrase', 'second passphrase', 'The passphrase is changed. Other devices have to log in again.');
  expect((await dot.getByLabel('New passphrase').inputValue()) === '', 'it is still to be read');
  expect(company.server.accounts.get('dot').passphrase === 'second passphrase', 'the server has another one');
  // The token is gone, as if it had been changed elsewhere: the page says so, and leads to the account instead of to another guest.
  company.server.accounts.get('dot').person = { me: { ...dot.person.me } };
  dot.person.me = null;
  await dot.reload();
  await dot.waitForSelector('text=You were logged in here as “dot”, and are no longer');
  expect((await dot.getByLabel('Name of the account').inputValue()) === 'dot', 'the account is known');
  await dot.getByLabel('Passphrase').fill('second passphrase');
  await button(dot, 'Log in').click();
  await dot.waitForSelector('h2:has-text("You are Dot")');
  await dot.locator('summary:has-text("Name, account")').click();
  await button(dot, 'Log out').click();
  await dot.waitForSelector('h2:has-text("Who are you?")');
  expect((await dot.locator('text=You were logged in here').count()) === 0, 'who logs out knows it');
  // A guest who has an account goes over to it.
  await dot.getByLabel('Your name').fill('Dotty');
  await button(dot, 'Come in').click();
  await dot.locator('summary:has-text("Name, account")').click();
  await button(dot, 'I have an account already').click();
  await dot.getByLabel('Name of the account').fill('dot');
  await dot.getByLabel('Passphrase').fill('second passphrase');
  await button(dot, 'Log in').click();
  await dot.waitForSelector('h2:has-text("You are Dot")');
}

// One's tables stand in My games and count in the head of the page.
async function ownTables(company) {
  const [ann, bo] = [await company.person('Ann', { size: PHONE }), await company.person('Bo')];
  const table = await company.table([ann, bo], 'gnumies:2');
  await go(ann, '#/games');
  await ann.waitForSelector('#mine:has-text("At tables on this server")');
  await ann.waitForSelector('.go-on .own:has-text("Your turn")');
  await ann.waitForSelector('.site-nav .badge:has-text("1")');
  await go(ann, '#/');
  await ann.waitForSelector('.together .own');
  await go(ann, '#/new/gyre');
  await ann.getByRole('link', { name: 'Play it with friends online' }).click();
  await ann.waitForSelector('form.new');
  expect((await ann.getByLabel('Game', { exact: true }).inputValue()) === 'gyre', 'the game is chosen already');
  table.state = 'over';
  company.server.tellAll();
  await go(ann, '#/friends');
  await ann.waitForSelector('summary:has-text("Over or closed (1)")');
}

// All do the first thing that they may; then the last move of the first seat is taken back.
function almostOver({ match }) {
  while (!match.over) {
    const { next } = match.about();
    match.play(next, match.decision, match.view(next).moves[0].move);
  }
  let last = match.length - 1;
  while (match.actor(last) !== 0) last--;
  match.undo(0, last);
}

async function toTheEnd(company) {
  const ann = await company.person('Ann');
  await atOnce(ann);
  const table = await company.table([ann], 'brillig:2', { prepare: almostOver });
  await playOn(ann, { seed: 3 });
  await ann.waitForSelector('.result .ranks');
  await ann.locator('.result .fair > summary').click();
  expect((await text(ann, '.luck')).includes('abab'), 'the secret is shown');
  await press(ann, button(ann, 'Watch the game'));
  await ann.waitForSelector('.slider');
  expect(table.state === 'over' && ann.url().includes('#/replay/'), 'the record is opened');
}

/* ---- how it looks ---- */

// Goes through the pages and collects what is wrong, so that one fault does not hide the next.
async function looks(company, how, walk) {
  const wrong = [];
  const page = await company.person(how.name ?? null, how);
  await walk(company, page, async (name) => {
    for (const line of await objections(page)) wrong.push(`${name}: ${line}`);
    await looksRight(page, name).catch((error) => wrong.push(error.message));
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

async function beforeTheGame({ server }, page, look) {
  server.do_create({ person: { me: { name: 'Cy', account: null } } }, { deal: 'slithy:4', public: true });
  await page.waitForSelector('.together');
  await look('home with friends');
  await go(page, '#/friends');
  await page.waitForSelector('.go-on');
  await look('friends, a stranger');
  await page.getByLabel('Your name').first().fill('Ann');
  await button(page, 'Come in').click();
  await page.waitForSelector('text=You are Ann');
  await page.locator('summary').first().click();
  await look('friends');
  await go(page, '#/friends/new/mome');
  await page.waitForSelector('form.new');
  await look('new table');
  await button(page, 'Open the table').click();
  await page.waitForSelector('#around');
  await look('waiting room');
}

async function duringTheGame(company, page, look) {
  const { server } = company;
  await company.table([page], 'slithy:3', { clock: 60 });
  await asked(page);
  await look('table');
  for (const panel of ['Chat', 'More']) {
    await button(page, panel).click();
    await page.waitForSelector('.side');
    await look(`table, ${panel}`);
  }
  server.deaf = true;
  server.cut();
  await page.waitForSelector('text=/trying again/');
  await look('table, cut off');
}

const stories = {
  'two people meet at a table': meeting,
  'a start is called off, a page is loaded again, and luck that does not fit is shown': luck,
  'they play in turn': turns,
  'whose turn it has become is called': calling,
  'what the server refuses is said, and the table stays': refusal,
  'a line that is cut loses nothing and doubles nothing': cutLine,
  'without a server there is nobody to meet': noServer,
  'others are shown at the chosen pace; the past; who watches': pace,
  'a choice that lies face down can be taken back': faceDown,
  'a choice in two halves': inHalves,
  'a move is looked at before it is made, and things explain themselves': lookingAhead,
  'chat: new lines are counted, people can be muted': talk,
  'somebody is away, and comes back': away,
  'all want to end it; another game': ending,
  'a move is taken back; who has given up; panels': takenBack,
  'a name that is taken, a full table, what forms say': names,
  'another passphrase': passphrase,
  'own tables among the games': ownTables,
  'to the end, and its record': toTheEnd,
  'before the game on a phone, dark': (company) => looks(company, { size: PHONE, dark: true }, beforeTheGame),
  'during the game on a phone, light': (company) => looks(company, { size: PHONE, name: 'Ann' }, duringTheGame),
  'during the game on a desk, dark': (company) => looks(company, { size: DESKTOP, dark: true, name: 'Ann' }, duringTheGame),
};

async function tell(site, story) {
  const company = new Company(site);
  try {
    await story(company);
  } catch (error) {
    for (const page of company.pages) await picture(page);
    company.pages.forEach((page) => (page.complaints = []));
    throw error;
  } finally {
    await company.close();
  }
}

export const tests = (site) => Object.entries(stories).map(([what, story]) => [what, () => tell(site, story)]);
