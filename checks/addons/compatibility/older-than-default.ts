import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { updateAddon } from '../../../src/for-checks/eks-addon.ts';
import { compareAddonVersions, format, parseAddonVersion, type Minor } from '../../../src/syntax/versions.ts';
import { defaultFor, listUpdateVersions, type Offered } from '../../../src/for-checks/offered.ts';
import { updateAfter } from './route.ts';

/** The problem of each rule of this check. */
export const shortTexts = {
  'no-version': 'EKS lists no compatible version',
  'not-listed': 'version not listed as compatible',
  'not-on-offer': 'EKS lists no add-on versions yet',
  'older-than-default': 'older than the default version',
  'role-lacks': 'IAM role lacks a new permission',
  'platform-version': 'listed for some platform versions only',
  'self-managed': 'self-managed, older than the default',
  'self-managed-not-listed': 'self-managed, no version is listed',
  'self-managed-newer': 'self-managed, newer than the listed ones',
  'version-not-readable': 'version cannot be read',
  'versions-not-read': 'compatible versions were not read',
};

/** Titles of the tasks after the update, by rule. */
export const taskTexts = {
  'not-listed': 'Update add-ons right after the control plane',
  'not-listed:kube-proxy': 'Update kube-proxy after the nodes',
  'older-than-default': 'Update add-ons to the default version',
  'role-lacks': 'Add permissions to the roles of add-ons',
  'self-managed': 'Update self-managed add-ons to the default version',
};

/** The default version on a Kubernetes version of the path, if it differs from the installed version. */
interface Default {
  minor: Minor;
  version: string;
}

/**
 * The finding for an add-on version that is listed but older than the default of a Kubernetes version. It names the
 * first such Kubernetes version; if that is a step of the path, the add-on is updated after that step.
 */
export function olderThanDefault(
  addon: Facts['addons'][number],
  offered: Offered,
  versions: readonly Minor[],
  cluster: Facts['cluster'],
): Omit<Finding, 'resource' | 'blocks'> | undefined {
  const { version: installed } = addon;
  const defaults = defaultsOn(offered, installed, versions);
  const unreadable = findUnreadable(installed, defaults);
  if (unreadable !== undefined) {
    return { level: 'unknown', rule: 'version-not-readable', message: `no version in ${unreadable}` };
  }
  const newer = defaults.filter(({ version }) => isOlder(installed, version));
  const [first] = newer;
  if (first === undefined) return undefined;
  const { minor, version } = first;
  const updateVersions = listUpdateVersions(offered, { from: installed, to: version }, minor, cluster);
  return {
    level: 'warn',
    at: minor,
    phase: 'after',
    rule: 'older-than-default',
    message: `${installed} is older than ${version}, the default of ${format(minor)}`,
    evidence: newer.map((row) => ({
      observed: installed,
      required: `${row.version}, the default of ${format(row.minor)}`,
      fact: 'addonVersions',
    })),
    fix:
      minor === versions[0]
        ? advice`Update the add-on.\n${updateAddon(cluster, addon, updateVersions)}`
        : updateAfter(cluster, addon, updateVersions, minor),
  };
}

/** The default of the current version counts only if no update is planned. */
function defaultsOn(offered: Offered, installed: string, versions: readonly Minor[]): Default[] {
  const judged = versions.length === 1 ? versions : versions.slice(1);
  return judged.flatMap((minor) => {
    const version = defaultFor(offered, minor);
    return version === undefined || version === installed ? [] : [{ minor, version }];
  });
}

/** The first version that cannot be parsed, among those that are compared. */
function findUnreadable(installed: string, defaults: readonly Default[]): string | undefined {
  const compared = defaults.length === 0 ? [] : [installed, ...defaults.map(({ version }) => version)];
  return compared.find((version) => parseAddonVersion(version) === undefined);
}

function isOlder(installed: string, other: string): boolean {
  const [a, b] = [parseAddonVersion(installed), parseAddonVersion(other)];
  return a !== undefined && b !== undefined && compareAddonVersions(a, b) < 0;
}
