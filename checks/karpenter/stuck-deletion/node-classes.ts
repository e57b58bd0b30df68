import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { servedFrom, toAtKarpenter } from '../../../src/karpenter/generations.ts';
import { selectPools, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { formatCount, formatList, forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { buildDeletionRemedy } from '../shared/deleted-node-class.ts';

/**
 * Findings for node classes that are being deleted while pools use them. Karpenter treats such a node class as missing.
 * Source: resolveNodeClassFromNodeClaim in pkg/cloudprovider/cloudprovider.go of aws/karpenter-provider-aws, from 0.32 on
 */
export function* deletedNodeClasses(
  objects: OwnObjects,
  { karpenter }: Pick<Context, 'karpenter'>,
): Generator<Finding> {
  for (const nodeClass of objects.nodeClasses.filter(({ terminating }) => terminating)) {
    const users = selectPools(nodeClass, objects.pools).filter(({ terminating }) => !terminating);
    const served = servedFrom(karpenter.versions, nodeClass.kind);
    if (users.length === 0 || served === undefined) continue;
    yield { ...deletedNodeClass(nodeClass, users, objects), ...toAtKarpenter(served) };
  }
}

function deletedNodeClass(
  nodeClass: KarpenterNodeClass,
  users: readonly KarpenterPool[],
  objects: OwnObjects,
): Finding {
  const { kind, name, apiVersion, deletingSince } = nodeClass;
  const nodes = objects.claims.filter(
    ({ pool, terminating }) => !terminating && users.some((one) => one.name === pool),
  );
  const isRead = objects.isRead('NodeClaim', 'Machine');
  const depend =
    isRead || nodes.length > 0
      ? `${formatCount(nodes.length, 'node')} ${forCount(nodes.length, 'depends', 'depend')}`
      : 'unknown whether nodes depend';
  const resource = kind === 'EC2NodeClass' ? 'ec2nodeclass' : 'awsnodetemplate';
  return {
    level: nodes.length > 0 ? 'fail' : isRead ? 'warn' : 'unknown',
    rule: 'node-class',
    remedy: buildDeletionRemedy(nodeClass),
    resource: { kind, name, apiVersion },
    message: `is being deleted, so Karpenter launches no nodes for ${formatList(users.map((one) => `${one.kind} ${one.name}`))}, and replaces none (${depend} on it)`,
    evidence: [
      {
        observed: `deletionTimestamp ${deletingSince ?? 'is set'}`,
        required: 'no deletionTimestamp',
        fact: 'karpenterNodeClasses',
      },
    ],
    fix: advice`You cannot undo a deletion. Find out what deletes the ${kind} (a Helm release, a GitOps tool, a person), and
      stop it there. Create a copy with another name, and reference the copy in the NodePools: this drifts their nodes,
      within the disruption budgets. Karpenter removes the finalizer when no NodeClaim uses the ${kind} any more. Do not
      remove it yourself: the instance profile and the launch templates of the ${kind} stay in the account, and its
      NodePools reference a missing object.\n${commands(
        sh`kubectl get ${resource} ${name} -o yaml`,
        sh`kubectl describe ${resource} ${name}`,
      )}`,
  };
}
