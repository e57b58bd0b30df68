import { defineCollector } from '../collect.ts';

export const unreadyPods = defineCollector('unreadyPods', {
  permissions: [],
  from: ['pods'],
  projected: true,
  async collect(_sources, facts) {
    const pods = await facts.readJoined('pods');
    const value = pods.flatMap(({ entry: { namespace, name, controller }, unready }) =>
      unready === undefined ? [] : [{ namespace, name, workload: controller, ...unready }],
    );
    return { value };
  },
});
