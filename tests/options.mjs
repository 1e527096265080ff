// options.mjs: which values of an option the tests look at: all choices, or of a number its default, least and greatest; the default comes first.
export const valuesOf = ({ values, least, greatest, default: usual }) =>
  values ? values.map(({ id }) => id) : [...new Set([usual, least, greatest])].map(String);

// What a game asks for besides, when it refuses a value with the sentence "it needs handlimit=on"; or undefined.
export const needed = (sentence) => / it needs ([\w-]+=[\w-]+)/.exec(sentence)?.[1];

// All ways to set the options: every combination of choices, and each number at its ends, with all else at its default. Each as a list of `id=value`.
export function settings(game) {
  const choices = game.options.filter(({ values }) => values), numbers = game.options.filter(({ values }) => !values);
  const all = choices.reduce((sets, option) => sets.flatMap((set) => valuesOf(option).map((value) => [...set, `${option.id}=${value}`])), [[]]);
  return [...all, ...numbers.flatMap((option) => valuesOf(option).slice(1).map((value) => [`${option.id}=${value}`]))];
}
