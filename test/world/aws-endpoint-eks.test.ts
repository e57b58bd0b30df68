import {
  DescribeAddonVersionsCommand,
  DescribeInsightCommand,
  EKSClient,
  ListInsightsCommand,
  paginateDescribeAddonVersions,
  paginateListInsights,
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
