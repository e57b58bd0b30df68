import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { addonResource, behindAddonManager } from '../../../src/for-checks/eks-addon.ts';
import type { ClosingGroup } from '../../../src/for-checks/instance-metadata.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import type { Minor } from '../../../src/syntax/versions.ts';

type Addon = Facts['addons'][number];
type Workload = Facts['nodeRoleUsers'][number];
type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/** A node group whose pods lose instance metadata. */
export interface Closing extends ClosingGroup {
  /** The version at which another group has to replace it; undefined: today, or the path does not require it. */
  at: Minor | undefined;
  /** The names of its nodes. */
  nodes: ReadonlySet<string>;
}

/** EKS add-ons by the label of their pods. */
const addonNames: Readonly<Record<string, string>> = {
  'ebs-csi-controller': 'aws-ebs-csi-driver',
  'efs-csi-controller': 'aws-efs-csi-driver',
  'fsx-csi-controller': 'aws-fsx-csi-driver',
  'external-dns': 'external-dns',
  'cluster-autoscaler': 'cluster-autoscaler',
};

/** The finding for a workload that runs on one of the groups. */
export function* workloadFinding(
  workload: Workload,
  closing: readonly Closing[],
  addons: readonly Addon[],
  here: Here,
): Generator<Finding<'warn'>> {
  const on = closing.filter(({ nodes }) => workload.nodes.some((node) => nodes.has(node)));
  if (on.length === 0) return;
  const addon = addons.find(({ name }) => name === addonNames[workload.component]);
  const { kind, namespace, name, component } = workload;
  yield {
    ...about(on),
    rule: 'workload',
    resource: { kind, namespace, name },
    message: `${component} takes its AWS credentials from the node: on Amazon Linux 2023 with hop limit 1, it gets none`,
    fix: addon === undefined ? ownFix(workload, here) : addonFix(addon, here),
  };
}

/** The finding for an EKS add-on that needs permissions and has no role. */
export function addonFinding(addon: Addon, closing: readonly Closing[], here: Here): Finding<'warn'> {
  return {
    ...about(closing),
    rule: 'addon',
    resource: addonResource(addon.name, addon.owner),
    message:
      'needs permissions in IAM and has no role: on Amazon Linux 2023 with hop limit 1, its pods get no credentials from the node',
    fix: addonFix(addon, here),
  };
}

function about(closing: readonly Closing[]): Pick<Finding<'warn'>, 'level' | 'at' | 'evidence'> {
  const steps = closing.flatMap(({ at }) => at ?? []);
  return {
    level: 'warn',
    ...(steps.length === closing.length && steps.length > 0 ? { at: Math.min(...steps) } : {}),
    evidence: closing.map(({ group, observed }) => ({
      observed,
      required: 'a role of EKS Pod Identity or IRSA, or hop limit 2',
      resource: `NodeGroup ${group.name}`,
      fact: 'nodegroups',
    })),
  };
}

const orHopLimit = advice`Or set \`HttpPutResponseHopLimit\` to 2 in the launch template of the new nodes: then every pod on them
  can use the role of the node.`;

function addonFix(addon: Addon, { cluster, tables }: Here): Advice {
  const { region, name } = cluster;
  const fix = advice`Create an IAM role for the add-on: the first command shows its service account and the policy that AWS
    recommends. ROLE_ARN is the ARN of the role. The EKS Pod Identity Agent must run on the nodes. ${orHopLimit}\n${commands(
      sh`aws eks describe-addon-configuration --region ${region} --addon-name ${addon.name} --addon-version ${addon.version}`,
      continued(
        sh`aws eks update-addon --region ${region} --cluster-name ${name} --addon-name ${addon.name}`,
        sh`--pod-identity-associations serviceAccount=SERVICE_ACCOUNT,roleArn=ROLE_ARN --resolve-conflicts PRESERVE`,
      ),
    )}`;
  return behindAddonManager(fix, addon, {
    change: 'add-on-configuration',
    cluster,
    rows: tables['managed-changes'],
  });
}

function ownFix({ kind, namespace, name }: Workload, { cluster }: Here): Advice {
  return advice`Create an IAM role with the permissions that it uses today, and associate it with its ServiceAccount. ROLE_ARN
    is the ARN of the role. The EKS Pod Identity Agent must run on the nodes. ${orHopLimit}\n${commands(
      sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o jsonpath='{.spec.template.spec.serviceAccountName}'`,
      continued(
        sh`aws eks create-pod-identity-association --region ${cluster.region} --cluster-name ${cluster.name}`,
        sh`--namespace ${namespace} --service-account SERVICE_ACCOUNT --role-arn ROLE_ARN`,
      ),
      sh`kubectl -n ${namespace} rollout restart ${kind.toLowerCase()} ${name}`,
    )}`;
}
