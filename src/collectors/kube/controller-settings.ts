import { loadTable } from '../../tables/tables.ts';

interface Container {
  command?: readonly string[] | null | undefined;
  args?: readonly string[] | null | undefined;
  env?: readonly { name: string }[] | null | undefined;
}

let known: ReadonlySet<string> | undefined;

/** Flags and variables that containers set, of those that breaks and flips in the table `controllers` depend on. */
export function listControllerSettings(containers: readonly Container[]): string[] {
  const wanted = (known ??= new Set(listConditions()));
  const set = containers.flatMap(({ command, args, env }) => [
    ...[...(command ?? []), ...(args ?? [])].filter((word) => word.startsWith('-')).map(toFlag),
    ...(env ?? []).map(({ name }) => name),
  ]);
  return [...new Set(set.filter((one) => wanted.has(one)))];
}

function listConditions(): string[] {
  return loadTable('controllers').rows.flatMap((row): string[] => {
    if (row.rowKind === 'flip') return [row.unlessVariable];
    if (row.rowKind !== 'break' || row.condition === undefined) return [];
    if ('flag' in row.condition) return [row.condition.flag];
    return 'withoutVariable' in row.condition ? [row.condition.withoutVariable] : [];
  });
}

/** Writes a flag as the table does: Go programs also accept `-flag`, `--flag` and `--flag=1`. */
function toFlag(word: string): string {
  const [, name, value = 'true'] = /^--?(\w[\w-]*)(?:=(.*))?$/.exec(word) ?? [];
  return name === undefined ? word : `--${name}=${/^(?:1|t|true)$/i.test(value) ? 'true' : value}`;
}
