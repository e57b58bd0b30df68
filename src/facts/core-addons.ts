import * as z from 'zod/mini';
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
        mode: z.string(),
        /** Where it was read: the ConfigMap's name; null: the command line. */
        configMap: z.nullable(z.string()),
      }),
      z.object({ state: z.literal('unreadable'), configMap: z.string(), message: z.string() }),
      /** None of these ConfigMaps holds a configuration; `file`: what `--config` names. */
      z.object({ state: z.literal('missing'), file: z.nullable(z.string()), configMaps: z.array(z.string()) }),
    ]),
  }),
);

/** Copies of the components of the table `token-floors`, which read a service account token. */
export const apiClients = z.array(z.extend(component, { component: z.string() }));
