import type { Advice } from '../syntax/advice.ts';
import type { Finding } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import { afterPermissions, lackText, permissionsFirst, toEvidence } from './permissions-first.ts';
import { compareRights, type Lack } from './release-permissions.ts';
import { setFields } from '../syntax/set-fields.ts';
import { parseAddonVersion } from '../syntax/versions.ts';
import type { Tables } from '../tables/tables.ts';

/** What is known about the permissions of components. Undefined: not read. */
export interface Known {
  rows: Tables['release-permissions'];
  componentRights: Facts['componentRights'] | undefined;
  vpcCni: Facts['vpcCni'] | undefined;
}

/**
 * A finding about an EKS add-on whose fix updates it: the permissions that its commands' versions need come first. If a
 * version does not work without one that the role lacks, that is a separate warning.
 */
export function* withPermissions<Level extends Finding['level']>(
  finding: Finding<Level>,
  addon: Facts['addons'][number],
  known: Known,
): Generator<Finding<Level | 'warn'>> {
  if (finding.fix === undefined) {
    yield finding;
    return;
  }
  const settings = discoversSubnets(known.vpcCni);
  const needs = compareRights(known.rows, known.componentRights, {
    component: addon.name,
    from: parseAddonVersion(addon.version)?.version ?? null,
    releases: listReleases(finding.fix),
    ...settings,
  });
  const updated = { component: addon.name, copy: { namespace: 'kube-system', addon: addon.name } };
  yield { ...finding, fix: afterPermissions(needs, updated, finding.fix) };
  const isCalled = ({ row }: Lack): boolean =>
    row.rowKind === 'iam' && (row.when === undefined || settings.discoversSubnets === true);
  const stopping = needs.lacking.filter((lack) => lack.row.without !== undefined && isCalled(lack));
  const [first] = stopping;
  if (first?.is !== 'iam') return;
  const { at, phase, resource, blocks } = finding;
  yield {
    level: 'warn',
    ...setFields({ at, phase, blocks }),
    rule: 'role-lacks',
    resource,
    message: `the update needs ${lackText(first)}, which role ${nameRole(first.role)} lacks: without it, ${first.row.without ?? ''}`,
    evidence: toEvidence({ ...needs, lacking: stopping }),
    ...setFields({ fix: permissionsFirst({ ...needs, lacking: stopping, unread: [] }, updated) }),
    links: [first.row.source],
  };
}

/** The versions that the commands of a fix install; placeholders do not count. */
function listReleases(fix: Advice): string[] {
  return fix.commands.flatMap((command) => {
    const [, version = ''] = /--addon-version (\S+)/.exec(command) ?? [];
    return parseAddonVersion(version)?.version ?? [];
  });
}

/** Whether the VPC CNI discovers subnets; empty if its settings were not read. */
export function discoversSubnets([copy]: readonly Facts['vpcCni'][number][] = []): { discoversSubnets?: boolean } {
  const settings = copy?.addresses;
  if (settings === undefined) return {};
  return { discoversSubnets: settings.subnetDiscovery && !settings.customNetworking };
}

function nameRole(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}
