import { advice } from '../../../src/languages/advice.ts';
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
import { versionsOf } from '../../../src/karpenter/path.ts';
import { roleChain } from '../../../src/karpenter/role-chain.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { firstKnown, identityFindings, nextRole } from './identity.ts';
import { namedRoles } from './named-roles.ts';
import { needlessGrants } from './needless-grants.ts';
import type { Circumstances } from './probe-when.ts';
import { rightsFindings } from './rights.ts';
import { surroundingsOf } from './surroundings.ts';
import { trustFindings } from './trust.ts';

type Here = Context<'karpenter-probes' | 'karpenter-settings'>;

/** What the requests depend on, besides the controller itself. */
interface Around {
  objects: OwnObjects;
  nodeRoles: Facts['karpenterNodeRoles'] | undefined;
}

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
  uses: [...claimFacts, ...nodeClassFacts, 'karpenterNodeRoles', ...poolFacts],
  tables: ['karpenter-probes', 'karpenter-settings'],

  *run({ karpenterControllers, karpenterRoles: roles, karpenterNodeRoles, ...facts }, context) {
    const objects = ownObjects(facts);
    for (const controller of karpenterControllers) {
      yield* identityFindings(controller, context);
      yield* namedRoles(controller, roles, context);
      yield* nextRole(controller);
      yield* trustFindings(controller, roles, context.cluster);
      yield* controllerRights(controller, roles, { objects, nodeRoles: karpenterNodeRoles }, context);
      yield* needlessGrants(controller, roles, objects, context);
    }
  },
});

/**
 * Whether the role used at each version may do what that version requests. If that role is unknown, the last known role
 * may still be the one.
 */
function* controllerRights(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  { objects, nodeRoles }: Around,
  context: Here,
): Generator<Finding> {
  const versions = versionsOf(controller, context.karpenter);
  const [today] = versions;
  if (today === undefined) return;
  const settingRows = context.tables['karpenter-settings'];
  const here: Circumstances = { controller, current: today, last: versions.at(-1) ?? today, objects, settingRows };
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
      aroundAt: (version) => surroundingsOf(role, here, version, nodeRoles, context),
    });
  }
}
