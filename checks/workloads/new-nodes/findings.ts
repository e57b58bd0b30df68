import type { Context, Finding, Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { PodTemplate } from '../../../src/facts/pod-templates.ts';
import type { NewNodes } from '../../../src/for-checks/new-nodes/list.ts';
import { findGroupLabel } from '../../../src/for-checks/new-nodes/selector-change.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { strandedFix } from './fixes.ts';
import type { Stranded } from './judge.ts';
import { describeLoss, formatMiss } from './texts.ts';

/** What decides the level and the fix of a finding. */
type Around = Pick<Context<'amazon-linux-2' | 'managed-changes'>, 'cluster' | 'current' | 'versions' | 'tables'> & {
  nodegroups: Facts['nodegroups'] | undefined;
  /** What may start other nodes and was not read; undefined: all was. */
  unread: string | undefined;
};

export function toFinding(
  stranded: Stranded,
  { cluster, current, versions, tables, nodegroups = [], unread }: Around,
): Finding {
  const { template, lost, unknown } = stranded;
  const { kind, namespace, name } = template;
  const resource: Resource = { kind, namespace, name };
  const at = Math.min(...lost.map(({ group }) => group.at ?? versions[1] ?? current));
  const groups = [...new Set(lost.map(({ group }) => group.text))];
  const base = { resource, ...(at > current ? { at } : {}), groups, evidence: listEvidence(stranded) };
  if (unknown !== undefined || unread !== undefined) {
    const why = unread === undefined ? describeUnknown(unknown) : `${unread} were not read`;
    return {
      ...base,
      level: 'unknown',
      rule: 'label-unknown',
      message: `no node after the update is known to match it: ${why}`,
      fix: advice`Find out what sets the label on the nodes, and whether it does so on new ones.`,
    };
  }
  return {
    ...base,
    level: isSure(template) ? 'fail' : 'warn',
    rule: toRule(lost.flatMap(({ by }) => by)),
    message: `${describeLoss(lost[0])}: no node matches its pods after the update`,
    fix: strandedFix(stranded, { cluster, tables, nodegroups }),
  };
}

function describeUnknown(unknown: Stranded['unknown']): string {
  if (unknown === undefined) return '';
  const what = unknown.by.length === 0 ? 'other taints' : formatList(unknown.by.map(formatMiss));
  return `whether new nodes of ${unknown.group.text} have ${what}: ${unknown.why}`;
}

/** A workload that wants no pods, and a pod that no controller recreates, lose nothing that runs. */
function isSure({ kind, replicas }: PodTemplate): boolean {
  return replicas !== 0 && kind !== 'Pod';
}

function toRule(misses: Stranded['lost'][number]['by']): string {
  if (misses.some((miss) => findGroupLabel(miss) !== undefined)) return 'group';
  return misses.some(({ is }) => is === 'label') ? 'label' : 'taint';
}

function listEvidence({ template, lost }: Stranded): Finding['evidence'] {
  return lost.map(({ group, by }) => ({
    observed: `${describeRunning(template)}, ${describePlace(group)}`,
    required: by.map(formatMiss).join(', '),
    resource: group.text,
    fact: 'nodeLabels',
  }));
}

function describeRunning({ running }: PodTemplate): string {
  return running === 1 ? '1 pod runs' : `${running} pods run`;
}

function describePlace({ nodes }: NewNodes): string {
  return nodes.length === 1 ? 'its node matches today' : `its ${nodes.length} nodes match today`;
}
