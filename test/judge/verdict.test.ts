import { describe, expect, it } from 'vitest';
import type { ReportedFinding, Result } from '../../src/judge/result.ts';
import { readFileSync } from 'node:fs';
import { exitCodeMeanings, toExitCode, exitCodes } from '../../src/judge/exit-codes.ts';
import { valuesOf } from '../../src/judge/verdict-values.ts';
import { allFindings, buildGate, toAnswer, toVerdict, type GateOptions } from '../../src/judge/verdict.ts';
import { aFinding } from '../report/reported-finding.ts';

function found(level: ReportedFinding['level'], more: Partial<ReportedFinding> = {}): ReportedFinding {
  return aFinding({ level, blocks: 'control-plane', ...more });
}

function aResult(id: string, findings: ReportedFinding[], more: Partial<Result> = {}): Result {
  return {
    id,
    title: id,
    category: 'nodes',
    severity: 'fail',
    status: 'pass',
    reason: null,
    skipped: null,
    why: '',
    docs: '',
    links: [],
    tables: [],
    findings,
    missing: [],
    ...more,
  };
}

const options: GateOptions = {
  failOn: ['fail'],
  scope: 'all',
  horizon: 'path',
  required: [],
  notCovered: [],
  baseline: null,
  steps: [{ component: 'kubernetes', to: '1.34' }],
};
const ofWarnings = {
  kind: 'fact' as const,
  fact: 'storageClasses',
  part: null,
  reason: 'denied',
  permission: null,
  hides: 'warn' as const,
};
const at = (version: string) => ({ at: { component: 'kubernetes' as const, version } });

function outcome(results: Result[], more: Partial<GateOptions> = {}): [string, string, number] {
  const gate = buildGate(results, { ...options, ...more });
  return [toVerdict(allFindings(results), results), gate.result, toExitCode(gate)];
}

describe('the exit codes', () => {
  it('are what the README says', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| (\d) \| (.*) \|$/gm)].map(([, code, meaning]) => [Number(code), meaning]);
    const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
    expect(rows).toEqual(names.map((name) => [exitCodes[name], exitCodeMeanings[name]]));
  });
});

