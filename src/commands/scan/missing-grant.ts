import type { Collectors } from '../../collectors/collect.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { grantFor, type Grant } from '../permissions/missing.ts';
import { toPlace } from '../permissions/place.ts';
import { missingPermissions } from '../../report/missing-permissions.ts';
import type { Report } from '../../report/schema.ts';

/** The report, with a grant in its entry of missing permissions. */
export function withGrant(report: Report, collectors: Collectors): Report {
  const grant = missingGrant(report, collectors);
  if (grant === undefined) return report;
  const denied = new Set(deniedIn(report).map(({ fingerprint }) => fingerprint));
  const entries = report.entries.map((entry) =>
    denied.has(entry.fingerprints[0] ?? '') ? { ...entry, grant } : entry,
  );
  return { ...report, entries };
}

/**
 * The documents that grant the permissions that a scan lacked, for its cluster; undefined if it lacked none.
 * Permissions in accepted findings are left out.
 */
export function missingGrant(report: Report, collectors: Collectors): Grant | undefined {
  const missing = missingPermissions(deniedIn(report));
  const { cluster } = report;
  return missing.length === 0
    ? undefined
    : grantFor(missing, collectors, cluster === null ? undefined : toPlace(cluster));
}

function deniedIn({ results }: Report): ReportedFinding[] {
  const findings = results.flatMap((result) => result.findings);
  return findings.filter((finding) => finding.accepted === null && missingPermissions([finding]).length > 0);
}
