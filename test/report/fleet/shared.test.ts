import { describe, expect, it } from 'vitest';
import type { ReportedFinding } from '../../../src/judge/result.ts';
import { addProblems, listShared, type Problems } from '../../../src/report/fleet/shared.ts';
import type { Report } from '../../../src/report/schema.ts';
import { aFinding } from '../reported-finding.ts';

type Findings = readonly Partial<ReportedFinding>[];

/** The problems that several clusters share; the clusters are named `a`, `b` and so on. */
function shared(...clusters: readonly Findings[]) {
  const problems: Problems = new Map();
  for (const [index, findings] of clusters.entries()) {
    const results = [{ findings: findings.map((finding) => aFinding(finding)) }] as unknown as Report['results'];
    addProblems(problems, { results }, 'abcdef'[index] ?? '');
  }
  return listShared(problems).map(({ title, clusters: names }) => `${title}: ${names.join(' ')}`);
}

const inCluster = { kind: 'Cluster', text: 'Cluster prod', name: 'prod' };
const accepted = { reason: 'r', owner: 'o', until: '2026-12-31' };

describe('the problems that clusters share', () => {
  it.each<[string, readonly Findings[], string[]]>([
    ['one that two have', [[{}], [{}]], ['Node a: is wrong: a b']],
    ['none that only one has', [[{}], []], []],
    ['none that one has twice', [[{}, {}], []], []],
    [
      'one that three have, with other resources',
      [[{}], [{ resource: { kind: 'Node', text: 'Node b', name: 'b' } }], [{}]],
      ['too old: a b c'],
    ],
    ['one of the cluster, with its message', [[{ resource: inCluster }], [{ resource: inCluster }]], ['is wrong: a b']],
    [
      'one with other messages, in a few words',
      [[{ resource: inCluster }], [{ resource: inCluster, message: 'is bad' }]],
      ['too old: a b'],
    ],
    ['two rules of one check apart', [[{ rule: 'x' }, { rule: 'y' }], [{ rule: 'x' }]], ['Node a: is wrong: a b']],
    ['two levels apart', [[{ level: 'warn' }], [{ level: 'fail' }]], []],
    ['none that one has accepted', [[{ accepted }], [{}]], []],
    ['no task after the update', [[{ level: 'warn', phase: 'after' }], [{ level: 'warn', phase: 'after' }]], []],
    ['a blocker of phase after', [[{ phase: 'after' }], [{ phase: 'after' }]], ['Node a: is wrong: a b']],
    [
      'those of most clusters first',
      [
        [{ check: 'a/one', short: 'one' }, { check: 'a/two' }],
        [{ check: 'a/one' }, { check: 'a/two' }],
        [{ check: 'a/two' }],
      ],
      ['Node a: is wrong: a b c', 'Node a: is wrong: a b'],
    ],
    [
      'then by check',
      [
        [
          { check: 'a/b', message: 'b' },
          { check: 'a/a', message: 'a' },
        ],
        [
          { check: 'a/b', message: 'b' },
          { check: 'a/a', message: 'a' },
        ],
      ],
      ['Node a: a: a b', 'Node a: b: a b'],
    ],
  ])('are %s', (_, clusters, problems) => {
    expect(shared(...clusters)).toEqual(problems);
  });
});