describe('the verdict, the gate and the exit code', () => {
  const warnOnly = { severity: 'warn' as const };
  it.each<[string, Result[], Partial<GateOptions>, [string, string, number]]>([
    ['nothing found', [aResult('a', [])], {}, ['ready', 'ready', 0]],
    ['a warning', [aResult('a', [found('warn')])], {}, ['ready', 'ready', 0]],
    ['a failure', [aResult('a', [found('fail')])], {}, ['blocked', 'blocked', 1]],
    ['an unknown that may hide a failure', [aResult('a', [found('unknown')])], {}, ['incomplete', 'incomplete', 2]],
    ['a failure outranks an unknown', [aResult('a', [found('unknown'), found('fail')])], {}, ['blocked', 'blocked', 1]],
    ['an unknown that may hide a warning', [aResult('a', [found('unknown')], warnOnly)], {}, ['ready', 'ready', 0]],
    [
      'an unknown of a check that can fail, of a fact on which only warnings hang',
      [aResult('a', [found('unknown', { unseen: ofWarnings })])],
      {},
      ['ready', 'ready', 0],
    ],
    [
      'that one with --fail-on warn',
      [aResult('a', [found('unknown', { unseen: ofWarnings })])],
      { failOn: ['fail', 'warn'] },
      ['ready', 'incomplete', 2],
    ],
    [
      'the same with --fail-on warn',
      [aResult('a', [found('unknown')], warnOnly)],
      { failOn: ['fail', 'warn'] },
      ['ready', 'incomplete', 2],
    ],
    [
      'a warning with --fail-on warn',
      [aResult('a', [found('warn')])],
      { failOn: ['fail', 'warn'] },
      ['ready', 'blocked', 1],
    ],
    [
      'a warning whose fix follows the update with --fail-on warn',
      [aResult('a', [found('warn', { phase: 'after' })])],
      { failOn: ['fail', 'warn'] },
      ['ready', 'ready', 0],
    ],
    [
      'an unknown that may hide no more than that with --fail-on warn',
      [aResult('a', [found('unknown', { phase: 'after' })], warnOnly)],
      { failOn: ['fail', 'warn'] },
      ['ready', 'ready', 0],
    ],
    [
      'an unknown of phase after, of a check that can fail: what follows the update never does',
      [aResult('a', [found('unknown', { phase: 'after' })])],
      {},
      ['ready', 'ready', 0],
    ],
    [
      'the same with --fail-on unknown: the gate does not count what follows the update',
      [aResult('a', [found('unknown', { phase: 'after' })])],
      { failOn: ['fail', 'unknown'] },
      ['ready', 'ready', 0],
    ],
    [
      'the same beside an unknown of before',
      [aResult('a', [found('unknown', { phase: 'after' }), found('unknown')])],
      {},
      ['incomplete', 'incomplete', 2],
    ],
    [
      'the same where the check is required: it was not wholly judged',
      [aResult('a', [found('unknown', { phase: 'after' })])],
      { required: ['a'] },
      ['ready', 'incomplete', 2],
    ],
    [
      'an unknown with --fail-on unknown',
      [aResult('a', [found('unknown')])],
      { failOn: ['fail', 'unknown'] },
      ['incomplete', 'blocked', 1],
    ],
    [
      'a failure with --fail-on never',
      [aResult('a', [found('fail')])],
      { failOn: ['never'] },
      ['blocked', 'blocked', 0],
    ],
    [
      'a failure of nodes, counting the control plane',
      [aResult('a', [found('fail', { blocks: 'nodes' })])],
      { scope: 'control-plane' },
      ['blocked', 'ready', 0],
    ],
    [
      'a failure of the control plane, counting it',
      [aResult('a', [found('fail')])],
      { scope: 'control-plane' },
      ['blocked', 'blocked', 1],
    ],
    [
      'a failure of the second step, counting the first',
      [aResult('a', [found('fail', at('1.35'))])],
      { horizon: 'next' },
      ['blocked', 'ready', 0],
    ],
    [
      'a failure of the first step, counting it',
      [aResult('a', [found('fail', at('1.34'))])],
      { horizon: 'next' },
      ['blocked', 'blocked', 1],
    ],
    [
      'a failure of today, counting the first step',
      [aResult('a', [found('fail')])],
      { horizon: 'next' },
      ['blocked', 'blocked', 1],
    ],
    [
      'a required check that was skipped',
      [aResult('a', [], { status: 'skip' })],
      { required: ['a'] },
      ['ready', 'incomplete', 2],
    ],
    ['a required check that passed', [aResult('a', [])], { required: ['a'] }, ['ready', 'ready', 0]],
  ])('%s', (_case, results, more, expected) => {
    expect(outcome(results, more)).toEqual(expected);
  });

  it('does not support a required check for judged because it fails, too', () => {
    const half = aResult('a', [found('fail', { blocks: 'nodes' }), found('unknown', { blocks: 'nodes' })], {
      status: 'fail',
    });
    expect(outcome([half], { scope: 'control-plane', required: ['a'] })).toEqual(['blocked', 'incomplete', 2]);
  });

  it('names the required checks that were not judged', () => {
    const results = [aResult('a', [], { status: 'skip' }), aResult('b', [found('unknown')], { status: 'unknown' })];
    expect(buildGate(results, { ...options, required: ['a', 'b'] }).unmetRequirements).toEqual(['a', 'b']);
  });
});

