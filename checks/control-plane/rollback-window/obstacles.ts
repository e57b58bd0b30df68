import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { forCount, formatCount } from '../../../src/syntax/english.ts';
import { oneLine } from '../../../src/syntax/one-line.ts';
import type { Obstacle } from './obstacle.ts';
import { supportObstacles } from './support.ts';
import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';

/** The facts that show obstacles; a fact that was not read is omitted. */
export type Seen = {
  readonly [Name in 'clusterVersions' | 'nodes' | 'addons' | 'addonVersions' | 'rollbackInsights' | 'updates']?:
    | Facts[Name]
    | undefined;
};

/**
 * What stops a rollback from one version to the version before it.
 * @param to the version after the rollback
 * @param from the version before the rollback
 */
export function listObstacles(
  to: Minor,
  from: Minor,
  { clusterVersions, nodes, addons, addonVersions, rollbackInsights, updates }: Seen,
  { cluster, current, now }: Pick<Context, 'cluster' | 'current' | 'now'>,
): Obstacle[] {
  const hasUpdated = from === current;
  return [
    ...(updates === undefined ? [] : runningUpdates(updates)),
    ...(clusterVersions === undefined ? [] : supportObstacles(to, clusterVersions, cluster, now)),
    ...(nodes === undefined ? [] : newerNodes(to, nodes)),
    ...(addons === undefined || addonVersions === undefined
      ? []
      : addonObstacles({ to, from, hasUpdated }, addons, addonVersions)),
    ...(rollbackInsights === undefined ? [] : insightObstacles(rollbackInsights)),
  ];
}

function runningUpdates(updates: Facts['updates']): Obstacle[] {
  return updates
    .filter(({ status }) => status === 'InProgress')
    .map(({ id, type }) => ({
      text: `${type} ${id} is in progress`,
      evidence: { observed: `${type} ${id} InProgress`, required: 'no update in progress', fact: 'updates' },
      task: 'wait',
    }));
}

/** The control plane must not be older than its nodes. EKS itself rolls back the nodes of Auto Mode. */
function newerNodes(to: Minor, nodes: Facts['nodes']): Obstacle[] {
  const newer = nodes.filter(({ kubeletVersion, computeType }) => {
    const minor = parseMinor(kubeletVersion);
    return minor !== undefined && minor > to && computeType !== 'auto' && computeType !== 'virtual';
  });
  if (newer.length === 0) return [];
  const groups = new Map<string, number>();
  for (const node of newer) {
    const group = node.group === null ? `${node.computeType} nodes` : `${node.computeType} group ${node.group}`;
    groups.set(group, (groups.get(group) ?? 0) + 1);
  }
  const managed = newer.flatMap(({ computeType, group }) =>
    computeType === 'managed' && group !== null ? [group] : [],
  );
  const observed = [...groups].map(([group, count]) => `${group}: ${count}`).join(', ');
  return [
    {
      text: `${formatCount(newer.length, 'node')} ${forCount(newer.length, 'is', 'are')} newer than ${format(to)}`,
      evidence: { observed, required: `kubelet ${format(to)} or earlier`, fact: 'nodes' },
      task: 'nodes',
      nodes: { groups: [...new Set(managed)], hasOthers: managed.length < newer.length },
    },
  ];
}

/** After the update, the installed version must fit; before it, one version must fit both. */
function addonObstacles(
  { to, from, hasUpdated }: { to: Minor; from: Minor; hasUpdated: boolean },
  addons: Facts['addons'],
  offered: Facts['addonVersions'],
): Obstacle[] {
  return addons.flatMap(({ name, version }): Obstacle[] => {
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
    return [{ text, evidence, task: 'add-ons', addon: name }];
  });
}

/** EKS allows a rollback with the statuses PASSING and WARNING; for UNKNOWN, its guides contradict each other. */
function insightObstacles(insights: Facts['rollbackInsights']): Obstacle[] {
  const shown = (insights ?? []).filter(({ status }) => status !== 'PASSING' && status !== 'WARNING');
  if ((insights ?? []).length === 0) {
    return [
      {
        text: 'EKS has no rollback insights',
        evidence: {
          observed: 'no insights',
          required: 'insights of the category ROLLBACK_READINESS',
          fact: 'rollbackInsights',
        },
        isUnknown: true,
        task: 'insights',
      },
    ];
  }
  return shown.map(({ name, status, reason }) => ({
    text: `the insight '${oneLine(name)}' has the status ${status}`,
    evidence: {
      observed: `${oneLine(name)}: ${oneLine(reason ?? status)}`,
      required: 'PASSING',
      fact: 'rollbackInsights',
    },
    ...(status === 'ERROR' ? {} : { isUnknown: true as const }),
    task: 'insights',
  }));
}
