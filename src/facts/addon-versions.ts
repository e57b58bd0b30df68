import * as z from 'zod/mini';
import { name } from './marks.ts';
import { addonOwner, minorVersion, platformVersion, softwareVersion } from './public-texts.ts';

/** eks:ListAddons. */
export const addonNames = z.array(name('app'));

/**
 * eks:DescribeAddonVersions for every installed add-on and, without EKS Auto Mode, always for VPC CNI, CoreDNS and
 * kube-proxy: for the cluster's Kubernetes version and all later ones.
 */
export const addonVersions = z.array(
  z.object({
    /** The add-on; without versions if EKS does not offer it (any more). */
    name: name('app'),
    /** `aws`, `aws-marketplace`, `community`; null if EKS returns none. */
    owner: z.nullable(addonOwner()),
    publisher: z.nullable(name('app')),
    versions: z.array(
      z.object({
        version: softwareVersion(),
        compatibilities: z.array(
          z.object({
            /** The cluster's Kubernetes version. */
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
