import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatFirst, forCount } from '../../../src/syntax/english.ts';

type Workload = Facts['fargateWorkloads'][number];

/** Workloads that run with a profile. `possible`: these run on Fargate, but their profile is unknown. */
export type Users =
  | { kind: 'known'; workloads: readonly string[] }
  | { kind: 'possible'; workloads: readonly string[] }
  | { kind: 'none' }
  | { kind: 'not read' };

/** The workloads that currently run with one of the profiles. */
export function resolveUsers(profiles: readonly string[], workloads: readonly Workload[] | undefined): Users {
  if (workloads === undefined) return { kind: 'not read' };
  const known = workloads.filter((workload) => workload.profiles?.some((profile) => profiles.includes(profile)));
  if (known.length > 0) return { kind: 'known', workloads: known.map(formatName) };
  const possible = workloads.filter((workload) => (workload.profiles ?? []).length === 0);
  return possible.length > 0 ? { kind: 'possible', workloads: possible.map(formatName) } : { kind: 'none' };
}

function formatName({ kind, namespace, name }: Workload): string {
  return `${kind} ${namespace}/${name}`;
}

/** A failure if workloads run with the profile, a warning if none do, otherwise unknown. */
export function levelFor({ kind }: Users): Finding['level'] {
  if (kind === 'known') return 'fail';
  return kind === 'none' ? 'warn' : 'unknown';
}

/** The effect on the workloads, as the end of a message. */
export function outcomeFor(users: Users): string {
  if (users.kind === 'known') return `new pods of ${formatFirst(users.workloads)} stay Pending`;
  if (users.kind === 'none') return 'no pod runs with it today';
  return `unknown whether pods run with it (${describeDoubt(users)})`;
}

function describeDoubt(users: Extract<Users, { kind: 'possible' | 'not read' }>): string {
  if (users.kind === 'not read') return 'workloads on Fargate were not read';
  const names = forCount(users.workloads.length, 'does not name its profile', 'do not name their profiles');
  return `${formatFirst(users.workloads)} on Fargate ${names}`;
}
