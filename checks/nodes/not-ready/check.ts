import { advice, commands } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { byOwner, nodeEvidence, type Alike } from '../../../src/for-checks/node-owners.ts';
import { isNew, START_MINUTES } from '../../../src/for-checks/node-age.ts';
import { fixes } from './fixes.ts';
import { DOWN_MINUTES, listOutages } from './down.ts';
import { DRAIN_MINUTES, describeState, findTrouble, type Trouble } from './troubles.ts';

export default defineCheck({
  id: 'nodes/not-ready',
  title: 'Nodes that are not ready, under pressure or cordoned',
  task: 'Make the nodes ready',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `A node update moves every pod once. Nodes that are not ready, short of memory, disk or process IDs, or
    cordoned cannot take pods: pods may stay Pending, and the update of a node group fails if new nodes do not
    become ready. After the update, it is also hard to tell whether the update broke a node or whether it had
    problems before.

    The check fails if at least half of the nodes (and at least two), or all nodes of a node group or NodePool with two
    or more nodes, have been NotReady for ${DOWN_MINUTES} minutes: the pods of drained nodes then have nowhere to run.
    If some of them do not report since when, the outage is unknown. Anything else is a warning. A node without the
    condition Ready has never reported its status; Kubernetes treats its status as Unknown from its creation on.

    A node that is being deleted is not reported for ${DRAIN_MINUTES} minutes, the time that EKS gives a node to
    drain; after that, something blocks its deletion (karpenter/stuck-deletion judges nodes of Karpenter). A node younger than ${START_MINUTES} minutes is not
    reported: it may still start. Several nodes of one node group or NodePool are one finding. For a Fargate node,
    the workload is reported. Nodes that do not exist (a Karpenter pool without nodes, instances that never
    joined) are not seen here.`,
  fix: advice`Make the listed nodes ready, uncordon or replace them before the update.`,
  links: [
    'https://kubernetes.io/docs/reference/node/node-status/#condition',
    'https://kubernetes.io/docs/concepts/architecture/nodes/#manual-node-administration',
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
  ],
  needs: ['nodes'],
  uses: ['fargateWorkloads'],
  warnsBy: ['fargateWorkloads'],
  counts: ['nodes'],

  *run({ nodes, fargateWorkloads = [] }, { now, cluster }) {
    const outages = listOutages(nodes, now, cluster);
    for (const { finding } of outages) yield finding;
    const failed = new Set(outages.flatMap((outage) => outage.nodes));
    const others = nodes.filter((node) => !failed.has(node) && !isNew(node, now));
    for (const troubled of byOwner(others, fargateWorkloads, (node) => findTrouble(node, now)))
      yield toFinding(troubled);
  },
});

/** The resource is the owner: the node may be replaced by another with the same problem. */
function toFinding({ resource, trait: trouble, nodes }: Alike<Trouble>): Finding {
  const [first] = nodes;
  const { text, command } = fixes[trouble];
  return {
    level: 'warn',
    rule: trouble,
    short: buildShort(trouble, nodes),
    resource,
    message: buildMessage(trouble, resource, nodes),
    evidence: nodeEvidence(nodes, resource, 'ready, no pressure, not cordoned', describeState),
    fix: advice`${text}\n${commands(sh`${command} ${first.name}`)}`,
  };
}

function buildMessage(trouble: Trouble, { kind }: Resource, nodes: Alike<Trouble>['nodes']): string {
  const [first] = nodes;
  if (nodes.length > 1) return `${nodes.length} nodes ${texts[trouble]}${sinceWhen(nodes)}`;
  const isOfGroup = kind !== 'Node' && first.computeType !== 'fargate';
  return `${isOfGroup ? `node ${first.name}: ` : ''}${describeState(first)}`;
}

const texts: { [Kind in Trouble]: string } = {
  'not-ready': 'are not ready',
  silent: 'do not report their status',
  pressure: 'are under pressure',
  deletion: 'are waiting to be deleted',
  cordoned: 'are cordoned',
};

function buildShort(trouble: Trouble, nodes: readonly NodeFact[]): string {
  const who = nodes.length === 1 ? 'node' : `${nodes.length} nodes`;
  const [pressure = '', ...others] = new Set(nodes.flatMap(({ pressures }) => pressures));
  if (trouble === 'pressure' && others.length === 0)
    return `${who} ${forCount(nodes.length, 'has', 'have')} ${pressure}`;
  return `${who} ${nodes.length === 1 ? textsOfOne[trouble] : texts[trouble]}`;
}

const textsOfOne: { [Kind in Trouble]: string } = {
  'not-ready': 'is not ready',
  silent: 'does not report its status',
  pressure: 'is under pressure',
  deletion: 'is waiting to be deleted',
  cordoned: 'is cordoned',
};

function sinceWhen(nodes: readonly NodeFact[]): string {
  const first = nodes.flatMap(({ deletingSince, notReadySince }) => deletingSince ?? notReadySince ?? []).sort()[0];
  return first === undefined ? '' : `, the first since ${first}`;
}
