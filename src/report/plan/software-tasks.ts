import type { ReportedFinding } from '../../judge/result.ts';
import { formatFirst } from '../../syntax/english.ts';
import { format } from '../../syntax/versions.ts';
import { everyFix, toEntries, type Entry } from '../entries.ts';
import { shortText } from '../entry-title.ts';
import { resourceName } from '../resource-name.ts';
import { findAddon } from './addon-findings.ts';
import { ownerText } from '../../for-checks/pods-by-group.ts';
import { autoscalerTasks } from './autoscaler-tasks.ts';
import { findingsGone } from './conditions.ts';
import { controlPlaneId } from './control-plane-tasks.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask } from './draft-task.ts';
import { holdId } from './hold-task.ts';
import { karpenterId } from './karpenter-tasks.ts';
import { findPart } from './parts.ts';
import { findHop, findMinor, stepAt } from './place.ts';

/** The check of the plug-in for GPUs, which follows the nodes. */
const followsNodes = 'addons/nvidia-device-plugin';

/** Checks whose fix decides what Karpenter replaces nodes with, or whether it does: it comes before these nodes. */
const precedesNodes: ReadonlySet<string> = new Set(['karpenter/ami-selection', 'karpenter/drift']);

/** Tasks after the update: self-managed add-ons and controllers, clients, and what else comes after a version. */
export function softwareTasks(known: Known): Draft[] {
  const autoscalers = autoscalerTasks(known);
  const closed = new Set(autoscalers.flatMap(({ closes }) => closes));
  const own = known.found.filter(
    (finding) =>
      findPart(finding) === 'software' && findAddon(finding, known) === undefined && !closed.has(finding.fingerprint),
  );
  return [...autoscalers, ...toEntries(own, known.steps).map((entry) => softwareTask(entry, known))];
}

/** A task that has no version comes after the last update; so does what follows the nodes. */
function softwareTask({ findings }: Entry, known: Known): Draft {
  const [first] = findings;
  const { steps, path } = known;
  const target = stepAt(path.versions.length > 1 ? path.target : undefined, format);
  const isReached = first.at !== null && steps.some(({ component, to }) => isStep(first.at, component, to));
  const isCapacity = setsCapacity(first);
  const next = isCapacity ? stepAt(path.versions[1], format) : target;
  const at = isReached && first.check !== followsNodes ? first.at : next;
  return draftTask({
    id: softwareId(first),
    kind: 'software',
    title: softwareTitle(findings),
    ...toPlace(first, at, steps),
    closes: findings.map(({ fingerprint }) => fingerprint),
    how: { text: everyFix(findings), commands: [...new Set(findings.flatMap((one) => one.commands))] },
    done: [findingsGone(known, findings)],
    ...(isCapacity ? { disturbs: { nodes: 0, pods: 0, text: [driftText] } } : {}),
  });
}

const driftText =
  'Karpenter replaces each node of the pool that does not match the requirement, through drift, as disruption budgets allow.';

/** Whether a task changes the requirements of a pool, so that Karpenter replaces nodes. */
function setsCapacity({ remedy, resource }: ReportedFinding): boolean {
  return resource.kind === 'NodePool' && remedy?.startsWith('capacity-type:') === true;
}

/**
 * What creates a role can be done today, and nodes that an earlier task replaces may need it; the selection of AMIs and
 * the budgets of a pool come directly before its nodes.
 */
function toPlace(
  finding: ReportedFinding,
  at: Draft['at'],
  steps: Known['steps'],
): Pick<Draft, 'hop' | 'stage' | 'rank' | 'at' | 'after'> & Partial<Draft> {
  const { remedy, check, resource } = finding;
  const isCapacity = setsCapacity(finding);
  if (remedy?.startsWith('create-role:')) return { hop: 0, stage: 'fix', rank: 9, at: null, after: [] };
  const place = { hop: findHop(at, steps), at, after: at === null ? [] : [afterStep(at)] };
  if (!isCapacity && !precedesNodes.has(check)) return { ...place, stage: 'software', rank: toRank(check) };
  const minor = findMinor(at);
  const group =
    resource.kind === 'NodePool' ? ownerText({ computeType: 'karpenter', group: resource.name }) : undefined;
  return {
    ...place,
    stage: 'nodes',
    rank: isCapacity ? beforeSetUp : beforeKarpenter,
    after: [...place.after, ...(minor === undefined || isCapacity ? [] : [holdId(minor)])],
    ...(group === undefined ? {} : { stops: ['nodes'], stopsGroups: [group] }),
  };
}

/** Behind the other nodes, whose tasks have lower ranks than those of Karpenter's nodes. */
const beforeKarpenter = 3.5;
/** Before the end of a pause of Karpenter: nodes are replaced once, for the version and for the requirement. */
const beforeSetUp = 3.4;

/** The order of the documents of EKS: the plug-in for GPUs, other software after the add-ons, the clients. */
function toRank(check: string): number {
  if (check === followsNodes) return 1;
  return check.startsWith('clients/') ? 4 : 3;
}

function isStep(at: ReportedFinding['at'], component: string, to: string): boolean {
  return at?.component === component && at.version === to;
}

function afterStep(at: NonNullable<Draft['at']>): string {
  const minor = findMinor(at);
  return minor === undefined ? karpenterId(at.version) : controlPlaneId(minor);
}

function softwareId({ remedy, check, fingerprint }: ReportedFinding): string {
  return `software:${remedy ?? `${check}:${fingerprint.slice(0, 8)}`}`;
}

/** `Update the NVIDIA device plugin: ds/kube-system/nvidia-device-plugin`; a program on the machine has no other name. */
function softwareTitle(findings: Entry['findings']): string {
  const [first] = findings;
  const names = [...new Set(findings.map(({ resource }) => resourceName(resource)))];
  const isChoice = setsCapacity(first) && first.check.startsWith('account/');
  const title = isChoice ? 'Keep Spot Instances or exclude them' : (first.task ?? shortText(first));
  return first.resource.kind === 'Program' ? title : `${title}: ${formatFirst(names, 1)}`;
}
