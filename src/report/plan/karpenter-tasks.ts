import { controllerUpdate, listKinds, saveObjects } from '../../for-checks/update-commands.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { formatCount } from '../../syntax/english.ts';
import { sh } from '../../syntax/shell.ts';
import { parseMinor } from '../../syntax/versions.ts';
import { toEntries } from '../entries.ts';
import { seen } from './conditions.ts';
import { controlPlaneId } from './control-plane-tasks.ts';
import type { Area, Draft, Known } from './draft.ts';
import { draftTask, findProgram, toHow } from './draft-task.ts';
import { fixTask } from './fix-task.ts';
import { crdsHow, selectControllerFindings, selectCrdFindings } from './karpenter-closes.ts';
import { controllerConditions, crdConditions } from './karpenter-conditions.ts';
import { listKarpenterSteps, type KarpenterStep } from './karpenter-moves.ts';
import { listChanges, noteChanges } from './karpenter-notes.ts';
import { karpenterRanks, rankOfStep } from './karpenter-rank.ts';
import { managedFields } from './managed.ts';
import { managedCrds, managedDeployment } from './managed-objects.ts';
import { findPart } from './parts.ts';
import { findHop } from './place.ts';
import { stoppedBy } from './stops.ts';

/** The tasks for each update of Karpenter: save its objects, update the CRDs, then the controller. */
export function karpenterTasks(known: Known): Draft[] {
  const moves = listKarpenterSteps(known);
  const updates = moves.flatMap((step, index) => [
    ...saveTask(step, moves[index - 1], known),
    crdsTask(step, moves[index - 1], known),
    controllerTask(step, { earlier: moves[index - 1], isLast: index === moves.length - 1 }, known),
  ]);
  const closed = new Set(updates.flatMap(({ closes }) => closes));
  const left = known.found.filter(
    (finding) => findPart(finding) === 'karpenter' && finding.level !== 'warn' && !closed.has(finding.fingerprint),
  );
  return [...updates, ...toEntries(left, known.steps).map((entry) => fixTask(entry, known))];
}

/** The id of the task that updates Karpenter to a version. */
export function karpenterId(to: string): string {
  return `karpenter:controller:${to}`;
}

/** The place of a task: before the update of the control plane that the step precedes; after the last one otherwise. */
function toPlace(
  { index, to }: KarpenterStep,
  rank: number,
  { steps }: Known,
): Pick<Draft, 'hop' | 'stage' | 'rank' | 'at' | 'after'> {
  const hop = findHop({ component: 'karpenter', version: to }, steps);
  const before = steps.slice(0, index).findLast(({ component }) => component === 'kubernetes');
  const isLast = steps.slice(index).every(({ component }) => component !== 'kubernetes');
  const minor = parseMinor(before?.to ?? '');
  return {
    hop,
    stage: isLast && before !== undefined ? 'add-on-after' : 'karpenter',
    rank: rankOfStep(to, steps) + rank,
    at: before === undefined ? null : { component: 'kubernetes', version: before.to },
    after: minor === undefined ? [] : [controlPlaneId(minor)],
  };
}

/** None if an earlier step saves the same kinds. */
function saveTask(step: KarpenterStep, earlier: KarpenterStep | undefined, known: Known): Draft[] {
  if (earlier !== undefined && listKinds(earlier).join(',') === listKinds(step).join(',')) return [];
  const file = `karpenter-before-${step.to}.yaml`;
  const list = sh`kubectl get ${listKinds(step).join(',')} --no-headers | wc -l`;
  return [
    draftTask({
      id: `karpenter:save:${step.to}`,
      kind: 'karpenter',
      title: 'Save the pools and node classes of Karpenter to a file',
      ...toPlace(step, karpenterRanks.save, known),
      how: toHow(
        advice`Save the pools and node classes of Karpenter, and keep the file until the update is done:\n${commands(saveObjects(step))}`,
      ),
      done: [
        seen('both commands print the same number: the file has every object', sh`grep -c '^  kind:' ${file}`, list),
      ],
    }),
  ];
}

function crdsTask(step: KarpenterStep, earlier: KarpenterStep | undefined, known: Known): Draft {
  const { to } = step;
  const how = crdsHow(step);
  const closed = selectCrdFindings(to, how, known);
  const place = toPlace(step, karpenterRanks.crds, known);
  const objects = step.autoMode ? [] : [managedCrds(step.crds?.found ?? [])];
  return draftTask({
    id: `karpenter:crds:${to}`,
    kind: 'karpenter',
    title: 'Update the Karpenter CRDs',
    ...place,
    after: [...place.after, ...afterEarlier(to, earlier)],
    closes: closed.map(({ fingerprint }) => fingerprint),
    stops: [...new Set<Area>(['karpenter', ...stoppedBy(closed, known)])],
    from: step.from,
    to,
    ...managedFields(objects, how, findClient(how)),
    how: toHow(how),
    done: crdConditions(step, closed, known),
  });
}

function controllerTask(
  step: KarpenterStep,
  { earlier, isLast }: { earlier: KarpenterStep | undefined; isLast: boolean },
  known: Known,
): Draft {
  const { to, from, index } = step;
  const place = toPlace(step, karpenterRanks.controller, known);
  const how = advice`When the CRDs are at ${to}, ${controllerUpdate(step)}`;
  const closed = selectControllerFindings(step, isLast, known);
  const changes = listChanges(to, known.found);
  const precedes = known.steps.slice(index).some(({ component }) => component === 'kubernetes');
  const stops = stoppedBy(closed, known).filter((area) => area !== 'control-plane');
  return draftTask({
    id: karpenterId(to),
    kind: 'karpenter',
    title:
      changes.length === 0 ? 'Update Karpenter' : `Update Karpenter; read ${formatCount(changes.length, 'change')}`,
    ...place,
    area: 'karpenter',
    after: [...place.after, ...afterEarlier(to, earlier)],
    closes: closed.map(({ fingerprint }) => fingerprint),
    stops: [...(precedes ? (['control-plane'] as const) : []), ...stops],
    from,
    to,
    ...managedFields([managedDeployment(step.controller, 'karpenter-chart')], how, findClient(how)),
    how: toHow(how),
    done: controllerConditions(step),
    notes: [
      ...noteChanges(changes),
      'The Karpenter project does not test downgrades: do not install an earlier version to go back.',
    ],
  });
}

/** The objects are saved, and the step before is done. */
function afterEarlier(to: string, earlier: KarpenterStep | undefined): string[] {
  return [`karpenter:save:${to}`, ...(earlier === undefined ? [] : [karpenterId(earlier.to)])];
}

/** Without a known manager, Helm installs the charts, after a command of kubectl that may come first. */
function findClient({ commands: lines }: Advice): string {
  return lines.some((line) => line.startsWith('helm upgrade ')) ? 'helm' : findProgram(lines);
}
