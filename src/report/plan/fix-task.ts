import type { ReportedFinding } from '../../judge/result.ts';
import { ownerText } from '../../for-checks/pods-by-group.ts';
import type { NodeFact } from '../../facts/facts.ts';
import { everyFix, withoutRepeats, type Entry } from '../entries.ts';
import { findingsGone } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask } from './draft-task.ts';
import { taskAreas } from './plan-schema.ts';
import { karpenterRank } from './karpenter-rank.ts';
import { findHop } from './place.ts';
import { stoppedBy } from './stops.ts';
import { fixTitle } from './task-title.ts';

/** The task that does what the fixes of an entry say. */
export function fixTask({ findings }: Entry, known: Known): Draft {
  const [first] = findings;
  const { steps } = known;
  const stops = stoppedBy(findings, known);
  return draftTask({
    id: fixId(first),
    kind: 'fix',
    title: fixTitle(findings),
    hop: first.level === 'unknown' ? 0 : findHop(first.at, steps),
    ...toPlace(first, stops, steps),
    at: null,
    closes: findings.map(({ fingerprint }) => fingerprint),
    stops,
    ...toStoppedGroups(findings.filter(({ level }) => level !== 'warn')),
    unknown: first.level === 'unknown',
    how: { text: everyFix(findings), commands: [...new Set(findings.flatMap((one) => one.commands))] },
    ...toManager(findings),
    done: [findingsGone(known, findings)],
    ...toUndo(findings),
  });
}

/** The tools that manage what the fixes change. */
function toManager(findings: Entry['findings']): Partial<Pick<Draft, 'by'>> {
  const tools = [...new Set(findings.flatMap(({ managers }) => managers ?? []))];
  return tools.length === 0 ? {} : { by: tools.join(' or ') };
}

/** How to revert fixes that are only for the time of the update. */
function toUndo(findings: Entry['findings']): Pick<Draft, 'undo'> {
  const undos = findings.flatMap(({ undo }) => undo ?? []);
  if (undos.length === 0) return {};
  const text = withoutRepeats(undos.map(({ fix }) => fix));
  return { undo: { text, commands: [...new Set(undos.flatMap(({ commands }) => commands))] } };
}

/** The id of a task that fixes findings: with the remedy, or else the check and the first digits of the fingerprint. */
export function fixId({ remedy, check, fingerprint }: ReportedFinding): string {
  return `fix:${remedy ?? `${check}:${fingerprint.slice(0, 8)}`}`;
}

/** The groups of nodes that wait for the findings; none if one of them stops all. */
function toStoppedGroups(findings: readonly ReportedFinding[]): Pick<Draft, 'stopsGroups'> {
  const groups = findings.map(listGroups);
  const known = groups.flatMap((own) => (own === undefined ? [] : [own]));
  return known.length < groups.length ? {} : { stopsGroups: [...new Set(known.flat())] };
}

/** The groups that a finding names; that of a finding about a group is the group itself. */
function listGroups({ groups, resource: { kind, name } }: ReportedFinding): readonly string[] | undefined {
  const computeType = groupKinds[kind];
  if (groups !== undefined || computeType === undefined) return groups;
  return [ownerText({ computeType, group: name, ...(kind === 'Provisioner' ? { ofProvisioner: true } : {}) }) ?? name];
}

const groupKinds: Readonly<Record<string, NodeFact['computeType']>> = {
  FargateProfile: 'fargate',
  NodeGroup: 'managed',
  NodePool: 'karpenter',
  Provisioner: 'karpenter',
  SelfManagedNodeGroup: 'self-managed',
};

/** What only shows whether something blocks comes first; then what stops the control plane. */
function toPlace(first: ReportedFinding, stops: Draft['stops'], steps: Known['steps']): Pick<Draft, 'stage' | 'rank'> {
  if (first.level === 'unknown') return { stage: 'see', rank: 1 };
  if (first.blocks === 'karpenter') return { stage: 'karpenter', rank: karpenterRank(first, steps) };
  const area = Math.min(...stops.map((one) => taskAreas.indexOf(one)), taskAreas.length);
  return { stage: 'fix', rank: area };
}
