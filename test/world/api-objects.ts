/** Objects as their writers leave them: field managers, and what clients note of the manifest that they applied. */

type Json = Record<string, unknown>;

/** One write: `kubectl-client-side-apply`, of `autoscaling/v2beta2`, on a day. */
export interface Write {
  manager: string;
  api: string;
  /** `2026-05-04`. */
  day?: string;
  operation?: 'Apply' | 'Update';
  subresource?: string;
}

/** An entry of `metadata.managedFields` as the API server keeps it. */
export function aWrite({ manager, api, day = '2026-05-04', operation = 'Update', subresource }: Write): Json {
  return {
    manager,
    operation,
    apiVersion: api,
    time: `${day}T09:00:00Z`,
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { 'f:maxReplicas': {} } },
    ...(subresource === undefined ? {} : { subresource }),
  };
}

/**
 * An object that was written with several API versions.
 * @param path `shop/cart`, or a name
 */
export function aWrittenObject(
  apiVersion: string,
  kind: string,
  path: string,
  writes: readonly Write[],
  metadata: Json = {},
): Json {
  const [first = path, second] = path.split('/');
  const name = second === undefined ? { name: first } : { namespace: first, name: second };
  return { apiVersion, kind, metadata: { ...name, ...metadata, managedFields: writes.map(aWrite) } };
}

/** The annotation that `kubectl apply` leaves: the whole manifest. */
export function lastApplied(apiVersion: string, more: Json = {}): Json {
  const manifest = JSON.stringify({ apiVersion, kind: 'Anything', ...more });
  return { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `${manifest}\n` } };
}
