import { advice } from '../../../src/languages/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import type { Selected } from '../../../src/facts/karpenter-account.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { imageMinor } from '../../../src/karpenter/image-minor.ts';
import { hoursBetween } from '../../../src/languages/dates.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { format, parseMinor, type Minor } from '../../../src/languages/versions.ts';
import { isWithinSkew } from '../../../src/subjects/skew.ts';

type Here = Pick<Context<'skew'>, 'current' | 'versions' | 'now' | 'tables'>;
type Newest = NonNullable<Selected['terms'][number]['newest']>[number];

/** A node class with what is known of its images. */
interface Known {
  nodeClass: KarpenterNodeClass;
  /** Undefined: not read. */
  selected: Selected | undefined;
  /** Nodes of its pools; undefined: not read. */
  nodes: readonly NodeFact[] | undefined;
}

/** What new nodes of a class start with. */
interface Image {
  text: string;
  /** Undefined: nothing tells. */
  minor: Minor | undefined;
  isDeprecated?: boolean;
}

/** Images that are selected otherwise than by an alias: which kubelet they hold, against each version of the path. */
export function* imageFindings({ nodeClass, selected, nodes }: Known, here: Here): Generator<Finding> {
  const { kind, name } = nodeClass;
  const resource = { kind, name };
  const ofNodes = newestKubelet(nodes ?? []);
  const chosen = chosenImages(selected, here.now);
  for (const { text, isDeprecated = false } of chosen) if (isDeprecated) yield deprecated(resource, text);
  const images = [...chosen, ...parametersOf(nodeClass)].map(({ text, minor }) => ({
    text: minor === undefined && ofNodes !== undefined ? `${text}, whose nodes run ${format(ofNodes)}` : text,
    minor: minor ?? ofNodes,
  }));
  for (const [minor, some] of grouped(images, (image) => image.minor)) {
    const text = some.map((image) => image.text).join(', ');
    if (minor !== undefined) yield* minorFinding(resource, minor, text, here);
    else if (nodes !== undefined) yield notTold(resource, text);
  }
}

/** Of each architecture the image that Karpenter takes; of an inventory of before that was told, each term. */
function chosenImages(selected: Selected | undefined, now: string): Image[] {
  const terms = selected?.terms ?? [];
  const untold = terms.filter(({ found, newest }) => newest === undefined && found.length > 0);
  if (untold.length > 0) return untold.map(({ text }) => ({ text, minor: imageMinor(text) }));
  const gone = new Set(
    terms.flatMap(({ deprecated = [] }) =>
      deprecated.filter(({ since }) => hoursBetween(since, now) >= 0).map(({ id }) => id),
    ),
  );
  const all = terms.flatMap(({ newest = [] }) => newest);
  const older = (image: Newest, other: Newest): boolean =>
    gone.has(image.id) === gone.has(other.id) ? (image.createdAt ?? '') < (other.createdAt ?? '') : gone.has(image.id);
  return [...grouped(all, ({ architecture }) => architecture).values()].map((some) => {
    const { id, kubernetes } = some.reduce((best, one) => (older(best, one) ? one : best));
    const minor = kubernetes === null ? undefined : parseMinor(kubernetes);
    return { text: `image ${id}`, minor, ...(gone.has(id) ? { isDeprecated: true } : {}) };
  });
}

function parametersOf({ terms }: KarpenterNodeClass): Image[] {
  return terms.amis.flatMap(({ ssmParameter }) =>
    ssmParameter === null ? [] : [{ text: `parameter ${ssmParameter}`, minor: imageMinor(ssmParameter) }],
  );
}

/** The newest one: what is older may have started of an image before. */
function newestKubelet(nodes: readonly NodeFact[]): Minor | undefined {
  const minors = nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []);
  return minors.length === 0 ? undefined : Math.max(...minors);
}

function* minorFinding(
  resource: Finding['resource'],
  minor: Minor,
  text: string,
  { current, versions, tables }: Here,
): Generator<Finding> {
  const kubelet = `kubelet ${format(minor)}`;
  const evidence = (required: string) => [{ observed: `${text}: ${kubelet}`, required }];
  if (minor > current) {
    yield {
      level: 'fail',
      rule: 'newer',
      resource,
      message: `new nodes start with ${kubelet} (${text}), newer than the control plane: Kubernetes does not support that`,
      evidence: evidence(`kubelet ${format(current)} or older`),
      fix: advice`Select an image of ${format(current)}. If the selector has a wildcard, write the minor into it.`,
    };
    return;
  }
  const behind = versions.find((version) => version > minor);
  if (behind === undefined) return;
  const refused = versions.find((version) => !isWithinSkew(tables.skew, minor, version));
  const at = refused ?? behind;
  const isToday = at <= current;
  yield {
    level: refused === undefined ? 'warn' : 'fail',
    rule: 'older',
    ...(isToday ? {} : { at }),
    ...(refused !== undefined && refused > behind ? { since: behind } : {}),
    ...(refused === undefined && !isToday ? { phase: 'after' as const } : {}),
    resource,
    message:
      refused === undefined
        ? `new nodes start with ${kubelet} (${text}) under a control plane of ${format(at)}, and nothing replaces them`
        : `new nodes start with ${kubelet} (${text}), which a control plane of ${format(at)} does not support`,
    evidence: evidence(`kubelet ${format(at)}`),
    fix: olderFix(at, isToday, refused !== undefined),
  };
}

function olderFix(at: Minor, isToday: boolean, isRefused: boolean) {
  const alias = advice`An alias (\`al2023@latest\`, or pinned to a release) follows by itself.`;
  if (isToday) return advice`Select images of ${format(at)}: drift then replaces the nodes. ${alias}`;
  if (isRefused)
    return advice`Select newer images after each update on the way, before the control plane goes to ${format(at)}. ${alias}`;
  return advice`Once the control plane runs ${format(at)}, select images of it: drift then replaces the nodes. ${alias}`;
}

function notTold(resource: Finding['resource'], text: string): Finding {
  return {
    level: 'unknown',
    rule: 'not-told',
    resource,
    message: `which kubelet its new nodes start with is not known (${text}): the name does not tell, and no node of it runs`,
    fix: advice`Look up which Kubernetes version the image was built for; its name should hold it.`,
  };
}

/** Karpenter before 1.0.7 does not even find it, which karpenter/references reports. */
function deprecated(resource: Finding['resource'], text: string): Finding {
  return {
    level: 'warn',
    rule: 'deprecated',
    resource,
    message: `starts its nodes with a deprecated image (${text}): its owner may withdraw it, and then no node starts`,
    evidence: [{ observed: `${text}: deprecated`, required: 'an image that its owner keeps' }],
    fix: advice`Select a newer image.`,
  };
}
