import {
  advice,
  commands,
  defineCheck,
  defineObjects,
  definePlugin,
  defineTable,
  f,
  json,
  sh,
  type Facts,
  type FactsOf,
  type ItemOf,
  type KubernetesObject,
  type PluginContext,
  type PluginFinding,
  type RowOf,
  type ValueOf,
} from 'eks-preflight';

/** A plug-in of six checks in a strict project: every supported way to write a check must compile. */

/** Compiles only if both types are the same, and not any. */
type Same<One, Other> = 0 extends 1 & One ? never : [One, Other] extends [Other, One] ? true : never;
const same = <One, Other>(_is: Same<One, Other>): void => undefined;

const budgets = defineObjects({
  name: 'budgets',
  group: 'finance.acme.example',
  versions: ['v1', 'v1beta1'],
  resource: 'budgets',
  schema: f.object({
    namespace: f.name('ns'),
    name: f.name('app'),
    limit: f.nullable(f.number()),
    mode: f.oneOf('soft', 'hard'),
    owner: f.optional(f.name('user')),
    items: f.list(f.object({ team: f.name(), tags: f.record(f.name('label')) })),
    raw: f.json(),
  }),
  project: ({ metadata, spec }: KubernetesObject & { spec?: { limit?: number; owner?: string } }) =>
    metadata.namespace === undefined
      ? undefined
      : {
          namespace: metadata.namespace,
          name: metadata.name,
          limit: spec?.limit ?? null,
          mode: spec?.limit === 0 ? 'hard' : 'soft',
          owner: spec?.owner,
          items: [{ team: 'shop', tags: {} }],
          raw: spec,
        },
});
type Budget = ItemOf<typeof budgets>;
same<Budget['mode'], 'soft' | 'hard'>(true);
same<Budget['owner'], string | undefined>(true);
same<Budget['limit'], number | null>(true);
same<Budget['items'][number]['tags'], Readonly<Record<string, string>>>(true);
same<Budget['raw'], unknown>(true);

const services = defineObjects({
  name: 'teamServices',
  group: '',
  versions: ['v1'],
  resource: 'services',
  metadataOnly: true,
  notServed: 'empty',
  schema: f.object({ name: f.name('app'), team: f.optional(f.name('label')) }),
  project({ metadata }) {
    if (metadata.name === 'kubernetes') return undefined;
    return { name: metadata.name, team: metadata.labels?.['team'] };
  },
});

const registries = defineTable({
  name: 'registries',
  knownThrough: '1.36',
  rows: [
    { prefix: 'registry.acme.example/', since: 20 },
    { prefix: 'public.ecr.aws/acme/', since: 30, note: 'mirrored' },
  ],
});
same<RowOf<typeof registries>['note'], string | undefined>(true);
same<RowOf<typeof registries>['since'], number>(true);
const levels = defineTable({
  name: 'levels',
  rows: [
    { level: 'fail', minor: 34 },
    { level: 'warn', minor: 33 },
  ] as const,
});

const images = defineCheck({
  id: 'acme/foreign-images',
  title: 'Image from a foreign registry',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'after',
  why: 'Only our registry is scanned.',
  fix: advice`Push it to our registry.`,
  links: ['https://acme.example/registry'],
  needs: ['deployments', 'daemonSets'],
  uses: ['pods'],
  warnsBy: ['pods'],
  counts: ['deployments', 'pods'],
  tables: [registries],
  *run({ deployments, daemonSets, pods }, { tables, target, unasked }) {
    same<typeof pods, Facts['pods'] | undefined>(true);
    const known = new Set(tables.registries.map(({ prefix }) => prefix));
    for (const { kind, namespace, name, containers } of [...deployments, ...daemonSets]) {
      for (const { image } of containers) {
        if (known.has(image) || unasked.has('pods')) continue;
        const running = pods?.filter((pod) => pod.namespace === namespace).length;
        yield {
          level: 'warn',
          resource: { kind, name, namespace },
          message: `runs ${image}`,
          at: running === undefined ? undefined : target,
          evidence: [{ observed: image, required: 'registry.acme.example/', fact: 'deployments' }],
        };
      }
    }
  },
});

