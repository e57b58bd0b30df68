import * as z from 'zod/mini';
import type { KarpenterCondition } from '../../../facts/karpenter-objects.ts';
import { isMoment } from '../../../facts/public-texts.ts';
import type { ObjectOwner } from '../../../facts/owner.ts';
import { findOwner, ownerReferences } from '../owner-marks.ts';
import { isKarpenterKey } from './karpenter-keys.ts';
import { isObject } from '../../../syntax/json.ts';
import { oneLine } from '../../../syntax/one-line.ts';

/** Schemas that Karpenter's objects share: the value may be absent or null. */

export const text = z.optional(z.nullable(z.string()));
export const number = z.optional(z.nullable(z.number()));
export const texts = z.optional(z.nullable(z.record(z.string(), z.string())));

/** A list schema: an absent list becomes an empty one. */
export function buildListSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(
    z.optional(z.nullable(z.array(item))),
    z.transform((items) => (items ?? []) as z.output<Item>[]),
  );
}

export const metadata = z.object({
  name: z.string(),
  annotations: texts,
  labels: texts,
  ownerReferences,
  deletionTimestamp: text,
});

const condition = z.object({ type: z.string(), status: z.string(), reason: text, message: text });
/** Status fields that every object has. */
export const statusFields = { conditions: buildListSchema(condition) };
export const status = z.optional(z.nullable(z.object(statusFields)));

/** A reference to a node class: by apiVersion up to v1beta1, by group in v1. */
export const requiredReference = z.object({ apiVersion: text, group: text, kind: text, name: z.string() });
export const reference = z.optional(z.nullable(requiredReference));

/**
 * The referenced node class. An alpha or beta object may contain only its name.
 * Source: NodeClassReference of karpenter.sh/v1beta1 and MachineTemplateRef of v1alpha5, as AWS's provider reads them
 */
export function toNodeClassReference(given: z.infer<typeof reference>, defaultKind: string) {
  if (given === null || given === undefined) return null;
  const [groupOfVersion] = (given.apiVersion ?? '').includes('/') ? (given.apiVersion ?? '').split('/') : [undefined];
  const group = nonEmpty(given.group) ?? nonEmpty(groupOfVersion) ?? 'karpenter.k8s.aws';
  return { group, kind: nonEmpty(given.kind) ?? defaultKind, name: given.name };
}

/** The required fields that a reference of v1 leaves empty, as its schema allows in 1.0. */
export function listEmpty({ group, kind }: { group?: unknown; kind?: unknown }): ('group' | 'kind')[] {
  const isEmptyText = (value: unknown) => typeof value !== 'string' || value === '';
  return [...(isEmptyText(group) ? (['group'] as const) : []), ...(isEmptyText(kind) ? (['kind'] as const) : [])];
}

/** Null if the text is absent or empty. */
export function nonEmpty(value: string | null | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}

interface Common {
  apiVersion: string;
  name: string;
  annotations: Record<string, string>;
  fields: string[];
  ready: boolean | null;
  readyMessage: string | null;
  conditions: KarpenterCondition[];
  terminating: boolean;
  deletingSince?: string;
  owner?: ObjectOwner;
}

/** The fields that all of Karpenter's objects have in facts. */
export function toCommonFields(raw: unknown, meta: z.infer<typeof metadata>, state: z.infer<typeof status>): Common {
  const { apiVersion, spec } = z.object({ apiVersion: z.string(), spec: z.optional(z.unknown()) }).parse(raw);
  const conditions = (state?.conditions ?? []).map(projectCondition);
  const ready = conditions.find(({ type }) => type === 'Ready');
  const owner = findOwner(meta);
  const isReported = ready?.status === 'True' || ready?.status === 'False';
  const since = nonEmpty(meta.deletionTimestamp);
  const words = [ready?.reason, ready?.message].filter((word) => word !== null && word !== undefined && word !== '');
  return {
    apiVersion,
    name: meta.name,
    annotations: selectKarpenterEntries(meta.annotations),
    fields: listFieldPaths(spec, 'spec'),
    ready: isReported ? ready.status === 'True' : null,
    readyMessage: ready === undefined || ready.status === 'True' ? null : words.join(': ') || null,
    conditions,
    terminating: since !== null,
    ...(since !== null && isMoment(since) && { deletingSince: since }),
    ...(owner === undefined ? {} : { owner }),
  };
}

interface RawCondition {
  type: string;
  status: string;
  reason?: string | null | undefined;
  message?: string | null | undefined;
}

/** Removes EC2's encoded authorization failures, which are unreadable and contain details for the account only. */
export function projectCondition({ type, status, reason, message }: RawCondition): KarpenterCondition {
  const plain = (message ?? '').replaceAll(/\s?Encoded authorization failure message: [\w-]+\.?/g, '');
  return { type, status, reason: nonEmpty(reason), message: nonEmpty(oneLine(plain, 300)) };
}

/** Keeps the entries with keys in Karpenter's domains. */
export function selectKarpenterEntries(entries: Record<string, string> | null | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(entries ?? {}).filter(([key]) => isKarpenterKey(key)));
}

/** Fields with keys that users choose. */
const freeMaps = new Set([
  'labels',
  'annotations',
  'tags',
  'resources',
  'subnetSelector',
  'securityGroupSelector',
  'amiSelector',
  'kubeReserved',
  'systemReserved',
  'evictionHard',
  'evictionSoft',
  'evictionSoftGracePeriod',
]);

/** The paths of all fields that are set: `spec.template`, `spec.template.spec`; a list or a free map is one field. */
function listFieldPaths(value: unknown, path: string): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    if (entry === null || entry === undefined || isEmpty(entry)) return [];
    const field = `${path}.${key}`;
    return [field, ...(freeMaps.has(key) ? [] : listFieldPaths(entry, field))];
  });
}

/** karpenter-convert and Helm templates write `{}` and `[]` for fields without a value. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
