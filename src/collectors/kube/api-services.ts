import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import type { ApiService } from '../../facts/api-extensions.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { toCaExpiryField } from './ca-bundle.ts';
import { unreadableError } from '../../facts/reason.ts';
import { listAll } from './list.ts';
import { findOwner, ownerReferences } from './owner-marks.ts';

const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const text = z.optional(z.nullable(z.string()));
const condition = z.object({ type: z.string(), status: z.string(), reason: text, message: text });
const apiService = z.object({
  metadata: z.object({ name: z.string(), annotations: texts, labels: texts, ownerReferences }),
  spec: z.object({
    service: z.optional(z.nullable(z.object({ namespace: z.string(), name: z.string() }))),
    caBundle: text,
  }),
  status: z.optional(z.nullable(z.object({ conditions: z.optional(z.nullable(z.array(condition))) }))),
});

export const apiServices = defineCollector('apiServices', {
  permissions: [{ apiGroup: 'apiregistration.k8s.io', resource: 'apiservices', verb: 'list' }],
  async collect({ kube }) {
    const request = { apiGroup: 'apiregistration.k8s.io', versions: ['v1'], resource: 'apiservices', project };
    const listed = await listAll(await kube(), request);
    if (listed.value.length > 0) return listed;
    throw unreadableError('the list of APIServices is empty, but every API server registers its own groups');
  },
});

function project(raw: unknown): ApiService {
  const { metadata, spec, status } = apiService.parse(raw);
  const owner = findOwner(metadata);
  const available = status?.conditions?.find(({ type }) => type === 'Available');
  return {
    name: metadata.name,
    service: spec.service ?? null,
    available: available === undefined ? null : projectCondition(available),
    ...toCaExpiryField(spec.caBundle),
    ...(owner === undefined ? {} : { owner }),
  };
}

/** The message contains addresses and times of the last attempt: one line is enough. */
function projectCondition({ status, reason, message }: z.infer<typeof condition>): ApiService['available'] {
  return { status, reason: filled(reason ?? ''), message: filled(oneLine(message ?? '', 300)) };
}

function filled(words: string): string | null {
  return words === '' ? null : words;
}
