import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import { loadTable } from '../../tables/tables.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { format } from '../../syntax/versions.ts';
import { present } from '../require-field.ts';
import { readOffered } from './control-plane-options.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

type ClusterVersions = Facts['clusterVersions'];

export const clusterVersions = defineCollector('clusterVersions', {
  permissions: [{ iam: 'eks:DescribeClusterVersions' }],
  async collect({ aws }) {
    try {
      const value = await readOfferedVersions(aws);
      const gaps = value.versions.flatMap(findUndated);
      return { value, ...(gaps.length > 0 && { gaps }) };
    } catch (error) {
      if (error instanceof ScanError && error.reason.kind === 'not-offered') return { value: fromTable() };
      throw error;
    }
  },
});

async function readOfferedVersions(aws: AwsSource): Promise<ClusterVersions> {
  const { paginateDescribeClusterVersions } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const rows = await aws.call('eks:DescribeClusterVersions', () =>
    everyPage(
      paginateDescribeClusterVersions({ client }, { includeAll: true }),
      'clusterVersions',
      (page) => page.clusterVersions,
    ),
  );
  // EKS always offers some: a check of what it offers would pass with none.
  if (rows.length === 0) throw new ScanError({ kind: 'unreadable', message: 'clusterVersions is empty' });
  const versions = rows.map((row) => ({
    version: present(row.clusterVersion, 'clusterVersion'),
    clusterType: row.clusterType ?? 'eks',
    status: row.versionStatus ?? toVersionStatus(row.status),
    endOfStandardSupport: row.endOfStandardSupportDate?.toISOString().slice(0, 10) ?? null,
    endOfExtendedSupport: row.endOfExtendedSupportDate?.toISOString().slice(0, 10) ?? null,
    defaultPlatformVersion: row.defaultPlatformVersion ?? null,
    ...readOffered(row),
  }));
  return { source: 'live', versions };
}

/** A supported version of EKS in AWS Regions has the dates on which its support ends: support without an end would pass. */
function findUndated(row: ClusterVersions['versions'][number]): Gap[] {
  if (row.clusterType !== 'eks' || !row.status.endsWith('_SUPPORT')) return [];
  const dates = {
    endOfStandardSupportDate: row.endOfStandardSupport,
    endOfExtendedSupportDate: row.endOfExtendedSupport,
  };
  return Object.entries(dates).flatMap(([field, date]) => {
    if (date !== null) return [];
    return [
      {
        what: `the support of ${row.version}`,
        reason: { kind: 'unreadable', message: `the answer lacks ${field} of ${row.version}` },
      },
    ];
  });
}

/** The field `status` is older than `versionStatus` and may be the only one that an older endpoint returns. */
function toVersionStatus(status: string | undefined): ClusterVersions['versions'][number]['status'] {
  if (status === 'standard-support') return 'STANDARD_SUPPORT';
  if (status === 'extended-support') return 'EXTENDED_SUPPORT';
  return status === 'unsupported' ? 'UNSUPPORTED' : 'UNKNOWN';
}

function fromTable(): ClusterVersions {
  const versions = loadTable('eks-versions').rows.map((row) => ({
    version: format(row.version),
    clusterType: 'eks',
    status: 'UNKNOWN' as const,
    endOfStandardSupport: row.endOfStandardSupport,
    endOfExtendedSupport: row.endOfExtendedSupport,
  }));
  return { source: 'table', versions };
}
