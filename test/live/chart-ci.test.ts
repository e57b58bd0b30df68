import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ciFiles, readValues, shownAlone, valueAt, valuePaths } from '../schedule/chart-values.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { chart, manifestsIn, rendered, startClients, valuesFile, type Clients } from './helm.ts';
import { scanner } from './scanned-cluster.ts';
import type { Manifest } from './seed.ts';

/** The examples of values in ci/, by helm and by an API server; every value has an effect. */

let live: LiveCluster;
let clients: Clients;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-chart-'));
  live = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [scanner] });
  clients = await startClients(folder, live);
  const labels = { 'pod-security.kubernetes.io/warn': 'restricted' };
  const metadata = { name: 'eks-preflight', labels };
  await live.admin('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
});
afterAll(async () => {
  await live?.stop();
  await rm(folder, { recursive: true, force: true });
});

const version = ['--kube-version', '1.34.1'];
const full = readValues('ci/full-values.yaml');
const minimal = readValues('ci/minimal-values.yaml');

describe.each(ciFiles)('the values of %s', (name) => {
  const file = path.join(chart, name);

  it('are accepted by helm lint', async () => {
    const { code, stdout, stderr } = await clients.helm('lint', '--strict', chart, '-f', file, ...version);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toMatch(/\[(?:INFO|WARNING|ERROR)\]/);
  });

  it('become manifests that the API server accepts, with a restricted pod', async () => {
    const text = await template(file);
    expect(manifestsIn(text).map(({ kind }) => kind)).toContain('CronJob');
    const manifests = path.join(folder, 'manifests.yaml');
    await writeFile(manifests, text);
    const line = ['apply', '--dry-run=server', '--validate=strict', '-f', manifests];
    const { code, stderr } = await clients.kubectl(...line);
    expect([code, stderr]).toEqual([0, '']);
  });
});

async function template(file: string): Promise<string> {
  const line = ['template', 'eks-preflight', chart, '--namespace', 'eks-preflight', '-f', file, ...version];
  const { code, stdout, stderr } = await clients.helm(...line);
  return code === 0 ? stdout : stderr;
}

const buildTemplate = async (values: object): Promise<string> => template(await valuesFile(folder, values));

describe('every value has an effect', () => {
  let everything: string;
  let bare: string;
  beforeAll(async () => {
    everything = await buildTemplate(full);
    bare = await buildTemplate(minimal);
  });
  const paths = valuePaths().map((names) => [names.join('.'), names] as const);

  it.each(paths.filter(([name]) => !shownAlone.includes(name)))('%s', async (_name, names) => {
    expect(await buildTemplate(withValue(full, names, undefined))).not.toBe(everything);
  });

  it.each(paths.filter(([name]) => shownAlone.includes(name)))('%s, alone', async (_name, names) => {
    const value = valueAt(full, names) === true ? false : valueAt(full, names);
    expect(await buildTemplate(withValue(minimal, names, value))).not.toBe(bare);
  });
});

/** The values with another value at a path, or without it. */
function withValue(values: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const inner = (values as Record<string, unknown>)[name];
  return { ...values, [name]: rest.length === 0 ? value : withValue(Object(inner) as object, rest, value) };
}

const podIn = (manifests: readonly Manifest[]) => {
  const cron = manifests.find(({ kind }) => kind === 'CronJob') as unknown as {
    spec: { jobTemplate: { spec: { template: { metadata: { labels: object }; spec: Record<string, unknown> } } } };
  };
  return cron.spec.jobTemplate.spec.template;
};

describe('the security contexts', () => {
  const pod = { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532 };
  const seccompProfile = { type: 'RuntimeDefault' };
  const container = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
  const contexts = async (values: object) => {
    const { spec } = podIn(await rendered(clients, folder, { cluster: 'prod', ...values }));
    const [main] = spec['containers'] as { securityContext?: object }[];
    const init = (spec['initContainers'] ?? []) as { securityContext?: object }[];
    return [spec['securityContext'], main?.securityContext, ...init.map(({ securityContext }) => securityContext)];
  };

  it.each<[string, object, unknown[]]>([
    ['by default', {}, [{ ...pod, seccompProfile }, container]],
    [
      'with other users',
      { podSecurityContext: { runAsUser: 1000, fsGroup: 2000 } },
      [{ ...pod, seccompProfile, runAsUser: 1000, fsGroup: 2000 }, container],
    ],
    [
      'with users that the platform sets',
      { podSecurityContext: { runAsUser: null, runAsGroup: null, fsGroup: null } },
      [{ runAsNonRoot: true, seccompProfile }, container],
    ],
    [
      'with a writable root file system',
      { securityContext: { readOnlyRootFilesystem: false } },
      [
        { ...pod, seccompProfile },
        { ...container, readOnlyRootFilesystem: false },
      ],
    ],
    ['with none', { podSecurityContext: null, securityContext: null }, [undefined, undefined]],
    [
      'with init containers: as the container, but for their own keys',
      {
        initContainers: [
          { name: 'a', image: 'a' },
          { name: 'b', image: 'b', securityContext: { readOnlyRootFilesystem: false, runAsUser: 1 } },
        ],
      },
      [{ ...pod, seccompProfile }, container, container, { ...container, readOnlyRootFilesystem: false, runAsUser: 1 }],
    ],
  ])('%s', async (_what, values, expected) => {
    expect(await contexts(values)).toEqual(expected);
  });
});

it('labels of the user never replace those that select the pod, and those of the pod precede the common ones', async () => {
  const chosen = { 'app.kubernetes.io/name': 'x', 'app.kubernetes.io/instance': 'x' };
  const values = { cluster: 'prod', commonLabels: { ...chosen, team: 'a' }, podLabels: { ...chosen, team: 'b' } };
  const manifests = await rendered(clients, folder, values);
  const own = { 'app.kubernetes.io/name': 'eks-preflight', 'app.kubernetes.io/instance': 'eks-preflight' };
  expect(podIn(manifests).metadata.labels).toMatchObject({ ...own, team: 'b' });
  for (const { metadata } of manifests) expect(metadata).toMatchObject({ labels: { ...own, team: 'a' } });
});

it('variables of extraEnvFrom are not reported as missing', async () => {
  const notes = async (values: object) => {
    const file = await valuesFile(folder, {
      ...minimal,
      state: 's3://reports',
      deliver: ['slack:env:SLACK'],
      ...values,
    });
    const line = ['install', 'eks-preflight', chart, '--namespace', 'eks-preflight', '--dry-run=client', '-f', file];
    return (await clients.helm(...line)).stdout;
  };
  expect(await notes({})).toContain('WARNING: `deliver` reads the environment variable SLACK');
  expect(await notes({ extraEnv: [{ name: 'SLACK', value: 'x' }] })).not.toContain('WARNING');
  expect(await notes({ extraEnvFrom: [{ secretRef: { name: 'slack' } }] })).not.toContain('WARNING');
});
