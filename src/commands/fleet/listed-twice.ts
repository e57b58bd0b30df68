import { isDeepStrictEqual } from 'node:util';
import { usageError } from '../../facts/reason.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import { statusesInOrder } from '../../report/fleet/fleet.ts';
import { setFields } from '../../syntax/set-fields.ts';
import type { ListedCluster } from './cluster-to-scan.ts';

/** Clusters without those that are listed twice, and a note for each of these. */
export interface Merged<Cluster> {
  clusters: Cluster[];
  notes: string[];
}

/**
 * Merges clusters that are listed by name and by ARN: with the same credentials and Region, both are one cluster, unless
 * the ARN is of another account. The ARN stays, with the name as its twin.
 * @throws ScanError (`usage`) if the config file lists a cluster twice with different settings, or the same way
 */
export function mergeTwins(listed: readonly ListedCluster[]): Merged<ListedCluster> {
  const notes: string[] = [];
  const twins = new Map<ListedCluster, ListedCluster>();
  const clusters = listed.filter((one, index) => {
    const same = listed.slice(0, index).find((other) => isSamePlace(one, other) && one.account === other.account);
    const twin = same ?? listed.find((other) => isTwin(one, other));
    if (twin === undefined) return true;
    if (one.text === twin.text || !haveSameSettings(one, twin)) throw listedTwice(one, twin);
    notes.push(`${one.text} is also listed as ${twin.text}: it is scanned once`);
    twins.set(twin, one);
    return false;
  });
  return { clusters: clusters.map((one) => ({ ...one, ...setFields({ twin: twins.get(one) }) })), notes };
}

function isSamePlace(one: ListedCluster, other: ListedCluster): boolean {
  return one.name === other.name && one.region === other.region;
}

/** True if the first is the name, and the second the ARN of one cluster: both are scanned with the same credentials. */
function isTwin(one: ListedCluster, other: ListedCluster): boolean {
  const isByName = one.account === undefined && other.account !== undefined;
  return isByName && isSamePlace(one, other) && other.entry?.roleArn === undefined;
}

function haveSameSettings(one: ListedCluster, other: ListedCluster): boolean {
  const settings = ({ entry }: ListedCluster) => ({ ...entry, name: '', region: '' });
  return isDeepStrictEqual(settings(one), settings(other));
}

function listedTwice({ text }: ListedCluster, other: ListedCluster) {
  const what =
    text === other.text
      ? `names '${text}' twice`
      : `names one cluster with different settings, as ${other.text} and as ${text}`;
  return usageError(`clusters ${what}`, 'Keep one of its entries.');
}

/** Merges clusters whose reports say that they are one: the one with the worst status stays. */
export function mergeSame(scanned: readonly FleetCluster[]): Merged<FleetCluster> {
  const rank = ({ status }: FleetCluster): number => statusesInOrder.indexOf(status);
  const kept = new Map<string, FleetCluster>();
  const notes: string[] = [];
  for (const one of scanned) {
    const key = one.arn ?? `${kept.size}`;
    const other = kept.get(key);
    if (other !== undefined) notes.push(`${one.name} was listed twice, as ${key}`);
    if (other === undefined || rank(one) < rank(other)) kept.set(key, one);
  }
  return { clusters: [...kept.values()], notes };
}
