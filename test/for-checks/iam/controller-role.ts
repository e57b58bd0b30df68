import type { KarpenterRole } from '../../../src/facts/iam.ts';
import { templatePolicy, type TemplateMinor } from './templates.ts';

const issuer = 'oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLED539D4633E53DE1B71EXAMPLE';

/** The trust policy of IRSA, for the ServiceAccount karpenter in kube-system. */
export const irsaTrust = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { Federated: `arn:aws:iam::111122223333:oidc-provider/${issuer}` },
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          [`${issuer}:sub`]: 'system:serviceaccount:kube-system:karpenter',
          [`${issuer}:aud`]: 'sts.amazonaws.com',
        },
      },
    },
  ],
};

/** The trust policy of EKS Pod Identity. */
export const podIdentityTrust = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { Service: 'pods.eks.amazonaws.com' },
      Action: ['sts:AssumeRole', 'sts:TagSession'],
    },
  ],
};

/** The controller's role with the policies of some minors' templates, by default with IRSA. */
export function aControllerRole(
  minors: TemplateMinor | TemplateMinor[],
  more: Partial<NonNullable<KarpenterRole['found']>> = {},
): KarpenterRole {
  return {
    arn: 'arn:aws:iam::111122223333:role/KarpenterControllerRole-prod',
    name: 'KarpenterControllerRole-prod',
    found: {
      trust: irsaTrust,
      tags: {},
      policies: [minors].flat().map((minor) => ({
        name: `KarpenterControllerPolicy-${minor}`,
        arn: `arn:aws:iam::111122223333:policy/KarpenterControllerPolicy-${minor}`,
        document: templatePolicy(minor),
      })),
      boundary: null,
      ...more,
    },
  };
}
