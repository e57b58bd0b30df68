import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { atKarpenterOf, servedFrom } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import {
  isNodeClassKind,
  nodeClassFacts,
  ownObjects,
  poolFacts,
  type OwnObjects,
} from '../../../src/karpenter/own-objects.ts';
import { addressFindings } from './free-addresses.ts';
import { ownerlessClaims } from './ownerless-claims.ts';
import { selectionFindings } from './selections.ts';

export default defineCheck({
  id: 'karpenter/references',
  title: 'Pools and node classes that name what is not there',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `A pool refers to its node class by name, a node class to subnets, security groups and images by tags, ids or names.
    Nothing checks at the time of writing that they exist. A pool without its node class starts no node; neither does one
    whose selector finds no subnet, no security group or no image. Between updates that goes unnoticed while the nodes that
    run still serve; an update needs new ones. Names are easily lost when Provisioners and AWSNodeTemplates are written anew
    as NodePools and EC2NodeClasses.

    NodeClaims are made and deleted by Karpenter. One without a pool, made by hand or left by a pool that is gone, has a node
    that nobody replaces: no drift, no expiry, no consolidation. It is named.

    Subnets without a free address start no node either, and an update needs nodes beside those that run. Each node takes
    one address at least, its pods take more: what an update needs in all is not counted.

    Subnets and security groups are looked for in the cluster's own VPC, which nodes have to be in. Images that an alias or a
    parameter of Systems Manager names are not looked up, nor is their architecture or age judged.`,
  fix: advice`Write the name, the id or the tag that is meant, or make what is missing.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref',
    'https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms',
    'https://karpenter.sh/docs/concepts/nodeclasses/#specsecuritygroupselectorterms',
    'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts],
  uses: ['vpcSubnets', 'karpenterSubnets', 'karpenterSecurityGroups', 'karpenterImages', 'karpenterClaims'],
  counts: ['karpenterPools', 'karpenterNodeClasses'],
  tables: ['subnet-addresses'],

  *run({ vpcSubnets, karpenterSubnets, karpenterSecurityGroups, karpenterImages, ...facts }, context) {
    const objects = ownObjects(facts);
    for (const pool of objects.pools) {
      const served = servedFrom(context.karpenter.versions, pool.kind);
      if (served === undefined) continue;
      const finding = withoutNodeClass(pool, objects);
      if (finding !== undefined) yield { ...finding, ...atKarpenterOf(served) };
    }
    yield* ownerlessClaims(objects);
    const selections = { karpenterSubnets, karpenterSecurityGroups, karpenterImages };
    yield* selectionFindings(selections, objects, context);
    yield* addressFindings(karpenterSubnets, vpcSubnets, objects, context);
  },
});

/** A Provisioner may contain EC2 settings itself; every other object needs a node class. */
function withoutNodeClass(
  { kind, name, nodeClass, provider }: KarpenterPool,
  { nodeClasses, isRead }: OwnObjects,
): Finding | undefined {
  if (nodeClass === null) {
    if (provider !== null) return undefined;
    return {
      level: 'fail',
      rule: 'node-class',
      resource: { kind, name },
      message: 'names no node class, so it starts no node',
      evidence: [
        {
          observed: 'no reference',
          required: kind === 'Provisioner' ? 'spec.providerRef' : 'spec.template.spec.nodeClassRef',
        },
      ],
    };
  }
  if (!isNodeClassKind(nodeClass.kind) || !isRead(nodeClass.kind)) return undefined;
  const alike = nodeClasses.filter((one) => one.kind === nodeClass.kind);
  if (alike.some((one) => one.name === nodeClass.name)) return undefined;
  const others = alike.map((one) => one.name);
  const choice = others.length === 0 ? advice`` : advice` (${others.join(', ')})`;
  return {
    level: 'fail',
    rule: 'node-class',
    resource: { kind, name },
    message: `names the ${nodeClass.kind} ${nodeClass.name}, which does not exist: it starts no node`,
    evidence: [
      {
        observed: others.length === 0 ? `no ${nodeClass.kind}` : others.join(', '),
        required: `${nodeClass.kind} ${nodeClass.name}`,
        fact: 'karpenterNodeClasses',
      },
    ],
    fix: advice`Make the ${nodeClass.kind} ${nodeClass.name}, or name one that exists${choice}.`,
  };
}
