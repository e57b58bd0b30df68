import * as z from 'zod/mini';
import { name, prose } from './marks.ts';
import { proxyMode } from './public-texts.ts';
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
