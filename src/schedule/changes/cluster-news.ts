import type { ClusterNews } from './fleet-message.ts';
import type { Change } from './message.ts';
import type { News } from './notify.ts';

/** The message about a cluster in short, for the message about several clusters. */
export function toClusterNews({ message, isChange }: News): ClusterNews {
  const { kind, id, cluster, comparedTo, verdict, verdictBefore, exitCode, exitCodeBefore } = message;
  const { counts, changes, storms, support, rollback, error, couldNotScanSince, stateAhead, stateError, link } =
    message;
  const isCompared = kind !== 'first' && kind !== 'state-lost';
  return {
    kind,
    message: id,
    changed: isChange,
    cluster,
    comparedTo,
    verdict,
    verdictBefore,
    exitCode,
    ...(exitCodeBefore === undefined ? {} : { exitCodeBefore }),
    counts: {
      new: countNew(isCompared ? changes : []),
      worse: counts.worse,
      fixed: counts.fixed,
      noLongerSeen: counts.noLongerSeen,
      open: counts.open,
    },
    storms,
    support,
    ...(rollback === undefined ? {} : { rollback }),
    error: error === null ? null : { code: error.code, message: error.message, lastSuccess: error.lastSuccess },
    ...(couldNotScanSince === undefined ? {} : { couldNotScanSince }),
    ...(stateAhead === undefined ? {} : { stateAhead }),
    stateError,
    link,
  };
}

function countNew(changes: readonly Change[]): ClusterNews['counts']['new'] {
  const count = (wanted: Change['level']) =>
    changes.filter(({ kind, level }) => kind === 'new' && level === wanted).length;
  return { fail: count('fail'), unknown: count('unknown'), warn: count('warn') };
}

const none = { fail: 0, unknown: 0, warn: 0 } as const;

/** A scan without a message about its cluster. */
export interface WithoutMessage {
  cluster: ClusterNews['cluster'];
  /** Null if the cluster was not scanned. */
  verdict: ClusterNews['verdict'];
  exitCode: number;
  /** How many blockers, unknowns and warnings the scan found. */
  found: ClusterNews['counts']['open'] | null;
  /** Why the cluster was not scanned. */
  reason: string;
}

/**
 * What is known of a cluster whose scan was ended, could not begin, or was not compared with the state. Always counts as
 * a change: what changed is unknown.
 */
export function newsWithoutMessage({ cluster, verdict, exitCode, found, reason }: WithoutMessage): ClusterNews {
  return {
    kind: verdict === null ? 'could-not-scan' : 'not-compared',
    message: null,
    changed: true,
    cluster,
    comparedTo: null,
    verdict,
    verdictBefore: null,
    exitCode,
    counts: { new: none, worse: 0, fixed: 0, noLongerSeen: 0, open: found ?? none },
    storms: [],
    support: null,
    error: verdict === null ? { code: 'not-scanned', message: reason, lastSuccess: null } : null,
    stateError: null,
    link: null,
  };
}
