import type { UnreadyPod } from '../../../facts/unready-pods.ts';
import { formatCount } from '../../../syntax/english.ts';
import { startingStates, toWorkloadName } from '../../health/pods.ts';
import type { Health } from '../../health/schema.ts';
import { toAction } from '../group.ts';
import { findCause, findWorkloadTask, whyUnready } from './cause.ts';
import { isInRollout, isStarting } from './rollouts.ts';
import type { Comparing } from './seen-now.ts';
import { workloadAction } from './workload-actions.ts';
import type { Worse } from './worse-schema.ts';

type Workload = Health['workloads'][number];

/** The workloads with fewer ready pods than before, unless they want no more. */
export function worseWorkloads(comparing: Comparing): Worse[] {
  const before = new Map(comparing.before.workloads.map((one) => [one.workload, one]));
  return comparing.health.workloads.flatMap((now) => {
    const then = before.get(now.workload);
    if (then === undefined || now.ready >= Math.min(then.ready, now.wanted)) return [];
    if (isPassing(now, comparing)) return [];
    const text = `${now.ready} of ${now.wanted} ready, was ${then.ready} of ${then.wanted}`;
    return [toWorse(now.workload, text, comparing.unready.get(now.workload)?.[0], comparing)];
  });
}

/** The workloads whose own rollout is in progress. */
export function rollingWorkloads({ readings: { workloadPods } }: Pick<Comparing, 'readings'>): ReadonlySet<string> {
  const all = workloadPods?.ok === true ? workloadPods.value : [];
  return new Set(all.filter(({ rolling }) => rolling === true).map(toWorkloadName));
}

/** The pods that are missing may become ready by themselves. */
function isPassing(workload: Workload, comparing: Comparing): boolean {
  const pods = comparing.unready.get(workload.workload) ?? [];
  const counts = {
    ...workload,
    ...(rollingWorkloads(comparing).has(workload.workload) ? { rolling: true as const } : {}),
  };
  return isInRollout(counts, pods, comparing.now) || isStarting(counts, pods, comparing.now);
}

/** The workloads whose missing pods have been starting for minutes only: one more look shows whether they are worse. */
export function startingWorkloads(comparing: Comparing): string[] {
  const before = new Map(comparing.before.workloads.map((one) => [one.workload, one]));
  return comparing.health.workloads.flatMap((now) => {
    const then = before.get(now.workload);
    const isFewer = then !== undefined && now.ready < Math.min(then.ready, now.wanted);
    const pods = comparing.unready.get(now.workload) ?? [];
    return isFewer && !rollingWorkloads(comparing).has(now.workload) && isStarting(now, pods, comparing.now)
      ? [now.workload]
      : [];
  });
}

/** What is worse about a workload, with the pod that waits longest. */
export function toWorse(object: string, text: string, pod: UnreadyPod | undefined, comparing: Comparing): Worse {
  const cause = pod === undefined ? undefined : findCause(pod, comparing);
  return {
    object,
    text,
    state: pod?.state ?? null,
    since: pod?.since ?? null,
    task: cause?.group.task ?? findWorkloadTask(object, comparing),
    why: pod === undefined ? null : whyUnready(pod, cause, comparing),
    actions: [toAction(workloadAction(object, pod, cause, comparing))],
  };
}

/**
 * The workloads with pods that wait for a node or whose containers fail, and had none before.
 * @param found the workloads that are worse anyway
 */
export function worsePods(comparing: Comparing, found: ReadonlySet<string>): Worse[] {
  const then = countStates(comparing.before.pods);
  const rolling = rollingWorkloads(comparing);
  return [...countStates(comparing.health.pods)].flatMap(([key, now]) => {
    const [object = key] = now.objects;
    if (found.has(object)) return [];
    const { starting = 0, failing = 0, notReady = 0 } = then.get(key) ?? {};
    // Between two restarts, a pod that fails again and again is running, but not ready.
    const isFailing = now.failing > 0 && failing + notReady === 0;
    const pods = comparing.unready.get(object) ?? [];
    const isRolling = rolling.has(object) && isInRollout({ wanted: 0, ready: 0, rolling: true }, pods, comparing.now);
    const isWaiting = now.starting > 0 && starting + failing === 0 && !isRolling;
    const isUnready = !isCounted(object) && now.notReady > 0 && starting + failing + notReady === 0;
    if (!isFailing && !isWaiting && !isUnready) return [];
    const pod = pods.find(({ state }) => (isFailing ? isFailed(state) : isWaiting ? startingStates.has(state) : true));
    const count = isFailing ? now.failing : isWaiting ? now.starting : now.notReady;
    const what = pod?.state ?? (isFailing ? 'not starting' : isWaiting ? 'Pending' : 'NotReady');
    return [toWorse(object, `${formatCount(count, 'pod')} ${what}, none before`, pod, comparing)];
  });
}

/** Workloads whose ready pods are compared. */
function isCounted(object: string): boolean {
  return ['deploy/', 'sts/', 'ds/'].some((kind) => object.startsWith(kind));
}

interface States {
  /** The workloads, or the Jobs of one CronJob. */
  objects: string[];
  starting: number;
  failing: number;
  notReady: number;
}

function countStates(pods: Health['pods']): Map<string, States> {
  const all = new Map<string, States>();
  for (const { workload, state, pods: count } of pods) {
    const key = withoutRun(workload);
    const own = all.get(key) ?? { objects: [], starting: 0, failing: 0, notReady: 0 };
    own.objects.push(workload);
    own[startingStates.has(state) ? 'starting' : isFailed(state) ? 'failing' : 'notReady'] += count;
    all.set(key, own);
  }
  return all;
}

function isFailed(state: string): boolean {
  return state !== 'NotReady' && !startingStates.has(state);
}

/** The Jobs of a CronJob end in the minute of their run: `job/batch/report-29384750`. */
function withoutRun(workload: string): string {
  return workload.startsWith('job/') ? workload.replace(/-\d{7,10}$/, '') : workload;
}
