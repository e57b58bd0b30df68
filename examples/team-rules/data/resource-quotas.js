import { defineObjects, f } from 'eks-preflight';

/** The ResourceQuotas of the cluster: one fact for all checks. Only what checks read is kept. */
export const resourceQuotas = defineObjects({
  name: 'resourceQuotas',
  group: '',
  versions: ['v1'],
  resource: 'resourcequotas',
  schema: f.object({
    namespace: f.name('ns'),
    name: f.name('app'),
    /** What it limits: `pods`, `requests.cpu`. */
    limits: f.list(f.word('pods', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory')),
  }),
  project({ metadata: { namespace = '', name }, spec }) {
    const { hard = {} } = /** @type {{ hard?: Record<string, string> }} */ (spec ?? {});
    return { namespace, name, limits: Object.keys(hard).sort() };
  },
});