function overspent({ namespace, name }: Budget, { target }: PluginContext): PluginFinding {
  const patch = json({ spec: { limit: 1 } });
  return {
    level: 'fail',
    resource: { kind: 'Budget', name, namespace },
    message: 'has a limit of 0',
    at: target,
    fix: advice`Raise the limit:\n\n${commands(sh`kubectl patch budget ${name} -n ${namespace} -p ${patch}`)}`,
  };
}

const overspentBudgets = defineCheck({
  run({ namespaces, budgets: all }, context) {
    same<typeof all, readonly Budget[] | undefined>(true);
    return namespaces.length === 0
      ? []
      : (all ?? []).filter(({ limit }) => limit === 0).map((one) => overspent(one, context));
  },
  id: 'acme/overspent-budgets',
  title: 'Budget of nothing',
  severity: 'fail',
  blocks: 'deployments',
  why: 'Nothing is scheduled without a budget.',
  fix: advice`Raise the limit.`,
  uses: [budgets],
  needs: ['namespaces'],
});

const gated = defineCheck({
  id: 'acme/teamless-services',
  title: 'Service without a team',
  severity: 'fail',
  blocks: 'nodes',
  why: 'Nobody answers for it.',
  fix: advice`Set the label ${'team'}.`,
  needs: [services, 'nodes'],
  applies: {
    when: ({ nodegroups, budgets: gate }) => (nodegroups.length + gate.length > 0 ? true : 'no node groups'),
    needs: ['nodegroups', budgets],
  },
  tables: [levels, registries],
  *run({ teamServices, nodes }, { tables, karpenter, versions }) {
    for (const { level, minor } of tables.levels) {
      if (!versions.includes(minor)) continue;
      yield {
        level,
        resource: { kind: 'Service', name: teamServices[0]?.name ?? '' },
        message: karpenter.current ?? '',
      };
    }
    const found: PluginFinding[] = [];
    if (nodes.length > tables.registries.length)
      found.push({ level: 'unknown', resource: { kind: 'Node', name: 'a' }, message: 'is one too many' });
    yield* found;
  },
});

const read = ['nodes', 'pods'] as const;
const byConstant = defineCheck({
  id: 'acme/crowded-nodes',
  title: 'Crowded node',
  severity: 'warn',
  blocks: 'nodes',
  why: 'Pods wait.',
  fix: advice`Add nodes.`,
  needs: read,
  run: ({ nodes, pods }) =>
    nodes
      .filter(({ name }) => pods.filter(({ node }) => node === name).length > 100)
      .map(({ name }) => ({ level: 'warn', resource: { kind: 'Node', name }, message: 'is crowded' })),
});

const generated = (['old', 'new'] as const).map((name) =>
  defineCheck({
    id: `acme/${name}-clusters`,
    title: 'Cluster',
    severity: name === 'old' ? 'fail' : 'warn',
    blocks: 'karpenter',
    why: 'It is.',
    fix: advice`Replace it.`,
    needs: ['cluster'],
    *run({ cluster }) {
      yield { level: 'warn', resource: { kind: 'Cluster', name: cluster.name }, message: name };
    },
  }),
);

export function ready(nodes: Facts['nodes']): number {
  return nodes.filter(({ ready }) => ready === true).length;
}
export const both = ({ nodes, budgets: all }: FactsOf<'nodes' | typeof budgets>): number => ready(nodes) + all.length;
const field = f.object({ names: f.optional(f.list(f.nullable(f.name()))) });
export const value: ValueOf<typeof field> = { names: [null, 'shop'] };
export default definePlugin({ name: 'acme', checks: [images, overspentBudgets, gated, byConstant, ...generated] });
