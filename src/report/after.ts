import type { Facts } from '../facts/facts.ts';
import type { Readings } from '../facts/reading.ts';
import { advice, commands, type Advice } from '../syntax/advice.ts';
import { grouped } from '../syntax/grouped.ts';
import { sh } from '../syntax/shell.ts';
import { parseMinor } from '../syntax/versions.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { isAfter } from '../judge/verdict.ts';
import type { KarpenterPlan } from '../judge/plan/karpenter.ts';
import { nodesAfter, withRollback } from './after-nodes.ts';
import { shortText } from './entry-title.ts';
import { isRollbackPath } from '../judge/direction.ts';
import { toEntries, everyFix, jointFix, withoutCommands } from './entries.ts';
import type { Report } from './schema.ts';

type After = Report['after'][number];

/** A task before it has a number. */
export type Task = Omit<After, 'number'>;

/** The cluster, its readings, the steps of the plan, and the verdict. */
interface Planned {
  cluster: Facts['cluster'];
  readings: Readings;
  steps: KarpenterPlan['steps'];
  verdict: Report['verdict'];
}

/** The topic of add-on versions that EKS does not list for the step: they are updated before anything else. */
const notListed = 'addons/compatibility';

/** Topics in the order of the EKS user guide; other topics follow them. */
const order = ['nodes', 'addons/cluster-autoscaler-version', 'addons/nvidia-device-plugin', 'addons/'];

/**
 * Lists the tasks after the update: the nodes, which an update of the control plane does not update, the findings whose
 * fix belongs after it, and the settings to restore. Omits the nodes if readiness is not judged, if the path does not
 * update the control plane, or for a rollback, before which they are replaced.
 * @param afterEntries the number of entries; the first task has the next number
 */
export function afterUpdate(
  planned: Planned,
  found: readonly ReportedFinding[],
  afterEntries: number,
): Report['after'] {
  const { steps, verdict } = planned;
  const [first, ...others] = steps.flatMap(({ component, to }) =>
    component === 'kubernetes' ? (parseMinor(to) ?? []) : [],
  );
  const isDown = isRollbackPath(steps);
  const isPlanned = first !== undefined && verdict !== 'partial' && !isDown;
  const karpenter = steps.findLast(({ component }) => component === 'karpenter')?.to;
  const nodes = isPlanned
    ? withRollback(nodesAfter({ ...planned, karpenter, versions: [first, ...others], found }), planned.cluster)
    : [];
  const mended = new Set(nodes.flatMap(({ findings }) => findings));
  const left = found.filter((finding) => isAfter(finding) && !mended.has(finding.fingerprint));
  const entries = toEntries(left, steps).map(({ findings }): Task => ({
    at: findings[0].at,
    topic: findings[0].check,
    title: findings[0].task ?? shortText(findings[0]),
    items: findings.map(({ resource, message }) => ({ resource: resource.text, message })),
    findings: findings.map(({ fingerprint }) => fingerprint),
    fix: everyFix(findings),
    commands: [...new Set(findings.flatMap(({ commands }) => commands))],
  }));
  const urgent = new Set(left.filter(isNotListed).map(({ fingerprint }) => fingerprint));
  const last = steps.findLast(({ component }) => component === 'kubernetes');
  const end = last === undefined ? null : { component: last.component, version: last.to };
  return [...nodes, ...entries, ...restoringTasks(found, end, isDown ? 'rollback' : 'update')]
    .toSorted((a, b) => findStepIndex(a, steps) - findStepIndex(b, steps) || place(a, urgent) - place(b, urgent))
    .map((task, index) => ({ number: afterEntries + index + 1, ...task }));
}

/**
 * Builds the tasks that restore settings which fixes changed for the update: one task for all findings whose `undo`
 * differs at most in its commands.
 * @param end the last step of the control plane; null if there is none
 */
function restoringTasks(found: readonly ReportedFinding[], end: Task['at'], change: 'update' | 'rollback'): Task[] {
  const check = nodesAt(end?.version ?? 'the version of the control plane');
  const undone = found.flatMap((finding) => (finding.undo === undefined ? [] : [{ finding, ...finding.undo }]));
  return [...grouped(undone, ({ fix }) => withoutCommands(fix)).values()].map((alike) => ({
    at: end,
    topic: 'restore',
    title: `Restore what was changed for the ${change}`,
    items: alike.map(({ finding }) => ({ resource: finding.resource.text, message: 'restore it if you changed it' })),
    findings: alike.map(({ finding }) => finding.fingerprint),
    fix: `${check.text}\n${jointFix(alike)}`,
    commands: [...check.commands, ...new Set(alike.flatMap(({ commands }) => commands))],
  }));
}

/** When to restore a setting: one that is restored earlier could block the drain of the remaining nodes. */
function nodesAt(version: string): Advice {
  return advice`Only when every node is at ${version}:\n${commands(sh`kubectl get nodes`)}`;
}

function findStepIndex({ at }: Task, steps: Planned['steps']): number {
  return at === null ? -1 : steps.findIndex(({ component, to }) => component === at.component && to === at.version);
}

/** True for an add-on that the control plane's version does not support; `not-listed:kube-proxy` waits for the nodes. */
function isNotListed({ check, rule }: ReportedFinding): boolean {
  return check === notListed && rule === 'not-listed';
}

function place({ topic, findings }: Task, urgent: ReadonlySet<string>): number {
  if (topic === notListed && findings.some((one) => urgent.has(one))) return -1;
  const index = order.findIndex((start) => topic.startsWith(start));
  return index < 0 ? order.length : index;
}
