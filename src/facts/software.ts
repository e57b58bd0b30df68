import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { component } from './kube.ts';

/** Facts about software other than the core add-ons. */

/** Copies of the Cluster Autoscaler. */
export const clusterAutoscalers = z.array(component);

/** DaemonSets of NVIDIA's device plugin; `operator`: the GPU Operator creates and updates them. */
export const nvidiaDevicePlugins = z.array(z.extend(component, { operator: z.boolean() }));

/** DaemonSets that ship the logs of containers: Fluentd, and Fluent Bit as Container Insights installs it. */
export const logAgents = z.array(
  z.object({
    agent: z.enum(['fluentd', 'fluent-bit']),
    namespace: name('ns'),
    name: name('app'),
    image: name('image'),
    /** FLUENT_CONTAINER_TAIL_PARSER_TYPE, the log parser; Fluentd's default is `json`. Null if set by `valueFrom`. */
    parser: z.optional(z.nullable(name('label'))),
    /** CI_VERSION, the release of the Container Insights manifests: `k8s/1.3.12`. */
    manifests: z.optional(z.nullable(publicText(/^(?:k8s\/)?v?\d+(?:\.\d+){0,3}$/))),
  }),
);
