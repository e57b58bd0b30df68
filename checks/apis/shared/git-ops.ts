import { advice, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Inventory, InventorySource } from '../../../src/facts/git-ops.ts';
import type { ObjectOwner } from '../../../src/facts/owner.ts';
import { grouped } from '../../../src/syntax/grouped.ts';

/** A tool that applies manifests from a repository, under its name in the table of field managers. */
export type GitOpsTool = 'Argo CD' | 'Flux';

/** The inventories of Argo CD and Flux, and the releases of Helm. */
export interface Inventories {
  all: readonly Inventory[];
  /** Empty if they were not requested, or could not be read. */
  releases: Facts['helmManifests'];
  /** Tools whose inventories or releases could not be read: the versions in their manifests are unknown. */
  unread: ReadonlySet<string>;
}

/** An object in an inventory, with the API version in its manifest. */
export interface Claim {
  inventory: Inventory;
  object: Inventory['objects'][number];
}

/** What identifies an object in inventories. */
interface Named {
  kind: string;
  namespace: string | null;
  name: string;
}

/**
 * Merges the inventories of both tools, and adds the releases.
 * @param unasked facts that were not requested: without the releases, Helm's last write decides
 */
export function mergeInventories(
  {
    argoApplications,
    fluxInventories,
    helmManifests,
  }: Partial<Pick<Facts, 'argoApplications' | 'fluxInventories' | 'helmManifests'>>,
  unasked: ReadonlySet<string>,
): Inventories {
  return {
    releases: helmManifests ?? [],
    all: [...(argoApplications ?? []), ...(fluxInventories ?? [])],
    unread: new Set<GitOpsTool | 'Helm'>([
      ...(helmManifests === undefined && !unasked.has('helmManifests') ? ['Helm' as const] : []),
      ...(argoApplications === undefined ? ['Argo CD' as const] : []),
      ...(fluxInventories === undefined ? ['Flux' as const] : []),
    ]),
  };
}

/** Groups the objects in all inventories by {@link objectKey}. */
export function claimsByObject(inventories: readonly Inventory[]): Map<string, [Claim, ...Claim[]]> {
  const claims = inventories.flatMap((inventory) => inventory.objects.map((object) => ({ inventory, object })));
  return grouped(claims, ({ object }) => objectKey(object));
}

/** The inventory that applies an object, according to the object's labels and annotations. */
export function findApplier(inventories: readonly Inventory[], owner: ObjectOwner | undefined): Inventory | undefined {
  const applier = owner?.applier;
  return inventories.find(
    ({ kind, namespace, name }) => kind === applier?.kind && namespace === applier.namespace && name === applier.name,
  );
}

/** The key of an object in {@link claimsByObject}. */
export function objectKey({ kind, namespace, name }: Named): string {
  return [kind, namespace ?? '', name].join('\n');
}

/** The tool that an inventory belongs to. */
export function resolveTool({ kind }: Inventory): GitOpsTool {
  return kind === 'Application' ? 'Argo CD' : 'Flux';
}

/** `Application argocd/shop`. */
export function inventoryName({ kind, namespace, name }: Inventory): string {
  return `${kind} ${namespace}/${name}`;
}

/** All sources, in order: `https://git.example/shop.git, path environments/prod, revision main`. */
export function formatSources({ sources }: Inventory): string {
  return sources.map(formatSource).filter(Boolean).join('; ');
}

function formatSource({ url, object, path, chart, revision }: InventorySource): string {
  const repository = url ?? (object === undefined ? undefined : `${object.kind} ${object.namespace}/${object.name}`);
  const named = chart === null ? undefined : `chart ${chart}${revision === null ? '' : ` ${revision}`}`;
  const branch = chart === null && revision !== null ? `revision ${revision}` : undefined;
  return [named, repository, path === null ? undefined : `path ${path}`, branch]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** Where to change the manifest: the repository and path, or the chart, of each inventory. */
export function changeInSource(inventories: readonly Inventory[], when: Advice, goal: Advice): Advice {
  return joinAdvice(
    inventories.map((inventory) => {
      const who = inventoryName(inventory);
      const places = formatSources(inventory);
      const charts = inventory.sources.flatMap(({ chart }) => chart ?? []);
      if (charts.length > 0 && charts.length === inventory.sources.length) {
        return advice`${when}, update the chart that ${who} installs (${places}) to a version whose manifests use ${goal}.`;
      }
      const where = places === '' ? 'its repository' : places;
      return advice`${when}, set ${goal} in the manifest that ${who} applies: ${where}. ${resolveTool(inventory)} may revert manual changes.`;
    }),
    '\n',
  );
}
