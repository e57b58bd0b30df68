import { readFileSync } from 'node:fs';
import { loadTable, type Tables } from '../../src/tables/tables.ts';
import { isBelow } from '../../src/syntax/versions.ts';
import type { ServedKind } from './world.ts';

type Json = Record<string, unknown>;
type Row = Tables['karpenter-crds'][number];
type Marker = Extract<Row, { rowKind: 'marker' }>;
type Schema = { type: string; properties?: Record<string, Schema>; items?: Schema } & Json;

/**
 * A CA that is valid for 30 years, instead of the one that the controller writes. Source: knative.dev/pkg,
 * webhook/resourcesemantics/conversion/reconciler.go, which runs in Karpenter's versions with a conversion webhook.
 */
const caPem = readFileSync(new URL('tls/ca.pem', import.meta.url), 'utf8');

/**
 * Karpenter's CRDs of a version, in the API's shape. Their schemas contain only `spec`, `status` and the fields in the
 * table's rows of the kind `marker`.
 */

interface CrdOptions {
  /** Helm release that owns them; none by default. */
  release?: string;
  /** `status.storedVersions`; by default only the storage version. */
  storedVersions?: readonly string[];
  /** False: the certificate authority that the controller writes for its webhook was removed. */
  authority?: boolean;
  /** Also the CRDs that depend on a feature gate. */
  gates?: boolean;
}

const kinds: Readonly<Record<string, string>> = {
  provisioners: 'Provisioner',
  machines: 'Machine',
  awsnodetemplates: 'AWSNodeTemplate',
  nodepools: 'NodePool',
  nodeclaims: 'NodeClaim',
  nodeoverlays: 'NodeOverlay',
  ec2nodeclasses: 'EC2NodeClass',
  nodeclasses: 'NodeClass',
  capacitybuffers: 'CapacityBuffer',
};

export function karpenterCrdObjects(version: string, options: CrdOptions = {}): Json[] {
  return selectRows(version, options).flatMap((row) => row.crds.map((name) => crdObject(name, row, version, options)));
}

/** The kinds that the API server serves with these CRDs. */
export function karpenterKinds(version: string, options: CrdOptions = {}): ServedKind[] {
  return selectRows(version, options).flatMap((row) =>
    row.crds.flatMap((name) => row.served.map((served) => servedKind(name, served))),
  );
}

/** The served kind of a CRD such as `nodepools.karpenter.sh` at `v1`. */
export function servedKind(name: string, version: string): ServedKind {
  const [resource = '', ...group] = name.split('.');
  const namespaced = resource === 'capacitybuffers';
  return { group: group.join('.'), version, kind: kinds[resource] ?? resource, resource, namespaced };
}

function selectRows(version: string, { gates = false }: CrdOptions) {
  return loadTable('karpenter-crds').rows.flatMap((row) => {
    if (row.rowKind !== 'crd' || isBelow(version, row.from)) return [];
    const isOver = row.below !== undefined && !isBelow(version, row.below);
    return isOver || (row.gate !== undefined && !gates) ? [] : [row];
  });
}

function crdObject(name: string, row: Extract<Row, { rowKind: 'crd' }>, version: string, options: CrdOptions): Json {
  const { release, storedVersions = [row.stored], authority = true } = options;
  const { group, kind, resource, namespaced } = servedKind(name, row.served[0] ?? '');
  const clientConfig = {
    service: { namespace: 'kube-system', name: 'karpenter', port: 8443, path: `/conversion/${group}` },
    ...(authority ? { caBundle: Buffer.from(caPem).toString('base64') } : {}),
  };
  const owner = {
    labels: { 'app.kubernetes.io/managed-by': 'Helm' },
    annotations: { 'meta.helm.sh/release-name': release, 'meta.helm.sh/release-namespace': 'kube-system' },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name, ...(release === undefined ? {} : owner) },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural: resource, singular: kind.toLowerCase() },
      scope: namespaced ? 'Namespaced' : 'Cluster',
      versions: row.served.map((served) => ({
        name: served,
        served: true,
        storage: served === row.stored,
        schema: { openAPIV3Schema: buildSchema(name, served, version) },
      })),
      ...(row.conversion === 'None'
        ? {}
        : { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } } }),
    },
    status: { storedVersions: [...storedVersions], conditions: [], acceptedNames: { kind, plural: resource } },
  };
}

function buildSchema(crd: string, served: string, version: string): Schema {
  const root: Schema = { type: 'object', properties: { spec: object(), status: object() } };
  for (const row of loadTable('karpenter-crds').rows) {
    if (row.rowKind !== 'marker' || row.crd !== crd || row.version !== served) continue;
    addMarker(root, row, !isBelow(version, row.from));
  }
  return root;
}

/** Omits what later versions add; a field with an enum or a rule exists, but rejects the later value. */
function addMarker(root: Schema, { path, enum: value, allows }: Marker, isThere: boolean): void {
  if (!isThere && value === undefined && allows === undefined) return;
  const field = fieldAt(root, path.split('.'));
  if (value !== undefined) {
    field.type = 'string';
    field['enum'] = [...((field['enum'] as string[] | undefined) ?? ['In']), ...(isThere ? [value] : [])];
  }
  if (allows === undefined) return;
  field.type = 'string';
  const [domain = ''] = allows.split('/');
  const [known] = (field['x-kubernetes-validations'] as { rule: string }[] | undefined) ?? [];
  const keys = known?.rule.match(/(?<=self in \[)[^\]]*/)?.[0] ?? `"${domain}/instance-family"`;
  const rule = `self in [${keys}${isThere ? `, "${allows}"` : ''}] || !self.find("^([^/]+)").endsWith("${domain}")`;
  field['x-kubernetes-validations'] = [{ message: `label domain "${domain}" is restricted`, rule }];
}

function fieldAt(schema: Schema, path: readonly string[]): Schema {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const name = step.replace(/\[\]$/, '');
  const properties = (schema.properties ??= {});
  const field = (properties[name] ??= object());
  if (!step.endsWith('[]')) return fieldAt(field, rest);
  field.type = 'array';
  return fieldAt((field.items ??= object()), rest);
}

function object(): Schema {
  return { type: 'object' };
}
