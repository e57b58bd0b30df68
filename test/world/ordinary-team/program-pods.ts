import { toNameHash, buildUid, type Container, type Program } from './program.ts';

type Json = Record<string, unknown>;

const started = '2025-11-24T09:13:05Z';

/** The pods of a program, one on each of its nodes, as its controller and the kubelets write them. */
export function programPods(program: Program, hash: string): Json[] {
  return program.nodes.map((node, index) => buildPod(program, node, buildPodName(program, hash, index), hash, index));
}

function buildPodName({ kind, path }: Program, hash: string, index: number): string {
  const [, name = ''] = path.split('/');
  if (kind === 'StatefulSet') return `${name}-${index}`;
  const suffix = toNameHash(`${path}/${index}`, 5);
  return kind === 'Deployment' ? `${name}-${hash}-${suffix}` : `${name}-${suffix}`;
}

function buildPod(program: Program, node: string, name: string, hash: string, index: number): Json {
  const { kind, path, serviceAccount = 'default', containers, initContainers, volumes = [], claims = {} } = program;
  const [namespace = '', owner = ''] = path.split('/');
  const claimed = Object.keys(claims).map((claim) => ({
    name: claim,
    persistentVolumeClaim: { claimName: `${claim}-${name}` },
  }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace,
      name,
      creationTimestamp: started,
      labels: { ...program.selector, ...program.podLabels, ...ownLabels(kind, name, hash, index) },
      ...(program.podAnnotations === undefined ? {} : { annotations: program.podAnnotations }),
      ownerReferences: [buildOwnerReference(kind, namespace, kind === 'Deployment' ? `${owner}-${hash}` : owner)],
    },
    spec: {
      ...(initContainers === undefined ? {} : { initContainers }),
      containers,
      nodeName: node,
      serviceAccountName: serviceAccount,
      volumes: [...claimed, ...volumes],
      ...program.podSpec,
    },
    status: runningStatus(containers, node),
  };
}

/** Labels that a controller adds to those of the template. */
function ownLabels(kind: Program['kind'], name: string, hash: string, index: number): Json {
  if (kind === 'Deployment') return { 'pod-template-hash': hash };
  if (kind === 'DaemonSet') return { 'controller-revision-hash': hash, 'pod-template-generation': '1' };
  return {
    'controller-revision-hash': `${name.replace(/-\d+$/, '')}-${hash}`,
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(index),
  };
}

function buildOwnerReference(kind: Program['kind'], namespace: string, name: string): Json {
  const owner = kind === 'Deployment' ? 'ReplicaSet' : kind;
  return {
    apiVersion: 'apps/v1',
    kind: owner,
    name,
    uid: buildUid(owner, `${namespace}/${name}`),
    controller: true,
    blockOwnerDeletion: true,
  };
}

function runningStatus(containers: readonly Container[], node: string): Json {
  const [, ip = '10-0-0-10'] = /^ip-([\d-]+)\./.exec(node) ?? [];
  const types = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];
  return {
    phase: 'Running',
    conditions: types.map((type) => ({ type, status: 'True', lastTransitionTime: started })),
    hostIP: ip.replaceAll('-', '.'),
    startTime: started,
    containerStatuses: containers.map(({ name, image }) => ({
      name,
      image,
      imageID: '',
      ready: true,
      started: true,
      restartCount: 0,
      state: { running: { startedAt: started } },
    })),
  };
}
