import type { Facts } from '../../../facts/facts.ts';
import type { Task } from '../../plan/draft.ts';
import { changesVersion, hasFailed, isRunning } from '../updates.ts';
import { byFact, holds, notYet, type Judged, type View } from './view.ts';

type Update = Facts['updates'][number];

/**
 * The newest update of an object since the plan was made is `Successful`. Without one, another condition of the task shows
 * the version: a group may be replaced instead, or an add-on reinstalled.
 * @param object `control-plane`, `nodegroup/general` or `addon/coredns`
 */
export function judgeUpdate(object: string, task: Task, view: View): Judged {
  const { readings } = view;
  const [kind = '', ...rest] = object.split('/');
  const name = rest.join('/');
  const judge = (own: readonly Update[]): Judged => judgeNewest(own, task, view);
  if (kind === 'nodegroup')
    return byFact(readings, 'nodegroupUpdates', (all) =>
      judge(all.filter((one) => one.nodegroup === name && changesVersion(one))),
    );
  if (kind === 'addon')
    return byFact(readings, 'addonUpdates', (all) => judge(all.filter(({ addon }) => addon === name)));
  return byFact(readings, 'updates', (all) => judge(all.filter(changesVersion)));
}

function judgeNewest(all: readonly Update[], task: Task, { plan }: View): Judged {
  const own = all.filter(({ createdAt }) => createdAt === null || createdAt >= plan.scannedAt);
  const [newest] = own.toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? 1 : -1));
  const running = own.find(isRunning);
  if (running !== undefined) return notYet(`update ${running.id} is ${running.status}`);
  if (newest !== undefined && hasFailed(newest)) {
    const [error] = newest.errors;
    return notYet(`update ${newest.id} is ${newest.status}${error === undefined ? '' : `: ${error.code}`}`);
  }
  const showsVersion = task.done.some(({ kind }) => kind === 'version');
  return newest !== undefined || showsVersion ? holds : notYet('no update has begun since the plan was made');
}
