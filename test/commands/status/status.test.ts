import { describe, expect, it } from 'vitest';
import { statusSchema, type StatusDocument } from '../../../src/report/status/schema.ts';
import { aConfigurationObject, aWebhookObject, aWebhookRule } from '../../world/api-extensions.ts';
import { anInstalledAddon } from '../../world/addons.ts';
import { aDescribedCluster, aManagedGroup } from '../../world/healthy.ts';
import { aClaimObject, aNodePoolObject } from '../../world/karpenter-pools.ts';
import { aPodObject } from '../../world/manifests.ts';
import { runCommand, type Ended } from '../../world/in-process.ts';
import {
  aCartBudget,
  aCartPod,
  aGroupUpdate,
  aRolledNode,
  nodeAt,
  rolledNodes,
  rollWorld,
} from '../../world/roll-world.ts';
import { startWorld, type RunningWorld } from '../../world/run.ts';
import type { World } from '../../world/world.ts';
import { expectLawful } from './printed.ts';

/** What one look at a cluster says while EKS updates its node group: one row for each thing that can hold it. */

type Json = Record<string, unknown>;

const old = nodeAt('1-17');
const held = 'cart-5d9c7b6f4-x2x7k';
const closed = aCartBudget(
  { maxUnavailable: 0 },
  { currentHealthy: 2, desiredHealthy: 2, expectedPods: 2, disruptionsAllowed: 0, observedGeneration: 1 },
);
const other = aCartPod('cart-5d9c7b6f4-9k2vd', nodeAt('70-11'));
const deleted = (at: string, metadata: Json = {}) =>
  aCartPod(held, old, { metadata: { deletionTimestamp: at, deletionGracePeriodSeconds: 30, ...metadata } });
const open = { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1, observedGeneration: 1 };
const insufficient = {
  type: 'DisruptionAllowed',
  status: 'False',
  reason: 'InsufficientPods',
  message: '',
  lastTransitionTime: '2026-11-20T11:41:00Z',
};
const closedLong = aCartBudget(
  { maxUnavailable: 1 },
  {
    currentHealthy: 1,
    desiredHealthy: 1,
    expectedPods: 2,
    disruptionsAllowed: 0,
    observedGeneration: 1,
    conditions: [insufficient],
  },
);
const anotherPod = aPodObject('shop/report-1', old, { kind: 'ReplicaSet', name: 'report-7c9d', hash: '7c9d' });
const unplaced = (since: string) =>
  aCartPod('cart-5d9c7b6f4-9k2vd', undefined, {
    status: {
      phase: 'Pending',
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'Unschedulable',
          message: '0/4 nodes are available: 2 Insufficient cpu, 2 node(s) were unschedulable.',
          lastTransitionTime: since,
        },
      ],
    },
  });
const onceHealthy = aCartBudget(
  { maxUnavailable: 1 },
  { currentHealthy: 1, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 0, observedGeneration: 1 },
);

const selfManaged = { 'eks.amazonaws.com/nodegroup': undefined, 'alpha.eksctl.io/nodegroup-name': 'batch' };
const karpenter = { 'eks.amazonaws.com/nodegroup': undefined, 'karpenter.sh/nodepool': 'default' };
const barePod = (address: string) => ({
  ...aCartPod('debug', nodeAt(address)),
  metadata: { namespace: 'shop', name: 'debug', labels: {} },
});
/** A NodeClaim that is drifted, or is being deleted since a time. */
function aClaim(name: string, address: string, deletionTimestamp?: string): Json {
  const claim = aClaimObject('NodeClaim', name, 'default');
  return {
    ...claim,
    metadata: { ...(claim['metadata'] as Json), ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
    status: { nodeName: nodeAt(address), conditions: [{ type: 'Drifted', status: 'True' }] },
  };
}

const anAttachment = (nodeName: string) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttachment',
  metadata: { name: 'csi-1' },
  spec: { attacher: 'ebs.csi.aws.com', nodeName, source: { persistentVolumeName: 'pvc-0d4' } },
  status: { attached: true },
});
const notReady = (node: Json): Json => ({
  ...node,
  status: {
    ...(node['status'] as Json),
    conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-20T11:40:00Z' }],
  },
});
const cordonedAt = (timeAdded: string) => ({
  spec: { unschedulable: true, taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded }] },
});

