import { advice, commands, joinAdvice, type Advice } from '../syntax/advice.ts';
import type { NodeFact } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';
import { formatList } from '../syntax/english.ts';
import { format, type Minor } from '../syntax/versions.ts';
import { hasAmazonLinux2, isAmazonLinux2, lookUpImage } from './node-images.ts';

type Rows = Tables['ami-variants'];
/** An EKS AMI: an operating system, an architecture and a variant. */
export type ImageRow = Extract<Rows[number], { rowKind: 'image' }>;
/** The operating system of an EKS AMI, as AMI types begin. */
export type System = ImageRow['system'];
type Arch = ImageRow['arch'];
type Device = Extract<Rows[number], { rowKind: 'device' }>['device'];
/** What decides about the next image of a node. */
export type ImageTables = Pick<Tables, 'amazon-linux-2' | 'ami-variants'>;
type Imaged = Pick<NodeFact, 'osImage' | 'kernelVersion' | 'instanceType' | 'nvidiaGpus'>;

/** The operating system of a node, if EKS has AMIs of it. */
export function readSystem(osImage: string): System | undefined {
  if (isAmazonLinux2(osImage)) return 'AL2';
  if (osImage.startsWith('Amazon Linux')) return 'AL2023';
  if (osImage.startsWith('Windows Server')) return 'WINDOWS';
  return osImage.startsWith('Bottlerocket') ? 'BOTTLEROCKET' : undefined;
}

/** The accelerator of an instance type; undefined: none that an AMI is built for. */
export function findDevice(instanceType: string, rows: Rows): Device | undefined {
  const family = readFamily(instanceType);
  const series = /^[a-z]+/.exec(family)?.[0] ?? '';
  const found = rows.find(
    (row) => row.rowKind === 'device' && row.series.includes(series) && !row.except.includes(family),
  );
  return found?.rowKind === 'device' ? found.device : undefined;
}

/** Why EKS AMIs with this operating system do not run on an instance type; undefined: no source says so. */
export function findRefusal(instanceType: string, system: System, rows: Rows): string | undefined {
  const family = readFamily(instanceType);
  const found = rows.find(
    (row) => row.rowKind === 'refused' && row.systems.includes(system) && row.families.includes(family),
  );
  return found?.rowKind === 'refused' ? found.reason : undefined;
}

/**
 * The EKS AMIs with the same variant for a Kubernetes version: the commands that print their IDs, and a reason for each
 * node that no AMI is for.
 * @param intro the words in front of the commands: `The EKS AMI`
 * @param keepsSystem false: Amazon Linux 2023 replaces Amazon Linux 2, even where EKS has both
 * @returns undefined for other operating systems
 */
export function lookUpImages(
  nodes: readonly Imaged[],
  to: Minor,
  {
    intro,
    region,
    tables,
    keepsSystem = true,
  }: { intro: Advice; region: string; tables: ImageTables; keepsSystem?: boolean },
): Advice | undefined {
  const stays = keepsSystem && hasAmazonLinux2(to, tables['amazon-linux-2']);
  const found = nodes.flatMap((node) => nextImage(node, to, stays, tables['ami-variants']) ?? []);
  const images = [
    ...new Map(found.flatMap((one) => ('parameter' in one ? [[one.parameter, one] as const] : []))).values(),
  ];
  const reasons = [...new Set(found.flatMap((one) => ('reason' in one ? [one.reason] : [])))];
  if (images.length === 0 && reasons.length === 0) return undefined;
  const none =
    reasons.length === 0
      ? advice``
      : advice`${formatList(reasons)}: use another instance type or a custom AMI for these nodes.`;
  if (images.length === 0) return none;
  const notes = [
    ...new Map(images.flatMap(({ note }) => (note === undefined ? [] : [[note.text, note] as const]))).values(),
  ];
  const several = images.length > 1 ? advice` of each variant of the nodes` : advice``;
  const shown = advice`${intro}${several}${joinAdvice(notes, '')}:\n${commands(
    ...images.map(({ parameter }) => lookUpImage(parameter, region)),
  )}`;
  return reasons.length === 0 ? shown : advice`${shown}\n${none}`;
}

type Next = { parameter: string; note: Advice | undefined } | { reason: string };

