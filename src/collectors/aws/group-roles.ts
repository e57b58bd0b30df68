import type { FactReader } from '../collect.ts';

/**
 * The ARNs of the roles of managed node groups and of self-managed groups. Those that could not be read for
 * self-managed groups are missing: that fact says so itself.
 */
export async function readGroupRoles(facts: FactReader<'nodegroups' | 'selfManagedRoles'>): Promise<string[]> {
  const nodegroups = await facts.read('nodegroups');
  const selfManaged = await facts.reading('selfManagedRoles');
  const own = selfManaged.ok ? selfManaged.value : [];
  const arns = [...nodegroups.map(({ nodeRole }) => nodeRole), ...own.map(({ role }) => role)];
  return [...new Set(arns.flatMap((arn) => arn ?? []))];
}