describe('what stops something else than the control plane', () => {
  const unseen = { kind: 'fact' as const, fact: 'pods', part: null, reason: 'denied', permission: null };
  const blind = (mayBlock: Result['mayBlock'], more: Partial<ReportedFinding> = {}) =>
    aResult('nodes/a', [found('unknown', { blocks: 'nodes', unseen, ...more })], { mayBlock });
  const skipped = (mayBlock: Result['mayBlock']) =>
    aResult('nodes/b', [], { status: 'skip', skipped: 'not-selected', mayBlock });

  it.each<[string, Result, string, number]>([
    ['unseen data of a check that may stop it', blind(['nodes', 'control-plane']), 'incomplete', 2],
    ['unseen data of a check that cannot', blind(['nodes']), 'ready', 0],
    ['unseen data of an older report, which does not say', blind(undefined), 'incomplete', 2],
    ['an unknown of a check that says what it stops', blind(['control-plane', 'nodes'], { unseen: null }), 'ready', 0],
    ['an unknown of a check that does not', blind(['nodes', 'control-plane'], { unseen: null }), 'incomplete', 2],
    ['a blocker of the nodes', aResult('nodes/a', [found('fail', { blocks: 'nodes' })]), 'ready', 0],
    ['a check that was not selected and may stop it', skipped(['nodes', 'control-plane']), 'partial', 0],
    ['a check that was not selected and cannot', skipped(['nodes']), 'ready', 0],
  ])('counts with --scope control-plane as the answer does: %s', (_what, result, expected, code) => {
    const [verdict, gate, exitCode] = outcome([result], { scope: 'control-plane' });
    expect([gate, exitCode]).toEqual([expected, code]);
    const path = { results: [result], steps: options.steps };
    expect(toAnswer('control-plane', allFindings([result]), path)).toBe(expected);
    expect([verdict, outcome([result])[0]]).toEqual([verdict, verdict]);
  });

  const toKarpenter = { component: 'karpenter' as const, to: '1.6.8' };
  const toKubernetes = { component: 'kubernetes' as const, to: '1.34' };
  const stopped = (at: ReportedFinding['at'] = null) =>
    aResult('karpenter/a', [found('fail', { blocks: 'karpenter', at })], { mayBlock: ['karpenter'] });
  const ofKarpenter = { component: 'karpenter' as const, version: '1.6.8' };

  it.each<[string, Result, GateOptions['steps'], string]>([
    ['before the control plane', stopped(), [toKarpenter, toKubernetes], 'blocked'],
    ['before the control plane, by its release', stopped(ofKarpenter), [toKarpenter, toKubernetes], 'blocked'],
    ['unseen, before the control plane', blind(['karpenter']), [toKarpenter, toKubernetes], 'incomplete'],
    ['unseen, without an update of Karpenter', blind(['karpenter']), [toKubernetes], 'ready'],
    ['after the control plane', stopped(), [toKubernetes, toKarpenter], 'ready'],
    ['after the control plane, by its release', stopped(ofKarpenter), [toKubernetes, toKarpenter], 'ready'],
    ['that is not updated', stopped(), [toKubernetes], 'ready'],
    ['without an update of the control plane', stopped(), [toKarpenter], 'ready'],
    [
      'between two updates of the control plane',
      stopped(ofKarpenter),
      [toKubernetes, toKarpenter, { component: 'kubernetes', to: '1.35' }],
      'blocked',
    ],
  ])('counts what stops Karpenter %s', (_what, result, steps, expected) => {
    expect(outcome([result], { scope: 'control-plane', steps })[1]).toBe(expected);
    expect(toAnswer('control-plane', allFindings([result]), { results: [result], steps })).toBe(expected);
  });

  it('counts a Kubernetes version beyond a table for everything', () => {
    const table = { kind: 'table' as const, table: 'component-floors', knownThrough: '1.36', lacksRelease: false };
    const beyond = (component: 'kubernetes' | 'karpenter') =>
      blind(['nodes'], { unseen: { ...table, component, version: '1.37' } });
    expect(outcome([beyond('kubernetes')], { scope: 'control-plane' })[1]).toBe('incomplete');
    expect(outcome([beyond('karpenter')], { scope: 'control-plane' })[1]).toBe('ready');
  });

  it('counts deployments as workloads', () => {
    const result = aResult('apis/a', [found('fail', { blocks: 'deployments' })]);
    const path = { results: [result], steps: options.steps };
    const answers = valuesOf.question.map((question) => toAnswer(question, allFindings([result]), path));
    expect(answers).toEqual(['ready', 'ready', 'ready', 'blocked']);
  });
});
