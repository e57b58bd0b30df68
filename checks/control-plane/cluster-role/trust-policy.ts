import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding, Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, json, sh } from '../../../src/syntax/shell.ts';
import { trustsService, trustText, type Answer } from '../../../src/for-checks/iam/service-trust.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { rowsFor, trustDocument } from './role.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';
import type { TrustStatement } from '../../../src/facts/control-plane.ts';
import { serviceNames } from '../../../src/for-checks/partitions.ts';

type Cluster = Facts['cluster'];
type Role = NonNullable<Facts['clusterRole']>;
type TrustTables = Pick<Tables, 'cluster-role' | 'managed-changes'>;

/** Findings for actions that the role's trust policy does not allow EKS, or for which this is unknown. */
export function* trustFindings(
  role: Role,
  resource: Resource,
  cluster: Cluster,
  tables: TrustTables,
): Generator<Finding> {
  const rows = tables['cluster-role'];
  const look = trustFix(role, cluster, tables);
  const { trust } = role;
  if (trust === null) {
    const message = 'cannot read its trust policy';
    yield { level: 'unknown', rule: 'trust', short: 'trust policy cannot be read', resource, message, fix: look };
    return;
  }
  const wanted = rowsFor(rows, cluster).filter((row) => row.rowKind === 'trusts');
  const answers = wanted.map((row) => ({ row, answer: trusts(trust, row.service, row.action, cluster) }));
  if (cluster.outpost && answers.some(({ answer }) => answer === 'yes')) return;
  for (const { row, answer } of cluster.outpost ? answers.slice(0, 1) : answers) {
    if (answer === 'yes') continue;
    const evidence = [{ observed: trustText(trust), required: `${row.action} for ${row.service}` }];
    const short = `${answer === 'maybe' ? 'unknown whether it allows' : 'trust policy lacks'} ${row.action}`;
    const finding = { rule: `trust:${row.action}`, short, resource, evidence, fix: look, links: [row.source] };
    const what = `${row.service} to perform ${row.action} for this cluster`;
    if (answer === 'maybe') {
      const message = `unknown whether the trust policy allows ${what}: it depends on conditions that are not evaluated`;
      yield { level: row.kind === 'auto-mode' ? 'warn' : 'unknown', message, ...finding };
    } else if (row.kind === 'auto-mode') {
      yield {
        level: 'warn',
        message: `the trust policy does not allow ${what}, which Auto Mode requires`,
        blocks: 'nodes',
        ...finding,
      };
    } else {
      yield { level: 'fail', message: `the trust policy does not allow ${what}`, ...finding };
    }
  }
}

function trustFix({ name, tags }: Role, cluster: Cluster, tables: TrustTables): Advice {
  return advice`Check the trust policy first. The second command replaces the whole policy: add the statements that
    others need to assume the role. ${roleFirst(tags, 'role-trust-policy', tables['managed-changes'])}\n${commands(
      sh`aws iam get-role --role-name ${name} --query Role.AssumeRolePolicyDocument`,
      continued(
        sh`aws iam update-assume-role-policy --role-name ${name}`,
        sh`--policy-document ${json(trustDocument(cluster, tables['cluster-role']))}`,
      ),
    )}`;
}

/**
 * Whether a trust policy allows a service to perform an action (`sts:AssumeRole`) for this cluster. The context of the
 * request names the cluster and its account (aws:SourceArn, aws:SourceAccount), and says that the caller is a service.
 * Source: the EKS guide's page on the confused deputy.
 */
function trusts(
  statements: readonly TrustStatement[],
  service: string,
  action: string,
  { arn, account, partition }: Facts['cluster'],
): Answer {
  const context = { 'aws:SourceArn': [arn], 'aws:SourceAccount': [account], 'aws:PrincipalIsAWSService': ['true'] };
  return trustsService(statements, { names: serviceNames(service, partition), action, context });
}
