import type { NodeRequirement, NodeTaint, Placement } from '../../../src/facts/pod-templates.ts';
import { pickOne, type Random } from '../../fuzz/mutate.ts';
import { nodeKind, type Labels, type NodeKind } from './kinds.ts';
import type { Template } from './templates.ts';

/** Few keys and values, so that much matches. */
const keys = ['a', 'b', 'example.com/c', 'd'];
const values = ['', 'x', 'y', '0', '3', '007', '9223372036854775807', '9223372036854775808'];
const limits = ['0', '2', '3', '007', '0000000000000000000000005', '9223372036854775806', '9223372036854775807'];
const effects = ['NoSchedule', 'NoExecute', 'PreferNoSchedule'];
const operators = ['In', 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];

function makeList<Item>(random: Random, most: number, make: () => Item, least = 0): Item[] {
  return Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, make);
}

/** Makes kinds of nodes. */
export function generateKinds(random: Random, count: number): NodeKind[] {
  return Array.from({ length: count }, (_, at) => {
    const labels: Labels = Object.fromEntries(
      keys.filter(() => random() < 0.7).map((key) => [key, generateDomain(random)]),
    );
    const taints = new Map(
      makeList(random, 2, (): NodeTaint => ({
        key: pickOne(random, keys),
        value: pickOne(random, [null, 'x', '3']),
        effect: pickOne(random, effects),
      })).map((taint) => [`${taint.key} ${taint.effect}`, taint]),
    );
    return nodeKind(`kind ${at}`, labels, random() < 0.5 ? [] : [...taints.values()]);
  });
}

function generateDomain(random: Random): Labels[string] {
  const choice = random();
  if (choice < 0.5) return pickOne(random, values);
  if (choice < 0.7) return { above: 1, below: 7, except: random() < 0.5 ? ['3'] : [] };
  const some = [...new Set(makeList(random, 2, () => pickOne(random, values), 1))];
  return random() < 0.5 ? some : [...some, undefined];
}

/** Makes pod templates that an API server accepts. */
export function generateTemplates(random: Random, count: number): Template[] {
  return Array.from({ length: count }, (_, at) => ({ name: `template ${at}`, placement: generatePlacement(random) }));
}

function generatePlacement(random: Random): Placement {
  const selector = makeList(random, 2, () => [pickOne(random, keys), pickOne(random, values)] as const);
  return {
    ...(random() < 0.6 ? {} : { nodeSelector: Object.fromEntries(selector) }),
    ...(random() < 0.3 ? {} : { terms: makeList(random, 3, () => generateTerm(random), 1) }),
    tolerations: random() < 0.3 ? [everything] : makeList(random, 3, () => generateToleration(random)),
  };
}

const everything = { key: null, operator: 'Exists', value: null, effect: null };

function generateTerm(random: Random): NonNullable<Placement['terms']>[number] {
  const operator = pickOne(random, ['In', 'NotIn', 'NotIn']);
  const field: NodeRequirement = { key: 'metadata.name', operator, values: ['ip-10-0-1-1'] };
  return {
    labels: makeList(random, 2, () => generateRequirement(random)),
    fields: random() < 0.1 ? [field] : [],
  };
}

function generateRequirement(random: Random): NodeRequirement {
  const key = pickOne(random, keys);
  const operator = pickOne(random, operators);
  if (operator === 'Gt' || operator === 'Lt') return { key, operator, values: [pickOne(random, limits)] };
  if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator, values: [] };
  return { key, operator, values: makeList(random, 3, () => pickOne(random, values), 1) };
}

function generateToleration(random: Random): NonNullable<Placement['tolerations']>[number] {
  const effect = pickOne(random, [null, ...effects]);
  if (random() < 0.1) return { ...everything, effect };
  const key = pickOne(random, keys);
  if (random() < 0.4) return { ...everything, key, effect };
  return { key, operator: pickOne(random, ['Equal', '']), value: pickOne(random, [null, 'x', '3']), effect };
}
