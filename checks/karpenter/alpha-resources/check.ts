import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { isAlpha, type AlphaSteps } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import {
  claimFacts,
  nodeClassFacts,
  ownObjects,
  poolFacts,
  type OwnObjects,
} from '../../../src/karpenter/own-objects.ts';
import { firstFrom, isWithin } from '../../../src/karpenter/version-range.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { servingController, versionUnknown } from '../shared/karpenter-controller.ts';
import { nameManager } from './managers.ts';
import { leftOverCrds, leftOverNodes, machineFindings } from './nodes.ts';
import { provisionerFindings, templateFindings } from './objects.ts';
import { unreadBeta } from './unread-beta.ts';

/** The problem of a finding, by its rule. */
const problems = {
  'alpha-object': 'has no replacement',
  'left-over': 'Karpenter does not read it',
  'left-over-crds': 'CRD of a removed API',
  differs: 'its replacement has other values',
  'both-provision': 'lacks the taint karpenter.sh/legacy',
  'taint-left': 'still has the taint karpenter.sh/legacy',
  machines: 'still has Machines',
  'unmanaged-nodes': 'Karpenter does not manage its nodes',
  'unread-beta': 'Karpenter is too old to read it',
  version: 'Karpenter version unknown',
};

export default defineCheck({
  id: 'karpenter/alpha-resources',
  title: 'Provisioners, AWSNodeTemplates and Machines, which Karpenter 0.33 and later ignores',
  short: problems,
  task: {
    '': 'Migrate Provisioners and AWSNodeTemplates',
    'both-provision': 'Add the taint karpenter.sh/legacy',
    'taint-left': 'Remove the taint karpenter.sh/legacy',
    'left-over': 'Replace or delete Provisioners and AWSNodeTemplates',
    'left-over-crds': 'Check whether the unused alpha CRDs can be deleted',
  },
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Karpenter 0.32 is the only version that reads both generations of the API: Provisioner, AWSNodeTemplate and
    Machine, and their replacements NodePool, EC2NodeClass and NodeClaim. From 0.33 on, the old ones are ignored:
    Karpenter launches no nodes for them, and their existing nodes keep running but are not replaced, consolidated
    or expired.

    You write the new objects, manually or with karpenter-convert; Karpenter converts none. The replacement of an
    object is found by its name, which karpenter-convert keeps, then by equal requirements. As long as a
    Provisioner does not carry the taint \`karpenter.sh/legacy=true:NoSchedule\`, both launch nodes.

    The reverse also holds: Karpenter before 0.32 does not read NodePools, EC2NodeClasses and NodeClaims. After a
    rollback, those that remain launch no nodes, and nodes of a NodePool keep running unmanaged.

    There are three ways to migrate the nodes: drift or a short expiry replaces them one by one, deleting nodes
    manually does the same, and deleting the Provisioner with \`--cascade=foreground\` drains all of them at once.`,
  fix: advice`Stop at 0.32.10, create a NodePool for each Provisioner and an EC2NodeClass for each AWSNodeTemplate, taint
    the Provisioners, wait until their nodes are replaced, and continue when ${sh`kubectl get machines`} shows none.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330',
    'https://aws.amazon.com/blogs/containers/karpenter-graduates-to-beta/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts, ...claimFacts],
  uses: ['karpenterKeys', 'karpenterCrds'],
  counts: ['karpenterPools', 'karpenterNodeClasses', 'karpenterClaims'],
  tables: ['managed-changes'],

  *run({ karpenterControllers, karpenterKeys = [], karpenterCrds = [], ...facts }, { karpenter, tables }) {
    const steps = findAlphaSteps(karpenter.versions);
    if (steps === undefined) {
      yield* versionUnknown(karpenterControllers, 'whether it reads Provisioners or NodePools');
      return;
    }
    const objects = ownObjects(facts);
    const serving = servingController(karpenterControllers, karpenter);
    for (const finding of [...provisionerFindings(objects, steps), ...templateFindings(objects, serving, steps)])
      yield nameManager(finding, objects, tables);
    yield* machineFindings(objects, steps, karpenterCrds);
    yield* unreadBeta(objects, karpenter.versions);
    yield* leftOverNodes(karpenterKeys, steps);
    if (isNothingLeft(objects)) yield* leftOverCrds(karpenterCrds, steps);
  },
});

/** Undefined if the running version is unknown. */
function findAlphaSteps(versions: readonly string[]): AlphaSteps | undefined {
  const [today] = versions;
  if (today === undefined) return undefined;
  const both = versions.find((version) => isWithin(version, '0.32.0', '0.33.0'));
  return { today, both, dropped: firstFrom(versions, '0.33.0') };
}

function isNothingLeft({ pools, nodeClasses, claims, isRead }: OwnObjects): boolean {
  const left = [...pools, ...nodeClasses, ...claims].some(({ kind }) => isAlpha(kind));
  return !left && isRead('Provisioner', 'AWSNodeTemplate', 'Machine');
}
