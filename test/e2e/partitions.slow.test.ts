import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/schema.ts';
import { startApiServer } from '../world/api-server.ts';
import { everythingWrongWorld } from '../world/scenarios/everything-wrong.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld } from '../world/run.ts';
import { worldTls } from '../world/tls.ts';
import type { World } from '../world/world.ts';

/** China and GovCloud: the same command with other regions, hosts and ARNs. */

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Partition {
  partition: World['partition'];
  region: string;
  /** The domain of AWS hosts. */
  suffix: string;
}
const china: Partition = { partition: 'aws-cn', region: 'cn-north-1', suffix: 'amazonaws.com.cn' };
const govCloud: Partition = { partition: 'aws-us-gov', region: 'us-gov-west-1', suffix: 'amazonaws.com' };

/** Moves a world to another partition: its ARNs, regions and AWS hosts. */
function moved(world: World, { partition, region, suffix }: Partition): World {
  const text = JSON.stringify({ ...world, partition })
    .replaceAll('arn:aws:', `arn:${partition}:`)
    .replaceAll('eu-west-1.amazonaws.com', `${region}.${suffix}`)
    .replaceAll('eu-west-1.compute.internal', `${region}.compute.internal`)
    .replaceAll('eu-west-1', region);
  return JSON.parse(text) as World;
}

/** Scans a moved world live; `urls` are the signed URLs in the tokens that its API server received. */
async function scan(world: World, args: readonly string[]) {
  const tokens = new Set<string>();
  const authenticate = (header: string | undefined) => {
    tokens.add(header?.replace('Bearer k8s-aws-v1.', '') ?? '');
    return 'ok' as const;
  };
  const api = await startApiServer(world, { authenticate });
  cleanups.push(() => api.close());
  const data = Buffer.from(worldTls.ca).toString('base64');
  const prod = { ...world.aws.clusters['prod'], endpoint: api.url, certificateAuthority: { data } };
  const running = await startWorld({ ...world, aws: { ...world.aws, clusters: { prod } } });
  cleanups.push(() => running.close());
  const run = (format: string) =>
    runCommand(['scan', '--cluster', 'prod', '--format', format, ...args], { env: running.env, cwd: running.folder });
  const [json, text] = [await run('json'), await run('text')];
  const urls = [...tokens].map((token) => new URL(Buffer.from(token, 'base64url').toString()));
  return { code: json.code, stderr: json.stderr, json: json.stdout, text: text.stdout, urls, calls: running.calls };
}

describe.each([china, govCloud])('$partition', (elsewhere) => {
  const { partition, region, suffix } = elsewhere;
  const otherRegion = /\b(?:us|eu|ap|sa|ca|me|af|il|mx)-(?!gov)(?:north|south|east|west|central)[a-z]*-\d\b/;

  it('a cluster that is ready is ready there, with a token for its own STS', async () => {
    const { code, stderr, json, urls, calls } = await scan(moved(healthyWorld(), elsewhere), []);
    expect([code, stderr]).toEqual([0, '']);
    const { cluster } = reportSchema.parse(JSON.parse(json));
    expect(cluster).toMatchObject({
      region,
      partition,
      arn: `arn:${partition}:eks:${region}:111122223333:cluster/prod`,
    });
    expect(urls.map(({ host }) => host)).toEqual(urls.map(() => `sts.${region}.${suffix}`));
    expect(urls.length).toBeGreaterThan(0);
    expect(urls[0]?.searchParams.get('X-Amz-Credential')).toContain(`/${region}/sts/aws4_request`);
    const regional = calls.filter(({ action }) => !action.startsWith('iam:'));
    expect(new Set(regional.map((call) => call.region))).toEqual(new Set([region]));
    // IAM has one region per partition.
    const iam = calls.filter(({ action }) => action.startsWith('iam:')).map((call) => call.region);
    expect(new Set(iam)).toEqual(new Set([region]));
  });

  it('a cluster with everything wrong: no ARN, region or host of another partition in findings and fixes', async () => {
    const { code, stderr, json, text } = await scan(moved(everythingWrongWorld(), elsewhere), [
      '--target',
      '1.26',
      '--show',
      'all',
    ]);
    expect([code, stderr]).toEqual([1, '']);
    const report = reportSchema.parse(JSON.parse(json));
    const said = report.results.flatMap(({ id, findings }) =>
      findings.flatMap(({ message, fix, resource, evidence }) =>
        [message, fix, JSON.stringify([resource, evidence])].map((line) => `${id}: ${withoutPublished(line)}`),
      ),
    );
    expect(said.filter((line) => /\barn:aws:/.test(line))).toEqual([]);
    expect(said.filter((line) => otherRegion.test(line))).toEqual([]);
    expect(said.filter((line) => wrongHost(line, suffix))).toEqual([]);
    expect(text).not.toMatch(/\barn:aws:/);
    expect(text).toContain(region);
  });
});

/** Removes the registry of the published VPC CNI manifest, which the fix replaces. */
function withoutPublished(line: string): string {
  return line
    .replaceAll('sed s/602401143452.dkr.ecr.us-west-2.amazonaws.com/', 'sed s/')
    .replaceAll(/the manifest uses the registry of us-west-2/g, 'the manifest');
}

/**
 * True if the line has a regional AWS host with the wrong domain: `.cn` outside of China, or no `.cn` in China. Labels,
 * service names and drivers are not hosts.
 */
function wrongHost(line: string, suffix: string): boolean {
  const hosts = line.match(/[\w-]+(?:\.[\w-]+)*\.[a-z]{2}(?:-gov)?-[a-z]+-\d\.[\w.-]*amazonaws\.com(?:\.cn)?\b/g) ?? [];
  return hosts.some((host) => host.endsWith('.cn') !== suffix.endsWith('.cn'));
}

describe('what is written down', () => {
  it('holds no ARN of a fixed partition and no regional host of one', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    for (const folder of ['src', 'checks']) {
      const names = await readdir(path.join(root, folder), { recursive: true });
      // Samples for tests are of one partition, like the tests.
      for (const name of names.filter((one) => /\.tsx?$/.test(one) && one !== 'custom-checks/testing/samples.ts')) {
        const lines = (await readFile(path.join(root, folder, name), 'utf8')).split('\n');
        const code = lines.filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
        const fixed = code.filter((line) => /arn:aws(?:-cn|-us-gov)?:|\$\{region\}\.amazonaws\.com(?!\.cn)/.test(line));
        expect(fixed, `${folder}/${name}`).toEqual([]);
      }
    }
  });
});
