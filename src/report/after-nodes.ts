import type { Facts } from '../facts/facts.ts';
import { advice, type Advice } from '../syntax/advice.ts';
import { formatCount, formatList } from '../syntax/english.ts';
import { grouped } from '../syntax/grouped.ts';
import { unwrap } from '../syntax/markdown.ts';
import { format, parseMinor, type Minor } from '../syntax/versions.ts';
import { resourceText } from '../judge/finding.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { isAfter } from '../judge/verdict.ts';
import { hasAmazonLinux2, isAmazonLinux2Type } from '../for-checks/node-images.ts';
import { groupNodesByOwner, type OwnedNodes } from '../for-checks/node-owners.ts';
import { replaceFix, buildReplaceRemedy } from '../for-checks/node-replacement.ts';
import { findLastingSkew } from '../for-checks/skew.ts';
import { loadTable } from '../tables/tables.ts';
import { poolFix, type KarpenterThen } from './after-pools.ts';
import { jointFix, withoutCommands } from './entries.ts';
import type { Report } from './schema.ts';

type After = Omit<Report['after'][number], 'number'>;

/** The topic of tasks that update nodes. */
export const nodesTopic = 'nodes';

/** The cluster, its readings, the versions that the control plane is updated to, and the findings. */
interface Known extends KarpenterThen {
  cluster: Facts['cluster'];
  versions: readonly [Minor, ...Minor[]];
  found: readonly ReportedFinding[];
}

/** Nodes to update, the version to update them to, and the findings that this fixes. */
interface Task {
  owner: OwnedNodes;
  to: Minor;
  fixed: readonly ReportedFinding[];
  finding: { fix: string; commands: readonly string[] };
}

/**
 * Builds the tasks that update the nodes below the target, once for the whole path: to the target, or to the version
 * at which a finding that the update fixes applies. Omits nodes of Auto Mode, which EKS replaces, and nodes of Amazon
 * Linux 2 whose replacement a blocker already requires.
 */
export function nodesAfter(known: Known): After[] {
  const { readings, versions } = known;
  const { nodes, nodegroups, fargateWorkloads, nodeImages } = readings;
  const target = versions.at(-1) ?? versions[0];
  if (nodes?.ok !== true || nodegroups?.ok !== true || fargateWorkloads?.ok !== true) {
    const isSelected = nodes !== undefined && nodegroups !== undefined && fargateWorkloads !== undefined;
    const why = isSelected ? 'nodes or node groups could not be read' : 'the checks that read nodes were not selected';
    const items = [{ resource: null, message: why }];
    return [
      {
        ...taskAt(target, 'all nodes'),
        items,
        findings: [],
        fix: `Update every node to ${format(target)}.`,
        commands: [],
      },
    ];
  }
  const images = nodeImages?.ok === true ? nodeImages.value : undefined;
  const { owned, unreadable } = groupNodesByOwner(nodes.value, nodegroups.value, fargateWorkloads.value, images);
  const tasks = owned
    .filter(({ kubelet, computeType }) => kubelet < target && computeType !== 'auto')
    .flatMap((owner) => toTask(owner, known) ?? []);
  const unknown = unreadable.map(({ resource }): After => ({
    ...taskAt(target, resourceText(resource)),
    items: [{ resource: resourceText(resource), message: 'its version is unknown' }],
    findings: [],
    fix: `Update it to ${format(target)}.`,
    commands: [],
  }));
  const alike = grouped(tasks, ({ to, finding }) => `${to} ${withoutCommands(finding.fix)}`);
  return [...[...alike.values()].map(mergeTasks), ...unknown];
}

