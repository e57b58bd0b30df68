import { apiServerFailures, type Reason } from '../../facts/reason.ts';
import { networkTexts } from '../../sources/wording.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** What a look reads from. */
export type Side = 'kube' | 'aws';

/** Why a look has not read all of a side; a side without a reason was read. */
export type Failures = { readonly [Name in Side]?: Reason };

/** The sides that were not read at the last look. */
export type Outages = ReadonlySet<Side>;

const names: { readonly [Name in Side]: string } = { kube: 'Kubernetes API', aws: 'AWS' };

/** The sides that are not read from this look on, and those that are read again: a line each, and none between. */
export function compareOutages(before: Outages, failures: Failures): { after: Outages; lines: string[] } {
  const sides: readonly Side[] = ['aws', 'kube'];
  const lines = sides.flatMap((side) => {
    const reason = failures[side];
    if (reason !== undefined) return before.has(side) ? [] : [`${names[side]} ${describe(reason)}; trying again`];
    return before.has(side) ? [`${names[side]} answers again`] : [];
  });
  return { after: new Set(sides.filter((side) => failures[side] !== undefined)), lines };
}

/**
 * The failures of a look that has read nothing. The other side was not reached either, or nothing is known about it: it
 * stays as it was.
 */
export function failuresWithoutLook(before: Outages, reason: Reason): Failures {
  const side = apiServerFailures.some((failure) => failure === reason.short) ? 'kube' : 'aws';
  const other = side === 'kube' ? 'aws' : 'kube';
  return { [side]: reason, ...(before.has(other) ? { [other]: reason } : {}) };
}

const throttled = /throttl|^TooManyRequests|^RequestLimitExceeded|^SlowDown/i;
const longest = 160;

function describe({ kind, code = '', status, message }: Reason): string {
  const network = ownValue(networkTexts, code);
  if (network !== undefined) return `not reached (${network})`;
  if (throttled.test(code) || status === 429) return 'throttles the requests';
  const detail = oneLine(message, longest);
  if (kind === 'denied' && status !== undefined) return `rejects the credentials (${code === '' ? status : code})`;
  if (kind === 'unreachable' && status === undefined) return `not reached (${detail})`;
  return `not read (${detail})`;
}
