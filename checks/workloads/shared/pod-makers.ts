import type { Resource } from '../../../src/check.ts';
import type { FactName, Facts } from '../../../src/facts/facts.ts';
import type { Workload } from '../../../src/facts/kube.ts';
import { isFinished } from '../../../src/for-checks/drained-pods.ts';

/** A namespaced workload. */
export type Owner = Resource & { namespace: string };

/** The workloads whose pod templates are read first, before the live pods. */
export type Templates = Pick<Facts, 'deployments' | 'daemonSets' | 'statefulSets' | 'cronJobs'>;

/** A workload as described by its template, or by one of its live pods, which a webhook may have changed. */
export interface PodMaker {
  resource: Owner;
  /** The fact that contains the template or the pod. */
  fact: FactName;
  /** Undefined if this entry comes from a pod. */
  template: Workload | undefined;
  hostPaths: Workload['hostPaths'];
  removedVolumes: NonNullable<Workload['removedVolumes']>;
  securityTraits: NonNullable<Workload['securityTraits']>;
}

/** Every template, then every pod that has not finished. */
export function podMakers(templates: Templates, pods: Facts['pods']): PodMaker[] {
  return [...fromTemplates(templates), ...fromPods(templates, pods)];
}

function fromTemplates(templates: Templates): PodMaker[] {
  const facts = ['deployments', 'daemonSets', 'statefulSets', 'cronJobs'] as const;
  return facts.flatMap((fact) =>
    templates[fact].map((template) => {
      const { kind, namespace, name, hostPaths, removedVolumes = [], securityTraits = [] } = template;
      return { resource: { kind, namespace, name }, fact, template, hostPaths, removedVolumes, securityTraits };
    }),
  );
}

function fromPods({ cronJobs }: Templates, pods: Facts['pods']): PodMaker[] {
  const scheduled = new Set(cronJobs.map(({ namespace, name }) => `${namespace}/${name}`));
  const live = pods.filter((pod) => !isFinished(pod));
  return live.map((pod) => ({
    resource: resolveOwner(pod, scheduled),
    fact: 'pods',
    template: undefined,
    hostPaths: pod.hostPaths,
    removedVolumes: pod.removedVolumes ?? [],
    securityTraits: pod.securityTraits ?? [],
  }));
}

/** A CronJob names its Jobs `<name>-<time>`; a static pod, whose controller is its Node, is its own owner. */
function resolveOwner({ namespace, name, controller }: Facts['pods'][number], scheduled: ReadonlySet<string>): Owner {
  if (controller === null || controller.kind === 'Node') return { kind: 'Pod', namespace, name };
  const cronJob = /^(.+)-\d+$/.exec(controller.name)?.[1];
  if (controller.kind === 'Job' && cronJob !== undefined && scheduled.has(`${namespace}/${cronJob}`)) {
    return { kind: 'CronJob', namespace, name: cronJob };
  }
  return { kind: controller.kind, namespace, name: controller.name };
}
