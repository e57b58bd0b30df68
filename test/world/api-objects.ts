/** Objects with the traces of their writers: field managers, and the annotation with the applied manifest. */

type Json = Record<string, unknown>;

/** One write of an object: by a manager (`kubectl-client-side-apply`), with an API version (`autoscaling/v2beta2`). */
export interface Write {
  manager: string;
  api: string;
  /** A date such as `2026-05-04`. */
  day?: string;
  operation?: 'Apply' | 'Update';
  subresource?: string;
}

/** An entry of `metadata.managedFields` as the API server stores it. */
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
 * An object with an entry in `managedFields` for each write.
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

/** Metadata with the annotation in which `kubectl apply` stores the manifest. */
export function lastApplied(apiVersion: string, more: Json = {}): Json {
  const manifest = JSON.stringify({ apiVersion, kind: 'Anything', ...more });
  return { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `${manifest}\n` } };
}
