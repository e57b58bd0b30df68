import type { FactName } from '../../facts/facts.ts';
import { grouped } from '../../syntax/grouped.ts';
import { formatList } from '../../syntax/english.ts';
import { listUnread, toUnseenReason } from '../unseen-facts.ts';
import type { StatusDocument } from './schema.ts';
import type { Seen } from './seen.ts';

type Unseen = StatusDocument['unseen'][number];

/** What each fact of the status shows. */
const words = {
  updates: 'updates of the control plane',
  nodegroups: 'node groups',
  nodegroupUpdates: 'updates of node groups',
  addons: 'add-ons',
  addonUpdates: 'updates of add-ons',
  autoScalingGroups: 'Auto Scaling groups',
  instanceRefreshes: 'instance refreshes',
  nodes: 'nodes',
  pods: 'pods',
  waitingPods: 'pods that are deleted or wait for a node',
  drainTraits: 'pods',
  podDisruptionBudgets: 'PodDisruptionBudgets',
  budgetedPods: 'PodDisruptionBudgets',
  admissionWebhooks: 'admission webhooks',
  webhookServices: 'services of webhooks',
  persistentVolumes: 'PersistentVolumes',
  volumeAttachments: 'VolumeAttachments',
  karpenterClaims: 'NodeClaims',
  coreComponents: 'pods of add-ons',
} as const satisfies { readonly [Name in FactName]?: string };

/** What was not read, each reason once. */
export function statusUnseen({ readings }: Seen): Unseen[] {
  const found = Object.entries(words).flatMap(([fact, what]) => listUnread(readings, fact as FactName, what));
  const byReason = grouped(found, ({ reason }) => reason.shared ?? `${reason.permission} ${reason.message}`);
  return [...byReason.values()].map((own) => ({
    what: whatText(own.map(({ what }) => what)),
    ...toUnseenReason(own[0].reason),
  }));
}

const ofGroups = /^updates of node group /;

/** Many node groups are counted. */
function whatText(all: readonly string[]): string {
  const groups = all.filter((what) => ofGroups.test(what));
  const others = [...new Set(all.filter((what) => !ofGroups.test(what)))];
  const counted = groups.length > 2 ? [`updates of ${groups.length} node groups`] : groups;
  return formatList([...others, ...counted], all.length);
}
