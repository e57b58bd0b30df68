import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { firstOf } from '../../../src/languages/english.ts';

/** Workloads whose pods run with a profile, by name; undefined: workloads were not read. */
export type Users = readonly string[] | undefined;

/** Who runs with one of the profiles today. */
export function usersOf(profiles: readonly string[], workloads: Facts['fargateWorkloads'] | undefined): Users {
  return workloads
    ?.filter((workload) => workload.profiles?.some((profile) => profiles.includes(profile)))
    .map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
}

/** A failure only where pods run that an update has to replace. */
export function levelFor(users: Users): Finding['level'] {
  return users === undefined || users.length === 0 ? 'warn' : 'fail';
}

/** What comes of it, as the end of a message. */
export function outcomeFor(users: Users): string {
  if (users === undefined) return 'new pods stay Pending';
  return users.length === 0 ? 'no pod runs with it today' : `new pods of ${firstOf(users)} stay Pending`;
}
