import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configMarkdown } from '../../scripts/config-keys.ts';
import securityGroups from '../../checks/control-plane/security-groups/check.ts';
import { checks } from '../../checks/index.ts';
import versionBehind from '../../checks/nodes/version-behind.ts';
import { parseOptions, type ScanOptions } from '../../src/commands/options/options.ts';
import { resolvePolicy } from '../../src/commands/options/policy.ts';
import { resolveStandard } from '../../src/judge/check-tables.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { requireBlock } from '../docs/documented-blocks.ts';
import { aCheck, aProblem, firstFinding, buildReport } from '../judge/judged-reports.ts';

/** Config file entries about findings, and the errors for invalid ones. */

const entry = {
  check: 'nodes/kubelet-skew',
  resource: 'Node a',
  level: 'fail',
  at: '1.34',
  reason: 'r',
  owner: 'o',
  until: '2026-12-31',
};

/** The error for a refused file, with its hint. */
function refusal(raw: unknown): string {
  try {
    resolvePolicy({ ...parseOptions(raw, 'ci.yaml'), config: 'ci.yaml' }, checks);
  } catch (error) {
    if (error instanceof ScanError) return [error.reason.message, error.reason.hint].filter(Boolean).join('\n');
    throw error;
  }
  return '';
}

describe('an entry of accept', () => {
  it.each([
    [entry],
    [{ ...entry, at: 'now' }],
    [{ ...entry, at: 'Karpenter 1.8.8' }],
    [{ ...entry, resource: 'Node *' }],
  ])('is taken: %j', (one) => {
    expect(refusal({ accept: [one] })).toBe('');
  });

  const { until: _until, ...endless } = entry;
  const { check: _check, ...aimless } = entry;
  it.each<[string, unknown, string]>([
    [
      'without an end',
      [endless],
      "entry 1 of accept in ci.yaml: until is missing; write until: '2026-12-31' (the last day, UTC)",
    ],
    [
      'that ends on no day',
      [entry, { ...entry, until: '2026-02-31' }],
      'entry 2 of accept in ci.yaml: until is invalid ("2026-02-31"); write until: \'2026-12-31\' (the last day, UTC)',
    ],
    [
      'with a version that YAML takes for a number',
      [{ ...entry, at: 1.3 }],
      "entry 1 of accept in ci.yaml: at is invalid (1.3); write at: now, '1.34' or Karpenter 1.8.8 (the step that the finding was reported at), or rollback (reported with --rollback)",
    ],
    [
      'with half a fingerprint',
      [{ ...entry, id: '12345678' }],
      'entry 1 of accept in ci.yaml: id is invalid ("12345678"); write id: the 16 digits of the finding\'s fingerprint, in quotes',
    ],
    [
      'with another level',
      [{ ...entry, level: 'pass' }],
      'entry 1 of accept in ci.yaml: level is invalid ("pass"); write level: fail, unknown or warn',
    ],
    [
      'without a reason',
      [{ ...entry, reason: ' ' }],
      'entry 1 of accept in ci.yaml: reason is invalid (" "); write reason: why the finding is accepted',
    ],
    [
      'that names no finding',
      [aimless],
      'entry 1 of accept in ci.yaml names no finding; write id, or check and resource',
    ],
    [
      'with a misspelt key',
      [{ ...entry, untill: 'x' }],
      "entry 1 of accept in ci.yaml: unknown key 'untill'; did you mean until?",
    ],
    [
      'with a misspelt check',
      [{ ...entry, check: 'nodes/kublet-skew' }],
      "entry 1 of accept in ci.yaml: unknown check 'nodes/kublet-skew'\nDid you mean nodes/kubelet-skew?",
    ],
    [
      'that is none',
      ['nodes/kubelet-skew'],
      'entry 1 of accept in ci.yaml: write keys and values: id, check, resource, level, at, reason, owner, until',
    ],
    ['in no list', { id: 'x' }, 'accept of ci.yaml: write a list of entries, each with id or check'],
  ])('%s is refused in one line', (_name, accept, message) => {
    expect(refusal({ accept })).toBe(message);
  });
});

it('the examples of the documentation are config files', () => {
  const examples = [...configMarkdown().matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml = '']) => parse(yaml) as object);
  expect(examples.map((example) => Object.keys(example))).toEqual([
    ['output', 'clusters'],
    ['accept', 'levels', 'thresholds'],
  ]);
  expect(examples.map(refusal)).toEqual(['', '']);
});

it.each([
  { inventory: 'fargate-only', failing: ['nodes/version-behind'] },
  { inventory: 'hybrid', failing: ['control-plane/security-groups', 'nodes/version-behind'] },
])('the levels of docs/pipelines.md block what only warns in $inventory', ({ inventory, failing }) => {
  const options = parseOptions(parse(requireBlock('docs/pipelines.md', 'Warnings that block')), 'ci.yaml');
  const pair = [versionBehind, securityGroups];
  expect(buildReport(pair, {}, { inventory })).toMatchObject({ verdict: 'ready', exitCode: 0 });
  const raised = buildReport(pair, options, { inventory });
  expect(raised).toMatchObject({ verdict: 'blocked', exitCode: 1 });
  expect(raised.results.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))).toEqual(failing);
});

