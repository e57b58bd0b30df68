import type { Facts } from '../../../src/facts/facts.ts';
import { plainCode } from '../../../src/for-checks/health-issues.ts';

/** The remedy of all findings about the KMS key: the health of the cluster and the key itself show the same cause. */
export const keyRemedy = 'restore-encryption-key';

/** True for the health codes about the KMS key of a cluster. */
export function isKeyIssue(code: string): boolean {
  return plainCode(code).startsWith('kms');
}

/** True if EKS reported the health of the cluster, and no issue of its KMS key. */
export function reportsNoKeyIssue({ healthIssues }: Pick<Facts['cluster'], 'healthIssues'>): boolean {
  return healthIssues?.every(({ code }) => !isKeyIssue(code)) ?? false;
}
