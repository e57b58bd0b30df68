import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { findVolumes, isFinished, traitsFinder } from '../../../src/for-checks/drained-pods.ts';

type Pod = Facts['pods'][number];
type Read = Pick<Facts, 'pods' | 'drainTraits' | 'persistentVolumes'>;

/** The driver whose volumes count: those of EFS and FSx are mounted over the network. */
export const ebsDriver = 'ebs.csi.aws.com';

/** A pod with EBS volumes that moves with its node. */
export interface VolumePod {
  pod: Pod;
  /** The names of its volumes. */
  volumes: readonly string[];
}

/** The pods with EBS volumes, by the name of their node. Pods share a volume: it is attached once. */
export function listVolumePods({ pods, drainTraits, persistentVolumes }: Read): Map<string, VolumePod[]> {
  const ebs = persistentVolumes.filter(({ driver, inTreeEbs }) => driver === ebsDriver || inTreeEbs);
  const found = new Map<string, VolumePod[]>();
  if (ebs.length === 0) return found;
  const findTraits = traitsFinder(drainTraits);
  const findBound = findVolumes(ebs);
  for (const pod of pods) {
    if (pod.node === null || pod.terminating || isFinished(pod)) continue;
    const traits = findTraits(pod);
    const volumes = traits?.claims === undefined ? [] : findBound({ traits }).map(({ name }) => name);
    if (volumes.length === 0) continue;
    const own = found.get(pod.node);
    if (own === undefined) found.set(pod.node, [{ pod, volumes }]);
    else own.push({ pod, volumes });
  }
  return found;
}

/** How many volumes these pods have attached. */
export function countVolumes(pods: readonly VolumePod[] = []): number {
  return new Set(pods.flatMap(({ volumes }) => volumes)).size;
}

/** How many EBS volumes a node can have: null without a limit, undefined if its CSINode does not list the driver. */
export type FindLimit = (node: Pick<NodeFact, 'name'>) => number | undefined;

/** Returns the limit of a node in its CSINode. */
export function readLimits(csiNodes: Facts['csiNodes']): FindLimit {
  const limits = new Map(
    csiNodes.map(({ node, drivers }) => [node, drivers.find(({ driver }) => driver === ebsDriver)?.limit]),
  );
  return ({ name }) => limits.get(name);
}