interface Row {
  it: string;
  objects?: readonly Json[];
  aws?: Partial<World['aws']>;
  deny?: readonly string[];
  /** The group `general` is not being updated. */
  isQuiet?: true;
  first: string;
  exitCode: number;
  /** Parts of the text. */
  says: readonly string[];
}

const rows: readonly Row[] = [
  {
    it: 'a budget that allows no eviction',
    objects: [aCartPod(held, old), other, closed],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: ['held by', 'pdb/shop/cart', 'maxUnavailable is 0', 'not before 12:06 UTC', 'kubectl -n shop patch pdb cart'],
  },
  {
    it: 'a budget that Helm manages',
    objects: [
      aCartPod(held, old),
      other,
      {
        ...closed,
        metadata: {
          ...(closed['metadata'] as Json),
          labels: { 'app.kubernetes.io/managed-by': 'Helm' },
          annotations: { 'meta.helm.sh/release-name': 'cart', 'meta.helm.sh/release-namespace': 'shop' },
        },
      },
    ],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: ['Set `spec.maxUnavailable` to 1 (managed by Helm).'],
  },
  {
    it: 'two budgets for one pod',
    objects: [aCartPod(held, old), other, closed, aCartBudget({ maxUnavailable: 1 }, open, 'shop/cart-2')],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: ['pdb/shop/cart and pdb/shop/cart-2 select it, and the eviction API rejects pods with two budgets'],
  },
  {
    it: 'a node with a held pod and one that can leave, which may wait for its turn',
    objects: [aCartPod(held, old), other, closed, anotherPod],
    first: 'RUNNING  prod  node group general: 2 old nodes, 2 new, 1 held pod',
    exitCode: 2,
    says: ['cordoned 11:51 2 pdb/shop/cart', 'maxUnavailable is 0'],
  },
  {
    it: 'a node that drains',
    objects: [deleted('2026-11-20T12:00:20Z'), anotherPod],
    first: 'RUNNING  prod  node group general: 2 old nodes, 2 new',
    exitCode: 2,
    says: ['drains 11:51 2 -', 'is stopping; its grace period of 30 s ends 12:00 UTC'],
  },
  {
    it: 'a pod that tolerates the taint of cordoned nodes, which may return',
    objects: [aCartPod(held, old, { spec: { tolerations: [{ operator: 'Exists' }] } })],
    first: 'RUNNING  prod  node group general: 2 old nodes, 2 new',
    exitCode: 2,
    says: [
      'cordoned 11:51 1 -',
      'its replacement can return to this node',
      'Give the toleration in its pod template a key',
    ],
  },
  {
    it: 'a finalizer',
    objects: [
      { ...deleted('2026-11-20T11:53:00Z', { finalizers: ['example.com/drain'] }), status: { phase: 'Failed' } },
    ],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: [`pod/shop/${held} was deleted at 11:52 UTC and waits for its finalizer example.com/drain`],
  },
  {
    it: 'a grace period longer than EKS waits',
    objects: [deleted('2026-11-20T12:52:00Z', { deletionGracePeriodSeconds: 3600 })],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: ['is stopping; its grace period of 3,600 s ends 12:52 UTC', '--grace-period=30'],
  },
  {
    it: 'a pod that the kubelet has not stopped',
    objects: [deleted('2026-11-20T11:53:00Z')],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: ['its grace period has ended, but', `kubectl describe node ${old}`],
  },
  {
    it: 'a cluster without room for the replacement',
    objects: [aCartPod(held, old), unplaced('2026-11-20T11:52:00Z'), onceHealthy],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: ['Pending since 11:52 UTC: 0/4 nodes are available', 'pdb/shop/cart allows 0 disruptions'],
  },
  {
    it: 'a replacement that has waited for a minute only',
    objects: [aCartPod(held, old), unplaced('2026-11-20T11:59:00Z'), onceHealthy],
    first: 'RUNNING  prod  node group general: 2 old nodes, 2 new',
    exitCode: 2,
    says: ['Pending since 11:59 UTC', 'cannot be evicted now'],
  },
  {
    it: 'a webhook that does not respond to evictions',
    objects: [
      aCartPod(held, old),
      aConfigurationObject('Validating', 'drain-guard', [
        aWebhookObject('guard.example.com', {
          calls: 'shop/guard',
          rules: [aWebhookRule('', ['pods/eviction'], ['CREATE'])],
        }),
      ]),
    ],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: [
      'which has failurePolicy Fail, and service shop/guard has no ready endpoints',
      'kubectl edit validatingwebhookconfiguration drain-guard',
    ],
  },
  {
    it: 'a volume that is still attached to the old node',
    objects: [
      aCartPod('cart-5d9c7b6f4-9k2vd', nodeAt('70-11'), {
        spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'cart-data' } }] },
        status: { phase: 'Pending', conditions: [] },
      }),
      {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'pvc-0d4' },
        spec: { csi: { driver: 'ebs.csi.aws.com' }, claimRef: { namespace: 'shop', name: 'cart-data' } },
        status: { phase: 'Bound' },
      },
      anAttachment(old),
    ],
    first: 'RUNNING  prod  node group general: 2 old nodes, 2 new',
    exitCode: 2,
    says: ['for volume pvc-0d4, which is still attached to node ip-10-0-1-17', 'kubectl get volumeattachments'],
  },
  {
    it: 'a pod without a controller, which EKS evicts all the same',
    objects: [barePod('1-17')],
    first: 'RUNNING  prod  node group general: 2 old nodes, 2 new',
    exitCode: 2,
    says: ['pod/shop/debug has no controller: the eviction deletes it, and it does not come back'],
  },
];

