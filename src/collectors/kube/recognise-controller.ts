import type { Facts } from '../../facts/facts.ts';
import type { Workload } from '../../facts/kube.ts';
import { loadTable, type Tables } from '../../tables/tables.ts';

type Row = Tables['controllers'][number];
/** How the table recognizes a controller. */
export type ControllerRow = Extract<Row, { rowKind: 'controller' }>;
type Controller = Facts['controllers'][number];
type Labels = Workload['labels'];

/** A workload of a controller: what shows it, and its version. */
export interface Recognised extends Pick<
  Controller,
  'recognizedBy' | 'version' | 'versionSource' | 'image' | 'vendor'
> {
  row: ControllerRow;
}

/** An image reference in lower case. */
interface Image {
  /** `docker.io/jetstack/cert-manager-controller` in parts. */
  path: string[];
  /** `/docker.io/jetstack/cert-manager-controller` */
  text: string;
  tag: string | undefined;
  hasDigest: boolean;
}

/**
 * The controller that a workload runs: by the end of an image's path, which mirrors and pull-through caches keep; by
 * a flattened or shortened path and a name label; by its name and a name label; or by the label
 * `app.kubernetes.io/name` and a version label that its tag confirms.
 * @param templateLabels the labels of its pod template
 */
export function recogniseController(workload: Workload, templateLabels: Labels): Recognised | undefined {
  const { kind, name } = workload;
  const containers = workload.containers.map((one) => ({ ...one, parsed: parseImage(one.image) }));
  const names = nameLabels.flatMap((label) => [workload.labels[label] ?? [], templateLabels[label] ?? []].flat());
  const labels = { ...templateLabels, ...workload.labels };
  const isOther = (row: ControllerRow, ...texts: readonly string[]) =>
    texts.some((text) => row.otherNames?.includes(text) === true);
  const rows = listControllerRows().filter(
    (row) => row.kinds.some((one) => one === kind) && !isOther(row, name, ...names),
  );
  for (const row of rows) {
    const own = containers.find((one) => isListedImage(one.parsed, row.images) && !isOther(row, one.name));
    if (own !== undefined) return { row, recognizedBy: 'image', ...describeImage(own.image, row, labels) };
  }
  for (const row of rows.filter(({ names: own, labels: values = own }) => values.some((one) => names.includes(one)))) {
    const own = containers.find((one) => isRenamedImage(one.parsed, row) && !isOther(row, one.name));
    if (own !== undefined) return { row, recognizedBy: 'image', ...describeImage(own.image, row, labels) };
    const renamed: Recognised = { row, recognizedBy: 'label', ...describeUnknownImage(containers, row, labels) };
    if (row.names.includes(name) || isLabelled(renamed, labels)) return renamed;
  }
  return undefined;
}

/** Kyverno below 1.18 has only the last one. */
const nameLabels = ['app.kubernetes.io/name', 'k8s-app', 'app', 'app.kubernetes.io/part-of'];

let known: readonly ControllerRow[] | undefined;

/** The rows of the table `controllers` that recognize a controller. */
export function listControllerRows(): readonly ControllerRow[] {
  return (known ??= loadTable('controllers').rows.flatMap((row) => (row.rowKind === 'controller' ? [row] : [])));
}

function parseImage(image: string): Image {
  const [reference = '', digest] = image.toLowerCase().split('@');
  const path = reference.split('/');
  const [name = '', tag] = (path.at(-1) ?? '').split(':');
  const parts = [...path.slice(0, -1), name.replace(/-(amd64|arm64)$/, '')];
  return { path: parts, text: `/${parts.join('/')}`, tag, hasDigest: digest !== undefined };
}

function isListedImage({ text }: Image, images: readonly string[]): boolean {
  return images.some((image) => text.endsWith(`/${image}`));
}

/**
 * For mirrors that flatten paths (`mirrored-istio-pilot`, `quay_io_jetstack_cert-manager-controller`) or remove a part
 * of them (`platform/argocd`), and for images with the name of the project (`bitnami/argo-cd`).
 */
function isRenamedImage({ path }: Image, { controller, images }: ControllerRow): boolean {
  const last = path.at(-1) ?? '';
  const isShortened = last === controller || images.some((image) => last === image.slice(image.lastIndexOf('/') + 1));
  return isShortened || images.some((image) => toWords(last).endsWith(toWords(image)));
}

