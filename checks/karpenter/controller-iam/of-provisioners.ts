import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Probe = Tables['karpenter-probes'][number];
type Answer = 'yes' | 'no' | 'maybe';

/** What a denial adds to the message if it is about Provisioners and their Machines beside NodePools, and to the fix. */
interface AlphaUsers {
  /** ` for Provisioner default` */
  words: string;
  keep: Advice;
}

/**
 * Requests for Provisioners and Machines beside those for NodePools: 0.32 makes both, and each has its own policy.
 * Undefined if the version makes only one kind, or if a request of the other kind is denied, too.
 */
export function findAlphaUsers(
  denied: readonly Pick<Probe, 'when'>[],
  version: string,
  { pools, claims }: OwnObjects,
): AlphaUsers | undefined {
  const ofMachines = denied.every(({ when }) => when.includes('machine'));
  const ofEither = denied.every(({ when }) => when.includes('machine') || when.includes('provisioner'));
  if (isBelow(version, '0.32.0') || !ofEither) return undefined;
  const provisioners = pools.filter(({ kind }) => kind === 'Provisioner').map(({ name }) => name);
  const machines = claims.filter(({ kind }) => kind === 'Machine').map(({ name }) => name);
  const words =
    ofMachines && machines.length > 0 ? countNames('Machine', machines) : countNames('Provisioner', provisioners);
  return { words: ` for ${words}`, keep };
}

const keep = advice`Keep the policy of the version before 0.32 until no Machine is left
  (${sh`kubectl get machines.karpenter.sh`}): attach it again beside the policy of the running version, or:\n\n`;

function countNames(kind: string, [first = '', ...others]: readonly string[]): string {
  return forCount(others.length + 1, `${kind} ${first}`, `${others.length + 1} ${kind}s`);
}

/** Whether nodes of Provisioners are left: a Machine outlives its Provisioner until its node is removed. */
export function orMachines(provisioners: Answer, { claims, isRead }: OwnObjects): Answer {
  if (provisioners === 'yes' || claims.some(({ kind }) => kind === 'Machine')) return 'yes';
  return isRead('Machine') ? provisioners : 'maybe';
}
