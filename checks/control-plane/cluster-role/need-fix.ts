import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { freePolicyName } from '../../../src/for-checks/iam/policy-name.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';
import { continued, json, sh } from '../../../src/syntax/shell.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { attachCommand } from './role.ts';

type Cluster = Facts['cluster'];
type Role = NonNullable<Facts['clusterRole']>;
type Need = Extract<Tables['cluster-role'][number], { rowKind: 'own-policies-need' }>;

/** How to attach the AWS managed policy, or to add the denied permissions. */
export function allowFix(
  { name, tags }: Role,
  policies: Parameters<typeof freePolicyName>[0],
  denied: readonly Need[],
  cluster: Cluster,
  changes: Tables['managed-changes'],
): Advice {
  const document = { Version: '2012-10-17', Statement: statementsFor(denied, cluster) };
  return advice`Attach the AWS managed policy, which follows new versions, or add the missing permissions.
    ${roleFirst(tags, 'cluster-role-policy', changes)}\n${commands(
      attachCommand(cluster, name, 'AmazonEKSClusterPolicy'),
      sh`# or`,
      continued(
        sh`aws iam put-role-policy --role-name ${name} --policy-name ${freePolicyName(policies, 'eks-control-plane')}`,
        sh`--policy-document ${json(document)}`,
      ),
    )}`;
}

export function statementsFor(denied: readonly Need[], { partition, name }: Cluster): object[] {
  const plain = denied.filter(({ resource }) => resource === undefined).map(({ action }) => action);
  const tagged = denied.flatMap(({ action, resource, tagKey }) =>
    resource === undefined
      ? []
      : [
          {
            Effect: 'Allow',
            Action: action,
            Resource: `arn:${partition}:ec2:*:*:${resource}/*`,
            ...(tagKey === undefined ? {} : { Condition: toTagCondition(tagKey, name) }),
          },
        ],
  );
  return [...tagged, ...(plain.length === 0 ? [] : [{ Effect: 'Allow', Action: plain, Resource: '*' }])];
}

function toTagCondition(tagKey: string, cluster: string): object {
  return { 'ForAnyValue:StringLike': { 'aws:TagKeys': tagKey.replaceAll('${ClusterName}', cluster) } };
}
