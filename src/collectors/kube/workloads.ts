import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import type { Joined } from '../for-joins.ts';
import type { Workload } from '../../facts/kube.ts';
import { toAvailability } from './availability.ts';
import { imageParts } from './components.ts';
import { isObject } from '../../syntax/json.ts';
import { changedSpec, findChangedFields, findMaxUnavailable, updateStrategy } from './changed-fields.ts';
import { listControllerSettings } from './controller-settings.ts';
import { countWorkloadPods, podCounts } from './count-workload-pods.ts';
import { listConfigMapMounts } from './config-map-mounts.ts';
import { listJoined } from './list.ts';
import { findOwner, ownerReferences } from './owner-marks.ts';
import { keysOfTemplate } from './karpenter/karpenter-keys.ts';
import { karpenterTemplate } from './karpenter/template.ts';
import { listTemplateTraits } from './security-traits.ts';
import { hasSeccompByAnnotation, findRemovedVolumes } from './removed-features.ts';
import { initContainer, projectContainer, secured, templateContainer } from './template-container.ts';
import { readTemplatePlacement } from './read-placement.ts';
import { nodeAffinity, runsOnWindows } from './runs-on-windows.ts';
import { toleration, toleratesDisruption } from './tolerates-disruption.ts';

const podSpec = z.object({
  nodeSelector: z.optional(z.nullable(z.record(z.string(), z.string()))),
  affinity: nodeAffinity,
  serviceAccountName: z.optional(z.nullable(z.string())),
  hostNetwork: z.optional(z.nullable(z.boolean())),
  securityContext: secured,
  containers: z.array(templateContainer).check(z.minLength(1)),
  initContainers: z.optional(z.nullable(z.array(initContainer))),
  ...changedSpec,
  tolerations: z.optional(z.nullable(z.array(toleration))),
  volumes: z.optional(
    z.nullable(
      z.array(
        z.looseObject({
          name: z.string(),
          hostPath: z.optional(z.object({ path: z.string() })),
          configMap: z.optional(z.object({ name: z.optional(z.string()) })),
          persistentVolumeClaim: z.optional(z.unknown()),
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
const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const template = z.object({
  metadata: z.optional(z.nullable(z.object({ labels: texts, annotations: texts }))),
  spec: podSpec,
});
const metadata = z.object({
  name: z.string(),
  namespace: z.string(),
  generation: z.optional(z.nullable(z.number())),
  labels: z.optional(z.record(z.string(), z.string())),
  annotations: z.optional(z.nullable(z.record(z.string(), z.string()))),
  ownerReferences,
});
const count = z.optional(z.nullable(z.number()));
const claimTemplate = z.object({
  metadata: z.optional(z.nullable(z.object({ name: z.optional(z.string()), annotations: texts }))),
  spec: z.optional(z.nullable(z.object({ storageClassName: z.optional(z.nullable(z.string())) }))),
});
const withTemplate = z.object({
  metadata,
  spec: z.object({
    replicas: count,
    volumeClaimTemplates: z.optional(z.nullable(z.array(claimTemplate))),
    updateStrategy,
    template,
  }),
  status: z.optional(
    z.nullable(
      z.object({
        observedGeneration: count,
        availableReplicas: count,
        desiredNumberScheduled: count,
        numberAvailable: count,
        ...podCounts,
      }),
    ),
  ),
});
const cronJob = z.object({
  metadata,
  spec: z.object({ schedule: z.optional(z.string()), jobTemplate: z.object({ spec: z.object({ template }) }) }),
});

const namingLabels = [
  'app',
  'k8s-app',
  'app.kubernetes.io/name',
  'app.kubernetes.io/version',
  'app.kubernetes.io/managed-by',
  'helm.sh/chart',
];

const inSystem = { fieldSelector: 'metadata.namespace=kube-system' };

export const deployments = defineWorkloadCollector('deployments', 'Deployment');
export const daemonSets = defineWorkloadCollector('daemonSets', 'DaemonSet');
export const statefulSets = defineWorkloadCollector('statefulSets', 'StatefulSet');

/** Those in kube-system alone. */
export const systemDeployments = defineWorkloadCollector('deployments', 'Deployment', inSystem);
export const systemDaemonSets = defineWorkloadCollector('daemonSets', 'DaemonSet', inSystem);

type Kind = 'Deployment' | 'DaemonSet' | 'StatefulSet';

function defineWorkloadCollector(
  fact: 'deployments' | 'daemonSets' | 'statefulSets',
  kind: Kind,
  selection: { fieldSelector?: string } = {},
) {
  const resource = fact.toLowerCase();
  const project = (raw: unknown) => projectWorkload(kind, raw);
  return defineCollector(fact, {
    permissions: [{ apiGroup: 'apps', resource, verb: 'list' }],
    projected: true,
    async collect({ kube }) {
      return listJoined(await kube(), { apiGroup: 'apps', versions: ['v1'], resource, project, ...selection });
    },
  });
}

export const cronJobs = defineCollector('cronJobs', {
  permissions: [{ apiGroup: 'batch', resource: 'cronjobs', verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    const request = { apiGroup: 'batch', versions: ['v1', 'v1beta1'], resource: 'cronjobs', project: projectCronJob };
    return listJoined(await kube(), request);
  },
});

function projectCronJob(raw: unknown): Joined<'cronJobs'> {
  const { metadata: meta, spec } = cronJob.parse(raw);
  const zone = spec.schedule?.includes('TZ') === true ? { timeZoneInSchedule: true as const } : {};
  const projected = projectTemplate(spec.jobTemplate.spec.template);
  return {
    entry: { kind: 'CronJob', ...named(meta), replicas: null, ...zone, ...projected, ...listTemplateTraits(raw, true) },
    keys: keysOfTemplate(raw, true),
    placement: readTemplatePlacement(raw, true),
  };
}

function projectWorkload(kind: Kind, raw: unknown): Joined<'deployments'> {
  const { metadata: meta, spec, status } = withTemplate.parse(raw);
  const replicas = kind === 'DaemonSet' ? null : (spec.replicas ?? 1);
  const projected = projectTemplate(spec.template);
  const claims = spec.volumeClaimTemplates ?? [];
  const entry = {
    kind,
    ...named(meta),
    replicas,
    ...projected,
    ...listTemplateTraits(raw, false),
    claims: projected.claims === true || claims.length > 0,
    ...withoutClass(claims),
    ...(kind === 'StatefulSet' && findMaxUnavailable({ metadata: meta, spec }, replicas ?? 1)),
    ...(kind === 'DaemonSet' && {
      toleratesDisruption: (spec.template.spec.tolerations ?? []).some(toleratesDisruption),
    }),
  };
  return {
    entry,
    labels: spec.template.metadata?.labels ?? {},
    serviceAccount: spec.template.spec.serviceAccountName ?? 'default',
    availability: toAvailability(replicas, status),
    pods: countWorkloadPods({
      kind,
      replicas,
      generation: meta.generation ?? 0,
      strategy: spec.updateStrategy,
      status,
    }),
    mounts: spec.template.spec.containers.some(({ image }) => isCoredns(image)) ? listConfigMapMounts(raw) : [],
    karpenter: kind === 'Deployment' ? karpenterTemplate({ ...entry, ...spec.template.spec }) : undefined,
    settings: listControllerSettings(spec.template.spec.containers),
    hasOtherVariables: spec.template.spec.containers.some(({ envFrom }) => (envFrom ?? []).length > 0),
    keys: keysOfTemplate(raw, false),
    placement: readTemplatePlacement(raw, false),
  };
}

/**
 * Claims with `storageClassName: ""` are not listed: they explicitly request no class. Source:
 * https://kubernetes.io/docs/concepts/storage/persistent-volumes/#class-1
 */
function withoutClass(claims: readonly z.infer<typeof claimTemplate>[]): Pick<Workload, 'claimsWithoutClass'> {
  const unset = claims.filter(
    ({ metadata: meta, spec }) =>
      (spec?.storageClassName ?? meta?.annotations?.['volume.beta.kubernetes.io/storage-class']) === undefined,
  );
  return unset.length === 0 ? {} : { claimsWithoutClass: unset.map(({ metadata: meta }) => meta?.name ?? '') };
}

/** Only CoreDNS needs its mounts read: its Corefile may import files of other ConfigMaps. */
function isCoredns(image = ''): boolean {
  return imageParts(image).name.includes('coredns');
}

function named(meta: z.infer<typeof metadata>): Pick<Workload, 'namespace' | 'name' | 'labels' | 'owner'> {
  const labels = Object.fromEntries(
    namingLabels.flatMap((label) => (meta.labels?.[label] === undefined ? [] : [[label, meta.labels[label]]])),
  );
  const owner = findOwner(meta);
  return { namespace: meta.namespace, name: meta.name, labels, ...(owner === undefined ? {} : { owner }) };
}

function projectTemplate(
  raw: z.infer<typeof template>,
): Omit<Workload, keyof ReturnType<typeof named> | 'kind' | 'replicas'> {
  const { spec } = raw;
  const volumes = spec.volumes ?? [];
  const removedVolumes = findRemovedVolumes(volumes);
  return {
    ...(removedVolumes === undefined ? {} : { removedVolumes }),
    ...(hasSeccompByAnnotation(raw) ? { seccompByAnnotation: true as const } : {}),
    ...findChangedFields(raw),
    ...(runsOnWindows(spec) ? { windows: true } : {}),
    containers: [...spec.containers, ...(spec.initContainers ?? [])].map((one) =>
      projectContainer(one, spec.hostNetwork === true),
    ),
    hostPaths: volumes.flatMap(({ name, hostPath }) =>
      hostPath === undefined ? [] : [{ volume: name, path: hostPath.path }],
    ),
    configMaps: volumes.flatMap(({ configMap, projected }) =>
      [{ configMap }, ...(projected?.sources ?? [])].flatMap((source) => source.configMap?.name ?? []),
    ),
    claims: volumes.some(({ persistentVolumeClaim }) => isObject(persistentVolumeClaim)),
  };
}
