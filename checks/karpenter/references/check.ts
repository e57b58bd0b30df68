import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { toAtKarpenter, servedFrom } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import {
  isNodeClassKind,
  nodeClassFacts,
  ownObjects,
  poolFacts,
  type OwnObjects,
} from '../../../src/karpenter/own-objects.ts';
import { addressFindings } from './free-addresses.ts';
import { nameObjectManager } from '../shared/object-manager.ts';
import { incompleteReferences } from './incomplete.ts';
import { ownerlessClaims } from './ownerless-claims.ts';
import { selectionFindings } from './selections.ts';

export default defineCheck({
  id: 'karpenter/references',
  title: 'NodePools and node classes that reference missing resources',
  short: {
    'node-class': 'node class does not exist',
    'node-class-ref': 'nodeClassRef has an empty field',
    'claim-class-ref': 'NodeClaims with an empty nodeClassRef',
    'node-class-ref-unread': 'fields of nodeClassRef unknown',
    claim: 'NodeClaims have no NodePool',
    karpenterSubnets: 'selector finds no subnet',
    karpenterSecurityGroups: 'selector finds no security group',
    karpenterImages: 'selector finds no AMI',
    addresses: 'subnets have few free addresses',
    'addresses-not-told': 'free addresses unknown',
  },
  task: {
    '': 'Correct the reference',
    'node-class': 'Create the node class, or reference another one',
    karpenterSubnets: 'Select subnets that exist',
    karpenterSecurityGroups: 'Select security groups that exist',
    karpenterImages: 'Select AMIs that exist',
    addresses: 'Get enough free addresses for new nodes',
  },
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `A NodePool references its node class by name, a node class references subnets, security groups and AMIs by
    tags, ids or names. Nothing validates that they exist. Karpenter cannot launch nodes for a NodePool without
    its node class, or if a selector matches no subnet, no security group or no AMI. Between updates, this goes
    unnoticed as long as the existing nodes are enough; an update needs new ones. Names are easily lost when
    Provisioners and AWSNodeTemplates are rewritten as NodePools and EC2NodeClasses.

    Karpenter 1.0 accepts an empty \`group\` or \`kind\` in the \`nodeClassRef\` of NodePools and NodeClaims; 1.1 and later
    do not manage such objects. The conversion of 1.0 sets both for objects of v1beta1.

    Karpenter creates and deletes NodeClaims. A NodeClaim without a pool, created manually or left by a deleted
    pool, has a node that is not replaced by drift, expiry or consolidation. It is reported.

    Karpenter cannot launch nodes in subnets without free IP addresses either, and an update needs new nodes
    beside the existing ones. Each node needs at least one address, its pods need more: the total that an update
    needs is not counted.

    Subnets and security groups are looked up in the VPC of the cluster, where nodes must be. AMIs that an alias
    or a Systems Manager parameter selects are not looked up, and their architecture and age are not judged.`,
  fix: advice`Correct the name, the id or the tag, or create the missing resource.`,
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
  tables: ['subnet-addresses', 'managed-changes'],

  *run({ vpcSubnets, karpenterSubnets, karpenterSecurityGroups, karpenterImages, ...facts }, context) {
    const objects = ownObjects(facts);
    const managers = { ...objects, rows: context.tables['managed-changes'] };
    for (const pool of objects.pools) {
      const served = servedFrom(context.karpenter.versions, pool.kind);
      if (served === undefined) continue;
      const finding = withoutNodeClass(pool, objects);
      if (finding !== undefined) yield nameObjectManager({ ...finding, ...toAtKarpenter(served) }, managers);
    }
    yield* incompleteReferences(objects, context.karpenter.versions, managers.rows);
    yield* ownerlessClaims(objects);
    const selections = { karpenterSubnets, karpenterSecurityGroups, karpenterImages };
    for (const finding of [
      ...selectionFindings(selections, objects, context),
      ...addressFindings(karpenterSubnets, vpcSubnets, objects, context),
    ])
      yield nameObjectManager(finding, managers);
  },
});

/** The finding if a pool has no node class. A Provisioner may contain the EC2 settings itself. */
function withoutNodeClass(
  { kind, name, nodeClass, provider }: KarpenterPool,
  { nodeClasses, isRead }: OwnObjects,
): Finding | undefined {
  if (nodeClass === null) {
    if (provider !== null) return undefined;
    return {
      level: 'fail',
      rule: 'node-class',
      short: 'names no node class',
      resource: { kind, name },
      message: 'references no node class: it cannot launch nodes',
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
    message: `references ${nodeClass.kind} ${nodeClass.name}, which does not exist: it cannot launch nodes`,
    evidence: [
      {
        observed: others.length === 0 ? `no ${nodeClass.kind}` : others.join(', '),
        required: `${nodeClass.kind} ${nodeClass.name}`,
        fact: 'karpenterNodeClasses',
      },
    ],
    fix: advice`Create ${nodeClass.kind} ${nodeClass.name}, or reference an existing one${choice}.`,
  };
}
