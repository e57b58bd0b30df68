import type { Advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { objectKey } from '../../../src/syntax/object-key.ts';

/** The fields of a Deployment or StatefulSet that findings need. */
export interface NamedWorkload {
  kind: string;
  namespace: string;
  name: string;
  replicas: number | null;
}

/**
 * The workloads with pods that a drain evicts: not scaled to zero, and not all on Fargate, where pods are redeployed
 * and no node is drained.
 */
export function drainable<Workload extends NamedWorkload>(
  workloads: readonly Workload[],
  fargateWorkloads: Facts['fargateWorkloads'],
): Workload[] {
  const onFargate = new Map(fargateWorkloads.map((one) => [objectKey(one), one.nodes.length]));
  return workloads.filter((workload) => (workload.replicas ?? 0) > (onFargate.get(objectKey(workload)) ?? 0));
}

/** The texts of a finding for a namespace. */
export interface Wording<Workload extends NamedWorkload> {
  message(names: string, count: number): string;
  observed(workload: Workload): string;
  required: string;
  fix(first: Workload, all: readonly Workload[]): Advice;
}

/** One warning per namespace with evidence for each workload, because a cluster may have hundreds. */
export function* namespaceFindings<Workload extends NamedWorkload>(
  workloads: readonly Workload[],
  wording: Wording<Workload>,
): Iterable<Finding<'warn'>> {
  for (const [namespace, found] of grouped(workloads, (workload) => workload.namespace)) {
    const names = formatList(found.map(({ kind, name }) => `${kind} ${name}`));
    yield {
      level: 'warn',
      resource: { kind: 'Namespace', name: namespace },
      message: wording.message(names, found.length),
      evidence: found.map((workload) => workloadEvidence(workload, wording)),
      fix: wording.fix(found[0], found),
    };
  }
}

function workloadEvidence<Workload extends NamedWorkload>(
  workload: Workload,
  { observed, required }: Wording<Workload>,
): Evidence {
  return {
    observed: observed(workload),
    required,
    resource: `${workload.kind} ${workload.name}`,
    fact: workload.kind === 'Deployment' ? 'deployments' : 'statefulSets',
  };
}
