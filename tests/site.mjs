// site.mjs SITE ROOT: the site that scripts/site.py puts together from web/ is what web/ is. Prints TAP.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { end, expect, test } from './tap.mjs';

const [, , site, root] = process.argv;
const ts = createRequire(join(root, 'package.json'))('typescript');

// What a compiler understands of a module, written in its own way, without indentation: in templates that is left too.
const understood = (text) =>
  ts.transpileModule(text, { compilerOptions: { target: 'ES2022', module: 'ES2022', removeComments: true } }).outputText
    .replace(/\n[ \t]+/g, '\n');

const filled = new Set(['lit.js', 'sw.js']); // where the build writes names

for (const name of readdirSync(join(root, 'web')).filter((each) => each.endsWith('.js') && !filled.has(each)))
  test(`${name} is the same without its comments and indentation`, () => {
    const [before, after] = [join(root, 'web', name), join(site, name)].map((path) => readFileSync(path, 'utf8'));
    expect(understood(after) === understood(before), 'it is not');
    expect(after.split('\n').length === before.split('\n').length, 'lines have moved');
  });

end();
