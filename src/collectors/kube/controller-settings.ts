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
  const words = new Set(containers.flatMap(({ command, args }) => [...(command ?? []), ...(args ?? [])]));
  const variables = new Set(containers.flatMap(({ env }) => (env ?? []).map(({ name }) => name)));
  return conditions.flatMap((condition) => {
    if ('flag' in condition) {
      const { flag } = condition;
      return words.has(flag) || words.has(flag.replace(/=true$/, '')) ? [flag] : [];
    }
    if ('withoutVariable' in condition)
      return variables.has(condition.withoutVariable) ? [condition.withoutVariable] : [];
    return [];
  });
}
