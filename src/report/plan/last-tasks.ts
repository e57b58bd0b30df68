import { advice, commands } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { format } from '../../syntax/versions.ts';
import { seen } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { scanCommand } from './own-commands.ts';
import { stepAt } from './place.ts';

/** The scan after everything else. */
export function lastTasks({ cluster, path }: Known): Draft[] {
  const { versions, target } = path;
  const again = scanCommand(cluster, sh`--target current`);
  return [
    draftTask({
      id: 'scan:end',
      kind: 'scan',
      title: 'Scan again: nothing may be left to do',
      hop: Math.max(0, versions.length - 2),
      stage: 'scan',
      at: versions.length > 1 ? stepAt(target, format) : null,
      how: toHow(advice`Scan the cluster as it is now:\n${commands(again)}`),
      done: [seen('the scan finds nothing that it did not find before', again)],
    }),
  ];
}
