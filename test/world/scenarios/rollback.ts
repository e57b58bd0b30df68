import { anOfferedAddon } from '../addons.ts';
import { aDescribedCluster, eksVersions } from '../healthy.ts';
import { healthyAt, managedNodes } from '../healthy-at.ts';
import { anInsight, passingInsights } from '../insights.ts';
import { aNodeObject } from '../manifests.ts';
import type { World } from '../world.ts';

/** The healthy cluster around an update from 1.34 to 1.35: before it, two days after it, and rolled back. */

type Json = Record<string, unknown>;

/** An update of the cluster's version as DescribeUpdate returns it. */
function aVersionChange(id: string, type: 'VersionUpdate' | 'VersionRollback', version: string, createdAt: string) {
  const params = [{ type: 'Version', value: version }];
  return { id, status: 'Successful', type, params, createdAt: Date.parse(createdAt) / 1000, errors: [] };
}

const created = aVersionChange('update-a', 'VersionUpdate', '1.34', '2026-03-02T09:00:00Z');
const updated = aVersionChange('update-b', 'VersionUpdate', '1.35', '2026-11-18T12:00:00Z');
const undone = aVersionChange('update-c', 'VersionRollback', '1.34', '2026-11-19T09:00:00Z');

const byId = (records: readonly { id: string }[]) => Object.fromEntries(records.map((one) => [one.id, one]));

/** The insights about a rollback to 1.34, of which the first may have another status. */
function rollbackReadiness(first: Json): { id: string }[] {
  const names = ['Kubelet version', 'EKS add-on version', 'Cluster health'];
  return names.map((name, index) => {
    const more = { category: 'ROLLBACK_READINESS', ...(index === 0 ? first : {}) };
    const id = `rollback-1.34-${index}`;
    return { ...anInsight(id, `${name} rollback compatibility`, '1.34', more), id };
  });
}

/** The cluster at 1.34, ready for 1.35, with versions of the add-ons that fit both. */
export function rollbackBeforeWorld(): World {
  const world = healthyAt('1.34.1');
  const proxy = 'v1.34.1-eksbuild.2';
  return {
    ...world,
    aws: {
      ...world.aws,
      clusterVersions: eksVersions(1),
      addonVersions: [
        ...world.aws.addonVersions.filter(({ addonName }) => addonName !== 'kube-proxy'),
        anOfferedAddon('kube-proxy', { [proxy]: ['1.34*', '1.35*', '1.36*'] }),
      ],
      updates: byId([created]),
    },
  };
}

/** Two days after the update to 1.35: the nodes are still at 1.34, and the rollback insights pass. */
export function rollbackOpenWorld(): World {
  return afterUpdate({});
}

/** The same, but the only node group with nodes is at 1.35, which the insight about kubelets reports. */
export function rollbackBlockedWorld(): World {
  const insightStatus = { status: 'ERROR', reason: 'Nodes are newer than 1.34.' };
  const world = afterUpdate({ insightStatus });
  const { general = {}, ...groups } = world.aws.nodegroups;
  const nodes = managedNodes.map((name, index) =>
    aNodeObject(name, {
      kubelet: 'v1.35.0-eks-113cf36',
      labels: { 'eks.amazonaws.com/nodegroup': 'general' },
      zone: `eu-west-1${'abc'[index]}`,
    }),
  );
  const others = world.kube.objects.filter(({ kind }) => kind !== 'Node');
  return {
    ...world,
    aws: {
      ...world.aws,
      nodegroups: { ...groups, general: { ...general, version: '1.35', releaseVersion: '1.35.0-20251103' } },
    },
    kube: { ...world.kube, objects: [...others, ...nodes] },
  };
}

/** The cluster at 1.34 again: the newest change of its version is a rollback. */
export function rolledBackWorld(): World {
  const world = rollbackBeforeWorld();
  return { ...world, aws: { ...world.aws, updates: byId([created, updated, undone]) } };
}

function afterUpdate(insight: Json): World {
  const world = rollbackBeforeWorld();
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', '1.35') },
      insights: { ...passingInsights('1.36'), ...byId(rollbackReadiness(insight)) },
      updates: byId([created, updated]),
    },
    kube: { ...world.kube, version: 'v1.35.0-eks-3025e55' },
  };
}
