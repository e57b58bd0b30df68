import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import type { Obstacle } from '../shared/rollback-obstacle.ts';
import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';

/** The facts that show obstacles; a fact that was not read is omitted. */
export type Seen = {
  readonly [Name in 'clusterVersions' | 'nodes' | 'addons' | 'addonVersions' | 'rollbackInsights' | 'updates']?:
    | Facts[Name]
    | undefined;
};

/**
 * What stops a rollback from one version to the version before it, in the order in which it must be removed.
 * @param to the version after the rollback
 * @param from the version before the rollback
 */
export function listObstacles(
  to: Minor,
  from: Minor,
  { nodes, addons, addonVersions, updates }: Seen,
  { cluster, current }: Pick<Context, 'cluster' | 'current'>,
): Obstacle[] {
  const hasUpdated = from === current;
  return [
    ...(updates === undefined ? [] : runningUpdates(updates, cluster)),
    ...(nodes === undefined ? [] : newerNodes(to, nodes)),
    ...(addons === undefined || addonVersions === undefined
      ? []
      : addonObstacles({ to, from, hasUpdated }, addons, addonVersions)),
  ];
}

/** EKS starts a rollback only on an active cluster, without another update. */
function runningUpdates(updates: Facts['updates'], { status: state }: Facts['cluster']): Obstacle[] {
  const running = updates.filter(({ status }) => status === 'InProgress');
  if (running.length === 0 && state !== 'ACTIVE') {
    const evidence = { observed: `status ${state}`, required: 'ACTIVE', fact: 'cluster' };
    return [{ text: `the status of the cluster is ${state}`, evidence, task: 'wait' }];
  }
  return running.map(({ id, type }) => ({
    text: `${type} ${id} is running`,
    evidence: { observed: `${type} ${id} InProgress`, required: 'no running update', fact: 'updates' },
    task: 'wait',
  }));
}

/** The control plane must not be older than its nodes. EKS itself takes back the nodes of Auto Mode. */
function newerNodes(to: Minor, nodes: Facts['nodes']): Obstacle[] {
  const own = nodes.filter(({ computeType }) => computeType !== 'auto' && computeType !== 'virtual');
  const newer = own.filter(({ kubeletVersion }) => (parseMinor(kubeletVersion) ?? 0) > to);
  const unread = own.filter(({ kubeletVersion }) => parseMinor(kubeletVersion) === undefined);
  const onFargate = newer.filter(({ computeType }) => computeType === 'fargate');
  const others = newer.filter(({ computeType }) => computeType !== 'fargate');
  const required = `kubelet ${format(to)} or earlier`;
  return [
    ...newerObstacle(to, others, 'nodes'),
    ...newerObstacle(to, onFargate, 'fargate'),
    ...(unread.length === 0
      ? []
      : [
          {
            text: `the version of ${formatCount(unread.length, 'node')} cannot be read`,
            evidence: { observed: `${unread[0]?.name}: ${unread[0]?.kubeletVersion}`, required, fact: 'nodes' },
            isUnknown: true as const,
            task: 'nodes' as const,
          },
        ]),
  ];
}

function newerObstacle(to: Minor, newer: Facts['nodes'], task: 'nodes' | 'fargate'): Obstacle[] {
  if (newer.length === 0) return [];
  const groups = new Map<string, number>();
  for (const node of newer) {
    const group = node.group === null ? `${node.computeType} nodes` : `${node.computeType} group ${node.group}`;
    groups.set(group, (groups.get(group) ?? 0) + 1);
  }
  const observed = [...groups].map(([group, count]) => `${group}: ${count}`).join(', ');
  const managed = newer.flatMap(({ computeType, group }) =>
    computeType === 'managed' && group !== null ? [group] : [],
  );
  return [
    {
      text: `${formatCount(newer.length, task === 'fargate' ? 'Fargate node' : 'node')} newer than ${format(to)}`,
      evidence: { observed, required: `kubelet ${format(to)} or earlier`, fact: 'nodes' },
      task,
      ...(managed.length === 0 ? {} : { groups: [...new Set(managed)] }),
      ...(managed.length < newer.length && task === 'nodes' ? { hasOtherNodes: true as const } : {}),
    },
  ];
}

/** After the update, the installed version must fit; before it, one version must fit both. */
function addonObstacles(
  { to, from, hasUpdated }: { to: Minor; from: Minor; hasUpdated: boolean },
  addons: Facts['addons'],
  offered: Facts['addonVersions'],
): Obstacle[] {
  return addons.flatMap((addon): Obstacle[] => {
    const { name, version } = addon;
    const rows = offered.find((one) => one.name === name)?.versions ?? [];
    const lists = (row: (typeof rows)[number], minor: Minor) =>
      row.compatibilities.some(({ cluster }) => parseMinor(cluster) === minor);
    const possible = hasUpdated ? rows.filter((row) => row.version === version) : rows;
    const listed = possible.filter((row) => lists(row, from));
    if (listed.length === 0 || listed.some((row) => lists(row, to))) return [];
    const text = hasUpdated
      ? `add-on ${name} ${version} is not listed for ${format(to)}`
      : `no version of add-on ${name} is listed for both ${format(to)} and ${format(from)}`;
    const evidence = { observed: `${name} ${version}`, required: `a version for ${format(to)}`, fact: 'addonVersions' };
    return [{ text, evidence, task: 'add-ons', ...(hasUpdated ? { addon } : {}) }];
  });
}
