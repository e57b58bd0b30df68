import type { Context, Warning } from '../../../src/check.ts';
import type { RollbackState } from '../../../src/for-checks/rollback.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { untilText } from '../../../src/for-checks/rollback-support.ts';
import { momentText } from '../../../src/syntax/dates.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Obstacle } from './obstacle.ts';

type Open = Extract<RollbackState, { is: 'open' }>;
type Here = Pick<Context, 'cluster' | 'current'>;

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
    message: `${what} to ${format(to)}, which is possible ${untilText(until)}: ${formatList(shown.map(({ text }) => text))}`,
    evidence: shown.map(({ evidence }) => evidence),
    fix: blockedFix(to, obstacles, here),
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
    fix: obstacle.task === 'policy' ? blockedFix(to, [obstacle], here) : advice`Decide before that day.`,
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
    fix: advice`${blockedFix(to, obstacles, here)}\nAfter the update, leave the nodes at ${format(to)} until the control plane has proved itself.`,
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

/** Some hours in which only EKS knows. */
export function unclearFinding({ to, until }: Extract<RollbackState, { is: 'unclear' }>, { cluster }: Here): Warning {
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `a rollback to ${format(to)} may no longer be possible: seven days from the start of the update ended ${momentText(until)}, and EKS does not report when the update ended`,
    fix: advice`If you need the rollback, request it now: EKS rejects it if the time is over.`,
  };
}

/** EKS does not say when the last update was, or says that it is in the future. */
export function undatedFinding({ to }: Extract<RollbackState, { is: 'undated' }>, { cluster }: Here): Warning {
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `it is unknown whether EKS can roll back to ${format(to)}: the last update has no version, no time, or a time in the future`,
    fix: advice`Check the clock of this machine, and read the updates of the cluster in the EKS console.`,
  };
}

function blockedFix(to: Minor, obstacles: readonly Obstacle[], { cluster }: Here): Advice {
  const { name, region } = cluster;
  const tasks = new Set(obstacles.map(({ task }) => task));
  const has = (task: Obstacle['task'], text: Advice): Advice => (tasks.has(task) ? text : advice``);
  return advice`In this order: ${has('wait', advice`wait until the running update ends. `)}${has(
    'policy',
    advice`Set the support policy to EXTENDED, which costs more while the version is in extended support:\n${commands(
      continued(
        sh`aws eks update-cluster-config --region ${region} --name ${name}`,
        sh`--upgrade-policy supportType=EXTENDED`,
      ),
    )}\n`,
  )}${has('nodes', advice`Take the nodes back to ${format(to)}. `)}${has(
    'fargate',
    advice`Remove the Fargate pods on newer nodes until the rollback has ended. `,
  )}${has(
    'add-ons',
    advice`Choose versions of the add-ons that EKS lists for ${format(to)}. `,
  )}${has('insights', advice`Read the rollback insights of the cluster in the EKS console.`)}`;
}
