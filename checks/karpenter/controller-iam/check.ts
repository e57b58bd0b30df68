import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import {
  claimFacts,
  nodeClassFacts,
  ownObjects,
  poolFacts,
  type OwnObjects,
} from '../../../src/karpenter/own-objects.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { roleChain } from '../../../src/karpenter/role-chain.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { firstKnown, identityFindings, problems, tasks } from './identity.ts';
import { fargateFindings, hasSameRoles, listStages, nextRoleUnread } from './next-role.ts';
import { isolatedFindings } from './isolated.ts';
import { newPodFindings } from './new-pods.ts';
import { namedRoles } from './named-roles.ts';
import { needlessGrants } from './needless-grants.ts';
import type { Circumstances } from './probe-when.ts';
import { rightsFindings } from './rights.ts';
import { resolveRequestEnvironment } from './request-environment.ts';
import { trustFindings } from './trust.ts';

type Here = Context<'karpenter-feature-gates' | 'karpenter-probes' | 'karpenter-settings' | 'managed-changes'>;

/** What the requests depend on, in addition to the controller. */
interface Around {
  objects: OwnObjects;
  nodeRoles: Facts['karpenterNodeRoles'] | undefined;
}

export default defineCheck({
  id: 'karpenter/controller-iam',
  title: 'Karpenter role lacks permissions that Karpenter needs',
  short: problems,
  task: tasks,
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Minor versions of Karpenter need more permissions, or the same permissions with other tags: 0.32 uses
    \`karpenter.sh/nodepool\` where 0.31 used \`karpenter.sh/provisioner-name\`, and creates instance profiles; 1.0
    adds \`eks:eks-cluster-name\`; 1.7 creates instance profiles under a path. A role for the previous version denies
    every launch, while the controller looks healthy. A policy for the next version denies it as well: 0.32 with
    Provisioners needs the policies of 0.31 and 0.32 together, and before 1.0 you add its policy first and remove the
    old one last.

    Each request of the running version, and of each version on the path, is evaluated as IAM evaluates it: with the
    tags that this version uses, those of your node classes, the conditions, variables and Deny statements of inline
    and attached policies, and the permissions boundary. Policies that differ from the template of Karpenter
    (Terraform, eksctl, CDK) are not reported if they allow these requests. The trust policy is judged, too.
    Permissions that no version needs any more (statements for the tag of Provisioners, changes to every instance
    profile of the account) are a warning for the time after the update.

    EKS adds credentials to a pod only when it is created. If the annotation of the ServiceAccount, the EKS Pod Identity
    association or the ServiceAccount itself was deleted, running pods keep their role, and the check fails at the step
    that starts new pods: the update of Karpenter, or that of the nodes. If new pods get another role than running pods,
    both roles are judged, the second from this step on. EKS Pod Identity does not work on Fargate: it is a failure if the pods of
    the controller run there.

    **Not seen:** service control policies and resource control policies of your organization, which can deny what the
    role allows, and whether the OIDC provider still exists in IAM. Conditions on what only the request itself
    contains (its source address, a VPC endpoint) are unknown, and so are conditions on tags of AMIs, and on those tags
    of subnets and security groups that no selector of a node class requires.`,
  fix: advice`Before a version runs, grant the role the permissions that it needs, preferably with the CloudFormation
    template of that version.`,
  links: [
    'https://karpenter.sh/docs/reference/cloudformation/',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterRoles'],
  uses: [...claimFacts, ...nodeClassFacts, 'karpenterNodeRoles', ...poolFacts],
  tables: ['karpenter-probes', 'karpenter-settings', 'karpenter-feature-gates', 'managed-changes'],

  *run({ karpenterControllers, karpenterRoles: roles, karpenterNodeRoles, ...facts }, context) {
    const objects = ownObjects(facts);
    for (const controller of karpenterControllers) {
      yield* identityFindings(controller, context);
      yield* nextRoleUnread(controller);
      yield* fargateFindings(controller, context);
      yield* newPodFindings(controller, context);
      yield* identityOnPath(controller, roles, { objects, nodeRoles: karpenterNodeRoles }, context);
      yield* isolatedFindings(controller, context);
      yield* needlessGrants(controller, roles, objects, context);
    }
  },
});

/** Findings for the roles of running pods, then for those of new pods. If the roles are the same, only their trust is judged twice. */
function* identityOnPath(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  around: Around,
  context: Here,
): Generator<Finding> {
  const isSame = hasSameRoles(controller);
  for (const [index, { place, ...stage }] of listStages(controller, context).entries()) {
    const karpenter = isSame ? context.karpenter : stage.karpenter;
    const here = { ...context, karpenter };
    const judgesRights = index === 0 || !isSame;
    const findings = [
      ...(judgesRights ? namedRoles(stage.controller, roles, here) : []),
      ...trustFindings(stage.controller, roles, context),
      ...(judgesRights ? controllerRights(stage.controller, roles, around, here) : []),
    ];
    yield* findings.map(place);
  }
}

/**
 * Findings for requests of a version that the controller's role does not allow. If a version's role is unknown, the
 * last known role may still apply.
 */
function* controllerRights(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  { objects, nodeRoles }: Around,
  context: Here,
): Generator<Finding> {
  const versions = listControllerVersions(controller, context.karpenter);
  const [today] = versions;
  if (today === undefined) return;
  const settingRows = context.tables['karpenter-settings'];
  const gateRows = context.tables['karpenter-feature-gates'];
  const last = versions.at(-1) ?? today;
  const here: Circumstances = { controller, current: today, last, objects, settingRows, gateRows };
  const known = versions.filter((version) => !isBelow(version, firstKnown));
  const chainAt = (version: string) => roleChain(controller, version, settingRows);
  for (const role of roles.filter(({ found }) => found !== null)) {
    yield* rightsFindings({
      role,
      versions: known.filter((version) => chainAt(version).named.at(-1) === role.arn),
      isActing: (version) => chainAt(version).acting === role.arn,
      today,
      probes: context.tables['karpenter-probes'],
      here,
      context,
      environmentAt: (version) => resolveRequestEnvironment(role, here, version, nodeRoles, context),
    });
  }
}
