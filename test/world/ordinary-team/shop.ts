import { chartLabels, delivered, selectorLabels, type Delivery } from './delivery.ts';
import { buildUid } from './program.ts';
import { programObjects } from './programs.ts';
import { aNamespaceObject } from '../manifests.ts';

type Json = Record<string, unknown>;

/** The team's software: charts from `helm create`, deployed by Argo CD, with images in the account's registry. */

const registry = '111122223333.dkr.ecr.eu-west-1.amazonaws.com';
const http = { httpGet: { path: '/healthz', port: 'http' } };
const argo = (name: string, namespace = 'shop'): Delivery => ({ name, namespace, by: 'argo' });

const versions: Readonly<Record<string, string>> = {
  cart: '2.31.0',
  catalog: '1.18.4',
  checkout: '3.7.1',
  storefront: '5.2.0',
};

/** Deployments with 2 replicas and `minAvailable: 1`; a database of one replica with a claim; two CronJobs; a tool. */
export function shopObjects(nodes: readonly string[]): Json[] {
  const at = (index: number): string => nodes[index % nodes.length] ?? '';
  return [
    ...Object.keys(versions).flatMap((name, index) => applicationObjects(name, [at(index), at(index + 1)])),
    ...databaseObjects(at(2)),
    cronJobObject('shop/nightly-report', '15 2 * * *', `${registry}/shop/reports:1.4.0`),
    cronJobObject('shop/orders-db-backup', '0 */6 * * *', `${registry}/shop/pg-backup:16.4`),
    ...internalToolObjects(at(0)),
    ...['shop', 'tools'].map((name) => aNamespaceObject(name)),
  ];
}

function applicationObjects(name: string, nodes: readonly string[]): Json[] {
  const version = versions[name] ?? '';
  const labels = chartLabels(name, name, `${name}-0.9.2`, version);
  return [
    ...programObjects(argo(name), {
      kind: 'Deployment',
      path: `shop/${name}`,
      labels,
      selector: selectorLabels(name, name),
      podLabels: labels,
      serviceAccount: name,
      containers: [
        {
          name,
          image: `${registry}/shop/${name}:${version}`,
          ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
          livenessProbe: http,
          readinessProbe: http,
        },
      ],
      budget: { minAvailable: 1 },
      nodes,
    }),
    delivered(argo(name), ['v1', 'Service'], `shop/${name}`, {
      labels,
      spec: { selector: selectorLabels(name, name), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    }),
    delivered(argo(name), ['autoscaling/v2', 'HorizontalPodAutoscaler'], `shop/${name}`, {
      labels,
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        minReplicas: 2,
        maxReplicas: 10,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
        ],
      },
    }),
  ];
}

function databaseObjects(node: string): Json[] {
  const name = 'orders-db';
  const labels = chartLabels(name, name, `${name}-0.3.0`, '16.4');
  return programObjects(argo(name), {
    kind: 'StatefulSet',
    path: `shop/${name}`,
    labels,
    selector: selectorLabels(name, name),
    podLabels: labels,
    serviceAccount: name,
    containers: [
      {
        name: 'postgres',
        image: 'public.ecr.aws/docker/library/postgres:16.4',
        ports: [{ name: 'postgres', containerPort: 5432 }],
        readinessProbe: { exec: { command: ['pg_isready', '-U', 'orders'] } },
      },
    ],
    claims: { data: '100Gi' },
    nodes: [node],
  });
}

function cronJobObject(path: string, schedule: string, image: string): Json {
  const [, name = ''] = path.split('/');
  const labels = chartLabels(name, name, `${name}-0.2.1`, image.split(':')[1] ?? '');
  return delivered(argo(name), ['batch/v1', 'CronJob'], path, {
    labels,
    spec: {
      schedule,
      concurrencyPolicy: 'Forbid',
      successfulJobsHistoryLimit: 3,
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          template: { metadata: { labels }, spec: { restartPolicy: 'Never', containers: [{ name: 'job', image }] } },
        },
      },
    },
  });
}

/** An internal tool of one team: one replica, no budget, no data to lose. */
function internalToolObjects(node: string): Json[] {
  const name = 'pgadmin';
  return programObjects(argo(name, 'tools'), {
    kind: 'Deployment',
    path: `tools/${name}`,
    labels: chartLabels(name, name, 'pgadmin-0.1.7', '9.9'),
    selector: selectorLabels(name, name),
    serviceAccount: name,
    containers: [
      {
        name,
        image: 'docker.io/dpage/pgadmin4:9.9',
        readinessProbe: { httpGet: { path: '/misc/ping', port: 'http' } },
      },
    ],
    nodes: [node],
  });
}

/** A volume that the EBS CSI driver provisioned for a claim, and the claim. */
export function boundVolumeObjects(path: string, storage: string, zone: string): Json[] {
  const [namespace, name = ''] = path.split('/');
  const uid = buildUid('PersistentVolumeClaim', path);
  const volume = `pvc-${uid}`;
  const capacity = { storage };
  const common = { accessModes: ['ReadWriteOnce'], storageClassName: 'gp3', volumeMode: 'Filesystem' };
  const handle = `vol-0${uid.replaceAll('-', '').slice(0, 16)}`;
  const provisioned = { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' };
  const term = { key: 'topology.kubernetes.io/zone', operator: 'In', values: [zone] };
  return [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: volume, annotations: provisioned, finalizers: ['kubernetes.io/pv-protection'] },
      spec: {
        ...common,
        capacity,
        persistentVolumeReclaimPolicy: 'Delete',
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name },
        csi: { driver: 'ebs.csi.aws.com', fsType: 'ext4', volumeHandle: handle },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [term] }] } },
      },
      status: { phase: 'Bound' },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { namespace, name },
      spec: { ...common, resources: { requests: capacity }, volumeName: volume },
      status: { phase: 'Bound', capacity, accessModes: common.accessModes },
    },
  ];
}
