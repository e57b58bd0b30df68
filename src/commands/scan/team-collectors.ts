import type { Collectors } from '../../collectors/collect.ts';
import type { ScanOptions } from '../options/options.ts';

/** The collectors of a scan with `--team-label`: namespaces keep the value of that label, and of no other. */
export async function teamCollectors(collectors: Collectors, { teamLabel }: ScanOptions): Promise<Collectors> {
  if (teamLabel === undefined) return collectors;
  const { namespacesWith } = await import('../../collectors/kube/namespaces.ts');
  return { ...collectors, namespaces: namespacesWith(teamLabel) };
}
