import type { Report } from '../../report/schema.ts';
import type { CallLog } from '../../sources/kube/contract.ts';
import { formatCount } from '../../syntax/english.ts';
import { fileSize } from '../../syntax/file-size.ts';

type ApiUsage = NonNullable<Report['apiUsage']>;

/** Adds up the API requests of a scan. */
export interface UsageMeter {
  add: CallLog;
  total(): ApiUsage;
}

/** Creates a meter for one scan; calls of local programs do not count. */
export function createUsageMeter(): UsageMeter {
  const kubernetes = { requests: 0, throttled: 0, waitedMs: 0, receivedBytes: 0 };
  const aws = { requests: 0, throttled: 0, waitedMs: 0 };
  return {
    add({ source, usage }) {
      if (usage === undefined || source === 'local') return;
      const sum = source === 'kube' ? kubernetes : aws;
      sum.requests += 1;
      if (usage.isThrottled) sum.throttled += 1;
      sum.waitedMs += Math.round(usage.waitedMs);
      kubernetes.receivedBytes += usage.receivedBytes ?? 0;
    },
    total: () => ({ kubernetes: { ...kubernetes }, aws: { ...aws } }),
  };
}

/** One line: `Kubernetes: 30 requests, 1.2 MB, none throttled; AWS: 50 requests, 2 throttled, waited 1.3 s`. */
export function formatUsage({ kubernetes, aws }: ApiUsage): string {
  return `Kubernetes: ${describe(kubernetes, [fileSize(kubernetes.receivedBytes)])}; AWS: ${describe(aws, [])}`;
}

function describe({ requests, throttled, waitedMs }: ApiUsage['aws'], size: readonly string[]): string {
  const waited = waitedMs === 0 ? [] : [`waited ${(waitedMs / 1000).toFixed(1)} s`];
  return [
    formatCount(requests, 'request'),
    ...size,
    `${throttled === 0 ? 'none' : throttled} throttled`,
    ...waited,
  ].join(', ');
}
