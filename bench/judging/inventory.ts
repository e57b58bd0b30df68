import type { Inventory } from '../../src/inventory/inventory.ts';
import { readStoredInventory } from '../../test/judge/judge-stored.ts';

type Json = Record<string, unknown>;

/**
 * The stored cluster in which most checks find something, and `copies` copies of each of its namespaces with all that is
 * in them. Nodes, AWS resources and kube-system exist once.
 */
export function manyNamespaces(copies: number): Inventory {
  const { takenAt, readings } = readStoredInventory('everything-wrong');
  const texts = JSON.parse(JSON.stringify(readings)) as Record<string, Json>;
  const namespaces = texts['namespaces']?.['value'] as Json[];
  const names = namespaces.map(({ name }) => String(name)).filter((name) => name !== 'kube-system');
  const added = Array.from({ length: copies }, (_, index) =>
    namespaces.filter(({ name }) => names.includes(String(name))).map((one) => inCopy(one, String(one['name']), index)),
  );
  const value = [...namespaces, ...added.flat()];
  const repeated = { ...(repeat(texts, names, copies) as object), namespaces: { ok: true, value } };
  return { takenAt, readings: repeated as Inventory['readings'] };
}

/** Appends to each list the copies of its objects in the namespaces. */
function repeat(data: unknown, namespaces: readonly string[], copies: number): unknown {
  if (Array.isArray(data)) return data.flatMap((one: unknown) => [one, ...listCopies(one, namespaces, copies)]);
  if (!isObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, repeat(one, namespaces, copies)]));
}

function listCopies(one: unknown, namespaces: readonly string[], copies: number): unknown[] {
  const namespace = isObject(one) ? one['namespace'] : undefined;
  if (typeof namespace !== 'string' || !namespaces.includes(namespace)) return [];
  return Array.from({ length: copies }, (_, index) => inCopy(one, namespace, index));
}

/** The object in the copy of its namespace: each text that names the namespace, alone or before a slash, changes. */
function inCopy(data: unknown, namespace: string, index: number): unknown {
  if (typeof data === 'string') {
    if (data !== namespace && !data.startsWith(`${namespace}/`)) return data;
    return `${namespace}-${index}${data.slice(namespace.length)}`;
  }
  if (Array.isArray(data)) return data.map((one) => inCopy(one, namespace, index));
  if (!isObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, inCopy(one, namespace, index)]));
}

function isObject(data: unknown): data is Json {
  return typeof data === 'object' && data !== null;
}
