import type { FactName } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import { listUnread, toUnseenReason } from '../unseen-facts.ts';
import type { Health } from './schema.ts';

type Unseen = Health['unseen'][number];

/** The facts of each part, and what they show. */
const facts: readonly { part: Unseen['part']; fact: FactName; what: string }[] = [
  { part: 'workloads', fact: 'workloadPods', what: 'ready pods of workloads' },
  { part: 'pods', fact: 'unreadyPods', what: 'pods that are not ready' },
  { part: 'budgets', fact: 'podDisruptionBudgets', what: 'PodDisruptionBudgets' },
  { part: 'addons', fact: 'addons', what: 'add-ons' },
  { part: 'backends', fact: 'admissionWebhooks', what: 'admission webhooks' },
  { part: 'backends', fact: 'webhookServices', what: 'Services of webhooks' },
  { part: 'backends', fact: 'apiServices', what: 'aggregated APIs' },
  { part: 'groups', fact: 'nodes', what: 'nodes' },
];

/** What was not read, by part. */
export function healthUnseen(readings: Readings): Unseen[] {
  return facts.flatMap(({ part, fact, what }) =>
    listUnread(readings, fact, what).map((gap) => ({ part, what: gap.what, ...toUnseenReason(gap.reason) })),
  );
}
