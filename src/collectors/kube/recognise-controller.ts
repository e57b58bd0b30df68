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
  tag: string | undefined;
  hasDigest: boolean;
}

/**
 * The controller that a workload runs: by the end of an image's path, which mirrors and pull-through caches keep; by
 * the end of a flattened path and a name label; or by its name and a name label alone, which show no version.
 * @param templateLabels the labels of its pod template
 */
export function recogniseController(workload: Workload, templateLabels: Labels): Recognised | undefined {
  const { kind, name, containers, labels } = workload;
  const names = nameLabels.flatMap((label) => [labels[label] ?? [], templateLabels[label] ?? []].flat());
  const rows = listControllerRows().filter(
    (row) => row.kinds.some((one) => one === kind) && !(row.otherNames ?? []).some((other) => names.includes(other)),
  );
  for (const row of rows) {
    const own = containers.find(({ image }) => isListedImage(parseImage(image), row.images));
    if (own !== undefined) return { row, recognizedBy: 'image', ...describeImage(own.image, row, labels) };
  }
  const row = rows.find((one) => one.names.some((own) => names.includes(own)));
  if (row === undefined) return undefined;
  const flattened = containers.find(({ image }) => endsWithListed(parseImage(image), row.images));
  if (flattened !== undefined) return { row, recognizedBy: 'image', ...describeImage(flattened.image, row, labels) };
  if (!row.names.includes(name)) return undefined;
  const image = (containers.find((one) => row.names.includes(one.name)) ?? containers[0])?.image ?? '';
  return { row, recognizedBy: 'label', image, version: null, versionSource: null };
}

const nameLabels = ['app.kubernetes.io/name', 'k8s-app', 'app'];

/** The rows of the table `controllers` that recognize a controller. */
export function listControllerRows(): ControllerRow[] {
  return loadTable('controllers').rows.flatMap((row) => (row.rowKind === 'controller' ? [row] : []));
}

function parseImage(image: string): Image {
  const [reference = '', digest] = image.toLowerCase().split('@');
  const path = reference.split('/');
  const [name = '', tag] = (path.at(-1) ?? '').split(':');
  return { path: [...path.slice(0, -1), name.replace(/-(amd64|arm64)$/, '')], tag, hasDigest: digest !== undefined };
}

function isListedImage({ path }: Image, images: readonly string[]): boolean {
  return images.some((image) => image.split('/').every((part, index, parts) => path.at(index - parts.length) === part));
}

/** For mirrors that flatten paths: `mirrored-istio-pilot`, `quay_io_jetstack_cert-manager-controller`. */
function endsWithListed({ path }: Image, images: readonly string[]): boolean {
  const name = `-${(path.at(-1) ?? '').replaceAll(/[_.]/g, '-')}`;
  return images.some((image) => name.endsWith(`-${image.replaceAll(/[/_.]/g, '-')}`));
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

/**
 * The version in the tag; in the version label if the tag has another numbering, or if the image has a digest and no
 * tag. With a tag such as `latest`, the label is not reliable: the image changes, the label does not. The label
 * `helm.sh/chart` holds the version of the chart, which has its own numbering.
 */
function findVersion({ tag, hasDigest }: Image, row: ControllerRow, labels: Labels) {
  const byLabel = row.versionFrom === 'label' || (tag === undefined && hasDigest);
  const text = byLabel ? labels['app.kubernetes.io/version'] : tag;
  const version = parseRelease(text ?? '', row.tagPrefix ?? '');
  const versionSource = version === null ? null : byLabel ? 'version label' : 'image tag';
  return { version, versionSource };
}

/** The release in `v1.18.6`, `1.18.6-debian-12-r3`; null for `latest`, `1.18`, a date, or a pre-release. */
function parseRelease(text: string, prefix: string): string | null {
  const rest = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const [, release = null, suffix = ''] = /^v?(\d{1,3}\.\d{1,3}\.\d{1,3})((?:[-+._].*)?)$/.exec(rest) ?? [];
  return /^[-+._](?:alpha|beta|rc|pre)/.test(suffix) ? null : release;
}

function findVendor({ path, tag = '' }: Image): string | undefined {
  const parts = new Set([...path.map((part) => part.replace(/:\d+$/, '')), ...(path.at(-1) ?? '').split(/[-_.]/)]);
  const words = new Set(tag.split(/[-_.]/));
  for (const row of loadTable('controllers').rows) {
    if (row.rowKind !== 'vendor') continue;
    if (row.paths.some((one) => parts.has(one)) || row.tags.some((one) => words.has(one))) return row.vendor;
  }
  return undefined;
}
