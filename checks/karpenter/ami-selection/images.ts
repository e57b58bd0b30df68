import type { Context, Finding } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import type { Selected } from '../../../src/facts/karpenter-account.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { allowsArchitecture } from '../../../src/karpenter/capacity.ts';
import { imageMinor } from '../../../src/karpenter/image-minor.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { buildDeprecatedFinding, minorFinding, buildUnknownKubeletFinding } from './findings.ts';

type Here = Pick<Context<'skew'>, 'current' | 'versions' | 'karpenter' | 'now' | 'tables'>;
type Newest = NonNullable<Selected['terms'][number]['newest']>[number];

/** A node class, and what is known about its images. */
export interface Known {
  nodeClass: KarpenterNodeClass;
  /** The pools that use it. */
  using: readonly KarpenterPool[];
  /** Undefined: not read. */
  selected: Selected | undefined;
  /** Nodes of the pools; undefined: not read. */
  nodes: readonly NodeFact[] | undefined;
}

/** An image that new nodes of a class launch with. */
interface Image {
  text: string;
  /** The kubelet's minor version; undefined: unknown. */
  minor: Minor | undefined;
  isDeprecated?: boolean;
}

/**
 * Findings for images that no alias selects: deprecated images, and images whose kubelet is unknown or does not match
 * a version of the path.
 */
export function* imageFindings(known: Known, here: Here): Generator<Finding> {
  const { nodeClass, using, selected, nodes } = known;
  const { kind, name } = nodeClass;
  const resource = { kind, name };
  const chosen = chosenImages(selected, using, here.now);
  for (const { text, isDeprecated = false } of chosen) if (isDeprecated) yield buildDeprecatedFinding(resource, text);
  for (const { minor, text } of groupImages(known, here.now)) {
    if (minor !== undefined) yield* minorFinding(resource, minor, text, here);
    else if (nodes !== undefined) yield buildUnknownKubeletFinding(resource, text);
  }
}

/**
 * The images that no alias selects, by the kubelet's minor version (undefined: unknown), with their names.
 * @param now an ISO 8601 time
 */
export function groupImages(
  { nodeClass, using, selected, nodes }: Known,
  now: string,
): { minor: Minor | undefined; text: string }[] {
  const ofNodes = newestKubelet(nodes ?? []);
  const images = [...chosenImages(selected, using, now), ...listParameterImages(nodeClass)].map(({ text, minor }) => ({
    text: minor === undefined && ofNodes !== undefined ? `${text}, whose nodes run ${format(ofNodes)}` : text,
    minor: minor ?? ofNodes,
  }));
  return [...grouped(images, (image) => image.minor)].map(([minor, some]) => ({
    minor,
    text: some.map(({ text }) => text).join(', '),
  }));
}

/** The image that Karpenter selects per architecture; one per term if an older inventory lacks `newest`. */
function chosenImages(selected: Selected | undefined, using: readonly KarpenterPool[], now: string): Image[] {
  const terms = selected?.terms ?? [];
  const termsWithoutNewest = terms.filter(({ found, newest }) => newest === undefined && found.length > 0);
  if (termsWithoutNewest.length > 0) return termsWithoutNewest.map(({ text }) => ({ text, minor: imageMinor(text) }));
  const gone = new Set(
    terms.flatMap(({ deprecated = [] }) =>
      deprecated.filter(({ since }) => hoursBetween(since, now) >= 0).map(({ id }) => id),
    ),
  );
  const all = terms
    .flatMap(({ newest = [] }) => newest)
    .filter(({ architecture }) => using.some((pool) => allowsArchitecture(pool, architecture)));
  const older = (image: Newest, other: Newest): boolean =>
    gone.has(image.id) === gone.has(other.id) ? (image.createdAt ?? '') < (other.createdAt ?? '') : gone.has(image.id);
  return [...grouped(all, ({ architecture }) => architecture).values()].map((some) => {
    const { id, kubernetes } = some.reduce((best, one) => (older(best, one) ? one : best));
    const minor = kubernetes === null ? undefined : parseMinor(kubernetes);
    return { text: id, minor, ...(gone.has(id) ? { isDeprecated: true } : {}) };
  });
}

function listParameterImages({ terms }: KarpenterNodeClass): Image[] {
  return terms.amis.flatMap(({ ssmParameter }) =>
    ssmParameter === null ? [] : [{ text: `parameter ${ssmParameter}`, minor: imageMinor(ssmParameter) }],
  );
}

/** The newest kubelet: older nodes may have launched from an earlier image. */
function newestKubelet(nodes: readonly NodeFact[]): Minor | undefined {
  const minors = nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []);
  return minors.length === 0 ? undefined : Math.max(...minors);
}
