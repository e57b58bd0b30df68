import { describe, expect, it } from 'vitest';
import { advice, defineCheck, defineObjects, defineTable, f } from '../../../src/api/index.ts';
import type { AnyPluginCheck } from '../../../src/custom-checks/api/define.ts';
import type { KubernetesObject } from '../../../src/facts/plugin-objects.ts';
import type { JudgedContext } from '../../../src/custom-checks/plugins/protocol.ts';
import { judgeCheck } from '../../../src/custom-checks/plugins/worker/judge.ts';
import { judgeCase } from '../../../src/custom-checks/testing/judge-case.ts';
import { projected } from '../../../src/custom-checks/plugins/worker/project.ts';

/** What a plug-in's process returns for facts, before it is validated. */

const context = { current: 33, target: 34, versions: [33, 34] } as unknown as JudgedContext;
const said = { title: 't', blocks: 'nodes', why: 'w', fix: advice`Mend it.`, needs: ['cluster'] } as const;
const judgement = (id: string) => ({ check: id, gate: null, given: ['cluster'], context });

describe('rows of a table', () => {
  it('are the same for the next check, whatever one does to them', () => {
    const registries = defineTable({ name: 'registries', rows: [{ host: 'docker.io' }] });
    const taking = defineCheck({
      ...said,
      id: 'acme/taking',
      severity: 'fail',
      tables: [registries],
      *run(_facts, { tables }) {
        (tables.registries as unknown[]).pop();
        yield { level: 'fail', resource: { kind: 'Table', name: 'registries' }, message: 'taken' };
      },
    });
    const reading = defineCheck({
      ...said,
      id: 'acme/reading',
      severity: 'fail',
      tables: [registries],
      *run(_facts, { tables }) {
        for (const { host } of tables.registries)
          yield { level: 'fail', resource: { kind: 'Host', name: host }, message: 'old' };
      },
    });
    const known = new Map([['cluster', {}]]);
    expect(judgeCheck(taking, judgement(taking.id), known).crashed).toContain('Cannot');
    expect(judgeCheck(reading, judgement(reading.id), known).findings).toHaveLength(1);
  });
});

describe('what project returns', () => {
  const made = (project: (object: KubernetesObject) => unknown) =>
    defineObjects({
      name: 'budgets',
      group: 'finops.example.com',
      versions: ['v1'],
      resource: 'budgets',
      schema: f.object({ limit: f.optional(f.nullable(f.number())) }),
      project: project as () => { limit?: number | null },
    });
  const object = { metadata: { name: 'main' } };

  it.each<[string, (object: KubernetesObject) => unknown]>([
    ['a promise', async () => ({ limit: 5 })],
    ['limit: NaN', () => ({ limit: Number('much') })],
    ['limit: Infinity', () => ({ limit: Infinity })],
    ['limit: a function', () => ({ limit: () => 5 })],
    ['a Map', () => new Map([['limit', 5]])],
    ['limits.1: nothing', () => ({ limits: [1, undefined] })],
  ])('is refused where JSON would not say the same: %s', (what, project) => {
    expect(() => projected(made(project), [object])).toThrow(`it returned ${what}`);
  });

  it('is kept where it is plain data', () => {
    const kept = [
      { limit: 5 },
      { limit: null },
      { limit: undefined },
      Object.assign(Object.create(null), { limit: 1 }),
    ];
    expect(
      kept.flatMap((one) =>
        projected(
          made(() => one),
          [object],
        ),
      ),
    ).toEqual(kept);
    expect(
      projected(
        made(() => undefined),
        [object],
      ),
    ).toEqual([]);
  });
});

describe('a reason why a check does not apply', () => {
  it('names the tables that it hangs on', () => {
    const tiers = defineTable({ name: 'tiers', knownThrough: '1.30', rows: [{ tier: 'gold' }] });
    const regions = defineTable({ name: 'regions', rows: [{ region: 'eu' }] });
    const check: AnyPluginCheck = defineCheck({
      ...said,
      id: 'acme/gated',
      severity: 'fail',
      tables: [tiers, regions],
      applies: {
        needs: ['cluster'],
        when: (_facts, { tables }) => (tables.tiers.length > 1 ? true : 'only one tier'),
      },
      run: () => [],
    });
    const gate = { ...judgement(check.id), gate: ['cluster'] };
    expect(judgeCheck(check, gate, new Map())).toEqual({ skip: 'only one tier', by: ['tiers'], findings: [] });
  });

  it.each([
    ['1.34', 'skip'],
    ['1.35', 'unknown'],
  ])('is none where such a table ends before %s', async (target, status) => {
    const tiers = defineTable({ name: 'tiers', knownThrough: '1.34', rows: [{ tier: 'gold' }] });
    const check = defineCheck({
      ...said,
      id: 'acme/gated',
      severity: 'fail',
      tables: [tiers],
      applies: { needs: ['cluster'], when: (_facts, { tables }) => (tables.tiers.length > 1 ? true : 'only one tier') },
      run: () => [],
    });
    const { result } = await judgeCase(check, { name: 'one tier', facts: {}, target });
    expect([result.status, result.findings.map(({ rule }) => rule)]).toEqual([
      status,
      status === 'skip' ? [] : ['table:acme/tiers'],
    ]);
  });
});
