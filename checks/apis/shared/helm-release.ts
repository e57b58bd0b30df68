import type { Resource } from '../../../src/check.ts';

interface Release {
  namespace: string;
  name: string;
}

/** A Helm release as a resource of a finding. */
export function releaseResource({ namespace, name }: Release): Resource {
  return { kind: 'HelmRelease', namespace, name };
}

/** The remedy for everything in the release's chart: an update of the release. */
export function releaseRemedy({ namespace, name }: Release): string {
  return `helm-release:${namespace}/${name}`;
}
