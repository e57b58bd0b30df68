import type { Manifest } from './seed.ts';

type Json = Record<string, unknown>;

const nodeInfoFields = [
  'architecture',
  'bootID',
  'containerRuntimeVersion',
  'kernelVersion',
  'kubeProxyVersion',
  'kubeletVersion',
  'machineID',
  'operatingSystem',
  'osImage',
  'systemUUID',
];

/**
 * Adapts a manifest of the loopback worlds to a real API server: adds required fields, completes the status of
 * workloads as their controllers would, and removes `managedFields`.
 */
export function realManifest(object: Json): Manifest {
  const { kind, metadata, ...rest } = object as Manifest;
  const { managedFields: _theServersOwn, ...kept } = metadata;
  const manifest = { ...rest, kind, metadata: kept } as Manifest;
  if (kind === 'Node') return { ...manifest, status: nodeStatus(object['status'] as Json) };
  if (kind === 'Pod') return { ...manifest, status: podStatus(object['status'] as Json) };
  if (manifest.apiVersion.startsWith('karpenter.')) return karpenterObject(manifest);
  if (kind === 'CronJob') return withRestartPolicy(manifest);
  if (kind === 'PodSecurityPolicy') return { ...manifest, spec: { ...policyRules, ...(object['spec'] as Json) } };
  const status = workloadStatus(kind, object['spec'] as Json | undefined);
  return status === undefined ? manifest : { ...manifest, status: { ...status, ...(object['status'] as Json) } };
}

const anyone = { rule: 'RunAsAny' };
const policyRules = { fsGroup: anyone, runAsUser: anyone, seLinux: anyone, supplementalGroups: anyone };

function withRestartPolicy(manifest: Manifest): Manifest {
  const cronJob = structuredClone(manifest) as Manifest & {
    spec: { jobTemplate: { spec: { template: { spec: Json } } } };
  };
  const { spec } = cronJob.spec.jobTemplate.spec.template;
  spec['restartPolicy'] ??= 'Never';
  return cronJob;
}

/** Adds `lastTransitionTime` to conditions, and `requirements` to claims. */
function karpenterObject(manifest: Manifest): Manifest {
  const { conditions = [] } = (manifest.status ?? {}) as { conditions?: Json[] };
  const lastTransitionTime = '2026-10-01T08:00:00Z';
  const isClaim = manifest.kind === 'NodeClaim' || manifest.kind === 'Machine';
  return {
    ...manifest,
    ...(isClaim ? { spec: { requirements: [], ...(manifest['spec'] as Json) } } : {}),
    status: {
      ...(manifest.status as Json),
      conditions: conditions.map((condition) => ({ lastTransitionTime, ...condition })),
    },
  };
}

function nodeStatus(status: Json): Json {
  const blank = Object.fromEntries(nodeInfoFields.map((field) => [field, '']));
  return { ...status, nodeInfo: { ...blank, ...(status['nodeInfo'] as Json) } };
}

function podStatus(status: Json): Json {
  const ready = status['phase'] === 'Running' ? 'True' : 'False';
  return { conditions: [{ type: 'Ready', status: ready }], hostIP: '10.0.0.10', podIP: '10.0.0.11', ...status };
}

function workloadStatus(kind: string, spec: Json | undefined): Json | undefined {
  if (kind === 'DaemonSet') {
    return { currentNumberScheduled: 3, desiredNumberScheduled: 3, numberMisscheduled: 0, numberReady: 2 };
  }
  if (kind !== 'Deployment' && kind !== 'StatefulSet') return undefined;
  const replicas = Number(spec?.['replicas'] ?? 1);
  return { replicas, readyReplicas: replicas, availableReplicas: replicas, updatedReplicas: replicas };
}
