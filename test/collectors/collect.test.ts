import { describe, expect, it } from 'vitest';
import { collect, defineCollector, type Collectors } from '../../src/collectors/collect.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { ScanError, type Reason } from '../../src/facts/reason.ts';
import { withDependencies } from '../../src/commands/permissions/needed.ts';
import { aCluster, anAddon } from '../checks/cases.ts';

const sources = {} as Sources;

function createCollectors(more: Partial<Collectors>): Collectors {
  const untouched = new Proxy({} as Collectors, {
    get: (_target, name) => {
      throw new Error(`${String(name)} was not asked for`);
    },
  });
  return new Proxy(untouched, {
    get: (target, name) => more[name as keyof Collectors] ?? target[name as keyof Collectors],
  });
}

const cluster = defineCollector('cluster', {
  permissions: [{ iam: 'eks:DescribeCluster' }],
  collect: async () => ({ value: aCluster }),
});
const reason = { kind: 'denied' as const, message: 'taken away', permission: 'nodes: list' };

describe('collecting', () => {
  it('takes only what is needed, with what that builds upon, each once', async () => {
    let described = 0;
    const counting = { ...cluster, collect: async () => ({ value: ((described += 1), aCluster) }) };
    const nodegroups = defineCollector('nodegroups', {
      permissions: [],
      from: ['cluster'],
      collect: async (_sources, facts) => ({ value: (await facts.read('cluster')).name === 'prod' ? [] : [] }),
    });
    const addons = defineCollector('addons', {
      permissions: [],
      from: ['cluster'],
      collect: async (_sources, facts) => ({
        value: [anAddon((await facts.read('cluster')).name)],
      }),
    });
    const readings = await collect(
      createCollectors({ cluster: counting, nodegroups, addons }),
      ['nodegroups', 'addons'],
      sources,
    );
    expect(Object.keys(readings)).toEqual(['addons', 'cluster', 'nodegroups']);
    expect(readings.addons).toEqual({ ok: true, value: [anAddon('prod')] });
    expect(described).toBe(1);
  });

  it('makes a failed fact a reading, and fails what builds upon it for the same reason', async () => {
    const nodes = defineCollector('nodes', {
      permissions: [],
      collect: async () => Promise.reject(new ScanError(reason)),
    });
    const fargateWorkloads = defineCollector('fargateWorkloads', {
      permissions: [],
      from: ['nodes'],
      collect: async (_sources, facts) => ({ value: (await facts.read('nodes'), []) }),
    });
    const readings = await collect(createCollectors({ nodes, fargateWorkloads }), ['fargateWorkloads'], sources);
    expect(readings).toEqual({ nodes: { ok: false, reason }, fargateWorkloads: { ok: false, reason } });
  });

  it('says of two facts that fail the reason of the one asked for first, whichever answers first', async () => {
    const late: Reason = { kind: 'denied', message: 'late', permission: 'nodes: list' };
    const nodes = defineCollector('nodes', {
      permissions: [],
      collect: () =>
        new Promise((_, reject) => {
          setTimeout(() => reject(new ScanError(late)), 5);
        }),
    });
    const pods = defineCollector('pods', {
      permissions: [],
      collect: () => Promise.reject(new ScanError(reason)),
    });
    const fargateWorkloads = defineCollector('fargateWorkloads', {
      permissions: [],
      from: ['nodes', 'pods'],
      collect: async (_sources, facts) => ({
        value: (await Promise.all([facts.read('nodes'), facts.read('pods')]), []),
      }),
    });
    const all = createCollectors({ nodes, pods, fargateWorkloads });
    const readings = await collect(all, ['fargateWorkloads'], sources);
    expect(readings.fargateWorkloads).toEqual({ ok: false, reason: late });
  });

  it('hands gaps and marks on to what is built upon a fact', async () => {
    const gaps = [{ what: 'one of them', reason }];
    const nodes = defineCollector('nodes', {
      permissions: [],
      collect: async () => ({ value: [], joined: [], gaps, inconsistent: true, stale: 'old' }),
    });
    const fargateWorkloads = defineCollector('fargateWorkloads', {
      permissions: [],
      from: ['nodes'],
      collect: async (_sources, facts) => ({ value: (await facts.read('nodes'), []) }),
    });
    const readings = await collect(createCollectors({ nodes, fargateWorkloads }), ['fargateWorkloads'], sources);
    expect(readings.fargateWorkloads).toEqual({ ok: true, value: [], gaps, inconsistent: true, stale: 'old' });
  });

  it('hands what a fact does not store to another collector, with the same gaps, and to no one else', async () => {
    const gaps = [{ what: 'one of them', reason }];
    const entry = { name: 'shop', podSecurityLabelled: false };
    const namespaces = defineCollector('namespaces', {
      permissions: [],
      projected: true,
      collect: async () => ({ value: [entry], joined: [{ entry, labels: { token: 'secret' }, keys: [] }], gaps }),
    });
    const seen: unknown[] = [];
    const addonNames = defineCollector('addonNames', {
      permissions: [],
      from: ['namespaces'],
      async collect(_sources, facts) {
        seen.push(await facts.joinedReading('namespaces'));
        return { value: (await facts.readJoined('namespaces')).map((one) => one.entry.name) };
      },
    });
    const readings = await collect(createCollectors({ namespaces, addonNames }), ['addonNames'], sources);
    expect(seen).toEqual([{ ok: true, value: [{ entry, labels: { token: 'secret' }, keys: [] }], gaps }]);
    expect(readings).toEqual({
      addonNames: { ok: true, value: ['shop'], gaps },
      namespaces: { ok: true, value: [entry], gaps },
    });
  });

  it('fails a fact if what it needs of another one got lost: no labels at all would mean that no selector matches', async () => {
    const nodes = { permissions: [], collect: async () => ({ value: [] }) } as unknown as Collectors['nodes'];
    for (const read of ['readJoined', 'joinedReading'] as const) {
      const fargateWorkloads = defineCollector('fargateWorkloads', {
        permissions: [],
        from: ['nodes'],
        collect: async (_sources, facts) => ({ value: (await facts[read]('nodes'), []) }),
      });
      const readings = await collect(createCollectors({ nodes, fargateWorkloads }), ['fargateWorkloads'], sources);
      expect(readings.fargateWorkloads).toMatchObject({
        ok: false,
        reason: { kind: 'unreadable', message: 'the list of nodes lacks what other facts need' },
      });
    }
  });

  it('calls a value of the wrong shape unreadable, and a crash, too', async () => {
    const wrong = { ...cluster, collect: async () => ({ value: { name: 'prod' } as unknown as typeof aCluster }) };
    const crashing = defineCollector('addons', {
      permissions: [],
      collect: async () => Promise.reject(new TypeError('x is undefined')),
    });
    const readings = await collect(
      createCollectors({ cluster: wrong, addons: crashing }),
      ['cluster', 'addons'],
      sources,
    );
    expect(readings.cluster).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
    expect(readings.addons).toMatchObject({
      ok: false,
      reason: { kind: 'unreadable', message: 'addons could not be read: x is undefined' },
    });
  });

  it('drops what a schema does not name', async () => {
    const leaking = { ...cluster, collect: async () => ({ value: { ...aCluster, token: 'secret' } }) };
    const readings = await collect(createCollectors({ cluster: leaking }), ['cluster'], sources);
    expect(JSON.stringify(readings)).not.toContain('secret');
  });

  it('knows what a fact builds upon', () => {
    const nodes = defineCollector('nodes', { permissions: [], collect: async () => ({ value: [], joined: [] }) });
    const pods = defineCollector('pods', { permissions: [], collect: async () => ({ value: [], joined: [] }) });
    const fargateWorkloads = defineCollector('fargateWorkloads', {
      permissions: [],
      from: ['nodes', 'pods'],
      collect: async () => ({ value: [] }),
    });
    expect(
      [...withDependencies(createCollectors({ nodes, pods, fargateWorkloads }), ['fargateWorkloads'])].sort(),
    ).toEqual(['fargateWorkloads', 'nodes', 'pods']);
  });
});
