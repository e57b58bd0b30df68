import { advice, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { rightsFindings } from './rights.ts';
import { needlessGrants } from './needless-grants.ts';
import { roleResource, trustFindings } from './trust.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { valueOf, type Circumstances } from './probe-when.ts';
import { surroundingsOf } from './surroundings.ts';
import type { SettingRows } from '../../../src/karpenter/setting.ts';
import { deploymentOf, versionsOf } from '../../../src/karpenter/versions.ts';

type Here = Context<'karpenter-probes' | 'karpenter-settings'>;
type Optional = Partial<
  Pick<
    Facts,
    | 'karpenterClaimKinds'
    | 'karpenterClaims'
    | 'karpenterNodeClassKinds'
    | 'karpenterNodeClasses'
    | 'karpenterNodeRoles'
    | 'karpenterPoolKinds'
    | 'karpenterPools'
  >
>;

/** Before it, tags and requests were others: no table knows them. */
const firstKnown = '0.28.0';

export default defineCheck({
  id: 'karpenter/controller-iam',
  title: "Karpenter's role does not allow what Karpenter asks for",
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Karpenter's minors ask AWS for more, or for the same with other tags: 0.32 sends \`karpenter.sh/nodepool\` where 0.31
    sent \`karpenter.sh/provisioner-name\`, and makes instance profiles; 1.0 sends \`eks:eks-cluster-name\`; 1.7 makes
    instance profiles under a path. A role of the version before then refuses every launch, while the controller looks
    healthy. A policy of the version after refuses as well: 0.32 with Provisioners needs the policies of 0.31 and 0.32 side
    by side, and before 1.0 its policy is added first and the old one taken away last.

    Each request that the running version makes, and each version on the way, is evaluated as IAM does it: with the tags that
    this version sends, those of your node classes, the conditions, variables and Deny statements of inline and attached
    policies, and the permissions boundary. Policies that differ from Karpenter's template (Terraform, eksctl, CDK) are no
    finding as long as they allow what is asked for. The trust policy is judged, too. What the role may do and no version
    needs any more (statements for the tag of Provisioners, changes to every instance profile of the account) is a warning for
    the time after the update.

    **Not seen:** service control policies and resource control policies of your organisation, which may take away what the
    role allows, and whether the OIDC provider still exists in IAM. Conditions on what only the request itself knows (the
    address it comes from, a VPC endpoint) and on tags of subnets, security groups and images are unknown.`,
  fix: advice`Give the role what the version asks for, best by the version's own template, before that version runs.`,
  links: [
    'https://karpenter.sh/docs/reference/cloudformation/',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterRoles'],
  uses: [
    'karpenterClaimKinds',
    'karpenterClaims',
    'karpenterNodeClassKinds',
    'karpenterNodeClasses',
    'karpenterNodeRoles',
    'karpenterPoolKinds',
    'karpenterPools',
  ],
  tables: ['karpenter-probes', 'karpenter-settings'],

  *run({ karpenterControllers, karpenterRoles, ...optional }, context) {
    for (const controller of karpenterControllers) {
      yield* identityFindings(controller, context);
      yield* namedRoles(controller, karpenterRoles, context);
      yield* nextRole(controller);
      yield* trustFindings(controller, karpenterRoles, context.cluster);
      yield* controllerRights(controller, karpenterRoles, optional, context);
      yield* needlessGrants(controller, karpenterRoles, wholeLists(optional), context);
    }
  },
});

/** What is in the way of judging at all: no role that could be told, no version. */
function* identityFindings(controller: KarpenterController, { karpenter, cluster }: Here): Generator<Finding> {
  const { kind, roleArn } = controller.identity;
  const unknown = (rule: string, message: string, fix: Advice): Finding => ({
    level: 'unknown',
    rule,
    resource: deploymentOf(controller),
    message,
    fix,
  });
  if (kind === 'node') {
    yield unknown(
      'node-role',
      'has the role of the node that it runs on, which is not read',
      advice`Give it a role of its own, by EKS Pod Identity or by an annotation of its ServiceAccount.`,
    );
  } else if (roleArn === null) {
    yield unknown(
      'identity',
      'which role it has could not be told',
      advice`Look at the EKS Pod Identity associations of ServiceAccount ${controller.namespace}/${controller.serviceAccount}.`,
    );
  } else if (kind === 'irsa' && cluster.oidcIssuer === null) {
    yield unknown(
      'issuer',
      "the cluster's OIDC issuer is not told, so the trust policy is not judged",
      advice`Look at the trust policy.`,
    );
  }
  const [today] = versionsOf(controller, karpenter);
  if (today === undefined) {
    yield unknown(
      'version',
      'its version is not known, nor what it asks AWS for',
      advice`Find out which release its image is.`,
    );
  } else if (isBelow(today, firstKnown)) {
    yield unknown(
      'too-old',
      `what Karpenter ${today} asks AWS for is not known; the versions from 0.28 on are`,
      advice`Compare the role with the policy of the version's own getting-started guide.`,
    );
  }
}

/** The roles that are named, one after the other: what is not known of them, and those that do not exist. */
function* namedRoles(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  { karpenter, tables }: Here,
): Generator<Finding> {
  const { roleArn, targetRoleArn } = controller.identity;
  const [today] = versionsOf(controller, karpenter);
  const assumed = assumedRole(controller, today, tables['karpenter-settings']);
  if (assumed === undefined) {
    yield {
      level: 'unknown',
      rule: 'assumed-role',
      resource: deploymentOf(controller),
      message: 'which role it assumes is not known: ASSUME_ROLE_ARN comes from a place that is not read',
      fix: advice`Look the role up, and compare its policies by hand with what Karpenter asks for.`,
    };
  }
  const named = [roleArn, targetRoleArn, assumed ?? null];
  yield* unreadRoles(controller, named, roles);
  for (const role of roles.filter(({ arn, found }) => found === null && named.includes(arn))) {
    yield {
      level: 'fail',
      rule: 'missing',
      resource: roleResource(role),
      message: `the controller's role does not exist in account ${role.arn.split(':')[4] ?? ''}`,
      evidence: [{ observed: 'not found by iam:GetRole', required: role.arn }],
      fix: advice`Create the role again, or name the right one for ServiceAccount ${controller.namespace}/${controller.serviceAccount}.`,
    };
  }
}

/** An update restarts the pods: what they run with today is no longer what counts. */
function* nextRole(controller: KarpenterController): Generator<Finding> {
  const { roleArn, nextRoleArn } = controller.identity;
  if (nextRoleArn === undefined) return;
  yield {
    level: 'unknown',
    rule: 'next-role',
    resource: deploymentOf(controller),
    message: `its pods run with ${roleArn ?? 'no role'}, and from their next start with ${nextRoleArn}: what that one allows is not judged`,
    fix: advice`Restart the Deployment and scan again, or take away the association of EKS Pod Identity or the annotation that is not meant.`,
  };
}

/** Roles that are named and of which there is no reading: what is no ARN gives no credentials either. */
function* unreadRoles(
  controller: KarpenterController,
  names: readonly (string | null)[],
  roles: readonly KarpenterRole[],
): Generator<Finding> {
  for (const named of names) {
    if (named === null || roles.some(({ arn }) => arn === named)) continue;
    const isArn = /^arn:[\w-]+:iam::\d{12}:role\//.test(named);
    yield {
      level: isArn ? 'unknown' : 'fail',
      rule: isArn ? 'unread' : 'no-arn',
      resource: deploymentOf(controller),
      message: isArn
        ? `its role ${named} was not read: what that one allows is not judged`
        : `names ${named}, which is no ARN of a role: it gets no credentials`,
      ...(isArn ? {} : { evidence: [{ observed: named, required: 'the ARN of a role' }] }),
      fix: isArn
        ? advice`Mend what kept it from being read, and scan again; or compare its policies by hand with what Karpenter asks for.`
        : advice`Write the role's ARN into the annotation of ServiceAccount ${controller.namespace}/${controller.serviceAccount}.`,
    };
  }
}

/** The role that settings name besides, until 0.37; null: none; undefined: it is not read. */
function assumedRole(controller: KarpenterController, version: string | undefined, settingRows: SettingRows) {
  if (version === undefined || !isBelow(version, '1.0.0')) return null;
  return valueOf('ASSUME_ROLE_ARN', version, { controller, settingRows });
}

function* controllerRights(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  { karpenterNodeRoles, ...objects }: Optional,
  context: Here,
): Generator<Finding> {
  const versions = versionsOf(controller, context.karpenter);
  const [today] = versions;
  if (today === undefined) return;
  const here: Circumstances = {
    controller,
    current: today,
    last: versions.at(-1) ?? today,
    ...wholeLists(objects),
    settingRows: context.tables['karpenter-settings'],
  };
  for (const role of roles.filter(({ found }) => found !== null)) {
    const own = versions.filter((version) => !isBelow(version, firstKnown) && roleArnAt(version, here) === role.arn);
    yield* rightsFindings({
      role,
      versions: own,
      today,
      probes: context.tables['karpenter-probes'],
      here,
      aroundAt: (version) => surroundingsOf(role, here, version, karpenterNodeRoles, context),
    });
  }
}

/** Lists of which a kind is missing are as good as none: what Karpenter asks for hangs on what is not in them. */
function wholeLists(objects: Optional): Pick<Circumstances, 'pools' | 'nodeClasses' | 'claims'> {
  const { karpenterPoolKinds, karpenterNodeClassKinds, karpenterClaimKinds } = objects;
  return {
    pools: karpenterPoolKinds?.length === 2 ? objects.karpenterPools : undefined,
    nodeClasses: karpenterNodeClassKinds?.length === 2 ? objects.karpenterNodeClasses : undefined,
    claims: karpenterClaimKinds?.length === 2 ? objects.karpenterClaims : undefined,
  };
}

/** The role whose rights count: the last of the chain. */
function roleArnAt(version: string, { controller, settingRows }: Circumstances): string | null {
  const { roleArn, targetRoleArn } = controller.identity;
  const assumed = assumedRole(controller, version, settingRows);
  return assumed ?? targetRoleArn ?? roleArn;
}
