import check from '../../../checks/karpenter/version-behind/check.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';

/** 1.8 is supported until 1.9 is released. */
const before19 = '2026-02-01T12:00:00.000Z';
const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const running = (version: string) => ({ karpenterControllers: [aKarpenter({ version })] });

checkCases(check, [
  { it: 'is silent about the newest patch of a minor', now: before19, facts: running('1.8.8'), findings: [] },
  {
    it: 'does not know a patch above the newest known one, which stops nothing',
    now: before19,
    facts: running('1.8.99'),
    findings: [
      {
        level: 'unknown',
        rule: 'release',
        phase: 'after',
        resource,
        message:
          'Karpenter 1.8.99 is newer than 1.8.8, the newest known patch of its minor version: its changes are unknown',
        evidence: [{ observed: '1.8.99', required: '1.8.8 or older' }],
        fix: 'Check that the project released it, and read its release notes. Everything else is judged by the newest known patch.',
        links: ['https://github.com/aws/karpenter-provider-aws/releases/tag/v1.8.99'],
      },
    ],
  },
  {
    it: 'does not know such a patch as the target',
    now: before19,
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.14.99'),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'release',
        phase: 'after',
        atKarpenter: '1.14.99',
        message:
          'Karpenter 1.14.99 is newer than 1.14.4, the newest known patch of its minor version: its changes are unknown',
      },
    ],
  },
  {
    it: 'is silent about the newest known patch as the target',
    now: before19,
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.14.4'),
    findings: [],
  },
  {
    it: 'is silent about a minor that no table lists: the engine reports it',
    facts: running('1.99.0'),
    findings: [],
  },
  {
    it: 'warns of a minor without support, with the supported ones',
    facts: running('1.0.14'),
    findings: [
      {
        level: 'warn',
        rule: 'minor',
        resource,
        short: 'no longer supported',
        message: 'the Karpenter project no longer supports 1.0: 1.1 was released on 2024-11-30',
        evidence: [
          {
            observed: '1.0.14',
            required: '1.15.3 or 1.14 (long-term support until 2027-07)',
          },
        ],
        fix: 'Plan an update to a supported minor version: scan with `--karpenter-target VERSION` to see the steps.',
        links: [
          'https://karpenter.sh/docs/upgrading/compatibility/',
          'https://github.com/aws/karpenter-provider-aws/releases/tag/v1.15.3',
        ],
      },
    ],
  },
  {
    it: 'is silent until the next minor is released, and about the newest one',
    now: '2026-06-09T12:00:00.000Z',
    facts: {
      karpenterControllers: [aKarpenter({ version: '1.12.2' }), aKarpenter({ version: '1.15.3', name: 'new' })],
    },
    findings: [],
  },
  {
    it: 'speaks on the day on which it is',
    now: '2026-06-10T12:00:00.000Z',
    facts: running('1.12.2'),
    findingsLike: [
      { rule: 'minor', message: 'the Karpenter project no longer supports 1.12: 1.13 was released on 2026-06-10' },
    ],
  },
  {
    it: 'is silent about a minor with long-term support',
    now: '2027-02-28T12:00:00.000Z',
    facts: { karpenterControllers: [aKarpenter({ version: '1.9.4' }), aKarpenter({ version: '1.14.4', name: 'new' })] },
    findings: [],
  },
  {
    it: 'speaks once that support has ended',
    now: '2027-03-01T12:00:00.000Z',
    facts: running('1.9.4'),
    findingsLike: [
      {
        rule: 'minor',
        message: 'the Karpenter project no longer supports 1.9: its long-term support ended in 2027-02',
      },
    ],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'warns of a target that is not the newest patch, as of a running one',
    facts: running('1.9.4'),
    karpenter: karpenterPath('1.9.4', '1.12.1'),
    findings: [
      {
        level: 'warn',
        rule: 'target',
        atKarpenter: '1.12.1',
        resource,
        message: 'the target, Karpenter 1.12.1, is not the newest patch of 1.12: that is 1.12.2',
        evidence: [{ observed: '1.12.1', required: '1.12.2', source: 'table' }],
        fix: 'Choose 1.12.2 instead: `--karpenter-target 1.12.2`.',
        links: ['https://github.com/aws/karpenter-provider-aws/releases/tag/v1.12.2'],
      },
    ],
  },
  {
    it: 'is silent about a target that is the newest patch',
    facts: running('1.9.4'),
    karpenter: karpenterPath('1.9.4', '1.12.2'),
    findings: [],
  },
  {
    it: 'leaves a target with known problems to karpenter/upgrade-hops',
    facts: running('1.9.4'),
    karpenter: karpenterPath('1.9.4', '1.11.0'),
    findings: [],
  },
  {
    it: 'names the problem of Capacity Reservations of a running release, which it does not judge',
    now: '2026-04-01T12:00:00.000Z',
    facts: running('1.10.0'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'patch',
        message:
          'Karpenter 1.10.0 is not the newest patch of 1.10: that is 1.10.2; if a node class selects Capacity Reservations: the controller panics if EC2 does not say whether a selected Capacity Reservation is interruptible',
        links: [
          'https://github.com/aws/karpenter-provider-aws/pull/9080',
          'https://github.com/aws/karpenter-provider-aws/releases/tag/v1.10.2',
        ],
      },
    ],
  },
  {
    it: 'names the CPU of a running 1.11.0',
    now: '2026-04-20T12:00:00.000Z',
    facts: running('1.11.0'),
    findingsLike: [{ rule: 'patch', short: 'patch has known problems' }],
  },
  {
    it: 'warns of an older patch',
    now: before19,
    facts: running('1.8.3'),
    findings: [
      {
        level: 'warn',
        rule: 'patch',
        resource,
        message: 'Karpenter 1.8.3 is not the newest patch of 1.8: that is 1.8.8',
        evidence: [{ observed: '1.8.3', required: '1.8.8' }],
        fix: 'Update Karpenter to 1.8.8, CRDs first.',
        links: ['https://github.com/aws/karpenter-provider-aws/releases/tag/v1.8.8'],
      },
    ],
  },
  {
    it: 'says why where a patch is known to be bad',
    now: before19,
    facts: running('1.8.4'),
    findingsLike: [
      { message: 'Karpenter 1.8.4 has a known problem: does not schedule some pods with topology spread constraints' },
    ],
  },
  {
    it: 'says every reason',
    facts: running('1.1.1'),
    findingsLike: [
      {
        message:
          'Karpenter 1.1.1 has a known problem: exits at startup on Kubernetes newer than 1.31; selectors whose cache keys collide may give a node the subnets, security groups or AMI of another node class',
        evidence: [{ observed: '1.1.1', required: '1.1.10' }],
      },
      { rule: 'minor', message: 'the Karpenter project no longer supports 1.1: 1.2 was released on 2025-01-28' },
    ],
  },
  {
    it: 'warns of major version 0 even at its newest patch',
    facts: running('0.37.8'),
    findingsLike: [
      { rule: 'major-version-zero', message: 'Karpenter 0.37.8 has major version 0, which gets no security patches' },
    ],
  },
  {
    it: 'tells a patch that is behind and major version 0 apart',
    facts: running('0.29.1'),
    findingsLike: [{ rule: 'patch', level: 'warn' }, { rule: 'major-version-zero' }],
  },
  {
    it: 'warns of a nightly build or release candidate, and of no more',
    facts: {
      karpenterControllers: [
        aKarpenter({ version: null, snapshot: true, image: 'mirror.example/controller:0-fc17bfc', disagreement: 'x' }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'not-a-release',
        message: 'runs a nightly build or a release candidate, not a release: mirror.example/controller:0-fc17bfc',
      },
    ],
  },
  {
    it: 'does not know what an unreadable image runs',
    facts: { karpenterControllers: [aKarpenter({ version: null, image: 'mirror.example/controller:latest' })] },
    findingsLike: [
      { level: 'unknown', message: 'cannot read the version of Karpenter from mirror.example/controller:latest' },
    ],
  },
  {
    it: 'says where sources tell different versions',
    now: before19,
    facts: { karpenterControllers: [aKarpenter({ version: '1.8.8', disagreement: 'the chart label says 1.6.2' })] },
    findingsLike: [{ rule: 'disagreement', message: 'the image tag says Karpenter 1.8.8, the chart label says 1.6.2' }],
  },
]);
