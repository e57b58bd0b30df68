import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding, type Resource } from '../../../src/check.ts';
import { hoursBetween } from '../../../src/languages/dates.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { sh, type Command } from '../../../src/languages/shell.ts';
import { resourcesOf } from '../../../src/subjects/node-owners.ts';

/** What is wrong with a node, the worst first. */
type Trouble = 'not-ready' | 'silent' | 'pressure' | 'deletion' | 'cordoned';

/** Nodes of one owner with the same trouble. */
interface Troubled {
  owner: Resource;
  trouble: Trouble;
  nodes: NodeFact[];
}

/** How long a node may take to go: EKS itself gives up draining one after 15 minutes (PodEvictionFailure). */
const drainMinutes = 15;

export default defineCheck({
  id: 'nodes/not-ready',
  title: 'Nodes that are not ready, under pressure or cordoned',
  severity: 'warn',
  blocks: 'nodes',
  phase: 'before',
  why: `An update of the nodes moves every pod once. Nodes that are not ready, out of memory, disk or process ids, or cordoned
    take none of them: what is to be moved may find no place, and a node group's update fails where new nodes do not get
    ready. A node that was in trouble before the update is also hard to tell from one that the update broke.

    A node that is being deleted is left to its deletion for ${drainMinutes} minutes, the time that EKS gives a node to drain;
    after that something holds it. Several nodes of one node group or NodePool are one finding. For a virtual node of Fargate
    the workload is named. Nodes that do not run (a Karpenter pool without nodes, instances that never joined) are not seen
    here.`,
  fix: advice`Get the listed nodes ready, uncordon or replace them before the update.`,
  links: [
    'https://kubernetes.io/docs/reference/node/node-status/#condition',
    'https://kubernetes.io/docs/concepts/architecture/nodes/#manual-node-administration',
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
  ],
  needs: ['nodes'],
  uses: ['fargateWorkloads'],
  counts: ['nodes'],

  *run({ nodes, fargateWorkloads = [] }, { now }) {
    const troubled = new Map<string, Troubled>();
    for (const node of nodes) {
      const trouble = troubleOf(node, now);
      if (trouble === undefined) continue;
      if (trouble === 'not-told') {
        yield notTold(node);
        continue;
      }
      for (const owner of resourcesOf(node, fargateWorkloads)) {
        const key = [owner.kind, owner.namespace, owner.name, trouble].join('\n');
        const entry = troubled.get(key) ?? { owner, trouble, nodes: [] };
        entry.nodes.push(node);
        troubled.set(key, entry);
      }
    }
    for (const entry of troubled.values()) yield findingOf(entry);
  },
});

function troubleOf(node: NodeFact, now: string): Trouble | 'not-told' | undefined {
  if (node.deletingSince !== null) {
    return hoursBetween(node.deletingSince, now) * 60 < drainMinutes ? undefined : 'deletion';
  }
  if (node.ready === false) return 'not-ready';
  if (node.ready === null) return node.notReadySince === null ? 'not-told' : 'silent';
  if (node.pressures.length > 0) return 'pressure';
  return node.unschedulable ? 'cordoned' : undefined;
}

function notTold({ name }: NodeFact): Finding {
  return {
    level: 'unknown',
    rule: 'not-told',
    resource: { kind: 'Node', name },
    message: 'the node has no condition Ready: it has not reported yet, or not for long',
    fix: advice`Look whether the node has joined by now.\n${commands(sh`kubectl describe node ${name}`)}`,
  };
}

/** A lone node stands for itself (one of Fargate for its workload), several for their owner. */
function findingOf({ owner, trouble, nodes }: Troubled): Finding {
  const [first] = nodes;
  const lone = nodes.length === 1 && first?.computeType !== 'fargate';
  const resource: Resource = lone ? { kind: 'Node', name: first?.name ?? owner.name } : owner;
  if (lone && owner.kind !== 'Node') resource.note = `${owner.kind} ${owner.name}`;
  return {
    level: 'warn',
    rule: trouble,
    resource,
    message:
      nodes.length === 1 ? nodes.map(stateOf).join() : `${nodes.length} nodes ${texts[trouble]}${sinceWhen(nodes)}`,
    evidence: nodes.map((node) => evidenceOf(node, resource)),
    fix: advice`${fixes[trouble].text}\n${commands(sh`${fixes[trouble].command} ${first?.name ?? owner.name}`)}`,
  };
}

const texts: { [Kind in Trouble]: string } = {
  'not-ready': 'are not ready',
  silent: 'do not report, their readiness is Unknown',
  pressure: 'are under pressure',
  deletion: 'wait for their deletion',
  cordoned: 'are cordoned',
};

const fixes: { [Kind in Trouble]: { text: Advice; command: Command } } = {
  'not-ready': {
    text: advice`Look at the conditions and events of the node, and mend or replace it.`,
    command: sh`kubectl describe node`,
  },
  silent: {
    text: advice`Look whether the instance still runs and reaches the API server; delete the node where it is gone, else mend its kubelet.`,
    command: sh`kubectl describe node`,
  },
  pressure: {
    text: advice`Free what the node is short of: see which pods run there and what they ask for, or give the group larger nodes.`,
    command: sh`kubectl describe node`,
  },
  deletion: {
    text: advice`Look for what holds the deletion: the finalizer (and whether its controller runs), a PodDisruptionBudget that lets no pod go, the annotation \`karpenter.sh/do-not-disrupt\`.`,
    command: sh`kubectl get node -o jsonpath='{.metadata.finalizers}'`,
  },
  cordoned: {
    text: advice`Ask who cordoned the node: uncordon it, or drain and delete it.`,
    command: sh`kubectl uncordon`,
  },
};

function sinceWhen(nodes: readonly NodeFact[]): string {
  const first = nodes.flatMap(({ deletingSince, notReadySince }) => deletingSince ?? notReadySince ?? []).sort()[0];
  return first === undefined ? '' : `, the first since ${first}`;
}

function stateOf({ ready, notReadySince, pressures, unschedulable, deletingSince }: NodeFact): string {
  const since = notReadySince === null ? '' : ` since ${notReadySince}`;
  const parts = [
    deletingSince === null ? [] : [`waits for its deletion since ${deletingSince}`],
    ready === false ? [`not ready${since}`] : [],
    ready === null ? [`does not report, its readiness is Unknown${since}`] : [],
    pressures,
    unschedulable && deletingSince === null ? ['cordoned'] : [],
  ];
  return parts.flat().join(', ');
}

function evidenceOf(node: NodeFact, resource: Resource): Evidence {
  return {
    observed: stateOf(node),
    required: 'ready, no pressure, not cordoned',
    fact: 'nodes',
    ...(resource.kind === 'Node' ? {} : { resource: `Node ${node.name}` }),
  };
}
