import type { Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { selectRows, type UsedFeature, type Row } from './feature-uses.ts';

const shownSets = 5;

/** CronJobs with a time zone in the schedule. */
export function listCronJobFeatures(rows: readonly Row[], cronJobs: Facts['cronJobs']): UsedFeature[] {
  const zoned = cronJobs.filter(({ timeZoneInSchedule }) => timeZoneInSchedule === true);
  return selectRows(rows, 'time-zone-in-schedule').flatMap((row) =>
    zoned.map(({ kind, namespace, name }) => ({
      resource: { kind, namespace, name },
      row,
      what: 'spec.schedule sets a time zone (TZ= or CRON_TZ=)',
      fact: 'cronJobs',
    })),
  );
}

/** StatefulSets whose manifest allows a rolling update to stop several pods at the same time. */
export function listMaxUnavailable(rows: readonly Row[], statefulSets: Facts['statefulSets']): UsedFeature[] {
  return selectRows(rows, 'max-unavailable').flatMap((row) =>
    statefulSets.flatMap(({ kind, namespace, name, maxUnavailable = 1 }): UsedFeature[] => {
      if (maxUnavailable <= 1) return [];
      const what = `rollingUpdate.maxUnavailable of ${maxUnavailable} pods`;
      return [{ resource: { kind, namespace, name }, row, what, fact: 'statefulSets' }];
    }),
  );
}

/** StatefulSets whose claim templates wait for a default StorageClass that does not exist. */
export function listClaimTemplateFeatures(
  rows: readonly Row[],
  statefulSets: Facts['statefulSets'],
  storageClasses: Facts['storageClasses'] | undefined,
): UsedFeature[] {
  if (storageClasses === undefined || storageClasses.some(({ isDefault }) => isDefault)) return [];
  return selectRows(rows, 'unset-storage-class').flatMap((row) =>
    statefulSets.flatMap(({ kind, namespace, name, claimsWithoutClass = [] }) =>
      claimsWithoutClass.map((claim): UsedFeature => {
        const what = `volumeClaimTemplate ${claim} does not set a StorageClass`;
        return { resource: { kind, namespace, name }, row, what, fact: 'statefulSets' };
      }),
    ),
  );
}

/**
 * One use for the whole cluster, unless all StatefulSets are scaled to zero. None from the date of EKS's fix on: an
 * update to a minor version installs its newest platform version.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/platform-versions.html
 */
export function listStatefulSetFeatures(
  rows: readonly Row[],
  statefulSets: Facts['statefulSets'],
  { cluster, now }: { cluster: Facts['cluster']; now: string },
): UsedFeature[] {
  const running = statefulSets.filter(({ replicas }) => replicas !== 0);
  if (running.length === 0) return [];
  return selectRows(rows, 'stateful-set-rollout')
    .filter(({ fixedSince }) => now < fixedSince)
    .map((row) => ({
      resource: { kind: 'Cluster', name: cluster.name },
      row,
      what: formatCount(running.length, 'StatefulSet'),
      fact: 'statefulSets',
      evidence: singleEvidence(running),
    }));
}

/** Evidence that lists the StatefulSets with one replica, because they are unavailable while their pod restarts. */
function singleEvidence(running: Facts['statefulSets']): Evidence[] {
  const single = running.filter(({ replicas }) => replicas === 1);
  const shown = single.slice(0, shownSets).map(({ namespace, name }): Evidence => ({
    observed: '1 replica: unavailable while its pod restarts',
    resource: `StatefulSet ${namespace}/${name}`,
    fact: 'statefulSets',
  }));
  const rest = single.length - shown.length;
  const more: Evidence[] = rest > 0 ? [{ observed: `and ${rest} more with 1 replica`, fact: 'statefulSets' }] : [];
  const observed = `${formatCount(running.length, 'StatefulSet')}, ${single.length} with 1 replica`;
  return [{ observed, fact: 'statefulSets' }, ...shown, ...more];
}
