import { defineCollector } from '../collect.ts';
import { SourceError } from '../../facts/reason.ts';
import { present } from '../present.ts';

export const spotServiceLinkedRole = defineCollector('spotServiceLinkedRole', {
  permissions: [{ iam: 'iam:GetRole' }],
  async collect({ aws }) {
    const { GetRoleCommand } = await import('../../sources/aws/sdk/iam.ts');
    const client = await aws.client('iam');
    const command = new GetRoleCommand({ RoleName: 'AWSServiceRoleForEC2Spot' });
    try {
      const answer = await aws.call('iam:GetRole', () => client.send(command));
      present(answer.Role, 'Role');
      return { value: { exists: true } };
    } catch (error) {
      if (error instanceof SourceError && error.reason.kind === 'absent') return { value: { exists: false } };
      throw error;
    }
  },
});
