import { usageError } from '../../facts/reason.ts';
import { clusterEntryName, type ClusterEntry } from './cluster-entries.ts';
import { parseCluster } from './cluster-name.ts';
import type { ScanOptions } from './options.ts';
import { parseExternalId, parseRegions, parseRoleArn, parseTargetOption } from './parsers.ts';

/**
 * Validates the values in `clusters` of a config file.
 * @throws ScanError (`usage`) naming the entry and its key
 */
export function refuseBadEntries({
  clusters = [],
  roleArn,
  config = 'the config file',
}: Pick<ScanOptions, 'clusters' | 'roleArn'> & { config?: string }): void {
  for (const [index, entry] of clusters.entries()) refuseBadEntry(entry, clusterEntryName(index, config), roleArn);
}

function refuseBadEntry(entry: ClusterEntry, where: string, usualRole: string | undefined): void {
  const { name, region, roleArn, externalId, target } = entry;
  const called = (key: keyof ClusterEntry): string => `${key} of ${where}`;
  const { region: ofArn } = parseCluster(name, called('name'));
  if (region !== undefined) refuseBadRegion(region, ofArn, called('region'));
  if (roleArn !== undefined) parseRoleArn(roleArn, called('roleArn'));
  if (externalId !== undefined) parseExternalId(externalId, called('externalId'));
  if (externalId !== undefined && (roleArn ?? usualRole) === undefined)
    throw usageError(`${called('externalId')} needs roleArn`, 'It is sent with the request for that role.');
  if (target !== undefined) parseTargetOption(target, called('target'));
}

function refuseBadRegion(region: string, ofArn: string | undefined, called: string): void {
  if (parseRegions(region, called).length > 1) throw usageError(`${called}: one cluster is in one Region`);
  if (ofArn !== undefined && ofArn !== region)
    throw usageError(`${called} does not match the ARN (${ofArn})`, 'Omit the Region; the ARN includes it.');
}
