import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { RollbackState } from '../../../src/for-checks/rollback.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { formatFailure, listErrors } from '../shared/failed-update.ts';

type Open = Extract<RollbackState, { is: 'open' }>;

/** A rollback that failed since the update: EKS accepts another one, but the cause may still be there. */
export function* failedFindings(
  { since }: Pick<Open, 'since'>,
  updates: Facts['updates'],
  { name, region }: Facts['cluster'],
): Generator<Finding> {
  const failed = updates.filter(
    ({ type, status, createdAt }) => type === 'VersionRollback' && status === 'Failed' && (createdAt ?? since) >= since,
  );
  const last = failed.toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : 1)).at(-1);
  if (last === undefined) return;
  yield {
    level: 'warn',
    rule: 'failed',
    resource: { kind: 'Cluster', name },
    message: `the last rollback${formatFailure(last)}`,
    evidence: listErrors(last),
    fix: advice`Make sure that the cause of the failure is fixed before you try again.\n${commands(
      sh`aws eks describe-update --region ${region} --name ${name} --update-id ${last.id}`,
    )}`,
  };
}
