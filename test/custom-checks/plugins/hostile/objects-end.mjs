import { defineObjects, definePlugin, f } from 'eks-preflight';
import { check, still } from './one.mjs';

const text = { schema: f.object({ name: f.name() }), resource: 'services' };
const projects = {
  loop: { project: still },
  exit: { project: () => process.exit(0) },
  huge: { project: () => ({ name: 'x'.repeat(100_000_000) }) },
  well: { project: ({ metadata: { name } }) => ({ name }) },
};
export default definePlugin({
  name: 'objects-end',
  checks: Object.entries(projects).map(([name, more]) =>
    check(
      `objects-end/${name}`,
      (facts) => [
        { level: 'warn', resource: { kind: 'Fact', name }, message: `${JSON.stringify(facts[name])}`.slice(0, 200) },
      ],
      { needs: [defineObjects({ name, group: '', versions: ['v1'], ...text, ...more })] },
    ),
  ),
});
