import { AutoScalingClient, paginateDescribeInstanceRefreshes } from '@aws-sdk/client-auto-scaling';
import {
  DescribeAddonVersionsCommand,
  DescribeInsightCommand,
  DescribeUpdateCommand,
  EKSClient,
  ListInsightsCommand,
  paginateDescribeAddonVersions,
  paginateListInsights,
  paginateListUpdates,
} from '@aws-sdk/client-eks';
import { afterEach, expect, it } from 'vitest';
import { anOfferedAddon } from './addons.ts';
import { startAwsEndpoint, type AwsEndpoint } from './aws-endpoint.ts';
import { healthyWorld } from './healthy.ts';
import { anInsight } from './insights.ts';
import type { World } from './world.ts';

let running: AwsEndpoint | undefined;
afterEach(() => running?.close());

async function play(parts: Partial<World['aws']> = {}): Promise<EKSClient> {
  const world = healthyWorld();
  running = await startAwsEndpoint({ ...world, aws: { ...world.aws, ...parts } });
  const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' };
  return new EKSClient({ endpoint: running.url, region: 'eu-west-1', credentials, maxAttempts: 1 });
}

const ids = (insights: readonly { id?: string | undefined }[] = []) => insights.map(({ id }) => id);

it('lists insights in pages, without what only DescribeInsight tells', async () => {
  const client = await play();
  const pages: (string | undefined)[][] = [];
  for await (const page of paginateListInsights({ client, pageSize: 100 }, { clusterName: 'prod' })) {
    pages.push(ids(page.insights));
    for (const insight of page.insights ?? []) expect(insight).not.toHaveProperty('recommendation');
  }
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2]);
  const { insight } = await client.send(new DescribeInsightCommand({ clusterName: 'prod', id: pages[0]?.[0] }));
  expect(insight).toMatchObject({ id: pages[0]?.[0], recommendation: expect.any(String), resources: [] });
});

it('filters insights by category, version and status', async () => {
  const client = await play({
    insights: {
      a: anInsight('a', 'A', '1.34'),
      b: anInsight('b', 'B', '1.35', { insightStatus: { status: 'ERROR', reason: '' } }),
      c: anInsight('c', 'C', '1.35', { category: 'MISCONFIGURATION' }),
    },
  });
  const list = async (filter: ConstructorParameters<typeof ListInsightsCommand>[0]['filter']) =>
    ids((await client.send(new ListInsightsCommand({ clusterName: 'prod', filter }))).insights);
  expect(await list({ categories: ['UPGRADE_READINESS'] })).toEqual(['a', 'b']);
  expect(await list({ kubernetesVersions: ['1.35'] })).toEqual(['b', 'c']);
  expect(await list({ statuses: ['ERROR', 'UNKNOWN'] })).toEqual(['b']);
});

it('knows no insight of another cluster, and none that there is not', async () => {
  const client = await play();
  const absent = { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } };
  await expect(client.send(new ListInsightsCommand({ clusterName: 'other' }))).rejects.toMatchObject(absent);
  await expect(client.send(new DescribeInsightCommand({ clusterName: 'prod', id: 'x' }))).rejects.toMatchObject(absent);
});

it('lists and describes the updates of the cluster, a node group or an add-on apart, in pages', async () => {
  const update = { status: 'Successful', type: 'ConfigUpdate', params: [], errors: [] };
  const client = await play({
    updates: {
      own: update,
      ...Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { of: 'nodegroup/general', ...update }])),
      d: { of: 'addon/coredns', ...update },
    },
  });
  const list = async (of: { nodegroupName?: string; addonName?: string }) => {
    const pages: unknown[] = [];
    for await (const page of paginateListUpdates({ client }, { name: 'prod', ...of })) pages.push(page.updateIds);
    return pages;
  };
  expect(await list({})).toEqual([['own']]);
  expect(await list({ nodegroupName: 'general' })).toEqual([['a', 'b'], ['c']]);
  expect(await list({ addonName: 'coredns' })).toEqual([['d']]);
  expect(await list({ nodegroupName: 'idle' })).toEqual([[]]);
  const absent = { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } };
  await expect(list({ nodegroupName: 'gone' })).rejects.toMatchObject(absent);
  const describe = async (updateId: string, nodegroupName: string) =>
    (await client.send(new DescribeUpdateCommand({ name: 'prod', nodegroupName, updateId }))).update;
  expect(await describe('a', 'general')).toEqual({ id: 'a', ...update });
  await expect(describe('a', 'idle')).rejects.toMatchObject(absent);
  await expect(client.send(new DescribeUpdateCommand({ name: 'prod', updateId: 'a' }))).rejects.toMatchObject(absent);
});

it('lists the instance refreshes of an Auto Scaling group in pages, and knows no other group', async () => {
  const refreshes = ['r-3', 'r-2', 'r-1'].map((InstanceRefreshId) => ({ InstanceRefreshId, Status: 'Successful' }));
  const { config } = await play({ instanceRefreshes: { 'eks-idle-0': refreshes } });
  const { region, credentials } = config;
  const client = new AutoScalingClient({ endpoint: running?.url ?? '', region, credentials, maxAttempts: 1 });
  const list = async (AutoScalingGroupName: string) => {
    const pages: unknown[] = [];
    for await (const page of paginateDescribeInstanceRefreshes({ client }, { AutoScalingGroupName }))
      pages.push(page.InstanceRefreshes);
    return pages;
  };
  const sent = refreshes.map((refresh) => ({ ...refresh, AutoScalingGroupName: 'eks-idle-0' }));
  expect(await list('eks-idle-0')).toEqual([sent.slice(0, 2), sent.slice(2)]);
  expect(await list('eks-system-0')).toEqual([[]]);
  await expect(list('gone')).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringContaining('name not found') as string,
  });
});

it('tells the versions of add-ons in pages, of all or one, for all versions or one', async () => {
  const client = await play({
    addonVersions: ['a', 'b', 'c'].map((name) =>
      anOfferedAddon(name, { 'v1.0.0': ['1.33*', '1.34'], 'v2.0.0': ['1.34*'] }),
    ),
  });
  const pages: unknown[] = [];
  for await (const page of paginateDescribeAddonVersions({ client }, {})) {
    pages.push(page.addons?.map(({ addonName }) => addonName));
  }
  expect(pages).toEqual([['a', 'b'], ['c']]);
  const { addons } = await client.send(new DescribeAddonVersionsCommand({ addonName: 'b', kubernetesVersion: '1.33' }));
  expect(addons).toMatchObject([
    {
      addonName: 'b',
      addonVersions: [
        {
          addonVersion: 'v1.0.0',
          compatibilities: [{ clusterVersion: '1.33', platformVersions: ['*'], defaultVersion: true }],
        },
      ],
    },
  ]);
});