function nextImage(node: Imaged, to: Minor, hasAl2: boolean, rows: Rows): Next | undefined {
  const today = readSystem(node.osImage);
  if (today === undefined) return undefined;
  const system = today === 'AL2' && !hasAl2 ? 'AL2023' : today;
  const refusal = findRefusal(node.instanceType ?? '', system, rows);
  if (refusal !== undefined) return { reason: refusal };
  if (system === 'WINDOWS') return nextWindows(node, to, rows);
  const arch = readArch(node);
  const variant = readVariant(node, system, rows);
  const image = findImage({ system, arch: arch ?? 'x86_64', variant }, rows);
  if (image === undefined)
    return { reason: `EKS has no AMI for ${node.instanceType ?? node.osImage} (${[arch, variant].join(', ')})` };
  return { parameter: fill(image, to), note: noteFor(node, image, arch) };
}

/** A node reports the release of Windows, but not whether it is Core or Full. */
function nextWindows({ osImage }: Imaged, to: Minor, rows: Rows): Next {
  const [release = osImage] = /\d{4}/.exec(osImage) ?? [];
  const image = findImage({ system: 'WINDOWS', arch: 'x86_64', variant: `${release}-Core` }, rows);
  if (image === undefined) return { reason: `EKS has no AMI with ${osImage}` };
  return {
    parameter: fill(image, to).replace('-Core-', '-EDITION-'),
    note: advice` (\`EDITION\` is \`Core\` or \`Full\`, as in the AMI of the nodes)`,
  };
}

/** The image of a system, an architecture and a variant; undefined if EKS has none. */
export function findImage(
  { system, arch, variant }: Pick<ImageRow, 'system' | 'arch' | 'variant'>,
  rows: Rows,
): ImageRow | undefined {
  const found = rows.find(
    (row) => row.rowKind === 'image' && row.system === system && row.arch === arch && row.variant === variant,
  );
  return found?.rowKind === 'image' ? found : undefined;
}

/** Bottlerocket names its variant; the instance type shows which one of Amazon Linux a node needs. */
function readVariant({ osImage, instanceType, nvidiaGpus }: Imaged, system: System, rows: Rows): string {
  if (system === 'BOTTLEROCKET') return /\(aws-k8s-1\.\d+-([\w-]+)\)$/.exec(osImage)?.[1] ?? 'standard';
  const device = findDevice(instanceType ?? '', rows) ?? (nvidiaGpus > 0 ? 'nvidia' : undefined);
  if (device === undefined) return 'standard';
  return system === 'AL2' ? 'gpu' : device;
}

/** What the parameter does not say: why it has the variant, and what to change where a node does not show it. */
function noteFor({ instanceType }: Imaged, { system, variant }: ImageRow, arch: Arch | undefined): Advice | undefined {
  const isChosen = system === 'AL2023' && variant !== 'standard';
  const parts = [
    ...(isChosen && instanceType !== null ? [advice`for \`${instanceType}\``] : []),
    ...(isChosen && variant === 'nvidia'
      ? [advice`if the GPU Operator installs the NVIDIA driver, \`standard\` instead of \`nvidia\``]
      : []),
    ...(arch === undefined && system !== 'AL2' ? [advice`for Graviton, \`arm64\` instead of \`x86_64\``] : []),
  ];
  return parts.length === 0 ? undefined : advice` (${joinAdvice(parts, '; ')})`;
}

/**
 * The architecture of a node; undefined: unknown. In the name of an instance type, `g` behind the generation means
 * Graviton, and `gb` Grace. Source: https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-type-names.html
 */
function readArch({ kernelVersion, instanceType }: Imaged): Arch | undefined {
  if (kernelVersion.endsWith('.aarch64')) return 'arm64';
  if (kernelVersion.endsWith('.x86_64')) return 'x86_64';
  if (instanceType === null) return undefined;
  return /^(?:a1$|[a-z]+\d+[a-z]*g|.*-gb\d)/.test(readFamily(instanceType)) ? 'arm64' : 'x86_64';
}

function fill({ parameter }: ImageRow, to: Minor): string {
  return parameter.replace('VERSION', format(to));
}

function readFamily(instanceType: string): string {
  return instanceType.split('.')[0] ?? instanceType;
}
