import { defineCollector } from '../collect.ts';

export const drainTraits = defineCollector('drainTraits', {
  permissions: [],
  from: ['pods'],
  projected: true,
  async collect(_sources, facts) {
    const pods = await facts.readJoined('pods');
    const value = pods.flatMap(({ entry: { namespace, name }, drain }) =>
      drain === undefined ? [] : [{ namespace, name, ...drain }],
    );
    return { value };
  },
});
