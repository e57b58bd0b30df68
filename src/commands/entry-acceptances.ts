import { setFields } from '../syntax/set-fields.ts';
import { findClusterEntry } from './options/cluster-entries.ts';
import type { NamedCluster } from './options/cluster-name.ts';
import { addAcceptances } from './options/cluster-settings.ts';
import type { Settings } from './options/settings.ts';
import { valueText } from './options/value-text.ts';

/**
 * The settings for the cluster of a report, with the acceptances of its entry in `clusters`. If the options name a
 * cluster, they have them already.
 * @throws ScanError (`usage`) if several entries fit equally well
 */
export function withEntryAcceptances(
  settings: Settings,
  { arn, ...cluster }: NamedCluster & { arn: string },
): Settings {
  const { clusters, region, configuration } = settings;
  if (clusters === undefined || settings.cluster !== undefined) return settings;
  const entry = findClusterEntry(clusters, { ...cluster, text: arn }, region);
  if (entry?.accept === undefined || entry.accept.length === 0) return settings;
  const { accept, accepted } = addAcceptances(settings, entry);
  const accepting = { ...settings, ...setFields({ accept, accepted }) };
  if (configuration === undefined || configuration === null) return accepting;
  const others = configuration.relaxed.filter(({ option }) => option !== 'accept');
  const relaxed = [...others, { option: 'accept', value: valueText('accept', accepting) }];
  return { ...accepting, configuration: { ...configuration, relaxed } };
}
