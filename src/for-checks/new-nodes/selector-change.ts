import type { groupLabels } from '../../facts/unready-pods.ts';
import type { NodeRequirement, Placement, PodTemplate } from '../../facts/pod-templates.ts';
import { continued, json, sh, type Command } from '../../syntax/shell.ts';
import type { Miss } from '../placement/node-shape.ts';

/** Labels that name the group of a node. */
const groupKeys = [
  'eks.amazonaws.com/nodegroup',
  'alpha.eksctl.io/nodegroup-name',
  'karpenter.sh/nodepool',
] satisfies (typeof groupLabels)[number][];
const names: readonly string[] = groupKeys;

/** The label that names a group, if a requirement is for one. */
export function findGroupLabel(miss: Miss): string | undefined {
  return miss.is === 'label' && names.includes(miss.key) ? miss.key : undefined;
}

/** Whether a template names a group: in its node selector, or in a term of its affinity. */
export function namesGroup({ nodeSelector = {}, terms = [] }: Placement, group: string): boolean {
  return (
    names.some((label) => nodeSelector[label] === group) ||
    terms.some(({ labels }) =>
      labels.some(({ key, operator, values }) => isGroup(key, operator) && values.includes(group)),
    )
  );
}

function isGroup(key: string, operator: string): boolean {
  return names.includes(key) && operator === 'In';
}

/**
 * The parts of a pod spec that let pods run on another group, too: a node selector has one value for a label, so the label
 * moves into the required node affinity, into each of its terms.
 * @param replaced the new name of each group, by its old name
 */
export function allowBoth({ nodeSelector = {}, terms = [] }: Placement, replaced: ReadonlyMap<string, string>): object {
  const moved = Object.entries(nodeSelector).filter(([key, value]) => names.includes(key) && replaced.has(value));
  const added = moved.map(([key, value]): NodeRequirement => ({
    key,
    operator: 'In',
    values: both([value], replaced),
  }));
  const all = terms.length === 0 ? [{ labels: [], fields: [] }] : terms;
  const nodeSelectorTerms = all.map(({ labels, fields }) => ({
    matchExpressions: [
      ...labels.map((one) => (isGroup(one.key, one.operator) ? { ...one, values: both(one.values, replaced) } : one)),
      ...added,
    ],
    ...(fields.length === 0 ? {} : { matchFields: fields }),
  }));
  return {
    ...(moved.length === 0 ? {} : { nodeSelector: Object.fromEntries(moved.map(([key]) => [key, null])) }),
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  };
}

function both(values: readonly string[], replaced: ReadonlyMap<string, string>): string[] {
  return [...new Set([...values, ...values.flatMap((value) => replaced.get(value) ?? [])])];
}

/** The command that changes the pod spec of a template; one that shows the object if it has no template of a known kind. */
export function patchTemplate({ kind, namespace, name }: PodTemplate, spec: object): Command {
  const template = { template: { spec } };
  const patches: Readonly<Record<string, object>> = {
    Deployment: { spec: template },
    StatefulSet: { spec: template },
    DaemonSet: { spec: template },
    CronJob: { spec: { jobTemplate: { spec: template } } },
  };
  const patch = patches[kind];
  if (patch === undefined) return sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`;
  return continued(
    sh`kubectl -n ${namespace} patch ${kind.toLowerCase()} ${name} --type merge`,
    sh`--patch ${json(patch)}`,
  );
}
