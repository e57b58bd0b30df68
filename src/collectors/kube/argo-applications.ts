import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import type { Inventory, InventorySource } from '../../facts/git-ops.ts';
import type { Gap } from '../../facts/reading.ts';
import type { Reason } from '../../facts/reason.ts';
import {
  nonEmpty,
  createEntryFilter,
  withoutCredentials,
  type Entry,
  type EntryFilter,
} from './git-ops-inventories.ts';

/** Applications have large statuses: sync results, and a history. */
const PAGE_SIZE = 100;

const text = z.optional(z.nullable(z.string()));
const list = <Item extends z.ZodMiniType>(item: Item) => z.optional(z.nullable(z.array(item)));
const source = z.object({ repoURL: text, path: text, chart: text, targetRevision: text, ref: text });
const flag = z.optional(z.nullable(z.boolean()));
const resource = z.object({
  group: text,
  version: text,
  kind: text,
  namespace: text,
  name: text,
  status: text,
  hook: flag,
  requiresPruning: flag,
});
const application = z.object({
  metadata: z.object({ namespace: z.string(), name: z.string() }),
  spec: z.object({
    source: z.optional(z.nullable(source)),
    sources: list(source),
    sourceHydrator: z.optional(z.nullable(z.object({ drySource: source }))),
    destination: z.object({ server: text, name: text }),
  }),
  status: z.optional(
    z.nullable(z.object({ resources: list(resource), sync: z.optional(z.nullable(z.object({ status: text }))) })),
  ),
});
type Application = z.infer<typeof application>;

export const argoApplications = defineCollector('argoApplications', {
  permissions: [{ apiGroup: 'argoproj.io', resource: 'applications', verb: 'list' }],
  from: ['cluster', 'servedApis', 'apiObjects'],
  async collect({ kube }, facts) {
    const served = await facts.read('servedApis');
    const keep = createEntryFilter(served, await facts.reading('apiObjects'));
    if (keep === undefined) return { value: [] };
    const cluster = await facts.reading('cluster');
    const outcome = await (
      await kube()
    ).list({
      apiGroup: 'argoproj.io',
      versions: ['v1alpha1'],
      resource: 'applications',
      pageSize: PAGE_SIZE,
      project: (raw) => {
        const one = application.parse(raw);
        const gaps = !cluster.ok && isByArn(one) ? [buildGap(one, cluster.reason)] : [];
        if (!isHere(one.spec.destination, cluster.ok ? cluster.value.arn : undefined)) return { found: [], gaps };
        if (!wasCompared(one, keep)) gaps.push(buildGap(one, notCompared));
        return { found: toInventories(one, keep), gaps };
      },
    });
    if (!outcome.served) return { value: [] };
    const value = outcome.items.flatMap(({ found }) => found);
    const gaps = outcome.items.flatMap((one) => one.gaps);
    return { value, gaps, ...(outcome.inconsistent ? { inconsistent: true } : {}) };
  },
});

/** False if Argo CD could not load the manifests, or those of a kept kind: their versions are unknown. */
function wasCompared({ status }: Application, keep: EntryFilter): boolean {
  const resources = status?.resources ?? [];
  const unknown = resources.filter((one) => one.status === 'Unknown').map((one) => ({ ...one, status: null }));
  if (resources.length > 0) return keep(unknown.flatMap(toEntries)).length === 0;
  return status?.sync?.status === 'Synced' || status?.sync?.status === 'OutOfSync';
}

const notCompared: Reason = { kind: 'unreadable', message: 'Argo CD has not compared it with its manifests' };

function buildGap({ metadata: { namespace, name } }: Application, reason: Reason): Gap {
  return { what: `Application ${namespace}/${name}`, reason };
}

function isByArn({ spec }: Application): boolean {
  return spec.destination.server?.startsWith('arn:') === true;
}

function toInventories({ metadata, spec, status }: Application, keep: EntryFilter): Inventory[] {
  const objects = keep((status?.resources ?? []).flatMap(toEntries));
  if (objects.length === 0) return [];
  const { namespace, name } = metadata;
  return [{ kind: 'Application', namespace, name, sources: listSources(spec), objects }];
}

/**
 * Whether an Application deploys to the scanned cluster. The EKS capability for Argo CD names clusters by ARN. Any name
 * but `in-cluster` refers to a Secret, which is not read.
 * https://docs.aws.amazon.com/eks/latest/userguide/argocd-register-clusters.html
 */
function isHere({ server, name }: Application['spec']['destination'], arn: string | undefined): boolean {
  if (nonEmpty(server) !== null) return server === 'https://kubernetes.default.svc' || server === arn;
  return name === 'in-cluster';
}

/**
 * The version is the manifest's: Argo CD converts the live object to it before comparing. If the manifest was removed
 * or could not be loaded (`Unknown`), and for a hook, it is the live object's, so the entry is omitted.
 * https://github.com/argoproj/argo-cd/blob/master/controller/state.go (CompareAppState)
 */
function toEntries(raw: z.infer<typeof resource>): Entry[] {
  const { group, version, kind, namespace, name, status, hook, requiresPruning } = raw;
  if (hook === true || requiresPruning === true || status === 'Unknown') return [];
  const [shownKind, shownName, shownVersion] = [nonEmpty(kind), nonEmpty(name), nonEmpty(version)];
  if (shownKind === null || shownName === null || shownVersion === null) return [];
  return [{ group: group ?? '', version: shownVersion, kind: shownKind, namespace: namespace ?? '', name: shownName }];
}

/**
 * A source with a `ref` and neither path nor chart holds values for another source. With a hydrator, users edit the dry
 * source.
 */
function listSources({ source: single, sources, sourceHydrator }: Application['spec']): InventorySource[] {
  const several = sources ?? [];
  const all = several.length > 0 ? several : [sourceHydrator?.drySource ?? single ?? {}];
  const withManifests = all.filter(
    ({ path, chart, ref }) => (nonEmpty(path) ?? chart ?? '') !== '' || (ref ?? '') === '',
  );
  return withManifests.map(({ repoURL, path, chart, targetRevision }) => {
    const url = withoutCredentials(repoURL ?? '');
    return {
      ...(url === null ? {} : { url }),
      path: nonEmpty(path),
      chart: nonEmpty(chart),
      revision: nonEmpty(targetRevision),
    };
  });
}
