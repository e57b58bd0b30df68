import { loadTable } from '../../tables/tables.ts';
import { advice, commands } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import { compareWorkloads } from '../../for-checks/workload-readiness.ts';
import { seen, shellTexts } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { planCommand } from './own-commands.ts';
import { readValue } from './read.ts';

/** For how many days after an update EKS can roll back the control plane. */
export function rollbackDays(): number {
  return loadTable('rollback').rows[0]?.days ?? 0;
}

/**
 * Whether EKS can roll back the cluster after an update. No source says that local clusters can.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
export function hasRollback({ cluster: { outpost } }: Pick<Known, 'cluster'>): boolean {
  return !outpost && rollbackDays() > 0;
}

/** The id of the hold after an update to a version. */
export function holdId(to: Minor): string {
  return `hold:${format(to)}`;
}

/** After an update of the control plane: what to test before anything rules out a rollback. */
export function holdTask(known: Known, { from, to, hop }: { from: Minor; to: Minor; hop: number }): Draft[] {
  const { cluster } = known;
  const at = { component: 'kubernetes' as const, version: format(to) };
  const compare = compareWorkloads(format(to));
  return [
    draftTask({
      id: holdId(to),
      kind: 'hold',
      title: 'HOLD: test your applications',
      hop,
      stage: 'hold',
      at,
      after: [`control-plane:${format(to)}`],
      stops: ['nodes'],
      by: 'by hand',
      how: toHow(
        advice`Test your applications, and compare the workloads with the file from before the update. Run this in the same directory; \`diff\` marks what is new with \`>\`, either a workload with fewer ready pods or a pod that is \`Pending\`:\n${commands(compare)}`,
      ),
      done: [
        seen(
          'your applications work; no workload has fewer ready pods than before: `diff` prints no line with `>`',
          compare,
        ),
      ],
      ...(hasRollback(known)
        ? {
            undo: {
              text: canRollBack(known, from, to),
              commands: shellTexts(planCommand(cluster, sh`--rollback`)),
            },
          }
        : {}),
      notes: hasRollback(known)
        ? [...autoNotes(known), ...fargateNotes(known, to), ...lastChance(known, { from, to })]
        : [`EKS cannot roll this cluster back to ${format(from)}.`],
    }),
  ];
}

/** EKS itself rolls back the nodes of Auto Mode; all other nodes at the new version rule out a rollback. */
function canRollBack({ cluster: { autoMode } }: Known, from: Minor, to: Minor): string {
  const days = `or at least ${rollbackDays()} days`;
  return autoMode
    ? `F${days}, EKS can roll back to ${format(from)}: it first rolls back the Auto Mode nodes itself. No other node may run ${format(to)}.`
    : `Until nodes run ${format(to)}, and f${days}, EKS can roll back to ${format(from)}.`;
}

/**
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html
 * @returns what EKS does during the HOLD; empty without Auto Mode
 */
export function autoNotes({ cluster: { autoMode } }: Pick<Known, 'cluster'>): string[] {
  return autoMode
    ? [
        'EKS replaces the Auto Mode nodes by itself after the update of the control plane, as disruption budgets allow. It does not wait for the end of the HOLD.',
      ]
    : [];
}

/** EKS rolls back only the newest update. */
function lastChance({ path: { target } }: Known, { from, to }: { from: Minor; to: Minor }): string[] {
  return to < target
    ? [
        `The next update of the control plane ends this: from then on, EKS rolls back to ${format(to)} only, not to ${format(from)}.`,
      ]
    : [];
}

/**
 * A Fargate pod gets a node at the version that the control plane has when it starts.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
function fargateNotes({ readings }: Known, to: Minor): string[] {
  const hasFargate = readValue(readings.nodes)?.some(({ computeType }) => computeType === 'fargate') === true;
  return hasFargate
    ? [
        `Do not restart pods on Fargate during the HOLD: a new one runs on a node at ${format(to)}, and EKS then refuses a rollback.`,
      ]
    : [];
}
