import { Script } from 'node:vm';
import { factNames } from '../src/facts/facts.ts';
import { checkFiles } from './lists.ts';

/** Why a generator refuses its arguments, in one line. */
export interface Refused {
  refused: string;
}

/** `checks/<area>/<name>/check.ts` is a check with parts; `checks/index.ts` is the list of checks. */
const reserved = ['check', 'index'];

/** Parses the area and the name of a new check. */
export function checkOfWords([id = '', ...surplus]: readonly string[]): { area: string; name: string } | Refused {
  const [area = '', name = ''] = id.split('/');
  const ids = checkFiles().checks.map((check) => check.id);
  const areas = [...new Set(ids.map((one) => one.split('/')[0] ?? ''))];
  if (id === '' || surplus.length > 0) {
    return { refused: 'usage: npm run new-check AREA/NAME, e.g. workloads/latest-tag' };
  }
  if (!areas.includes(area)) return { refused: `invalid area '${area}': use one of ${areas.join(', ')}` };
  if (id !== `${area}/${name}` || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    return { refused: `invalid check ID '${id}': use AREA/NAME with a lowercase, hyphenated name` };
  }
  if (reserved.includes(name)) return { refused: `invalid check ID '${id}': the name '${name}' is reserved` };
  if (ids.includes(id)) return { refused: `${id} already exists; no files written` };
  return { area, name };
}

const sides = ['aws', 'kube'] as const;
type Side = (typeof sides)[number];

/**
 * Parses the name of a new fact, and the API that it is read from.
 * @param env npm consumes an option before `--` itself and sets it here, with the next word as its value
 */
export function factOfWords(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { name: string; side: Side } | Refused {
  const ofNpm = (option: Side): string | undefined => env[`npm_config_${option}`];
  const given = sides.filter((option) => words.includes(`--${option}`) || ofNpm(option) !== undefined);
  const swallowed = sides.flatMap((option) => ofNpm(option) ?? []).filter((value) => !['', 'true'].includes(value));
  const own = words.filter((word) => !sides.some((option) => word === `--${option}`));
  const [name = '', ...surplus] = [...own, ...swallowed];
  const [side, other] = given;
  if (name === '' || surplus.length > 0 || side === undefined || other !== undefined) {
    return { refused: 'usage: npm run new-fact NAME -- --kube (or --aws, not both)' };
  }
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
    return { refused: `invalid fact name '${name}': use camelCase, e.g. priorityClasses` };
  }
  if (!canBeExported(name)) return { refused: `invalid fact name '${name}': the generated code cannot export it` };
  if (factNames.some((fact) => fact === name)) return { refused: `fact ${name} already exists; no files written` };
  return { name, side };
}

/** Names that the generated files import or declare, and a global that TypeScript does not let code declare. */
const taken = [
  'awsReading',
  'defineCollector',
  'expect',
  'it',
  'kubeFacts',
  'listAll',
  'name',
  'named',
  'undefined',
  'z',
];

/** Whether an exported constant can have the name: it is not a reserved word of JavaScript modules, and not taken. */
function canBeExported(word: string): boolean {
  if (taken.includes(word)) return false;
  try {
    return new Script(`'use strict'; async () => { const ${word} = 0; }`) instanceof Script;
  } catch {
    return false;
  }
}
