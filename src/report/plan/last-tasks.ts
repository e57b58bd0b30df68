import { findOffer } from '../../for-checks/rollback-support.ts';
import { advice, commands } from '../../syntax/advice.ts';
import { hoursBetween } from '../../syntax/dates.ts';
import { sh } from '../../syntax/shell.ts';
import { format } from '../../syntax/versions.ts';
import { seen } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { scanCommand } from './own-commands.ts';
import { stepAt } from './place.ts';
import { readValue } from './read.ts';

/** The scan after everything else, and until when the next update is due. */
export function lastTasks(known: Known): Draft[] {
  const { cluster, path } = known;
  const { versions, target } = path;
  const again = scanCommand(cluster, sh`--target current`);
  return [
    draftTask({
      id: 'scan:end',
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
