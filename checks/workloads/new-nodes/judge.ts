import type { PodTemplate } from '../../../src/facts/pod-templates.ts';
import type { NewNodes } from '../../../src/for-checks/new-nodes/list.ts';
import type { PresentNodes } from '../../../src/for-checks/new-nodes/present.ts';
import { matchPlacement } from '../../../src/for-checks/placement/match.ts';
import type { Match, Miss } from '../../../src/for-checks/placement/node-shape.ts';
import { grouped } from '../../../src/syntax/grouped.ts';

/** Nodes that run the pods of a template today, or could, and what the next nodes of the same group lack. */
export interface Lost {
  group: NewNodes;
  by: readonly Miss[];
}

/** Returns the names of the nodes that run the pods of a template. */
export type Hosts = (template: PodTemplate) => ReadonlySet<string>;

/** A template that nodes of today match, and no node after the update, or of which that is unknown. */
export interface Stranded {
  template: PodTemplate;
  /** The groups whose nodes match today, and that have others after the update. Never empty. */
  lost: readonly [Lost, ...Lost[]];
  /** Why it is unknown whether the nodes of a group match; undefined: none matches. */
  unknown: { group: NewNodes; why: string; by: readonly Miss[] } | undefined;
  /** The labels of one of these nodes today. */
  labels: ReadonlyMap<string, string>;
}

/**
 * The templates that are left without a matching node. Templates with the same requirements are judged once.
 * @param present the nodes of today
 * @param next the nodes after the update
 * @param hosts called only for templates that no node of today matches
 */
export function listStranded(
  templates: readonly PodTemplate[],
  present: readonly PresentNodes[],
  next: readonly NewNodes[],
  hosts: Hosts,
): Stranded[] {
  const alike = grouped(templates, ({ nodeSelector, terms, tolerations, running }) =>
    JSON.stringify([nodeSelector, terms, tolerations, running > 0]),
  );
  return [...alike.values()].flatMap((same) => {
    const found = judge(same[0], { present, next, hosts });
    return found === undefined ? [] : same.map((template) => ({ template, ...found }));
  });
}

interface Around {
  present: readonly PresentNodes[];
  next: readonly NewNodes[];
  hosts: Hosts;
}

function judge(template: PodTemplate, { present, next, hosts }: Around): Omit<Stranded, 'template'> | undefined {
  const today = findToday(template, present, hosts);
  if (today === undefined) return undefined;
  const judged = next.map((group) => ({ group, match: without(today.waived, matchPlacement(template, group.shape)) }));
  if (judged.some(({ match }) => match.is === 'matches')) return undefined;
  const lost = judged.flatMap(({ group, match }): Lost[] => {
    const hadMatch = group.nodes.some(({ name }) => today.nodes.has(name));
    return hadMatch && match.is !== 'matches' ? [{ group, by: match.by }] : [];
  });
  const [first, ...others] = lost;
  if (first === undefined) return undefined;
  const unknown = judged.flatMap(({ group, match }) =>
    match.is === 'unknown' ? [{ group, why: match.why, by: match.by }] : [],
  );
  return {
    lost: [first, ...others],
    labels: today.labels,
    unknown: unknown.find(({ group }) => lost.some((one) => one.group === group)) ?? unknown[0],
  };
}

interface Today {
  nodes: ReadonlySet<string>;
  labels: ReadonlyMap<string, string>;
  waived: ReadonlySet<string>;
}

/**
 * The nodes that a template matches today. Pods can run although their template matches no node: an admission webhook adds
 * to them what it lacks, or their node has changed. What their nodes lack is waived then.
 */
function findToday(template: PodTemplate, present: readonly PresentNodes[], hosts: Hosts): Today | undefined {
  const judged = present.map((one) => ({ ...one, match: matchPlacement(template, one.shape) }));
  const matching = judged.filter(({ match }) => match.is === 'matches');
  if (matching.length > 0) return { nodes: listNames(matching), labels: readLabels(matching), waived: new Set() };
  const own = template.running === 0 ? new Set<string>() : hosts(template);
  const hosting = judged.filter(({ nodes }) => nodes.some(({ name }) => own.has(name)));
  if (hosting.length === 0) return undefined;
  const waived = hosting.flatMap(({ match }) => (match.is === 'matches' ? [] : match.by.map(toText)));
  return { nodes: listNames(hosting), labels: readLabels(hosting), waived: new Set(waived) };
}

function listNames(groups: readonly Pick<PresentNodes, 'nodes'>[]): Set<string> {
  return new Set(groups.flatMap(({ nodes }) => nodes.map(({ name }) => name)));
}

function readLabels([first]: readonly PresentNodes[]): ReadonlyMap<string, string> {
  const labels = [...(first?.shape.labels ?? [])];
  return new Map(
    labels.flatMap(([key, { values }]) => (values === 'any' ? [] : values.map((value) => [key, value] as const))),
  );
}

function without(waived: ReadonlySet<string>, match: Match): Match {
  if (match.is === 'matches' || match.by.length === 0 || waived.size === 0) return match;
  const by = match.by.filter((miss) => !waived.has(toText(miss)));
  return by.length === 0 ? { is: 'matches' } : { ...match, by };
}

function toText(miss: Miss): string {
  return JSON.stringify(miss);
}
