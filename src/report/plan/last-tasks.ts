import { findOffer } from '../../for-checks/rollback-support.ts';
import { advice, commands } from '../../syntax/advice.ts';
import { hoursBetween } from '../../syntax/dates.ts';
import { formatList } from '../../syntax/english.ts';
import { sh } from '../../syntax/shell.ts';
import { format } from '../../syntax/versions.ts';
import { seen } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { scanCommand } from './own-commands.ts';
import { stepAt } from './place.ts';
import { readValue } from './read.ts';

const endId = 'scan:end';

/**
 * The tasks, of which the last scan expects what is restored after drains: restored protection blocks drains again.
 * @param tasks in which only drains are the reason to restore anything
 */
export function expectRestored(tasks: readonly Draft[]): Draft[] {
  const restored = tasks.flatMap(({ kind, id }) => (kind === 'restore' ? [id.split(':').slice(1, -1).join(':')] : []));
  const names = [...new Set(restored)].toSorted();
  return tasks.map((task) => (task.id === endId && names.length > 0 ? exceptFor(names, task) : task));
}

function exceptFor(names: readonly string[], task: Draft): Draft {
  const [first = '', ...others] = names;
  const short = others.length === 0 ? first : 'what is restored';
  return {
    ...task,
    title: `Scan again: no blocker except ${short}`,
    done: task.done.map((one) => ({
      ...one,
      text: `the scan reports no blocker except the restored ${formatList(names, names.length)}, and nothing that it did not report before`,
    })),
  };
}

/** The scan after everything else, and until when the next update is due. */
export function lastTasks(known: Known): Draft[] {
  const { cluster, path } = known;
  const { versions, target } = path;
  const again = scanCommand(cluster, sh`--target current`);
  return [
    draftTask({
      id: endId,
      kind: 'scan',
      title: 'Scan again: no blocker, and nothing new',
      hop: Math.max(0, versions.length - 2),
      stage: 'scan',
      at: versions.length > 1 ? stepAt(target, format) : null,
      how: toHow(advice`Scan the cluster as it is now:\n${commands(again)}`),
      done: [seen('the scan reports no blocker, and nothing that it did not report before', again)],
      notes: noteSupport(known),
    }),
  ];
}

/** The end of the target's standard support; empty if unknown. */
function noteSupport({ path: { target }, readings, judgedAt }: Known): string[] {
  const offers = readValue(readings.clusterVersions)?.versions ?? [];
  const until = findOffer(target, offers)?.endOfStandardSupport ?? null;
  if (until === null) return [];
  const day = until.slice(0, 10);
  if (hoursBetween(judgedAt, until) < 0)
    return [`${format(target)} left standard support on ${day}: plan the next update now.`];
  return [`${format(target)} leaves standard support on ${day}: plan the next update before this date.`];
}
