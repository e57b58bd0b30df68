import { defineCollector } from '../../collect.ts';
import type { Reading } from '../../../facts/reading.ts';

/**
 * The kinds of a list that were read: a denied kind is a gap of the list. Empty if no kind was read: then the list
 * itself reports the reason.
 */

export const karpenterPoolKinds = defineCollector('karpenterPoolKinds', {
  permissions: [],
  from: ['karpenterPools'],
  async collect(_sources, facts) {
    const lists = { NodePool: 'nodepools.karpenter.sh', Provisioner: 'provisioners.karpenter.sh' } as const;
    return { value: kindsRead(await facts.reading('karpenterPools'), lists) };
  },
});

export const karpenterNodeClassKinds = defineCollector('karpenterNodeClassKinds', {
  permissions: [],
  from: ['karpenterNodeClasses'],
  async collect(_sources, facts) {
    const lists = {
      EC2NodeClass: 'ec2nodeclasses.karpenter.k8s.aws',
      AWSNodeTemplate: 'awsnodetemplates.karpenter.k8s.aws',
    } as const;
    return { value: kindsRead(await facts.reading('karpenterNodeClasses'), lists) };
  },
});

export const karpenterClaimKinds = defineCollector('karpenterClaimKinds', {
  permissions: [],
  from: ['karpenterClaims'],
  async collect(_sources, facts) {
    const lists = { NodeClaim: 'nodeclaims.karpenter.sh', Machine: 'machines.karpenter.sh' } as const;
    return { value: kindsRead(await facts.reading('karpenterClaims'), lists) };
  },
});

/** @param lists the name of each kind's gap, as `listKinds` sets it */
function kindsRead<Kind extends string>(reading: Reading<unknown>, lists: Readonly<Record<Kind, string>>): Kind[] {
  if (!reading.ok) return [];
  const unread = new Set((reading.gaps ?? []).map(({ what }) => what));
  return (Object.keys(lists) as Kind[]).filter((kind) => !unread.has(lists[kind]));
}
