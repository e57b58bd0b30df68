import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { FargateRole } from '../../../src/facts/fargate.ts';
import { json, sh } from '../../../src/syntax/shell.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';
import { serviceNames } from '../../../src/for-checks/partitions.ts';
import { trustsService, trustText } from '../../../src/for-checks/iam/service-trust.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { levelFor, outcomeFor, type Users } from './users.ts';

type Cluster = Facts['cluster'];
type Profile = Facts['fargateProfiles'][number];
type Trusts = Extract<Tables['fargate-role'][number], { rowKind: 'trusts' }>;
type Role = NonNullable<FargateRole['found']>;
type Found = Omit<Finding, 'resource'>;

/** A trust policy that allows Fargate to assume the role only for profiles of this cluster. */
export function trustDocument({ partition, region, account, name }: Cluster, rows: Tables['fargate-role']): object {
  const row = rows.find((one) => one.rowKind === 'trusts');
  const profiles = `arn:${partition}:eks:${region}:${account}:fargateprofile/${name}/*`;
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: row?.service },
        Action: row?.action,
        Condition: { ArnLike: { 'aws:SourceArn': profiles } },
      },
    ],
  };
}

/**
 * Findings for profiles whose role Fargate may not assume, or for which this is unknown.
 * @param usersFor returns the workloads that run with some of the profiles
 */
export function* trustFindings(
  role: Role & { name: string },
  profiles: readonly Profile[],
  usersFor: (profiles: readonly Profile[]) => Users,
  { cluster, tables }: Pick<Context<'fargate-role' | 'managed-changes'>, 'cluster' | 'tables'>,
): Generator<Found> {
  const row = tables['fargate-role'].find((one) => one.rowKind === 'trusts');
  if (row === undefined) return;
  const fix = trustFix(role, cluster, tables);
  const common = { rule: 'trust', fix, links: [row.source] };
  if (role.trust === null) {
    yield {
      level: 'unknown',
      short: 'trust policy cannot be read',
      message: 'cannot read its trust policy',
      ...common,
    };
    return;
  }
  const answers = profiles.map((profile) => ({ profile, answer: answerFor(profile, role.trust ?? [], row, cluster) }));
  const of = (wanted: 'no' | 'maybe') => answers.flatMap(({ profile, answer }) => (answer === wanted ? [profile] : []));
  const evidence = (some: readonly Profile[]) =>
    some.map(({ name, arn }) => ({
      observed: trustText(role.trust ?? []),
      required: `${row.action} for ${row.service}, aws:SourceArn ${arn}`,
      resource: `FargateProfile ${name}`,
      fact: 'fargateRoles' as const,
    }));
  const closed = of('no');
  if (closed.length > 0) {
    const users = usersFor(closed);
    const message = `its trust policy does not allow ${row.service} to assume it: ${outcomeFor(users)}`;
    yield { level: levelFor(users), message, evidence: evidence(closed), ...common };
  }
  const open = of('maybe');
  if (open.length > 0) {
    const message = `unknown whether its trust policy allows ${row.service} to assume it: this depends on conditions that are not evaluated`;
    yield { level: 'unknown', message, evidence: evidence(open), ...common, rule: 'trust-conditions' };
  }
}

/** Fargate sends the profile's ARN and the account as condition keys. */
function answerFor(
  { arn }: Profile,
  trust: NonNullable<Role['trust']>,
  { service, action }: Trusts,
  { account, partition }: Cluster,
) {
  const context = { 'aws:SourceArn': [arn], 'aws:SourceAccount': [account], 'aws:PrincipalIsAWSService': ['true'] };
  return trustsService(trust, { names: serviceNames(service, partition), action, context });
}

function trustFix(
  { name, tags }: Role & { name: string },
  cluster: Cluster,
  tables: Pick<Tables, 'fargate-role' | 'managed-changes'>,
) {
  return advice`Check the trust policy first. The second command replaces the whole policy: add the statements that
    others need to assume the role. ${roleFirst(tags, 'role-trust-policy', tables['managed-changes'])}\n${commands(
      sh`aws iam get-role --role-name ${name} --query Role.AssumeRolePolicyDocument`,
      sh`aws iam update-assume-role-policy --role-name ${name} --policy-document ${json(trustDocument(cluster, tables['fargate-role']))}`,
    )}`;
}
