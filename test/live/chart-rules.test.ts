import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { requireBlock } from '../docs/documented-blocks.ts';
import { liveClients } from './binaries.ts';
import { printedManifests, rulesIn } from './rbac.ts';
import { chart, image, rendered, startClients, valuesFile, type Clients } from './helm.ts';
import { grantsIn } from './used-grants.ts';

/** The rendered chart has the roles that `permissions` prints, and validates its values before installation. */

const root = fileURLToPath(new URL('../../', import.meta.url));
let clients: Clients;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-chart-'));
  clients = await startClients(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const render = (values: object, kubernetes?: string) =>
  rendered(clients, folder, { cluster: 'prod', ...values }, kubernetes);

describe('the roles of the chart', () => {
  it.each<[string, object, readonly string[]]>([
    ['everything that a scan reads', {}, ['--only', '*/*']],
    ['with Secrets', { with: ['secrets'] }, ['--only', '*/*', '--with', 'secrets']],
    [
      'with all grants, as text',
      { with: 'secrets, logs,metrics' },
      ['--only', '*/*', '--with', 'secrets,logs,metrics'],
    ],
    ['an area', { only: ['karpenter'] }, ['--only', 'karpenter']],
    ['globs as text', { only: 'nodes/*,**/*-version' }, ['--only', 'nodes/*,**/*-version']],
    [
      'one check with its grant',
      { only: ['apis/removed'], with: ['metrics'] },
      ['--only', 'apis/removed', '--with', 'metrics'],
    ],
    [
      'a check by a grant that is not given',
      { only: ['karpenter/helm-release'] },
      ['--only', 'karpenter/helm-release'],
    ],
    [
      'options that read more than the checks',
      { only: ['workloads'], teamLabel: 'example.com/team', karpenterTarget: '1.8.1' },
      ['--only', 'workloads', '--team-label', 'example.com/team', '--karpenter-target', '1.8.1'],
    ],
  ])('are those that permissions prints: %s', async (_what, config, args) => {
    const printed = rulesIn(await printedManifests({ PATH: process.env['PATH'] }, args));
    const own = rulesIn(await render({ config }));
    expect(grantsIn(own)).toEqual(grantsIn(printed));
    expect(new Set(own.map(formatRule))).toEqual(new Set(printed.map(formatRule)));
  });

  it('are all for a check of a plug-in: what it reads is not known to helm', async () => {
    const all = rulesIn(await render({}));
    for (const only of [['acme/*'], ['nodes/*', 'acme'], ['*/no-such-check']]) {
      const rules = rulesIn(await render({ config: { only, plugin: './acme.mjs' } }));
      expect(rules.map(formatRule)).toEqual(all.map(formatRule));
    }
    const few = rulesIn(await render({ config: { only: ['karpenter'], plugin: './acme.mjs' } }));
    expect(few.length).toBeLessThan(all.length);
  });

  it('have what plug-ins list besides, where the checks need none, too', async () => {
    const rbac = { extraRules: [{ apiGroups: ['example.com'], resources: ['budgets'], verbs: ['list'] }] };
    const added = rulesIn(await render({ rbac })).map(formatRule);
    const own = rulesIn(await render({})).map(formatRule);
    expect(added.filter((rule) => !own.includes(rule))).toHaveLength(1);
    expect(added).toHaveLength(own.length + 1);
    const alone = await render({ rbac, config: { only: ['control-plane/subnets'] } });
    expect(alone.filter(({ kind }) => kind === 'ClusterRole').map(({ rules }) => rules)).toEqual([rbac.extraRules]);
    expect(alone.map(({ kind }) => kind)).toContain('ClusterRoleBinding');
  });

  it('are none where the checks need none', async () => {
    const kinds = (await render({ config: { only: ['control-plane/subnets'] } })).map(({ kind }) => kind);
    expect(kinds.filter((kind) => /Role/.test(kind))).toEqual([]);
  });

  it('are bound to the ServiceAccount alone, and read no Secret unless it is asked for', async () => {
    const manifests = await render({ serviceAccount: { create: false, name: 'own' } });
    const bindings = manifests.filter(({ kind }) => kind.endsWith('Binding'));
    const subject = { kind: 'ServiceAccount', name: 'own', namespace: 'eks-preflight' };
    expect(bindings.map(({ subjects }) => subjects)).toEqual([[subject], [subject]]);
    expect(grantsIn(rulesIn(manifests)).filter((grant) => grant.includes('secrets'))).toEqual([]);
    expect(manifests.map(({ kind }) => kind)).not.toContain('ServiceAccount');
  });
});

function formatRule(rule: object): string {
  const pairs = Object.entries(rule).filter(([, value]) => value !== undefined);
  return JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const aRule = (changes: object = {}) => ({ apiGroups: ['apps'], resources: ['x'], verbs: ['list'], ...changes });

/** Rules with verbs other than get and list, without verbs, or with wildcards, subresources or URLs. */
const refusedRules: readonly object[] = [
  aRule({ verbs: ['list', 'create'] }),
  aRule({ verbs: ['*'] }),
  aRule({ verbs: ['watch'] }),
  aRule({ verbs: [] }),
  aRule({ apiGroups: ['*'] }),
  aRule({ resources: ['*'] }),
  aRule({ resources: ['pods/exec'], verbs: ['get'] }),
  aRule({ resources: ['nodes/proxy'], verbs: ['get'] }),
  { nonResourceURLs: ['*'], verbs: ['get'] },
  { ...aRule(), nonResourceURLs: ['/metrics'] },
];

/** API groups and resources that include Secrets, however they are written. */
const withSecrets: readonly (readonly [readonly string[], readonly string[]])[] = [
  [[''], ['secrets']],
  [
    ['apps', ''],
    ['pods', 'secrets'],
  ],
  [['*'], ['secrets']],
  [[''], ['*']],
  [
    ['apps', '*'],
    ['x', '*'],
  ],
  [[''], ['*/*']],
  [[''], ['secrets/status']],
  [[''], ['Secrets']],
];

describe('the values of the chart', () => {
  it('are those that docs/schedulers.md shows', async () => {
    const values = parse(requireBlock('docs/schedulers.md', 'Helm chart')) as object;
    expect((await render(values)).map(({ kind }) => kind)).toContain('CronJob');
  });

  it.each<[string, object, RegExp]>([
    ['no cluster', { cluster: '' }, /cluster/],
    ['a key that the config file does not have', { config: { onyl: ['nodes'] } }, /onyl/],
    ['a key that is a value of its own', { config: { timeout: '5m' } }, /timeout/],
    ['a target that YAML takes for a number', { config: { target: 1.3 } }, /target/],
    ['a glob that matches no check', { config: { only: ['kaprenter'] } }, /config\.only: kaprenter matches no check/],
    ['a value with a typo', { delivery: [] }, /delivery/],
    ['a time limit without a unit', { timeout: '15' }, /timeout/],
    ['messages that the scan refuses', { deliver: ['slack:env:SLACK'] }, /messages need state, or notifyOn/],
    [
      'a secret in the ConfigMap',
      { deliver: ['slack:https://x.example/planted'] },
      /^(?!.*planted).*cannot be a value/s,
    ],
    ['a target of no kind', { deliver: ['https://x.example/planted'] }, /^(?!.*planted).*https:\.\.\. is none of/s],
    [
      'a link to pages that nobody writes',
      { state: 's3://reports', deliver: ['slack:env:SLACK'], reportUrl: 'https://x.example' },
      /reportUrl: deliver has no file:FOLDER or s3:/,
    ],
    ['a state that ends with the pod', { state: '/data/eks' }, /state: \/data\/eks is not a folder of a volume/],
    ['pages that end with the pod', { deliver: ['file:/data'] }, /deliver: \/data is not a folder of a volume/],
    ['a bucket with a typo', { state: 's3:/reports' }, /state: s3:\/reports is not a folder of a volume/],
    ['messages without anybody who gets them', { notifyOn: 'fail' }, /deliver is empty/],
    ['a check of a plug-in without one', { config: { only: ['acme/*'] } }, /config\.only: acme\/\* matches no check/],
    [
      'a check in an area of their own',
      { config: { only: ['nodes/x'], plugin: 'x.yaml' } },
      /nodes\/x matches no check/,
    ],
    ['a plug-in that is none', { plugins: { files: { 'rules.txt': 'x' } } }, /rules\.txt/],
    ['a ConfigMap without plug-ins', { plugins: { configMap: { name: 'x' } } }, /plugins\.configMap: keys is empty/],
    ['plug-ins without a ConfigMap', { plugins: { configMap: { keys: ['x.yaml'] } } }, /configMap: name is empty/],
    [
      'a plug-in that is there twice',
      { plugins: { files: { 'x.yaml': '' }, configMap: { name: 'x', keys: ['x.yaml'] } } },
      /plugins: both files and configMap have x\.yaml/,
    ],
    ['rules for nobody', { rbac: { create: false, extraRules: [aRule()] } }, /rbac\.extraRules: rbac\.create is false/],
    ['no image', { image: {} }, /image: repository is empty: name the image that you built with the Dockerfile/],
    ...refusedRules.map((rule): [string, object, RegExp] => [
      JSON.stringify(rule),
      { rbac: { extraRules: [rule] } },
      /extraRules\/0/,
    ]),
  ])('refuse %s', async (_what, values, said) => {
    await expect(render(values)).rejects.toThrow(said);
  });

  it.each(withSecrets)('refuse Secrets, whatever the schema allows: %j %j', async (apiGroups, resources) => {
    const rbac = { extraRules: [aRule(), aRule({ apiGroups, resources })] };
    const file = await valuesFile(folder, { cluster: 'prod', image, rbac });
    const line = ['template', chart, '-f', file, '--kube-version', '1.34.1', '--skip-schema-validation'];
    const { code, stderr } = await clients.helm(...line);
    expect([code, stderr]).toEqual([1, expect.stringContaining('for Secrets, set config.with: [secrets]')]);
  });

  it('keep the state and the pages in a volume that somebody mounts', async () => {
    const values = { state: '/data/eks', deliver: ['file:/data/pages'], reportUrl: 'https://x.example/eks' };
    const volume = { extraVolumes: [{ name: 'data' }], extraVolumeMounts: [{ name: 'data', mountPath: '/data' }] };
    expect((await render({ ...values, ...volume })).map(({ kind }) => kind)).toContain('CronJob');
  });

  it('become the config file, by values of their own and by config', async () => {
    const accept = [
      {
        check: 'nodes/*',
        id: '0123456789012345',
        level: 'fail',
        at: '1.34',
        reason: 'r',
        owner: 'o',
        until: '2026-12-31',
      },
    ];
    const more = { state: 's3://reports/eks', deliver: ['slack:env:SLACK'], notifyOn: 'fail', requireDelivery: true };
    const manifests = await render({ ...more, region: 'eu-west-1', config: { accept, with: ['metrics'] } });
    const { data } = manifests.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
    const own = { cluster: 'prod', region: 'eu-west-1', inCluster: true, timeout: '15m', failOn: 'never' };
    expect(parse(data['eks-preflight.config.yaml'] ?? '')).toEqual({ ...own, ...more, accept, with: ['metrics'] });
  });

  it.each([
    ['90s', 990],
    ['15m', 1800],
    ['2h', 8100],
  ])('leave the Job 15 minutes for its start and for deliveries: %s', async (timeout, seconds) => {
    expect(await cronJob({ timeout })).toMatchObject({
      jobTemplate: { spec: { activeDeadlineSeconds: seconds, backoffLimit: 0 } },
    });
  });

  it('set no time zone before Kubernetes 1.25', async () => {
    expect(await cronJob({}, '1.24.17')).not.toHaveProperty('timeZone');
    expect(await cronJob({ timeZone: 'Europe/Berlin' }, '1.25.0')).toHaveProperty('timeZone', 'Europe/Berlin');
  });

  it('mount Secrets by reference, and choose the image', async () => {
    const pod = podIn(
      await cronJob({
        secretFiles: [{ secret: 'hook', path: '/run/secrets/hook' }],
        secretEnv: [{ name: 'SLACK', secret: 'slack', key: 'url' }],
        extraEnv: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
        image: { ...image, digest: `sha256:${'0'.repeat(64)}` },
      }),
    );
    expect(pod).toMatchObject({
      containers: [
        {
          image: `${image.repository}@sha256:${'0'.repeat(64)}`,
          env: [
            { name: 'SLACK', valueFrom: { secretKeyRef: { name: 'slack', key: 'url' } } },
            { name: 'HTTPS_PROXY', value: 'http://proxy:3128' },
          ],
          volumeMounts: expect.arrayContaining([{ name: 'secret-0', mountPath: '/run/secrets/hook', readOnly: true }]),
        },
      ],
      volumes: expect.arrayContaining([{ name: 'secret-0', secret: { secretName: 'hook' } }]),
    });
  });
});

it('the chart of a release names its image', async () => {
  const workflow = parse(await readFile(path.join(root, '.github/workflows/release.yml'), 'utf8')) as {
    jobs: { attach: { steps: { name?: string; run?: string }[] } };
  };
  const { run = '' } = workflow.jobs.attach.steps.find(({ name }) => name?.startsWith('the chart')) ?? {};
  const release = path.join(folder, 'released');
  await mkdir(path.join(release, 'release'), { recursive: true });
  await cp(path.join(root, 'charts'), path.join(release, 'charts'), { recursive: true });
  const digest = `sha256:${'0'.repeat(64)}`;
  await writeFile(path.join(release, 'image.json'), JSON.stringify({ 'containerimage.digest': digest }));
  const { helm } = await liveClients();
  const env = { PATH: `${path.dirname(helm)}:${process.env['PATH']}`, HOME: folder, GITHUB_REF_NAME: 'v1.2.3' };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', run], { cwd: release, env });
  expect(stdout).toContain(`image: "ghcr.io/eks-preflight/eks-preflight@${digest}"\n`);
  expect(await readdir(path.join(release, 'release'))).toEqual(['eks-preflight-chart-1.2.3.tgz']);
});

function podIn(cron: unknown): unknown {
  return (cron as { jobTemplate: { spec: { template: { spec: unknown } } } }).jobTemplate.spec.template.spec;
}

async function cronJob(values: object, kubernetes?: string): Promise<unknown> {
  return (await render(values, kubernetes)).find(({ kind }) => kind === 'CronJob')?.['spec'];
}
