import { toEntries } from '../entries.ts';
import { findAddon } from './addon-findings.ts';
import type { Draft, Known } from './draft.ts';
import { fixTask } from './fix-task.ts';
import { listCrdsClosed } from './karpenter-closes.ts';
import { isAboutEnded } from './node-group-status.ts';
import { findPart } from './parts.ts';

export { fixId } from './fix-task.ts';

/**
 * A task for each blocker that no other part of the plan closes, with the warnings that the same remedy closes, and for
 * each unknown of a check itself that may hide a blocker.
 */
export function fixTasks(known: Known): Draft[] {
  const updated = listCrdsClosed(known);
  const own = known.found.filter(
    (finding) =>
      findPart(finding) === 'fix' &&
      findAddon(finding, known) === undefined &&
      !updated.has(finding.fingerprint) &&
      !isAboutEnded(finding, known),
  );
  const remedies = new Set(own.flatMap(({ remedy }) => remedy ?? []));
  const also = known.found.filter(
    (finding) => findPart(finding) === 'none' && finding.remedy !== null && remedies.has(finding.remedy),
  );
  const tasks = toEntries([...own, ...also], known.steps).map((entry) => fixTask(entry, known));
  return [...chooseTarget(known), ...tasks.filter(({ unknown, stops }) => !unknown || stops.length > 0)];
}

/** The first of all tasks if EKS does not offer a version of the path: the others are for another path. */
function chooseTarget(known: Known): Draft[] {
  const own = known.found.filter((finding) => findPart(finding) === 'path' && finding.level === 'fail');
  return toEntries(own, known.steps).map((entry) => ({
    ...fixTask(entry, known),
    title: 'Choose a target that EKS offers',
    hop: 0,
    stage: 'see',
    rank: -1,
  }));
}
