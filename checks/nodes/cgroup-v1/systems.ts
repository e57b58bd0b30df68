import type { KnownImage } from '../../../src/for-checks/custom-images.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type System = Extract<Tables['cgroup-versions'][number], { rowKind: 'system' }>;

/** The default cgroup version of an operating system, and whether its kubelet accepts v1 by default. */
export interface Default {
  /** Undefined: unknown. */
  version: 'v1' | 'v2' | undefined;
  acceptsV1: boolean;
}

/** The default of the operating system with this `osImage`. */
export function findDefault(osImage: string, systems: readonly System[]): Default {
  const rows = systems.filter((row) => osImage.startsWith(`${row.osImage} `));
  const found = rows.find((row) => readVersion(osImage.slice(row.osImage.length + 1)) !== undefined);
  const version = found === undefined ? undefined : readVersion(osImage.slice(found.osImage.length + 1));
  if (found === undefined || version === undefined) return { version: undefined, acceptsV1: false };
  const acceptsV1 = found.acceptsV1 === true;
  if (!isLower(version, found.v2From)) return { version: 'v2', acceptsV1 };
  return { version: isLower(version, found.v1Below ?? found.v2From) ? 'v1' : undefined, acceptsV1 };
}

/** `20.04.6 LTS`, `8.10 (Ootpa)`, `15 SP5`: the first two numbers. */
function readVersion(text: string): [number, number] | undefined {
  const [, major, minor = '0'] = /^(\d{1,6})(?:(?:\.| SP)(\d{1,6}))?/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor)];
}

function isLower([major, minor]: [number, number], limit: string): boolean {
  const [limitMajor = 0, limitMinor = 0] = limit.split('.').map(Number);
  return major === limitMajor ? minor < limitMinor : major < limitMajor;
}

const families: Readonly<Record<string, string>> = {
  AL2: 'Amazon Linux 2',
  AL2023: 'Amazon Linux 2023',
  BOTTLEROCKET: 'Bottlerocket OS 1',
  WINDOWS: 'Windows Server',
};

/** The operating system in an AMI, as nodes report it. */
export function imageSystem({ eks, node }: KnownImage): string | undefined {
  return eks === undefined ? node?.osImage : families[eks.family];
}

/** The operating system of an AMI type, as nodes report it; undefined for a custom AMI. */
export function amiTypeSystem(amiType: string | null): string | undefined {
  return families[amiType?.split('_')[0] ?? ''];
}

/** The operating system that a node class selects, as nodes report it; undefined if only nodes can show it. */
export function nodeClassSystem({ alias, amiFamily }: KarpenterNodeClass): string | undefined {
  const family = (alias?.split('@')[0] ?? amiFamily ?? '').toUpperCase().replace(/\d{4}$/, (year) => {
    return year === '2023' ? year : '';
  });
  return families[family];
}
