import { delivered, type Delivery } from './delivery.ts';
import { toNameHash, buildUid, type Program } from './program.ts';
import { programPods } from './program-pods.ts';

type Json = Record<string, unknown>;
type Labels = Readonly<Record<string, string>>;

/** All objects of a program: the workload, its ReplicaSet, its pods, its ServiceAccount, its budget. */
export function programObjects(delivery: Delivery, program: Program): Json[] {
  const { path, labels, serviceAccount, kind } = program;
  const [namespace = ''] = path.split('/');
  const hash = toNameHash(path, 10);
  const own = delivered(delivery, ['apps/v1', kind], path, {
    labels,
    spec: { ...buildSpec(program), ...program.spec },
    status: buildStatus(program),
  });
  const account =
    serviceAccount === undefined
      ? []
      : [delivered(delivery, ['v1', 'ServiceAccount'], `${namespace}/${serviceAccount}`, { labels })];
  return [
    own,
    ...(kind === 'Deployment' ? [buildReplicaSet(own, program, hash)] : []),
    ...programPods(program, hash),
    ...account,
    ...buildBudgets(delivery, program),
  ];
}

function buildSpec({ kind, selector, nodes, claims, path, ...program }: Program): Json {
  const [, name = ''] = path.split('/');
  const template = {
    metadata: {
      labels: { ...selector, ...program.podLabels },
      ...(program.podAnnotations === undefined ? {} : { annotations: program.podAnnotations }),
    },
    spec: {
      ...(program.initContainers === undefined ? {} : { initContainers: program.initContainers }),
      containers: program.containers,
      ...(program.serviceAccount === undefined ? {} : { serviceAccountName: program.serviceAccount }),
      ...(program.volumes === undefined ? {} : { volumes: program.volumes }),
      ...program.podSpec,
    },
  };
  return {
    ...(kind === 'DaemonSet' ? {} : { replicas: nodes.length }),
    ...(kind === 'StatefulSet' ? { serviceName: name } : {}),
    selector: { matchLabels: selector },
    template,
    ...(claims === undefined ? {} : { volumeClaimTemplates: Object.entries(claims).map(claimTemplate) }),
  };
}

function claimTemplate([name, storage]: [string, string]): Json {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'gp3', resources: { requests: { storage } } },
  };
}

function buildStatus({ kind, nodes }: Program): Json {
  const count = nodes.length;
  if (kind === 'DaemonSet') {
    return {
      observedGeneration: 1,
      currentNumberScheduled: count,
      desiredNumberScheduled: count,
      numberAvailable: count,
      numberMisscheduled: 0,
      numberReady: count,
      updatedNumberScheduled: count,
    };
  }
  return {
    observedGeneration: 1,
    replicas: count,
    readyReplicas: count,
    availableReplicas: count,
    updatedReplicas: count,
  };
}

function buildReplicaSet(deployment: Json, { path, selector, nodes }: Program, hash: string): Json {
  const [namespace, name] = path.split('/');
  const { template } = deployment['spec'] as { template: { metadata: { labels: Labels } & Json } & Json };
  const withHash = { 'pod-template-hash': hash };
  const labels = { ...template.metadata.labels, ...withHash };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      namespace,
      name: `${name}-${hash}`,
      labels,
      annotations: { 'deployment.kubernetes.io/revision': '1' },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'Deployment', name, uid: buildUid('Deployment', path), controller: true },
      ],
    },
    spec: {
      replicas: nodes.length,
      selector: { matchLabels: { ...selector, ...withHash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
    status: { replicas: nodes.length, readyReplicas: nodes.length, availableReplicas: nodes.length },
  };
}

function buildBudgets(delivery: Delivery, { path, labels, selector, budget, nodes }: Program): Json[] {
  if (budget === undefined) return [];
  const count = nodes.length;
  const { minAvailable, maxUnavailable = 1 } = budget as { minAvailable?: number; maxUnavailable?: number };
  const desiredHealthy = minAvailable ?? Math.max(0, count - maxUnavailable);
  const status = {
    observedGeneration: 1,
    currentHealthy: count,
    desiredHealthy,
    expectedPods: count,
    disruptionsAllowed: count - desiredHealthy,
    conditions: [
      {
        type: 'DisruptionAllowed',
        status: count > desiredHealthy ? 'True' : 'False',
        reason: count > desiredHealthy ? 'SufficientPods' : 'InsufficientPods',
        message: '',
        observedGeneration: 1,
        lastTransitionTime: '2025-11-24T09:14:02Z',
      },
    ],
  };
  const spec = { selector: { matchLabels: selector }, ...budget };
  return [delivered(delivery, ['policy/v1', 'PodDisruptionBudget'], path, { labels, spec, status })];
}
