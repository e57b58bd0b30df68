import type { Facts } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';
import { compareAddonVersions, format, parseAddonVersion, parseMinor, type Minor } from '../syntax/versions.ts';
import { findDefects } from './addon-defects.ts';

type Listed = Facts['addonVersions'][number];
type Row = Listed['versions'][number];

/** The versions of an add-on that EKS lists. */
export interface Offered extends Listed {
  /** Listed versions with a known defect, which no fix names: they are not in `versions`. */
  avoided?: readonly Row[];
}

type Cluster = Facts['cluster'];

/**
 * Whether EKS lists a version of an add-on for a Kubernetes version. `limited`: only on some platform versions, and it
 * is unknown whether the cluster will have one of them.
 */
export type Listing = 'yes' | 'no' | 'limited';

/** The versions that a fix may name; the installed one stays, because the path starts with it. */
export function withoutDefects(
  offers: readonly Listed[],
  addons: Facts['addons'],
  rows: Tables['addon-releases'],
): Offered[] {
  return offers.map((offer) => {
    const { name, versions } = offer;
    const installed = addons.find((addon) => addon.name === name)?.version;
    const isAvoided = ({ version }: Row) => version !== installed && findDefects(rows, name, version).length > 0;
    const avoided = versions.filter(isAvoided);
    return avoided.length === 0 ? offer : { ...offer, versions: versions.filter((row) => !isAvoided(row)), avoided };
  });
}

/** True if EKS lists versions with a known defect for a Kubernetes version. */
export function hasAvoided({ avoided = [] }: Offered, minor: Minor): boolean {
  return avoided.some(({ compatibilities }) => compatibilities.some(({ cluster }) => parseMinor(cluster) === minor));
}

/** Why no version of an add-on can be named for a Kubernetes version, if none can. */
export function describeNone(offered: Offered, minor: Minor): string {
  return hasAvoided(offered, minor)
    ? `EKS lists only versions of this add-on with a known defect for ${format(minor)}`
    : `EKS lists no version of this add-on for ${format(minor)}`;
}

/** The platform version is known only for the cluster's current Kubernetes version. */
export function resolveListing(offered: Offered, version: string, minor: Minor, cluster: Cluster): Listing {
  const row = offered.versions.find((candidate) => candidate.version === version);
  return row === undefined ? 'no' : rowListing(row, minor, cluster);
}

function rowListing(row: Row, minor: Minor, { version, platformVersion }: Cluster): Listing {
  const listed = row.compatibilities.filter((one) => parseMinor(one.cluster) === minor);
  if (listed.length === 0) return 'no';
  if (listed.some(({ platforms }) => platforms.length === 0)) return 'yes';
  if (parseMinor(version) !== minor || platformVersion === null) return 'limited';
  return listed.some(({ platforms }) => platforms.includes(platformVersion)) ? 'yes' : 'no';
}

/** The newest version that is listed for all of the Kubernetes versions; ignores versions that cannot be parsed. */
export function newestFor(offered: Offered, minors: readonly Minor[], cluster: Cluster): string | undefined {
  return offered.versions
    .filter(({ version }) => minors.every((minor) => !isTooNew(offered.name, version, minor)))
    .filter((row) => minors.every((minor) => rowListing(row, minor, cluster) === 'yes'))
    .flatMap(({ version }) => parseAddonVersion(version) ?? [])
    .sort(compareAddonVersions)
    .at(-1)?.text;
}

/**
 * The updates that lead to a version, newer or earlier. The VPC CNI must be updated one minor version at a time, so it
 * also gets the newest listed version of each minor in between. Every other add-on needs one update.
 */
export function listUpdateVersions(
  offered: Offered,
  { from, to }: { from: string; to: string },
  minor: Minor,
  cluster: Cluster,
): string[] {
  const [installed, wanted] = [parseAddonVersion(from), parseAddonVersion(to)];
  if (offered.name !== 'vpc-cni' || installed === undefined || wanted === undefined) return [to];
  const between = offered.versions
    .filter((row) => rowListing(row, minor, cluster) === 'yes')
    .flatMap(({ version }) => parseAddonVersion(version) ?? [])
    .sort(compareAddonVersions);
  const formatMinor = ({ version }: { version: string }) => version.split('.').slice(0, 2).join('.');
  const newest = new Map(between.map((row) => [formatMinor(row), row]));
  const direction = compareAddonVersions(installed, wanted);
  const passed = [...newest.values()].filter(
    (row) =>
      Math.sign(compareAddonVersions(installed, row)) === Math.sign(direction) &&
      Math.sign(compareAddonVersions(row, wanted)) === Math.sign(direction) &&
      formatMinor(row) !== formatMinor(installed) &&
      formatMinor(row) !== formatMinor(wanted),
  );
  const texts = passed.map(({ text }) => text);
  return [...(direction > 0 ? texts.toReversed() : texts), to];
}

/**
 * The version that EKS installs by default on a Kubernetes version; undefined if none is marked as the default, or if
 * Kubernetes does not support it there.
 */
export function defaultFor({ name, versions }: Offered, minor: Minor): string | undefined {
  return versions.find(
    ({ version, compatibilities }) =>
      compatibilities.some((one) => one.isDefault && parseMinor(one.cluster) === minor) &&
      !isTooNew(name, version, minor),
  )?.version;
}

/**
 * Whether a version must not run with a control plane because it is newer: no kube-proxy may be, even if EKS lists it.
 * Source: https://kubernetes.io/releases/version-skew-policy/#kube-proxy
 */
function isTooNew(name: string, version: string, minor: Minor): boolean {
  const release = name === 'kube-proxy' ? parseAddonVersion(version)?.version : undefined;
  return release !== undefined && (parseMinor(release) ?? minor) > minor;
}

/** True if EKS lists at least one version of the add-on for a Kubernetes version. */
export function isOfferedFor({ versions }: Offered, minor: Minor): boolean {
  return versions.some(({ compatibilities }) => compatibilities.some((one) => parseMinor(one.cluster) === minor));
}

/** The add-on updates around a cluster update, so that the installed version is listed for each Kubernetes version. */
export type Route =
  /** One update: to a version that is listed from `from` through `to`. */
  | { kind: 'one'; version: string; from: Minor; to: Minor }
  /** No version is listed on both sides of the step: update before it if `before` is set, and right after it. */
  | { kind: 'two'; before: string | undefined; after: string }
  /** No version is listed after the step. */
  | { kind: 'none' };

/**
 * Chooses the version that can be installed earliest, then the one that stays listed longest, then the newest.
 * @param versions the whole path, starting with the current version
 * @param at the first version for which the installed one is not listed
 */
export function routeOver(offered: Offered, versions: readonly Minor[], at: Minor, cluster: Cluster): Route {
  const step = versions.indexOf(at);
  const before = versions.slice(0, step);
  for (const [start, from] of before.entries()) {
    for (let end = versions.length; end > step; end -= 1) {
      const lasting = versions.slice(start, end);
      const version = newestFor(offered, lasting, cluster);
      if (version !== undefined) return { kind: 'one', version, from, to: lasting.at(-1) ?? at };
    }
  }
  const last = before.at(-1);
  const next = newestFor(offered, [at], cluster);
  if (next === undefined) return { kind: 'none' };
  return { kind: 'two', before: last === undefined ? undefined : newestFor(offered, [last], cluster), after: next };
}
