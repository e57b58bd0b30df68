import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import { select } from '../../src/commands/select-checks.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { parseInventory, type Inventory } from '../../src/inventory/inventory.ts';
import { findPart, type Part } from '../../src/report/plan/parts.ts';
import type { Report } from '../../src/report/schema.ts';
import { storedInventory, storedNames } from '../world/stored.ts';
import { applyTasks, generateAddons, generateNodes, readMinor, withFacts } from './plan-worlds.ts';

/** Laws of every plan of an update: each task can be done when its turn comes, and together they reach the target. */

const skew = checks.filter(({ id }) => id === 'nodes/kubelet-skew');
/** The checks of versions that tasks set. */
const ofVersions = [
  'addons/compatibility',
  'addons/kube-proxy-skew',
  'addons/vpc-cni-version',
  'karpenter/kubernetes-compatibility',
  'karpenter/upgrade-hops',
  'control-plane/version-step',
].map((id) => {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  return check;
});
const ofNodes = checks.filter(
  (check) => check.id.startsWith('nodes/') || check.id === 'workloads/pdb-blocks-drain' || ofVersions.includes(check),
);

function judged(inventory: Inventory, target: string, those: readonly AnyCheck[]): Report {
  const options = { target };
  const io = { version: '0.1.0', now: () => new Date(inventory.takenAt) };
  return judgeByOwnChecks(inventory, {
    checks: those,
    selection: select(those, options),
    options,
    source: 'inventory',
    io,
  });
}

