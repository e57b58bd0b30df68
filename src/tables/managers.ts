import * as z from 'zod/mini';
import { confidence, source, table } from './cells.ts';

/** What can manage an AWS resource, by the names that their own documentation uses. */
const manager = z.enum([
  'ACK',
  'CDK',
  'CloudFormation',
  'Cluster API',
  'Crossplane',
  'EKS',
  'eksctl',
  'Karpenter',
  'OpenTofu',
  'Pulumi',
  'Terraform',
  'Terragrunt',
]);

/** The tables about what manages a resource. */
export const managersTables = {
  /** Tags that can tell what manages an AWS resource. */
  'manager-tags': table(() =>
    z.strictObject({
      /**
       * What `text` is compared with. `key`: the whole key; `prefix`: the beginning of the key; `name`: the last part of the
       * key (after `:` or `/`), whatever its case, hyphens, underscores and spaces; `any`: a part of the key or of the value,
       * whatever its case.
       */
      match: z.enum(['key', 'prefix', 'name', 'any']),
      text: z.string(),
      /** Null: the value of the tag names the manager, or where its code is. */
      manager: z.nullable(manager),
      confidence,
      source,
    }),
  ),
} as const;
