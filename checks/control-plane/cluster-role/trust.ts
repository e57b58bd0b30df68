import type { Facts } from '../../../src/facts/facts.ts';
import type { TrustStatement } from '../../../src/facts/control-plane.ts';
import { trustsService, type Answer } from '../../../src/for-checks/iam/service-trust.ts';
import { serviceNames } from '../../../src/for-checks/partitions.ts';

/**
 * Whether a trust policy lets a service do an action (`sts:AssumeRole`) for this cluster: the service says for which
 * cluster and account it asks (aws:SourceArn, aws:SourceAccount) and that it is one.
 * Source: the EKS guide's page on the confused deputy.
 */
export function trusts(
  statements: readonly TrustStatement[],
  service: string,
  action: string,
  { arn, account, partition }: Facts['cluster'],
): Answer {
  const context = { 'aws:SourceArn': [arn], 'aws:SourceAccount': [account], 'aws:PrincipalIsAWSService': ['true'] };
  return trustsService(statements, { names: serviceNames(service, partition), action, context });
}
