import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import type { ReportedFinding } from '../../src/judge/result.ts';
import { nodesAfter } from '../../src/report/after-nodes.ts';
import { aCluster, aNode, aNodegroup } from '../../src/custom-checks/testing/samples.ts';
import { aKarpenter } from '../checks/cases.ts';
import { aNodeClass, aNodePool } from '../checks/karpenter/objects.ts';
import { aFinding } from './reported-finding.ts';

type Read = Pick<Facts, 'nodes' | 'nodegroups'> & Partial<Facts>;

/** The node tasks of a cluster that is updated to these versions. */
function tasksFor(
  facts: Read,
  versions: readonly [number, ...number[]],
  found: ReportedFinding[] = [],
  karpenter?: string,
) {
  const values = Object.entries({ fargateWorkloads: [], nodeImages: [], ...facts });
  const readings = Object.fromEntries(values.map(([name, value]) => [name, { ok: true, value }])) as never;
  return nodesAfter({ cluster: aCluster, readings, karpenter, versions, found });
}

const blue = {
  nodes: [aNode('a', 'v1.33.1', { computeType: 'managed', group: 'blue' })],
  nodegroups: [aNodegroup('blue')],
};
const pool = { nodes: [aNode('a', 'v1.33.1', { computeType: 'karpenter', group: 'general' })], nodegroups: [] };

/** Facts about a Karpenter of this version, with the NodePool of `pool` and its node class. */
function ofKarpenter(version: string, alias = 'al2023@latest', settings: Record<string, string> = {}): Partial<Facts> {
  return {
    karpenterControllers: [aKarpenter({ version, settings })],
    karpenterPools: [aNodePool('general')],
    karpenterNodeClasses: [aNodeClass('default', { alias })],
  };
}

/** A warning at this version that updating the node group `blue` fixes. */
function afterUpdateOfBlue(version: string, more: Partial<ReportedFinding> = {}): ReportedFinding {
  return aFinding({
    fingerprint: 'f1',
    check: 'nodes/container-runtime',
    level: 'warn',
    phase: 'after',
    at: { component: 'kubernetes', version },
    message: 'runs containerd 1.7.28: EKS requires containerd 2.0',
    remedy: 'update-nodegroup:blue',
    ...more,
  });
}

