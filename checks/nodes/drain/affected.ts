import type { Evidence, Finding, Resource } from '../../../src/check.ts';
import { groupEvidence } from '../../../src/for-checks/pods-by-group.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import type { Drained } from './drain.ts';

/** Pods of one workload that have the same problem. */
export interface Affected {
  /** The controller of the pods; the pod itself if it has none. */
  resource: Resource & { namespace: string };
  pods: readonly [Drained, ...Drained[]];
}

/** Groups pods by workload. */
export function byWorkload(drained: readonly Drained[]): Affected[] {
  const workloads = grouped(drained, ({ pod: { namespace, name, controller } }) =>
    [namespace, controller?.kind ?? 'Pod', controller?.name ?? name].join('/'),
  );
  return [...workloads.values()].map((pods) => {
    const { namespace, name, controller } = pods[0].pod;
    return { resource: { ...(controller ?? { kind: 'Pod', name }), namespace }, pods };
  });
}

/** What every finding for a workload contains: where its pods run, after the trait that causes the problem. */
export function aboutWorkload(
  { resource, pods }: Affected,
  trait: Pick<Evidence, 'observed' | 'required'>,
): Pick<Finding, 'resource' | 'groups' | 'evidence'> {
  const groups = [...grouped(pods, ({ group }) => group)]
    .map(([{ text, computeType }, own]) => ({ text, computeType, pods: own.map(({ pod }) => pod) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  return {
    resource,
    groups: groups.map(({ text }) => text),
    evidence: [{ ...trait, fact: 'drainTraits' }, ...groupEvidence(groups)],
  };
}

/** Whether nodes of this kind drain one of the pods. */
export function runsOn({ pods }: Affected, ...types: readonly Drained['group']['computeType'][]): boolean {
  return pods.some(({ group }) => types.includes(group.computeType));
}
