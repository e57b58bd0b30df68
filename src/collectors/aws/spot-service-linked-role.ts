import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap, Reading } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { allInOrder } from '../all-in-order.ts';
import { roleNamed } from './cluster-role.ts';

/**
 * Spot instances need this role, which cannot be deleted while such an instance runs. So if the role cannot be read, a
 * ready Spot node proves that it exists.
 */
export const spotServiceLinkedRole = defineCollector('spotServiceLinkedRole', {
  permissions: [{ iam: 'iam:GetRole' }],
  from: ['nodes'],
  async collect({ aws }, facts) {
    const [role, nodes] = await allInOrder([readRole(aws), facts.reading('nodes')]);
    const gaps: Gap[] = nodes.ok ? [] : [{ what: 'the Spot instances that run', reason: nodes.reason }];
    if (typeof role === 'boolean') return { value: { exists: role }, gaps };
    if (runsSpot(nodes)) return { value: { exists: true }, gaps };
    throw role;
  },
});

/** Whether the role exists, or why that is unknown. */
async function readRole(aws: AwsSource): Promise<boolean | ScanError> {
  try {
    await roleNamed(aws, 'AWSServiceRoleForEC2Spot');
    return true;
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return error.reason.kind === 'absent' ? false : error;
  }
}

function runsSpot(nodes: Reading<Facts['nodes']>): boolean {
  return nodes.ok && nodes.value.some(({ spot, ready }) => spot === true && ready === true);
}
