import type { Change } from './mutation.ts';

/** Changes of one member of one call that give a pass, and that no second reading contradicts. */
export interface Unseen {
  call: string;
  /** As in a mutation: `items.*.spec`. */
  member: string;
  changes: readonly Change[];
  reason: string;
}

export const unseen: readonly Unseen[] = [];

/** The entry for a change; undefined: a fault of it is a fault. */
export function findUnseen(call: string, { member, change }: { member: string; change: Change }): Unseen | undefined {
  return unseen.find((entry) => entry.call === call && entry.member === member && entry.changes.includes(change));
}
