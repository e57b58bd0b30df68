import { describe, expect, it } from 'vitest';
import { loadTable } from '../../src/tables/tables.ts';
import { parseEks } from '../../scripts/behind.ts';
import { findBehind, type Release, type WrittenTables } from '../../scripts/refresh/behind.ts';
import type { WrittenTable } from '../../scripts/refresh/refresher.ts';
import recorded from './behind.json' with { type: 'json' };
import { eksVersionsPage } from './samples.ts';

/** What of the tables of a commit is looked at, and releases as package registries dated them later. */
const tables: WrittenTables = new Map<string, WrittenTable>(Object.entries(recorded.tables));
const { released } = recorded;
const judge = (today: string, others: readonly Release[] = released) => findBehind(tables, others, today);

/** Tables that say up to which Karpenter they were read. */
const aboutKarpenter = [...tables].flatMap(([name, { knownThrough }]) =>
  'karpenter' in (knownThrough ?? {}) ? [name] : [],
);

describe('the tables of November 28, which said that they were read on November 21', () => {
  const patches = [
    'karpenter-releases: Karpenter 1.14.2 of 2026-10-12 is missing, 47 days',
    'karpenter-releases: Karpenter 1.9.3 of 2026-10-22 is missing, 37 days',
  ];

  it('lacked the newest Karpenter, Kubernetes 1.37 as EKS has it, and three controllers', () => {
    expect(judge('2026-11-28')).toEqual([
      'cluster-autoscaler: Kubernetes 1.37.0 of 2026-08-26 is missing, 94 days',
      'component-floors: Kubernetes 1.37.0 of 2026-08-26 is missing, 94 days',
      'controllers: cilium 1.20.2 of 2026-09-15 is missing, 74 days',
      'controllers: keda 2.21.0 of 2026-09-23 is missing, 66 days',
      'controllers: argo-cd 3.6.0 of 2026-11-03 is missing, 25 days',
      'eks-versions: Kubernetes 1.37.0 of 2026-08-26 is missing, 94 days',
      ...aboutKarpenter.flatMap((name) => [
        `${name}: Karpenter 1.15.0 of 2026-10-10 is missing, 49 days`,
        ...(name === 'karpenter-releases' ? patches : []),
      ]),
    ]);
    expect(aboutKarpenter).toHaveLength(12);
  });

  it('may lack a release for two weeks', () => {
    expect(judge('2026-10-24').filter((line) => line.includes('Karpenter'))).toEqual([]);
    expect(judge('2026-10-25').filter((line) => line.includes('Karpenter')).length).toBeGreaterThan(0);
  });
});

describe('a table about EKS', () => {
  const eks = { of: 'EKS', version: '1.37.0', day: '2026-09-01' };

  it('follows EKS, where its own source is read, and otherwise Kubernetes some weeks later', () => {
    const [kubernetes] = released.filter(({ version }) => version === '1.37.0');
    const lines = (today: string, ...others: Release[]) => judge(today, others).filter((one) => one.startsWith('eks'));
    expect(kubernetes).toBeDefined();
    expect(lines('2026-09-20', eks)).toEqual(['eks-versions: EKS 1.37.0 of 2026-09-01 is missing, 19 days']);
    expect(lines('2026-09-20', ...released)).toEqual([]);
    expect(lines('2026-11-28', ...released, eks)).toHaveLength(1);
  });

  it('knows when EKS began to offer a version', () => {
    const page = eksVersionsPage();
    expect(parseEks(page ?? '')[0]).toEqual({
      of: 'EKS',
      version: `1.${loadTable('eks-versions').knownThrough}.0`,
      day: '2026-06-02',
    });
    expect(() => parseEks('<html>')).toThrow();
  });
});

it.each<[string, Release, string[]]>([
  ['a patch of a minor that is there', { of: 'vpc-cni', version: '1.23.9', day: '2026-10-01' }, []],
  [
    'a minor of a component whose newest release is named',
    { of: 'vpc-cni', version: '1.24.0', day: '2026-10-01' },
    ['component-floors: vpc-cni 1.24.0 of 2026-10-01 is missing, 58 days'],
  ],
  ['plugins that were compared later', { of: 'coredns', version: '1.15.0', day: '2026-10-01' }, []],
  ['a controller whose range has no end', { of: 'external-dns', version: '0.99.0', day: '2026-10-01' }, []],
  ['a controller without ranges', { of: 'flux', version: '9.0.0', day: '2026-10-01' }, []],
])('judges %s', (_what, release, lines) => {
  expect(judge('2026-11-28', [release])).toEqual(lines);
});
