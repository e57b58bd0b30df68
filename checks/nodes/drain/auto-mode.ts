import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { aboutWorkload, byWorkload, type Drain } from '../../../src/for-checks/drained-pods.ts';
import { behindManager } from '../../../src/for-checks/managed-fix.ts';
import type { RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import { countAtMost, driftBudgets } from '../../../src/karpenter/drift-budgets.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { isRollback } from '../../../src/syntax/versions.ts';
import { sh } from '../../../src/syntax/shell.ts';

/** The part of the check's `why` about the findings of this module. */
export const whyAutoMode = `Before EKS rolls back the control plane, it replaces the Auto Mode nodes through drift. It
    is a failure if a disruption budget of a NodePool allows no drift, or if a node has the annotation
    \`karpenter.sh/do-not-disrupt\`: EKS waits for the nodes until the rollback times out. If the NodePool of a node was not found, it is
    unknown. On pods, the annotation is a
    warning: it delays the replacement until the \`terminationGracePeriod\` of the NodePool ends.`;

const links = ['https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html'];

/** Findings for what keeps EKS from replacing Auto Mode nodes before it rolls back the control plane. */
export function* autoModeFindings(
  drain: Drain,
  pools: Facts['karpenterPools'] | undefined,
  context: Context<'skew' | 'managed-changes'>,
): Generator<Finding> {
  if (!isRollback(context)) return;
  for (const group of drain.groups.filter(({ computeType }) => computeType === 'auto')) {
    const poolName = group.nodes[0].group;
    const pool = pools?.find(({ kind, name }) => kind === 'NodePool' && name === poolName);
    if (pool !== undefined) yield* budgetFindings(pool, group, context);
    else if (pools !== undefined && poolName !== null) yield poolNotFound(poolName, group, context);
    yield* heldNodeFindings(group, context);
  }
  yield* slowPodFindings(drain, context);
}

/** A budget with a schedule blocks drift only in its window. */
function* budgetFindings(
  pool: KarpenterPool,
  group: RolledGroup,
  { target, tables }: Context<'skew' | 'managed-changes'>,
): Generator<Finding> {
  const closed = driftBudgets(pool).filter(({ nodes }) => countAtMost(nodes, 1) === 0);
  const first = closed.find(({ schedule }) => schedule === null) ?? closed[0];
  if (first === undefined) return;
  const { nodes, schedule, duration } = first;
  const when = schedule === null ? '' : ` at ${schedule} for ${duration ?? 'ever'}`;
  yield {
    level: schedule === null ? 'fail' : 'warn',
    at: target,
    rule: 'drift-budget',
    blocks: 'control-plane',
    resource: { kind: 'NodePool', name: pool.name, note: 'EKS Auto Mode' },
    groups: [group.text],
    message: `its disruption budget allows no drift${when}: EKS cannot replace its ${formatCount(group.nodes.length, 'node')} before the rollback`,
    evidence: [{ observed: `nodes: "${nodes}"`, required: 'at least one node for drift', fact: 'karpenterPools' }],
    fix: behindManager(
      advice`Remove the budget, or allow one node or more, until the rollback has ended. \`--force\` does not skip
      it.\n${commands(sh`kubectl edit nodepool ${pool.name}`)}`,
      { of: { owner: pool.owner }, subject: 'the NodePool', change: 'node-pool', rows: tables['managed-changes'] },
    ),
    links,
  };
}

/** Unknown, because no budget was seen for the nodes. */
function poolNotFound(name: string, group: RolledGroup, { target }: Context<'skew'>): Finding<'unknown'> {
  const count = formatCount(group.nodes.length, 'node');
  return {
    level: 'unknown',
    at: target,
    rule: 'no-node-pool',
    blocks: 'control-plane',
    resource: { kind: 'NodePool', name, note: 'EKS Auto Mode' },
    groups: [group.text],
    message: `unknown whether EKS can replace ${count} before the rollback: the NodePool was not found`,
    evidence: group.nodes.map((node) => ({
      observed: `node of NodePool ${name}`,
      resource: `Node ${node.name}`,
      fact: 'nodes',
    })),
    fix: advice`Check whether the NodePool still exists, and scan again. If it was deleted, wait until its nodes
      have ended.\n${commands(
        sh`kubectl get nodepools`,
        sh`kubectl get nodes --selector karpenter.sh/nodepool=${name}`,
      )}`,
    links,
  };
}

function* heldNodeFindings(group: RolledGroup, { target }: Context<'skew'>): Generator<Finding> {
  const names = group.nodes.flatMap(({ name, doNotDisrupt }) => (doNotDisrupt === true ? [name] : [])).sort();
  const [first] = names;
  if (first === undefined) return;
  const pool = group.nodes[0].group;
  yield {
    level: 'fail',
    at: target,
    rule: 'node-do-not-disrupt',
    blocks: 'control-plane',
    resource: pool === null ? { kind: 'Node', name: first } : { kind: 'NodePool', name: pool, note: 'EKS Auto Mode' },
    groups: [group.text],
    message: `karpenter.sh/do-not-disrupt prevents EKS from replacing ${formatCount(names.length, 'node')} before the rollback`,
    evidence: names.map((name) => ({ ...withoutAnnotation, resource: `Node ${name}`, fact: 'nodes' })),
    fix: advice`Remove the annotation from the nodes. \`--force\` does not skip it.\n${commands(
      sh`kubectl annotate nodes ${names} karpenter.sh/do-not-disrupt-`,
    )}`,
    links,
  };
}

const withoutAnnotation = { observed: 'karpenter.sh/do-not-disrupt: "true"', required: 'no such annotation' };

function* slowPodFindings({ drained }: Drain, { target }: Context<'skew'>): Generator<Finding> {
  const slow = drained.filter(({ group, traits }) => group.computeType === 'auto' && traits.doNotDisrupt === 'true');
  for (const pods of byWorkload(slow)) {
    const { namespace } = pods[0].pod;
    const names = pods.map(({ pod }) => pod.name).sort();
    const nodes = new Set(pods.map(({ node }) => node.name)).size;
    const trait: Evidence = { ...withoutAnnotation, fact: 'drainTraits' };
    yield {
      level: 'warn',
      at: target,
      rule: 'slow-do-not-disrupt',
      ...aboutWorkload(pods, trait),
      message: `karpenter.sh/do-not-disrupt delays the replacement of ${formatCount(nodes, 'node')} before the rollback`,
      fix: advice`Remove the annotation from the pods as soon as they can be stopped, or give the rollback time:
        \`--rollback-config timeoutMinutes=MINUTES\`. If a controller replaces a pod, the new pod has the annotation of the
        pod template.\n${commands(sh`kubectl -n ${namespace} annotate pods ${names} karpenter.sh/do-not-disrupt-`)}`,
      links,
    };
  }
}
