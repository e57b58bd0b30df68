import type { FactName, Facts } from '../../../src/facts/facts.ts';
import type { Workload } from '../../../src/facts/kube.ts';
import type { Owner, Templates } from '../shared/pod-makers.ts';

/** A workload, or the controller of a running pod, with its images. */
export interface ImageUser {
  resource: Owner;
  owner: Workload['owner'];
  images: readonly UsedImage[];
}

interface UsedImage {
  container: string;
  image: string;
  fact: FactName;
}

/** The fact with the template of each kind. */
const templateFacts = {
  Deployment: 'deployments',
  DaemonSet: 'daemonSets',
  StatefulSet: 'statefulSets',
  // Its Jobs have the names of their CronJobs.
  Job: 'cronJobs',
} as const;

/**
 * Every workload that is not scaled to 0, and other controllers of running pods. Containers that are only in a pod, as
 * an injected sidecar, are those of its workload. A pod whose template could not be read is left out: it may be of an
 * earlier revision.
 */
export function listImageUsers(facts: Partial<Templates> & Pick<Facts, 'podImages'>): ImageUser[] {
  const workloads = listWorkloads(facts);
  const inPods = new Map(facts.podImages.map((pod) => [formatKey(pod), pod.images]));
  const users = workloads.flatMap(({ workload, images }): ImageUser[] => {
    const { kind, namespace, name, replicas, owner } = workload;
    if (replicas === 0) return [];
    const inPod = inPods.get(formatKey(workload)) ?? [];
    const injected = inPod.filter(({ container }) => images.every((one) => one.container !== container));
    return [{ resource: { kind, namespace, name }, owner, images: [...images, ...injected.map(toPodImage)] }];
  });
  const known = new Set(workloads.map(({ workload }) => formatKey(workload)));
  const others = facts.podImages.filter(
    (pod) => hasReadTemplates(pod, facts) && !known.has(formatKey(pod)) && !known.has(toCronJob(pod)),
  );
  return [
    ...users,
    ...others.map(({ kind, namespace, name, images }) => ({
      resource: { kind, namespace, name },
      owner: undefined,
      images: images.map(toPodImage),
    })),
  ];
}

function toPodImage(one: Facts['podImages'][number]['images'][number]): UsedImage {
  return { ...one, fact: 'podImages' };
}

/** False for a static pod: it comes from a file of its node. */
function hasReadTemplates({ kind }: Pick<Owner, 'kind'>, facts: Partial<Templates>): boolean {
  const fact = Object.hasOwn(templateFacts, kind) ? templateFacts[kind as keyof typeof templateFacts] : undefined;
  return kind !== 'Node' && (fact === undefined || facts[fact] !== undefined);
}

function listWorkloads({ deployments = [], daemonSets = [], statefulSets = [], cronJobs = [] }: Partial<Templates>) {
  return Object.entries({ deployments, daemonSets, statefulSets, cronJobs } as const).flatMap(([fact, own]) =>
    own.map((workload) => ({
      workload,
      images: workload.containers.map(({ name, image }) => ({ container: name, image, fact: fact as FactName })),
    })),
  );
}

/** A text for each kind, namespace and name. */
export function formatKey({ kind, namespace, name }: Owner): string {
  return [kind, namespace, name].join('\n');
}

/** The CronJob of a Job: it names its Jobs `<name>-<time>`. */
function toCronJob({ kind, namespace, name }: Owner): string {
  const [, cronJob = ''] = /^(.+)-\d+$/.exec(name) ?? [];
  return kind === 'Job' ? formatKey({ kind: 'CronJob', namespace, name: cronJob }) : '';
}