/**
 * Notes on the first task that newer nodes rule out a rollback. Omits it for local clusters, because no source says
 * that they can roll back.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
export function withRollback(tasks: readonly After[], { outpost }: Facts['cluster']): After[] {
  const [first, ...others] = tasks;
  const at = parseMinor(first?.at?.version ?? '');
  if (outpost || first === undefined || at === undefined) return [...tasks];
  return [{ ...first, note: `Updating nodes rules out a rollback to ${format(at - 1)}` }, ...others];
}

function taskAt(version: Minor, nodes: string): Pick<After, 'at' | 'topic' | 'title'> {
  const to = format(version);
  return { at: { component: 'kubernetes', version: to }, topic: nodesTopic, title: `Update ${nodes} to ${to}` };
}

function toTask(owner: OwnedNodes, known: Known): Task | undefined {
  const { cluster, versions, found } = known;
  const { remedy } = buildReplaceRemedy(owner.resource);
  const same = remedy === undefined ? [] : found.filter((finding) => finding.remedy === remedy);
  const fixed = same.filter(isAfter);
  const path = { current: versions[0], target: versions.at(-1) ?? versions[0], versions };
  const isRejected = findLastingSkew(loadTable('skew').rows, owner.kubelet, path) !== undefined;
  const needed = isRejected ? [] : fixed.flatMap(({ at }) => (at === null ? [] : (parseMinor(at.version) ?? [])));
  const to = Math.min(...needed, path.target);
  const tables = { 'amazon-linux-2': loadTable('amazon-linux-2').rows, 'ami-variants': loadTable('ami-variants').rows };
  const isReplaced = isAmazonLinux2Type(owner.amiType) && !hasAmazonLinux2(to, tables['amazon-linux-2']);
  if (isReplaced && same.some(({ level }) => level === 'fail')) return undefined;
  const [first] = fixed;
  if (owner.computeType === 'karpenter')
    return { owner, to, fixed, finding: first ?? asFinding(poolFix(owner, to, known)) };
  const fix = replaceFix(owner, cluster, to, tables);
  return { owner, to, fixed, finding: asFinding(versions.length === 1 ? fix : timed(fix, to, isRejected)) };
}

function asFinding({ text, commands }: Advice): Task['finding'] {
  return { fix: unwrap(text), commands };
}

/** Says `again` if a version of the path rejects the nodes: the fix of that blocker has already updated them once. */
function timed(fix: Advice, to: Minor, isRejected: boolean): Advice {
  const times = isRejected ? advice`again` : advice`once,`;
  return advice`Do this ${times} when the control plane is at ${format(to)}, or at each step, as EKS recommends. ${fix}`;
}

function mergeTasks(tasks: readonly [Task, ...Task[]]): After {
  const [first, ...others] = tasks;
  return {
    ...taskAt(first.to, others.length === 0 ? resourceText(first.owner.resource) : countOwners(tasks)),
    items: tasks.map(({ owner, fixed }) => ({
      resource: resourceText(owner.resource),
      message: [`kubelet ${format(owner.kubelet)}`, ...fixed.map(({ message }) => message)].join('; '),
    })),
    findings: [...new Set(tasks.flatMap(({ fixed }) => fixed.map(({ fingerprint }) => fingerprint)))],
    fix: jointFix([first.finding, ...others.map(({ finding }) => finding)]),
    commands: [...new Set(tasks.flatMap(({ finding }) => finding.commands))],
  };
}

/** Owners in numbers, as the table of drains counts them: `34 self-managed nodes`, `2 groups of nodes and 1 node`. */
function countOwners(tasks: readonly Task[]): string {
  const byUnit = grouped(tasks, ({ owner }) => countedAs(owner));
  return formatList([...byUnit].map(([unit, own]) => formatCount(own.length, unit, pluralUnits[unit])));
}

const pluralUnits: Readonly<Record<string, string>> = {
  'group of nodes': 'groups of nodes',
  'workload on Fargate': 'workloads on Fargate',
};

/** What an owner is: self-managed nodes without an Auto Scaling group, for example, are no group. */
function countedAs({ resource, computeType }: OwnedNodes): string {
  if (resource.kind === 'Node') return `${nodeWords[computeType] ?? ''}node`;
  return computeType === 'fargate' ? 'workload on Fargate' : 'group of nodes';
}

const nodeWords: Readonly<Record<string, string>> = {
  'self-managed': 'self-managed ',
  hybrid: 'hybrid ',
  fargate: 'Fargate ',
};
