import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { placeholders, plainManifests } from '../../scripts/deploy.ts';
import { scanOptions } from '../../src/commands/options/options.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { copyDeploy, deploy, image, manifestsIn, rendered, startClients, type Clients } from './helm.ts';
import { scanner } from './scanned-cluster.ts';

/** deploy/ has the manifests of the chart, and the API server accepts what kubectl builds from them. */

let live: LiveCluster;
let clients: Clients;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-deploy-'));
  live = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [scanner] });
  clients = await startClients(folder, live);
});
afterAll(async () => {
  await live?.stop();
  await rm(folder, { recursive: true, force: true });
});

const inDeploy = (file: string) => readFile(path.join(deploy, file), 'utf8');

it('the manifests are those of the chart: `npx tsx scripts/deploy.ts` writes them', async () => {
  const chart = await rendered(clients, folder, placeholders);
  expect(manifestsIn(await inDeploy('eks-preflight.yaml'))).toEqual(plainManifests(chart));
  const config = chart.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
  expect(parse(await inDeploy('eks-preflight.config.yaml'))).toEqual(
    parse(config.data['eks-preflight.config.yaml'] ?? ''),
  );
  expect(scanOptions.safeParse(parse(await inDeploy('eks-preflight.config.yaml'))).success).toBe(true);
});

it('are not applied without an image: kubectl creates nothing', async () => {
  const { code, stdout, stderr } = await clients.kubectl('apply', '-k', deploy);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('`data.image` is missing')]);
  expect((await live.admin('GET', '/api/v1/namespaces/eks-preflight')).status).toBe(404);
});

it('are applied by kubectl, twice without a change, and with a new config file for the next run', async () => {
  const own = path.join(folder, 'deploy');
  await copyDeploy(own);
  await writeFile(path.join(own, 'eks-preflight.config.yaml'), 'cluster: prod\ninCluster: true\n');
  const { code, stdout, stderr } = await clients.kubectl('apply', '-k', own);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n').filter((line) => line.endsWith(' created'))).toHaveLength(9);
  const again = await clients.kubectl('apply', '-k', own);
  expect(again.stdout.split('\n').filter((line) => line !== '' && !line.endsWith(' unchanged'))).toEqual([]);
  await writeFile(path.join(own, 'eks-preflight.config.yaml'), 'cluster: other\ninCluster: true\n');
  const changed = await clients.kubectl('apply', '-k', own);
  expect(changed.stdout.split('\n').filter((line) => line !== '' && !line.endsWith(' unchanged'))).toEqual([
    expect.stringMatching(/^configmap\/eks-preflight-\w+ created$/),
    'cronjob.batch/eks-preflight configured',
  ]);
  const { body } = await live.admin('GET', '/apis/batch/v1/namespaces/eks-preflight/cronjobs/eks-preflight');
  const [, name] = /configmap\/(\S+) created/.exec(changed.stdout) ?? [];
  expect(JSON.stringify(body)).toContain(`"configMap":{"name":"${name}"`);
  expect(JSON.stringify(body)).toContain(`"image":"${image.repository}:1"`);
});
