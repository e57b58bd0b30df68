import * as z from 'zod/mini';
import { name, prose } from './marks.ts';
import { proxyMode } from './public-texts.ts';
import { component } from './kube.ts';

/** Copies of kube-proxy. */
export const kubeProxy = z.array(component);

/** The proxy mode of each copy of kube-proxy, and nothing else of its configuration. */
export const kubeProxyModes = z.array(
  z.extend(component, {
    configuration: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('read'),
        /** As written; empty: kube-proxy chooses by itself (iptables on Linux). */
        mode: proxyMode(),
        /** Where it was read: the ConfigMap's name; null: the command line. */
        configMap: z.nullable(name('app')),
      }),
      z.object({ state: z.literal('unreadable'), configMap: name('app'), message: prose() }),
      /** None of these ConfigMaps holds a configuration; `file`: what `--config` names. */
      z.object({ state: z.literal('missing'), file: z.nullable(name('app')), configMaps: z.array(name('app')) }),
    ]),
  }),
);

/** Copies of the components of the table `token-floors`, which read a service account token. */
export const apiClients = z.array(z.extend(component, { component: name('app') }));

/** Copies of what a cluster cannot do without, each with its pods. */
export const coreComponents = z.array(
  z.extend(component, {
    component: z.enum(['coredns', 'vpc-cni', 'kube-proxy', 'aws-load-balancer-controller', 'ebs-csi-controller']),
    /** Pods that it wants and those that are available; null: no controller has reported on it yet. */
    pods: z.nullable(z.object({ wanted: z.number(), available: z.number() })),
  }),
);
