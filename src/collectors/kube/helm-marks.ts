import type { Facts } from '../../facts/facts.ts';
import { isObject } from '../../syntax/json.ts';
import { loadTable } from '../../tables/tables.ts';

/** What Helm writes on the objects of a release, in any version and in any program that uses its library. */

/** A Helm mark. `release` is omitted for a label or a field manager, which names no release. */
export interface HelmMark {
  release?: Release;
}
type Json = Readonly<Record<string, unknown>>;
type Marked = NonNullable<Facts['apiObjects']['kinds'][number]['helm']>;
type Release = Marked['releases'][number];

/** Field managers of Helm, and of Flux, which uses its library. */
const managers = new Set([
  'helm-controller',
  ...loadTable('field-managers').rows.flatMap(({ tool, manager }) => (tool === 'Helm' ? [manager] : [])),
]);
const noRelease: HelmMark = {};

/**
 * The Helm mark on an object of the API server; null if it has none. From Helm 3.2 on, each install, upgrade and
 * rollback writes the annotations and the label to every object of the manifest, except hooks.
 * Source: https://github.com/helm/helm/blob/main/pkg/action/validate.go (setMetadataVisitor)
 */
export function findHelmMark(raw: unknown): HelmMark | null {
  const { annotations, labels, managedFields } = toMetadata(isObject(raw) ? raw['metadata'] : undefined);
  const name = annotations['meta.helm.sh/release-name'];
  if (typeof name === 'string' && name !== '') {
    const namespace = annotations['meta.helm.sh/release-namespace'];
    return { release: { namespace: typeof namespace === 'string' && namespace !== '' ? namespace : null, name } };
  }
  return isLabelled(labels, annotations) || managedFields.some(isOfHelm) ? noRelease : null;
}

/**
 * True if the label shows a release of Helm. Charts also write the label, and Argo CD applies charts without a release,
 * so the label does not count on objects with marks of Argo CD.
 */
function isLabelled(labels: Json, annotations: Json): boolean {
  if (labels['app.kubernetes.io/managed-by'] !== 'Helm') return false;
  return ![labels, annotations].some((marks) =>
    Object.keys(marks).some((key) => key.startsWith('argocd.argoproj.io/')),
  );
}

function toMetadata(metadata: unknown) {
  const { annotations, labels, managedFields } = isObject(metadata) ? metadata : {};
  return {
    annotations: isObject(annotations) ? annotations : {},
    labels: isObject(labels) ? labels : {},
    managedFields: Array.isArray(managedFields) ? (managedFields as readonly unknown[]) : [],
  };
}

function isOfHelm(entry: unknown): boolean {
  const manager = isObject(entry) ? entry['manager'] : undefined;
  return typeof manager === 'string' && (managers.has(manager) || manager.startsWith('terraform-provider-helm'));
}

/** The number of marks, and each release once. */
export function buildReleaseSummary(marks: readonly HelmMark[]): Marked {
  const releases = marks.flatMap(({ release }) => release ?? []);
  const byPath = new Map(releases.map((one) => [`${one.namespace}/${one.name}`, one]));
  return {
    count: marks.length,
    releases: [...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
  };
}