describe('levels', () => {
  const warns = (phase: 'before' | 'after' = 'before') =>
    aCheck('a/warns', [aProblem({ level: 'warn', at: 34, phase })], { severity: 'warn' });
  const raised: ScanOptions = { levels: { 'a/*': 'fail' }, target: '1.35' };

  it('a level raised: what warned fails, and its unknowns may hide a failure', () => {
    expect(buildReport([warns()], { target: '1.35' })).toMatchObject({ verdict: 'ready', exitCode: 0 });
    const report = buildReport([warns()], raised);
    expect(report).toMatchObject({ verdict: 'blocked', exitCode: 1, results: [{ severity: 'fail', status: 'fail' }] });
    expect(firstFinding(report).at).toEqual({ component: 'kubernetes', version: '1.34' });
    const blind = aCheck('a/blind', [], { severity: 'warn', needs: ['pods'] });
    expect(buildReport([blind], {}, { inventory: 'lists-denied' }).exitCode).toBe(0);
    expect(buildReport([blind], { levels: { 'a/blind': 'fail' } }, { inventory: 'lists-denied' }).exitCode).toBe(2);
    const half = aCheck('a/half', [], { needs: [], uses: ['pods'], warnsBy: ['pods'] });
    expect(buildReport([half], {}, { inventory: 'lists-denied' }).exitCode).toBe(0);
    expect(buildReport([half], { levels: { 'a/half': 'fail' } }, { inventory: 'lists-denied' }).exitCode).toBe(2);
  });

  it('what fails later fails from the step on at which it warns', () => {
    const check = aCheck('a/both', [aProblem({ at: 35, since: 34 })]);
    expect(firstFinding(buildReport([check], raised))).toMatchObject({ at: { version: '1.34' }, since: null });
  });

  it('an acceptance of the warning does not hold for the failure', () => {
    const accept = [{ ...entry, check: 'a/warns', level: 'warn' as const }];
    expect(buildReport([warns()], { ...raised, accept }).verdict).toBe('blocked');
  });

  it('what follows the update stays a warning', () => {
    expect(buildReport([warns('after')], raised)).toMatchObject({ verdict: 'ready', exitCode: 0 });
  });

  it.each([
    [
      { 'nodes/version-behnd': 'fail' },
      /^levels of ci\.yaml: unknown check 'nodes\/version-behnd'\nDid you mean nodes\/version-behind/,
    ],
    [
      { 'nodes/version-behind': 'warn' },
      /^levels of ci\.yaml, nodes\/version-behind: write fail: a level can only be raised; to lower one, accept the findings \(accept:\)$/,
    ],
    [['nodes/version-behind'], /^levels of ci\.yaml: write nodes\/version-behind: fail$/],
    [
      { 'addons/cluster-autoscaler-version': 'fail' },
      /^levels of ci\.yaml: remove addons\/cluster-autoscaler-version: its findings follow the update and never fail$/,
    ],
  ])('%j is refused', (levels, message) => {
    expect(refusal({ levels })).toMatch(message);
  });
});

describe('thresholds', () => {
  const some = checks.filter(({ thresholds }) => thresholds !== undefined);

  it.each(
    some.flatMap((check) => Object.entries(check.thresholds ?? {}).map(([name, one]) => [check, name, one] as const)),
  )('$id declares one that can be made stricter, and not looser', (check, name, threshold) => {
    const standard = resolveStandard(threshold, check);
    const [stricter, looser] =
      threshold.stricter === 'higher' ? [standard + 1, standard - 1] : [standard - 1, standard + 1];
    const thresholds = (value: number) => ({ thresholds: { [check.id]: { [name]: value } } });
    expect(refusal(thresholds(stricter))).toBe('');
    expect(refusal(thresholds(standard))).toBe('');
    expect(refusal(thresholds(looser))).toBe(
      `thresholds of ci.yaml: ${check.id} ${name} ${looser} is looser than the check's own ${standard}; write ${standard} or ${threshold.stricter === 'higher' ? 'more' : 'less'}`,
    );
  });

  it.each([
    [
      { 'control-plane/subnet-ip': { a: 1 } },
      /^thresholds of ci\.yaml: unknown check 'control-plane\/subnet-ip'\nDid you mean control-plane\/subnet-ips/,
    ],
    [
      { 'control-plane/subnet-ips': { freeInEachSubnets: 9 } },
      /has no threshold 'freeInEachSubnets'; did you mean freeInEachSubnet\?$/,
    ],
    [{ 'control-plane/subnet-ips': { constructor: 9 } }, /has no threshold 'constructor'; write freeInEachSubnet$/],
    [
      { 'nodes/kubelet-skew': { days: 9 } },
      /^thresholds of ci\.yaml: nodes\/kubelet-skew has no thresholds; these checks have some: control-plane\/subnet-ips, /,
    ],
    [
      { 'control-plane/subnet-ips': { freeInEachSubnet: '9' } },
      /^thresholds of ci\.yaml, control-plane\/subnet-ips: write a number for each threshold/,
    ],
  ])('%j is refused', (thresholds, message) => {
    expect(refusal({ thresholds })).toMatch(message);
  });

  it('a stricter number finds more', () => {
    const judge = (id: string, set: Record<string, number>) =>
      buildReport(
        checks.filter((check) => check.id === id),
        { thresholds: { [id]: set } },
      );
    const ips = judge('control-plane/subnet-ips', { freeInEachSubnet: 100_000 });
    const texts = ips.results[0]?.findings.map(({ message }) => message.replaceAll(/\d+ free/g, 'N free'));
    expect([...new Set(texts)]).toEqual(['N free addresses in the subnet; the config file requires 100000 in each']);
    expect(judge('control-plane/subnet-ips', {}).results[0]?.findings).toEqual([]);
    expect(judge('control-plane/support-window', {}).results[0]?.findings).toEqual([]);
    expect(judge('control-plane/support-window', { days: 3_650 }).results[0]?.findings.length).toBeGreaterThan(0);
  });
});
