import type { ApiObject } from '../../facts/api-objects.ts';
import { isObject } from '../../syntax/json.ts';

/** The annotations in which clients keep the manifest that they applied. */
export const noted = {
  'kubectl.kubernetes.io/last-applied-configuration': 'kubectl',
  'kapp.k14s.io/original': 'kapp',
} as const;

/** Only the API version of the manifest is kept. */
export function listAppliedApis(annotations: Readonly<Record<string, string>>): ApiObject['applied'] {
  return Object.entries(noted).flatMap(([key, by]) => {
    const api = parseApiVersion(annotations[key]);
    return api === undefined ? [] : [{ by, api }];
  });
}

function parseApiVersion(manifest: string | undefined): string | undefined {
  if (manifest === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(manifest);
    const api = isObject(read) ? read['apiVersion'] : undefined;
    return typeof api === 'string' ? api : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
