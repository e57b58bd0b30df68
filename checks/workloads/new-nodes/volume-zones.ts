import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { PodTemplate } from '../../../src/facts/pod-templates.ts';
import { findVolumes, isFinished, toWorkload, traitsFinder } from '../../../src/for-checks/drained-pods.ts';
import type { NewNodes } from '../../../src/for-checks/new-nodes/list.ts';
import { matchPlacement } from '../../../src/for-checks/placement/match.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { objectKey } from '../../../src/syntax/object-key.ts';
import { sh } from '../../../src/syntax/shell.ts';

type Pod = Facts['pods'][number];
type Read = { [Name in 'pods' | 'drainTraits' | 'persistentVolumes' | 'podTemplates']?: Facts[Name] | undefined };

/** A node group that can end with no node in one of its zones. */
interface Small {
  group: NewNodes;
  zones: readonly string[];
  size: number;
}

export const zoneKey = 'topology.kubernetes.io/zone';

/**
 * Findings for pods whose volume is in one zone, on a node group that has more zones than nodes: after its nodes are
 * replaced, none of them may be in that zone. Silent where another group or pool has nodes there that the pods match.
 */
export function* volumeZoneFindings(
  { pods = [], drainTraits = [], persistentVolumes = [], podTemplates = [] }: Read,
  next: readonly NewNodes[],
): Generator<Finding> {
  const small = next.flatMap(toSmall);
  if (small.length === 0) return;
  const ofNode = new Map(small.flatMap((one) => one.group.nodes.map(({ name }) => [name, one] as const)));
  const findTraits = traitsFinder(drainTraits);
  const findBound = findVolumes(persistentVolumes);
  const bound = pods.flatMap((pod) => {
    const place = ofNode.get(pod.node ?? '');
    const traits = place === undefined || isFinished(pod) || pod.terminating ? undefined : findTraits(pod);
    if (place === undefined || traits === undefined || pod.controller === null) return [];
    const volumes = findBound({ traits });
    const zones = volumes.flatMap(({ reach }) => (reach?.local === false ? reach.zones : []));
    return zones.length === 0 ? [] : [{ pod, place, zones }];
  });
  const templates = new Map(podTemplates.map((one) => [objectKey(one), one]));
  for (const same of grouped(bound, ({ pod, place }) => `${objectKey(toWorkload(pod))}/${place.group.text}`).values()) {
    const [{ pod, place }] = same;
    const template = templates.get(objectKey(toWorkload(pod)));
    const zones = [...new Set(same.flatMap((one) => one.zones))]
      .filter((zone) => !isServed(zone, template, place, next))
      .sort();
    if (zones.length > 0)
      yield toFinding(
        pod,
        same.map((one) => one.pod.name),
        { place, zones },
      );
  }
}

function toSmall(group: NewNodes): Small[] {
  const { route, nodegroup, shape } = group;
  const domain = shape.labels.get(zoneKey);
  if ((route !== 'in-place' && route !== 'replaced') || domain === undefined || domain.values === 'any') return [];
  const size = nodegroup?.desiredSize ?? group.nodes.length;
  return size > 0 && size < domain.values.length ? [{ group, zones: domain.values, size }] : [];
}

/** Whether a node in the zone is certain that the pods match, or Karpenter starts one there. */
function isServed(zone: string, template: PodTemplate | undefined, place: Small, next: readonly NewNodes[]): boolean {
  return next.some((group) => {
    if (group === place.group || (template !== undefined && matchPlacement(template, group.shape).is !== 'matches'))
      return false;
    if (group.computeType === 'karpenter' || group.computeType === 'auto') return true;
    if (toSmall(group).length > 0) return false;
    const zones = group.shape.labels.get(zoneKey)?.values ?? [];
    return group.nodes.length > 0 && (group.nodes.some((node) => node.zone === zone) || zones.includes(zone));
  });
}

function toFinding(
  pod: Pod,
  names: readonly string[],
  { place: { group, size, zones: all }, zones }: { place: Small; zones: readonly string[] },
): Finding {
  return {
    level: 'warn',
    rule: 'volume-zone',
    resource: toWorkload(pod),
    groups: [group.text],
    message: `the volumes of ${formatCount(names.length, 'pod')} are in ${formatList(zones)}, and ${group.text} has ${formatCount(size, 'node')} for ${all.length} zones: its new nodes may all be in other zones`,
    evidence: [
      {
        observed: formatList([...names].sort()),
        required: `a node in ${formatList(zones)}`,
        resource: group.text,
        fact: 'persistentVolumes',
      },
    ],
    fix: advice`An EBS volume can be attached only in its Availability Zone. Before the update, raise the size of the group to one node for
      each zone, or give pods with volumes node groups with one zone each:\n${commands(
        sh`kubectl get nodes -L topology.kubernetes.io/zone,eks.amazonaws.com/nodegroup`,
      )}`,
  };
}
