import type { KarpenterPath } from './path.ts';
import type { KarpenterController } from '../facts/karpenter.ts';
import { isBelow } from '../languages/versions.ts';

/** Versions that a controller runs and will run, today's first: the path's where the path is its own, else today's alone. */
export function versionsOf({ version }: KarpenterController, { current, versions }: KarpenterPath): readonly string[] {
  if (version === null) return [];
  return version === current ? versions : [version];
}

/** True in versions of [from, until); `until` null: to this day. */
export function isWithin(version: string, from: string, until: string | null): boolean {
  return !isBelow(version, from) && (until === null || isBelow(version, until));
}

/** The first version of a path that is not below a version. */
export function firstFrom(versions: readonly string[], from: string): string | undefined {
  return versions.find((version) => !isBelow(version, from));
}

/** A controller as one would look it up. */
export function deploymentOf({ namespace, name }: KarpenterController): {
  kind: string;
  namespace: string;
  name: string;
} {
  return { kind: 'Deployment', namespace, name };
}