const byId = (...updates: readonly Json[]) => Object.fromEntries(updates.map((one) => [String(one['id']), one]));
const failed = (code: string, more: Json = {}) => ({
  nodegroups: { general: aManagedGroup('general', { status: 'ACTIVE' }) },
  updates: byId(
    aGroupUpdate('general', {
      status: 'Failed',
      errors: [
        { errorCode: code, errorMessage: 'Reached max retries while trying to evict pods', resourceIds: ['i-0a1'] },
      ],
      ...more,
    }),
  ),
});
const version = (type: string, value: string, status: string) => ({
  id: `update-${type}`,
  type,
  status,
  params: [{ type: 'Version', value }],
  createdAt: Date.parse('2026-11-20T11:40:00Z') / 1000,
  errors: [],
});
const aws = (more: Partial<World['aws']>) => more;
const quiet = { nodegroups: { general: aManagedGroup('general', { version: '1.34' }) }, updates: {} };

const phases: readonly Row[] = [
  {
    it: 'an update that failed because of a pod',
    objects: [aCartPod(held, old), other, closed],
    aws: aws(failed('PodEvictionFailure')),
    first: 'FAILED  prod  node group general: PodEvictionFailure',
    exitCode: 1,
    says: ['PodEvictionFailure:', 'pdb/shop/cart'],
  },
  {
    it: 'an update that failed because no new node joined',
    aws: aws(failed('NodeCreationFailure')),
    first: 'FAILED  prod  node group general: NodeCreationFailure',
    exitCode: 1,
    says: ['NodeCreationFailure:', 'aws eks update-nodegroup-version --region eu-west-1 --cluster-name prod'],
  },
  {
    it: 'a cancelled update',
    aws: aws(failed('Unknown', { status: 'Cancelled', errors: [] })),
    first: 'FAILED  prod  node group general: update Cancelled',
    exitCode: 1,
    says: ['Start the update again.'],
  },
  {
    it: 'an update that has not cordoned a node',
    aws: aws({ nodegroups: { general: aManagedGroup('general', { status: 'UPDATING' }) } }),
    isQuiet: true,
    objects: [aRolledNode('1-17', 'old'), aRolledNode('2-17', 'old')],
    first: 'RUNNING  prod  node group general: 2 old nodes, 2 new',
    exitCode: 2,
    says: ['EKS fails the update with NodeCreationFailure if new nodes are not Ready within 15 minutes'],
  },
  {
    it: 'an update of the control plane',
    isQuiet: true,
    aws: aws({
      ...quiet,
      clusters: { prod: aDescribedCluster('prod', '1.33', { status: 'UPDATING' }) },
      updates: byId(version('VersionUpdate', '1.34', 'InProgress')),
    }),
    first: 'RUNNING  prod  control plane 1.33 -> 1.34: VersionUpdate InProgress',
    exitCode: 2,
    says: [],
  },
  {
    it: 'a rollback of an Auto Mode cluster, which can be cancelled',
    objects: [
      aRolledNode('9-9', 'new', { 'eks.amazonaws.com/compute-type': 'auto', 'karpenter.sh/nodepool': 'system' }),
    ],
    isQuiet: true,
    aws: aws({
      ...quiet,
      clusters: {
        prod: aDescribedCluster('prod', '1.34', { computeConfig: { enabled: true, nodePools: ['system'] } }),
      },
      updates: byId(version('VersionRollback', '1.33', 'InProgress')),
    }),
    first: 'RUNNING  prod  control plane 1.34 -> 1.33: VersionRollback InProgress',
    exitCode: 2,
    says: ['EKS replaces 1 node of EKS Auto Mode first', 'aws eks cancel-update --region eu-west-1 --name prod'],
  },
  {
    it: 'a rollback that cannot be cancelled',
    isQuiet: true,
    aws: aws({ ...quiet, updates: byId(version('VersionRollback', '1.33', 'InProgress')) }),
    first: 'RUNNING  prod  control plane 1.34 -> 1.33: VersionRollback InProgress',
    exitCode: 2,
    says: ['A rollback to 1.33 is running; it cannot be cancelled.'],
  },
  {
    it: 'an instance refresh',
    objects: [
      aRolledNode('5-1', 'old', {
        'eks.amazonaws.com/nodegroup': undefined,
        'alpha.eksctl.io/nodegroup-name': 'batch',
      }),
    ],
    isQuiet: true,
    aws: aws({
      ...quiet,
      autoScalingGroups: [
        {
          AutoScalingGroupName: 'batch-asg',
          MinSize: 0,
          MaxSize: 3,
          DesiredCapacity: 1,
          Instances: [{ InstanceId: `i-0${nodeAt('5-1')}` }],
          Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true }],
        },
      ],
      instanceRefreshes: {
        'batch-asg': [
          {
            InstanceRefreshId: '08b91cf7',
            Status: 'InProgress',
            StartTime: '2026-11-20T11:50:00Z',
            PercentageComplete: 40,
          },
        ],
      },
    }),
    first: 'RUNNING  prod  an instance refresh of Auto Scaling group batch-asg is InProgress, 40% complete',
    exitCode: 2,
    says: ['An instance refresh does not drain nodes by itself'],
  },
  {
    it: 'new nodes that do not become Ready',
    isQuiet: true,
    objects: [aRolledNode('1-17', 'old'), notReady(aRolledNode('90-1', 'new'))],
    aws: aws({ nodegroups: { general: aManagedGroup('general', { status: 'UPDATING' }) } }),
    first: 'STUCK  prod  node group general waits for 1 new node',
    exitCode: 1,
    says: ['is NotReady since 11:40 UTC', 'NodeCreationFailure', 'kubectl describe node'],
  },
  {
    it: 'a budget that has been closed for long, because a pod elsewhere is not ready',
    objects: [
      { ...aRolledNode('1-17', 'cordoned'), ...cordonedAt('2026-11-20T11:20:00Z') },
      aCartPod(held, old),
      closedLong,
    ],
    isQuiet: true,
    aws: aws({
      nodegroups: { general: aManagedGroup('general', { status: 'UPDATING' }) },
    }),
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: ['cannot be evicted now', 'not before 12:03 UTC (15 min after the update began)'],
  },
  {
    it: 'a Pending pod of another workload',
    objects: [
      aCartPod(held, old),
      other,
      closed,
      { ...unplaced('2026-11-20T11:52:00Z'), metadata: { namespace: 'ml', name: 'gpu-1', labels: {} } },
    ],
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: [
      'Do now Set `spec.maxUnavailable` to 1',
      'Later The update continues by itself. Restore the budget afterwards.',
    ],
  },
  {
    it: 'a cordoned node of a group that nothing updates',
    isQuiet: true,
    objects: [aRolledNode('1-17', 'cordoned'), aCartPod(held, old), other, closed],
    aws: aws(quiet),
    first: 'STUCK  prod  node group general waits for 1 pod',
    exitCode: 1,
    says: ['pdb/shop/cart'],
  },
  {
    it: 'a degraded node group',
    isQuiet: true,
    aws: aws({
      nodegroups: {
        general: aManagedGroup('general', {
          version: '1.34',
          status: 'DEGRADED',
          health: {
            issues: [{ code: 'AsgInstanceLaunchFailures', message: 'no capacity', resourceIds: ['eks-general'] }],
          },
        }),
      },
      updates: {},
    }),
    first: 'FAILED  prod  node group general is DEGRADED: AsgInstanceLaunchFailures',
    exitCode: 1,
    says: ['EKS reports AsgInstanceLaunchFailures: no capacity'],
  },
  {
    it: 'a NodeClaim whose volume is not detached',
    isQuiet: true,
    objects: [
      aRolledNode('6-1', 'old', karpenter),
      aNodePoolObject('default'),
      aClaim('default-a', '6-1', '2026-11-20T11:30:00Z'),
      anAttachment(nodeAt('6-1')),
    ],
    aws: aws(quiet),
    first: 'STUCK  prod  NodePool default waits for 1 volume',
    exitCode: 1,
    says: ['has no pods left, but volume pvc-0d4 is still attached', 'has no terminationGracePeriod'],
  },
  {
    it: 'nodes of your own whose Auto Scaling group was not found',
    isQuiet: true,
    objects: [aRolledNode('5-1', 'old', selfManaged)],
    aws: aws(quiet),
    first: 'UNKNOWN  prod  self-managed nodes of batch: not seen whether an instance refresh runs',
    exitCode: 2,
    says: [],
  },
  {
    it: 'nodes of your own, drained by hand',
    objects: [
      aRolledNode('5-1', 'cordoned', selfManaged),
      aCartPod('cart-5d9c7b6f4-x2x7k', nodeAt('5-1')),
      other,
      closed,
    ],
    isQuiet: true,
    aws: aws(quiet),
    first: 'STUCK  prod  self-managed nodes of batch wait for 1 pod',
    exitCode: 1,
    says: ['`kubectl drain` retries until you stop it', '--disable-eviction'],
  },
  {
    it: 'a bare pod on a node of your own',
    objects: [aRolledNode('5-1', 'cordoned', selfManaged), barePod('5-1')],
    isQuiet: true,
    aws: aws(quiet),
    first: 'STUCK  prod  self-managed nodes of batch wait for 1 pod',
    exitCode: 1,
    says: ['kubectl drain refuses to delete it without --force'],
  },
  {
    it: 'a NodeClaim that a pod holds',
    objects: [
      aRolledNode('6-1', 'old', karpenter),
      aNodePoolObject('default'),
      aClaim('default-a', '6-1', '2026-11-20T11:30:00Z'),
      aCartPod(held, nodeAt('6-1'), { metadata: { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } } }),
    ],
    isQuiet: true,
    aws: aws(quiet),
    first: 'STUCK  prod  NodePool default waits for 1 pod',
    exitCode: 1,
    says: [
      'has the annotation karpenter.sh/do-not-disrupt',
      'annotate pod cart-5d9c7b6f4-x2x7k karpenter.sh/do-not-disrupt-',
    ],
  },
  {
    it: 'NodeClaims that are drifted',
    objects: [aRolledNode('6-1', 'old', karpenter), aClaim('default-a', '6-1')],
    isQuiet: true,
    aws: aws(quiet),
    first: 'RUNNING  prod  NodePool default: 1 NodeClaim is drifted',
    exitCode: 2,
    says: [],
  },
  {
    it: 'pods on Fargate of the earlier version',
    objects: [
      aRolledNode('x', 'old', {
        'eks.amazonaws.com/nodegroup': undefined,
        'eks.amazonaws.com/compute-type': 'fargate',
      }),
    ],
    isQuiet: true,
    aws: aws({ ...quiet, updates: {} }),
    first: 'IDLE  prod  1.34: no update runs',
    exitCode: 0,
    says: [
      'Last update: EKS lists none.',
      '1 of 1 pod on Fargate is older than the control plane: restart its workload',
    ],
  },
  {
    it: 'an add-on whose update failed',
    isQuiet: true,
    aws: aws({
      ...quiet,
      addons: {
        coredns: {
          ...anInstalledAddon('coredns', 'v1.12.4-eksbuild.1'),
          status: 'UPDATE_FAILED',
          health: { issues: [{ code: 'ConfigurationConflict', message: 'Conflicts found', resourceIds: [] }] },
        },
      },
    }),
    first: 'FAILED  prod  add-on coredns v1.12.4-eksbuild.1 is UPDATE_FAILED (ConfigurationConflict)',
    exitCode: 1,
    says: ['ConfigurationConflict: Conflicts found'],
  },
  {
    it: 'nothing that runs',
    isQuiet: true,
    aws: aws({ ...quiet, updates: byId(aGroupUpdate('general', { status: 'Successful' })) }),
    first: 'IDLE  prod  1.34: no update runs',
    exitCode: 0,
    says: [
      'Last update: node group general, VersionUpdate Successful, began 2026-11-20 11:48 UTC.',
      'IDLE, exit code 0',
    ],
  },
];

