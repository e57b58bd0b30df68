import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { isNew } from '../../../src/for-checks/node-age.ts';
import { byOwner, nodeEvidence } from '../../../src/for-checks/node-owners.ts';
import { describeState } from './troubles.ts';

/** How many minutes a node must be NotReady to count: restarts of the kubelet or the instance are shorter. */
export const DOWN_MINUTES = 10;

/** Minimum number of nodes in an outage: a single node may be in the process of being replaced. */
const MINIMUM = 2;

/** The finding for several nodes that are down, with these nodes. */
export interface Outage {
  finding: Finding;
  nodes: readonly NodeFact[];
}

type Level = 'fail' | 'unknown';

/**
 * An outage of at least half of the cluster's nodes, or else of each group whose nodes are all down. An outage is
 * unknown if it depends on nodes that do not report how long they have been NotReady; if half of the nodes may be down,
 * groups that are certainly down are reported, too.
 */
export function listOutages(nodes: readonly NodeFact[], now: string, cluster: Facts['cluster']): Outage[] {
  // Ignores nodes that are being deleted, and virtual kubelets, to which pods of a drained node cannot move.
  const staying = nodes.filter(({ deletingSince, computeType }) => deletingSince === null && computeType !== 'virtual');
  const down = staying.filter((node) => !isNew(node, now) && isDown(node, now));
  const dateless = staying.filter((node) => node.ready !== true && sinceOf(node) === undefined);
  const maybe = [...down, ...dateless];
  const isHalf = maybe.length * 2 >= staying.length;
  const half = (own: readonly [NodeFact, ...NodeFact[]], level: Level): Outage => {
    const resource = { kind: 'Cluster', name: cluster.name };
    return outage({ level, rule: 'half-of-nodes', resource }, own, `${own.length} of ${staying.length} nodes`);
  };
  if (isOutage(down) && down.length * 2 >= staying.length) return [half(down, 'fail')];
  const groups = byOwner(staying, [], () => true)
    .filter((owner) => isOutage(owner.nodes) && owner.nodes.every((node) => maybe.includes(node)))
    .map(({ resource, nodes: own }) => {
      const level = own.every((node) => down.includes(node)) ? 'fail' : 'unknown';
      return outage({ level, rule: 'group-not-ready', resource }, own, `all ${own.length} nodes`);
    });
  if (!isOutage(maybe) || !isHalf) return groups;
  return [half(maybe, 'unknown'), ...groups.filter(({ finding }) => finding.level === 'fail')];
}

function isOutage(nodes: readonly NodeFact[]): nodes is readonly [NodeFact, ...NodeFact[]] {
  return nodes.length >= MINIMUM;
}

/**
 * Kubernetes treats a node without the condition Ready as Unknown since its creation (tryUpdateNodeHealth in
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go).
 */
function sinceOf({ notReadySince, createdAt }: NodeFact): string | undefined {
  return notReadySince ?? createdAt;
}

function isDown(node: NodeFact, now: string): boolean {
  const since = sinceOf(node);
  return node.ready !== true && since !== undefined && hoursBetween(since, now) * 60 >= DOWN_MINUTES;
}

function outage(
  { level, rule, resource }: { level: Level; rule: string; resource: Finding['resource'] },
  nodes: readonly [NodeFact, ...NodeFact[]],
  which: string,
): Outage {
  const [first] = nodes;
  const long = `have been NotReady for ${DOWN_MINUTES} minutes or longer`;
  const message =
    level === 'fail'
      ? `${which} ${long}: pods of drained nodes cannot run there`
      : `unknown whether ${which} ${long}: some of them do not report since when`;
  const short = level === 'fail' ? `${which} are not ready` : 'unknown how long nodes are not ready';
  const evidence = nodeEvidence(nodes, resource, 'ready', describeState);
  return { nodes, finding: { level, rule, short, resource, message, evidence, fix: buildFix(first.name) } };
}

function buildFix(node: string): Advice {
  return advice`Find out what the nodes have in common (AMI, node role, security groups, the VPC CNI, the connection to the API server), and make them ready or replace them before the update.\n${commands(
    sh`kubectl get nodes -o wide`,
    sh`kubectl describe node ${node}`,
  )}`;
}
