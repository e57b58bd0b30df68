import { hasMarker } from '../../../src/collectors/kube/karpenter/markers.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { followReleases } from '../follow-releases.ts';
import { listNewFields, nameField, parseCrds, type CrdVersion, type ReleasedCrds } from '../read/karpenter-crds.ts';
import { findMinor, knowsThrough, readKarpenter } from '../read/karpenter.ts';
import type { Refresher, Stated, WrittenRow } from '../refresher.ts';

/** The CRDs of each release. What happens without a CRD or a field, a person writes: new ones are questions. */
export const karpenterCrds: Refresher = {
  table: 'karpenter-crds',
  from: 'registry',
  identify: (row) => [row['rowKind'], row['id'] ?? String(row['crds']), row['from']].join(' '),
  fetch: (limits) => readKarpenter(limits, ['pkg/apis/crds']),
  parse(files, { rows }) {
    const releases = parseCrds(files);
    const followed = followReleases(
      releases.map(({ version, crds }) => ({
        version,
        has: new Map(crds.map(({ name, ...has }) => [name, toFacts(has)])),
      })),
      rows,
      { list: listCrds, end: 'below' },
    );
    const lost = releases.flatMap((release) => listLostMarkers(release, rows));
    const knownThrough = knowsThrough(releases.map(({ version }) => version));
    return {
      rows: followed.rows,
      covers: () => false,
      questions: [...followed.questions, ...new Set(lost), ...listUnmarkedFields(releases, rows)],
      ...(knownThrough === undefined ? {} : { knownThrough }),
    } satisfies Stated;
  },
};

function listCrds({ rowKind, crds }: WrittenRow): string[] {
  return rowKind === 'crd' && Array.isArray(crds) ? crds.map(String) : [];
}

function toFacts({ versions, conversion }: { versions: readonly CrdVersion[]; conversion: string }): WrittenRow {
  const served = versions.filter((one) => one.served).map(({ name }) => name);
  return { served, stored: versions.find(({ storage }) => storage)?.name, conversion };
}

/** Markers that a release lacks although the table says that it has them. */
function listLostMarkers({ version, crds }: ReleasedCrds, rows: readonly WrittenRow[]): string[] {
  return rows.flatMap((row) => {
    const { rowKind, by, id, crd, from, below, path, enum: value, allows } = row;
    if (rowKind !== 'marker' || by === 'hand' || !isWithin(version, String(from), toText(below))) return [];
    const found = crds.find(({ name }) => name === crd)?.versions.find(({ name }) => name === row['version']);
    const marker = { path: String(path), enum: toText(value), allows: toText(allows) };
    return found !== undefined && hasMarker(found.schema, marker) ? [] : [`${String(id)}: ${version} does not have it`];
  });
}

/** Fields and values of a spec that a release has first, and that no marker names; of values that came together, one. */
function listUnmarkedFields(releases: readonly ReleasedCrds[], rows: readonly WrittenRow[]): string[] {
  return listNewFields(releases).flatMap(({ crd, version, path, value, from }) => {
    const marks = rows.filter((row) => row['crd'] === crd && row['version'] === version);
    const isMarked = marks.some((row) => {
      const marked = String(row['path']);
      if (value !== undefined) return marked === path && findMinor(String(row['from'])) === findMinor(from);
      return marked === path || marked.startsWith(`${path}.`) || marked.startsWith(`${path}[`);
    });
    return isMarked
      ? []
      : [`${crd} ${version}: ${nameField({ path, value })} is new in ${from}, and no marker names it`];
  });
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
