import { format, parseMinor } from '../../syntax/versions.ts';
import type { Known } from './draft.ts';
import { readValue } from './read.ts';

/** Why the plan has no update of the control plane; undefined if it has one. */
export function noteNoUpdate({ cluster, readings, path }: Known): string | undefined {
  if (path.versions.length > 1) return undefined;
  const offers = readValue(readings.clusterVersions)?.versions;
  const version = format(path.current);
  if (offers === undefined) return `No update of the control plane is planned: the target is ${version}.`;
  const newer = offers
    .filter(({ clusterType, status }) => (clusterType === 'eks') !== cluster.outpost && status !== 'UNSUPPORTED')
    .flatMap(({ version: offered }) => parseMinor(offered) ?? [])
    .filter((minor) => minor > path.current);
  if (newer.length > 0)
    return `No update of the control plane is planned: the target is ${version}. EKS offers ${format(Math.min(...newer))}.`;
  const where = cluster.outpost ? ' for local clusters on AWS Outposts' : '';
  return `No update of the control plane is planned: EKS offers no version after ${version}${where}.`;
}
