import { describe, expect, it } from 'vitest';
import type { ReportedFinding } from '../../src/judge/result.ts';
import { addProblems, listShared, type Problems } from '../../src/report/fleet/shared.ts';
import type { Report } from '../../src/report/schema.ts';
import { aFinding } from './reported-finding.ts';

const unseen = (permission: string | null, reason = 'denied'): Partial<ReportedFinding> => ({
  level: 'unknown',
  rule: 'missing:nodes',
  message: `not seen: ${reason}`,
  short: permission === null ? 'not seen' : 'permission is missing',
  unseen: { kind: 'fact', fact: 'nodes', part: null, reason, permission },
});

/** What clusters `a`, `b`, ... share, one list of findings for each. */
function sharedBy(...clusters: readonly (readonly ReportedFinding[])[]) {
  const problems: Problems = new Map();
  for (const [index, findings] of clusters.entries()) {
    const results = [{ title: 'Title of the check', findings }] as unknown as Report['results'];
    addProblems(problems, { results }, String.fromCodePoint(97 + index));
  }
  return listShared(problems).map(
    ({ title, short, check, checks, level, clusters: own }) =>
      `${own.join('')} ${level} ${check} ${checks} ${title}${short === title ? '' : ` | ${short}`}`,
  );
}

const denied = aFinding(unseen('nodes: list'));

describe('what clusters share', () => {
  it.each<[string, ReportedFinding[][], string[]]>([
    [
      'the message if it is the same',
      [[aFinding()], [aFinding()]],
      ['ab fail nodes/kubelet-skew 1 Node a: is wrong | too old'],
    ],
    [
      'a few words if messages differ',
      [[aFinding()], [aFinding({ message: 'is worse' })]],
      ['ab fail nodes/kubelet-skew 1 too old'],
    ],
    [
      'the title of the check if even these differ',
      [[aFinding()], [aFinding({ message: 'is worse', short: 'too new' })]],
      ['ab fail nodes/kubelet-skew 1 Title of the check'],
    ],
    ['nothing that only one cluster has', [[aFinding()], []], []],
    [
      'nothing that is accepted',
      [[aFinding()], [aFinding({ accepted: { reason: 'r', owner: 'o', until: '2027-01-01' } })]],
      [],
    ],
    [
      'no task after the update',
      [[aFinding({ level: 'warn', phase: 'after' })], [aFinding({ level: 'warn', phase: 'after' })]],
      [],
    ],
    ['two levels of one rule as two problems', [[aFinding()], [aFinding({ level: 'warn' })]], []],
    [
      'one missing permission once, however many checks it affects',
      [[denied, { ...denied, check: 'nodes/drain' }], [{ ...denied, check: 'workloads/bare-pods' }]],
      ['ab unknown nodes/drain 3 missing permission nodes: list'],
    ],
    ['two missing permissions of one rule as two problems', [[denied], [aFinding(unseen('pods: list'))]], []],
    [
      'one failure of the API server once, whatever its address',
      [
        [aFinding({ ...unseen(null, 'cannot reach 10.0.0.1'), short: 'API server not reached' })],
        [aFinding({ ...unseen(null, 'cannot reach 10.0.0.2'), short: 'API server not reached', check: 'nodes/drain' })],
      ],
      ['ab unknown nodes/drain 2 API server not reached'],
    ],
    ['a permission and another cause as two problems', [[denied], [aFinding(unseen(null, 'timed out'))]], []],
    [
      'other causes by check and rule',
      [[aFinding(unseen(null, 'timed out'))], [aFinding(unseen(null, 'cut off'))]],
      ['ab unknown nodes/kubelet-skew 1 not seen'],
    ],
  ])('has %s', (_what, clusters, expected) => {
    expect(sharedBy(...clusters)).toEqual(expected);
  });

  it('begins with the worst level, then with the problem of most clusters', () => {
    const rare = aFinding({ check: 'nodes/drain' });
    const unknown = aFinding({ level: 'unknown', check: 'nodes/not-ready' });
    const warning = aFinding({ level: 'warn', check: 'workloads/bare-pods' });
    const own = sharedBy(
      [rare, aFinding(), unknown, warning],
      [rare, aFinding(), unknown, warning],
      [aFinding(), unknown, warning],
      [unknown, warning],
    );
    expect(own.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'abc fail nodes/kubelet-skew',
      'ab fail nodes/drain',
      'abcd unknown nodes/not-ready',
      'abcd warn workloads/bare-pods',
    ]);
  });
});
