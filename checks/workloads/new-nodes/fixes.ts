import type { Context } from '../../../src/check.ts';
import type { PodTemplate } from '../../../src/facts/pod-templates.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { behindGroupManager } from '../../../src/for-checks/managed-groups.ts';
import type { NewNodes } from '../../../src/for-checks/new-nodes/list.ts';
import { allowBoth, findGroupLabel, patchTemplate } from '../../../src/for-checks/new-nodes/selector-change.ts';
import type { Miss } from '../../../src/for-checks/placement/node-shape.ts';
import { untilSuccessful } from '../../../src/for-checks/update-wait.ts';
import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { continued, json, sh } from '../../../src/syntax/shell.ts';
import type { Lost, Stranded } from './judge.ts';
import { formatMiss } from './texts.ts';

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'> & {
  nodegroups: readonly NonNullable<NewNodes['nodegroup']>[];
};

/** What to change so that a node after the update matches: the template where its group is replaced, else the group. */
export function strandedFix({ template, lost, labels: today }: Stranded, here: Here): Advice {
  const replaced = lost.filter(({ group }) => group.newName !== undefined);
  const ofGroups =
    replaced.length > 0 && replaced.every(({ by }) => by.some((miss) => findGroupLabel(miss) !== undefined));
  if (ofGroups)
    return allowNewGroup(
      template,
      replaced.map(({ group }) => group),
    );
  const [first] = lost;
  const taints = first.by.filter((miss) => miss.is === 'taint');
  const parts = [
    ...(first.by.some(({ is }) => is === 'label') ? [giveLabel(first, today, here)] : []),
    ...(taints.length === 0 ? [] : [tolerate(template, first.group, taints)]),
  ];
  return joinAdvice(parts, '\n');
}

/** The selector allows both groups while both run: pods move without a moment in which none matches. */
function allowNewGroup(template: PodTemplate, groups: readonly NewNodes[]): Advice {
  const names = groups.flatMap(({ newName, nodegroup }) =>
    newName === undefined || nodegroup === undefined ? [] : [[nodegroup.name, newName] as const],
  );
  const olds = toCodes(names.map(([old]) => old));
  const news = toCodes(names.map(([, next]) => next));
  const goal = advice`a required node affinity that allows ${news} beside ${olds}`;
  const byHand = commands(patchTemplate(template, allowBoth(template, new Map(names))));
  return advice`Before you replace ${olds}, let its pods run on both groups: the label that names a group changes with the group.
    The change restarts the pods. Afterwards, remove the old name, or select a custom label that you set on each
    group. ${changeByOwner(template, { goal, byHand })}`;
}

function toCodes(words: readonly string[]): Advice {
  return joinAdvice(
    words.map((word) => advice`\`${word}\``),
    ', ',
  );
}

/** @param today the labels of a node that the pods match today */
function giveLabel({ group, by }: Lost, today: Stranded['labels'], here: Here): Advice {
  const keys = [...new Set(by.flatMap((miss) => (miss.is === 'label' ? [miss.key] : [])))];
  const given = keys.flatMap((key) => (today.has(key) ? [[key, today.get(key) ?? ''] as const] : []));
  const pairs = toCodes(given.map(([key, value]) => `${key}=${value}`));
  if (given.length === 0)
    return advice`Change what the pods require (${formatList(by.map(formatMiss))}), or start nodes that have it.`;
  const { nodegroup } = group;
  if (group.route === 'in-place' && nodegroup !== undefined) {
    const of = sh`--nodegroup-name ${nodegroup.name}`;
    const start = continued(
      sh`aws eks update-nodegroup-config --region ${here.cluster.region} --cluster-name ${here.cluster.name} ${of}`,
      sh`--labels ${json({ addOrUpdateLabels: Object.fromEntries(given) })}`,
    );
    const fix = advice`Set the label in the node group: EKS then gives it to each node, also to new ones. A label that was set on
      a node is lost when the node is replaced.\n${commands(untilSuccessful(here.cluster, start, of))}`;
    return behindGroupManager(fix, { kind: 'NodeGroup', name: nodegroup.name }, 'node-group-labels', here);
  }
  if (group.computeType === 'karpenter' || group.computeType === 'auto')
    return advice`Add ${pairs} to \`spec.template.metadata.labels\` of ${group.text}: Karpenter replaces
      its nodes through drift, and new ones have the label.`;
  if (group.route === 'replaced')
    return advice`Set ${pairs} in \`--labels\` of the group that replaces ${group.text}, or change what the
      pods require.`;
  return advice`Set ${pairs} where the nodes start: \`--node-labels\` of the kubelet in their user data. A label
    that was set on a node is lost when the node is replaced.`;
}

function tolerate(template: PodTemplate, group: NewNodes, taints: readonly Extract<Miss, { is: 'taint' }>[]): Advice {
  const names = formatList(taints.map(formatMiss));
  const goal = advice`a toleration for ${names}`;
  const tolerations = taints.map(({ taint: { key, value, effect } }) => ({
    key,
    ...(value === null || value === '' ? { operator: 'Exists' } : { operator: 'Equal', value }),
    effect,
  }));
  const byHand = commands(patchTemplate(template, { tolerations: [...toTolerations(template), ...tolerations] }));
  return advice`Let the pods tolerate the taint, or remove it from ${group.text} if its nodes should run them. ${changeByOwner(template, { goal, byHand })}`;
}

/** A patch replaces the whole list. */
function toTolerations({ tolerations = [] }: PodTemplate): object[] {
  return tolerations.map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)));
}
