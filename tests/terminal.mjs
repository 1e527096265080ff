// terminal.mjs: programs in terminals that tmux plays: their screens, their keys, and when they have come to rest.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { patience, sleep, until } from './patience.mjs';

const quoted = (word) => `'${String(word).replaceAll("'", `'"'"'`)}'`;

// ---- tmux

// One tmux in a folder of its own. It is asked by one client for all (its control mode): a process for each look at a screen
// would take longer than what is looked at.
export class Tmux {
  constructor(folder, env, program = 'tmux') {
    Object.assign(this, { program, env, socket: join(folder, 'tmux'), text: '', block: null, waiting: [], err: '' });
    process.on('exit', () => spawnSync(program, ['-S', this.socket, 'kill-server']));
  }

  async open() {
    const args = ['-S', this.socket, '-f', '/dev/null', '-u', '-C', 'new-session', '-s', 'keep', 'exec sleep 3600'];
    this.client = spawn(this.program, args, { env: this.env });
    this.client.stdout.setEncoding('utf8').on('data', (text) => this.take(text));
    this.client.stderr.on('data', (text) => (this.err += text));
    this.client.on('close', () => this.waiting.splice(0).forEach(({ failed }) => failed(new Error(`tmux has ended: ${this.err}`))));
    await new Promise((done, failed) => this.waiting.push({ done, failed })); // that the session is there
    return this;
  }

  // Answers come in the order of the commands, each between two lines; lines outside are news that nobody wants.
  take(text) {
    const lines = (this.text + text).split('\n');
    this.text = lines.pop();
    for (const line of lines) {
      const [, word] = /^%(begin|end|error) \d+ \d+ \d+$/.exec(line) ?? [];
      if (word === 'begin' && !this.block) this.block = [];
      else if (word && word !== 'begin' && this.block) {
        const { done, failed, command } = this.waiting.shift(), answer = this.block.join('\n');
        this.block = null;
        if (word === 'end') done(answer);
        else failed(new Error(`tmux ${command}: ${answer}`));
      } else this.block?.push(line);
    }
  }

  ask(...words) {
    const command = words.map(quoted).join(' ');
    return new Promise((done, failed) => {
      this.waiting.push({ done, failed, command });
      this.client.stdin.write(`${command}\n`);
    });
  }

  close() {
    this.client.stdin.end();
  }
}

// ---- a terminal

export const bare = (shown) => shown.replace(/\x1b\[[\d;]*m/g, '').replace(/ +$/gm, '');
export const boxed = (text) => text.replace(/^/gm, '| ');

const ENDED = 'ended';

// The threads of a process and how often each has gone to sleep, or ENDED; null if one of them wants to run.
function asleep(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
      const [, state] = /^State:\s+(\S)/m.exec(status);
      return { state, slept: `${thread} ${/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)[1]}` };
    });
    return threads.every(({ state }) => 'SZX'.includes(state)) ? threads.map(({ slept }) => slept).join() : null;
  } catch {
    return existsSync(`/proc/${pid}`) ? null : ENDED; // only a thread has ended
  }
}

// Longer than the program waits while it looks for keys and thinks.
const NAP = 15;

export class Terminal {
  // name: one of its own; env: all that the program finds there
  constructor(tmux, name, env) {
    Object.assign(this, { tmux, name, env, pidFile: `${tmux.socket}-${name}.pid` });
  }

  // Starts a program, in the terminal of the one before it. With `before`, shell commands that come first.
  async start(words, { env = {}, before = ':', rows = 24, columns = 80 } = {}) {
    const inside = Object.entries({ ...this.env, ...env }).map(([name, value]) => `${name}=${value}`);
    const outer = 'trap : INT; inner=$1; shift; sh -c "$inner" "$@"; echo "(ended: $?)"; exec sleep 3600';
    await this.stop();
    rmSync(this.pidFile, { force: true });
    await this.tmux.ask('new-session', '-d', '-s', this.name, '-x', columns, '-y', rows, 'env', ...inside, 'sh', '-c', outer, 'sh',
      `echo $$ >"$0"; ${before}; exec "$@"`, this.pidFile, ...words);
  }

  stop() {
    return this.tmux.ask('kill-session', '-t', `=${this.name}`).catch(() => {});
  }

  // 0 while there is none yet.
  get pid() {
    return existsSync(this.pidFile) ? Number(readFileSync(this.pidFile, 'utf8')) : 0;
  }

  // Waits until the program has ended.
  gone() {
    return until(() => asleep(this.pid) === ENDED, 'the end of the program');
  }

  // The screen with its attributes.
  capture(...how) {
    return this.tmux.ask('capture-pane', '-p', '-e', '-t', `=${this.name}:`, ...how);
  }

  send(...keys) {
    return this.tmux.ask('send-keys', '-t', `=${this.name}:`, ...keys);
  }

  type(text) {
    return this.send('-l', text);
  }

  resize(columns, rows) {
    return this.tmux.ask('resize-window', '-t', `=${this.name}:`, '-x', columns, '-y', rows);
  }

  // The screen when the program has taken all keys, has drawn what came of them and sleeps until the next one: nothing
  // of it has run from one look to another.
  rest() {
    let before;
    return until(async () => {
      const now = { asleep: this.pid && asleep(this.pid), shown: await this.capture() };
      const rests = now.asleep && now.asleep === before?.asleep && now.shown === before.shown;
      before = now;
      if (!rests) await sleep(NAP);
      return rests && now.shown;
    }, 'a program at rest');
  }

  // Waits until a look at the screen gives something; otherwise says what is there instead.
  async wait(what, look) {
    const begun = Date.now(), limit = patience();
    for (let nap = 2;; nap = Math.min(2 * nap, 30)) {
      const got = await look();
      if (got) return got;
      if (Date.now() - begun > limit) throw new Error(`${what} is not there:\n${boxed(bare(await this.capture()))}`);
      await sleep(nap);
    }
  }

  // Waits until all that is wanted is true of the screen at rest: regular expressions, or functions of its text. With `before`, it
  // must also look different.
  see(what, wanted, before) {
    const fits = (shown) => shown !== before && wanted.every((one) => (one instanceof RegExp ? one.test(bare(shown)) : one(bare(shown))));
    return this.wait(what, async () => {
      if (!fits(await this.capture())) return null;
      const shown = await this.rest();
      return fits(shown) && bare(shown);
    });
  }
}
