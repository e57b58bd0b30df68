import { karpenterCrdObjects, karpenterKinds } from '../karpenter-crds.ts';
import { aClaimObject, aNodeTemplateObject, aProvisionerObject } from '../karpenter-pools.ts';
import { aNodeObject } from '../manifests.ts';
import type { ServedKind } from '../world.ts';

type Json = Record<string, unknown>;

const node = 'ip-10-0-0-k.eu-west-1.compute.internal';

/** The kinds of Karpenter 0.30, whose CRDs were installed with its chart, which never updates them. */
export const alphaKinds: readonly ServedKind[] = karpenterKinds('0.30.0');

/**
 * The objects in the blog post before the update: a Provisioner written without a capacity type (Karpenter's webhook
 * set on-demand), an AWSNodeTemplate that relies on the instance profile in the settings and on the default AMI family,
 * one Machine with its node.
 */
export const alphaObjects: readonly Json[] = [
  ...karpenterCrdObjects('0.30.0'),
  aProvisionerObject('default', {
    labels: { 'created-by': 'karpenter', component: 'devops', environment: 'prod' },
    requirements: [
      { key: 'karpenter.k8s.aws/instance-family', operator: 'In', values: ['t3'] },
      { key: 'karpenter.k8s.aws/instance-size', operator: 'In', values: ['small', 'medium', 'large'] },
      { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['eu-west-1a', 'eu-west-1b'] },
      { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
      { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
      { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
    ],
    limits: { resources: { cpu: '1000', memory: '1000Gi' } },
  }),
  aNodeTemplateObject('default', {
    subnetSelector: { 'karpenter.sh/discovery': 'atlas-vpc-prod-private' },
    securityGroupSelector: { 'karpenter.sh/discovery': 'prod' },
    tags: {
      Name: 'prod-karpenter',
      environment: 'prod',
      'created-by': 'karpneter',
      'karpenter.sh/discovery': 'prod',
    },
  }),
  aClaimObject('Machine', 'default-b6hdr', 'default'),
  aNodeObject(node, {
    kubelet: 'v1.24.17-eks-e71965b',
    labels: { 'karpenter.sh/provisioner-name': 'default', 'karpenter.sh/capacity-type': 'on-demand' },
  }),
];
