import { placeholderMeaning, placeholdersIn } from '../../judge/placeholders.ts';
import type { Plan, Task } from './draft.ts';

/** The placeholders in the commands of a plan: what replaces each of them, and in which tasks they are. */
export function listFillIn(tasks: readonly Task[]): Plan['fillIn'] {
  const found = new Map<string, Plan['fillIn'][number]>();
  for (const { number, how } of tasks) {
    const said = saidIn(how.text);
    for (const name of placeholdersIn(how.commands)) {
      const meaning = said.get(name) ?? placeholderMeaning(name);
      if (meaning === undefined) continue;
      const key = `${name} ${meaning}`;
      const known = found.get(key);
      found.set(key, { name, meaning, tasks: [...(known?.tasks ?? []), number] });
    }
  }
  return [...found.values()];
}

/** What the text of a fix says about placeholders: `Replace NEW_SUBNET_ID with a subnet in eu-west-1a`. */
function saidIn(text: string): Map<string, string> {
  const found = text.replaceAll('`', '').matchAll(/\bReplace ([A-Z][A-Z_]+) with ([^.:;\n]+)/g);
  return new Map([...found].map(([, name = '', meaning = '']) => [name, meaning]));
}
