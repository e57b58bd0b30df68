import { usageError } from '../../facts/reason.ts';
import { formatAlternatives, invalid, shortened } from '../../syntax/quoted.ts';
import { oneCluster } from './cluster-name.ts';
import { shells, type Shell } from './command-options.ts';
import type { Flags } from './parsed-command.ts';

/** What the arguments of commands mean. */

/** An argument can also name the cluster. */
export function withArgument(named: string | undefined, flags: Flags): Flags {
  const cluster = oneCluster(named, typeof flags['cluster'] === 'string' ? flags['cluster'] : undefined);
  return cluster === undefined ? flags : { ...flags, cluster };
}

/** An argument can also name a file. A cluster has no dot and, except in its ARN, no slash in its name. */
export function withClusterOrFile(named: string | undefined, flags: Flags): Flags {
  if (named === undefined || named.startsWith('arn:') || !/[./]/.test(named)) return withArgument(named, flags);
  const { inventory } = flags;
  if (typeof inventory === 'string' && inventory !== named)
    throw usageError(`file specified twice: ${named} and --inventory ${inventory}`, 'Specify only one.');
  return { ...flags, inventory: named };
}

/** The only argument of `demo`. */
export function planWord(value: string): 'plan' {
  if (value === 'plan') return value;
  throw usageError(
    `unknown argument '${shortened(value)}' of demo (expected plan)`,
    'The demo has its own cluster. For yours, write `eks-preflight scan CLUSTER`.',
  );
}

/** The argument of commands that take one cluster. */
export const clusterArgument = ['[cluster]', 'name or ARN of the EKS cluster'] as const;

/** @throws ScanError (`usage`) for another shell */
export function shellNamed(value: string): Shell {
  const shell = shells.find((one) => one === value);
  if (shell === undefined) throw usageError(invalid('shell', value, formatAlternatives(shells)));
  return shell;
}
