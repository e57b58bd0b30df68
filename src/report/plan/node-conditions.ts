import type { NodeFact } from '../../facts/facts.ts';
import { continued, sh, type Command } from '../../syntax/shell.ts';
import { formatList } from '../../syntax/english.ts';
import { format } from '../../syntax/versions.ts';
import { resourceName } from '../resource-name.ts';
import { findingsGone, gone, shellTexts, updateSuccessful } from './conditions.ts';
import type { Condition, Known } from './draft.ts';
import { groupGone } from './node-group-status.ts';
import { nodeSelector } from './node-how.ts';
import { needsItsOwnFix, type PlannedMove } from './planned-moves.ts';
import { eksctlSuccessor } from './self-managed-how.ts';

/**
 * What shows that a move is done.
 * @param nodes that the move replaces
 * @param workloads the conditions of the workloads that it moves
 */
export function moveConditions(
  planned: PlannedMove,
  nodes: readonly NodeFact[],
  { known, workloads }: { known: Pick<Known, 'cluster' | 'path'>; workloads: readonly Condition[] },
): Condition[] {
  const { cluster } = known;
  const { owner, move, mode, closes, creates } = planned;
  // A group that is replaced no longer exists: a scan shows that nothing of it is left.
  const fixes = closes.filter((one) => (creates === undefined ? needsItsOwnFix(one) : one.level === 'fail'));
  return [
    ...(owner.computeType === 'managed' && mode === 'update'
      ? [updateSuccessful(cluster, { kind: 'nodegroup', name: owner.resource.name })]
      : []),
    ...(move.from < move.to ? [atVersion(planned, nodes, known)] : []),
    ...oldGroupGone(planned, known),
    ...workloads,
    ...(fixes.length === 0 ? [] : [findingsGone(known, fixes)]),
  ];
}

function oldGroupGone({ owner, creates }: PlannedMove, { cluster }: Pick<Known, 'cluster'>): Condition[] {
  const { kind, name } = owner.resource;
  if (creates !== undefined) return [groupGone(cluster, name)];
  if (kind !== 'SelfManagedNodeGroup' || owner.nodes.length === 0) return [];
  const list = sh`kubectl get nodes -l ${`alpha.eksctl.io/nodegroup-name=${name}`}`;
  return [gone(`nodes/self-managed/${name}`, `no node of ${name} is left`, list)];
}

/** The nodes, or else the group that launches them, are at the version of the move. */
function atVersion(
  { owner, move, ...planned }: PlannedMove,
  nodes: readonly NodeFact[],
  { cluster }: Pick<Known, 'cluster'>,
): Condition {
  const version = format(move.to);
  const creates = planned.creates ?? findNewGroup(owner, move.to);
  const own = creates === undefined ? owner : { ...owner, resource: { ...owner.resource, name: creates } };
  const group = creates === undefined ? owner.group : `node group ${creates}`;
  const object = `nodes/${creates === undefined ? owner.key : `${owner.computeType}/${creates}`}`;
  if (nodes.length === 0 && owner.computeType !== 'managed')
    return { kind: 'seen', text: `${group}: new nodes run ${version}`, commands: [] };
  if (nodes.length === 0) {
    const show = describeGroup(cluster, own.resource.name);
    return { kind: 'version', text: `${group} is ACTIVE at ${version}`, commands: shellTexts(show), object, version };
  }
  if (owner.computeType === 'fargate' && owner.resource.kind !== 'Node')
    return onFargate(owner, { kind: 'version', object, version });
  const selector = nodeSelector(own);
  const command = selector === undefined ? sh`kubectl get nodes` : sh`kubectl get nodes -l ${selector}`;
  const which = owner.resource.kind === 'Node' ? ungrouped(nodes) : { nodes: 'every node', runs: 'runs', is: 'is' };
  const text = `${group}: ${which.nodes} ${which.runs} ${version} and ${which.is} Ready`;
  const names = owner.resource.kind === 'Node' ? { nodes: nodes.map(({ name }) => name) } : {};
  return { kind: 'version', text, commands: shellTexts(command), object, version, ...names };
}

/** Nodes without a group by their names: other tasks move the others, which may be at other versions. */
function ungrouped(nodes: readonly NodeFact[]): { nodes: string; runs: string; is: string } {
  const names = formatList(nodes.map(({ name }) => name));
  return nodes.length === 1
    ? { nodes: `${names}, or the node that replaces it,`, runs: 'runs', is: 'is' }
    : { nodes: `${names}, or the nodes that replace them,`, runs: 'run', is: 'are' };
}

/** The other Fargate nodes are those of other workloads, and of other tasks. */
function onFargate(
  { resource }: PlannedMove['owner'],
  condition: Pick<Condition, 'kind' | 'object'> & { version: string },
): Condition {
  const { namespace } = resource;
  const name = resourceName({ ...resource, text: resource.name });
  const pods = namespace === undefined ? sh`kubectl get pods -o wide` : sh`kubectl -n ${namespace} get pods -o wide`;
  return {
    ...condition,
    text: `the nodes of the pods of ${name} run ${condition.version} and are Ready`,
    commands: shellTexts(pods, sh`kubectl get nodes -l eks.amazonaws.com/compute-type=fargate`),
  };
}

function describeGroup({ name, region }: Known['cluster'], group: string): Command {
  return continued(
    sh`aws eks describe-nodegroup --region ${region} --cluster-name ${name} --nodegroup-name ${group}`,
    sh`--query 'nodegroup.[status,version,releaseVersion]'`,
  );
}

/** eksctl replaces a self-managed group by another one. */
function findNewGroup(owner: PlannedMove['owner'], to: PlannedMove['move']['to']): string | undefined {
  return owner.resource.kind === 'SelfManagedNodeGroup' ? eksctlSuccessor(owner, to) : undefined;
}
