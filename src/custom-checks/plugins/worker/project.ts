import type { KubernetesObject, Objects } from '../../../facts/plugin-objects.ts';

/**
 * Converts objects to the items that a plug-in keeps.
 * @throws what `project` throws, and an Error for an item that JSON would change: it turns a promise into an empty
 * object, and NaN into null
 */
export function projected({ definition }: Objects, items: readonly unknown[]): unknown[] {
  return items.flatMap((item) => {
    const kept: unknown = definition.project(item as KubernetesObject);
    if (kept === undefined) return [];
    refuseOtherThanJson(kept, '');
    return [kept];
  });
}

function refuseOtherThanJson(value: unknown, place: string): void {
  const what = otherThanJson(value);
  if (what !== undefined) throw new Error(`it returned ${place === '' ? '' : `${place}: `}${what}`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const below = place === '' ? key : `${place}.${key}`;
    if (inner !== undefined) refuseOtherThanJson(inner, below);
    else if (Array.isArray(value)) throw new Error(`it returned ${below}: nothing`);
  }
}

/** Describes a value that JSON cannot represent; undefined if it can. */
function otherThanJson(value: unknown): string | undefined {
  if (value instanceof Promise) return 'a promise';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (typeof value !== 'object') return ['string', 'boolean'].includes(typeof value) ? undefined : `a ${typeof value}`;
  if (value === null || Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ? undefined : `a ${Object(value.constructor).name}`;
}
