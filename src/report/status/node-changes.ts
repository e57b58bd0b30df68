import { formatCount, formatList } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { isLeaving } from './group.ts';
import type { StatusGroup, StatusNode } from './schema.ts';

/** One node at two looks. */
interface NodePair {
  was: StatusNode;
  is: StatusNode;
}

/** How many nodes of one look have a line each about their pods. */
const listedNodes = 5;

/** What happened to the nodes of a group. Pods are counted only on nodes that leave, and only while they get fewer. */
export function nodeChanges(before: StatusGroup, after: StatusGroup): string[] {
  const [earlier, later] = [byName(before.nodes), byName(after.nodes)];
  const toShort = shortNames([...before.nodes, ...after.nodes.filter(({ name }) => !earlier.has(name))]);
  const pairs = after.nodes.flatMap((is): NodePair[] => {
    const was = earlier.get(is.name);
    return was === undefined ? [] : [{ was, is }];
  });
  const names = (nodes: readonly StatusNode[]): string => formatList(nodes.map(toShort).toSorted());
  const joined = after.nodes.filter(({ name }) => !earlier.has(name));
  const left = before.nodes.filter(({ name }) => !later.has(name));
  return [
    ...joinedLines(joined, names, after),
    ...drainLines(pairs, names),
    ...podLines(pairs, toShort, after),
    ...readyLines(pairs, names),
    ...(left.length === 0 ? [] : [`${names(left)} removed; ${countText(after)}`]),
  ];
}

type Names = (nodes: readonly StatusNode[]) => string;

function joinedLines(joined: readonly StatusNode[], names: Names, group: StatusGroup): string[] {
  if (joined.length === 0) return [];
  const notReady = joined.filter(({ state }) => state === 'NotReady').length;
  const state = notReady === 0 ? '' : `, ${notReady === joined.length ? '' : `${notReady} `}not Ready yet`;
  return [`${names(joined)} joined${state}; ${countText(group)}`];
}

function drainLines(pairs: readonly NodePair[], names: Names): string[] {
  const began = pairs.filter(({ was, is }) => !isLeaving(was) && isLeaving(is)).map(({ is }) => is);
  const deleted = pairs
    .filter(({ was, is }) => is.state === 'terminating' && was.state !== 'terminating')
    .map(({ is }) => is);
  const cordoned = began.filter((node) => !deleted.includes(node));
  const open = pairs.filter(({ was, is }) => isLeaving(was) && !isLeaving(is)).map(({ is }) => is);
  const word = cordoned.every(({ isOld }) => isOld) ? 'old node' : 'node';
  return [
    ...(cordoned.length === 0
      ? []
      : [`${cordoned.length === 1 ? names(cordoned) : formatCount(cordoned.length, word)} cordoned`]),
    ...(deleted.length === 0 ? [] : [`deletion of ${names(deleted)} requested`]),
    ...(open.length === 0 ? [] : [`${names(open)} uncordoned`]),
  ];
}

function podLines(pairs: readonly NodePair[], toShort: (node: StatusNode) => string, group: StatusGroup): string[] {
  const fewer = pairs.filter(
    ({ was, is }) => isLeaving(is) && was.pods !== null && is.pods !== null && is.pods < was.pods,
  );
  if (fewer.length > listedNodes) {
    const pods = fewer.reduce((sum, { is }) => sum + (is.pods ?? 0), 0);
    return [`${formatCount(fewer.length, 'node')}: ${podsText(pods)}`];
  }
  return fewer.map(({ is }) => `${toShort(is)}: ${podsText(is.pods ?? 0)}${lastPodText(is, group)}`);
}

function podsText(pods: number): string {
  return pods === 0 ? 'no pods left' : `${formatCount(pods, 'pod')} left`;
}

/** `, pod/shop/cart-5d9c7b6f4-x2x7k`, if one pod is left and its name was seen. */
function lastPodText({ name, pods }: StatusNode, { holds }: StatusGroup): string {
  const own = holds.find(({ nodes, pods: held }) => nodes.length === 1 && nodes[0] === name && held.length === 1);
  return pods === 1 && own !== undefined ? `, pod/${own.pods[0]}` : '';
}

function readyLines(pairs: readonly NodePair[], names: Names): string[] {
  return (['NotReady', 'Ready'] as const).flatMap((state) => {
    const changed = pairs.filter(({ was, is }) => is.state === state && was.state !== state && !isLeaving(was));
    return changed.length === 0
      ? []
      : [`${names(changed.map(({ is }) => is))} ${changed.length === 1 ? 'is' : 'are'} ${state}`];
  });
}

function countText({ nodes }: StatusGroup): string {
  const old = nodes.filter(({ isOld }) => isOld).length;
  return `${old} old, ${nodes.length - old} new`;
}

function byName(nodes: readonly StatusNode[]): ReadonlyMap<string, StatusNode> {
  return new Map(nodes.map((node) => [node.name, node]));
}

/** The first label of each name; the whole name if two share it. */
function shortNames(nodes: readonly StatusNode[]): (node: StatusNode) => string {
  const short = ({ name }: StatusNode): string => name.split('.')[0] ?? name;
  const counts = grouped(nodes, short);
  return (node) => (counts.get(short(node))?.length === 1 ? short(node) : node.name);
}
