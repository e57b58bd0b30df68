import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { evaluate } from '../../../src/for-checks/iam/evaluate.ts';
import { principalContext, toRoleRights } from '../../../src/for-checks/iam/role.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';
import { isWindows } from '../../../src/for-checks/node-images.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { attachCommand, policyArn } from './role.ts';

type Role = NonNullable<Facts['clusterRole']>;
type Need = Extract<Tables['cluster-role'][number], { rowKind: 'feature-needs' }>;

/** What shows that a feature is in use; undefined: not read. */
interface Use {
  vpcCni: Facts['vpcCni'] | undefined;
  nodes: Facts['nodes'] | undefined;
}

/** Findings for features whose permissions the role lacks: the VPC resource controller of EKS uses the cluster role. */
export function* featureFindings(
  role: Role,
  policies: NonNullable<Facts['clusterRolePolicies']>,
  use: Use,
  { cluster, tables }: Context<'cluster-role' | 'managed-changes'>,
): Generator<Finding<'warn' | 'unknown'>> {
  const rights = toRoleRights(policies);
  for (const need of tables['cluster-role'].filter((row) => row.rowKind === 'feature-needs')) {
    const evidence = findUse(need, use);
    const isHeld = ['AdministratorAccess', need.policy].some((one) =>
      role.attachedPolicies.includes(policyArn(cluster, one)),
    );
    if (evidence === undefined || isHeld) continue;
    const judged = need.actions.map((action) => ({
      action,
      decision: evaluate(rights.policies, rights.boundary, {
        action,
        resource: '*',
        context: { ...principalContext(role.arn), 'aws:RequestedRegion': [cluster.region] },
        complete: [],
      }),
    }));
    const open = judged.filter(({ decision }) => decision.answer !== 'allowed');
    if (open.length === 0) continue;
    const denied = open.filter(({ decision }) => decision.answer === 'denied');
    yield {
      level: denied.length > 0 ? 'warn' : 'unknown',
      rule: need.feature,
      blocks: 'workloads',
      short: `lacks ${formatCount(open.length, 'IAM action')} of a feature`,
      resource: { kind: 'Role', name: role.name, arn: role.arn },
      message: `${denied.length > 0 ? 'does not allow' : 'may not allow'} ${formatList(open.map(({ action }) => action))}, which ${featureNames[need.feature]} needs: ${need.without}`,
      evidence: [evidence],
      fix: advice`Attach the policy ${need.policy} to the cluster role. ${roleFirst(role.tags, 'cluster-role-policy', tables['managed-changes'])}\n${commands(
        attachCommand(cluster, role.name, need.policy),
      )}`,
      links: [need.source],
    };
  }
}

const featureNames = {
  'pod-eni': 'the VPC CNI with ENABLE_POD_ENI',
  windows: 'IP address management for Windows',
} satisfies Record<Need['feature'], string>;

function findUse({ feature, policy }: Need, { vpcCni = [], nodes = [] }: Use): Evidence | undefined {
  const required = policy;
  if (feature === 'windows') {
    const node = nodes.find(({ osImage, computeType }) => computeType !== 'hybrid' && isWindows(osImage));
    return node === undefined
      ? undefined
      : { observed: node.osImage, required, resource: `Node ${node.name}`, fact: 'nodes' };
  }
  const copy = vpcCni.find(({ addresses }) => addresses?.podInterfaces === true);
  return copy === undefined
    ? undefined
    : { observed: 'ENABLE_POD_ENI=true', required, resource: `${copy.kind} ${copy.name}`, fact: 'vpcCni' };
}
