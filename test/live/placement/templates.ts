import type { NodeRequirement, Placement } from '../../../src/facts/pod-templates.ts';
import { cpus, group, pool, type, zone } from './kinds.ts';

/** A pod template by what it requires. */
export interface Template {
  name: string;
  placement: Placement;
}

type Term = NonNullable<Placement['terms']>[number];
type Toleration = NonNullable<Placement['tolerations']>[number];
/** `key operator value,value`; the value of an operator without values is omitted. */
type Written = string;

/** Reads `tier In web,db`: a requirement. */
export function requirement(written: Written): NodeRequirement {
  const [key = '', operator = '', values] = written.split(' ');
  return { key, operator, values: values === undefined ? [] : values.split(',') };
}

const term = (...labels: readonly Written[]): Term => ({ labels: labels.map(requirement), fields: [] });
const field = (written: Written, ...labels: readonly Written[]): Term => ({
  ...term(...labels),
  fields: [requirement(written)],
});
const select = (nodeSelector: Record<string, string>, ...terms: readonly Term[]): Placement => ({
  nodeSelector,
  ...(terms.length === 0 ? {} : { terms: [...terms] }),
});
const anyTerm = (...terms: readonly Term[]): Placement => ({ terms: [...terms] });
const all = (...labels: readonly Written[]): Placement => anyTerm(term(...labels));
const tolerate = (...tolerations: readonly Partial<Toleration>[]): Placement => ({
  tolerations: tolerations.map((one) => ({ key: null, operator: 'Exists', value: null, effect: null, ...one })),
});
const equal = (key: string, value: string | null, effect: string | null = null): Partial<Toleration> => ({
  key,
  operator: 'Equal',
  value,
  effect,
});

const everything = tolerate({});
const gpu = tolerate({ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' });
const database = tolerate(equal('dedicated', 'db'));
const drained = tolerate({ key: 'drained' });
const batch = tolerate(equal('batch', '5'), equal('spot', null, 'NoSchedule'));

const placements: Readonly<Record<string, Placement>> = {
  // Each of these is for one kind of nodes.
  'the plain group': select({ [group]: 'plain' }),
  'the third zone': select({ [zone]: 'eu-west-1c' }),
  'the second type': all(`${type} In c6i.large`),
  'the GPU group': { ...select({ [group]: 'gpu' }), ...gpu },
  'the database group': { ...all('tier In db', 'disk Exists'), ...database },
  'spot nodes': all('lifecycle In spot'),
  'the group that evicts': { ...all('rank Lt 8'), ...drained },
  'five CPUs or seven': all(`${cpus} Gt 4`, `${cpus} Lt 8`, `${cpus} NotIn 8`),
  'a role without a value': select({ 'node-role': '' }),
  'the batch pool': { ...select({ [pool]: 'batch' }), ...batch },

  'no requirement': {},
  'an empty toleration': everything,
  'a label that no node has': select({ rack: '1' }),
  'two labels, one of another kind': select({ [group]: 'plain', tier: 'web' }),
  'a zone and a type': select({ [zone]: 'eu-west-1b', [type]: 'c6i.large' }),
  'In of several': all(`${group} In plain,wide,gpu`),
  'In of an empty value': all('node-role In '),
  NotIn: all(`${group} NotIn plain,mixed`),
  'NotIn that also holds without the label': { ...all('tier NotIn db,web'), ...everything },
  'NotIn of every zone': all(`${zone} NotIn eu-west-1a,eu-west-1b,eu-west-1c`),
  Exists: all('tier Exists'),
  'Exists with tolerations': { ...all('gpus Exists'), ...everything },
  DoesNotExist: all(`${group} DoesNotExist`),
  'DoesNotExist with tolerations': { ...all(`${group} DoesNotExist`), ...everything },
  'neither in a group nor in a pool': all(`${group} DoesNotExist`, `${pool} DoesNotExist`),
  'Gt of a number': { ...all('gpus Gt 0'), ...gpu },
  'Gt of the same number': { ...all('gpus Gt 4'), ...gpu },
  'Lt of a number': { ...all('gpus Lt 4'), ...everything },
  'Lt of the same number': all('gpus Lt 0'),
  'Gt with zeros': { ...all('gpus Gt 0003'), ...gpu },
  'Gt of a number with zeros': { ...all('rank Gt 6'), ...everything },
  'Gt of the largest but one': { ...all('rank Gt 9223372036854775806'), ...everything },
  'Gt of the largest': { ...all('rank Gt 9223372036854775807'), ...everything },
  'the CPUs between three and five': all(`${cpus} Gt 3`, `${cpus} Lt 5`),
  'the CPUs that are excluded': all(`${cpus} Gt 5`, `${cpus} Lt 7`),
  'the CPUs beyond the range': all(`${cpus} Gt 8`),
  'more CPUs than eight': { ...all(`${cpus} Gt 8`), ...batch },
  'requirements that contradict': all('tier In web', 'tier In db'),
  'zones of which one is left': all(`${zone} In eu-west-1a,eu-west-1b`, `${zone} NotIn eu-west-1a`),
  'several terms': anyTerm(term('tier In web'), term('lifecycle Exists'), term(`${pool} In sized`)),
  'several terms, none of which holds': anyTerm(term('tier In front'), term('rack Exists', 'tier Exists')),
  'an empty term': anyTerm(term()),
  'an empty term beside another': anyTerm(term(), term('tier Exists')),
  'the name of a node': anyTerm(field('metadata.name In ip-10-0-1-1')),
  'any name but one': anyTerm(field('metadata.name NotIn ip-10-0-1-1')),
  'a name and labels': anyTerm(field('metadata.name NotIn ip-10-0-1-1', 'tier In web')),
  'a name, or labels': anyTerm(field('metadata.name In ip-10-0-1-1'), term('tier In web')),
  'a selector and an affinity': select({ tier: 'web' }, term(`${group} Exists`)),
  'a selector and an affinity for one label': select(
    { [zone]: 'eu-west-1b' },
    term(`${zone} In eu-west-1a,eu-west-1b`),
  ),
  'a selector that the affinity excludes': select({ [zone]: 'eu-west-1b' }, term(`${zone} NotIn eu-west-1b`)),
  'a selector and an empty term': select({ tier: 'web' }, term()),
  'a toleration of another value': tolerate(equal('dedicated', 'web'), equal('nvidia.com/gpu', 'false')),
  'a toleration of one effect': tolerate(equal('dedicated', 'db', 'NoSchedule')),
  'a toleration of both effects': tolerate(
    equal('dedicated', 'db', 'NoSchedule'),
    equal('dedicated', 'db', 'NoExecute'),
  ),
  'a toleration of all NoSchedule': tolerate({ effect: 'NoSchedule' }),
  'a toleration of all NoExecute': tolerate({ effect: 'NoExecute' }),
  'a toleration without an operator': tolerate({ ...equal('nvidia.com/gpu', 'true'), operator: '' }),
  'a toleration without a value': tolerate(equal('drained', null), equal('dedicated', null)),
  'a toleration for a time': tolerate({ key: 'drained', effect: 'NoExecute' }, { key: 'batch' }),
  'a toleration of one of two taints': tolerate({ key: 'batch' }),
};

export const templates: readonly Template[] = Object.entries(placements).map(([name, placement]) => ({
  name,
  placement,
}));
