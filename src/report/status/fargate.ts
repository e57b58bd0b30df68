import type { Facts } from '../../facts/facts.ts';
import { formatCount, forCount } from '../../syntax/english.ts';
import { format, parseMinor } from '../../syntax/versions.ts';
import { toStatusNodes } from './nodes.ts';
import type { StatusGroup } from './schema.ts';
import { valueIn, type Seen } from './seen.ts';

/** The pods on Fargate: each keeps the version with which it started. */
export function fargateGroups(seen: Seen): StatusGroup[] {
  const nodes: Facts['nodes'] = (valueIn(seen.readings, 'nodes') ?? []).filter(
    ({ computeType }) => computeType === 'fargate',
  );
  if (nodes.length === 0) return [];
  const isOld = ({ kubeletVersion }: Facts['nodes'][number]): boolean =>
    (parseMinor(kubeletVersion) ?? seen.version) < seen.version;
  const old = nodes.filter(isOld).length;
  return [
    {
      kind: 'fargate',
      name: 'Fargate',
      group: null,
      state: 'idle',
      text:
        old === 0
          ? `all ${formatCount(nodes.length, 'pod')} on Fargate ${forCount(nodes.length, 'has', 'have')} the version of the control plane`
          : `${old} of ${formatCount(nodes.length, 'pod')} on Fargate ${forCount(old, 'is', 'are')} older than the control plane: restart ${forCount(old, 'its workload', 'their workloads')}`,
      to: old === 0 ? null : format(seen.version),
      update: null,
      refresh: null,
      nodes: toStatusNodes(nodes.filter(isOld), () => true, seen),
      issues: [],
      holds: [],
      notBefore: null,
      next: null,
      actions: [],
      later: [],
      not: null,
    },
  ];
}