/** `-quay-io-jetstack-cert-manager-controller-` */
function toWords(text: string): string {
  return `-${text.replaceAll(/[/_.]/g, '-')}-`;
}

/** True for an image that EKS builds: in a registry of EKS, or with its build number in the tag. */
export function isEksBuild(image: string): boolean {
  const { path, tag = '' } = parseImage(image);
  const [account = ''] = (path[0] ?? '').split('.');
  return tag.includes('-eksbuild.') || loadTable('eks-registries').rows.some((row) => row.account === account);
}

function describeImage(image: string, row: ControllerRow, labels: Labels): Omit<Recognised, 'row' | 'recognizedBy'> {
  const parsed = parseImage(image);
  const vendor = findVendor(parsed);
  return { image, ...findVersion(parsed, row, labels), ...(vendor === undefined ? {} : { vendor }) };
}

/** Only with a version, and with a name that other programs do not have: `destination` and `node-agent` are no proof. */
function isLabelled({ row, version, versionSource }: Recognised, labels: Labels): boolean {
  const name = labels['app.kubernetes.io/name'] ?? '';
  return version !== null && versionSource === 'image tag' && [row.controller, ...row.names].includes(name);
}

/**
 * The image of the container with the name of the controller. Its tag may have any numbering: it shows the version if
 * the version label has the same release.
 */
function describeUnknownImage(containers: Workload['containers'], row: ControllerRow, labels: Labels) {
  const { image = '' } = containers.find((one) => row.names.includes(one.name)) ?? containers[0] ?? {};
  const parsed = parseImage(image);
  const vendor = findVendor(parsed);
  const read = findVersion(parsed, row, labels);
  const stated = parseRelease(labels['app.kubernetes.io/version'] ?? '', row.tagPrefix ?? '');
  const shown = read.version === stated ? read : { version: null, versionSource: null };
  return { image, ...shown, ...(vendor === undefined ? {} : { vendor }) };
}

/**
 * The version in the tag; in the version label if the tag has another numbering, or if the image has a digest and no
 * tag. With a tag such as `latest`, the label is not reliable: the image changes, the label does not. The label
 * `helm.sh/chart` holds the version of the chart, which has its own numbering.
 */
function findVersion({ tag, hasDigest }: Image, row: ControllerRow, labels: Labels) {
  const byLabel = row.versionFrom === 'label' || (row.versionFrom !== 'tag' && tag === undefined && hasDigest);
  const text = byLabel ? labels['app.kubernetes.io/version'] : tag;
  const version = parseRelease(text ?? '', row.tagPrefix ?? '');
  const versionSource = version === null ? null : byLabel ? 'version label' : 'image tag';
  return { version, versionSource };
}

/** The release in `v1.18.6`, `1.18.6-debian-12-r3`; null for `latest`, `1.18`, a date, or a build between releases. */
function parseRelease(text: string, prefix: string): string | null {
  const rest = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const [, release = null, suffix = ''] = /^v?(\d{1,3}\.\d{1,3}\.\d{1,3})((?:[-+._].*)?)$/.exec(rest) ?? [];
  return isBetweenReleases(suffix) ? null : release;
}

/** True for `-rc.1`, `-0.dev-12-g0a1b2c3`, and for the commits after a tag, as in `-45-g0a1b2c3`. */
function isBetweenReleases(suffix: string): boolean {
  return (
    /[-+._](?:alpha|beta|rc|pre|preview|dev|devel|snapshot|nightly|canary|main|master)\d*(?:[-+._]|$)/.test(suffix) ||
    /-\d+-g[0-9a-f]{7,40}(?:[-+._]|$)/.test(suffix)
  );
}

function findVendor({ path, tag = '' }: Image): string | undefined {
  const parts = new Set(path.map((part) => part.replace(/:\d+$/, '')));
  const [last, words] = [toWords(path.at(-1) ?? ''), toNumberless(tag)];
  for (const row of loadTable('controllers').rows) {
    if (row.rowKind !== 'vendor') continue;
    if (row.paths.some((one) => parts.has(one) || last.includes(toWords(one)))) return row.vendor;
    if (row.tags.some((one) => words.includes(toNumberless(one)))) return row.vendor;
  }
  return undefined;
}

/** The same for `debian-11-r4` and `debian-12-r51`. */
function toNumberless(text: string): string {
  return toWords(text).replaceAll(/\d+/g, '0');
}
