import type { Facts } from '../../src/facts.ts';
import { commands } from '../../src/markdown.ts';
import type { Tables } from '../../src/rules.ts';

type SubnetRows = Tables['subnet-addresses'];

/** A count of the table subnet-addresses: addresses, or zones. Throws where the table lacks the row: a defect of it. */
export function countOf(rows: SubnetRows, rule: 'needed-in-all' | 'comfortable-in-each' | 'zones'): number {
  for (const row of rows) {
    if (row.rule === 'excluded-zone' || row.rule !== rule) continue;
    return row.rule === 'zones' ? row.zones : row.addresses;
  }
  throw new Error(`the table subnet-addresses has no row ${rule}`);
}

/**
 * How to give a cluster another set of subnets, filled in with those that stay.
 * Source of the rules: UpdateClusterConfig and the user guide's page on network requirements.
 */
export function changeSubnetsFix({ name, region, outpost }: Facts['cluster'], kept: readonly string[]): string {
  if (outpost)
    return 'Open a case with AWS Support before the update: the subnets of a local cluster are its own matter.';
  return `Give the cluster its whole new set of subnets. They must lie in the VPC it was created in and cover the same availability zones as the subnets it was created with. EKS may take up to an hour to see a CIDR block that is new to the VPC. Leave NEW_SUBNET_ID out where the others cover those zones with room to spare.\n${commands(
    `aws eks update-cluster-config --region ${region} --name ${name} \\`,
    `  --resources-vpc-config subnetIds=${[...kept, 'NEW_SUBNET_ID'].join(',')}`,
  )}`;
}
