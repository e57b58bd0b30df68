import { describe, expect, it } from 'vitest';
import { aCluster, anAddon, aNode, aNodegroup } from '../../../src/custom-checks/testing/samples.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Known } from '../../../src/report/plan/draft.ts';
import { buildPlan } from '../../../src/report/plan/build-plan.ts';
import { listFillIn } from '../../../src/report/plan/fill-in.ts';
import { lastTasks } from '../../../src/report/plan/last-tasks.ts';
import { planNotes } from '../../../src/report/plan/plan-notes.ts';
import { aKarpenter } from '../../checks/cases.ts';
import { aNodeClass, aNodePool } from '../../checks/karpenter/objects.ts';
import { aTask } from '../../formats/plan/a-plan.ts';
import { aFinding } from '../reported-finding.ts';
import { toKnown } from './known.ts';

const offer = (version: string, end: string): Facts['clusterVersions']['versions'][number] => ({
  version,
  clusterType: 'eks',
  status: 'STANDARD_SUPPORT',
  endOfStandardSupport: `${end}T00:00:00Z`,
  endOfExtendedSupport: null,
});

const clusterVersions: Facts['clusterVersions'] = {
  source: 'live',
  versions: [
    offer('1.33', '2026-07-29'),
    offer('1.34', '2026-12-02'),
    offer('1.35', '2027-03-27'),
    offer('1.36', '2027-08-02'),
    offer('1.37', '2028-01-15'),
  ],
};

const once = (target: string) =>
  `With \`--target ${target}\`, each node group is drained once, for all versions up to it.`;
const legacy = aFinding({ remedy: 'update-nodegroup:legacy' });

const rows: { it: string; facts: Partial<Facts>; more?: Parameters<typeof toKnown>[1]; notes: string[] }[] = [
  {
    it: 'name the newest target that accepts today’s kubelets',
    facts: { clusterVersions, nodegroups: [aNodegroup('general')] },
    notes: [`1.34 leaves standard support on 2026-12-02, in 12 days. ${once('1.36')}`],
  },
  {
    it: 'leave out a group that a blocker replaces before the update',
    facts: { clusterVersions, nodegroups: [aNodegroup('general'), aNodegroup('legacy', { version: '1.30' })] },
    more: { found: [legacy] },
    notes: [`1.34 leaves standard support on 2026-12-02, in 12 days. ${once('1.36')}`],
  },
  {
    it: 'say nothing if a kubelet is too old for a further target, or EKS offers none',
    facts: { clusterVersions, nodegroups: [aNodegroup('old', { version: '1.31' })] },
    notes: [],
  },
  {
    it: 'say why no update is planned: another target',
    facts: { clusterVersions },
    more: { target: 33 },
    notes: ['No update of the control plane is planned: the target is 1.33. EKS offers 1.34.'],
  },
  {
    it: 'say why no update is planned: EKS offers none for the kind of the cluster',
    facts: { clusterVersions },
    more: { target: 33, cluster: { ...aCluster, outpost: true } },
    notes: [
      'No update of the control plane is planned: EKS offers no version after 1.33 for local clusters on AWS Outposts.',
    ],
  },
  {
    it: 'say that the end of support is over',
    facts: { clusterVersions, nodegroups: [aNodegroup('general')] },
    more: { judgedAt: '2026-12-24T12:00:00Z' },
    notes: [`1.34 left standard support on 2026-12-02. ${once('1.36')}`],
  },
  {
    it: 'begin with a version that EKS does not offer',
    facts: {},
    more: {
      found: [
        aFinding({ check: 'control-plane/version-step', message: 'EKS in eu-west-1 does not offer Kubernetes 1.34' }),
      ],
    },
    notes: ['EKS in eu-west-1 does not offer Kubernetes 1.34: choose another target first, and plan again.'],
  },
  {
    it: 'say which add-ons stay',
    facts: {
      addons: ['coredns', 'vpc-cni', 'adot'].map((name) => anAddon(name, { version: 'v1.2.3-eksbuild.1' })),
      addonVersions: ['coredns', 'vpc-cni', 'adot'].map((name) => ({
        name,
        owner: 'aws',
        publisher: 'eks',
        versions: [
          {
            version: 'v1.2.3-eksbuild.1',
            compatibilities: [{ cluster: '1.34', platforms: [], isDefault: name !== 'adot' }],
          },
        ],
      })),
    },
    notes: [
      'coredns and vpc-cni stay: their versions are the default of 1.34. adot stays: its version is listed for 1.34.',
    ],
  },
];

describe('the notes of a plan', () => {
  it.each(rows)('$it', ({ facts, more, notes }) => {
    expect(planNotes(toKnown(facts, more), []).notes).toEqual(notes);
  });
});

type Budgets = Facts['karpenterPools'][number]['disruption']['budgets'];

