import { loadTable, type Tables } from '../../src/tables/tables.ts';
import { isBelow } from '../../src/syntax/versions.ts';
import { karpenterCrdObjects } from '../world/karpenter-crds.ts';
import { schemas, type Schema } from './karpenter-schemas.ts';
import type { Manifest } from './seed.ts';

type Marker = Extract<Tables['karpenter-crds'][number], { rowKind: 'marker' }>;
interface Version {
  name: string;
  schema: { openAPIV3Schema: Schema };
}
interface Definition extends Manifest {
  spec: {
    versions: Version[];
    conversion?: { webhook: { clientConfig: { caBundle?: string; service: { port: number } } } };
  } & { [field: string]: unknown };
}

export interface LiveCrdOptions {
  /** Helm release that owns the CRDs; none by default. */
  release?: string;
  /** Port of the conversion webhook, and the CA that signed its certificate; by default the chart's port and no CA. */
  webhook?: { port: number; caPem: string };
}

/** Karpenter's CRDs of a version, with the schemas of that version, in a form that an API server accepts. */
export function realCrds(version: string, options: LiveCrdOptions = {}): Manifest[] {
  const { release, webhook } = options;
  return karpenterCrdObjects(version, release === undefined ? {} : { release }).map((made) => {
    const crd = structuredClone(made) as unknown as Definition;
    delete crd.status; // the server sets it, including the stored versions
    crd.spec.versions = crd.spec.versions.map((served) => ({
      ...served,
      schema: { openAPIV3Schema: schemaAt(crd.metadata.name, served.name, version) },
      subresources: { status: {} },
    }));
    const client = crd.spec.conversion?.webhook.clientConfig;
    if (client === undefined) return crd;
    delete client.caBundle;
    if (webhook === undefined) return crd;
    client.caBundle = Buffer.from(webhook.caPem).toString('base64');
    client.service.port = webhook.port;
    return crd;
  });
}

/** The CRDs that EKS installs for Auto Mode: Karpenter's NodePools and NodeClaims at v1, and EKS's own NodeClass. */
export function autoModeCrds(): Manifest[] {
  const pools = realCrds('1.8.8').filter(({ metadata }) => metadata.name.endsWith('.karpenter.sh'));
  const nodeClasses = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'nodeclasses.eks.amazonaws.com' },
    spec: {
      group: 'eks.amazonaws.com',
      names: { kind: 'NodeClass', listKind: 'NodeClassList', plural: 'nodeclasses', singular: 'nodeclass' },
      scope: 'Cluster',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schemaAt('nodeclasses.eks.amazonaws.com', 'v1', '1.8.8') },
          subresources: { status: {} },
        },
      ],
    },
  };
  return [...pools, nodeClasses];
}

function schemaAt(crd: string, served: string, version: string): Schema {
  const whole = schemas[crd]?.[served];
  if (whole === undefined) throw new Error(`no schema of ${crd} at ${served} is written down`);
  const schema = JSON.parse(JSON.stringify(whole)) as Schema; // a copy in which no two fields share a schema object
  const markers = loadTable('karpenter-crds').rows.filter(
    (row): row is Marker => row.rowKind === 'marker' && row.crd === crd && row.version === served,
  );
  const isLater = ({ from }: Marker) => isBelow(version, from);
  const gone = markers.filter((marker) => isLater(marker) && marker.enum === undefined && marker.allows === undefined);
  for (const marker of markers) {
    if (gone.some(({ path }) => marker.path.startsWith(`${path}.`) || marker.path.startsWith(`${path}[]`))) continue;
    const isThere = !isLater(marker);
    if (marker.allows !== undefined) allow(schema, marker, isThere);
    else if (!isThere) takeOut(schema, marker);
  }
  return schema;
}

/** Writes the validation rule of a label's domain, and adds the marker's key if the version supports it. */
function allow(schema: Schema, { path, allows = '' }: Marker, isThere: boolean): void {
  const field = fieldAt(schema, path.split('.'));
  const [domain = ''] = allows.split('/');
  const [known] = (field['x-kubernetes-validations'] as { rule: string }[] | undefined) ?? [];
  const keys = known?.rule.match(/(?<=self in \[)[^\]]*/)?.[0] ?? `"${domain}/instance-family"`;
  const rule = `self in [${keys}${isThere ? `, "${allows}"` : ''}] || !self.find("^([^/]+)").endsWith("${domain}")`;
  field['x-kubernetes-validations'] = [{ message: `label domain "${domain}" is restricted`, rule }];
}

function takeOut(schema: Schema, { path, enum: value }: Marker): void {
  const steps = path.split('.');
  if (value !== undefined) {
    const field = fieldAt(schema, steps);
    field['enum'] = (field['enum'] as string[]).filter((one) => one !== value);
    return;
  }
  const holder = fieldAt(schema, steps.slice(0, -1));
  delete holder.properties?.[steps.at(-1) ?? ''];
}

function fieldAt(schema: Schema, path: readonly string[]): Schema {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const found = schema.properties?.[step.replace(/\[\]$/, '')];
  const next = step.endsWith('[]') ? found?.items : found;
  if (next === undefined) throw new Error(`no field ${path.join('.')} is written down`);
  return fieldAt(next, rest);
}
