import { expect, it } from 'vitest';
import type { NodeRequirement, NodeTaint, Placement } from '../../../src/facts/pod-templates.ts';
import { matchPlacement } from '../../../src/for-checks/placement/match.ts';
import type { LabelDomain, NodeShape } from '../../../src/for-checks/placement/node-shape.ts';

const one = (value: string): LabelDomain => ({ values: [value], orAbsent: false });
const labels = {
  tier: one('db'),
  cpus: one('8'),
  zone: { values: ['a', 'b'], orAbsent: false },
  maybe: { values: ['x'], orAbsent: true },
  family: { values: 'any', orAbsent: false, except: ['t3'] },
  size: { values: 'any', orAbsent: false, above: 4, below: 8 },
  vcpu: { values: 'any', orAbsent: false, except: ['6'] },
  odd: { values: 'any', orAbsent: false, above: 3.5, below: Number.POSITIVE_INFINITY },
  free: { values: 'any', orAbsent: true },
  empty: one(''),
} satisfies Record<string, LabelDomain>;
const name = 'metadata.name';
const dedicated: NodeTaint = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };
const shape = (more: Partial<NodeShape> = {}): NodeShape => ({
  labels: new Map(Object.entries(labels)),
  otherLabels: 'absent',
  taints: [],
  otherTaints: undefined,
  ...more,
});

const term = (...rows: [string, string, ...string[]][]): NonNullable<Placement['terms']>[number] => ({
  labels: rows.map(([key, operator, ...values]): NodeRequirement => ({ key, operator, values })),
  fields: [],
});
const terms = (...rows: [string, string, ...string[]][]): Placement => ({ terms: [term(...rows)] });

