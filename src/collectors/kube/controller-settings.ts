import { loadTable } from '../../tables/tables.ts';

interface Container {
  command?: readonly string[] | null | undefined;
  args?: readonly string[] | null | undefined;
  env?: readonly { name: string }[] | null | undefined;
}

/** Flags and variables that containers set, of those that breaks in the table `controllers` depend on. */
export function listControllerSettings(containers: readonly Container[]): string[] {
  const conditions = loadTable('controllers').rows.flatMap((row) =>
    row.rowKind === 'break' ? (row.condition ?? []) : [],
  );
  const words = new Set(containers.flatMap(({ command, args }) => [...(command ?? []), ...(args ?? [])].map(toFlag)));
  const variables = new Set(containers.flatMap(({ env }) => (env ?? []).map(({ name }) => name)));
  return conditions.flatMap((condition) => {
    if ('flag' in condition) return words.has(condition.flag) ? [condition.flag] : [];
    if ('withoutVariable' in condition)
      return variables.has(condition.withoutVariable) ? [condition.withoutVariable] : [];
    return [];
  });
}

/** Writes a flag as the table does: Go programs also accept `-flag`, `--flag` and `--flag=1`. */
function toFlag(word: string): string {
  const [, name, value = 'true'] = /^--?(\w[\w-]*)(?:=(.*))?$/.exec(word) ?? [];
  return name === undefined ? word : `--${name}=${/^(?:1|t|true)$/i.test(value) ? 'true' : value}`;
}
