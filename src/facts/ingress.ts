import * as z from 'zod/mini';
import { component } from './kube.ts';
import { name } from './marks.ts';

/** Ingresses and their classes, and the retired Ingress NGINX controller. */

/** Deployments and DaemonSets of the Ingress NGINX controller of the Kubernetes project, found by image or labels. */
export const ingressNginxControllers = z.array(component);

/** networking.k8s.io IngressClasses. */
export const ingressClasses = z.array(
  z.object({
    name: name('app'),
    /** `spec.controller`; null if it is not set. */
    controller: z.nullable(name('host')),
    /** The controller's name is one that Ingress NGINX uses. */
    ingressNginx: z.boolean(),
  }),
);

/** The number of all Ingresses, and the number of those of Ingress NGINX, by class and namespace. */
export const nginxIngresses = z.object({
  listed: z.number(),
  counts: z.array(z.object({ class: name('app'), namespace: name('ns'), count: z.number() })),
});
export type IngressCount = z.infer<typeof nginxIngresses>['counts'][number];
