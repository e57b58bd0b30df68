import type { Facts, NodeFact } from '../../../facts/facts.ts';
import { ownerText } from '../../../for-checks/pods-by-group.ts';
import { advice, commands } from '../../../syntax/advice.ts';
import { forCount, formatCount } from '../../../syntax/english.ts';
import { continued, sh } from '../../../syntax/shell.ts';
import { isLasting } from '../../health/groups.ts';
import type { Health } from '../../health/schema.ts';
import { toUnseenReason } from '../../unseen-facts.ts';
import { toAction } from '../group.ts';
import { isUnseen, type Comparing } from './seen-now.ts';
import type { NotCompared, Worse } from './worse-schema.ts';

type Group = Health['groups'][number];
type Nodegroup = Facts['nodegroups'][number];

/** What the groups of nodes look like now. */
interface JudgedGroups {
  worse: Worse[];
  unseen: NotCompared[];
  /** The groups of which it was not seen whether they are worse. */
  notJudged: ReadonlySet<string>;
}

interface Judged {
  worse?: Worse;
  unseen?: NotCompared;
  isNotSeen?: true;
}

/**
 * The groups of nodes with more nodes NotReady than before, and the managed node groups that lack nodes. Other groups
 * shrink as their autoscaler decides.
 */
export function worseGroups(comparing: Comparing): JudgedGroups {
  const { before, health, replaced } = comparing;
  const removed = new Set([...replaced.values()].map(({ text }) => text));
  const now = new Map(health.groups.map((one) => [one.group, one]));
  const judged = before.groups.map((then): Judged & { group: string } => {
    const own = now.get(then.group) ?? { group: then.group, nodes: 0, ready: 0 };
    const isRemoved = own.nodes === 0 && removed.has(then.group);
    return { group: then.group, ...(isRemoved ? {} : judgeGroup(own, then, comparing)) };
  });
  return {
    worse: judged.flatMap(({ worse }) => worse ?? []),
    unseen: judged.flatMap(({ unseen }) => unseen ?? []),
    notJudged: new Set(judged.flatMap(({ group, unseen, isNotSeen }) => ((unseen ?? isNotSeen) ? [group] : []))),
  };
}

function judgeGroup(now: Group, then: Group, comparing: Comparing): Judged {
  if (now.nodes - now.ready > then.nodes - then.ready) {
    const text = `${now.ready} of ${formatCount(now.nodes, 'node')} Ready, ${wasText(then)}`;
    return { worse: notReady(now, text, comparing) };
  }
  if (now.nodes >= then.nodes) return {};
  return isUnseen(comparing.health, 'groups') ? { isNotSeen: true } : judgeSize(now, then, comparing);
}

function wasText({ ready, nodes }: Group): string {
  return `was ${ready} of ${nodes}`;
}

function judgeSize(now: Group, then: Group, comparing: Comparing): Judged {
  const { nodegroups } = comparing.readings;
  if (!now.group.startsWith(managedPrefix)) return {};
  if (nodegroups?.ok !== true) return { unseen: { what: `desired size of ${now.group}`, ...whyUnread(nodegroups) } };
  const described = nodegroups.value.find(({ name }) => `${managedPrefix}${name}` === now.group);
  if (described === undefined) {
    const gap = nodegroups.gaps?.find(({ what }) => what === now.group);
    if (gap !== undefined) return { unseen: { what: gap.what, ...toUnseenReason(gap.reason) } };
    return now.nodes > 0 ? {} : { worse: deleted(now.group, then) };
  }
  // An update with the strategy MINIMAL ends old nodes before new ones start.
  const wanted = ['UPDATING', 'DELETING'].includes(described.status) ? 0 : (described.desiredSize ?? 0);
  if (now.nodes >= wanted) return {};
  const text = `${now.ready} of ${wanted} desired nodes Ready, ${wasText(then)}`;
  return { worse: lacking(now.group, text, described, comparing) };
}

const managedPrefix = 'node group ';

function whyUnread(reading: Comparing['readings']['nodegroups']): { reason: string; permission: string | null } {
  return toUnseenReason(
    reading?.ok === false ? reading.reason : { kind: 'not-asked', message: 'node groups were not read' },
  );
}

function notReady({ group }: Group, text: string, comparing: Comparing): Worse {
  const { readings, now } = comparing;
  const all = readings.nodes?.ok === true ? readings.nodes.value : [];
  const own = all.filter((node) => node.ready !== true && ownerText(node) === group && isLasting(node, now));
  const [first, ...more] = own.toSorted(longestFirst);
  const others =
    more.length === 0 ? '' : `, and so ${forCount(more.length, 'is', 'are')} ${formatCount(more.length, 'more node')}`;
  return {
    object: group,
    text,
    state: first === undefined ? null : 'NotReady',
    since: first?.notReadySince ?? null,
    task: findGroupTask(group, comparing),
    why: first === undefined ? null : `node/${first.name} is NotReady${others}.`,
    actions:
      first === undefined
        ? []
        : [
            toAction(
              advice`See the conditions of node/${first.name}.\n${commands(sh`kubectl describe node ${first.name}`)}`,
            ),
          ],
  };
}

/** A node of which it is unknown since when comes last. */
function longestFirst(a: NodeFact, b: NodeFact): number {
  const [one, two] = [a, b].map(({ notReadySince, name }) => `${notReadySince ?? '~'} ${name}`);
  return (one ?? '') < (two ?? '') ? -1 : 1;
}

function deleted(group: string, { nodes }: Group): Worse {
  const text = `no longer exists, had ${formatCount(nodes, 'node')}`;
  return {
    object: group,
    text,
    state: null,
    since: null,
    task: null,
    why: 'No task of the plan removes it.',
    actions: [],
  };
}

function lacking(group: string, text: string, { name, healthIssues }: Nodegroup, comparing: Comparing): Worse {
  const { cluster } = comparing.readings;
  const issues = (healthIssues ?? []).map(({ code, message }) => `${code}: ${message.replace(/\.$/, '')}.`);
  const describe =
    cluster?.ok === true
      ? [
          continued(
            sh`aws eks describe-nodegroup --region ${cluster.value.region} --cluster-name ${cluster.value.name}`,
            sh`--nodegroup-name ${name} --query 'nodegroup.[status,scalingConfig,health]'`,
          ),
        ]
      : [];
  return {
    object: group,
    text,
    state: null,
    since: null,
    task: findGroupTask(group, comparing),
    why: issues.length === 0 ? null : issues.join(' '),
    actions: [
      toAction(
        advice`See the health of ${group} and its nodes.\n${commands(
          ...describe,
          sh`kubectl get nodes -l ${`eks.amazonaws.com/nodegroup=${name}`}`,
        )}`,
      ),
    ],
  };
}

/** The newest task that is done and that moves the nodes of a group. */
function findGroupTask(group: string, { tasks, done }: Comparing): number | null {
  const moving = tasks.filter(({ kind, id }) => {
    const [, place = ''] = id.split(':');
    const [type, name = ''] = place.split('/');
    return kind === 'nodes' && ownerText({ computeType: type as NodeFact['computeType'], group: name }) === group;
  });
  return moving.findLast(({ number }) => done.has(number))?.number ?? null;
}
