import type { Report } from '../../report/schema.ts';
import type { CallLog } from '../../sources/kube/contract.ts';
import { formatCount } from '../../syntax/english.ts';
import { fileSize } from '../../syntax/file-size.ts';

type Cost = NonNullable<Report['cost']>;

/** Adds up what calls cost. */
export interface CostMeter {
  add: CallLog;
  total(): Cost;
}

/** Creates a meter for one scan; calls of local programs cost nothing. */
export function createCostMeter(): CostMeter {
  const kubernetes = { requests: 0, throttled: 0, waitedMs: 0, receivedBytes: 0 };
  const aws = { requests: 0, throttled: 0, waitedMs: 0 };
  return {
    add({ source, cost }) {
      if (cost === undefined || source === 'local') return;
      const sum = source === 'kube' ? kubernetes : aws;
      sum.requests += 1;
      if (cost.isThrottled) sum.throttled += 1;
      sum.waitedMs += Math.round(cost.waitedMs);
      kubernetes.receivedBytes += cost.receivedBytes ?? 0;
    },
    total: () => ({ kubernetes: { ...kubernetes }, aws: { ...aws } }),
  };
}

/** The cost in one line: `Kubernetes: 30 requests, 1.2 MB, none throttled; AWS: 50 requests, 2 throttled, waited 1.3 s`. */
export function formatCost({ kubernetes, aws }: Cost): string {
  return `Kubernetes: ${describe(kubernetes, [fileSize(kubernetes.receivedBytes)])}; AWS: ${describe(aws, [])}`;
}

function describe({ requests, throttled, waitedMs }: Cost['aws'], size: readonly string[]): string {
  const waited = waitedMs === 0 ? [] : [`waited ${(waitedMs / 1000).toFixed(1)} s`];
  return [
    formatCount(requests, 'request'),
    ...size,
    `${throttled === 0 ? 'none' : throttled} throttled`,
    ...waited,
  ].join(', ');
}
