import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { observedVersion } from '../../../src/for-checks/components.ts';

/** A component that reads a service account token. */
export type Copy = Facts['apiClients'][number];
/** The minimum version of a component: the first that refreshes its token. */
export type Floor = Tables['token-floors'][number];

/** How a copy compares with its floor. `moving`: its tag can point to different versions over time. */
type Standing = 'below' | 'enough' | 'moving' | 'not-readable';

/** Compares a copy with its floor. The first generation of the load balancer controller is always below it. */
export function compareToFloor(copy: Copy, { component, minimum, build }: Floor): Standing {
  if (component === 'alb-ingress-controller') return 'below';
  if (copy.version === null) return namesNoVersion(copy) ? 'moving' : 'not-readable';
  if (isMoving(copy) && minimum.startsWith(withoutPatch(copy.version))) return 'not-readable';
  if (copy.version !== minimum || build === undefined) return isBelow(copy.version, minimum) ? 'below' : 'enough';
  const own = resolveBuildNumber(copy);
  if (own === undefined) return 'not-readable';
  return own < build ? 'below' : 'enough';
}

/**
 * True for `stable`, `init-latest`, `windowsservercore-stable`, no tag at all, and Fluentd's `v1-debian-cloudwatch`.
 * False with a digest, which pins the image to one version.
 */
function namesNoVersion({ component, image }: Copy): boolean {
  if (image.includes('@')) return false;
  const [, tag = 'latest'] = /:([^:/]*)$/.exec(image) ?? [];
  const parts = tag.split('-');
  const names = parts.some((part) => part === 'stable' || part === 'latest');
  const isMovingName = names && parts.every((part) => /^[a-z0-9]+$/.test(part));
  return isMovingName || (component === 'fluentd' && tag.startsWith('v1-debian-'));
}

/** A tag that names only a minor version (`1.8`) moves with its patches. */
function isMoving({ image, versionSource }: Copy): boolean {
  return versionSource === 'image tag' && /:v?\d+\.\d+(?![.\d])[^/:]*$/.test(image);
}

/** `1.14.6` becomes `1.14.`. */
function withoutPatch(version: string): string {
  return version.replace(/\d{1,9}$/, '');
}

/** The build number: EKS uses `-eksbuild.2`, Fluentd's images use `-debian-cloudwatch-1.2`. */
function resolveBuildNumber({ component, build, image }: Copy): number | undefined {
  const fluentd = component === 'fluentd' ? /-1\.(\d+)$/.exec(image.split('@', 1)[0] ?? '')?.[1] : undefined;
  return fluentd === undefined ? build : Number(fluentd);
}

/** Returns an image tag: `1.21.2-eksbuild.2`, `1.14.6-1.1`. */
function withBuild({ component }: Floor, version: string, build: number | undefined): string {
  if (build === undefined) return version;
  return component === 'fluentd' ? `${version}-1.${build}` : `${version}-eksbuild.${build}`;
}

/** The floor in the format of an image tag. */
export function formatMinimum(floor: Floor): string {
  return withBuild(floor, floor.minimum, floor.build);
}

/** What runs: the version with its build, or the image if the version is unknown. */
export function observedBuild(copy: Copy, floor: Floor): string {
  if (copy.version === null) return copy.image;
  return observedVersion({ ...copy, version: withBuild(floor, copy.version, resolveBuildNumber(copy)) });
}
