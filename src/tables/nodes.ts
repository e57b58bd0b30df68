import * as z from 'zod/mini';
import { confidence, date, minor, source, table, version } from './cells.ts';

/** The date in the name of a release of EKS AMIs: `20251217`. */
const release = z.string().check(z.regex(/^\d{8}$/));

/** The part of an AMI type before the first underscore. */
const imageSystem = z.enum(['AL2', 'AL2023', 'BOTTLEROCKET', 'WINDOWS']);

/** Nodes, their images and their runtimes. */
export const nodesTables = {
  /** What a Fargate pod execution role must trust and allow, and the AWS managed policy that suffices. */
  'fargate-role': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('trusts'), service: z.string(), action: z.string(), source }),
      z.strictObject({ rowKind: z.literal('holds'), policy: z.string(), source }),
      z.strictObject({
        rowKind: z.literal('action'),
        action: z.string(),
        /** The action's resource, an ARN with `${...}` placeholders; omitted if the action has no resource types. */
        resource: z.optional(z.string()),
        source,
      }),
    ]),
  ),
  /** How many minors a kubelet may be behind the API server, by the kubelet's own minor. */
  skew: table(() => z.strictObject({ kubeletFrom: minor, maxBehind: z.number(), source })),
  /**
   * The end of Amazon Linux 2: the last Kubernetes version with its images, what ends when, and the first Karpenter
   * that launches nodes of its successor.
   */
  'amazon-linux-2': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('last-kubernetes'), kubernetes: minor, source }),
      z.strictObject({ rowKind: z.literal('ends'), what: z.string(), date, source }),
      z.strictObject({ rowKind: z.literal('successor'), amiFamily: z.string(), karpenter: version, source }),
    ]),
  ),
  /** Container runtimes that nodes reject from a Kubernetes version on, and the runtimes in EKS images. */
  'container-runtimes': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('refused'),
        runtime: z.enum(['docker', 'containerd']),
        /** The row applies to versions of the runtime below this one; null: to all. */
        below: z.nullable(version),
        from: minor,
        warnFrom: z.nullable(minor),
        reason: z.string(),
        source,
        confidence,
      }),
      z.strictObject({
        rowKind: z.literal('image'),
        /** The part of an AMI type before the first underscore. */
        family: z.string(),
        kubernetes: minor,
        /**
         * The first release with it: the date in the release version, `20251217`, or the version of Bottlerocket; null for
         * all images of this Kubernetes version.
         */
        release: z.nullable(z.union([release, version])),
        runtime: z.enum(['docker', 'containerd']),
        /** The minimum version; null if unknown. */
        version: z.nullable(version),
        source,
      }),
      /** Software that writes containerd's configuration on nodes, by the end of its image's path. */
      z.strictObject({
        rowKind: z.literal('editor'),
        title: z.string(),
        images: z.array(z.string()),
        /** It runs only on nodes with NVIDIA GPUs; omitted: on all. */
        only: z.optional(z.literal('nvidia')),
        /** The first release that works with containerd 2; null: none does without the remedy. */
        fixedIn: z.nullable(version),
        /** What happens on containerd 2: `exits`. */
        what: z.string(),
        remedy: z.string(),
        source,
        confidence,
      }),
    ]),
  ),
  /** Flags that the kubelet no longer has, without `--`. */
  'kubelet-flags': table(() =>
    z.strictObject({
      flag: z.string().check(z.regex(/^[a-z][-a-z]*[a-z]$/)),
      /** The first Kubernetes version without it. */
      from: minor,
      /** The kubelet still has the flag, and does not start if it is true. */
      refused: z.optional(z.literal(true)),
      source,
      confidence,
    }),
  ),
  /** Feature gates that Kubernetes no longer knows: the kubelet and kube-proxy do not start with them. */
  'feature-gates': table(() =>
    z.strictObject({
      gate: z.string().check(z.regex(/^[A-Za-z]\w+$/)),
      /** The first Kubernetes version that does not know it. */
      from: minor,
      /** True for a name for many gates, which a version refuses only where one of these depends on a gate that is off. */
      isGroup: z.optional(z.literal(true)),
      source,
      confidence,
    }),
  ),
  /** Releases of EKS AMIs with Amazon Linux that have known defects. */
  'ami-releases': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('read-through'), release, source }),
      z.strictObject({
        rowKind: z.literal('defect'),
        from: release,
        through: release,
        /** The part of an AMI type before the first underscore. */
        families: z.array(z.enum(['AL2', 'AL2023'])),
        /** The Kubernetes versions whose AMIs have the defect; omitted: all. */
        minors: z.optional(z.strictObject({ from: minor, through: minor })),
        /** The variant that has the defect; omitted: all. */
        only: z.optional(z.enum(['nvidia', 'arm64'])),
        /** The version that has the defect, as nodes report it. */
        kernel: z.optional(version),
        containerd: z.optional(version),
        state: z.enum(['recalled', 'abandoned', 'known']),
        defect: z.string(),
        /** The first release without the defect; null if no source names one. */
        goodAgain: z.nullable(release),
        source,
        confidence,
      }),
    ]),
  ),
  /** The first kubelet that rejects cgroup v1, and the default cgroup version of operating systems. */
  'cgroup-versions': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('rejected'), from: minor, source }),
      z.strictObject({
        rowKind: z.literal('system'),
        /** How the osImage of a node begins, in front of the version. */
        osImage: z.string(),
        /** The version from which on cgroup v2 is the default: `21.10`, `15.6` for a service pack. */
        v2From: z.string().check(z.regex(/^\d+(?:\.\d+)?$/)),
        /** The version below which cgroup v1 is the default, if the sources do not say more about later ones. */
        v1Below: z.optional(z.string().check(z.regex(/^\d+(?:\.\d+)?$/))),
        /** Its kubelet accepts cgroup v1, because its settings contain `failCgroupV1: false`. */
        acceptsV1: z.optional(z.literal(true)),
        source,
        confidence,
      }),
    ]),
  ),
  /** The kernel line of the newest EKS AMIs, and what DaemonSets mount that are built for a kernel. */
  'ami-kernels': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('kernel'),
        /** The part of an AMI type before the first underscore. */
        family: z.string(),
        kubernetes: minor,
        kernel: z.string().check(z.regex(/^\d+\.\d+$/)),
        source,
      }),
      /** Directories that together hold the headers of a node's kernel. */
      z.strictObject({ rowKind: z.literal('headers'), paths: z.array(z.string()), source }),
    ]),
  ),
  /** The variants of EKS AMIs, the instance types that need one, and those that AMIs do not support. */
  'ami-variants': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('image'),
        amiType: z.string(),
        system: imageSystem,
        arch: z.enum(['x86_64', 'arm64']),
        /** `standard`, `nvidia`, `nvidia-fips`; of Windows, the release and the edition: `2022-Core`. */
        variant: z.string(),
        /** The public parameter with the image's ID; `VERSION` stands for the Kubernetes version. */
        parameter: z.string().check(z.regex(/^\/aws\/service\/.*VERSION/)),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('device'),
        device: z.enum(['nvidia', 'neuron']),
        /** The letters in front of the generation: `inf` of `inf2`. */
        series: z.array(z.string()),
        /** Families of these series with another device. */
        except: z.array(z.string()),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('refused'),
        families: z.array(z.string()),
        systems: z.array(imageSystem),
        reason: z.string(),
        source,
        confidence,
      }),
    ]),
  ),
  /**
   * Runtime sockets that workloads mount, and the Kubernetes version from which a socket no longer answers, or answers
   * differently.
   */
  'runtime-sockets': table(() =>
    z.strictObject({
      path: z.string(),
      runtime: z.enum(['docker', 'containerd']),
      changesAt: minor,
      crossing: z.enum(['fail', 'warn']),
      after: z.nullable(z.enum(['warn'])),
      source,
    }),
  ),
  /** The EC2 quotas on running vCPUs. */
  'vcpu-quotas': table(() =>
    z.strictObject({
      code: z.string().check(z.regex(/^L-[0-9A-F]{8}$/)),
      /** The words between `Running On-Demand` or `All` and the end of the quota's name, without a list of letters. */
      quota: z.string(),
      /** The letters that an instance type begins with, up to its first digit or hyphen. */
      families: z.array(z.string().check(z.regex(/^[a-z]+$/))),
      capacity: z.enum(['on-demand', 'spot']),
      source,
    }),
  ),
} as const;
