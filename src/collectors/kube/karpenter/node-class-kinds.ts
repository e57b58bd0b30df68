import { defineCollector } from '../../../collect.ts';
import { SourceError, type Reason } from '../../../reason.ts';

/** Looks at the outcome of the lists: a kind that was denied is a gap there, and all that is known of it. */
export const karpenterNodeClassKinds = defineCollector('karpenterNodeClassKinds', {
  permissions: [],
  from: ['karpenterNodeClasses'],
  async collect(_sources, facts) {
    const reading = await facts.reading('karpenterNodeClasses');
    if (!reading.ok) throw new SourceError(reading.reason as Reason);
    const unread = new Set((reading.gaps ?? []).map(({ what }) => what));
    const kinds = [
      { kind: 'EC2NodeClass', list: 'ec2nodeclasses.karpenter.k8s.aws' },
      { kind: 'AWSNodeTemplate', list: 'awsnodetemplates.karpenter.k8s.aws' },
    ] as const;
    return { value: kinds.filter(({ list }) => !unread.has(list)).map(({ kind }) => kind) };
  },
});