const stored = new Map(
  storedNames().map((name) => [name, parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.1.0')]),
);

function findCurrent({ readings: { cluster } }: Inventory): number | undefined {
  return cluster?.ok === true ? readMinor(cluster.value.version) : undefined;
}

/** The stored inventories with the targets one to three versions up, as far as EKS offers them. */
const planned = [...stored].flatMap(([name, inventory]) => {
  const current = findCurrent(inventory);
  return current === undefined
    ? []
    : [1, 2, 3].flatMap((step) => {
        const target = `1.${current + step}`;
        return isOffered(inventory, target) ? [{ title: `${name} to ${target}`, inventory, target }] : [];
      });
});

function isOffered({ readings: { cluster, clusterVersions } }: Inventory, target: string): boolean {
  const isOutpost = cluster?.ok === true && cluster.value.outpost;
  const offers = clusterVersions?.ok === true ? clusterVersions.value.versions : [];
  const own = offers.filter(({ clusterType }) => (clusterType !== 'eks') === isOutpost);
  return offers.length === 0 || own.some(({ version }) => readMinor(version) >= readMinor(target));
}

const base = stored.get('healthy');

/** A world with generated nodes and add-ons. */
function generated(seed: number): { inventory: Inventory; target: string } {
  if (base === undefined) throw new Error('no inventory');
  const cluster = base.readings.cluster;
  if (cluster?.ok !== true) throw new Error('no cluster');
  const { kubeProxy } = base.readings;
  const proxies = kubeProxy?.ok === true ? kubeProxy.value : [];
  const current = 29 + (seed % 5);
  const facts = generateNodes(seed, current);
  const changed = {
    cluster: { ...cluster.value, version: `1.${current}` },
    ...facts,
    ...generateAddons(seed, current, proxies),
    clusterVersions: { source: 'table' as const, versions: [] },
    pods: [],
    emptyAutoScalingGroups: [],
  };
  return { inventory: withFacts(base, changed), target: `1.${current + 1 + (seed % 3)}` };
}

/** What is wrong with a plan; empty if nothing is. */
function listFlaws(inventory: Inventory, target: string, report: Report): string[] {
  const { tasks } = report.plan ?? { tasks: [] };
  return [
    ...orderFlaws(tasks),
    ...skewFlaws(inventory, tasks),
    ...versionFlaws(inventory, tasks),
    ...endFlaws(inventory, target, tasks),
    ...closingFlaws(report),
  ];
}

type Tasks = NonNullable<Report['plan']>['tasks'];

function orderFlaws(tasks: Tasks): string[] {
  const ids = tasks.map(({ id }) => id);
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
  const unmet = tasks.flatMap(({ id, needs }, index) =>
    needs.filter((need) => !ids.slice(0, index).includes(need)).map((need) => `${id} needs ${need} before it`),
  );
  return [...doubled.map((id) => `${id} is there twice`), ...unmet];
}

/** At each update of the control plane, no kubelet is rejected that the tasks before could have moved. */
function skewFlaws(inventory: Inventory, tasks: Tasks): string[] {
  return tasks.flatMap(({ kind, to }, index) => {
    if (kind !== 'control-plane' || to === null) return [];
    const { results } = judged(applyTasks(inventory, tasks.slice(0, index)), to, skew);
    return results
      .flatMap(({ findings }) => findings)
      .filter(({ level, message }) => level === 'fail' && message.includes('too old'))
      .map(({ resource, message }) => `control-plane ${to}: ${resource.text} ${message}`);
  });
}

/** At each update of the control plane, no version is rejected that the tasks before have set, or whose fix they name. */
function versionFlaws(inventory: Inventory, tasks: Tasks): string[] {
  return tasks.flatMap(({ kind, to }, index) => {
    if (kind !== 'control-plane' || to === null) return [];
    const done = tasks.slice(0, index);
    const closed = new Set(done.flatMap(({ closes }) => closes));
    return judged(applyTasks(inventory, done), to, ofVersions)
      .results.flatMap(({ findings }) => findings)
      .filter(({ level, fingerprint }) => level === 'fail' && !closed.has(fingerprint))
      .map(({ check, resource, message }) => `control-plane ${to}: ${check} ${resource.text} ${message}`);
  });
}

function endFlaws(inventory: Inventory, target: string, tasks: Tasks): string[] {
  const { nodes, nodegroups, fargateWorkloads } = applyTasks(inventory, tasks).readings;
  if (nodes?.ok !== true || nodegroups?.ok !== true || fargateWorkloads?.ok !== true) return [];
  const unread = tasks.filter(({ id }) => id.startsWith('nodes:unknown/')).map(({ title }) => title);
  const left = nodes.value.filter(
    ({ computeType, kubeletVersion }) => computeType !== 'virtual' && readMinor(kubeletVersion) < readMinor(target),
  );
  const groups = nodegroups.value.filter(
    ({ name, version }) =>
      version !== null && readMinor(version) < readMinor(target) && !unread.some((title) => title.includes(name)),
  );
  return [
    ...left.map(({ name, kubeletVersion }) => `${name} ends at ${kubeletVersion}`),
    ...groups.map(({ name, version }) => `${name} ends at ${version}`),
  ];
}

/** The parts of the plan that close blockers. */
const parts: ReadonlySet<Part> = new Set(['nodes', 'lower', 'fix', 'add-on', 'karpenter', 'path']);

function closingFlaws({ results, plan }: Report): string[] {
  const closed = (plan?.tasks ?? []).flatMap(({ closes }) => closes);
  const blockers = results
    .flatMap(({ findings }) => findings)
    .filter((one) => one.level === 'fail' && one.accepted === null);
  return blockers
    .filter((finding) => parts.has(findPart(finding)))
    .flatMap(({ fingerprint, check, resource }) => {
      const times = closed.filter((one) => one === fingerprint).length;
      return times === 1 ? [] : [`${check} ${resource.text} is closed ${times} times`];
    });
}

describe.each(planned)('the plan of $title', ({ inventory, target }) => {
  it('can be done in its order, and reaches the target', () => {
    const report = judged(inventory, target, checks);
    if (report.plan === null) return expect(report.verdict).toBe('partial');
    expect(listFlaws(inventory, target, report)).toEqual([]);
  });
});

it('the laws notice what is missing', () => {
  const { inventory, target } = planned.find(({ title }) => title === 'everything-wrong to 1.24') ?? generated(1);
  const report = judged(inventory, target, checks);
  const tasks = (report.plan?.tasks ?? []).filter(({ id }) => !id.startsWith('nodes:managed/legacy:'));
  expect(planned.length).toBeGreaterThan(40);
  expect(skewFlaws(inventory, tasks)).toEqual([expect.stringMatching(/^control-plane 1\.24: NodeGroup legacy/)]);
  expect(endFlaws(inventory, target, tasks)).toContain('legacy ends at 1.21');
  const [first] = tasks;
  expect(orderFlaws([...tasks.slice(1), ...(first === undefined ? [] : [first, first])])).not.toEqual([]);
});

describe('plans of generated nodes', () => {
  it('can be done in their order, and reach the target', () => {
    const flaws = Array.from({ length: 500 }, (_, seed) => {
      const { inventory, target } = generated(seed);
      return listFlaws(inventory, target, judged(inventory, target, ofNodes)).map((flaw) => `${seed}: ${flaw}`);
    });
    expect(flaws.flat()).toEqual([]);
  });

  it('are the same for the same facts', () => {
    const { inventory, target } = generated(7);
    const [one, other] = [judged(inventory, target, ofNodes), judged(inventory, target, ofNodes)];
    expect(JSON.stringify(one.plan)).toBe(JSON.stringify(other.plan));
  });
});

it('ids of tasks stay when other findings appear', () => {
  const inventory = stored.get('everything-wrong');
  if (inventory === undefined) throw new Error('no inventory');
  const ids = (those: readonly AnyCheck[]) => (judged(inventory, '1.24', those).plan?.tasks ?? []).map(({ id }) => id);
  const all = new Set(ids(checks));
  const fewer = ids(ofNodes);
  expect(fewer.length).toBeGreaterThan(10);
  expect(fewer.filter((id) => !all.has(id))).toEqual([]);
});
