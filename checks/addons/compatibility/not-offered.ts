import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { addonResource } from '../../../src/for-checks/eks-addon.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { format, isRollback, type Minor } from '../../../src/syntax/versions.ts';
import { isOfferedFor, type Offered } from '../../../src/for-checks/offered.ts';

/**
 * The first step for which EKS lists no version of any add-on. Undefined if no versions of an AWS add-on were read:
 * only AWS publishes add-ons for every Kubernetes version.
 */
export function firstUnoffered(addonVersions: readonly Offered[], [, ...steps]: readonly Minor[]): Minor | undefined {
  const own = addonVersions.filter(({ owner, versions }) => owner === 'aws' && versions.length > 0);
  if (own.length === 0) return undefined;
  return steps.find((minor) => !addonVersions.some((offered) => isOfferedFor(offered, minor)));
}

/** Unknown, because the versions of an add-on were not read. The report lists the read error separately. */
export function notRead({ name, owner, version }: Facts['addons'][number]): Finding {
  return {
    level: 'unknown',
    rule: 'versions-not-read',
    resource: addonResource(name, owner),
    message: `unknown whether ${version} is compatible: the versions that EKS lists were not read`,
    fix: advice`Grant \`eks:DescribeAddonVersions\` and scan again.`,
  };
}

/** Unknown, because the list of add-on versions may be older than the Kubernetes version. */
export function notOffered(at: Minor, context: Pick<Context, 'cluster' | 'current' | 'target'>): Finding {
  const { name, region } = context.cluster;
  const list = commands(
    continued(
      sh`aws eks describe-addon-versions --region ${region} --kubernetes-version ${format(at)}`,
      sh`--query 'addons[].addonName'`,
    ),
  );
  const message = `EKS lists no version of any installed add-on for ${format(at)}`;
  return {
    level: 'unknown',
    at,
    rule: 'not-on-offer',
    resource: { kind: 'Cluster', name },
    ...(isRollback(context)
      ? {
          short: 'EKS lists no add-on versions',
          message,
          fix: advice`Look up which add-ons EKS lists for it:\n${list}`,
        }
      : {
          message: `${message} yet`,
          fix: advice`Scan again when EKS lists add-on versions for ${format(at)}:\n${list}`,
        }),
  };
}
