import { expect, it } from 'vitest';
import { modulesBelow } from '../../scripts/imports.ts';
import { allInOrder } from '../../src/collectors/all-in-order.ts';

const after = <Value>(turns: number, value: Value): Promise<Value> =>
  turns === 0 ? Promise.resolve(value) : Promise.resolve().then(() => after(turns - 1, value));
const failed = (turns: number, message: string): Promise<never> =>
  after(turns, message).then((text) => Promise.reject(new Error(text)));

it('gives what the reads give, in their order', async () => {
  expect(await allInOrder([after(3, 'a'), after(0, 1)])).toEqual(['a', 1]);
});

it('throws the first failure of the list, whichever came back first', async () => {
  const early = [failed(5, 'deployments'), failed(0, 'daemonsets')];
  await expect(allInOrder(early)).rejects.toThrow('deployments');
  const late = [after(0, 1), failed(1, 'daemonsets'), failed(0, 'statefulsets')];
  await expect(allInOrder(late)).rejects.toThrow('daemonsets');
});

it('is how each collector waits for reads that may fail', () => {
  const own = ['src/collectors/all-in-order.ts', 'src/collectors/collect.ts', 'src/collectors/aws/describe-each.ts'];
  const modules = [...modulesBelow(new URL('../..', import.meta.url).pathname, ['src/collectors'])];
  const racing = modules.filter(([file, text]) => text.includes('Promise.all(') && !own.includes(file));
  expect(racing.map(([file]) => file)).toEqual([]);
});
