import path from 'node:path';
import { parseAsOf } from '../../inventory/as-of.ts';
import { parseTimeout } from '../deadline.ts';
import { parseLogsMax } from '../logs-max.ts';
import { exists, refuseSameFile, type NamedFile } from '../files/files.ts';
import { parseKarpenterTarget } from '../../judge/plan/karpenter.ts';
import { nearest } from '../../syntax/near.ts';
import { parseGrants } from '../../facts/grants.ts';
import type { ScanOptions } from './options.ts';
import { regionName } from '../permissions/place.ts';
import { parseTarget } from '../../judge/plan/target.ts';
import { anyOf, invalid } from '../../syntax/quoted.ts';
import { usageError } from '../../facts/reason.ts';
import type { Settings } from './settings.ts';
import type { FailOn } from '../../judge/verdict.ts';
import { parseOutputs, refuseUnwritable } from '../outputs.ts';
import { refuseBadSchedule } from '../schedule/options.ts';

/** Validates the values of options before anything is read, written or requested. */

/**
 * Validates all options except the names of checks.
 * @throws ScanError (`usage`)
 */
export function refuseBadValues(options: ScanOptions): void {
  if (options.target !== undefined && options.target !== 'current') parseTarget(options.target);
  if (options.karpenterTarget !== undefined) parseKarpenterTarget(options.karpenterTarget);
  parseGrants(options.with ?? []);
  if (options.logsMax !== undefined) parseLogsMax(options.logsMax);
  if (options.timeout !== undefined) parseTimeout(options.timeout);
  parseFailOn(options.failOn ?? []);
  refuseMisshapen(options);
  refuseBadSchedule(options);
}

const shapes = [
  { name: 'region', flag: '--region', shape: regionName, expected: 'e.g. eu-west-1' },
  {
    name: 'roleArn',
    flag: '--role-arn',
    shape: /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/,
    expected: 'the ARN of an IAM role',
  },
  {
    name: 'externalId',
    flag: '--external-id',
    shape: /^[\w+=,.@:/-]{2,1224}$/,
    expected: '2 to 1224 letters, digits or _+=,.@:/-',
  },
  {
    name: 'teamLabel',
    flag: '--team-label',
    shape: /^(?:[a-z0-9][a-z0-9.-]{0,252}\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/,
    expected: 'the key of a label, e.g. example.com/team',
  },
] as const satisfies readonly { name: keyof ScanOptions; flag: string; shape: RegExp; expected: string }[];

function refuseMisshapen(options: ScanOptions): void {
  for (const { name, flag, shape, expected } of shapes) {
    const value = options[name];
    if (value === undefined || shape.test(value)) continue;
    // An external id may be a secret.
    throw usageError(name === 'externalId' ? `invalid ${flag} (expected ${expected})` : invalid(flag, value, expected));
  }
  if (options.externalId !== undefined && options.roleArn === undefined) {
    throw usageError('--external-id needs --role-arn', 'It is sent with the request for that role.');
  }
}

/**
 * Refuses options of `scan` that mean nothing without another one.
 * @throws ScanError (`usage`)
 */
function refuseHalfOptions({ asOf, inventory, redact, saveInventory }: ScanOptions): void {
  if (redact === true && saveInventory === undefined) {
    throw usageError(
      '--redact needs --save-inventory: a report is not redacted',
      'Save the facts redacted, and judge these: `eks-preflight scan --inventory FILE`.',
    );
  }
  if (asOf === undefined) return;
  if (inventory === undefined) throw usageError('--as-of needs --inventory', 'A live cluster is judged as of now.');
  if (asOf !== 'now') parseAsOf(asOf);
}

/**
 * Refuses files that are not there, that cannot be written, and one that is named twice: one of the two would be lost.
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
    return file === undefined ? [] : [{ file, flag: `--${name}` }];
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
 * @throws ScanError (`usage`) if one is stdout, or in a format that does not exist
 */
function writtenFiles({ output, saveInventory }: ScanOptions): NamedFile[] {
  const reports = parseOutputs(output ?? []).map(({ file }) => ({ file, flag: '--output' }));
  if (saveInventory === '-') {
    throw usageError(
      '--save-inventory -: stdout is used for the report',
      'Name a file, or run `eks-preflight collect --output -`.',
    );
  }
  return saveInventory === undefined ? reports : [...reports, { file: saveInventory, flag: '--save-inventory' }];
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

/** What `--fail-on` takes. */
export const failOnLevels = [
  'fail',
  'warn',
  'unknown',
  'not-covered',
  'never',
] as const satisfies readonly FailOn[number][];

/**
 * Reads the levels of the gate; `fail` is always among them.
 * @throws ScanError (`usage`)
 */
export function parseFailOn(words: readonly string[]): FailOn {
  const chosen = words.map((word) => {
    const match = failOnLevels.find((name) => name === word);
    if (match !== undefined) return match;
    const [near] = nearest(word, failOnLevels);
    const hint = near === undefined ? undefined : `Did you mean ${near}?`;
    throw usageError(invalid('--fail-on', word, anyOf(failOnLevels)), hint);
  });
  if (chosen.includes('never')) {
    if (chosen.length > 1) throw usageError('--fail-on never cannot be combined with other levels');
    return ['never'];
  }
  return [...new Set<FailOn[number]>(['fail', ...chosen])];
}
