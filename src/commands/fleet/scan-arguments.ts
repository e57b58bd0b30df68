import { usageError } from '../../facts/reason.ts';
import { isClusterFolder } from '../files/cluster-folder.ts';
import { toVariableName } from '../options/environment.ts';
import { optionNames, toFlag, type OptionName } from '../options/options.ts';
import type { Flags } from '../options/parsed-command.ts';
import type { Merged } from '../options/settings.ts';
import type { ClusterToScan } from './cluster-to-scan.ts';

/** Options that name one cluster, one connection or one view: they have no meaning for several clusters. */
const forOne = [
  'kubeconfig',
  'context',
  'kubeServer',
  'inCluster',
  'inventory',
  'asOf',
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
  'show',
  'externalId',
]);

/**
 * Refuses options that make no sense for several clusters.
 * @throws ScanError (`usage`)
 */
export function refuseForSeveral({ settings, origins, replaced: inFile }: Merged): void {
  const other = forOne.find((name) => settings[name] !== undefined && settings[name] !== false);
  if (other !== undefined)
    throw usageError(`${toFlag(other)} cannot be used with several clusters`, 'Scan the clusters one at a time.');
  refuseView(settings.show, origins.show?.from === 'option');
  for (const name of ['saveInventory', 'baseline'] as const) {
    const file = settings[name];
    if (file !== undefined && !isClusterFolder(file))
      throw usageError(`${toFlag(name)} ${file}: several clusters need a folder`, `Write it as ${file}/.`);
  }
  const file = (settings.output ?? []).find((value) => !isClusterFolder(value));
  if (file === undefined) return;
  if (origins.output?.from !== 'option')
    throw usageError(`--output names the file ${file}: several clusters need folders`, 'Write it as json=FOLDER/.');
  if (inFile.includes('output') && folderOutputs(settings.output).length === 0)
    throw usageError(
      `--output ${file} replaces output of ${settings.config ?? 'the config file'}`,
      'Repeat its folders, too: --output json=FOLDER/.',
    );
}

/** The table of clusters has one other view, `all`; a file or a variable may say `summary` for scans of one cluster. */
function refuseView(show: string | undefined, isOption: boolean): void {
  if (show === undefined || show === 'all' || (show === 'summary' && !isOption)) return;
  throw usageError(
    `--show ${show} cannot be used with several clusters`,
    'Use --show all, or scan the clusters one at a time.',
  );
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
  return [
    'scan',
    `--cluster=${cluster}`,
    ...(region === undefined ? [] : [`--region=${region}`]),
    ...passed.flatMap(([name, value]) => toArguments(name, value)),
    ...folderOutputs(outputs).map((output) => `--output=${output}`),
    '--format=json',
    '--no-color',
  ];
}

function toArguments(name: string, value: unknown): string[] {
  const known = optionNames.find((one) => one === name);
  const flag = known === undefined ? `--${name}` : toFlag(known);
  if (value === true) return [flag];
  return [value].flat().flatMap((one) => (typeof one === 'string' ? [`${flag}=${one}`] : []));
}

/**
 * The environment of a scan of one of several clusters. What names clusters or outputs is on its command line; an
 * external ID, which may be a secret, is not: other users of the machine see command lines.
 */
export function toScanEnvironment(env: NodeJS.ProcessEnv, { externalId }: Flags): NodeJS.ProcessEnv {
  const dropped = (['cluster', 'region', 'output', 'format', 'parallel', 'show'] as const).map(toVariableName);
  const kept = Object.entries(env).filter(([name]) => !dropped.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...(typeof externalId === 'string' ? { [toVariableName('externalId')]: externalId } : {}),
  };
}
