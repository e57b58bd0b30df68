import { defineCollector } from '../collect.ts';

export const waitingPods = defineCollector('waitingPods', {
  permissions: [],
  from: ['pods'],
  projected: true,
  async collect(_sources, facts) {
    const pods = await facts.readJoined('pods');
    const value = pods.flatMap(({ entry: { namespace, name }, waiting }) =>
      waiting === undefined ? [] : [{ namespace, name, ...waiting }],
    );
    return { value };
  },
});
