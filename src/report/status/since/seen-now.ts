import type { Readings } from '../../../facts/reading.ts';
import type { UnreadyPod } from '../../../facts/unready-pods.ts';
import type { Health } from '../../health/schema.ts';
import type { Task } from '../../plan/draft.ts';
import type { ReplacedGroups } from './replaced-groups.ts';

/** What {@link findWorse} compares with, besides the health then and now. */
export interface SeenNow {
  /** The readings of which the health now was built. */
  readings: Pick<
    Readings,
    | 'workloadPods'
    | 'unreadyPods'
    | 'nodes'
    | 'nodegroups'
    | 'addons'
    | 'cluster'
    | 'deployments'
    | 'statefulSets'
    | 'daemonSets'
  >;
  /** The tasks of the plan. */
  tasks: readonly Task[];
  /** The numbers of the tasks that are done. */
  done: ReadonlySet<number>;
  /** ISO 8601. */
  now: string;
}

/** What all comparisons share. */
export interface Comparing extends SeenNow {
  /** The health when the plan was made. */
  before: Health;
  /** The health now. */
  health: Health;
  replaced: ReplacedGroups;
  /** The pods that are not ready, by workload, the one that waits longest first. */
  unready: ReadonlyMap<string, readonly [UnreadyPod, ...UnreadyPod[]]>;
}

/** Whether some of a part was not seen: what is missing there may exist. */
export function isUnseen({ unseen }: Health, part: Health['unseen'][number]['part']): boolean {
  return unseen.some((one) => one.part === part);
}
