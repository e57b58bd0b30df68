import { usageError } from '../../facts/reason.ts';
import { isClusterFolder } from '../files/cluster-folder.ts';
import { toVariableName } from '../options/environment.ts';
import { optionNames, toFlag, type OptionName } from '../options/options.ts';
import type { Flags } from '../options/parsed-command.ts';
import type { Merged } from '../options/settings.ts';
import type { ClusterToScan } from './clusters-to-scan.ts';

/** Options that name one cluster, one connection or one view: they have no meaning for several clusters. */
const forOne = [
  'kubeconfig',
  'context',
  'kubeServer',
  'inCluster',
  'inventory',
  'asOf',
  'summary',
  'checks',
  'finding',
  'group',
] as const satisfies readonly OptionName[];

/** Options that the scan of each cluster gets in another form, or not at all. */
const replaced: ReadonlySet<string> = new Set([
  'cluster',
  'region',
  'allClusters',
  'parallel',
  'format',
  'output',
  'color',
  'quiet',
  'all',
]);

/**
 * Refuses options that make no sense for several clusters.
 * @throws ScanError (`usage`)
 */
export function refuseForSeveral({ settings, origins }: Merged): void {
  const other = forOne.find((name) => settings[name] !== undefined && settings[name] !== false);
  if (other !== undefined)
    throw usageError(`${toFlag(other)} cannot be used with several clusters`, 'Scan the clusters one at a time.');
  for (const name of ['saveInventory', 'baseline'] as const) {
    const file = settings[name];
    if (file !== undefined && !isClusterFolder(file))
      throw usageError(`${toFlag(name)} ${file}: several clusters need a folder`, `Write it as ${file}/.`);
  }
  const file = (settings.output ?? []).find((value) => !isClusterFolder(value));
  if (file !== undefined && origins.output?.from !== 'option')
    throw usageError(`--output ${file}: several clusters need folders`, 'Write it as json=FOLDER/.');
}

/** The values of `--output` for each cluster: those that name folders. */
export function folderOutputs(outputs: readonly string[] = []): string[] {
  return outputs.filter(isClusterFolder);
}

/**
 * The command line that scans one of several clusters, and prints its report as JSON.
 * @param flags the options of the command line, as the parser returned them
 */
export function toScanArguments(
  { cluster, region }: ClusterToScan,
  flags: Flags,
  outputs: readonly string[] | undefined,
): string[] {
  const passed = Object.entries(flags).filter(([name]) => !replaced.has(name));
  const where = region === undefined ? [] : ['--region', region];
  return [
    'scan',
    '--cluster',
    cluster,
    ...where,
    ...passed.flatMap(([name, value]) => toArguments(name, value)),
    ...folderOutputs(outputs).flatMap((output) => ['--output', output]),
    '--format',
    'json',
    '--no-color',
  ];
}

function toArguments(name: string, value: unknown): string[] {
  const known = optionNames.find((one) => one === name);
  const flag = known === undefined ? `--${name}` : toFlag(known);
  if (value === true) return [flag];
  return [value].flat().flatMap((one) => (typeof one === 'string' ? [`${flag}=${one}`] : []));
}

/** The environment of a scan of one of several clusters: what names clusters or outputs is on its command line. */
export function toScanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const dropped = (['cluster', 'region', 'output', 'format', 'parallel'] as const).map(toVariableName);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.includes(name)));
}
