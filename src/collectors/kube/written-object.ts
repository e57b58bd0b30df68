import * as z from 'zod/mini';
import type { ApiObject, ApiWriter } from '../../facts/api-objects.ts';
import { findOwner } from './owner-marks.ts';

const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const entry = z.object({
  manager: z.optional(z.string()),
  operation: z.enum(['Apply', 'Update']),
  apiVersion: z.string(),
  time: z.optional(z.nullable(z.string())),
  subresource: z.optional(z.string()),
});
const reference = z.object({
  apiVersion: z.optional(z.string()),
  kind: z.string(),
  name: z.string(),
  controller: z.optional(z.boolean()),
});
const metadata = z.object({
  namespace: z.optional(z.string()),
  name: z.string(),
  annotations: texts,
  labels: texts,
  ownerReferences: z.optional(z.nullable(z.array(reference))),
  managedFields: z.optional(z.nullable(z.array(entry))),
});

/** The metadata of an object that shows who wrote it. */
export type Written = z.infer<typeof metadata>;

/**
 * Parses the metadata of an object.
 * @throws zod's error if it has another shape
 */
export function parseWritten(raw: unknown): Written {
  return z.object({ metadata }).parse(raw).metadata;
}

/** The object with its names, what applies it, and the controller that created it. */
export function nameObject(written: Written, kind: string): Omit<ApiObject, 'applied' | 'writers'> {
  const { annotations, labels } = written;
  const owner = findOwner({ annotations, labels });
  const controller = written.ownerReferences?.find((one) => one.controller === true);
  return {
    kind,
    namespace: written.namespace ?? null,
    name: written.name,
    ...(owner === undefined ? {} : { owner }),
    ...(controller === undefined ? {} : { controller: { kind: controller.kind, name: controller.name } }),
  };
}

/** All entries of `metadata.managedFields`, the newest first. */
export function toWriters({ managedFields }: Written): ApiWriter[] {
  return (managedFields ?? []).map(toWriter).toSorted((a, b) => compareTimes(b.time, a.time));
}

function toWriter({ manager = '', operation, apiVersion, time, subresource }: z.infer<typeof entry>): ApiWriter {
  const own = subresource === undefined || subresource === '' ? null : subresource;
  return { manager, operation, subresource: own, api: apiVersion, time: time ?? null };
}

function compareTimes(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
