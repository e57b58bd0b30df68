import type { Resource } from '../../../src/check.ts';
import type { IntroducedObject } from '../../../src/facts/introduced-objects.ts';
import { formatList, toPlural } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { resolveOwner, type Owner } from '../../../src/for-checks/owners.ts';
import { releaseResource } from '../shared/helm-release.ts';

type Introduction = Tables['api-introductions'][number];

/** A kind with API versions that a Kubernetes version introduced. */
export interface IntroducedKind {
  kind: string;
  resource: string;
  /** The introduced API versions. */
  apis: readonly [string, ...string[]];
  /** An API version in which the Kubernetes version before serves the kind; null: it serves the kind in none. */
  before: string | null;
  source: string;
}

/** The kinds with an API version that this Kubernetes version introduced. */
export function introducedKinds(rows: readonly Introduction[], version: Minor): IntroducedKind[] {
  const own = rows.filter((row) => row.version === version);
  return [...grouped(own, ({ resource }) => resource).values()].map(([first, ...others]) => {
    const { kind, resource, api, before, source } = first;
    return { kind, resource, apis: [api, ...others.map((row) => row.api)], before, source };
  });
}

/** Objects of one kind that one change removes or changes: those of a release, of a GitOps object or of a namespace. */
export interface Place {
  resource: Resource;
  /** What a rule ends in, so that objects of a GitOps tool differ from others in the namespace; empty for most. */
  part: string;
  owner: Owner;
  objects: readonly [IntroducedObject, ...IntroducedObject[]];
}

/** Groups the objects of a kind: a cluster may have thousands of them. */
export function groupByPlace(objects: readonly IntroducedObject[], cluster: { name: string }): Place[] {
  const groups = grouped(objects, (object) => JSON.stringify([placeResource(object, cluster), toPart(object)]));
  return [...groups.values()].map((group) => ({
    resource: placeResource(group[0], cluster),
    part: toPart(group[0]),
    owner: resolveOwner(group[0]),
    objects: group,
  }));
}

function placeResource(object: IntroducedObject, { name }: { name: string }): Resource {
  const owner = resolveOwner(object);
  const namespace = owner.kind === 'helm' ? (owner.namespace ?? object.namespace) : null;
  if (owner.kind === 'helm' && namespace !== null) return releaseResource({ namespace, name: owner.release });
  if (owner.kind === 'gitops' && owner.applier !== undefined) {
    const { applier } = owner;
    return {
      kind: applier.kind,
      ...(applier.namespace === null ? {} : { namespace: applier.namespace }),
      name: applier.name,
    };
  }
  return object.namespace === null ? { kind: 'Cluster', name } : { kind: 'Namespace', name: object.namespace };
}

/** `:argo-cd` if its marks do not name the Application. */
function toPart(object: IntroducedObject): string {
  const owner = resolveOwner(object);
  if (owner.kind !== 'gitops' || owner.applier !== undefined) return '';
  return `:${owner.tool.toLowerCase().replace(' ', '-')}`;
}

/** `ResourceClaim shop/gpu`, `3 ResourceClaims (shop/a, shop/b and shop/c)`. */
export function nameObjects(kind: string, objects: readonly IntroducedObject[]): string {
  const names = objects.map(pathText);
  return names.length === 1 ? `${kind} ${names[0] ?? ''}` : `${names.length} ${toPlural(kind)} (${formatList(names)})`;
}

/** `shop/gpu`; the name alone if the kind has no namespaces. */
export function pathText({ namespace, name }: IntroducedObject): string {
  return namespace === null ? name : `${namespace}/${name}`;
}

/** How many objects commands and evidence name at most. */
export const mostNamed = 20;

/**
 * A kubectl command for each namespace of the objects, up to {@link mostNamed} names in all.
 * @param make makes the command from what identifies the objects, and from a suffix for files: `-shop`
 */
export function eachNamespace(
  api: string,
  resource: string,
  objects: readonly IntroducedObject[],
  make: (named: Command, suffix: string) => Command,
): Command[] {
  const [group = '', version = ''] = api.split('/');
  const named = grouped(objects.slice(0, mostNamed), ({ namespace }) => namespace ?? '');
  return [...named].map(([namespace, own]) => {
    const names = own.map(({ name }) => name);
    const all = sh`${`${resource}.${version}.${group}`} ${names}`;
    return namespace === '' ? make(all, '') : make(sh`${all} --namespace ${namespace}`, `-${namespace}`);
  });
}
