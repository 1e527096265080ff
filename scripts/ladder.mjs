// ladder.mjs WABE [--expert N] [GAME...]: the runs of docs/bots.md, and their results as its tables. Every run is an
// ordinary command, which is printed in its row; the results are the same on every machine, but for the times. N: the
// most games between expert and hard, which take the most time.
import { execFileSync } from 'node:child_process';

const [, , wabe, ...only] = process.argv;
const expertGames = only[0] === '--expert' ? Number(only.splice(0, 2)[1]) : 40;
if (!wabe || !(expertGames > 0)) {
  console.error('ladder.mjs WABE [--expert N] [GAME...]');
  process.exit(2);
}
const run = (...args) => execFileSync(wabe, args.map(String), { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
const percent = (share) => `${(100 * share).toFixed(1)}%`;

// The question, the two bots, the most games; expert is only asked not to be worse than hard.
const steps = [
  ['normal', 'random', 200, []],
  ['normal', 'greedy', 400, []],
  ['normal', 'easy', 400, []],
  ['hard', 'normal', 400, []],
  ['expert', 'hard', expertGames, ['--margin', 3]],
];

function climb(id) {
  for (const [first, second, games, more] of steps) {
    const args = ['arena', id, '--bots', `${first},${second}`, '--games', games, '--until-sure', ...more];
    const result = JSON.parse(run(...args, '--json'));
    const [pair] = result.pairs;
    const verdicts = { stronger: 'yes', weaker: 'no', undecided: 'not decided', 'not worse': 'not worse by 3', worse: 'worse by 3' };
    console.log(
      `| \`${args.join(' ')}\` | ${result.deals} | ${pair.games} | ${percent(pair.wins)} | ${percent(pair.wins_95[0])} to ` +
        `${percent(pair.wins_95[1])} | ${verdicts[pair.verdict]} | ${result.times.decision_ms.map((ms) => ms.toFixed(1)).join(', ')} |`);
  }
}

// Alone: how the scores of so many games are distributed.
function alone(id, level, games, goal) {
  const scores = run('sim', id, '--bots', level, '--games', games, '--trace', '-')
    .split('\n')
    .filter((line) => line.startsWith('{"moves"'))
    .map((line) => JSON.parse(line).result[0].score)
    .sort((a, b) => a - b);
  const at = (part) => scores[Math.min(scores.length - 1, Math.floor(part * scores.length))];
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const reached = scores.filter((score) => score >= goal).length;
  console.log(
    `| \`sim ${id} --bots ${level} --games ${games}\` | ${mean.toFixed(1)} | ${at(0.1)} | ${at(0.5)} | ${at(0.9)} | ` +
      `${goal}+ in ${reached} of ${games} |`);
}

const games = JSON.parse(run('games', '--json'));
const wanted = (id) => only.length === 0 || only.includes(id);

console.log('| command | deals | games | wins of the first | 95% | stronger | ms a decision |\n|---|---|---|---|---|---|---|');
for (const game of games)
  if (game.seats[1] > 1 && wanted(game.id)) climb(game.seats[0] > 1 ? game.id : `${game.id}:2`);
console.log('\n| command | mean score | 10% | median | 90% | goal |\n|---|---|---|---|---|---|');
for (const [id, goal] of [['bandersnatch', 10], ['borogoves', 42]])
  if (wanted(id))
    for (const [level, n] of [['random', 200], ['greedy', 200], ['easy', 100], ['normal', 100], ['hard', 100], ['expert', 40]])
      alone(id, level, n, goal);
