import type { KarpenterController } from '../../../facts/karpenter.ts';
import { loadTable } from '../../../tables/tables.ts';
import { isBelow } from '../../../syntax/versions.ts';

type Release = Pick<KarpenterController, 'version' | 'versionSource' | 'disagreement' | 'snapshot'>;

interface Source {
  source: 'image tag' | 'image digest' | 'version label' | 'chart label';
  /** `1.5.0`; undefined if the build is not a release. */
  version: string | undefined;
  snapshot: boolean;
  /** Other possible versions: several releases can have the same digest. */
  others?: readonly string[];
}

/**
 * The release that a Deployment runs: from the image's tag, else its digest, else the Deployment's version label, else
 * its chart label. Sources that disagree are reported. A nightly build or release candidate has no version.
 */
export function resolveRelease(image: string, labels: Readonly<Record<string, string>>): Release {
  const chart = /^karpenter-(.+)$/.exec(labels['helm.sh/chart'] ?? '')?.[1];
  const sources: Source[] = [
    ...parseSources('image tag', parseTag(image)),
    ...digestSource(image),
    ...parseSources('version label', labels['app.kubernetes.io/version']),
    ...parseSources('chart label', chart),
  ];
  const [first] = sources;
  if (first === undefined) return { version: null, versionSource: null, disagreement: null, snapshot: false };
  const { version = null, source, snapshot } = first;
  const otherwise = sources.filter((other) => !agrees(first, other));
  const words = otherwise.map((other) => `the ${other.source} says ${other.version ?? 'another build'}`);
  return {
    version,
    versionSource: version === null ? null : source,
    disagreement: words.length === 0 ? null : words.join(', '),
    snapshot,
  };
}

function agrees(first: Source, other: Source): boolean {
  if (first.snapshot || other.snapshot) return first.snapshot === other.snapshot;
  return [other.version, ...(other.others ?? [])].includes(first.version);
}

function parseTag(image: string): string | undefined {
  const [reference = ''] = image.split('@');
  const tail = reference.slice(reference.lastIndexOf('/') + 1);
  const colon = tail.indexOf(':');
  return colon < 0 ? undefined : tail.slice(colon + 1);
}

/** Ignores strings such as `latest`, which name neither a release nor a build of Karpenter. */
function parseSources(source: Source['source'], text: string | undefined): Source[] {
  if (text === undefined) return [];
  const release = /^v?(\d{1,4}\.\d{1,4}\.\d{1,4})(?![\d.])(.*)$/.exec(text);
  if (release !== null && !/^-(rc|alpha|beta)/.test(release[2] ?? '')) {
    return [{ source, version: release[1], snapshot: false }];
  }
  const isBuild = release !== null || /^v?\d+-[0-9a-f]{7,40}$/.test(text);
  return isBuild ? [{ source, version: undefined, snapshot: true }] : [];
}

const digits = 16;

function digestSource(image: string): Source[] {
  const digest = /@sha256:([0-9a-f]{64})$/.exec(image)?.[1]?.slice(0, digits);
  if (digest === undefined) return [];
  const releases = loadTable('karpenter-digests').rows.flatMap(({ digests }) =>
    Object.entries(digests).flatMap(([version, own]) => (own.includes(digest) ? [version] : [])),
  );
  const [lowest, ...others] = releases.sort((a, b) => (isBelow(a, b) ? -1 : 1));
  return lowest === undefined ? [] : [{ source: 'image digest', version: lowest, snapshot: false, others }];
}
