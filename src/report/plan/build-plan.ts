import { isRollbackPath } from '../../judge/direction.ts';
import { format } from '../../syntax/versions.ts';
import { expectRestored, lastTasks } from './last-tasks.ts';
import { addonTasks } from './addon-tasks.ts';
import { controlPlaneTasks } from './control-plane-tasks.ts';
import { karpenterTasks } from './karpenter-tasks.ts';
import type { Draft, Known, Plan, Task } from './draft.ts';
import { fixTasks } from './fix-tasks.ts';
import { listFillIn } from './fill-in.ts';
import { listNeeds } from './needs.ts';
import { nodeTasks } from './node-tasks.ts';
import { byPlace } from './place.ts';
import { planNotes } from './plan-notes.ts';
import { rollbackTasks } from './rollback-tasks.ts';
import { runningTasks } from './running-tasks.ts';
import { toSection } from './sections.ts';
import { seeTasks } from './see-tasks.ts';
import { softwareTasks } from './software-tasks.ts';
import { aroundDrains } from './around-drains.ts';
import { aroundPause } from './around-pause.ts';

/**
 * The plan of a report: every task from today to the target, in order, whether or not something blocks it today. Built
 * from the facts, not from the report: reports omit invisible characters in names, so a command that is built from the
 * report could name another object.
 * @returns null if readiness was not judged, or if EKS offers no rollback
 */
export function buildPlan(known: Known): Plan | null {
  const drafts = listDrafts(known);
  if (drafts === null) return null;
  const sorted = aroundPause(expectRestored(aroundDrains(drafts.toSorted(byPlace), known)), known);
  const isDown = isRollbackPath(known.steps);
  const tasks = sorted.map((draft, index) => numbered(draft, index, sorted, known));
  return {
    direction: isDown ? 'rollback' : 'update',
    tasks,
    fillIn: listFillIn(tasks),
    ...planNotes(known, tasks),
    versions: known.path.versions.map(format),
  };
}

function listDrafts(known: Known): Draft[] | null {
  if (known.verdict === 'partial') return null;
  if (isRollbackPath(known.steps)) return rollbackTasks(known);
  return [
    ...runningTasks(known),
    ...seeTasks(known),
    ...fixTasks(known),
    ...addonTasks(known),
    ...karpenterTasks(known),
    ...controlPlaneTasks(known),
    ...nodeTasks(known),
    ...softwareTasks(known),
    ...lastTasks(known),
  ];
}

function numbered(draft: Draft, index: number, all: readonly Draft[], known: Known): Task {
  const { hop: _hop, stage: _stage, rank: _rank, area: _area, groups: _groups, after: _after, ...rest } = draft;
  const { stopsGroups: _stopsGroups, ...own } = rest;
  const needs = listNeeds(draft, all.slice(0, index));
  return { number: index + 1, ...own, section: toSection(draft, known), needs, ready: needs.length === 0 };
}
