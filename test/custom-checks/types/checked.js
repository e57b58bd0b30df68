import { advice, defineCheck, defineObjects, definePlugin, f } from 'eks-preflight';

/** JavaScript checked by the compiler: types are inferred, or come from JSDoc for separate functions. */

const budgets = defineObjects({
  name: 'budgets',
  group: 'finance.acme.example',
  versions: ['v1'],
  resource: 'budgets',
  schema: f.object({ name: f.name('app'), mode: f.oneOf('soft', 'hard') }),
  project: ({ metadata }) => ({ name: metadata.name, mode: metadata.name === 'shop' ? 'soft' : 'hard' }),
});

/**
 * @param {import('eks-preflight').Facts['nodes'][number]} node
 * @returns {import('eks-preflight').PluginFinding<'warn'>}
 */
function crowded({ name }) {
  return { level: 'warn', resource: { kind: 'Node', name }, message: 'is crowded' };
}

const check = defineCheck({
  id: 'acme/crowded-nodes',
  title: 'Crowded node',
  severity: 'warn',
  blocks: 'nodes',
  why: 'Pods wait.',
  fix: advice`Add nodes.`,
  needs: ['nodes', budgets],
  uses: ['pods'],
  *run({ nodes, budgets: all, pods = [] }, { target }) {
    for (const node of nodes) {
      if (pods.length > 100) yield crowded(node);
      else if (all.some(({ mode }) => mode === 'hard'))
        yield { level: 'warn', at: target, resource: { kind: 'Node', name: node.name }, message: 'may get no pods' };
    }
  },
});

export default definePlugin({ name: 'acme', checks: [check] });
