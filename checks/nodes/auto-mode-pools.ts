import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import type { NodeFact } from '../../src/facts/facts.ts';
import type { KarpenterPool } from '../../src/facts/karpenter-objects.ts';
import { failingConditions, readinessFinding, type Readiness } from '../../src/for-checks/readiness.ts';
import { autoModeGroup, poolFacts } from '../../src/karpenter/own-objects.ts';
import { sh } from '../../src/syntax/shell.ts';

const links = [
  'https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html',
  'https://docs.aws.amazon.com/eks/latest/userguide/create-node-pool.html',
  'https://docs.aws.amazon.com/eks/latest/userguide/auto-troubleshoot.html',
];

export default defineCheck({
  id: 'nodes/auto-mode-pools',
  title: 'NodePools or NodeClasses of EKS Auto Mode that are not ready',
  short: { 'not-ready': 'is not ready', 'not-told': 'unknown whether it is ready' },
  task: 'Make pools of EKS Auto Mode ready',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `After the control plane update, EKS replaces the nodes of Auto Mode, and launches a new node for each of them. It
    launches none for a NodePool that is not ready, or whose NodeClass is not ready. The nodes then stay at their version until
    they expire (after 14 days by default, 21 days at most), and no node replaces them. Before a rollback, EKS replaces
    the nodes first, and waits for them until it times out. EKS writes the reasons into the conditions of
    the objects; this check repeats them.

    It is a failure if nodes depend on the NodePool or the NodeClass, otherwise a warning. karpenter/status judges
    the pools of a Karpenter that you installed.`,
  fix: advice`Fix the cause that the condition names; EKS retries automatically.`,
  links,
  applies: {
    needs: ['autoModeNodeClasses'],
    uses: ['karpenterPools'],
    when({ autoModeNodeClasses, karpenterPools }, { cluster }) {
      if (autoModeNodeClasses.length > 0) return true;
      if (!cluster.autoMode) return 'EKS Auto Mode is not enabled';
      const isEmpty = karpenterPools !== undefined && selectAutoModePools(karpenterPools).length === 0;
      return isEmpty ? 'EKS Auto Mode has no NodePool and no NodeClass' : true;
    },
  },
  needs: ['autoModeNodeClasses'],
  uses: [...poolFacts, 'nodes'],
  counts: ['nodes'],

  *run({ autoModeNodeClasses, karpenterPools, karpenterPoolKinds, nodes }) {
    const pools = selectAutoModePools(karpenterPools ?? []);
    const arePoolsRead = karpenterPools !== undefined && karpenterPoolKinds?.includes('NodePool') === true;
    const countNodes = createCount(nodes);
    for (const nodeClass of autoModeNodeClasses) {
      const users = pools.filter((pool) => pool.nodeClass?.name === nodeClass.name);
      yield* readiness({ kind: 'NodeClass', ...nodeClass }, countNodes(users, arePoolsRead));
    }
    for (const pool of pools) {
      const nodeClass = autoModeNodeClasses.find(({ name }) => name === pool.nodeClass?.name);
      if (nodeClass === undefined || nodeClass.ready === true) yield* readiness(pool, countNodes([pool], true));
    }
  },
});

/** Returns a function that counts the nodes of pools; `unread`: none was found, but not everything was read. */
function createCount(nodes: readonly NodeFact[] | undefined) {
  const ofAutoMode = (nodes ?? []).filter(({ computeType }) => computeType === 'auto');
  return (pools: readonly KarpenterPool[], areAllPools: boolean): number | 'unread' => {
    const names = new Set<string | null>(pools.map(({ name }) => name));
    const count = ofAutoMode.filter(({ group }) => names.has(group)).length;
    return count === 0 && (nodes === undefined || !areAllPools) ? 'unread' : count;
  };
}

function selectAutoModePools(pools: readonly KarpenterPool[]): KarpenterPool[] {
  return pools.filter(({ nodeClass }) => nodeClass?.group === autoModeGroup);
}

function* readiness(object: Readiness, nodes: number | 'unread'): Generator<Finding> {
  const [group = ''] = object.apiVersion.split('/');
  const look = commands(sh`kubectl describe ${`${object.kind.toLowerCase()}.${group}`} ${object.name}`);
  const fixUnreported = advice`Check whether its conditions and events name a cause.\n${look}`;
  const finding = readinessFinding(object, nodes, fixUnreported);
  if (finding === undefined) return;
  const fix = advice`Fix the cause that the condition names; EKS retries automatically.${causeText(object)}\n${look}`;
  yield finding.rule === 'not-ready' ? { ...finding, fix } : finding;
}

/** What EKS requires of the part that a condition is about. Source: the user guide's page on node classes. */
function causeText(object: Readiness): Advice {
  const failing = new Set(failingConditions(object).map(({ type }) => type));
  return advice`${
    failing.has('SubnetsReady') || failing.has('SecurityGroupsReady')
      ? advice` The selector terms of the NodeClass must match existing subnets and security groups of the VPC.`
      : advice``
  }${
    failing.has('InstanceProfileReady')
      ? advice` The node role of the NodeClass must exist. If you created the NodeClass, its role also needs an access entry of
          type EC2 with the access policy AmazonEKSAutoNodePolicy.`
      : advice``
  }`;
}