it.each<[string, Placement, 'matches' | 'misses']>([
  ['nothing', {}, 'matches'],
  ['a node selector', { nodeSelector: { tier: 'db' } }, 'matches'],
  ['another value', { nodeSelector: { tier: 'web' } }, 'misses'],
  ['a label that the node lacks', { nodeSelector: { rack: '1' } }, 'misses'],
  ['In', terms(['tier', 'In', 'web', 'db']), 'matches'],
  ['NotIn', terms(['tier', 'NotIn', 'db']), 'misses'],
  ['NotIn without the label', terms(['rack', 'NotIn', '1']), 'matches'],
  ['Exists', terms(['tier', 'Exists']), 'matches'],
  ['Exists without the label', terms(['rack', 'Exists']), 'misses'],
  ['DoesNotExist', terms(['rack', 'DoesNotExist']), 'matches'],
  ['DoesNotExist with the label', terms(['tier', 'DoesNotExist']), 'misses'],
  ['Gt', terms(['cpus', 'Gt', '7']), 'matches'],
  ['Gt of the same number', terms(['cpus', 'Gt', '8']), 'misses'],
  ['Lt', terms(['cpus', 'Lt', '9']), 'matches'],
  ['Lt of the same number', terms(['cpus', 'Lt', '8']), 'misses'],
  ['Gt of a label without a number', terms(['tier', 'Gt', '1']), 'misses'],
  ['Gt without a number', terms(['cpus', 'Gt', 'few']), 'misses'],
  ['Gt with two numbers', terms(['cpus', 'Gt', '1', '2']), 'misses'],
  ['the second of two terms', { terms: [term(['tier', 'In', 'web']), term(['tier', 'In', 'db'])] }, 'matches'],
  ['none of two terms', { terms: [term(['tier', 'In', 'web']), term(['rack', 'Exists'])] }, 'misses'],
  ['two requirements of one term', terms(['tier', 'In', 'db'], ['rack', 'Exists']), 'misses'],
  ['an empty term', { terms: [term()] }, 'misses'],
  ['an empty term beside another', { terms: [term(), term(['tier', 'Exists'])] }, 'matches'],
  ['no term', { terms: [] }, 'misses'],
  [
    'a selector and an affinity that contradict',
    { nodeSelector: { tier: 'db' }, ...terms(['tier', 'In', 'web']) },
    'misses',
  ],
  ['the name of a node', { terms: [{ labels: [], fields: [{ key: name, operator: 'In', values: ['a'] }] }] }, 'misses'],
  ['another name', { terms: [{ labels: [], fields: [{ key: name, operator: 'NotIn', values: ['a'] }] }] }, 'matches'],
  ['one of the zones', { nodeSelector: { zone: 'b' } }, 'matches'],
  ['a zone that the group lacks', { nodeSelector: { zone: 'c' } }, 'misses'],
  ['two zones that no node has both', terms(['zone', 'In', 'a'], ['zone', 'NotIn', 'a']), 'misses'],
  ['a label that some nodes have', terms(['maybe', 'Exists']), 'matches'],
  ['a label that some nodes lack', terms(['maybe', 'DoesNotExist']), 'matches'],
  ['any value', { nodeSelector: { family: 'm6i' } }, 'matches'],
  ['an excluded value', { nodeSelector: { family: 't3' } }, 'misses'],
  ['any but some values', terms(['family', 'NotIn', 'm6i', 'c6i']), 'matches'],
  ['any value, absent', terms(['family', 'DoesNotExist']), 'misses'],
  ['a number in the limits', terms(['size', 'In', '6']), 'matches'],
  ['a number beyond the limits', terms(['size', 'In', '8']), 'misses'],
  ['above a number in the limits', terms(['size', 'Gt', '6']), 'matches'],
  ['above the upper limit', terms(['size', 'Gt', '7']), 'misses'],
  ['below the lower limit', terms(['size', 'Lt', '5']), 'misses'],
  ['above a number but not the next', terms(['vcpu', 'Gt', '5']), 'matches'],
  ['between two numbers', terms(['vcpu', 'Gt', '5'], ['vcpu', 'Lt', '8']), 'matches'],
  ['the only number between, excluded', terms(['vcpu', 'Gt', '5'], ['vcpu', 'Lt', '7']), 'misses'],
  ['below zero', terms(['vcpu', 'Lt', '0']), 'misses'],
  ['no number between', terms(['free', 'Gt', '3'], ['free', 'Lt', '4']), 'misses'],
  ['above the largest number', terms(['free', 'Gt', '9223372036854775807']), 'misses'],
  ['above the largest but one', terms(['free', 'Gt', '9223372036854775806']), 'matches'],
  ['a limit that no label can have', terms(['cpus', 'Gt', '-1']), 'misses'],
  ['a limit with zeros', terms(['cpus', 'Gt', '007']), 'matches'],
  ['a limit with an underscore', terms(['cpus', 'Gt', '1_0']), 'misses'],
  ['a fraction', terms(['cpus', 'Gt', '7.5']), 'misses'],
  ['bounds that are no whole numbers', terms(['odd', 'Gt', '4']), 'matches'],
  ['NotIn without values', terms(['rack', 'NotIn']), 'misses'],
  ['NotIn with a value that no label has', terms(['rack', 'NotIn', '-']), 'misses'],
  ['DoesNotExist with values', terms(['rack', 'DoesNotExist', '1']), 'misses'],
  ['an empty value', terms(['empty', 'In', '']), 'matches'],
  ['an empty value of a label that is missing', terms(['rack', 'In', '']), 'misses'],
  ['a term that no node meets beside another', { terms: [term(['tier', 'In']), term(['tier', 'Exists'])] }, 'matches'],
  ['two names', { terms: [{ labels: [], fields: [{ key: name, operator: 'NotIn', values: ['a', 'b'] }] }] }, 'misses'],
])('%s', (_what, placement, is) => {
  expect(matchPlacement(placement, shape()).is).toBe(is);
});

type Toleration = NonNullable<Placement['tolerations']>[number];
const toleration = (more: Partial<Toleration>): Placement => ({
  tolerations: [{ key: null, operator: 'Exists', value: null, effect: null, ...more }],
});

it.each<[string, Placement, 'matches' | 'misses' | 'unknown']>([
  ['no toleration', {}, 'misses'],
  ['a toleration of everything', toleration({}), 'matches'],
  ['one of the key', toleration({ key: 'dedicated' }), 'matches'],
  ['one of another key', toleration({ key: 'team' }), 'misses'],
  ['one of the value', toleration({ key: 'dedicated', operator: 'Equal', value: 'gpu' }), 'matches'],
  ['one of another value', toleration({ key: 'dedicated', operator: 'Equal', value: 'web' }), 'misses'],
  ['one of the effect', toleration({ key: 'dedicated', effect: 'NoSchedule' }), 'matches'],
  ['one of another effect', toleration({ key: 'dedicated', effect: 'NoExecute' }), 'misses'],
  ['one that compares numbers with a text', toleration({ key: 'dedicated', operator: 'Gt', value: '1' }), 'misses'],
  ['one of the value for every key', toleration({ operator: 'Equal', value: 'gpu' }), 'matches'],
  ['one without an operator', toleration({ key: 'dedicated', operator: '', value: 'gpu' }), 'matches'],
  ['one with an operator that is not known', toleration({ key: 'dedicated', operator: 'Near' }), 'unknown'],
])('a tainted node and %s', (_what, placement, is) => {
  expect(matchPlacement(placement, shape({ taints: [dedicated] })).is).toBe(is);
});

