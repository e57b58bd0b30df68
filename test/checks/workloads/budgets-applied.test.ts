import { expect, it } from 'vitest';
import blocksDrain from '../../../checks/workloads/pdb-blocks-drain/check.ts';
import missing from '../../../checks/workloads/pdb-missing.ts';
import type { AnyCheck } from '../../../src/check.ts';
import { judge } from '../../../src/judge/engine.ts';
import { kubeFacts } from '../../collectors/kube-facts.ts';
import { readStoredInput } from '../../judge/stored-input.ts';
import { aBudgetObject, aNodeObject, aPodObject, aWorkloadObject } from '../../world/manifests.ts';

type Json = Record<string, unknown>;

const nodes = ['a', 'b'].map((name) => aNodeObject(name, { kubelet: 'v1.33.5-eks-113cf36' }));
const workload = (name: string, labels: Json = {}) => [
  ...nodes,
  aWorkloadObject('StatefulSet', name, { replicas: 2 }),
  ...['a', 'b'].map((node, index) =>
    aPodObject(
      `${name}-${index}`,
      node,
      { kind: 'StatefulSet', name: name.split('/')[1] ?? '' },
      {
        labels: { app: name.split('/')[1], ...labels, role: index === 0 ? 'primary' : 'replica' },
      },
    ),
  ),
];

async function judgeObjects(check: AnyCheck, objects: readonly Json[]) {
  const facts = [...check.needs, ...(check.uses ?? [])].filter((name) => name !== 'cluster');
  const { readings } = await kubeFacts(objects, facts);
  const stored = readStoredInput('healthy');
  return judge(check, { ...stored, readings: { ...readings, cluster: stored.readings.cluster } as never }).findings;
}

/** The budgets that the printed commands create, with the labels that the command before them shows. */
function createdBy(commands: readonly string[]): Json[] {
  return commands.flatMap((command) => {
    const [, namespace, name] = /-n (\S+) create poddisruptionbudget (\S+) --max-unavailable=1/.exec(command) ?? [];
    return name === undefined ? [] : [aBudgetObject(`${namespace}/${name}`)];
  });
}

it.each<[string, Json[], number]>([
  ['a workload without a budget gets one, and nothing is left to report', workload('shop/cart'), 1],
  [
    'a workload of which a budget selects one pod gets none',
    [
      ...workload('pg/orders', { db: 'orders' }),
      aBudgetObject('pg/primary', { maxUnavailable: 1, selector: { matchLabels: { db: 'orders', role: 'primary' } } }),
    ],
    0,
  ],
])('%s', async (_name, objects, count) => {
  const first = await judgeObjects(missing, objects);
  const budgets = createdBy(first.flatMap(({ commands }) => commands));
  expect([first.length, budgets.length]).toEqual([count, count]);
  const world = [...objects, ...budgets];
  expect(await judgeObjects(missing, world)).toEqual([]);
  expect(await judgeObjects(blocksDrain, world)).toEqual([]);
});
