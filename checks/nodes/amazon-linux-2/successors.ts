import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { findDevice, findImage, findRefusal } from '../../../src/for-checks/image-variants.ts';
import { advice, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Nodegroup = Facts['nodegroups'][number];
type Rows = Tables['ami-variants'];

/** What a new group with Amazon Linux 2023 gets instead of the values of an old one: placeholders where nothing can be kept. */
export interface Successor {
  amiType: string;
  /** Empty if the launch template names the type. */
  instanceTypes: readonly string[];
  /** Why a value is a placeholder, or was left out; empty if everything is kept. */
  why: Advice;
}

/**
 * The AMI type with the same variant, and the instance types that it supports.
 * @param nodes of the group: they show the instance type that a launch template names
 */
export function findSuccessor(
  { amiType, instanceTypes }: Nodegroup,
  nodes: readonly NodeFact[],
  rows: Rows,
): Successor {
  const ofNodes = nodes.flatMap((node) => node.instanceType ?? []);
  const known = [...new Set(instanceTypes.length === 0 ? ofNodes : instanceTypes)];
  const type = findAmiType(amiType ?? '', known, rows);
  const refused = known.filter((one) => findRefusal(one, 'AL2023', rows) !== undefined);
  const left = instanceTypes.filter((one) => !refused.includes(one));
  const parts = [
    ...(type === undefined ? [whyNoType(known)] : []),
    ...(refused.length === 0 ? [] : [whyRefused(refused, instanceTypes, left, rows)]),
  ];
  return {
    amiType: type ?? 'AMI_TYPE',
    instanceTypes: instanceTypes.length > 0 && left.length === 0 ? ['INSTANCE_TYPES'] : left,
    why: parts.length === 0 ? advice`` : advice` ${joinAdvice(parts, ' ')}`,
  };
}

/** AL2_x86_64_GPU is for NVIDIA, Inferentia and Trainium; Amazon Linux 2023 has two types for them. */
function findAmiType(amiType: string, instanceTypes: readonly string[], rows: Rows): string | undefined {
  const old = rows.find((row) => row.rowKind === 'image' && row.amiType === amiType);
  if (old?.rowKind !== 'image') return undefined;
  const { arch, variant } = old;
  if (variant !== 'gpu') return findImage({ system: 'AL2023', arch, variant }, rows)?.amiType;
  const devices = new Set(instanceTypes.flatMap((type) => findDevice(type, rows) ?? []));
  if (instanceTypes.length === 0 || devices.size > 1) return undefined;
  const [device = 'nvidia'] = devices;
  return findImage({ system: 'AL2023', arch, variant: device }, rows)?.amiType;
}

function whyNoType(instanceTypes: readonly string[]): Advice {
  const types = advice`\`AL2023_x86_64_NVIDIA\` for NVIDIA GPUs, \`AL2023_x86_64_NEURON\` for Inferentia and Trainium`;
  return instanceTypes.length === 0
    ? advice`\`AMI_TYPE\` depends on the instance type in the launch template: ${types}.`
    : advice`No AMI type is for all its instance types: create a group for each \`AMI_TYPE\`, with its instance types (${types}).`;
}

function whyRefused(
  refused: readonly string[],
  instanceTypes: readonly string[],
  left: readonly string[],
  rows: Rows,
): Advice {
  const reasons = [...new Set(refused.flatMap((type) => findRefusal(type, 'AL2023', rows) ?? []))];
  const why = formatList(reasons);
  if (instanceTypes.length === 0) return advice`${why}: name other instance types in its launch template.`;
  return left.length === 0
    ? advice`${why}: replace \`INSTANCE_TYPES\` with types of the same architecture that it supports.`
    : advice`${why}: the command leaves out ${formatList(refused)}.`;
}