/** A cluster whose Karpenter has a pool with these budgets, with a node if it is to wait for one. */
function withPool(
  budgets: Budgets,
  { alias = 'al2023@latest', version = '1.8.8', hasNode = true, target = 34 } = {},
): Known {
  const pool = aNodePool('default');
  return toKnown(
    {
      nodes: hasNode ? [aNode('a', 'v1.33.1', { computeType: 'karpenter', group: 'default' })] : [],
      nodegroups: [],
      fargateWorkloads: [],
      nodeImages: [],
      karpenterControllers: [aKarpenter({ version })],
      karpenterPools: [{ ...pool, disruption: { ...pool.disruption, budgets } }],
      karpenterNodeClasses: [aNodeClass('default', { alias })],
    },
    { target },
  );
}

const tenth = { nodes: '10%', schedule: null, duration: null, reasons: [] };
const none = { ...tenth, nodes: '0' };

it.each([
  ['Replace `AMI_ID` with the ID of an AMI for 1.34. Then go on.', 'run AMI_ID', 'AMI_ID', 'the ID of an AMI for 1.34'],
  [
    'Replace `TAG` with the number that the command prints.',
    'run TAG',
    'TAG',
    'the tag of the image, which the user guide lists',
  ],
])('a placeholder is explained in whole, without its command: %s', (text, command, name, meaning) => {
  const task = { ...aTask('nodes:a'), number: 3, how: { text, commands: [command] } };
  expect(listFillIn([task])).toEqual([{ name, meaning, tasks: [3] }]);
});

it.each([
  ['2026-11-20T12:00:00Z', '1.34 leaves standard support on 2026-12-02: plan the next update before this date.'],
  ['2026-12-24T12:00:00Z', '1.34 left standard support on 2026-12-02: plan the next update now.'],
])('the last scan names the next date of support, seen on %s', (judgedAt, note) => {
  expect(lastTasks(toKnown({ clusterVersions }, { judgedAt })).map(({ notes }) => notes)).toEqual([[note]]);
});

/** The same, with a Karpenter that has no budgets and that the path does not update. */
function withoutBudgets(known: Known): Known {
  const steps = known.steps.filter(({ component }) => component === 'kubernetes');
  const [version, controllers] = ['0.33.0', [aKarpenter({ version: '0.33.0' })]];
  return {
    ...known,
    readings: { ...known.readings, karpenterControllers: { ok: true, value: controllers } },
    steps,
    karpenter: { ...known.karpenter, path: { current: version, target: version, versions: [version] }, steps },
  };
}

const ofPlan = (known: Known) => (buildPlan(known)?.tasks ?? []).filter(({ kind }) => kind !== 'scan');

describe('Karpenter during the hold', () => {
  it.each([
    ['until its task comes', withPool([tenth]), ['lower', 'control-plane', 'hold', 'restore', 'nodes']],
    ['until the end of the hold', withPool([tenth], { hasNode: false }), ['lower', 'control-plane', 'hold', 'restore']],
    [
      'although an alias names a release',
      withPool([tenth], { alias: 'al2023@v20251103' }),
      ['lower', 'control-plane', 'hold', 'restore', 'nodes'],
    ],
    ['although a budget stops drift', withPool([{ ...none, reasons: ['Drifted'] }]), ['lower']],
    ['not if a budget stops all', withPool([none]), ['control-plane', 'hold', 'nodes']],
    ['not without budgets', withoutBudgets(withPool([tenth])), ['control-plane', 'hold', 'nodes']],
    [
      'in each of several holds',
      withPool([tenth], { target: 35, version: '1.9.0' }),
      ['lower', 'control-plane', 'hold', 'restore', 'nodes', 'lower', 'control-plane', 'hold', 'restore', 'nodes'],
    ],
  ])('is paused %s', (_, known, kinds) => {
    expect(
      ofPlan(known)
        .map(({ kind }) => kind)
        .slice(0, Math.max(kinds.length, 1)),
    ).toEqual(kinds);
  });

  it('is paused for all reasons, and gets its budgets back', () => {
    const [lower, update, , restore, wait] = ofPlan(withPool([tenth]));
    const budgets = (list: string) =>
      `kubectl patch nodepools.karpenter.sh default --type merge -p '{"spec":{"disruption":{"budgets":[${list}]}}}'`;
    expect(lower?.how.commands[0]).toBe(budgets('{"nodes":"10%"},{"nodes":"0"}'));
    expect(lower?.notes.join(' ')).toMatch(
      /still launches nodes at 1\.34 .*expire.*Before a rollback, such nodes must go/,
    );
    expect([restore?.how.commands, lower?.undo?.commands]).toEqual([
      [budgets('{"nodes":"10%"}')],
      [budgets('{"nodes":"10%"}')],
    ]);
    expect(update?.needs).toContain(lower?.id);
    expect(wait?.needs).toContain(restore?.id);
    expect([lower?.id, restore?.id]).toEqual(['lower:nodepools:1.34', 'restore:nodepools:1.34']);
  });

  it('says what cannot be paused', () => {
    const wait = ofPlan(withoutBudgets(withPool([tenth]))).at(-1);
    expect(wait?.notes.join(' ')).toMatch(/Karpenter begins right after the update .*also during the HOLD/);
  });
});
