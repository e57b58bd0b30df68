import type { Facts } from '../../facts/facts.ts';
import type { Inventory } from '../../facts/git-ops.ts';
import type { Reading } from '../../facts/reading.ts';
import { loadTable } from '../../tables/tables.ts';
import { isStored } from './api-objects.ts';

type InventoriedObject = Inventory['objects'][number];

/** An entry of an inventory, as Argo CD and Flux name it. */
export interface Entry {
  group: string;
  version: string;
  kind: string;
  namespace: string;
  name: string;
}

/** Keeps the entries whose kind loses a served version. */
export type EntryFilter = (entries: readonly Entry[]) => InventoriedObject[];

/**
 * Makes the filter for inventories; undefined if it would keep nothing, so that inventories need not be read: no served
 * version will be removed, or no object of such a kind exists.
 */
export function createEntryFilter(
  served: Facts['servedApis'],
  objects: Reading<Facts['apiObjects']>,
): EntryFilter | undefined {
  if (objects.ok && (objects.gaps ?? []).length === 0 && objects.value.kinds.every(isEmpty)) return undefined;
  const rows = loadTable('api-removals').rows.filter(
    (row) => isStored(row) && served.some(({ api, resource }) => api === row.api && resource === row.resource),
  );
  if (rows.length === 0) return undefined;
  const kinds = new Set(rows.map(({ api, kind }) => `${api.split('/')[0]}/${kind}`));
  return (entries) =>
    entries
      .filter(({ group, kind }) => kinds.has(`${group}/${kind}`))
      .map(({ group, version, kind, namespace, name }) => ({
        kind,
        api: `${group}/${version}`,
        namespace: namespace === '' ? null : namespace,
        name,
      }));
}

/** False for a kind that was not listed: it may have objects. */
function isEmpty({ api, count }: Facts['apiObjects']['kinds'][number]): boolean {
  return api !== null && count === 0;
}

/**
 * The URL without user, password and query, any of which may be a secret; null if they cannot be separated from the
 * rest. Parsers end user and password at the first slash, as git does (credential.c): in `https://user:12/34@host/x`
 * they read `user` as the host, and the rest of the password as the path. So everything before an `@` is omitted, even
 * if it was a host. A question mark or a hash before the `@` may belong to a query or to a password.
 */
export function withoutCredentials(url: string): string | null {
  const at = url.lastIndexOf('@');
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && parsed.host !== '' && !`${parsed.pathname}${parsed.search}${parsed.hash}`.includes('@')) {
    return `${parsed.protocol}//${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`;
  }
  if (/[?#]/.test(url.slice(0, Math.max(0, at)))) return null;
  return nonEmpty(url.slice(at + 1).split(/[?#]/)[0]);
}

/** The text, or null if it is missing or empty. */
export function nonEmpty(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text;
}
