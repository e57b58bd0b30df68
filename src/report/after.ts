import type { Facts } from '../facts/facts.ts';
import type { Readings } from '../facts/reading.ts';
import { advice, type Advice } from '../languages/advice.ts';
import { grouped } from '../languages/grouped.ts';
import { unwrap } from '../languages/markdown.ts';
import { format, parseMinor, type Minor } from '../languages/versions.ts';
import { resourceText } from '../judge/finding.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { isAfter } from '../judge/verdict.ts';
import type { KarpenterPlan } from '../plan/karpenter.ts';
import { ownersOf } from '../subjects/node-owners.ts';
import { replaceFix } from '../subjects/node-replacement.ts';
import { loadTable } from '../tables/tables.ts';
import { entriesOf, everyFix, jointFix, wordsOf } from './entries.ts';
import type { Report } from './schema.ts';

type After = Report['after'][number];

/** What is known of the cluster, and where the plan takes it. */
interface Planned {
  cluster: Facts['cluster'];
  readings: Readings;
  steps: KarpenterPlan['steps'];
}

/** In the order of the user guide's page: nodes, Cluster Autoscaler, device plugin, add-ons, kubectl. */
const order = ['nodes/', 'addons/cluster-autoscaler-version', 'addons/nvidia-device-plugin', 'addons/'];

/**
 * What follows the update: the nodes, which every update of the control plane leaves behind, and what the checks found that
 * belongs after it.
 */
export function afterUpdate(planned: Planned, found: readonly ReportedFinding[]): Report['after'] {
  const { steps } = planned;
  const step = steps.find(({ component }) => component === 'kubernetes');
  const to = step === undefined ? undefined : parseMinor(step.to);
  const nodes = to === undefined ? [] : nodesAfter(planned, to);
  const entries = entriesOf(found.filter(isAfter), steps).map(({ findings }): After => ({
    at: findings[0].at,
    topic: findings[0].check,
    items: findings.map(({ resource, message }) => ({ resource: resource.text, message })),
    findings: findings.map(({ fingerprint }) => fingerprint),
    fix: everyFix(findings),
    commands: [...new Set(findings.flatMap(({ commands }) => commands))],
  }));
  return [...nodes, ...entries.toSorted((a, b) => stepOf(a, steps) - stepOf(b, steps) || place(a) - place(b))];
}

function stepOf({ at }: After, steps: Planned['steps']): number {
  return at === null ? -1 : steps.findIndex(({ component, to }) => component === at.component && to === at.version);
}

function place({ topic }: After): number {
  const index = order.findIndex((start) => topic.startsWith(start));
  return index < 0 ? order.length : index;
}

/** Every node that is below the version of the first update; Auto Mode's are replaced by EKS. */
function nodesAfter(
  { cluster, readings: { nodes, nodegroups, fargateWorkloads, nodeImages } }: Planned,
  to: Minor,
): After[] {
  const common = { at: { component: 'kubernetes' as const, version: format(to) }, topic: 'nodes', findings: [] };
  if (nodes?.ok !== true || nodegroups?.ok !== true || fargateWorkloads?.ok !== true) {
    const fix = `Update every node to ${format(to)}.`;
    return [
      { ...common, items: [{ resource: null, message: 'nodes or node groups could not be read' }], fix, commands: [] },
    ];
  }
  const images = nodeImages?.ok === true ? nodeImages.value : [];
  const { owned, unreadable } = ownersOf(nodes.value, nodegroups.value, fargateWorkloads.value, images);
  const behind = owned.filter(({ kubelet, computeType }) => kubelet < to && computeType !== 'auto');
  const rows = loadTable('amazon-linux-2').rows;
  const fixed = behind.map((owner) => {
    const { text, commands } = owner.computeType === 'karpenter' ? driftFix(to) : replaceFix(owner, cluster, to, rows);
    return { owner, finding: { fix: unwrap(text), commands } };
  });
  const unknown = unreadable.map(({ resource }): After => ({
    ...common,
    items: [{ resource: resourceText(resource), message: 'its version is unknown' }],
    fix: `Update it to ${format(to)}.`,
    commands: [],
  }));
  const known = [...grouped(fixed, ({ finding }) => wordsOf(finding.fix)).values()].map((alike): After => ({
    ...common,
    items: alike.map(({ owner }) => ({
      resource: resourceText(owner.resource),
      message: `kubelet ${format(owner.kubelet)}`,
    })),
    fix: jointFix([alike[0].finding, ...alike.slice(1).map(({ finding }) => finding)]),
    commands: [...new Set(alike.flatMap(({ finding }) => finding.commands))],
  }));
  return [...known, ...unknown];
}

/** Nobody has to do anything where the image follows the control plane. */
function driftFix(to: Minor): Advice {
  return advice`No action is needed for an AMI alias \`@latest\`: Karpenter replaces the nodes through drift, as
    disruption budgets allow.
    If the node class selects AMIs by id, name or tag, or by an alias with a version, change it to select an AMI
    of ${format(to)}.`;
}
