import { DescribeSubnetsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { EKSClient, ListClustersCommand } from '@aws-sdk/client-eks';
import { GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetServiceQuotaCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { afterEach, expect, it, vi } from 'vitest';
import { startAwsEndpoint } from './aws-endpoint.ts';
import { healthyWorld } from './healthy.ts';

afterEach(() => vi.useRealTimers());

type Settings = NonNullable<ConstructorParameters<typeof EKSClient>[0]>;
const rows: [string, string, (settings: Settings) => Promise<unknown>][] = [
  ['eks', 'TooManyRequestsException', (settings) => new EKSClient(settings).send(new ListClustersCommand({}))],
  ['ec2', 'RequestLimitExceeded', (settings) => new EC2Client(settings).send(new DescribeSubnetsCommand({}))],
  ['iam', 'Throttling', (settings) => new IAMClient(settings).send(new GetRoleCommand({ RoleName: 'prod-cluster' }))],
  [
    'servicequotas',
    'TooManyRequestsException',
    (settings) => {
      const input = { ServiceCode: 'ec2', QuotaCode: 'L-1216C47A' };
      return new ServiceQuotasClient(settings).send(new GetServiceQuotaCommand(input));
    },
  ],
];

it.each(rows)(
  '%s answers a burst, then %s, and again once a token is back: a throttled call costs none',
  async (...row) => {
    const [, name, call] = row;
    vi.useFakeTimers({ toFake: ['performance'] });
    const world = healthyWorld();
    const endpoint = await startAwsEndpoint({
      ...world,
      aws: { ...world.aws, rates: { aws: { burst: 2, perSecond: 4 } } },
    });
    const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' };
    const send = () => call({ endpoint: endpoint.url, region: world.region, credentials, maxAttempts: 1 });
    try {
      await send();
      await send();
      await expect(send()).rejects.toMatchObject({ name });
      await expect(send()).rejects.toMatchObject({ name });
      vi.advanceTimersByTime(300);
      await send();
      expect(endpoint.calls.map(({ throttled = false }) => throttled)).toEqual([false, false, true, true, false]);
    } finally {
      await endpoint.close();
    }
  },
);
