import { setTimeout as sleep } from 'node:timers/promises';
import { ScanError, stopError, type Permission, type Reason } from '../../facts/reason.ts';
import type { AwsSource } from './contract.ts';

/** Permissions that a scan needs only with `--refresh-insights`. The first is its only write request to EKS. */
export const refreshPermissions = [
  { iam: 'eks:StartInsightsRefresh' },
  { iam: 'eks:DescribeInsightsRefresh' },
] as const satisfies readonly Permission[];

const firstPause = 1_000;
const longestPause = 10_000;

/**
 * Starts a refresh of EKS insights, and waits until it ends.
 * @returns why they were not refreshed; undefined if they were
 * @throws ScanError once the signal is aborted
 */
export async function refreshInsights(
  aws: Pick<AwsSource, 'client' | 'call'>,
  clusterName: string,
  signal: AbortSignal,
): Promise<Reason | undefined> {
  const { StartInsightsRefreshCommand, DescribeInsightsRefreshCommand } = await import('./sdk/eks.ts');
  const client = await aws.client('eks');
  try {
    let { status, message } = await aws.call('eks:StartInsightsRefresh', () =>
      client.send(new StartInsightsRefreshCommand({ clusterName })),
    );
    for (let pause = firstPause; status === 'IN_PROGRESS'; pause = Math.min(2 * pause, longestPause)) {
      await wait(pause, signal);
      ({ status, message } = await aws.call('eks:DescribeInsightsRefresh', () =>
        client.send(new DescribeInsightsRefreshCommand({ clusterName })),
      ));
    }
    if (status === 'COMPLETED') return undefined;
    return {
      kind: 'unreadable',
      message: `eks:DescribeInsightsRefresh: ${status ?? 'no status'} ${message ?? ''}`.trim(),
    };
  } catch (error) {
    if (signal.aborted) throw stopError(signal);
    if (error instanceof ScanError) return error.reason;
    throw error;
  }
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw stopError(signal);
  }
}
