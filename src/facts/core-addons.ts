import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { proxyMode } from './public-texts.ts';
import { addressSettings } from './node-room.ts';
import { component } from './kube.ts';

/** Copies of kube-proxy; if DaemonSets cannot be read, the EKS add-on instead. */
export const kubeProxy = z.array(component);

/** The proxy mode of each copy of kube-proxy; the rest of its configuration is not kept. */
export const kubeProxyModes = z.array(
  z.extend(component, {
    configuration: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('read'),
        /** As configured; empty: kube-proxy chooses (iptables on Linux). */
        mode: proxyMode(),
        /** The name of the ConfigMap that sets it; null if the command line or nothing sets it. */
        configMap: z.nullable(name('app')),
        /** Feature gates that it sets, of those in the table. Omitted if there are none, and in older inventories. */
        featureGates: z.exactOptional(z.record(publicText({ table: 'feature-gates' }), z.boolean())),
      }),
      z.object({ state: z.literal('unreadable'), configMap: name('app'), message: prose() }),
      /** None of these ConfigMaps holds a configuration. `file`: the value of `--config`. */
      z.object({ state: z.literal('missing'), file: z.nullable(name('app')), configMaps: z.array(name('app')) }),
    ]),
  }),
);

/** Copies of the components in the table `token-floors`, which use a service account token. */
export const apiClients = z.array(z.extend(component, { component: name('app') }));

/** Copies of the components that most clusters depend on, each with its pod counts. */
export const coreComponents = z.array(
  z.extend(component, {
    component: z.enum(['coredns', 'vpc-cni', 'kube-proxy', 'aws-load-balancer-controller', 'ebs-csi-controller']),
    /** Desired and available pods; null if the workload has no status yet. */
    pods: z.nullable(z.object({ wanted: z.number(), available: z.number() })),
  }),
);

/** Copies of the VPC CNI; if DaemonSets cannot be read, the EKS add-on instead. */
export const vpcCni = z.array(
  z.extend(component, {
    /** Omitted for the EKS add-on, and in older inventories. */
    addresses: z.exactOptional(addressSettings),
  }),
);

/** Copies of the AWS Load Balancer Controller, and of the ALB Ingress Controller, its first generation (1). */
export const loadBalancerControllers = z.array(
  z.extend(component, {
    generation: z.enum(['1', '2']),
    /** It needs no instance metadata for its VPC. Omitted if its container was not recognized. */
    knowsVpc: z.exactOptional(z.boolean()),
  }),
);

interface CorefileDirective {
  name: string;
  args: string[];
  line: number;
  importedAt?: number | undefined;
  file?: { configMap: string; key: string } | undefined;
  block: CorefileDirective[];
}
const directive: z.ZodMiniType<CorefileDirective> = z.object({
  name: publicText({ table: 'corefile' }),
  args: z.array(name('host')),
  line: z.number(),
  importedAt: z.optional(z.number()),
  /** The imported file that contains the directive, to which `line` refers; omitted for the Corefile itself. */
  file: z.optional(z.object({ configMap: name('app'), key: name('app') })),
  get block() {
    return z.array(directive);
  },
});

/** Copies of CoreDNS, each with its Corefile. Arguments that may be secrets are masked. */
export const coredns = z.array(
  z.extend(component, {
    /** Path of the readiness probe; null if there is no HTTP probe. */
    readinessPath: z.nullable(name('app')),
    corefile: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('parsed'),
        configMap: name('app'),
        blocks: z.array(z.object({ keys: z.array(name('host')), line: z.number(), directives: z.array(directive) })),
        unresolvedImports: z.array(z.object({ pattern: name('app'), line: z.number() })),
      }),
      z.object({ state: z.literal('unreadable'), configMap: name('app'), line: z.number(), message: prose() }),
      z.object({ state: z.literal('missing'), configMap: name('app') }),
    ]),
  }),
);
