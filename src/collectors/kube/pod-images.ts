import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';

export const podImages = defineCollector('podImages', {
  permissions: [],
  from: ['pods'],
  projected: true,
  async collect(_sources, facts) {
    const found = new Map<string, Facts['podImages'][number]>();
    for (const { entry, images } of await facts.readJoined('pods')) {
      const { namespace, phase, controller } = entry;
      if (images.length === 0 || controller === null || phase === 'Succeeded' || phase === 'Failed') continue;
      const { kind, name } = controller;
      // Revisions of a Deployment have one name, and may have different images.
      const key = [kind, namespace, name].join('\n');
      const known = found.get(key)?.images ?? [];
      const others = images.filter(({ container, image }) =>
        known.every((one) => one.container !== container || one.image !== image),
      );
      if (others.length > 0) found.set(key, { kind, namespace, name, images: [...known, ...others] });
    }
    return { value: [...found.values()] };
  },
});
