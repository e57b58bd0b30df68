import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { sh } from '../../../src/syntax/shell.ts';
import {
  compareAddonVersions,
  format,
  isBelow,
  parseAddonVersion,
  parseVersion,
  type Minor,
} from '../../../src/syntax/versions.ts';
import {
  calledWithVersion,
  isWanted,
  observedVersion,
  parseRepository,
  toResource,
} from '../../../src/for-checks/components.ts';
import { endpointSlicesFirst, endpointSlicesFrom } from '../shared/coredns.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { blockedBy } from '../../../src/for-checks/eks-addon.ts';
import { afterPermissions } from '../../../src/for-checks/permissions-first.ts';
import { compareRights } from '../../../src/for-checks/release-permissions.ts';
import { discoversSubnets, type Known } from '../../../src/for-checks/addon-permissions.ts';
import { defaultFor, type Offered } from '../../../src/for-checks/offered.ts';
import { hasNodesFor } from './node-users.ts';

/** The components that EKS installs in every cluster, and the nodes; undefined: not read. */
export type CoreCopies = Partial<Pick<Facts, 'vpcCni' | 'coredns' | 'kubeProxy'>> & {
  nodes?: Facts['nodes'] | undefined;
};

/**
 * Copies in kube-system that no EKS add-on manages, except those scaled to zero and those that no node runs.
 * @param installed names of the EKS add-ons: not every copy is labeled as part of one
 */
export function selfManaged(
  { vpcCni = [], coredns = [], kubeProxy = [] }: CoreCopies,
  installed: readonly string[],
): [string, Component][] {
  const copies = [
    ...vpcCni.map((copy): [string, Component] => ['vpc-cni', copy]),
    ...coredns.map((copy): [string, Component] => ['coredns', copy]),
    ...kubeProxy.map((copy): [string, Component] => ['kube-proxy', copy]),
  ];
  return copies.filter(
    ([name, copy]) =>
      copy.addon === null &&
      !installed.includes(name) &&
      copy.namespace === 'kube-system' &&
      copy.replicas !== 0 &&
      isWanted(copy),
  );
}

/**
 * Findings for self-managed copies that are older than the default add-on version of a step, or of the current version
 * if no update is planned.
 */
export function* olderCopies(
  copies: CoreCopies,
  installed: readonly string[],
  offers: readonly Offered[],
  versions: readonly Minor[],
  known: Known,
): Generator<Finding> {
  const judged = versions.length === 1 ? versions : versions.slice(1);
  for (const [name, copy] of selfManaged(copies, installed)) {
    const offered = offers.find((offer) => offer.name === name);
    if (offered === undefined || !hasNodesFor(name, copies.nodes)) continue;
    const newer = judged.flatMap((minor) => {
      const version = defaultFor(offered, minor);
      return version !== undefined && isOlder(copy, version) ? [{ minor, version }] : [];
    });
    const [first] = newer;
    if (first === undefined) continue;
    yield {
      level: 'warn',
      at: first.minor,
      phase: 'after',
      rule: 'self-managed',
      resource: toResource(copy),
      blocks: blockedBy(name),
      message: `${calledWithVersion(copy, coreTitles.get(name) ?? name)}, self-managed, is older than ${first.version}, the default of ${format(first.minor)}`,
      evidence: newer.map(({ minor, version }) => ({
        observed: observedVersion(copy),
        required: `${version}, the default of ${format(minor)}`,
        fact: 'addonVersions',
      })),
      fix: afterRights(name, copy, first.version, known, ownFix(name, copy, first.version, first.minor)),
      links: [`https://docs.aws.amazon.com/eks/latest/userguide/managing-${name}.html`],
    };
  }
}

/** The names of these components in texts, by add-on. */
export const coreTitles: ReadonlyMap<string, string> = new Map(
  Object.entries({ 'vpc-cni': 'VPC CNI', coredns: 'CoreDNS', 'kube-proxy': 'kube-proxy' }),
);

/** An image without an EKS build is compared by its version alone; other checks report an image without a version. */
function isOlder({ version, build }: Component, other: string): boolean {
  const wanted = parseAddonVersion(other);
  if (version === null || wanted === undefined) return false;
  if (build === undefined) return isBelow(version, wanted.version);
  return compareAddonVersions({ text: version, version, build }, wanted) < 0;
}

/** The ClusterRole comes with the chart or the manifest of the release: only the actions of the role are compared. */
function afterRights(name: string, copy: Component, release: string, known: Known, fix: Advice): Advice {
  const needs = compareRights(known.rows, known.componentRights, {
    component: name,
    from: copy.version,
    releases: [parseAddonVersion(release)?.version ?? release],
    ...discoversSubnets(known.vpcCni),
  });
  return afterPermissions(needs, { component: name, copy }, fix);
}

function ownFix(name: string, copy: Component, version: string, at: Minor): Advice {
  if (name === 'vpc-cni') {
    return advice`Once the control plane is at ${format(at)}, update the VPC CNI one minor version at a time, in the way
      it was installed: with its chart, or with the manifest of its release and the registry of your Region. Or migrate
      to the EKS add-on.`;
  }
  const { kind, namespace, name: own, image } = copy;
  const workload = `${kind.toLowerCase()}/${own}`;
  const tag = name === 'kube-proxy' ? version.replace('-eksbuild', '-minimal-eksbuild') : version;
  const nodes = name === 'kube-proxy' ? advice` and the nodes are` : advice` is`;
  return advice`Once the control plane${nodes} at ${format(at)}, set the image (if you use a mirror, copy the image there
    first). ${changeByOwner(copy, {
      goal: advice`an image of ${version}`,
      byHand: advice`${rights(name, copy)}${commands(
        sh`kubectl -n ${namespace} set image ${workload} ${name}=${parseRepository(image)}:${tag}`,
        sh`kubectl -n ${namespace} rollout status ${workload}`,
      )}`,
    })}`;
}

/** How to allow CoreDNS to read EndpointSlices, if the installed version is too old to read them; empty otherwise. */
function rights(name: string, { version }: Component): Advice {
  const lacks = name === 'coredns' && version !== null && isBelow(parseVersion(version) ?? version, endpointSlicesFrom);
  return lacks ? endpointSlicesFirst : advice``;
}
