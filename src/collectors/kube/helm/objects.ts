import type { HelmObject } from '../../../facts/helm.ts';
import { limitWork, textLimit, waitForTurn } from '../../../sources/limited-work.ts';
import { grouped } from '../../../syntax/grouped.ts';
import { isObject } from '../../../syntax/json.ts';
import { loadTable } from '../../../tables/tables.ts';

/** The manifests of a release, or of one of its hooks with the hook's events. */
export interface ManifestText {
  text: string;
  hook: string[] | null;
}

/** The objects of a release's manifests that could be read. */
export interface ReadManifests {
  objects: HelmObject[];
  /** A document with an API version that will be removed could not be read. */
  isPart: boolean;
}

/** As in kubectl and Helm, the rest of the separator's line is dropped. */
const separator = /(?:^|\r?\n)---[^\n]*/;
/** Parsing 500 kB of YAML takes a second: above this length, only the relevant keys of a document are parsed. */
const large = 16 * 1024;
/** Larger YAML documents are not parsed, nor documents that exceed the sum for a release. */
const largest = { document: 256 * 1024, release: 1024 * 1024 };
/** The maximum depth of nested lists: a YAML alias can make a list its own item. */
const deepest = 4;

/**
 * The objects of manifests whose API version will be removed. Only documents that name such a version are parsed:
 * charts are large, and most of them name none.
 * @param namespace the namespace of the release, for objects whose manifest names none
 */
export async function objectsIn(manifests: readonly ManifestText[], namespace: string): Promise<ReadManifests> {
  const found: ReadManifests = { objects: [], isPart: false };
  let left = largest.release;
  for (const { text, hook } of manifests) {
    // JSON may write a slash as `\/`.
    for (const document of documentsWithRemovals(text.replaceAll('\\/', '/')).map(trimmed)) {
      left -= document.length;
      const value = left < 0 ? undefined : await parsed(document);
      const objects = value === undefined ? undefined : flattened(value.is);
      if (objects === undefined) found.isPart = true;
      else found.objects.push(...objects.flatMap((object) => removedObject(object, namespace, hook)));
    }
  }
  return found;
}

function documentsWithRemovals(text: string): string[] {
  const apis = apisIn(text);
  if (apis.length === 0) return [];
  return text.split(separator).filter((document) => apis.some((api) => document.includes(api)));
}

/**
 * Of the APIs that will be removed, those that a text contains. Searches for the few distinct versions, not for each
 * API.
 */
function apisIn(text: string): string[] {
  const all = new Set(loadTable('api-removals').rows.map(({ api }) => api));
  const found = new Set<string>();
  for (const [version, apis] of grouped(all, (api) => api.slice(api.indexOf('/')))) {
    for (let at = text.indexOf(version); at !== -1; at = text.indexOf(version, at + 1)) {
      for (const api of apis) if (text.endsWith(api, at + version.length)) found.add(api);
    }
  }
  return [...found];
}

/** Reduces a large document in block style to the top-level keys that identify it; returns any other unchanged. */
function trimmed(document: string): string {
  if (document.length < large || isFlow(document)) return document;
  const entries = document.split(/\r?\n(?=[^\s#\]})-])/);
  const kept = entries.filter((entry) => /^["']?(?:apiVersion|kind|metadata|items)\b/.test(entry));
  return kept.length === 0 ? document : kept.join('\n');
}

function isFlow(document: string): boolean {
  return /^\s*\{/.test(document);
}

/** Undefined if it is invalid or too large. */
async function parsed(document: string): Promise<{ is: unknown } | undefined> {
  if (isFlow(document)) {
    const json = parsedJson(document);
    if (json !== undefined) return json;
  }
  if (document.length > largest.document) return undefined;
  const { parseData } = await import('../../../syntax/yaml.ts');
  await waitForTurn();
  const read = limitWork(textLimit, () => parseData(document, { merge: true, repeated: 'allowed' }));
  return read === 'ended' || 'flaw' in read.value ? undefined : { is: read.value.data };
}

function parsedJson(document: string): { is: unknown } | undefined {
  try {
    return { is: JSON.parse(document) };
  } catch {
    // Discards the error, because its message would quote the manifest.
    return undefined;
  }
}

type Typed = Readonly<Record<string, unknown>>;

/**
 * The objects of a document; undefined if one lacks its apiVersion or kind. As in kubectl and Helm, a list means its
 * items; items of a typed list such as `PodDisruptionBudgetList` may omit both.
 */
function flattened(value: unknown, depth = 0): Typed[] | undefined {
  if (value === null || value === undefined || typeof value === 'string') return [];
  if (!isObject(value) || depth > deepest) return undefined;
  const { items, apiVersion, kind } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  if (!Array.isArray(items)) return [value];
  const own = kind === 'List' ? {} : { apiVersion, kind: kind.replace(/List$/, '') };
  const all = items.map((item: unknown) => flattened(isObject(item) ? { ...own, ...item } : item, depth + 1));
  return all.some((objects) => objects === undefined) ? undefined : all.flatMap((objects) => objects ?? []);
}

/** The version, kind, namespace and name of an object; empty if its API version will not be removed. */
function removedObject(object: Typed, release: string, hook: string[] | null): HelmObject[] {
  const row = loadTable('api-removals').rows.find(
    ({ api, kind }) => api === object['apiVersion'] && kind === object['kind'],
  );
  if (row === undefined) return [];
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const name = toNonEmptyText(metadata['name']) ?? toNonEmptyText(metadata['generateName']) ?? '';
  const namespace = row.namespaced ? (toNonEmptyText(metadata['namespace']) ?? release) : null;
  return [{ api: row.api, kind: row.kind, namespace, name, hook }];
}

function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
