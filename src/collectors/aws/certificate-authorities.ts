import { defineCollector } from '../collect.ts';
import { ScanError } from '../../facts/reason.ts';
import { present } from '../require-field.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

export const certificateAuthorities = defineCollector('certificateAuthorities', {
  permissions: [{ iam: 'eks:ListCertificateAuthorities' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name } = await facts.read('cluster');
    const { paginateListCertificateAuthorities } = await import('../../sources/aws/sdk/eks.ts');
    const client = await aws.client('eks');
    try {
      const authorities = await aws.call('eks:ListCertificateAuthorities', () =>
        everyPage(
          paginateListCertificateAuthorities({ client }, { clusterName: name }),
          'certificateAuthorities',
          (page) => page.certificateAuthorities,
        ),
      );
      const value = authorities.map((authority) => ({
        id: present(authority.id, 'certificateAuthority.id'),
        signingStatus: present(authority.signingStatus, 'certificateAuthority.signingStatus'),
        distributionStatus: present(authority.distributionStatus, 'certificateAuthority.distributionStatus'),
      }));
      return { value };
    } catch (error) {
      if (error instanceof ScanError && error.reason.kind === 'not-offered') return { value: null };
      throw error;
    }
  },
});
