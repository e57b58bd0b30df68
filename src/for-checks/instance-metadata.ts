import type { Facts } from '../facts/facts.ts';
import { findTemplate } from './named-templates.ts';

type Nodegroup = Facts['nodegroups'][number];

/** A managed node group whose pods lose instance metadata when it moves to Amazon Linux 2023, and why. */
export interface ClosingGroup {
  group: Nodegroup;
  observed: string;
}

/**
 * The node groups of Amazon Linux 2 whose pods lose instance metadata.
 * @param templates undefined: not read
 */
export function listClosing(
  groups: readonly Nodegroup[],
  templates: Facts['launchTemplates'] | undefined,
): ClosingGroup[] {
  return groups.flatMap((group) => {
    const observed = describeLoss(group, templates);
    return observed === undefined ? [] : [{ group, observed }];
  });
}

/**
 * Why pods lose instance metadata when a managed node group with these settings moves to Amazon Linux 2023; undefined if
 * they keep it, never had it, or this is unknown. Without a hop limit, EKS sets 2 for Amazon Linux 2 and 1 for Amazon
 * Linux 2023, where IMDSv2 is required. Explicit settings stay the same. Source:
 * https://github.com/hashicorp/terraform-provider-aws/issues/38516
 */
function describeLoss(
  { launchTemplate, template }: Nodegroup,
  templates: Facts['launchTemplates'] | undefined,
): string | undefined {
  if (!launchTemplate) return 'no launch template: hop limit 1 on Amazon Linux 2023';
  const found = template === undefined ? undefined : findTemplate(template, templates ?? [])?.found;
  if (found === undefined || found === null || found.imds === undefined || found.imds === 'v1') return undefined;
  if (found.hopLimit === null) return 'launch template without a hop limit: 1 on Amazon Linux 2023';
  return found.hopLimit === 1 && found.imds === null ? 'launch template with hop limit 1' : undefined;
}
