import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { toDrain } from './drain.ts';
import { returningFindings } from './returning.ts';
import { stayingFindings } from './staying.ts';
import { webhookFindings } from './webhooks.ts';

export default defineCheck({
  id: 'nodes/drain',
  title: 'Pods that block a drain or cannot be rescheduled',
  short: {},
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `TODO`,
  fix: advice`Change the workload before its nodes are replaced.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
    'https://karpenter.sh/docs/concepts/disruption/',
  ],
  needs: ['pods', 'nodes', 'drainTraits'],
  uses: ['nodegroups', 'karpenterPools', 'persistentVolumes', 'admissionWebhooks', 'webhookServices'],
  counts: ['pods', 'nodes', 'drainTraits'],

  *run(facts, context) {
    const drain = toDrain(facts, context.target);
    yield* stayingFindings(drain, context);
    yield* returningFindings(drain, facts.persistentVolumes);
    yield* webhookFindings(drain, facts);
  },
});
