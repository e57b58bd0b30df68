import * as z from 'zod/mini';

/** eks:ListAddons. */
export const addonNames = z.array(z.string());

/** eks:DescribeAddonVersions of every installed add-on, for the cluster's version and all later ones. */
export const addonVersions = z.array(
  z.object({
    /** The add-on; without versions where EKS does not know it (any more). */
    name: z.string(),
    /** `aws`, `aws-marketplace`, `community`; null where EKS told none. */
    owner: z.nullable(z.string()),
    publisher: z.nullable(z.string()),
    versions: z.array(
      z.object({
        version: z.string(),
        compatibilities: z.array(
          z.object({
            /** The cluster's Kubernetes version. */
            cluster: z.string(),
            /** EKS platform versions; empty: any. */
            platforms: z.array(z.string()),
            /** What EKS installs by default on that Kubernetes version. */
            isDefault: z.boolean(),
          }),
        ),
      }),
    ),
  }),
);
