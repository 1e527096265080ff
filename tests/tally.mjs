// tally.mjs ROOT: scripts/tally.py counts right whatever tests print.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, expect, test } from './tap.mjs';

const [root] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'wabe-tally-'));
mkdirSync(join(folder, 'meson-logs'));

const line = (stdout, result = 'OK', name = 'wabe:table / one') => JSON.stringify({ name, stdout, result, duration: 1.5 });

function tally(log, ...more) {
  writeFileSync(join(folder, 'meson-logs/testlog.json'), log);
  const { stdout, status } = spawnSync('python3', [join(root, 'scripts/tally.py'), ...more, folder], { encoding: 'utf8' });
  return { sum: stdout.trimEnd().split('\n').at(-1), table: stdout, status };
}

function says(what, log, sum, status) {
  test(what, () => {
    const is = tally(log);
    expect(is.sum === sum && is.status === status, `"${is.sum}" with ${is.status}, not "${sum}" with ${status}`);
  });
}

says('points of TAP count one by one', line('1..3\nok 1 - a\nok 2 - b\nok 3 - c\n'), '3 passed, 0 failed', 0);
says('points that failed', line('ok 1 - a\nnot ok 2 - b\n# why\n1..2\n', 'FAIL'), '1 passed, 1 failed', 1);
says('a test without points is one', [line('', 'OK'), line('ok, that was it\n', 'OK'), line('', 'FAIL')].join('\n'), '2 passed, 1 failed', 1);
says('a test that broke off, or ran out of time, has failed though all its points are good',
  [line('1..3\nok 1 - a\n', 'ERROR'), line('ok 1 - a\n1..1\n', 'TIMEOUT')].join('\n'), '2 passed, 2 failed', 1);
says('escape characters, zeros, halves of characters and markup are nothing special',
  line('ok 1 - \u001b[31mred\u001b[0m \u0000 \ud800 <a> & ]]> "\nnot ok 2 - \u001b\n1..2\n', 'FAIL'), '1 passed, 1 failed', 1);
says('bytes that are no text', Buffer.concat([Buffer.from('{"name": "x", "result": "OK", "duration": 1, "stdout": "ok 1 - '), Buffer.from([0xff, 0xfe]),
  Buffer.from('\\n1..1\\n"}\n')]), '1 passed, 0 failed', 0);
says('what is said about a point is no point', line('ok 1 - a\n# not ok 2 - quoted\n    not ok 3 - indented\n1..1\n'), '1 passed, 0 failed', 0);
says('what is skipped is told', [line('ok 1 - a\nok 2 - b # SKIP no terminal\n1..2\n'), line('', 'SKIP')].join('\n'), '1 passed, 0 failed, 2 skipped', 0);
says('a log that was cut off in the middle of a line', `${line('ok 1 - a\n1..1\n')}\n{"name": "wabe:ta`, '1 passed, 0 failed', 0);
says('a run without a test is no success', '', '0 passed, 0 failed', 1);
test('failures besides those of tests are added', () =>
  expect(tally(line(''), '--more-failed', '2').sum === '1 passed, 2 failed', tally(line(''), '--more-failed', '2').sum));
test('the table has a row for each suite, with its seconds and its slowest test', () => {
  const log = [line('', 'OK', 'wabe:games / mimsy'), line('', 'OK', 'wabe:games / gyre'), line('', 'OK', 'wabe:table / text')].join('\n');
  const { table } = tally(log);
  expect(/games +2 passed .* 3\.0 s +slowest: (mimsy|gyre), 1\.5 s/.test(table) && /table +1 passed .* 1\.5 s/.test(table), table);
});
test('a folder without a run counts nothing', () => {
  const { stdout, status } = spawnSync('python3', [join(root, 'scripts/tally.py'), join(folder, 'none')], { encoding: 'utf8' });
  expect(stdout === '0 passed, 0 failed\n' && status === 1, stdout);
});
rmSync(folder, { recursive: true });
end();
