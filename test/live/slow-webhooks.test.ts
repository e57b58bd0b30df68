import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aConfigurationObject, aWebhookObject } from '../world/api-extensions.ts';
import { worldTls } from '../world/tls.ts';
import type { KubernetesVersion } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { startControllerManager } from './controller-manager.ts';
import type { Running } from './processes.ts';
import { applyAll, type Manifest } from './seed.ts';

/**
 * What a webhook on leases that does not answer and fails open does to real leaders, which renew their lease as client-go
 * does: they give up on a request after half of their renew deadline, and stop when it has passed.
 */

interface Leader {
  /** Its lease in kube-system. */
  lease: string;
  /** The timeout of the webhook that sees only this lease, in seconds. */
  timeout: number;
  /** Null: 10 seconds, the default. */
  renewDeadline: number | null;
  leads: boolean;
}

const leaders: readonly Leader[] = [
  { lease: 'default-five', timeout: 5, renewDeadline: null, leads: false },
  // With these deadlines, a busy machine does not decide.
  { lease: 'longer-half', timeout: 20, renewDeadline: 40, leads: false },
  { lease: 'longer-below', timeout: 14, renewDeadline: 40, leads: true },
];

function toElection({ lease, renewDeadline }: Leader): string[] {
  const deadlines =
    renewDeadline === null
      ? []
      : [`--leader-elect-renew-deadline=${renewDeadline}s`, `--leader-elect-lease-duration=${renewDeadline + 20}s`];
  return ['--leader-elect=true', `--leader-elect-resource-name=${lease}`, ...deadlines];
}

const toWebhook =
  (port: number) =>
  ({ lease, timeout }: Leader): Record<string, unknown> =>
    aWebhookObject(`${lease}.slow.example.com`, {
      calls: `https://127.0.0.1:${port}/`,
      failurePolicy: 'Ignore',
      rules: [
        {
          apiGroups: ['coordination.k8s.io'],
          apiVersions: ['v1'],
          operations: ['UPDATE'],
          resources: ['leases'],
          scope: '*',
        },
      ],
      more: {
        timeoutSeconds: timeout,
        matchConditions: [{ name: 'own', expression: `object.metadata.name == '${lease}'` }],
      },
    });

describe.each<[KubernetesVersion]>([['v1.34.1'], ['v1.37.1']])('a silent webhook on leases, on %s', (kubernetes) => {
  let live: LiveCluster;
  let silent: Server;
  const managers = new Map<string, { running: Running; stop(): Promise<void> }>();

  const renewedAt = async (lease: string): Promise<string> => {
    const path = `/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/${lease}`;
    const { body } = await live.admin('GET', path);
    return (body as { spec?: { renewTime?: string } }).spec?.renewTime ?? '';
  };
  const hasEnded = (lease: string) => managers.get(lease)?.running.child.exitCode !== null;

  beforeAll(async () => {
    live = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [], kubernetes });
    silent = createServer({ key: worldTls.key, cert: worldTls.cert }, () => {}).listen(0, '127.0.0.1');
    for (const leader of leaders) {
      managers.set(leader.lease, await startControllerManager(live, [], toElection(leader)));
    }
  });
  afterAll(async () => {
    for (const { stop } of managers.values()) await stop();
    silent?.closeAllConnections();
    silent?.close();
    await live?.stop();
  });

  it('finds all of them leading', async () => {
    for (const { lease } of leaders) {
      await expect.poll(() => renewedAt(lease)).not.toBe('');
      expect(hasEnded(lease)).toBe(false);
    }
    const { port } = silent.address() as AddressInfo;
    const webhooks = leaders.map(toWebhook(port));
    await applyAll(live, [aConfigurationObject('Validating', 'slow', webhooks) as Manifest]);
  });

  it.each(leaders.filter(({ leads }) => !leads))('ends the leader of $lease, $timeout s', async ({ lease }) => {
    await expect.poll(() => hasEnded(lease), { interval: 500 }).toBe(true);
    const log = managers.get(lease)?.running.log ?? '';
    expect(await readFile(log, 'utf8')).toContain('leaderelection lost');
  });

  it.each(leaders.filter(({ leads }) => leads))('leaves the leader of $lease, $timeout s', async ({ lease }) => {
    const before = await renewedAt(lease);
    await expect.poll(() => renewedAt(lease), { interval: 500 }).not.toBe(before);
    expect(hasEnded(lease)).toBe(false);
  });
});
