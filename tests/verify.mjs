// verify.mjs WABE TEST_FAIR: `wabe replay --verify` on records of matches with the luck of a server. Prints TAP.
import { execFileSync, spawnSync } from 'node:child_process';
import { seatCommitment } from './blake2b.mjs';
import { end, expect, test } from './tap.mjs';

const [, , program, fairPath] = process.argv;

const make = (deal, moves = 1e6, ...scheme) => execFileSync(fairPath, [deal, String(moves), ...scheme], { encoding: 'utf8' });

const replay = (record, ...args) => spawnSync(program, ['replay', '-', ...args], { encoding: 'utf8', input: record });

// Ends well with these words, and nothing else.
const fine = (words, record, ...args) => {
  const { status, stdout, stderr } = replay(record, ...args);
  expect(status === 0 && stderr === '' && words.test(stdout), `${status} ${stdout} ${stderr}`);
};

const refused = (code, words, record, ...args) => {
  const { status, stdout, stderr } = replay(record, ...args);
  expect(status === code && stdout === '' && stderr.split('\n').length === 2 && words.test(stderr), `${status} ${stdout} ${stderr}`);
};

const record = make('gnoming-a-round:3#9');
const [, table, commitment] = /^luck fair 2 (\S+) 2 (\S+)/m.exec(record);
const draws = record.split('\n').filter((line) => line.startsWith('chance ')).length;
const flipped = (hex) => hex.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));

