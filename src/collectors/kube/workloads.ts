import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { Workload } from '../../facts/kube.ts';
import { listAll } from './list.ts';

const container = z.object({ name: z.string(), image: z.optional(z.string()) });
const podSpec = z.object({
  containers: z.array(container),
  initContainers: z.optional(z.nullable(z.array(container))),
  volumes: z.optional(
    z.nullable(
      z.array(
        z.object({
          name: z.string(),
          hostPath: z.optional(z.object({ path: z.string() })),
          configMap: z.optional(z.object({ name: z.optional(z.string()) })),
          projected: z.optional(
            z.object({
              sources: z.optional(
                z.nullable(z.array(z.object({ configMap: z.optional(z.object({ name: z.optional(z.string()) })) }))),
              ),
            }),
          ),
        }),
      ),
    ),
  ),
});
const template = z.object({ spec: podSpec });
const metadata = z.object({
  name: z.string(),
  namespace: z.string(),
  labels: z.optional(z.record(z.string(), z.string())),
});
const withTemplate = z.object({
  metadata,
  spec: z.object({ replicas: z.optional(z.nullable(z.number())), template }),
});
const cronJob = z.object({
  metadata,
  spec: z.object({ jobTemplate: z.object({ spec: z.object({ template }) }) }),
});

const namingLabels = [
  'app',
  'k8s-app',
  'app.kubernetes.io/name',
  'app.kubernetes.io/version',
  'app.kubernetes.io/managed-by',
  'helm.sh/chart',
];

export const deployments = workloadsOf('deployments', 'Deployment', 'apps', ['v1'], 'replicated');
export const daemonSets = workloadsOf('daemonSets', 'DaemonSet', 'apps', ['v1'], 'everywhere');
export const statefulSets = workloadsOf('statefulSets', 'StatefulSet', 'apps', ['v1'], 'replicated');
export const cronJobs = workloadsOf('cronJobs', 'CronJob', 'batch', ['v1', 'v1beta1'], 'scheduled');

type Shape = 'replicated' | 'everywhere' | 'scheduled';

function workloadsOf(
  fact: 'deployments' | 'daemonSets' | 'statefulSets' | 'cronJobs',
  kind: string,
  apiGroup: string,
  versions: readonly string[],
  shape: Shape,
) {
  const resource = fact.toLowerCase();
  const project = (raw: unknown) => projectWorkload(kind, shape, raw);
  return defineCollector(fact, {
    permissions: [{ apiGroup, resource, verb: 'list' }],
    projected: true,
    async collect({ kube }) {
      return listAll(await kube(), { apiGroup, versions, resource, project });
    },
  });
}

function projectWorkload(kind: string, shape: Shape, raw: unknown): Workload {
  if (shape === 'scheduled') {
    const { metadata: meta, spec } = cronJob.parse(raw);
    return { kind, ...named(meta), replicas: null, ...projectPodSpec(spec.jobTemplate.spec.template.spec) };
  }
  const { metadata: meta, spec } = withTemplate.parse(raw);
  const replicas = shape === 'replicated' ? (spec.replicas ?? 1) : null;
  return { kind, ...named(meta), replicas, ...projectPodSpec(spec.template.spec) };
}

function named(meta: z.infer<typeof metadata>): Pick<Workload, 'namespace' | 'name' | 'labels'> {
  const labels = Object.fromEntries(
    namingLabels.flatMap((label) => (meta.labels?.[label] === undefined ? [] : [[label, meta.labels[label]]])),
  );
  return { namespace: meta.namespace, name: meta.name, labels };
}

function projectPodSpec(spec: z.infer<typeof podSpec>): Pick<Workload, 'containers' | 'hostPaths' | 'configMaps'> {
  const volumes = spec.volumes ?? [];
  return {
    containers: [...spec.containers, ...(spec.initContainers ?? [])].map(({ name, image }) => ({
      name,
      image: image ?? '',
    })),
    hostPaths: volumes.flatMap(({ name, hostPath }) =>
      hostPath === undefined ? [] : [{ volume: name, path: hostPath.path }],
    ),
    configMaps: volumes.flatMap(({ configMap, projected }) =>
      [{ configMap }, ...(projected?.sources ?? [])].flatMap((source) => source.configMap?.name ?? []),
    ),
  };
}
