import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { eksImageName, templateVersionText } from './image-texts.ts';
import { effect, instanceType } from './public-texts.ts';

/** Where user data passes flags to the kubelet: an option, a parameter, `spec.kubelet.flags`, a variable, the command. */
export const flagPlaces = [
  '--kubelet-extra-args',
  '-KubeletExtraArgs',
  'NodeConfig',
  'KUBELET_EXTRA_ARGS',
  'kubelet command',
] as const;
export type FlagPlace = (typeof flagPlaces)[number];

/**
 * What checks read of user data, which itself is never kept: it may hold secrets. Source of the formats:
 * https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html#launch-template-user-data
 */
export const bootSettings = z.object({
  /** Names of the flags that it passes to the kubelet, without `--`: letters and hyphens only; sorted. */
  kubeletFlags: z.array(publicText({ table: 'kubelet-flags' })),
  /** Where it passes them. */
  flagsIn: z.array(z.enum(flagPlaces)),
  /** A kernel parameter chooses cgroup v1 (`systemd.unified_cgroup_hierarchy=0`); null if none chooses a version. */
  cgroupV1: z.nullable(z.boolean()),
  /** `failCgroupV1` of the kubelet's configuration; null if it does not set it. */
  failCgroupV1: z.nullable(z.boolean()),
  /** It mentions an HTTP proxy, also in comments. Omitted if it does not, and in older inventories. */
  proxy: z.exactOptional(z.literal(true)),
  /** Keys of the labels that it gives to nodes; values may be secrets. Omitted if a part of them comes from elsewhere, and in older inventories. */
  nodeLabels: z.exactOptional(z.array(name('label'))),
  /** Taints that it gives to nodes, without their values. Omitted if a part of them comes from elsewhere, and in older inventories. */
  nodeTaints: z.exactOptional(z.array(z.object({ key: name('label'), effect: effect() }))),
  /**
   * Feature gates that it sets, of those in the table. Omitted if a part of
   * them comes from elsewhere, and in older inventories.
   */
  featureGates: z.exactOptional(z.record(publicText({ table: 'feature-gates' }), z.boolean())),
  /** It configures the CRI plugin of containerd 1. Omitted in older inventories. */
  containerdV1: z.exactOptional(z.boolean()),
  /** A part of it could not be read: a URL, a variable from elsewhere, an unknown format. */
  unread: z.boolean(),
});
export type BootSettings = z.infer<typeof bootSettings>;

/** The version of a launch template that instances start from. */
const templateVersion = z.object({
  /** The version, and the template's default and latest version. */
  number: z.number(),
  default: z.number(),
  latest: z.number(),
  /** An AMI id, or `resolve:ssm:...`; null if the template leaves it to EKS. */
  imageId: z.nullable(name('image')),
  instanceType: z.nullable(instanceType()),
  /** Name of the instance profile; null if the template sets none, as in managed node groups. */
  instanceProfile: z.nullable(name('role')),
  /** `MetadataOptions.HttpPutResponseHopLimit`; null if the template leaves it to EC2. */
  hopLimit: z.nullable(z.number()),
  /** The lowest IMDS version: `v1` if HttpTokens is optional, for which the hop limit does not count; null if not set. */
  imds: z.exactOptional(z.nullable(z.enum(['v1', 'v2']))),
  /** Null without user data. */
  boot: z.nullable(bootSettings),
  /** The default and the latest version, unless they are this one, and their `imageId`. */
  others: z.exactOptional(z.array(z.object({ number: z.number(), imageId: z.nullable(name('image')) }))),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

/**
 * ec2:DescribeLaunchTemplateVersions for the launch templates that managed node groups and self-managed Auto Scaling
 * groups name, each version once.
 */
export const launchTemplates = z.array(
  z.object({
    /** The id or the name, and the version (a number, `$Latest` or `$Default`), as the groups refer to it. */
    template: name('id'),
    version: templateVersionText(),
    /** Null if the template or its version does not exist. */
    found: z.nullable(templateVersion),
    /** The default and the latest version of a template that exists without the named version. */
    left: z.exactOptional(z.object({ default: z.number(), latest: z.number() })),
  }),
);
export type LaunchTemplate = z.infer<typeof launchTemplates>[number];

/** ec2:DescribeImages for the images of these versions that Amazon owns; and public parameters, `resolve:ssm:/aws/service/...`. */
export const launchTemplateImages = z.array(z.object({ id: name('image'), name: eksImageName() }));

/** ec2:DescribeInstanceTypes for the types of nodes, node groups and launch templates. A type that EC2 does not know is omitted. */
export const instanceTypes = z.array(
  z.object({
    name: instanceType(),
    vcpus: z.number(),
    /** The maximum number of network interfaces, and of IPv4 addresses of each. */
    interfaces: z.number(),
    addressesPerInterface: z.number(),
    /** Only Nitro instances have prefixes and trunk interfaces. */
    nitro: z.boolean(),
    /** The maximum number of EBS volumes (`EbsInfo`), and whether network interfaces count, too. Omitted if EC2 does not say. */
    volumes: z.exactOptional(z.object({ most: z.number(), shared: z.boolean() })),
  }),
);
export type InstanceType = z.infer<typeof instanceTypes>[number];
