import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { FargateRole } from '../../../src/facts/fargate.ts';
import { besideClusterManager } from '../../../src/for-checks/managed-cluster.ts';
import { continued, json, sh } from '../../../src/syntax/shell.ts';
import { replaceFix } from './replace-fix.ts';
import { trustDocument } from './trust.ts';
import { levelFor, outcomeFor, type Users } from './users.ts';

type Profile = Facts['fargateProfiles'][number];
type Here = Pick<Context<'fargate-role' | 'managed-changes'>, 'cluster' | 'tables'>;
type Found = Omit<Finding, 'resource'>;

/** The finding for a role that does not exist, or whose path differs from that in the profiles; undefined otherwise. */
export function missingFinding(
  { name, found }: FargateRole,
  profiles: readonly [Profile, ...Profile[]],
  users: Users,
  vpcSubnets: Facts['vpcSubnets'] | undefined,
  here: Here,
): Found | undefined {
  const { cluster } = here;
  const [profile] = profiles;
  const { roleArn } = profile;
  if (found?.arn === roleArn) return undefined;
  const common = { level: levelFor(users), rule: 'missing-role' };
  if (found === null) {
    return {
      ...common,
      message: `the pod execution role does not exist in account ${cluster.account}: ${outcomeFor(users)}`,
      evidence: [{ observed: 'not found by iam:GetRole', required: roleArn, fact: 'fargateRoles' }],
      fix: createFix(name, roleArn, here),
    };
  }
  return {
    ...common,
    message: `the pod execution role does not exist: the role of this name has another path; ${outcomeFor(users)}`,
    evidence: [{ observed: found.arn, required: roleArn, fact: 'fargateRoles' }],
    fix: advice`Create a profile with the existing role. ${replaceFix(profile, here, {
      roleArn: found.arn,
      kept: profile.subnetIds.filter((id) => vpcSubnets?.some((subnet) => subnet.id === id) ?? true),
    })}`,
  };
}

function createFix(name: string, arn: string, here: Here): Advice {
  const { cluster, tables } = here;
  const rows = tables['fargate-role'];
  const path = arn.slice(arn.indexOf(':role/') + ':role'.length, arn.lastIndexOf('/') + 1);
  const policies = rows.flatMap((row) => (row.rowKind === 'holds' ? [row.policy] : []));
  const create = advice`Create the role again, under the same name and path.\n${commands(
    continued(
      sh`aws iam create-role --role-name ${name} --path ${path}`,
      sh`--assume-role-policy-document ${json(trustDocument(cluster, rows))}`,
    ),
    ...policies.map(
      (policy) =>
        sh`aws iam attach-role-policy --role-name ${name} --policy-arn ${`arn:${cluster.partition}:iam::aws:policy/${policy}`}`,
    ),
  )}`;
  const managed = besideClusterManager(create, cluster, 'fargate-role-policy', tables);
  return cluster.authenticationMode === 'CONFIG_MAP' ? managed : joinAdvice([managed, entryFix(arn, here)], '\n\n');
}

/** Source: the user guide's page on access entries. */
function entryFix(arn: string, { cluster, tables }: Here): Advice {
  const { region, name } = cluster;
  const at = sh`--region ${region} --cluster-name ${name} --principal-arn ${arn}`;
  const fix = advice`An access entry does not apply to a role that was created again: if the role has one, delete the entry
    and create it again.\n${commands(
      sh`aws eks delete-access-entry ${at}`,
      sh`aws eks create-access-entry ${at} --type FARGATE_LINUX`,
    )}`;
  return besideClusterManager(fix, cluster, 'access-entry', tables);
}
