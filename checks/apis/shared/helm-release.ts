import type { Resource } from '../../../src/check.ts';

/** Which release of Helm. */
interface Release {
  namespace: string;
  name: string;
}

/** The release as one would look it up. */
export function releaseResource({ namespace, name }: Release): Resource {
  return { kind: 'HelmRelease', namespace, name };
}

/** An update of the release: the one action for all that its chart brings. */
export function releaseRemedy({ namespace, name }: Release): string {
  return `helm-release:${namespace}/${name}`;
}
