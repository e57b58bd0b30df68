import { describe, expect, it } from 'vitest';
import { buildAcceptEntries } from '../../src/commands/accept-entries.ts';
import { acceptFindings } from '../../src/judge/policy.ts';
import type { ReportedFinding } from '../../src/judge/result.ts';
import { acceptedTexts } from '../../src/formats/text/accepted.ts';
import { aFinding } from '../report/reported-finding.ts';

/** What `accept N` writes for the findings of an entry, and how the next scan lists them. */

const why = { reason: 'moves on Friday', owner: 'ops', until: '2026-12-31' };
const at = { component: 'kubernetes', version: '1.34' } as const;

function budget(path: string, more: Partial<ReportedFinding> = {}): ReportedFinding {
  const [namespace = '', name = ''] = path.split('/');
  const text = `PodDisruptionBudget ${path}`;
  const resource = { text, kind: 'PodDisruptionBudget', namespace, name };
  return aFinding({ fingerprint: `${path} ${more.rule ?? ''}`, check: 'a/closed', level: 'warn', resource, ...more });
}

const named = (findings: readonly ReportedFinding[], others: readonly ReportedFinding[] = []) =>
  buildAcceptEntries(findings, [...findings, ...others], false).map(
    ({ entry }) => `${entry.id === undefined ? '' : 'id '}${entry.resource}`,
  );
const shop = ['shop/a', 'shop/b', 'shop/c'].map((path) => budget(path));
const each = shop.map(({ resource }) => `id ${resource.text}`);

describe('findings of an entry', () => {
  it.each<[string, readonly ReportedFinding[], readonly ReportedFinding[], readonly string[]]>([
    ['of a namespace are a glob', shop, [], ['PodDisruptionBudget shop/*']],
    [
      'of level fail stay by themselves: a glob would accept a blocker of another rule later',
      shop.map((one) => ({ ...one, level: 'fail' as const })),
      [],
      each,
    ],
    ['of a few resources stay by themselves', shop.slice(1), [], each.slice(1)],
    [
      'of several namespaces are a glob for each that has many',
      [...shop, budget('ops/a')],
      [],
      ['PodDisruptionBudget shop/*', 'id PodDisruptionBudget ops/a'],
    ],
    [
      'without namespaces are a glob of their kind',
      ['a', 'b', 'c'].map((name) =>
        aFinding({ level: 'warn', resource: { text: `Node ${name}`, kind: 'Node', name } }),
      ),
      [],
      ['Node *'],
    ],
    ['stay by themselves where the check found another resource there', shop, [budget('shop/d')], each],
    ['stay by themselves where it found something else of one', shop, [budget('shop/a', { rule: 'twice' })], each],
    ['stay by themselves where it does not know of another', shop, [budget('shop/d', { level: 'unknown' })], each],
    [
      'are a glob whatever other checks found there',
      shop,
      [budget('shop/d', { check: 'a/b' })],
      ['PodDisruptionBudget shop/*'],
    ],
    ['are a glob whatever is in other namespaces', shop, [budget('ops/d')], ['PodDisruptionBudget shop/*']],
    [
      'of level unknown stay by themselves: a glob accepts none',
      shop.map((one) => ({ ...one, level: 'unknown' as const })),
      [],
      each,
    ],
    [
      'of two steps are two: an acceptance holds for one',
      [...shop.slice(1), budget('shop/a', { at })],
      [],
      [...each.slice(1), ...each.slice(0, 1)],
    ],
    [
      'named like a glob stay by themselves',
      [...shop, budget('shop/*')],
      [],
      [...each, 'id PodDisruptionBudget shop/*'],
    ],
  ])('%s', (_name, findings, others, expected) => {
    expect(named(findings, others)).toEqual(expected);
  });

  it.each(['warn', 'fail'] as const)(
    'of level %s are accepted by what is written for them, and nothing else is',
    (level) => {
      const [own, other] = [shop.map((one) => ({ ...one, level })), budget('ops/a', { level })];
      const later = budget('shop/d', { level: 'fail', rule: 'overlapping-budgets' });
      const result = { id: 'a/closed', skipped: null, findings: [...own, other, later] } as never;
      const acceptances = buildAcceptEntries(own, [...own, other], false).map(({ entry }) => ({
        ...why,
        entry: 'entry 1',
        id: entry.id ?? null,
        check: entry.check ?? null,
        resource: entry.resource ?? null,
        level: entry.level,
        at: null,
        isRollback: false,
      }));
      const path = { kubernetes: '1.33', karpenter: null, steps: [] };
      const { results } = acceptFindings([result], acceptances, { judgedAt: '2026-11-20T12:00:00Z', path });
      expect(results[0]?.findings.map(({ accepted }) => accepted)).toEqual([why, why, why, null, null]);
    },
  );
});

describe('an acceptance', () => {
  const entry = { ...why, entry: 'entry 1', id: null, check: 'a/closed', resource: 'PodDisruptionBudget shop/a' };
  const up = {
    kubernetes: '1.35',
    karpenter: null,
    steps: [{ component: 'kubernetes', from: '1.35', to: '1.36' }],
  } as const;
  const down = { ...up, steps: [{ component: 'kubernetes', from: '1.35', to: '1.34' }] } as const;

  it.each([
    ['of an update', up, 'an update', false, true],
    ['of an update', down, 'a rollback', false, false],
    ['of a rollback', down, 'a rollback', true, true],
    ['of a rollback', up, 'an update', true, false],
  ] as const)('%s holds in its own direction: %s, %s', (_kind, path, _change, isRollback, holds) => {
    const acceptances = [{ ...entry, level: 'fail', at: null, isRollback } as const];
    const result = { id: 'a/closed', skipped: null, findings: [budget('shop/a', { level: 'fail', at })] } as never;
    const accepted = acceptFindings([result], acceptances, { judgedAt: '2026-11-20T12:00:00Z', path });
    expect(accepted.results[0]?.findings[0]?.accepted).toEqual(holds ? why : null);
    expect(accepted.notes.unmatched).toEqual([]);
  });

  it('is written for a rollback at any of its steps', () => {
    expect(buildAcceptEntries([budget('shop/a', { at })], [], true)[0]?.entry.at).toBe('rollback');
  });
});

describe('accepted findings', () => {
  const listed = (findings: readonly ReportedFinding[]) => acceptedTexts({ results: [{ findings } as never] });
  const accepted = { ...why };

  it('are one line for all that is accepted alike, with their number', () => {
    expect(listed(shop.map((one) => ({ ...one, accepted })))).toEqual([
      'warn a/closed, now: 3 findings, PodDisruptionBudget shop/a and 2 more: is wrong (until 2026-12-31, ops: moves on Friday)',
    ]);
  });

  it('are lines of their own where a level, a step or a reason differs', () => {
    const found = [
      budget('shop/a', { accepted }),
      budget('shop/b', { accepted, at }),
      budget('shop/c', { accepted, level: 'fail' }),
      budget('shop/d', { accepted: { ...accepted, reason: 'gone soon' } }),
    ];
    expect(listed(found)).toHaveLength(4);
  });
});
