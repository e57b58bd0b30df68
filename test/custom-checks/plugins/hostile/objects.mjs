import { defineObjects, definePlugin, f } from 'eks-preflight';
import { check } from './one.mjs';

let deep = 'x';
for (let at = 0; at < 6_000; at++) deep = [deep];
const text = { schema: f.object({ name: f.name() }), resource: 'services' };
const projects = {
  throws: {
    project: () => {
      throw new Error('no spec');
    },
  },
  promise: { project: async () => ({ name: 'x' }) },
  wrong: { project: () => ({ name: 5 }) },
  more: { project: ({ metadata: { name } }) => ({ name, token: 'not kept' }) },
  deep: { project: () => deep, schema: f.json() },
  proto: { project: () => JSON.parse('{"name":"x","__proto__":{"name":"y"}}') },
  nothing: { project: () => undefined },
};
export default definePlugin({
  name: 'objects',
  checks: Object.entries(projects).map(([name, more]) =>
    check(
      `objects/${name}`,
      (facts) => [
        {
          level: 'warn',
          resource: { kind: 'Fact', name },
          message: name === 'deep' ? 'deep' : JSON.stringify(facts[name]),
        },
      ],
      { needs: [defineObjects({ name, group: '', versions: ['v1'], ...text, ...more })] },
    ),
  ),
});
