import * as z from 'zod/mini';
import { confidence, minor, source, table, version } from './cells.ts';

/** Tables about the add-ons and other components that serve the cluster. */
export const addonsTables = {
  /** Minimum versions of components. A row applies from Kubernetes `from` on; to every version if `from` is null. */
  'component-floors': table(() =>
    z.strictObject({
      component: z.enum(['vpc-cni', 'aws-load-balancer-controller']),
      from: z.nullable(minor),
      minimum: version,
      level: z.enum(['fail', 'warn']),
      reason: z.string(),
      /** The newest known release, if the source recommends the latest one. */
      latest: z.optional(version),
      source,
      confidence,
    }),
  ),
  /** How a component is recognized: by its kind and the end of its image's path, its name labels or its chart. */
  components: table(() =>
    z.strictObject({
      component: z.enum([
        'vpc-cni',
        'coredns',
        'aws-load-balancer-controller',
        'alb-ingress-controller',
        'aws-for-fluent-bit',
        'cni-metrics-helper',
        'cluster-autoscaler',
        'ebs-csi-controller',
        'fluentd',
        'gpu-operator',
        'ingress-nginx',
        'nvidia-device-plugin',
        'kube-proxy',
      ]),
      kinds: z.array(z.string()),
      images: z.array(z.string()),
      names: z.array(z.string()),
      charts: z.array(z.string()),
      addon: z.nullable(z.string()),
      source,
    }),
  ),
  /** The retirement of Ingress NGINX, and the last Kubernetes version that its last release was tested with. */
  'ingress-nginx': table(() =>
    z.strictObject({
      /** `March 2026` */
      retired: z.string(),
      lastRelease: version,
      testedThrough: minor,
      source,
    }),
  ),
  /**
   * CoreDNS: its plugins, what it rejects at startup (`instead`: the replacement) or ignores in a Corefile, plugins
   * that a Corefile must contain, the CoreDNS that EKS ships from a Kubernetes version on, and the last CoreDNS that
   * was reviewed.
   */
  corefile: table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('removed-option'),
        plugin: z.string(),
        option: z.string(),
        /** If set, only the option with this first argument was removed. */
        argument: z.optional(z.string()),
        removedIn: version,
        instead: z.optional(z.string()),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('removed-plugin'),
        plugin: z.string(),
        removedIn: version,
        instead: z.optional(z.string()),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('ignored-option'),
        plugin: z.string(),
        option: z.string(),
        ignoredFrom: version,
        source,
      }),
      /** Plugins that CoreDNS has from a release on; `removed-plugin` rows name the plugins that it no longer has. */
      z.strictObject({ rowKind: z.literal('plugins'), from: version, plugins: z.array(z.string()), source }),
      ...corefileOptions(),
      z.strictObject({
        rowKind: z.literal('required-plugin'),
        plugin: z.string(),
        /** The first CoreDNS that has the plugin. */
        from: version,
        /** The path of a readiness probe that only this plugin answers. */
        path: z.string(),
        /** The first CoreDNS whose EKS add-on has this probe. */
        askedFrom: version,
        source,
      }),
      z.strictObject({ rowKind: z.literal('shipped'), from: minor, coredns: version, source }),
      z.strictObject({ rowKind: z.literal('known-through'), coredns: version, source }),
    ]),
  ),
  /** Proxy modes of kube-proxy: when they are deprecated, off by default and removed. */
  'kube-proxy-modes': table(() =>
    z.strictObject({
      mode: z.string(),
      deprecatedFrom: z.nullable(minor),
      offFrom: z.nullable(minor),
      removedFrom: z.nullable(minor),
      /** From this kube-proxy on, it does not start on an older Linux kernel. */
      kernel: z.optional(z.strictObject({ from: minor, atLeast: version, source })),
      /** Software of nodes with which it does not work by default, by the end of an image's path: no fix names it there. */
      notBeside: z.optional(
        z.array(
          z.strictObject({
            component: z.string(),
            images: z.array(z.string()),
            /** A clause about the component. */
            why: z.string(),
            /** What else to set where the mode is wanted: a sentence. */
            unless: z.string(),
            source,
          }),
        ),
      ),
      source,
      confidence,
    }),
  ),
  /**
   * The first version of each component that reloads its service account token before the token expires. `build`: the
   * first EKS build of this version that reloads the token.
   */
  'token-floors': table(() =>
    z.strictObject({
      component: z.enum([
        'alb-ingress-controller',
        'aws-for-fluent-bit',
        'aws-load-balancer-controller',
        'cni-metrics-helper',
        'coredns',
        'fluentd',
        'kube-proxy',
      ]),
      minimum: version,
      build: z.optional(z.number()),
      source,
      confidence,
    }),
  ),
  /** The newest Cluster Autoscaler of each Kubernetes minor. */
  'cluster-autoscaler': table(() => z.strictObject({ kubernetes: minor, newest: version, source })),
  /** AWS accounts whose registries host the images of EKS. */
  'eks-registries': table(() =>
    z.strictObject({ account: z.string().check(z.regex(/^\d{12}$/)), regions: z.array(z.string()), source }),
  ),
  /**
   * The Kubernetes version from which nodes write logs in containerd's format, and the first Container Insights
   * manifests that parse this format.
   */
  'log-formats': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('containerd'), from: minor, source }),
      /** Images that use a parser if FLUENT_CONTAINER_TAIL_PARSER_TYPE is unset. */
      z.strictObject({
        rowKind: z.literal('default-parser'),
        agent: z.enum(['fluentd']),
        images: z.array(z.string()),
        parser: z.enum(['json']),
        source,
      }),
      z.strictObject({ rowKind: z.literal('manifests'), agent: z.enum(['fluent-bit']), minimum: version, source }),
    ]),
  ),
  /** Volume types that Kubernetes migrates to a CSI driver from a version on. */
  'volume-drivers': table(() => z.strictObject({ plugin: z.string(), driver: z.string(), from: minor, source })),
} as const;

/** What the braces of a plugin of CoreDNS may hold. */
function corefileOptions() {
  return [
    /**
     * Options that a plugin has in its braces from a release on, and no others except those of earlier rows;
     * `removed-option` rows name the options that it no longer has. `anyCase`: in upper case, too.
     */
    z.strictObject({
      rowKind: z.literal('options'),
      plugin: z.string(),
      from: version,
      options: z.array(z.string()),
      anyCase: z.optional(z.literal(true)),
      source,
    }),
    /** A plugin whose braces hold lines that begin with any word. */
    z.strictObject({ rowKind: z.literal('free-lines'), plugin: z.string(), source }),
  ] as const;
}
