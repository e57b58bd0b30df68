import { placeholderMeaning, placeholdersIn } from '../../judge/placeholders.ts';
import type { Plan, Task } from './draft.ts';

/** The placeholders in the commands of a plan: what replaces each of them, and in which tasks they are. */
export function listFillIn(tasks: readonly Task[]): Plan['fillIn'] {
  const found = new Map<string, Plan['fillIn'][number]>();
  for (const task of tasks) {
    const said = saidIn(task.how.text);
    for (const name of placeholdersIn(allCommands(task))) {
      const meaning = said.get(name) ?? placeholderMeaning(name);
      if (meaning === undefined) continue;
      const key = `${name} ${meaning}`;
      const known = found.get(key);
      found.set(key, { name, meaning, tasks: [...(known?.tasks ?? []), task.number] });
    }
  }
  return [...found.values()];
}

function allCommands({ how, done, undo, managed }: Task): string[] {
  return [
    ...(managed?.commands ?? []),
    ...how.commands,
    ...done.flatMap(({ commands }) => commands),
    ...(undo?.commands ?? []),
  ];
}

/**
 * What the text of a fix says about placeholders: `Replace NEW_SUBNET_ID with a subnet in eu-west-1a`, up to the end of
 * the clause: the period of `1.34` is none. Omits what only its own commands explain: the list stands apart from them.
 */
function saidIn(text: string): Map<string, string> {
  const found = text.replaceAll('`', '').matchAll(/\bReplace ([A-Z][A-Z_]+) with ((?:[^.:;\n]|\.(?=\S))+)/g);
  const all = [...found].map(([, name = '', meaning = '']) => [name, meaning] as const);
  return new Map(
    all.filter(([name, meaning]) => !/\bprints\b/.test(meaning) || placeholderMeaning(name) === undefined),
  );
}
