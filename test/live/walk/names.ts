import { plainNames, type Names } from './world.ts';

const letters = 'bcdfghjkmnpqrstvwxz';

/** Names of six letters that no other place knows, from a seed. */
export function generateNames(seed: number): Names {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  const name = (): string => Array.from({ length: 6 }, () => letters[next() % letters.length]).join('');
  const made = Object.keys(plainNames).map((key) => [key, name()] as const);
  return { ...plainNames, ...Object.fromEntries(made) };
}

/** The text with the names of the plain world where those of another one stand. */
export function aPlainLog(text: string, names: Names): string {
  const keys = Object.keys(plainNames) as (keyof Names)[];
  const plain = new Map(keys.map((key) => [names[key], plainNames[key]]));
  return text.replaceAll(/[A-Za-z0-9]+/g, (word) => plain.get(word) ?? word);
}