it('does not know whether an API server compares numbers', () => {
  const numbered = shape({ taints: [{ key: 'level', value: '5', effect: 'NoSchedule' }] });
  const judge = (operator: string, value: string) =>
    matchPlacement(toleration({ key: 'level', operator, value }), numbered);
  expect(judge('Gt', '4')).toEqual({
    is: 'unknown',
    why: 'this version does not compare the taint with the toleration',
    by: [{ is: 'taint', taint: numbered.taints[0] }],
  });
  expect(judge('Lt', '6').is).toBe('unknown');
  for (const [operator, value] of [
    ['Gt', '5'],
    ['Lt', '5'],
    ['Lt', '06'],
    ['Lt', 'six'],
  ] as const)
    expect(judge(operator, value).is).toBe('misses');
});

it('ignores a taint that only the scheduler prefers to respect', () => {
  expect(matchPlacement({}, shape({ taints: [{ ...dedicated, effect: 'PreferNoSchedule' }] }))).toEqual({
    is: 'matches',
  });
  expect(matchPlacement({}, shape({ taints: [{ ...dedicated, effect: 'NoExecute' }] })).is).toBe('misses');
});

it('is unknown only where the unknown label decides', () => {
  const unknown = shape({ otherLabels: { unknown: 'not read' } });
  const rack = { is: 'label', in: 'nodeSelector', key: 'rack', operator: 'In', values: ['1'] };
  expect(matchPlacement({ nodeSelector: { rack: '1' } }, unknown)).toEqual({
    is: 'unknown',
    why: 'not read',
    by: [rack],
  });
  expect(matchPlacement({ nodeSelector: { rack: '1', tier: 'web' } }, unknown).is).toBe('misses');
  expect(matchPlacement({ nodeSelector: { rack: '1' }, ...terms(['rack', 'DoesNotExist']) }, unknown).is).toBe(
    'misses',
  );
  expect(matchPlacement({ terms: [term(['tier', 'Exists'], ['rack', 'Near', '1'])] }, unknown).is).toBe('unknown');
  expect(matchPlacement({ terms: [term(['tier', 'Near', '1'])] }, shape())).toMatchObject({
    is: 'unknown',
    why: 'this version does not know the operator of the requirement',
  });
  expect(matchPlacement({ terms: [term(['rack', 'Exists']), term(['tier', 'Exists'])] }, unknown).is).toBe('matches');
  expect(matchPlacement({ nodeSelector: { rack: '1' } }, { ...unknown, taints: [dedicated] }).is).toBe('misses');
});

it('is unknown where taints may be missing, unless the pod tolerates all', () => {
  const unknown = shape({ otherTaints: 'not read' });
  expect(matchPlacement({}, unknown)).toEqual({ is: 'unknown', why: 'not read', by: [] });
  expect(matchPlacement(toleration({}), unknown)).toEqual({ is: 'matches' });
  expect(matchPlacement(toleration({ effect: 'NoSchedule' }), unknown).is).toBe('unknown');
  const [noSchedule = [], noExecute = []] = ['NoSchedule', 'NoExecute'].map(
    (effect) => toleration({ effect }).tolerations,
  );
  expect(matchPlacement({ tolerations: [...noSchedule, ...noExecute] }, unknown)).toEqual({ is: 'matches' });
});

it('names each requirement that the best term lacks, and the taints', () => {
  const placement = {
    nodeSelector: { tier: 'db' },
    terms: [term(['a', 'Exists'], ['b', 'Exists']), term(['zone', 'In', 'c'])],
  };
  expect(matchPlacement(placement, shape({ taints: [dedicated] }))).toEqual({
    is: 'misses',
    by: [
      { is: 'label', in: 'nodeAffinity', key: 'zone', operator: 'In', values: ['c'] },
      { is: 'taint', taint: dedicated },
    ],
  });
});

it('names what fails of the node selector beside an affinity without a filled term', () => {
  const match = matchPlacement({ nodeSelector: { tier: 'web' }, terms: [term()] }, shape());
  expect(match).toMatchObject({
    is: 'misses',
    by: [
      { in: 'nodeSelector', key: 'tier', values: ['web'] },
      { in: 'nodeAffinity', key: 'nodeSelectorTerms' },
    ],
  });
});

it('names the first of the terms that lack as much', () => {
  const match = matchPlacement({ terms: [term(['a', 'Exists'], ['tier', 'Exists']), term(['b', 'Exists'])] }, shape());
  expect(match).toMatchObject({ is: 'misses', by: [{ key: 'a' }] });
});
