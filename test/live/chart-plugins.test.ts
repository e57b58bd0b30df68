import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPageFiles, readPage } from '../../scripts/own-checks.ts';
import { settledAudit } from './audit.ts';
import { listAccountVariables, chartNamespace, buildNamespaceObjects, createScanPod } from './chart-pod.ts';
import { chart, copyDeploy, manifestsIn, rendered, startClients, type Clients, type Ran } from './helm.ts';
import { readDockerfile } from './image.ts';
import { runPod } from './kubelet.ts';
import { rulesIn } from './rbac.ts';
import { isSandboxMissing } from './sandbox.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { startScannedCluster } from './scanned-cluster.ts';
import { applyAll, type Manifest } from './seed.ts';
import { aCrd } from './api-manifests.ts';
import { withMore } from './worlds.ts';

/** Plug-ins in the cluster: the chart that mounts them, the commands of docs/schedulers.md, a pod that loads them. */

const page = readPage('docs/schedulers.md');
const files = readPageFiles();
const mountedAt = '/etc/eks-preflight-plugins';
let clients: Clients;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-chart-'));
  clients = await startClients(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const render = (values: object) => rendered(clients, folder, { cluster: 'prod', ...values });

interface Spec {
  containers: [{ volumeMounts: object[] }];
  volumes: { name: string; projected?: object; configMap?: { name: string } }[];
}

function specIn(manifests: readonly Manifest[]): Spec {
  const cron = manifests.find(({ kind }) => kind === 'CronJob')?.['spec'];
  return (cron as { jobTemplate: { spec: { template: { spec: Spec } } } }).jobTemplate.spec.template.spec;
}

function configMapsIn(manifests: readonly Manifest[]): Record<string, Record<string, string>> {
  const maps = manifests.filter(({ kind }) => kind === 'ConfigMap');
  return Object.fromEntries(maps.map(({ metadata, data }) => [metadata.name, data as Record<string, string>]));
}

function pluginsIn(manifests: readonly Manifest[]): unknown {
  const text = configMapsIn(manifests)['eks-preflight']?.['eks-preflight.config.yaml'] ?? '';
  return (parse(text) as { plugin?: unknown }).plugin;
}

describe('plug-ins of the chart', () => {
  const texts = { 'tenants.mjs': 'export default 1;\n', 'platform.yaml': "plugin: platform\n# {{ 'as it is' }} \n" };

  it('are files of a ConfigMap, mounted, and named in the config file after those of an image', async () => {
    const config = { plugin: 'acme, ./own.mjs', only: ['platform'], skip: ['platform/a'], require: ['tenants/*'] };
    const manifests = await render({ plugins: { files: texts }, config });
    expect(configMapsIn(manifests)['eks-preflight-plugins']).toEqual(texts);
    const { containers, volumes } = specIn(manifests);
    expect(containers[0].volumeMounts).toContainEqual({ name: 'plugins', mountPath: mountedAt, readOnly: true });
    const sources = [{ configMap: { name: 'eks-preflight-plugins' } }];
    expect(volumes).toContainEqual({ name: 'plugins', projected: { sources } });
    const mounted = [`${mountedAt}/platform.yaml`, `${mountedAt}/tenants.mjs`];
    expect(pluginsIn(manifests)).toEqual(['acme', './own.mjs', ...mounted]);
  });

  it('are keys of an existing ConfigMap, too', async () => {
    const configMap = { name: 'rules', keys: ['more.yaml'] };
    const both = await render({ plugins: { files: { 'platform.yaml': 'x' }, configMap } });
    const sources = [{ configMap: { name: 'eks-preflight-plugins' } }, { configMap: { name: 'rules' } }];
    expect(specIn(both).volumes).toContainEqual({ name: 'plugins', projected: { sources } });
    expect(pluginsIn(both)).toEqual([`${mountedAt}/platform.yaml`, `${mountedAt}/more.yaml`]);
    const alone = await render({ plugins: { configMap } });
    expect([Object.keys(configMapsIn(alone)), pluginsIn(alone)]).toEqual([
      ['eks-preflight'],
      [`${mountedAt}/more.yaml`],
    ]);
  });

  it('are none by default: no volume and no key', async () => {
    for (const values of [{}, { plugins: { files: null } }])
      expect(JSON.stringify(await render(values))).not.toContain('plugin');
  });
});

/** The manifests that the page's helm command renders. */
async function installed(): Promise<Manifest[]> {
  const [, line = ''] = /^helm upgrade --install (\S[^\n]*\\\n[^\n]*)$/m.exec(page) ?? [];
  const words = line
    .replace('\\\n', ' ')
    .split(/ +/)
    .map((word) => word.replaceAll("'", ''));
  const args = words.map((word) => (word === './charts/eks-preflight' ? chart : word));
  return manifestsIn(expectStdout(await clients.helm('template', ...args, '--kube-version', '1.34.1')));
}

function expectStdout({ code, stdout, stderr }: Ran): string {
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const own = ['platform.yaml', 'tenants.mjs'];

describe('docs/schedulers.md', () => {
  const { rbac } = parse(files['plugin-values.yaml'] ?? '') as { rbac: { extraRules: object[] } };

  it('installs the chart with plug-ins and what they list', async () => {
    const manifests = await installed();
    expect(configMapsIn(manifests)['eks-preflight-plugins']).toEqual(
      Object.fromEntries(own.map((name) => [name, files[name]])),
    );
    expect(pluginsIn(manifests)).toEqual(own.map((name) => `${mountedAt}/${name}`));
    expect(rulesIn(manifests)).toEqual(expect.arrayContaining(rbac.extraRules));
  });

  it('mounts an existing ConfigMap', async () => {
    const manifests = await render(parse(files['existing.yaml'] ?? '') as object);
    expect(pluginsIn(manifests)).toEqual(own.map((name) => `${mountedAt}/${name}`));
  });

  it('adds them to the manifests with an overlay', async () => {
    await copyDeploy(path.join(folder, 'deploy'));
    const [, plugin = ''] = /^`plugin: \[(.*)\]`:$/m.exec(page) ?? [];
    const config = `cluster: prod\ninCluster: true\nplugin: [${plugin}]\n`;
    await writeFile(path.join(folder, 'eks-preflight.config.yaml'), config);
    const manifests = manifestsIn(expectStdout(await clients.kubectl('kustomize', folder)));
    const [[name, data] = []] = Object.entries(configMapsIn(manifests));
    const added = own.map((file) => [file, files[file]]);
    expect(data).toEqual({ 'eks-preflight.config.yaml': config, ...Object.fromEntries(added) });
    expect(specIn(manifests).volumes).toContainEqual({ name: 'config', configMap: { name } });
    expect(plugin.split(', ')).toEqual(own.map((file) => `/etc/eks-preflight/${file}`));
    expect(rulesIn(manifests)).toEqual(expect.arrayContaining(rbac.extraRules));
  });
});

describe.skipIf(isSandboxMissing)('a pod of the chart', () => {
  it('loads the plug-ins, and may list what they read', async () => {
    const budget = { group: 'finops.example.com', version: 'v1', kind: 'Budget', resource: 'budgets' };
    const object = { apiVersion: 'finops.example.com/v1', kind: 'Budget', spec: { limit: 5 } };
    const metadata = { namespace: 'kube-system', name: 'main' };
    const cluster = await startScannedCluster(withMore(healthyLiveWorld(), aCrd(budget), { ...object, metadata }));
    try {
      const { rbac } = parse(files['plugin-values.yaml'] ?? '') as { rbac: object };
      const plugins = { files: Object.fromEntries(own.map((name) => [name, files[name]])) };
      const manifests = await render({
        extraEnv: listAccountVariables(cluster),
        rbac,
        plugins,
        config: { format: 'json', failOn: 'never' },
      });
      await applyAll(cluster.live, [...buildNamespaceObjects(cluster), ...manifests]);
      const outcome = await runPod(cluster, await createScanPod(cluster, manifests), readDockerfile(), folder);
      expect([outcome.code, outcome.stderr]).toEqual([
        0,
        expect.stringMatching(/^eks-preflight: using config file .*\n$/),
      ]);
      const { results } = JSON.parse(outcome.stdout) as { results: { id: string; status: string }[] };
      const judged = results.filter(({ id }) => /^(?:platform|tenants)\//.test(id));
      expect(judged).toHaveLength(7);
      expect(judged.filter(({ status }) => status === 'unknown' || status === 'skip')).toEqual([]);
      expect(judged.find(({ id }) => id === 'platform/budget-without-owner')?.status).toBe('warn');
      const account = `system:serviceaccount:${chartNamespace}:eks-preflight`;
      const entries = await settledAudit(cluster.live.auditLog, account);
      expect(entries.filter(({ code }) => code === 401 || code === 403)).toEqual([]);
    } finally {
      await cluster.close();
    }
  });
});
