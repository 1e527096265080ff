// shapes.mjs: whether what a program really says has the shapes of web/types.d.ts: it is written as literals into a file for the TypeScript
// compiler, to which an unknown, a missing and a wrong property of a literal are errors.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const typescript = join(root, 'node_modules/typescript/bin/tsc');

export const hasCompiler = () => existsSync(typescript);

// Of these strings the types name each value.
const WORDS = new Set(['is', 'kind', 'role', 'on', 'next', 'asked', 'waiting', 'cue', 'state', 'late', 'because', 'code']);

// The same shape with as little as possible in it: lists with one of each shape, numbers and strings that say nothing.
function shape(value, key = '') {
  if (Array.isArray(value)) {
    const list = value.map((one) => shape(one, key));
    return value.some((one) => one !== null && typeof one === 'object') ? [...new Map(list.map((one) => [JSON.stringify(one), one])).values()] : list;
  }
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return WORDS.has(key) ? value : '';
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.keys(value).map((one) => [one, shape(value[one], one)]));
}

export class Shapes {
  constructor() {
    this.seen = new Map(); // the literals of each type, by what tells them apart
  }

  // Each shape once. What is large and seen elsewhere can be left out of what tells two apart: `kind` is the rest.
  see(type, value, kind = value) {
    if (!this.seen.has(type)) this.seen.set(type, new Map());
    const literals = this.seen.get(type), key = JSON.stringify(shape(kind));
    if (!literals.has(key)) literals.set(key, kind === value ? key : JSON.stringify(shape(value)));
  }

  of(type) {
    return [...(this.seen.get(type)?.values() ?? [])].map((literal) => JSON.parse(literal));
  }

  // What the compiler says of all that was seen, each complaint once; and which of the planted faults, as [type, value], it does not find.
  check(planted) {
    const folder = mkdtempSync(join(tmpdir(), 'wabe-shapes-'));
    const all = [...this.seen].flatMap(([type, literals]) => [...literals.values()].map((literal) => [type, literal]));
    const faults = planted.map(([type, value]) => [type, JSON.stringify(value)]);
    const named = [...new Set([...all, ...faults].map(([type]) => type.replace('[]', '')))];
    const head = `import type { ${named.join(', ')} } from ${JSON.stringify(join(root, 'web/types.d.ts'))};\n`;
    const write = (name, list) => {
      const text = list.map(([type, literal], i) => `export const v${i}: ${type} = ${literal};\n`).join('');
      writeFileSync(join(folder, name), head + text + named.map((type) => `export type Used${type} = ${type};\n`).join(''));
    };
    write('real.ts', all);
    write('planted.ts', faults);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(root, 'web/tsconfig.json'),
      compilerOptions: { allowJs: false, checkJs: false, types: [], lib: ['ES2023'] }, include: [], files: ['real.ts', 'planted.ts'] }));
    const compiler = spawnSync(process.execPath, [typescript, '-p', folder, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    const errors = compiler.stdout.split('\n').filter((text) => /\(\d+,\d+\): error/.test(text));
    const lineOf = (error) => Number(/\((\d+),/.exec(error)[1]) - 2;
    const isPlanted = (error) => error.startsWith('planted.ts');
    const wrong = new Map(errors.filter((error) => !isPlanted(error)).map((error) => [error.replace(/^\S+ /, ''), all[lineOf(error)]]));
    const found = new Set(errors.filter(isPlanted).map(lineOf));
    return {
      count: all.length,
      wrong: [...wrong].map(([words, [type, literal] = ['', '']]) => `${words} (${type}: ${literal.slice(0, 200)})`),
      missed: faults.filter((_, i) => !found.has(i)).map(([type, literal]) => `${type} ${literal.slice(0, 100)}`),
      said: `${compiler.stdout}${compiler.stderr}`,
    };
  }
}
