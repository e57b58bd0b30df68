import * as z from 'zod/mini';
import { name } from './marks.ts';
import { addonOwner, minorVersion, platformVersion, softwareVersion } from './public-texts.ts';

/** Names of the installed EKS add-ons: eks:ListAddons. */
export const addonNames = z.array(name('app'));

/**
 * eks:DescribeAddonVersions for every installed add-on; without EKS Auto Mode, also for VPC CNI, CoreDNS and kube-proxy
 * if they are not installed as add-ons. Omits Kubernetes versions before the cluster's.
 */
export const addonVersions = z.array(
  z.object({
    /** The name of the add-on. If EKS does not offer the add-on, or no longer does, `versions` is empty. */
    name: name('app'),
    /** `aws`, `aws-marketplace`, `community`; null if EKS returns none. */
    owner: z.nullable(addonOwner()),
    publisher: z.nullable(name('app')),
    versions: z.array(
      z.object({
        version: softwareVersion(),
        /** It needs permissions in IAM. Omitted if EKS does not say so, and in older inventories. */
        requiresIam: z.exactOptional(z.literal(true)),
        compatibilities: z.array(
          z.object({
            /** A Kubernetes version with which this version of the add-on is compatible. */
            cluster: minorVersion(),
            /** EKS platform versions; empty if all are compatible. */
            platforms: z.array(platformVersion()),
            /** EKS installs this version by default on that Kubernetes version. */
            isDefault: z.boolean(),
          }),
        ),
      }),
    ),
  }),
);
