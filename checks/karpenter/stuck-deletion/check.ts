import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { reads } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { claimFacts, nodeClassFacts, ownObjects, poolFacts } from '../../../src/karpenter/own-objects.ts';
import { isLivePodOfController } from '../shared/karpenter-controller.ts';
import { listDeletedNodes, listDeletedParents, DELETION_MINUTES, type Deletion } from './deletions.ts';
import { stuckFindings } from './findings.ts';
import { deletedNodeClasses } from './node-classes.ts';

export default defineCheck({
  id: 'karpenter/stuck-deletion',
  title: 'Objects of Karpenter whose deletion waits for a finalizer',
  short: {
    'node-class': 'is being deleted: launches no nodes',
    'no-controller': 'nothing removes its finalizer',
    drain: 'deletion waits for pods',
    volumes: 'deletion waits for volumes',
    instance: 'deletion waits for EC2',
    other: 'deletion waits for a finalizer',
    'time-not-read': 'start of its deletion unknown',
  },
  task: 'Let the deletion complete',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Karpenter sets a finalizer on its node classes, NodeClaims and nodes, and removes it when it has drained the
    node and terminated the instance. You cannot undo a deletion, only let it complete.

    Karpenter treats an EC2NodeClass that is being deleted as missing. If a NodePool still references it, Karpenter
    cannot launch nodes for the NodePool, so an update does not replace its nodes: this is a failure if nodes depend on
    it, however recent the deletion is.

    A NodeClaim that waits counts against the disruption budget and the limits of its NodePool, and its instance against
    the quotas of the account. If its EC2NodeClass, its NodePool or the CRDs are deleted, they wait for it, too. If no
    running Karpenter reads the object, nothing removes the finalizer. These are warnings; the NodeClaims and nodes of a
    NodePool that wait for the same cause are one finding.

    A deletion is stuck if it lasts ${DELETION_MINUTES} minutes longer than the time that the pods of the node have to
    stop: the \`terminationGracePeriod\` of the NodePool, or the longest \`terminationGracePeriodSeconds\` of the pods.
    karpenter/crds judges CRDs that are being deleted.`,
  fix: advice`Find out what each deletion waits for, and let Karpenter complete it.`,
  links: [
    'https://karpenter.sh/docs/concepts/disruption/#control-flow',
    'https://karpenter.sh/docs/troubleshooting/',
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  ],
  applies: {
    needs: ['karpenterControllers', 'karpenterPools', 'karpenterNodeClasses', 'karpenterClaims', 'nodes'],
    when(facts, context) {
      const { pools, nodeClasses, claims } = ownObjects(facts);
      const isUsed =
        pools.length + nodeClasses.length + claims.length > 0 ||
        facts.nodes.some(({ computeType }) => computeType === 'karpenter');
      return isUsed || whereInstalled.when(facts, context);
    },
  },
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts, ...claimFacts, 'nodes'],
  uses: ['pods', 'drainTraits'],
  warnsBy: ['pods', 'drainTraits'],
  counts: ['karpenterPools', 'karpenterNodeClasses', 'karpenterClaims'],

  *run({ karpenterControllers, nodes, pods, drainTraits, ...facts }, context) {
    const objects = ownObjects(facts);
    const inUse = karpenterControllers.length === 0 ? [] : [...deletedNodeClasses(objects, context)];
    yield* inUse;
    // What the other objects wait for, and for how long they may, depends on all of these facts.
    const isWhole = objects.isRead(
      'NodePool',
      'Provisioner',
      'EC2NodeClass',
      'AWSNodeTemplate',
      'NodeClaim',
      'Machine',
    );
    if (!isWhole || pods === undefined || drainTraits === undefined) return;
    const running = karpenterControllers.filter((one) =>
      pods.some((pod) => pod.ready && isLivePodOfController(pod, one)),
    );
    const hasController = ({ kind }: Deletion): boolean =>
      running.some(({ version }) => version === null || kind === 'Node' || reads(version, kind));
    const deletions = [
      ...listDeletedNodes(objects, nodes, { pods, drainTraits }),
      ...listDeletedParents(objects, inUse),
    ];
    yield* stuckFindings(deletions, { now: context.now, pools: objects.pools, claims: objects.claims, hasController });
  },
});
