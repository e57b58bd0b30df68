import type { Facts } from '../../facts/facts.ts';
import type { Component, Workload } from '../../facts/kube.ts';
import { loadTable, type Tables } from '../../tables/tables.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { parseAddonVersion } from '../../syntax/versions.ts';

type Signature = Tables['components'][number];
type Container = Workload['containers'][number];

/** No component has a higher major version: a higher number is a date or a build number. */
const HIGHEST_MAJOR = 20;

/**
 * The last path segment of an image reference `host:port/path/name:tag@digest` and its tag. The name identifies the
 * image behind mirrors and pull-through caches; it is returned in lower case.
 */
export function imageParts(image: string): { name: string; tag: string | undefined } {
  const [reference = ''] = image.split('@');
  const tail = reference.slice(reference.lastIndexOf('/') + 1);
  const colon = tail.indexOf(':');
  if (colon < 0) return { name: tail.toLowerCase(), tag: undefined };
  return { name: tail.slice(0, colon).toLowerCase(), tag: tail.slice(colon + 1) };
}

/**
 * Every copy of a component among workloads, in any namespace. A copy is recognized by its image's name, else by its
 * name labels or its chart. Its version is that of the image's tag, else of the EKS add-on that owns it, else, if the
 * image has a digest but no tag, of its version label.
 */
export function findComponent(
  component: Signature['component'],
  workloads: readonly Workload[],
  addons: Facts['addons'] = [],
): Component[] {
  const signatures = loadTable('components').rows;
  const signature = signatures.find((row) => row.component === component);
  if (signature === undefined) return [];
  const others = signatures.filter((row) => row !== signature).flatMap(({ images }) => images);
  const addon = addons.find(({ name }) => name === signature.addon);
  return workloads.flatMap((workload) => {
    const found = recognise(signature, others, workload);
    return found === undefined ? [] : [toComponent(signature, workload, found, addon)];
  });
}

interface Recognised {
  image: string;
  /** True if the image has a name of the component, so that the image's tag is the component's version. */
  byImage: boolean;
}

/** Another component's image overrides a label: a Deployment that was updated in place keeps its old labels. */
function recognise(
  signature: Signature,
  otherImages: readonly string[],
  { kind, labels, containers }: Workload,
): Recognised | undefined {
  if (!signature.kinds.includes(kind)) return undefined;
  const own = containers.find((one) => isListedImage(one, signature.images));
  if (own !== undefined) return { image: own.image, byImage: true };
  const isOther = containers.some((one) => isListedImage(one, otherImages));
  if (isOther || !isLabelled(signature, labels)) return undefined;
  const flattened = containers.find(({ image }) => endsWithName(nameWithoutPlatform(image), signature.images));
  if (flattened !== undefined) return { image: flattened.image, byImage: true };
  const [first] = containers;
  const main = containers.find(({ name }) => signature.names.includes(name)) ?? first;
  return { image: main?.image ?? '', byImage: false };
}

function isListedImage(container: Container, images: readonly string[]): boolean {
  return imageNames(container).some((name) => images.includes(name));
}

/** The names of each container's image: it is compared with every component. */
const namesOfContainers = new WeakMap<Container, readonly string[]>();

/**
 * The last path segment of a container's image, and the last two, because one alone can be ambiguous:
 * `ingress-nginx/controller`.
 */
function imageNames(container: Container): readonly string[] {
  const known = namesOfContainers.get(container);
  if (known !== undefined) return known;
  const { image } = container;
  const name = nameWithoutPlatform(image);
  const folder = (image.split('@', 1)[0] ?? '').split('/').at(-2)?.toLowerCase();
  const names = folder === undefined ? [name] : [name, `${folder}/${name}`];
  namesOfContainers.set(container, names);
  return names;
}

/** The name without the suffix of a platform: `amazon-k8s-cni-arm64`, the arm64 preview, is `amazon-k8s-cni`. */
function nameWithoutPlatform(image: string): string {
  return imageParts(image).name.replace(/-(amd64|arm64)$/, '');
}

/** For mirrors that flatten paths: `eks-coredns`, `mirrored-coredns-coredns`. */
function endsWithName(name: string, images: readonly string[]): boolean {
  return images.some((image) => ['-', '_', '.'].some((separator) => name.endsWith(separator + image)));
}

/**
 * True for a workload with the component's name or chart in its labels. A chart's helpers also have the chart's label,
 * but the names in their labels are longer than the component's: `coredns-autoscaler`.
 */
function isLabelled({ names, charts }: Signature, labels: Workload['labels']): boolean {
  const given = [labels['k8s-app'], labels['app.kubernetes.io/name'], labels['app']].filter(
    (name) => name !== undefined,
  );
  if (given.some((name) => names.some((own) => name.startsWith(`${own}-`)))) return false;
  if (given.some((name) => names.includes(name))) return true;
  const chart = /^(.+?)-v?\d/.exec(labels['helm.sh/chart'] ?? '')?.[1];
  return chart !== undefined && charts.includes(chart);
}

function toComponent(
  { names }: Signature,
  workload: Workload,
  { image, byImage }: Recognised,
  addon: Facts['addons'][number] | undefined,
): Component {
  const { kind, namespace, name, replicas, labels, windows } = workload;
  const owner = namespace === 'kube-system' && names.includes(name) ? addon : undefined;
  const candidates: [string | undefined, string][] = [
    [byImage ? imageParts(image).tag : undefined, 'image tag'],
    [owner?.version, 'EKS add-on'],
    [byImage && isDigestOnly(image) ? labels['app.kubernetes.io/version'] : undefined, 'version label'],
  ];
  const readable = candidates.find(([text]) => readVersion(text).version !== null);
  return {
    kind,
    namespace,
    name,
    replicas,
    image,
    ...readVersion(readable?.[0]),
    versionSource: readable?.[1] ?? null,
    addon: owner?.name ?? null,
    ...setFields({ addonRole: owner?.serviceAccountRoleArn, addonTags: owner?.tags }),
    ...(windows === true ? { windows } : {}),
    ...(workload.owner === undefined ? {} : { owner: workload.owner }),
  };
}

/**
 * True for an image with a digest but without a tag. With a tag such as `latest`, the version label is not reliable:
 * the image behind the tag changes, but the label stays.
 */
function isDigestOnly(image: string): boolean {
  return image.includes('@') && imageParts(image).tag === undefined;
}

function readVersion(text = ''): Pick<Component, 'version' | 'build'> {
  const read = parseAddonVersion(text);
  if (read === undefined || Number.parseInt(read.version, 10) > HIGHEST_MAJOR) return { version: null };
  return { version: read.version, ...(read.build === null ? {} : { build: read.build }) };
}

/** An EKS add-on whose workload is not visible, as a component. */
export function addonAsComponent(addon: Facts['addons'][number]): Component {
  return {
    kind: 'EKS add-on',
    namespace: 'kube-system',
    name: addon.name,
    replicas: null,
    image: '',
    ...readVersion(addon.version),
    versionSource: 'EKS add-on',
    addon: addon.name,
    ...setFields({ addonRole: addon.serviceAccountRoleArn, addonTags: addon.tags }),
  };
}
