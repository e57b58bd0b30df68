import type { Context, Warning } from '../../../src/check.ts';
import type { RollbackState } from '../../../src/for-checks/rollback.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { momentText } from '../../../src/syntax/dates.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Obstacle } from './obstacle.ts';
import { prepareFix, rollBackFix } from './roll-back-fix.ts';

type Open = Extract<RollbackState, { is: 'open' }>;
type Here = Pick<Context, 'cluster' | 'current'>;

/** Within the days after an update: what blocks a rollback now. Unknown if nothing blocks it for certain. */
export function blockedFinding({ to, until }: Open, obstacles: readonly Obstacle[], here: Here): Warning {
  const blocking = obstacles.filter(({ isUnknown }) => isUnknown !== true);
  const isUnknown = blocking.length === 0;
  const shown = isUnknown ? obstacles : blocking;
  const what = isUnknown ? 'it is unknown whether EKS can roll back' : 'EKS cannot roll back';
  return {
    level: isUnknown ? 'unknown' : 'warn',
    rule: isUnknown ? 'not-known' : 'blocked-now',
    resource: { kind: 'Cluster', name: here.cluster.name },
    message: `${what} to ${format(to)} (rollback window: at least until ${momentText(until)}): ${formatList(shown.map(({ text }) => text))}`,
    evidence: obstacles.map(({ evidence }) => evidence),
    fix: rollBackFix(to, obstacles, here),
  };
}

/** Before the update: what would block a rollback after it. */
export function laterFinding(to: Minor, obstacles: readonly Obstacle[], here: Here): Warning {
  return {
    level: 'warn',
    rule: 'blocked-later',
    resource: { kind: 'Cluster', name: here.cluster.name },
    message: `after the update, EKS could not roll back to ${format(to)}: ${formatList(obstacles.map(({ text }) => text))}`,
    evidence: obstacles.map(({ evidence }) => evidence),
    fix: prepareFix(to, obstacles, here),
  };
}

/** The newest version change is a rollback. */
export function rolledBackFinding(
  { on, from }: Extract<RollbackState, { is: 'rolled-back' }>,
  { cluster, current }: Here,
): Warning {
  const { name, region } = cluster;
  return {
    level: 'warn',
    rule: 'rolled-back',
    resource: { kind: 'Cluster', name },
    message: `rolled back${from === null ? '' : ` from ${from}`} to ${format(current)}${on === null ? '' : ` on ${on.slice(0, 10)}`}`,
    evidence: [{ observed: 'VersionRollback Successful', required: 'a known cause', fact: 'updates' }],
    fix: advice`Before you update the cluster again, find out why it was rolled back. This lists its updates:\n${commands(
      sh`aws eks list-updates --region ${region} --name ${name}`,
    )}`,
  };
}

/** The hours in which only EKS can say whether a rollback is possible. */
export function unclearFinding({ to, until }: Extract<RollbackState, { is: 'unclear' }>, { cluster }: Here): Warning {
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `a rollback to ${format(to)} may no longer be possible: seven days after the start of the update ended at ${momentText(until)}; EKS counts from its end, which it does not report`,
    fix: advice`If you need a rollback, start it now: EKS rejects it if the seven days are over.`,
  };
}
