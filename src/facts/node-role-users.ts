import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { kind } from './public-texts.ts';

/** Pods of programs that call AWS, by the label with which their manifests name them (app, k8s-app, app.kubernetes.io/name). */
export const callingComponents = [
  'aws-cluster-autoscaler',
  'aws-for-fluent-bit',
  'aws-load-balancer-controller',
  'cloudwatch-agent',
  'cluster-autoscaler',
  'ebs-csi-controller',
  'efs-csi-controller',
  'external-dns',
  'fluent-bit',
  'fsx-csi-controller',
] as const;

/**
 * Workloads of these programs that take their AWS credentials from the node, through instance metadata: their pods have
 * neither a role of IRSA or EKS Pod Identity nor access keys, and not the network of the node.
 */
export const nodeRoleUsers = z.array(
  z.object({
    component: publicText(callingComponents),
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    /** The nodes that run its pods. */
    nodes: z.array(name('node')),
  }),
);
