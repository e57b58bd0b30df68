import { advice } from '../syntax/advice.ts';
import type { Finding, Resource } from '../check.ts';
import type { Component } from '../facts/kube.ts';

/** A component as a resource of a finding; an EKS add-on has no namespace. */
export function toResource({ kind, namespace, name }: Component): Resource {
  return kind === 'EKS add-on' ? { kind, name } : { kind, namespace, name };
}

/** False for a DaemonSet that no node runs although nodes are there: its version changes nothing, and it is not judged. */
export function isWanted({ matchesNoNode }: Component): boolean {
  return matchesNoNode !== true;
}

/** A component in messages: `CoreDNS 1.9.3 (scaled to 0)`, `CoreDNS 1.9.3-rc1 (pre-release)`. */
export function calledWithVersion(copy: Component, title: string): string {
  const { version, replicas } = copy;
  const early = findPreRelease(copy);
  const shown = early === undefined ? version : `${early} (pre-release)`;
  return `${title}${shown === null ? '' : ` ${shown}`}${replicas === 0 ? ' (scaled to 0)' : ''}`;
}

/** `2.0.0-rc4` of an image tag, whose version is read as 2.0.0; undefined for a release. */
export function findPreRelease({ version, versionSource, image }: Component): string | undefined {
  if (version === null || versionSource !== 'image tag') return undefined;
  const [, found] = /:v?(\d+\.\d+\.\d+-(?:alpha|beta|rc)[-.]?\d*)(?![\w.])/.exec(image) ?? [];
  return found?.startsWith(`${version}-`) === true ? found : undefined;
}

/** The version and its source: `1.9.3 (image tag)`. */
export function observedVersion({ version, versionSource }: Component): string {
  return `${version ?? 'unknown version'}${versionSource === null ? '' : ` (${versionSource})`}`;
}

/** The image's repository: without tag and digest. */
export function parseRepository(image: string): string {
  return (image.split('@', 1)[0] ?? '').replace(/:[^/:]*$/, '');
}

/** The remedy for an image whose tag does not show the version: to pin one that does. */
export function pinImageRemedy({ kind, namespace, name }: Pick<Component, 'kind' | 'namespace' | 'name'>): string {
  return `pin-image:${kind}/${namespace}/${name}`;
}

/** The finding for a component whose version cannot be read. */
export function versionNotReadable(copy: Component, component: string): Finding<'unknown'> {
  const where = copy.image === '' ? '' : ` from image ${copy.image}`;
  return {
    level: 'unknown',
    rule: 'version-not-readable',
    resource: toResource(copy),
    remedy: pinImageRemedy(copy),
    message: `cannot read the version of ${component}${where}`,
    evidence: [
      { observed: copy.image === '' ? 'no image' : copy.image, required: 'a tag that starts with the version' },
    ],
    fix: advice`Find out which version of ${component} this copy runs, and compare it manually. An image tag that starts with the version (\`v1.2.3\`) can be read.`,
  };
}
