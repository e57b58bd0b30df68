import type { Facts } from '../facts/facts.ts';
import type { Readings } from '../facts/reading.ts';
import { ScanError, usageError } from '../facts/reason.ts';
import type { Command } from '../syntax/shell.ts';
import type { Io } from './io.ts';
import type { Settings } from './options/settings.ts';

/**
 * The cluster that the readings describe; it must be the one that the options name.
 * @param origin what holds the readings, for an error
 * @throws ScanError if the cluster was not read, or is not the one that the options name
 */
export function requireCluster({ cluster }: Readings, options: Settings, origin: string): Facts['cluster'] {
  if (cluster === undefined) throw usageError(`${origin} does not contain the cluster`);
  if (!cluster.ok) throw new ScanError(cluster.reason);
  refuseOtherThan(
    cluster.value,
    options,
    origin,
    'A live scan needs credentials for that account (--profile, --role-arn).',
  );
  return cluster.value;
}

/**
 * Refuses data of a cluster other than the options name: compares name, account and Region.
 * @param origin what holds the data, for the error
 * @param hint what helps if the cluster is in another account
 * @throws ScanError (`usage`)
 */
export function refuseOtherThan(
  read: Pick<Facts['cluster'], 'name' | 'account' | 'region'>,
  { cluster: name, account, region }: Pick<Settings, 'cluster' | 'account' | 'region'>,
  origin: string,
  hint?: string,
): void {
  if (name !== undefined && name !== '' && name !== read.name) {
    throw usageError(`${origin} is of cluster ${read.name}, not of ${name}`);
  }
  const place = `cluster ${read.name} in account ${read.account}, Region ${read.region}`;
  if (region !== undefined && region !== '' && region !== read.region) {
    throw usageError(`${origin} is of ${place}, not Region ${region}`);
  }
  if (account !== undefined && account !== read.account) {
    throw usageError(`${origin} is of ${place}, not account ${account}`, hint);
  }
}

const unnamed = 'no cluster specified';

/** The error of a live scan that names no cluster. */
export function noCluster(): ScanError {
  return usageError(unnamed, 'Name it (first argument, or --cluster), or set EKS_PREFLIGHT_CLUSTER.');
}

/**
 * Adds the clusters to choose from to the error that no cluster is specified; any other error stays as it is.
 * @param command the command that lacks the cluster
 */
export async function offerClusters(error: unknown, command: Command, options: Settings, io: Io): Promise<unknown> {
  if (!(error instanceof ScanError) || error.reason.message !== unnamed) return error;
  const { addClusterChoices } = await import('./cluster-choices.ts');
  return addClusterChoices(error, command, options, io);
}
