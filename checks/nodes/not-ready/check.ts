import { advice, commands } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/languages/shell.ts';
import { byOwner, nodeEvidence, type Alike } from '../../../src/subjects/node-owners.ts';
import { isNew, START_MINUTES } from '../../../src/subjects/new-nodes.ts';
import { fixes } from './fixes.ts';
import { DRAIN_MINUTES, hasNotReported, stateOf, troubleOf, type Trouble } from './troubles.ts';

export default defineCheck({
  id: 'nodes/not-ready',
  title: 'Nodes that are not ready, under pressure or cordoned',
  severity: 'warn',
  blocks: 'nodes',
  phase: 'before',
  why: `An update of the nodes moves every pod once. Nodes that are not ready, out of memory, disk or process ids, or cordoned
    take none of them: what is to be moved may find no place, and a node group's update fails where new nodes do not get
    ready. A node that was in trouble before the update is also hard to tell from one that the update broke.

    A node that is being deleted is left to its deletion for ${DRAIN_MINUTES} minutes, the time that EKS gives a node to drain;
    after that something holds it. A node younger than ${START_MINUTES} minutes is left to its start. Several nodes of one node group or NodePool are one finding. For a virtual node of Fargate
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
    const started = nodes.filter((node) => !isNew(node, now));
    for (const node of started.filter(hasNotReported)) yield notTold(node);
    for (const troubled of byOwner(started, fargateWorkloads, (node) => troubleOf(node, now)))
      yield findingOf(troubled);
  },
});

function notTold({ name }: NodeFact): Finding {
  return {
    level: 'unknown',
    rule: 'not-told',
    resource: { kind: 'Node', name },
    message: 'the node has no condition Ready: it has not reported yet, or not for long',
    fix: advice`Look whether the node has joined by now.\n${commands(sh`kubectl describe node ${name}`)}`,
  };
}

/** A single node is its own resource (on Fargate, its workload is); for several, the owner is. */
function findingOf({ resource: owner, computeType, trait: trouble, nodes }: Alike<Trouble>): Finding {
  const [first] = nodes;
  const isLone = nodes.length === 1 && computeType !== 'fargate';
  const resource = isLone ? loneNode(first, owner) : owner;
  const { text, command } = fixes[trouble];
  return {
    level: 'warn',
    rule: trouble,
    resource,
    message: nodes.length === 1 ? stateOf(first) : `${nodes.length} nodes ${texts[trouble]}${sinceWhen(nodes)}`,
    evidence: nodeEvidence(nodes, resource, 'ready, no pressure, not cordoned', stateOf),
    fix: advice`${text}\n${commands(sh`${command} ${first.name}`)}`,
  };
}

function loneNode({ name }: NodeFact, owner: Resource): Resource {
  return { kind: 'Node', name, ...(owner.kind === 'Node' ? {} : { note: `${owner.kind} ${owner.name}` }) };
}

const texts: { [Kind in Trouble]: string } = {
  'not-ready': 'are not ready',
  silent: 'do not report, their readiness is Unknown',
  pressure: 'are under pressure',
  deletion: 'wait for their deletion',
  cordoned: 'are cordoned',
};

function sinceWhen(nodes: readonly NodeFact[]): string {
  const first = nodes.flatMap(({ deletingSince, notReadySince }) => deletingSince ?? notReadySince ?? []).sort()[0];
  return first === undefined ? '' : `, the first since ${first}`;
}