/** A clock that stands still: the screens name times. */
const io = { now: () => new Date('2026-11-20T12:00:00Z') };

async function look(world: World): Promise<{ text: Ended; document: StatusDocument }> {
  const running: RunningWorld = await startWorld(world);
  try {
    const run = (...args: string[]) => runCommand(['status', 'prod', ...args], { env: running.env, io });
    const text = await run();
    return { text, document: statusSchema.parse(JSON.parse((await run('--format', 'json')).stdout)) };
  } finally {
    await running.close();
  }
}

/** Lines of a terminal of 80 columns, which breaks longer ones. */
function countLines(text: string): number {
  return text
    .trimEnd()
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

const newNodes = [aRolledNode('70-11', 'new'), aRolledNode('81-4', 'new')];
const screens: string[] = [];

describe('a node group that EKS updates', () => {
  it.each([...rows, ...phases])(
    'shows $it',
    async ({ it: name, isQuiet, objects = [], aws = {}, deny = [], first, exitCode, says }) => {
      const nodes = isQuiet === true ? newNodes : rolledNodes;
      const { text, document } = await look({ ...rollWorld([...nodes, ...objects], aws), deny });
      screens.push(`== ${name} (loopback account and API server)\n${text.stdout}`);
      expect(text.code).toBe(exitCode);
      expect(document.exitCode).toBe(exitCode);
      const flat = plain(text.stdout);
      expect(flat.slice(0, plain(first).length)).toBe(plain(first));
      for (const part of says) expect(flat).toContain(part);
      expect(countLines(text.stdout)).toBeLessThanOrEqual(24);
      expect(text.stderr).toBe('');
      expectLawful(document);
    },
  );

  it('prints these screens', async () => {
    await expect(screens.join('\n')).toMatchFileSnapshot('../../formats/status/screens.txt');
  });
});
