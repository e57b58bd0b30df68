import path from 'node:path';
import { parseAsOf } from '../../inventory/as-of.ts';
import { inventoryEnding, isClusterFolder } from '../files/cluster-folder.ts';
import { exists, refuseSameFile, type NamedFile } from '../files/files.ts';
import { toFlag, optionNames, type ScanOptions } from './options.ts';
import { optionTable } from './option-table.ts';
import { shortened } from '../../syntax/quoted.ts';
import { refuseBadEntries } from './cluster-values.ts';
import { usageError } from '../../facts/reason.ts';
import type { Settings } from './settings.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { refuseBadView } from './show.ts';
import { parseOutputs, refuseUnwritable } from '../outputs.ts';
import { refuseBadSchedule } from '../schedule/options.ts';

/** Validates the values of options before anything is read, written or requested. */

/**
 * Validates all options except the names of checks.
 * @throws ScanError (`usage`)
 */
export function refuseBadValues(options: ScanOptions): void {
  for (const name of optionNames) {
    if (options[name] !== undefined) optionTable[name].refuseBad(options[name], toFlag(name));
  }
  if (options.externalId !== undefined && options.roleArn === undefined) {
    throw usageError('--external-id needs --role-arn', 'It is sent with the request for that role.');
  }
  const target = options.target !== undefined ? '--target' : '--karpenter-target';
  if (options.rollback === true && (options.target ?? options.karpenterTarget) !== undefined) {
    throw usageError(
      `--rollback and ${target} exclude each other`,
      'EKS rolls back only to the earlier minor version, and Karpenter keeps its version: omit one of the two options.',
    );
  }
  if (options.allClusters !== true || options.cluster !== undefined) refuseSeveralRegions(options);
  refuseBadEntries(options);
  refuseBadView(options);
  refuseBadSchedule(options);
}

/**
 * Refuses several Regions, which only `scan --all-clusters` takes.
 * @throws ScanError (`usage`)
 */
export function refuseSeveralRegions({ region }: Pick<ScanOptions, 'region'>): void {
  if (region?.includes(',') !== true) return;
  throw usageError(
    `--region ${shortened(region)}: a cluster is in one Region`,
    'Name one; several are for `scan --all-clusters`.',
  );
}

/**
 * Refuses `--redact` and `--as-of` without the option that each needs, and an invalid date for `--as-of`.
 * @throws ScanError (`usage`)
 */
function refuseHalfOptions({ asOf, inventory, redact, saveInventory }: ScanOptions): void {
  if (redact === true && saveInventory === undefined) {
    throw usageError(
      '--redact needs --save-inventory: a report is not redacted',
      'Save the facts redacted, and judge these: `eks-preflight scan --inventory FILE`.',
    );
  }
  if (redact === true && saveInventory !== undefined && isClusterFolder(saveInventory)) {
    throw usageError(
      `--redact with --save-inventory ${saveInventory}: the path of the file would name the cluster`,
      'Name a file.',
    );
  }
  if (asOf === undefined) return;
  if (inventory === undefined) throw usageError('--as-of needs --inventory', 'A live cluster is judged as of now.');
  if (asOf !== 'now') parseAsOf(asOf);
}

/**
 * Refuses a kubeconfig that does not exist, files that cannot be written, and a file that is named twice: one use would
 * overwrite the other.
 * @param written the files that a command writes, each with the option that names it
 * @throws ScanError (`usage`)
 */
export async function refuseBadFiles(
  options: Settings,
  written: readonly NamedFile[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { kubeconfig } = options;
  if (kubeconfig !== undefined && !(await exists(kubeconfig))) {
    throw usageError(`cannot read --kubeconfig ${kubeconfig}: no such file or directory`);
  }
  const read = (['inventory', 'config', 'kubeconfig', 'baseline'] as const).flatMap((name): NamedFile[] => {
    const file = options[name];
    if (file === undefined) return [];
    const ending = name === 'baseline' && isClusterFolder(file) ? '.json' : undefined;
    return [{ file, flag: `--${name}`, ...setFields({ ending }) }];
  });
  refuseUnwritable(written.map(({ file }) => file));
  refuseSameFile(written, [...read, ...usualKubeconfigs(options, env)]);
}

/** The kubeconfigs that `--context` reads, as kubectl finds them. */
function usualKubeconfigs({ context, kubeconfig }: ScanOptions, env: NodeJS.ProcessEnv): NamedFile[] {
  if (context === undefined || kubeconfig !== undefined) return [];
  const named = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  const files = named.length > 0 ? named : [path.join(env['HOME'] ?? '', '.kube', 'config')];
  return files.map((file) => ({ file, flag: 'KUBECONFIG' }));
}

/**
 * The files that `scan` and `demo` write.
 * @throws ScanError (`usage`) if `output` is invalid, or the inventory is to go to stdout
 */
function writtenFiles({ output, saveInventory }: ScanOptions): NamedFile[] {
  const reports = parseOutputs(output ?? []).map(({ file, ending }): NamedFile => ({
    file,
    flag: '--output',
    ...setFields({ ending }),
  }));
  if (saveInventory === '-') {
    throw usageError(
      '--save-inventory -: stdout is used for the report',
      'Name a file, or run `eks-preflight collect --output -`.',
    );
  }
  if (saveInventory === undefined) return reports;
  const ending = isClusterFolder(saveInventory) ? inventoryEnding : undefined;
  return [...reports, { file: saveInventory, flag: '--save-inventory', ...setFields({ ending }) }];
}

/**
 * Refuses every option of `scan` and `demo` that can be refused before anything is read.
 * @throws ScanError (`usage`)
 */
export async function refuseBadScanOptions(options: Settings, env: NodeJS.ProcessEnv): Promise<void> {
  refuseBadValues(options);
  refuseHalfOptions(options);
  await refuseBadFiles(options, writtenFiles(options), env);
}
