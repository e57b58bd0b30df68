import type { AddonInfo } from '@aws-sdk/client-eks';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { parseMinor, type Minor } from '../../syntax/versions.ts';
import { present } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { orAbsent } from './or-absent.ts';
import { allInOrder } from '../all-in-order.ts';

type AddonVersions = Facts['addonVersions'][number];

/** Add-ons that clusters without EKS Auto Mode need: their versions are read there even if they are self-managed. */
const core = ['vpc-cni', 'coredns', 'kube-proxy'];

/** One call per add-on returns its versions for every Kubernetes version: the fact does not depend on the target. */
export const addonVersions = defineCollector('addonVersions', {
  permissions: [{ iam: 'eks:DescribeAddonVersions' }],
  from: ['cluster', 'addonNames'],
  async collect({ aws }, facts) {
    const [{ version, autoMode }, installed] = await allInOrder([facts.read('cluster'), facts.read('addonNames')]);
    const names = [...new Set([...installed, ...(autoMode ? [] : core)])];
    const current = present(parseMinor(version), 'a version of Kubernetes 1.x in cluster.version');
    return describeEach('versions of add-on', names, (name) => readAddonVersions(aws, name, current));
  },
});

async function readAddonVersions(aws: AwsSource, name: string, current: Minor): Promise<AddonVersions> {
  const infos = await readAddonInfos(aws, name);
  return {
    name,
    owner: infos[0]?.owner ?? null,
    publisher: infos[0]?.publisher ?? null,
    versions: infos
      .flatMap((info) => present(info.addonVersions, 'addons.addonVersions'))
      .map((row) => ({
        version: present(row.addonVersion, 'addonVersions.addonVersion'),
        ...(row.requiresIamPermissions === true ? { requiresIam: true as const } : {}),
        compatibilities: present(row.compatibilities, 'addonVersions.compatibilities')
          .map((compatibility) => ({
            cluster: present(compatibility.clusterVersion, 'compatibilities.clusterVersion'),
            platforms: present(compatibility.platformVersions, 'compatibilities.platformVersions').filter(
              (platform) => platform !== '*',
            ),
            isDefault: compatibility.defaultVersion ?? false,
          }))
          // The version before the current one: a rollback leads back to it.
          .filter(({ cluster }) => (parseMinor(cluster) ?? current) >= current - 1),
      }))
      .filter(({ compatibilities }) => compatibilities.length > 0),
  };
}

/** An add-on that EKS does not know (any more) has no versions: an empty list, not an error. */
async function readAddonInfos(aws: AwsSource, addonName: string): Promise<AddonInfo[]> {
  const { paginateDescribeAddonVersions } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const infos = await orAbsent(() =>
    aws.call('eks:DescribeAddonVersions', () =>
      everyPage(paginateDescribeAddonVersions({ client }, { addonName }), 'addons', (page) => page.addons),
    ),
  );
  const found = infos ?? [];
  requireEachRequested(
    found.map((info) => info.addonName),
    [addonName],
    'add-on',
  );
  return found;
}
