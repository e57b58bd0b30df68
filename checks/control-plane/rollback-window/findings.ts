import type { Context, Warning } from '../../../src/check.ts';
import type { RollbackState } from '../../../src/for-checks/rollback.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { untilText } from '../../../src/for-checks/rollback-support.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { describeUnknownTime, type UnknownTime } from '../shared/rollback-time.ts';
import type { Obstacle } from '../shared/rollback-obstacle.ts';
import { prepareFix, rollBackFix } from './roll-back-fix.ts';

type Open = Extract<RollbackState, { is: 'open' }>;
type Here = Pick<Context<'managed-changes'>, 'cluster' | 'current' | 'tables'>;

/** Within the days after an update: what blocks a rollback now. Unknown if nothing blocks it for certain. */
export function blockedFinding(
  { to, until }: Pick<Open, 'to' | 'until'>,
  obstacles: readonly Obstacle[],
  here: Here,
): Warning {
  const blocking = obstacles.filter(({ isUnknown }) => isUnknown !== true);
  const isUnknown = blocking.length === 0;
  const shown = isUnknown ? obstacles : blocking;
  const what = isUnknown ? 'it is unknown whether EKS can roll back' : 'EKS cannot roll back';
  return {
    level: isUnknown ? 'unknown' : 'warn',
    rule: isUnknown ? 'not-known' : 'blocked-now',
    resource: { kind: 'Cluster', name: here.cluster.name },
    message: `${what} to ${format(to)} (rollback window: ${untilText(until)}): ${formatList(shown.map(({ text }) => text))}`,
    evidence: shown.map(({ evidence }) => evidence),
    fix: rollBackFix(to, obstacles, here),
  };
}

/** The support ends the rollback before the seven days do. */
export function shorterFinding({ to, until }: Pick<Open, 'to' | 'until'>, obstacle: Obstacle, here: Here): Warning {
  return {
    level: 'warn',
    rule: 'ends-early',
    resource: { kind: 'Cluster', name: here.cluster.name },
    message: `EKS cannot roll back to ${format(to)} after ${until}: ${obstacle.text}`,
    evidence: [obstacle.evidence],
    fix: obstacle.task === 'policy' ? rollBackFix(to, [obstacle], here) : advice`Decide before that day.`,
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
    message: `rolled back to ${format(current)}${from === null ? '' : ` from ${from}`}${on === null ? '' : ` on ${on.slice(0, 10)}`}`,
    evidence: [{ observed: 'VersionRollback Successful', required: 'a known cause', fact: 'updates' }],
    fix: advice`Find out why the cluster was rolled back before you update it again. Its updates:\n${commands(
      sh`aws eks list-updates --region ${region} --name ${name}`,
    )}`,
  };
}

/** Only EKS knows whether the seven days are over. */
export function unknownTimeFinding(state: UnknownTime, { cluster }: Here): Warning {
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: { kind: 'Cluster', name: cluster.name },
    ...describeUnknownTime(state),
  };
}
