import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { ExtraNodes } from '../../../src/for-checks/extra-nodes.ts';
import type { RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatList, forCount } from '../../../src/syntax/english.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { listTypes } from '../../../src/for-checks/node-demands.ts';

type Offered = Pick<Facts, 'nodes'> & {
  instanceTypeOfferings?: Facts['instanceTypeOfferings'] | undefined;
  launchTemplates?: Facts['launchTemplates'] | undefined;
};

/** A zone of a node group, and the types of the group that EC2 does not offer there. */
interface Lacking {
  zone: string;
  missing: readonly string[];
}

/** Findings for zones of managed node groups in which EC2 does not offer their instance types. */
export function* offeringFindings(
  extra: readonly ExtraNodes[],
  { nodes, instanceTypeOfferings = [], launchTemplates }: Offered,
  { region }: Facts['cluster'],
): Generator<Finding> {
  const offered = new Map(instanceTypeOfferings.map(({ name, zones }) => [name, new Set(zones)]));
  // A node that runs there shows that EC2 offers its type.
  const isOffered = (type: string, zone: string) =>
    offered.get(type)?.has(zone) === true ||
    nodes.some((node) => node.instanceType === type && node.zone === zone && node.instanceId !== null);
  for (const { group, nodegroup, inZone } of extra) {
    const types = nodegroup === undefined ? undefined : listTypes(nodegroup, launchTemplates);
    const isRead = types !== undefined && types.length > 0 && types.every((type) => offered.has(type));
    if (nodegroup === undefined || inZone === undefined || !isRead) continue;
    const lacking = inZone.zones
      .map((zone): Lacking => ({ zone, missing: types.filter((type) => !isOffered(type, zone)) }))
      .filter(({ missing }) => missing.length > 0);
    if (lacking.length > 0) yield toFinding(group, types, lacking, region);
  }
}

function toFinding(
  rolled: RolledGroup,
  types: readonly string[],
  lacking: readonly Lacking[],
  region: string,
): Finding {
  const without = lacking.filter(({ missing }) => missing.length === types.length);
  const isNone = without.length > 0;
  const worst = isNone ? without : lacking;
  const zones = formatList(
    worst.map(({ zone }) => zone),
    10,
  );
  const names = formatList([...new Set(worst.flatMap(({ missing }) => missing))]);
  return {
    level: isNone ? 'fail' : 'warn',
    rule: isNone ? 'not-offered' : 'partly-offered',
    resource: { kind: 'NodeGroup', name: rolled.nodes[0].group ?? rolled.text },
    ...(isNone ? { groups: [rolled.text] } : {}),
    message: `EC2 does not offer ${names} in ${zones}, ${isNone ? 'where the update must start a node' : 'but offers other types of the group'}`,
    evidence: lacking.map(({ zone, missing }) => ({
      observed: `${missing.join(', ')} not offered`,
      required: forCount(types.length, 'the instance type of the group', 'the instance types of the group'),
      resource: `Zone ${zone}`,
      fact: 'instanceTypeOfferings',
    })),
    fix: advice`Create a node group with instance types that EC2 offers in each of its zones, or without subnets in ${zones};
      then move the pods and delete this group.\n${commands(
        continued(
          sh`aws ec2 describe-instance-type-offerings --region ${region} --location-type availability-zone`,
          sh`--filters ${`Name=instance-type,Values=${types.join(',')}`} --output table`,
        ),
      )}`,
  };
}