test('a fair record is verified, with the commitment that was shown', () => {
  const words = new RegExp(`^All ${draws} draws follow from the secret and the nonces of 2 seats; the commitment is ${commitment}, of attempt 2 to start at table ${table}\\.\n$`);
  fine(words, record, '--verify');
  fine(words, record, '--verify', '--commitment', commitment);
  fine(words, record, '--verify', '--commitment', commitment.toUpperCase());
  fine(/^Gnoming.*: gnoming-a-round:3[^#]*, \d+ moves, finished\n$/, record, '--check');
});

test('another commitment, secret or nonce is found', () => {
  refused(1, new RegExp(`the commitment of the record is ${commitment}, not ${flipped(commitment)}`), record,
    '--verify', '--commitment', flipped(commitment));
  refused(1, /the commitment does not fit the secret/, record.replace(commitment, flipped(commitment)), '--verify');
  refused(1, /the commitment does not fit the secret/, record.replace(/^luck fair .*$/m, flipped), '--verify');
  refused(1, /seat 2 has revealed another nonce than it had committed to/, record.replace(/^nonce 2 .*$/m, flipped), '--verify');
  refused(1, /seat 2 has revealed another nonce than it had committed to/, record.replace(/^commitment 2 .*$/m, flipped), '--verify');
  refused(1, /seat 2 has revealed another nonce than it had committed to/, record.replace(/^commitment 2 .*\n/m, ''), '--verify');
  refused(1, /seat 2 is a person's and has no nonce/, record.replace(/^nonce 2 .*\n/m, ''), '--verify');
  refused(1, /the commitment does not fit the secret/, record.replace(` ${table} 2 `, ` ${table} 1 `), '--verify');
  refused(1, /the commitment does not fit the secret/, record.replace(` ${table} `, ` ${'a'.repeat(16)} `), '--verify');
  const nonce = flipped(/^nonce 2 (.*)$/m.exec(record)[1]); // and the commitment to it: then the draws tell
  const both = record.replace(/^nonce 2 .*$/m, `nonce 2 ${nonce}`).replace(/^commitment 2 .*$/m, `commitment 2 ${seatCommitment(table, 2, 2, nonce)}`);
  refused(1, /move \d+ is '.*', but the secret and the nonces give '/, both, '--verify');
});

test('the nonce that a client has thrown is looked for at its seat', () => {
  const [own, other] = [0, 2].map((seat) => new RegExp(`^nonce ${seat} (.*)$`, 'm').exec(record)[1]);
  fine(/^All \d+ draws follow/, record, '--verify', '--commitment', commitment, '--nonce', `0=${own}`);
  fine(/^All \d+ draws follow/, record, '--verify', '--nonce', `2=${other.toUpperCase()}`);
  for (const nonce of [`0=${flipped(own)}`, `2=${own}`, `1=${'0'.repeat(32)}`, `6=${own}`])
    refused(1, new RegExp(`the luck is not fair: the nonce ${nonce} is not in the record`), record, '--verify', '--nonce', nonce);
});

test('records of the scheme before are still verified, and say so', () => {
  const old = make('gnoming-a-round:3#9', 1e6, '1'), [, shown] = /^luck fair (\S+)/m.exec(old);
  const words = new RegExp(`^All \\d+ draws follow from the secret and the nonces of 2 seats; the commitment is ${shown} \\(the older scheme: whoever was ready last could try nonces\\)\\.\n$`);
  fine(words, old, '--verify', '--commitment', shown);
  refused(1, /the commitment does not fit the secret/, old.replace(shown, flipped(shown)), '--verify');
  refused(1, /move \d+ is '.*', but the secret and the nonces give '/, old.replace(/^nonce 2 .*$/m, flipped), '--verify');
});

// The match breaks off at a draw, and that one becomes another one that is possible there.
test('a draw that somebody chose is found, and named by its number', () => {
  const lines = record.split('\n');
  const first = lines.indexOf('moves') + 1;
  const cut = (at, draw) => [...lines.slice(0, at), `chance ${draw}`, `end ${at - first + 1}`, ''].join('\n');
  const possible = (at) => replay(cut(at, '?')).stderr.match(/(?<=[:,] ')[^'?]+(?=')/g) ?? [];
  const at = lines.findLastIndex((line, i) => i < lines.length / 2 && line.startsWith('chance ') && possible(i).length > 1);
  const own = lines[at].slice(7), other = possible(at).find((draw) => draw !== own);
  fine(/^All \d+ draws follow/, cut(at, own), '--verify');
  fine(/not finished/, cut(at, other), '--check');
  refused(1, new RegExp(`move ${at - first + 1} is '${other}', but the secret and the nonces give '${own}'`), cut(at, other), '--verify');
});

test('a match that was ended without a result is verified, and seen by the referee', () => {
  const ended = make('mimsy:3#5', 20);
  fine(/^All \d+ draws follow/, ended, '--verify');
  expect(JSON.parse(replay(ended, '--json').stdout).view.viewer === 'referee', 'somebody else');
});

test('other luck is checked by its seed, or not at all', () => {
  const local = 'wabe record 1\ngame mimsy 2\nseats 2\nluck local 42\nmoves\nend 0\n', given = local.replace('local 42', 'given');
  fine(/^All draws follow from the seed 42 \(luck local\)\.\n$/, local, '--verify');
  refused(1, /no commitment: it was not played on a server/, local, '--verify', '--commitment', commitment);
  refused(1, /no nonce: it was not played on a server/, local, '--verify', '--nonce', `0=${'0'.repeat(32)}`);
  refused(1, /nothing to verify: .*luck given/, given, '--verify');
});

test('wishes that have no meaning are refused', () => {
  refused(2, /--verify shows nothing, so --json has no meaning/, record, '--verify', '--json');
  refused(2, /--verify shows nothing, so --until has no meaning/, record, '--verify', '--until', '3');
  refused(2, /--commitment has a meaning with --verify only/, record, '--commitment', commitment);
  refused(2, /--nonce has a meaning with --verify only/, record, '--nonce', `0=${'0'.repeat(32)}`);
  for (const nonce of ['0=12', '0'.repeat(32), `7=${'0'.repeat(32)}`, `0=${'0'.repeat(34)}`, ''])
    refused(2, new RegExp(`a seat and 32 hexadecimal digits, as in 0=..., not '${nonce}'`), record, '--verify', '--nonce', nonce);
  refused(2, /64 hexadecimal digits, not '12'/, record, '--verify', '--commitment', '12');
});

end();
