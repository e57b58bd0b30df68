import type { NotifyOn } from '../../schedule/changes/notify-on.ts';
import { getsMessages, type Target } from '../../schedule/deliveries/contract.ts';
import { usageError } from '../../facts/reason.ts';
import { invalid } from '../../syntax/quoted.ts';
import type { Encryption } from '../../sources/aws/encryption.ts';
import { noCluster } from '../require-cluster.ts';
import { toFlag, type OptionName, type ScanOptions } from '../options/options.ts';

/** The options of a scheduled scan, read before any request. */
export interface Schedule {
  /** A folder or an `s3://` address; undefined: nothing is stored. */
  state: string | undefined;
  targets: readonly Target[];
  notifyOn: NotifyOn;
  requireDelivery: boolean;
  /** Without a trailing slash; undefined: messages have no link. */
  reportUrl: string | undefined;
  encryption: Encryption | null;
}

/**
 * Reads the options of a scheduled scan, which {@link refuseBadSchedule} has validated, and the secrets of its targets.
 * @returns undefined if the scan is not scheduled
 * @throws ScanError (`usage`), for example if no cluster is named
 */
export async function readSchedule(options: ScanOptions, env: NodeJS.ProcessEnv): Promise<Schedule | undefined> {
  const isScheduled = options.state !== undefined || options.deliver !== undefined;
  if (isScheduled && (options.cluster === undefined || options.cluster === '')) throw noCluster();
  return readFleetSchedule(options, env);
}

/**
 * Like {@link readSchedule}, for several clusters.
 * @throws ScanError (`usage`)
 */
export async function readFleetSchedule(options: ScanOptions, env: NodeJS.ProcessEnv): Promise<Schedule | undefined> {
  const { state, deliver, notifyOn = 'change', requireDelivery = false } = options;
  if (state === undefined && deliver === undefined) return undefined;
  const { parseTargets } = await import('../../schedule/deliveries/targets.ts');
  const targets = parseTargets(deliver ?? [], env);
  if (state !== undefined) await refuseBadPlace(state);
  const messageTarget = targets.find(getsMessages);
  if (state === undefined && notifyOn === 'change' && messageTarget !== undefined) {
    throw usageError(
      `--deliver ${messageTarget.name} needs --state`,
      'Without --state, changes cannot be detected: set --state, or --notify-on fail or always.',
    );
  }
  refuseLinkToNoPage(options, targets);
  return {
    state,
    targets,
    notifyOn,
    requireDelivery,
    reportUrl: withoutSlash(options.reportUrl === undefined ? undefined : new URL(options.reportUrl).href),
    encryption: resolveEncryption(options),
  };
}

/** Refuses links in messages if no page is written. */
function refuseLinkToNoPage({ reportUrl }: ScanOptions, targets: readonly Target[]): void {
  if (reportUrl === undefined || targets.some((target) => !getsMessages(target))) return;
  throw usageError(
    '--report-url needs --deliver file:FOLDER or s3://BUCKET',
    'Only these write the HTML reports to which messages link.',
  );
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.endsWith('/') === true ? withoutSlash(url.slice(0, -1)) : url;
}

async function refuseBadPlace(state: string): Promise<void> {
  const { isBucketAddress, parseBucket } = await import('../../schedule/history/paths.ts');
  if (isBucketAddress(state)) parseBucket(state, '--state');
  else if (state.trim() === '' || state.includes('\0') || isAddress(state))
    throw usageError(invalid('--state', state, 'a folder or s3://BUCKET/PREFIX'));
}

/** `file:reports` is a target of `--deliver`; a folder of that name is `./file:reports`. */
function isAddress(state: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(state);
}

/** Each option needs at least one of those listed with it. */
const needed: readonly (readonly [OptionName, readonly OptionName[]])[] = [
  ['notifyOn', ['deliver']],
  ['reportUrl', ['deliver']],
  ['requireDelivery', ['deliver', 'state']],
  ['sse', ['deliver', 'state']],
  ['sseKmsKeyId', ['sse']],
];

/**
 * Refuses invalid options of a scheduled scan, as far as that is possible without reading secrets.
 * @throws ScanError (`usage`)
 */
export function refuseBadSchedule(options: ScanOptions): void {
  for (const [name, others] of needed) {
    if (options[name] === undefined || options[name] === false) continue;
    if (others.every((other) => options[other] === undefined))
      throw usageError(`${toFlag(name)} needs ${others.map(toFlag).join(' or ')}`);
  }
  const scheduled = (['state', 'deliver'] as const).find((name) => options[name] !== undefined);
  if (scheduled !== undefined && options.inventory !== undefined) {
    throw usageError(`${toFlag(scheduled)} cannot be combined with --inventory`, 'The state records live scans only.');
  }
  if (options.reportUrl !== undefined && !isPageAddress(options.reportUrl)) {
    const expected = 'e.g. https://reports.example.com/eks';
    // The text before an @ may be a password.
    const shown = options.reportUrl.includes('@') ? `invalid --report-url (expected ${expected})` : undefined;
    throw usageError(shown ?? invalid('--report-url', options.reportUrl, expected));
  }
  resolveEncryption(options);
}

function isPageAddress(text: string): boolean {
  // URL parsers drop line feeds, and do not distinguish an empty query from none.
  if (!URL.canParse(text) || /[\s\p{Cc}?#]/u.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}` === '';
}

function resolveEncryption({ sse, sseKmsKeyId }: ScanOptions): Encryption | null {
  const kmsKeyId = sseKmsKeyId ?? null;
  if (sse === undefined) return null;
  if (sse === 'AES256' && kmsKeyId !== null) {
    throw usageError('--sse-kms-key-id cannot be combined with --sse AES256', 'Use --sse aws:kms.');
  }
  if (kmsKeyId !== null && !/^[\w:/-]{1,2048}$/.test(kmsKeyId)) {
    throw usageError(invalid('--sse-kms-key-id', kmsKeyId, 'the ID or the ARN of a KMS key or alias'));
  }
  return { sse, kmsKeyId };
}
