import { describe, expect, it } from 'vitest';
import check from '../../../checks/karpenter/kubernetes-compatibility/check.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { parseMinor } from '../../../src/syntax/versions.ts';
import { aKarpenter, checkCases, karpenterPath, type Case } from '../cases.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const running = (version: string) => ({ karpenterControllers: [aKarpenter({ version })] });

const source = 'https://example.com/';
/** The tables of a rollback from 1.34: 2.0 supports no version below 1.34. */
const rollback = {
  current: '1.34',
  target: '1.33',
  tables: {
    'karpenter-compatibility': [
      { from: '1.0.0', min: 25, max: 31, outside: 'logged', source },
      { from: '1.8.0', min: 26, max: 34, outside: 'logged', source },
      { from: '2.0.0', min: 34, max: 35, outside: 'logged', source },
    ],
    'karpenter-releases': ['1.0.9', '1.8.8', '2.0.3'].map((version) => ({
      rowKind: 'latest',
      minor: version.slice(0, 3),
      version,
      released: '2026-06-01',
      source,
    })),
  },
} satisfies Pick<Case, 'current' | 'target' | 'tables'>;

checkCases(check, [
  {
    ...rollback,
    it: 'is silent about a Karpenter that supports both ends of a rollback',
    facts: running('1.8.8'),
    findings: [],
  },
  {
    ...rollback,
    it: 'fails a Karpenter that is too new for a rollback, and names one for both versions',
    facts: running('2.0.1'),
    findings: [
      {
        level: 'fail',
        rule: 'running',
        at: 33,
        blocks: 'control-plane',
        resource,
        short: 'too new for the Kubernetes version',
        message: 'Karpenter 2.0.1 supports Kubernetes 1.34 to 1.35, not 1.33: it is too new',
        evidence: [
          { observed: 'Kubernetes 1.33 with Karpenter 2.0.1, read from the image tag', required: '1.34 to 1.35' },
        ],
        fix: 'Before you roll back the control plane, install Karpenter 1.8.8, which supports both 1.33 and 1.34. Install its CRDs, too, and first read the release notes: the Karpenter project does not test downgrades.',
        links: [source],
      },
    ],
  },
  {
    ...rollback,
    it: 'and a second controller, which does not serve the cluster',
    facts: { karpenterControllers: [aKarpenter({ version: '1.8.8' }), aKarpenter({ version: '2.0.1', name: 'new' })] },
    findingsLike: [{ level: 'fail', at: 33, resource: { ...resource, name: 'new' } }],
  },
  {
    ...rollback,
    it: 'names no release for both versions where the tables have none',
    tables: {
      ...rollback.tables,
      'karpenter-compatibility': [{ from: '1.0.0', min: 34, max: 35, outside: 'logged', source }],
    },
    facts: running('2.0.1'),
    findingsLike: [
      { fix: expect.stringContaining('install a Karpenter release that supports both 1.33 and 1.34.') as string },
    ],
  },
  {
    ...rollback,
    it: 'only warns of a Karpenter that a rollback leaves too old',
    facts: running('1.0.9'),
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        message: 'Karpenter 1.0.9 supports Kubernetes 1.25 to 1.31, not 1.33',
        fix: 'This Karpenter is too old for 1.34 as well: the rollback changes nothing. After it, update Karpenter to 1.8.8 or newer.',
      },
    ],
  },
  {
    ...rollback,
    it: 'is silent about a Karpenter that is too old today and not after a rollback',
    current: '1.35',
    target: '1.34',
    facts: running('1.8.8'),
    findings: [],
  },
  { it: 'is silent about a Karpenter made for today and every step', facts: running('1.8.8'), findings: [] },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'skips EKS Auto Mode, whose pools AWS runs',
    cluster: { autoMode: true },
    facts: { karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster: AWS runs the node pools of EKS Auto Mode',
  },
  {
    it: 'judges an own Karpenter beside EKS Auto Mode',
    cluster: { autoMode: true },
    facts: running('1.5.0'),
    findingsLike: [{ level: 'fail', at: 34, blocks: 'control-plane' }],
  },
  {
    it: 'fails at the first version that the running one is not made for',
    current: '1.24',
    target: '1.28',
    facts: running('0.30.0'),
    findings: [
      {
        level: 'fail',
        rule: 'running',
        at: 28,
        blocks: 'control-plane',
        resource,
        message: 'Karpenter 0.30.0 supports Kubernetes 1.23 to 1.27, not 1.28',
        evidence: [
          {
            observed: 'Kubernetes 1.28 with Karpenter 0.30.0, read from the image tag',
            required: '1.23 to 1.27',
          },
        ],
        fix: 'Update Karpenter to 0.31.5 or newer before you update the control plane to 1.28; `--karpenter-target 0.31.5` shows the steps.',
        links: ['https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0280'],
      },
    ],
  },
  {
    it: 'is silent about it where the plan moves Karpenter before that version',
    current: '1.24',
    target: '1.28',
    facts: running('0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5'),
    findings: [],
  },
  {
    it: 'lets Kubernetes 1.35 follow a planned Karpenter 1.9.2',
    current: '1.34',
    target: '1.35',
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    findings: [],
  },
  {
    it: 'fails where the planned Karpenter is not made for the end of the path either',
    current: '1.34',
    target: '1.36',
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    findingsLike: [{ level: 'fail', rule: 'step', at: 36 }],
  },
  {
    it: 'prints no commands of the path for a second controller, which it is not of',
    current: '1.34',
    target: '1.35',
    facts: { karpenterControllers: [aKarpenter({ version: '1.8.8' }), aKarpenter({ version: '0.37.8', name: 'old' })] },
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    findingsLike: [
      {
        resource: { ...resource, name: 'old' },
        fix: 'Update this Karpenter to 1.9.4 or newer before you update the control plane to 1.35, or remove it: the steps in this report are for the Karpenter that serves the cluster.',
      },
    ],
  },
  {
    it: 'and still fails on a second controller, which the plan does not move',
    current: '1.34',
    target: '1.35',
    facts: { karpenterControllers: [aKarpenter({ version: '1.8.8' }), aKarpenter({ version: '1.8.1', name: 'old' })] },
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    findingsLike: [{ level: 'fail', rule: 'running', at: 35, resource: { ...resource, name: 'old' } }],
  },
  {
    it: 'and of the same version, too',
    current: '1.34',
    target: '1.35',
    facts: { karpenterControllers: [aKarpenter({ version: '1.8.8' }), aKarpenter({ version: '1.8.8', name: 'old' })] },
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    findingsLike: [{ level: 'fail', rule: 'running', at: 35, resource: { ...resource, name: 'old' } }],
  },
  {
    it: 'warns of what does not fit today and runs, and fails at the next step',
    current: '1.30',
    target: '1.31',
    facts: running('0.36.9'),
    findingsLike: [{ level: 'fail', at: 31, since: 30 }],
  },
  {
    it: 'warns of today where no update is planned',
    current: '1.30',
    target: '1.30',
    facts: running('0.36.9'),
    findingsLike: [{ level: 'warn', at: 30, message: 'Karpenter 0.36.9 supports Kubernetes 1.23 to 1.29, not 1.30' }],
  },
  {
    it: 'knows the crash of 1.1.0 and 1.1.1, before it happens',
    current: '1.31',
    facts: running('1.1.1'),
    findingsLike: [
      {
        level: 'fail',
        at: 32,
        message: 'Karpenter 1.1.1 supports Kubernetes 1.25 to 1.31, not 1.32: it exits at startup',
      },
    ],
  },
  {
    it: 'and that it fails where it has happened',
    current: '1.32',
    target: '1.32',
    facts: running('1.1.0'),
    findingsLike: [{ level: 'fail', at: 32 }],
  },
  { it: 'is done with it at 1.1.2', current: '1.31', target: '1.31', facts: running('1.1.2'), findings: [] },
  {
    it: 'warns where the matrix says more than the controller',
    current: '1.33',
    facts: running('1.7.3'),
    findingsLike: [
      {
        level: 'warn',
        at: 34,
        message:
          'Karpenter 1.7.3 supports Kubernetes 1.26 to 1.33, not 1.34: the published matrix includes it, but the range in the controller does not',
      },
    ],
  },
  { it: 'is silent from the patch on that knows it', current: '1.33', facts: running('1.7.4'), findings: [] },
  {
    it: 'fails on 0.28.0 with 1.26, whatever the matrix says',
    current: '1.25',
    facts: running('0.28.0'),
    findingsLike: [{ level: 'fail', at: 26 }],
  },
  {
    it: 'takes a Karpenter that is too new for today as it is, and says what it needs',
    current: '1.24',
    target: '1.24',
    facts: running('1.0.14'),
    findingsLike: [
      {
        level: 'warn',
        at: 24,
        message: 'Karpenter 1.0.14 supports Kubernetes 1.25 to 1.31, not 1.24: it is too new',
        fix: 'Update the control plane of prod to 1.25 first, or choose a Karpenter version that supports 1.24 (`--karpenter-target`).',
      },
    ],
  },
  {
    it: 'fails on a target that today’s Kubernetes is too old for, where the control plane stays',
    current: '1.24',
    target: '1.24',
    facts: running('0.37.8'),
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findingsLike: [{ level: 'fail', rule: 'step', atKarpenter: '1.0.14' }],
  },
  {
    it: 'is silent about that target where the control plane goes first',
    current: '1.24',
    target: '1.25',
    facts: running('0.37.8'),
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findings: [],
  },
  {
    it: 'fails on a target that the last Kubernetes is too new for',
    current: '1.31',
    target: '1.33',
    facts: running('1.1.10'),
    karpenter: karpenterPath('1.1.10', '1.2.8'),
    findingsLike: [{ level: 'fail', rule: 'step', at: 33 }],
  },
  {
    it: 'leaves the Kubernetes that a release after the tables meets to the engine, and the running one to its own',
    current: '1.35',
    target: '1.37',
    facts: running('1.14.0'),
    karpenter: { current: '1.14.0', target: '1.99.0', versions: ['1.14.0'] },
    findings: [],
  },
  {
    it: 'knows its oldest: no later release went below',
    current: '1.25',
    target: '1.25',
    facts: running('1.0.14'),
    karpenter: karpenterPath('1.0.14', '1.99.0'),
    findingsLike: [
      {
        level: 'fail',
        atKarpenter: '1.99.0',
        message: 'Karpenter 1.99.0 supports Kubernetes 1.26 or newer, not 1.25: it is too new',
        evidence: [
          { observed: 'Kubernetes 1.25 with Karpenter 1.99.0, read from the image tag', required: '1.26 or newer' },
        ],
      },
    ],
  },
  {
    it: 'says so of one that is not on the way, since no table ends there',
    facts: { karpenterControllers: [aKarpenter(), aKarpenter({ name: 'other', version: '1.99.0' })] },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'version',
        message: 'the Kubernetes versions that Karpenter 1.99.0 supports are unknown: ranges are known up to 1.15',
      },
    ],
  },
  {
    it: 'bears with a stop that the Kubernetes of today is too new for',
    current: '1.29',
    target: '1.29',
    facts: running('0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.34.13'),
    findingsLike: [
      { level: 'warn', rule: 'running', at: 29 },
      { level: 'warn', rule: 'step', atKarpenter: '0.31.5' },
      { level: 'warn', rule: 'step', atKarpenter: '0.32.10' },
    ],
  },
  {
    it: 'shows the commands of the next update once, whichever finding prints them',
    current: '1.30',
    target: '1.30',
    facts: running('0.36.4'),
    karpenter: karpenterPath('0.36.4', '0.36.9', '1.0.14'),
    findingsLike: [
      { rule: 'running', remedy: 'update-karpenter:0.36.9' },
      { rule: 'step', atKarpenter: '0.36.9', remedy: 'update-karpenter:0.36.9' },
    ],
  },
  {
    it: 'leaves a Kubernetes after the last that any release supports to the engine',
    current: '1.34',
    target: '1.38',
    facts: running('1.6.2'),
    karpenter: karpenterPath('1.6.2', '1.15.3'),
    findingsLike: [{ level: 'warn', rule: 'running', at: 34 }],
  },
  {
    it: 'fails on Kubernetes 1.37 before Karpenter 1.15',
    current: '1.36',
    target: '1.37',
    facts: running('1.14.4'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'running',
        at: 37,
        message: 'Karpenter 1.14.4 supports Kubernetes 1.26 to 1.36, not 1.37',
      },
    ],
  },
  {
    it: 'is silent about Kubernetes 1.37 with Karpenter 1.15',
    current: '1.36',
    target: '1.37',
    facts: running('1.15.3'),
    findings: [],
  },
  {
    it: 'judges a patch above the newest known one by its minor',
    current: '1.36',
    target: '1.37',
    facts: running('1.15.99'),
    findings: [],
  },
  {
    it: 'fails on it where a known release supports more than the planned one',
    current: '1.34',
    target: '1.37',
    facts: running('1.8.8'),
    findingsLike: [{ level: 'fail', rule: 'running', at: 35 }],
  },
  {
    it: 'warns of one that is scaled to zero',
    facts: { karpenterControllers: [aKarpenter({ version: '1.5.8', replicas: 0 })] },
    findingsLike: [{ level: 'warn', at: 34 }],
  },
  {
    it: 'does not know what a nightly build is made for',
    facts: { karpenterControllers: [aKarpenter({ version: null, snapshot: true })] },
    findingsLike: [
      {
        level: 'unknown',
        message:
          'the Kubernetes versions that this Karpenter supports are unknown: a nightly build or release candidate, not a release',
      },
    ],
  },
  {
    it: 'nor an image that tells unknown',
    facts: { karpenterControllers: [aKarpenter({ version: null })] },
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'nor a release from before the ranges',
    facts: running('0.16.3'),
    findingsLike: [
      {
        level: 'unknown',
        message: 'the Kubernetes versions that Karpenter 0.16.3 supports are unknown: ranges are known from 0.21.0 on',
      },
    ],
  },
  {
    it: 'judges each of two controllers',
    facts: { karpenterControllers: [aKarpenter({ version: '1.8.8' }), aKarpenter({ version: '1.5.8', name: 'old' })] },
    findingsLike: [{ level: 'fail', resource: { ...resource, name: 'old' } }],
  },
]);

describe('the table of ranges', () => {
  const { rows } = loadTable('karpenter-compatibility');

  it('rises with the versions', () => {
    for (const [index, row] of rows.slice(1).entries()) {
      const before = rows[index];
      if (before === undefined) continue;
      expect([row.from, row.min >= before.min]).toEqual([row.from, true]);
      expect(row.documentedMax ?? row.max).toBeGreaterThanOrEqual(before.max - 1);
    }
  });

  it.each([
    ['1.24', '0.21.0'],
    ['1.25', '0.25.0'],
    ['1.26', '0.28.1'],
    ['1.28', '0.31.0'],
    ['1.29', '0.34.0'],
    ['1.30', '0.37.0'],
    ['1.31', '1.0.5'],
    ['1.32', '1.2.0'],
    ['1.33', '1.5.0'],
    ['1.34', '1.6.6'],
    ['1.35', '1.9.0'],
    ['1.36', '1.13.0'],
  ])('has for Kubernetes %s %s as the least', (kubernetes, from) => {
    const minor = parseMinor(kubernetes) ?? 0;
    const least = rows.find(({ max, min }) => min <= minor && minor <= max);
    expect(least?.from).toBe(from);
  });
});
