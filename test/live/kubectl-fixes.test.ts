import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AnyCheck } from '../../src/check.ts';
import { collect, defineCollector } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { parseReadings } from '../../src/facts/reading.ts';
import { judge } from '../../src/judge/engine.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { readStoredInput } from '../judge/stored-input.ts';
import { listUnready } from '../../src/for-checks/workload-readiness.ts';
import { changes } from '../laws/command-table/table.ts';
import { aNamespaceObject, aWorkloadObject } from '../world/manifests.ts';
import { liveClients } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { always, edited, kubectlFixes, notRun, shownByDiff, type KubectlFix } from './kubectl-fixes.ts';
import { writeKubeconfig } from './kubeconfigs.ts';
import { realManifest } from './real-manifests.ts';
import { scanner } from './scanned-cluster.ts';
import { applyAll, type Manifest } from './seed.ts';

/**
 * Runs the commands of fixes with the real kubectl on an API server of 1.34.1: the finding disappears, no check reports more,
 * and what was customized is still there. No controller runs; `settle` does the part of the disruption controller.
 */

let live: LiveCluster;
let kubectl: string;
let folder: string;

beforeAll(async () => {
  ({ kubectl } = await liveClients((line) => console.error(`live tests: ${line}`)));
  live = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [scanner] });
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-fixes-'));
  await writeKubeconfig(folder, 'admin', {
    server: live.url,
    caPem: live.caPem,
    user: { token: live.adminToken },
    isCurrent: true,
  });
  await applyAll(live, [aNamespaceObject('shop') as Manifest, ...always]);
});
afterAll(async () => {
  await live?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const places = [
  '/apis/policy/v1/namespaces/shop/poddisruptionbudgets',
  '/apis/apps/v1/namespaces/shop/deployments',
  '/api/v1/namespaces/shop/pods',
  '/apis/apps/v1/namespaces/kube-system/daemonsets',
  '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
];
afterEach(async () => {
  for (const place of places) await live.admin('DELETE', `${place}?gracePeriodSeconds=0`);
});

const nothing = <Name extends 'addons' | 'nodegroups' | 'autoScalingGroups' | 'addonVersions'>(name: Name) =>
  defineCollector(name, { permissions: [], collect: async () => ({ value: [] }) as never });
const own = {
  addons: nothing('addons'),
  nodegroups: nothing('nodegroups'),
  autoScalingGroups: nothing('autoScalingGroups'),
  addonVersions: nothing('addonVersions'),
};

interface Found {
  text: string;
  commands: readonly string[];
}

async function judgeLive(check: AnyCheck): Promise<Found[]> {
  const headers = async () => ({ authorization: `Bearer ${live.adminToken}` });
  const source = createKubeSource({ server: live.url, ca: live.caPem, headers }, { userAgent: 'live-test' });
  const elsewhere = () => Promise.reject(new Error('only Kubernetes here'));
  const sources = { aws: { call: elsewhere }, local: { run: elsewhere }, kube: async () => source };
  const names = [check.needs, check.uses, check.applies?.needs, check.applies?.uses].flatMap((list) => list ?? []);
  try {
    const facts = names.filter((name): name is FactName => name !== 'cluster');
    const taken = await collect({ ...collectors, ...own }, [...new Set(facts)], sources as unknown as Sources);
    const stored = readStoredInput('healthy');
    const readings = { cluster: stored.readings.cluster, ...parseReadings(JSON.parse(JSON.stringify(taken))) };
    const { findings } = judge(check, { ...stored, readings: readings as typeof stored.readings });
    return findings
      .filter(({ level }) => level !== 'unknown')
      .map(({ level, resource, message, commands }) => ({
        text: `${level} ${resource.kind} ${resource.name}: ${message}`,
        commands,
      }));
  } finally {
    source.close();
  }
}

/** Runs a command line in a shell, with kubectl for the cluster. */
function run(line: string): Promise<{ code: number | null; said: string }> {
  const script = `kubectl() { '${kubectl}' --kubeconfig '${path.join(folder, 'admin.json')}' "$@"; }\n${line}`;
  const child = spawn('bash', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve({ code, said })));
}

/** Sets the status of every budget of the namespace as the disruption controller would with two healthy pods. */
async function settle(): Promise<void> {
  const { body } = await live.admin('GET', places[0] ?? '');
  for (const { metadata, spec } of (
    body as { items: { metadata: Manifest['metadata']; spec: { maxUnavailable?: number } }[] }
  ).items) {
    const allowed = spec.maxUnavailable ?? 0;
    const { generation } = metadata as { generation?: number };
    const counts = { expectedPods: 2, currentHealthy: 2, desiredHealthy: 2 - allowed, disruptionsAllowed: allowed };
    const status = { observedGeneration: generation, ...counts };
    await live.admin('PATCH', `${places[0]}/${metadata.name}/status`, { status }, 'application/merge-patch+json');
  }
}

async function follow(fix: KubectlFix, commands: readonly string[]): Promise<void> {
  for (const command of commands) {
    // Nothing is downloaded, and no controller rolls anything out.
    if (/^#|\bcurl\b|rollout status/.test(command)) continue;
    const line = fix.fill.reduce((text, [from, to]) => text.replace(from, to), command);
    if (line.includes(' diff -f ')) {
      const { code, said } = await run(line);
      expect(code, said).toBe(1);
      for (const shown of shownByDiff) expect(said).toMatch(shown);
      for (const [file, text] of Object.entries(edited)) await writeFile(path.join(folder, file), text);
      continue;
    }
    const { code, said } = await run(line);
    expect(code, `${line}\n${said}`).toBe(0);
    const saved = /> (\S+\.yaml)$/.exec(line)?.[1];
    if (saved !== undefined) expect((await readFile(path.join(folder, saved), 'utf8')).length).toBeGreaterThan(0);
  }
}

it.each(kubectlFixes.map((fix) => [fix.it, fix] as const))('%s', async (_name, fix) => {
  await applyAll(live, fix.objects);
  const before = await judgeLive(fix.check);
  const others = await Promise.all(fix.also.map(judgeLive));
  expect(before).not.toEqual([]);
  const commands = before.flatMap((found) => found.commands);
  for (const verb of fix.verbs) expect(commands.join('\n')).toContain(verb);
  for (const [file, text] of Object.entries(fix.files ?? {})) await writeFile(path.join(folder, file), text);
  await follow(fix, commands);
  await settle();
  const after = await judgeLive(fix.check);
  if (fix.stays === true) expect(after.map(({ text }) => text)).not.toEqual(before.map(({ text }) => text));
  else expect(after).toEqual([]);
  for (const [index, check] of fix.also.entries()) {
    const known = new Set(others[index]?.map(({ text }) => text));
    expect((await judgeLive(check)).filter(({ text }) => !known.has(text))).toEqual([]);
  }
  for (const [object, part] of Object.entries(fix.kept))
    expect((await live.admin('GET', object)).body).toMatchObject(part);
});

it('the command before a deletion lists the workloads that are not ready', async () => {
  await applyAll(
    live,
    [aWorkloadObject('Deployment', 'shop/cart', { replicas: 2 }), aWorkloadObject('DaemonSet', 'shop/log')].map(
      realManifest,
    ),
  );
  expect(await run(listUnready.text ?? '')).toEqual({ code: 0, said: '' });
  const deployment = '/apis/apps/v1/namespaces/shop/deployments/cart/status';
  await live.admin(
    'PATCH',
    deployment,
    { status: { readyReplicas: 1, availableReplicas: 1 } },
    'application/merge-patch+json',
  );
  const { code, said } = await run(listUnready.text ?? '');
  expect(code, said).toBe(0);
  expect(said).toBe('Deployment shop/cart: 1 of 2 ready\n');
});

it('runs what the table of commands says', () => {
  const ran = kubectlFixes.flatMap(({ verbs }) => verbs).map((verb) => `kubectl ${verb}`);
  const claimed = changes.flatMap(({ command, run: shown }) =>
    'by' in shown && shown.by === 'kubectl' ? [command] : [],
  );
  expect(claimed.filter((command) => !ran.some((one) => one.startsWith(command)))).toEqual([]);
});

it('lists what is not run, with the reason', () => {
  console.error(`live tests: ${kubectlFixes.length} fixes of kubectl run, ${Object.keys(notRun).length} kinds not run`);
  for (const reason of Object.values(notRun)) expect(reason).not.toBe('');
});
