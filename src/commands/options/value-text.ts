import { formatCount, formatFirst } from '../../syntax/english.ts';
import type { ClusterEntry } from './cluster-entries.ts';
import type { OptionName, ScanOptions } from './options.ts';

/** A setting in one line. */
export function valueText(name: OptionName, options: ScanOptions): string {
  if (name === 'accept') return formatCount(options.accept?.length ?? 0, 'entry', 'entries');
  if (name === 'clusters') return clustersText(options.clusters ?? []);
  if (name === 'deliver') return (options.deliver ?? []).map(withoutSecret).join(', ');
  if (name === 'levels' || name === 'thresholds') return Object.keys(options[name] ?? {}).join(', ');
  return [options[name] ?? ''].flat().join(', ');
}

function clustersText(clusters: readonly ClusterEntry[]): string {
  const named = formatFirst(
    clusters.map(({ name }) => name),
    mostNamed,
  );
  return `${formatCount(clusters.length, 'cluster')}: ${named}`;
}

/** The maximum number of clusters in one line. */
const mostNamed = 3;

/**
 * Hides everything after the kind if a target may contain the secret itself: such a target is refused, and the secret
 * must not be shown.
 */
function withoutSecret(target: string): string {
  if (target === 'stdout' || /^(?:file|s3|sns|events):|^(?:slack|teams|webhook):(?:env|file):/.test(target))
    return target;
  const [, kind = ''] = /^(\w{1,20}:)/.exec(target) ?? [];
  return `${kind}***`;
}