describe('nodes after the update', () => {
  it('are updated to the version of the only step', () => {
    expect(tasksFor(blue, [34])).toEqual([
      {
        at: { component: 'kubernetes', version: '1.34' },
        topic: 'nodes',
        title: 'Update NodeGroup blue to 1.34',
        items: [{ resource: 'NodeGroup blue', message: 'kubelet 1.33' }],
        findings: [],
        fix: expect.stringMatching(/^Update the node group; EKS uses the newest AMI of its AMI type\./) as string,
        commands: [expect.stringContaining('--kubernetes-version 1.34') as string],
      },
    ]);
  });

  it('are updated once on a path of several, or at each step', () => {
    expect(tasksFor(blue, [34, 35, 36])).toMatchObject([
      {
        at: { version: '1.36' },
        fix: expect.stringMatching(
          /^Do this once, when the control plane is at 1\.36, or at each step, as EKS recommends\. Update the node group;/,
        ) as string,
        commands: [expect.stringContaining('--kubernetes-version 1.36') as string],
      },
    ]);
  });

  it('are one task with what the same update mends, at the version that it is needed for', () => {
    expect(tasksFor(blue, [34, 35, 36], [afterUpdateOfBlue('1.35')])).toMatchObject([
      {
        at: { version: '1.35' },
        items: [
          { resource: 'NodeGroup blue', message: 'kubelet 1.33; runs containerd 1.7.28: EKS requires containerd 2.0' },
        ],
        findings: ['f1'],
        commands: [expect.stringContaining('--kubernetes-version 1.35') as string],
      },
    ]);
  });

  it('are updated again at the end where a version of the path rejects them, whatever that mends', () => {
    expect(tasksFor(blue, [34, 35, 36, 37], [afterUpdateOfBlue('1.35')])).toMatchObject([
      {
        at: { version: '1.37' },
        findings: ['f1'],
        fix: expect.stringMatching(/^Do this again when the control plane is at 1\.37, or at each step/) as string,
      },
    ]);
  });

  it('stay a task of their own beside what is mended before the update, or on another group', () => {
    const found = [
      afterUpdateOfBlue('1.34', { phase: 'before' }),
      afterUpdateOfBlue('1.34', { level: 'unknown' }),
      afterUpdateOfBlue('1.34', { remedy: 'update-nodegroup:green' }),
    ];
    expect(tasksFor(blue, [34], found)).toEqual(tasksFor(blue, [34]));
  });

  it.each<[string, Partial<Facts>, string | undefined, RegExp]>([
    [
      'need nothing with drift and AMIs that follow',
      ofKarpenter('1.8.1'),
      undefined,
      /^No action is needed.*disruption budgets allow\.$/,
    ],
    [
      'name no budgets before 0.34',
      ofKarpenter('0.33.1'),
      undefined,
      /^No action is needed.*begins to replace the nodes through drift after the update\.$/,
    ],
    [
      'are deleted without drift',
      ofKarpenter('0.31.0'),
      undefined,
      /^Drift is off in Karpenter: .*```sh\nkubectl delete node a\n/s,
    ],
    ['need nothing where the path turns drift on', ofKarpenter('0.31.0'), '1.8.1', /^No action is needed/],
    [
      'take another AMI where the alias names a release',
      ofKarpenter('1.8.1', 'al2023@v20250101'),
      undefined,
      /^The AMIs of the pool do not follow the control plane: .* AMI for 1\.34\. Karpenter then replaces/,
    ],
    [
      'take another AMI without drift',
      ofKarpenter('0.36.0', 'al2023@v20250101', { FEATURE_GATES: 'Drift=false' }),
      undefined,
      /^The AMIs of the pool .* AMI for 1\.34\. Drift is off/,
    ],
    [
      'take another AMI than Amazon Linux 2 where EKS has none',
      ofKarpenter('1.8.1', 'al2@latest'),
      undefined,
      /^The AMIs of the pool do not follow/,
    ],
    [
      'are told for every case where no node class was read',
      { ...ofKarpenter('1.8.1'), karpenterNodeClasses: [] },
      undefined,
      /^If drift is on/,
    ],
    [
      'are told for every case where FEATURE_GATES is not read',
      {
        ...ofKarpenter('0.36.0'),
        karpenterControllers: [aKarpenter({ version: '0.36.0', settingsUnread: ['FEATURE_GATES'] })],
      },
      undefined,
      /^If drift is on/,
    ],
    ['are told for every case where nothing of Karpenter is read', {}, undefined, /^If drift is on/],
  ])('of Karpenter %s', (_, facts, karpenter, fix) => {
    expect(tasksFor({ ...pool, ...facts }, [34], [], karpenter)).toMatchObject([
      { fix: expect.stringMatching(fix) as string },
    ]);
  });

  it('of Karpenter are what a finding says where it is told', () => {
    const found = [
      afterUpdateOfBlue('1.34', { remedy: 'replace-nodes:NodePool/general', fix: 'Delete it.', commands: ['rm'] }),
    ];
    expect(tasksFor(pool, [34], found)).toMatchObject([{ fix: 'Delete it.', commands: ['rm'], findings: ['f1'] }]);
  });

  it('leave a group of Amazon Linux 2 to the blocker that replaces it', () => {
    const nodegroups = [aNodegroup('blue', { amiType: 'AL2_x86_64', version: '1.32' })];
    const found = [aFinding({ check: 'nodes/amazon-linux-2', level: 'fail', remedy: 'update-nodegroup:blue' })];
    expect(tasksFor({ nodes: [], nodegroups }, [33], found)).toEqual([]);
    expect(tasksFor({ nodes: [], nodegroups }, [33])).toMatchObject([
      { fix: expect.stringContaining('EKS has no Amazon Linux 2 AMI for 1.33') as string },
    ]);
    expect(tasksFor({ nodes: [], nodegroups }, [32], found)).toHaveLength(0);
  });

  it('are counted as what they are', () => {
    const alone = (...names: string[]) => names.map((name) => aNode(name, 'v1.33.1'));
    const onFargate = ['f', 'g'].map((name) => aNode(name, 'v1.33.1', { computeType: 'fargate' }));
    const titles = (nodes: Facts['nodes'], more: Partial<Facts> = {}) =>
      tasksFor({ nodes, nodegroups: [], ...more }, [34]).map(({ title }) => title);
    expect(titles(alone('a', 'b', 'c'))).toEqual(['Update 3 self-managed nodes to 1.34']);
    expect(titles(alone('a'))).toEqual(['Update Node a to 1.34']);
    expect(titles(onFargate)).toEqual(['Update 2 Fargate nodes to 1.34']);
    const groups = ['blue', 'green'].map((group) => aNode(group, 'v1.33.1', { computeType: 'managed', group }));
    expect(titles(groups, { nodegroups: [aNodegroup('blue'), aNodegroup('green')] })).toEqual([
      'Update 2 groups of nodes to 1.34',
    ]);
  });

  it('name groups whose version nobody knows', () => {
    const nodegroups = [aNodegroup('idle', { amiType: 'CUSTOM', version: null, releaseVersion: 'ami-0a' })];
    expect(tasksFor({ nodes: [], nodegroups }, [34])).toMatchObject([
      { items: [{ resource: 'NodeGroup idle (no nodes)', message: 'its version is unknown' }] },
    ]);
  });
});

describe('without the facts about nodes', () => {
  const denied = { ok: false, reason: { kind: 'denied', message: 'forbidden' } };
  const known = { ok: true, value: [] };
  it.each([
    ['a fact that was denied', { nodes: denied, nodegroups: known, fargateWorkloads: known }, /could not be read$/],
    ['a fact of a check that was not selected', { nodegroups: known, fargateWorkloads: known }, /were not selected$/],
  ])('says why: %s', (_what, readings, why) => {
    const after = nodesAfter({ cluster: aCluster, readings: readings as never, versions: [34], found: [] } as never);
    expect(after[0]?.items[0]?.message).toMatch(why);
  });
});
