import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { InstanceType } from '../../../src/facts/launch-templates.ts';
import { findRefusal } from '../../../src/for-checks/image-variants.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { FindLimit } from './volumes.ts';

/** The instance types of the group that replaces one of Amazon Linux 2; the same types if it keeps all of them. */
export function listNextTypes(
  { instanceTypes }: Facts['nodegroups'][number],
  rows: Tables['ami-variants'],
): readonly string[] {
  return instanceTypes.filter((type) => findRefusal(type, 'AL2023', rows) === undefined);
}

/**
 * The lowest number of volumes that one of the types takes, by the CSINodes of its nodes, or else by EC2's own limit less
 * the volume of the operating system and, where they share the limit, its network interfaces. Undefined: unknown.
 * Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/volume_limits.html
 */
export function findLowestLimit(
  types: readonly string[],
  nodes: readonly NodeFact[],
  findLimit: FindLimit,
  described: readonly InstanceType[],
): number | undefined {
  const limits = types.map((type) => {
    const seen = nodes.flatMap((node) => (node.instanceType === type ? (findLimit(node) ?? []) : []));
    return seen.length > 0 ? Math.min(...seen) : byType(described.find(({ name }) => name === type));
  });
  const known = limits.flatMap((limit) => limit ?? []);
  return known.length < limits.length || known.length === 0 ? undefined : Math.min(...known);
}

function byType(type: InstanceType | undefined): number | undefined {
  if (type?.volumes === undefined) return undefined;
  const { most, shared } = type.volumes;
  return most - 1 - (shared ? type.interfaces : 0);
}
