import { parse as parseYaml } from 'yaml';
import * as z from 'zod/mini';
import type { Files } from '../refresher.ts';
import { karpenterModule, listReadReleases } from './karpenter.ts';

const schema = z.record(z.string(), z.unknown());
const definition = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    names: z.object({ kind: z.string() }),
    conversion: z.optional(z.object({ strategy: z.string() })),
    versions: z.array(
      z.object({
        name: z.string(),
        served: z.boolean(),
        storage: z.boolean(),
        schema: z.object({ openAPIV3Schema: schema }),
      }),
    ),
  }),
});

/** A version of a CRD's API. */
export interface CrdVersion {
  name: string;
  served: boolean;
  storage: boolean;
  schema: Readonly<Record<string, unknown>>;
}

/** The CRDs that a release ships. */
export interface ReleasedCrds {
  /** `1.15.2` */
  version: string;
  crds: readonly { name: string; kind: string; conversion: string; versions: readonly CrdVersion[] }[];
}

/** The CRDs of each release whose files are there, oldest first. @throws Error if a release has none */
export function parseCrds(files: Files): ReleasedCrds[] {
  return listReadReleases(files).map((version) => {
    const folder = `${karpenterModule}@v${version}/pkg/apis/crds/`;
    const crds = [...files].flatMap(([name, yaml]) =>
      name.startsWith(folder) && name.endsWith('.yaml') ? [toCrd(z.parse(definition, parseYaml(yaml)))] : [],
    );
    if (crds.length === 0) throw new Error(`${folder} of ${version} has no CRD`);
    return { version, crds };
  });
}

function toCrd({ metadata, spec }: z.infer<typeof definition>): ReleasedCrds['crds'][number] {
  const versions = spec.versions.map(({ schema: { openAPIV3Schema }, ...rest }) => ({
    ...rest,
    schema: openAPIV3Schema,
  }));
  return { name: metadata.name, kind: spec.names.kind, conversion: spec.conversion?.strategy ?? 'None', versions };
}

/** A field that differs between two releases, in a version of the API that is not alpha: no check looks at those. */
export interface ChangedField {
  crd: string;
  kind: string;
  /** The version of the API. */
  version: string;
  /** `spec.requirements[].operator` */
  path: string;
  /** The value of its enum that differs; undefined: the whole field. */
  value: string | undefined;
  /** The release that differs from the one before. */
  from: string;
}

type Field = Pick<ChangedField, 'path' | 'value'>;

/** `spec.replicas`, `the value Lte of spec.requirements[].operator` */
export function nameField({ path, value }: Field): string {
  return value === undefined ? path : `the value ${value} of ${path}`;
}

/** Fields and values that a release has and the one before it does not; not those inside of a new field. */
export function listNewFields(releases: readonly ReleasedCrds[]): ChangedField[] {
  return compareReleases(releases, (before, after) => missing(after, before));
}

/** Fields and values that the release before has and this one does not take; not those inside of such a field. */
export function listGoneFields(releases: readonly ReleasedCrds[]): ChangedField[] {
  return compareReleases(releases, (before, after) => missing(before, after));
}

function compareReleases(
  releases: readonly ReleasedCrds[],
  compare: (before: CrdVersion['schema'], after: CrdVersion['schema']) => Field[],
): ChangedField[] {
  return releases.slice(1).flatMap(({ version: from, crds }, at) =>
    crds.flatMap(({ name: crd, kind, versions }) =>
      versions.flatMap(({ name: version, schema: after }) => {
        const older = releases[at]?.crds.find(({ name }) => name === crd);
        const before = older?.versions.find(({ name }) => name === version)?.schema;
        return before === undefined || version.includes('alpha')
          ? []
          : compare(before, after).map((field) => ({ crd, kind, version, ...field, from }));
      }),
    ),
  );
}

/** What of the spec one schema has and the other does not take. Where that one takes anything, nothing is missing. */
function missing(schemaWith: unknown, schemaWithout: unknown, path = ''): Field[] {
  const own = toNode(schemaWith);
  const other = toNode(schemaWithout);
  if (other.isOpen) return [];
  const values = own.values.filter((value) => other.values.length > 0 && !other.values.includes(value));
  const inside = Object.entries(own.inside).flatMap(([name, child]) => {
    if (path === '' && name !== 'spec') return [];
    const full = name === '[]' || path === '' ? `${path}${name}` : `${path}.${name}`;
    return name in other.inside ? missing(child, other.inside[name], full) : [{ path: full, value: undefined }];
  });
  return [...values.map((value) => ({ path, value })), ...inside];
}

const node = z.object({
  properties: z.optional(schema),
  items: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  additionalProperties: z.optional(z.unknown()),
  'x-kubernetes-preserve-unknown-fields': z.optional(z.boolean()),
});

/** The fields and elements (`[]`) inside of a schema, and the values that it takes; no values: any. */
function toNode(raw: unknown): {
  inside: Readonly<Record<string, unknown>>;
  values: readonly string[];
  isOpen: boolean;
} {
  const { properties, items, enum: values = [], additionalProperties = false, ...rest } = z.parse(node, raw);
  return {
    inside: { ...properties, ...(items === undefined ? {} : { '[]': items }) },
    values: values.map(String),
    isOpen: additionalProperties !== false || rest['x-kubernetes-preserve-unknown-fields'] === true,
  };
}
