import { formatList } from '../../../syntax/english.ts';
import { grouped } from '../../../syntax/grouped.ts';
import type { Health } from '../../health/schema.ts';
import type { NotCompared } from './worse-schema.ts';

/**
 * What was not compared, each reason once: what was not seen now, and what was not seen when the plan was made.
 * @param then undefined: the plan has no health
 * @param sizes what was not seen besides
 */
export function listNotCompared(
  then: Health | undefined,
  health: Health,
  sizes: readonly NotCompared[],
): NotCompared[] {
  const now = health.unseen.map(({ what, reason, permission }) => ({ what, reason, permission }));
  const known = new Set(now.map(({ what }) => what));
  const before = (then?.unseen ?? []).filter(({ what }) => !known.has(what));
  const all = [
    ...now,
    ...sizes,
    ...before.map(({ what, reason, permission }) => ({ what: `${what} when the plan was made`, reason, permission })),
    ...(then === undefined ? [planWithoutHealth] : []),
  ];
  const byReason = grouped(all, ({ reason, permission }) => `${permission} ${reason}`);
  return [...byReason.values()].map((own) => {
    const [{ reason, permission }] = own;
    const names = [...new Set(own.map(({ what }) => what))];
    return { what: formatList(names, names.length), reason, permission };
  });
}

const planWithoutHealth: NotCompared = {
  what: 'the health of the cluster when the plan was made',
  reason: 'the plan was made from a report or by an earlier version of eks-preflight; make plans from the live cluster',
  permission: null,
};
