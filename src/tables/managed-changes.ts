import * as z from 'zod/mini';
import { confidence, source, table } from './cells.ts';

/** Changes that fixes and tasks make, of AWS resources and of Kubernetes objects. */
export const managedChangeNames = [
  'control-plane-version',
  'upgrade-policy',
  'cluster-logging',
  'cluster-subnets',
  'cluster-security-groups',
  'security-group-rule',
  'vpc-dns',
  'add-on',
  'add-on-version',
  'add-on-role',
  'add-on-configuration',
  'corefile',
  'node-group-version',
  'ami-release',
  'ami-type',
  'node-group-labels',
  'node-group-update-settings',
  'node-group-size',
  'node-group-subnets',
  'node-group-launch-template',
  'launch-template',
  'self-managed-node-group-version',
  'cluster-role-policy',
  'node-role-policy',
  'fargate-role-policy',
  'karpenter-controller-policy',
  'karpenter-node-role-policy',
  'role-trust-policy',
  'service-linked-role',
  'access-entry',
  'fargate-profile',
  'karpenter-chart',
  'controller-chart',
  'interruption-queue',
  'node-pool',
  'node-class',
  'disruption-budget',
  'replicas',
  'webhook',
] as const;

/** What manages an object; Terraform by the two commonest modules and by the resources of its providers. */
export const changeManagers = [
  'terraform-module',
  'terraform-blueprints',
  'terraform-provider',
  'eksctl',
  'cloudformation',
  'cdk',
  'crossplane',
  'ack',
  'cluster-api',
  'pulumi',
  'argo-cd',
  'flux-kustomization',
  'flux-helm-release',
  'helm',
  'eks-addon',
  'karpenter',
  'eks',
] as const;

/** The table of where a change is made, by what manages the object. */
export const managedChangesTables = {
  'managed-changes': table(() =>
    z.strictObject({
      change: z.enum(managedChangeNames),
      manager: z.enum(changeManagers),
      /** The argument, field or property, as a noun phrase in Markdown. Omitted if only a command makes the change. */
      where: z.optional(z.string()),
      /** The command that applies it; names in braces stand for values: `{cluster}`. Omitted if the usual one does. */
      command: z.optional(z.string()),
      /** What the change also does, or needs: a sentence. */
      note: z.optional(z.string()),
      confidence,
      source,
    }),
  ),
};
