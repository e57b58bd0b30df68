import type { NodeFact } from '../../../facts/facts.ts';
import type { Condition, Task } from '../../plan/draft.ts';
import type { MovedNodes } from '../../plan/moved-nodes.ts';
import { allNodes } from '../../plan/conditions.ts';
import { formatCount, formatFirst } from '../../../syntax/english.ts';
import { parseMinor, parseVersion } from '../../../syntax/versions.ts';
import { byFact, halfDone, holds, isAtMinor, notSeen, notYet, type Judged, type View } from './view.ts';

/** With what the objects of conditions about nodes begin. */
export const nodesPrefix = 'nodes/';

/** Every node of a group is Ready, and its kubelet is at a version. */
export function judgeNodes({ object = '', version = '', nodes: named }: Condition, task: Task, view: View): Judged {
  return byFact(view.readings, 'nodes', (all) => {
    if (object === allNodes) return judgeEach(all, version, view);
    if (view.owners === undefined) return notSeen(whyNoOwners(view));
    const key = object.slice(nodesPrefix.length);
    const concerned = named === undefined ? all : all.filter(({ name }) => named.includes(name));
    const unreadable = concerned.find((node) => isUnreadable(node, key));
    if (unreadable !== undefined)
      return notSeen({
        message: `the kubelet version of ${unreadable.name} (${unreadable.kubeletVersion}) cannot be read`,
      });
    const own = listNodes(key, view.owners);
    if (named !== undefined) return judgeNamed(named, own, version, view);
    return own.length > 0 ? judgeEach(own, version, view) : judgeEmpty(key, version, task, view);
  });
}

/** No node of a group is left. */
export function judgeNodesGone(object: string, view: View): Judged {
  return byFact(view.readings, 'nodes', () => {
    if (view.owners === undefined) return notSeen(whyNoOwners(view));
    const left = listNodes(object.slice(nodesPrefix.length), view.owners);
    return left.length === 0 ? holds : notYet(`nodes left: ${nameNodes(left)}`);
  });
}

/** The owners lack nodes whose version cannot be read: one of the group may be behind. */
function isUnreadable({ computeType, group, kubeletVersion }: NodeFact, key: string): boolean {
  if (parseMinor(kubeletVersion) !== undefined) return false;
  return key === `${computeType}/${group}` || (group === null && key.startsWith(`${computeType}/`));
}

/** Nodes without a group are several owners, by their versions. */
function listNodes(key: string, owners: readonly MovedNodes[]): NodeFact[] {
  return owners.filter((one) => one.key === key).flatMap(({ nodes }) => nodes);
}

/** Nodes are grouped by their node groups, and by the workloads on Fargate. */
function whyNoOwners({ readings }: View): Parameters<typeof notSeen>[0] {
  const { nodegroups, fargateWorkloads } = readings;
  if (nodegroups?.ok === false) return nodegroups.reason;
  if (fargateWorkloads?.ok === false) return fargateWorkloads.reason;
  return { message: 'the groups of the nodes were not read' };
}

function judgeEach(nodes: readonly NodeFact[], version: string, view: View): Judged {
  const behind = nodes.filter(({ kubeletVersion }) => !isAtMinor(kubeletVersion, version, view.plan.plan.direction));
  const unready = nodes.filter((node) => !behind.includes(node) && node.ready !== true);
  const left = behind.length + unready.length;
  if (left === 0) return holds;
  const why = [
    ...(behind.length === 0
      ? []
      : [`${behind.length} of ${nodes.length} nodes not at ${version}: ${nameNodes(behind)}`]),
    ...(unready.length === 0 ? [] : [`${unready.length} of ${nodes.length} nodes not Ready: ${nameNodes(unready)}`]),
  ].join('; ');
  return left < nodes.length ? halfDone(why) : notYet(why);
}

function nameNodes(nodes: readonly NodeFact[]): string {
  const named = nodes.map(({ name, kubeletVersion }) => `${name} (${parseVersion(kubeletVersion) ?? kubeletVersion})`);
  return formatFirst(named.toSorted(), 3);
}

/** Nodes without a group: each is at the version, or another node at the version replaces it. */
function judgeNamed(named: readonly string[], own: MovedNodes['nodes'], version: string, view: View): Judged {
  const left = own.filter(({ name }) => named.includes(name));
  const newer = own.filter(({ kubeletVersion }) => isAtMinor(kubeletVersion, version, view.plan.plan.direction));
  const judged = judgeEach(left, version, view);
  if (judged.state !== 'holds') return judged;
  if (newer.length >= named.length) return judgeEach(newer, version, view);
  const text = `${formatCount(newer.length, 'node')} without a group at ${version}, of ${named.length}`;
  return newer.length === 0 ? notYet(text) : halfDone(text);
}

const withoutNodes: Judged = { state: 'holds', why: 'it has no nodes now' };

/** No node of the group is left that the task replaces: the new one may be replaced in turn, or be scaled to zero. */
function isReplaced({ done }: Task, view: View): boolean {
  const old = done.find(({ kind }) => kind === 'gone')?.object;
  return old !== undefined && old.startsWith(nodesPrefix) && judgeNodesGone(old, view).state === 'holds';
}

/** Without nodes, EKS has the version of a managed node group; a group that a task creates may not exist yet. */
function judgeEmpty(key: string, version: string, task: Task, view: View): Judged {
  const [kind = '', ...rest] = key.split('/');
  const name = rest.join('/');
  if (kind === 'karpenter' || kind === 'auto' || kind === 'fargate') return withoutNodes;
  if (kind !== 'managed') return isReplaced(task, view) ? withoutNodes : notYet('it has no nodes');
  return byFact(view.readings, 'nodegroups', (all) => {
    const found = all.find((one) => one.name === name);
    if (found === undefined) return notYet(`node group ${name} does not exist`);
    const at = found.version ?? '';
    if (!isAtMinor(at, version, view.plan.plan.direction))
      return notYet(`node group ${name} is at ${at === '' ? 'an unknown version' : at}`);
    return found.status === 'ACTIVE' ? holds : notYet(`node group ${name} is ${found.status}`);
  });
}
