import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { component } from './kube.ts';
import { objectOwner } from './owner.ts';
import { kind, release, versionSource } from './public-texts.ts';

/** Facts about software other than the core add-ons. */

/** Copies of the Cluster Autoscaler. */
export const clusterAutoscalers = z.array(component);

/** DaemonSets of NVIDIA's device plugin; `operator`: the GPU Operator creates and updates them. */
export const nvidiaDevicePlugins = z.array(
  z.extend(component, {
    operator: z.boolean(),
    /** The container that runs the plugin. Omitted if several or none run its image, and in older inventories. */
    container: z.exactOptional(name('app')),
  }),
);

/** DaemonSets that ship the logs of containers: Fluentd, and Fluent Bit as Container Insights installs it. */
export const logAgents = z.array(
  z.object({
    agent: z.enum(['fluentd', 'fluent-bit']),
    namespace: name('ns'),
    name: name('app'),
    image: name('image'),
    /**
     * FLUENT_CONTAINER_TAIL_PARSER_TYPE, the log parser; the default of the images for Kubernetes is `json`. Null if set by
     * `valueFrom`, or unset in another image.
     */
    parser: z.optional(z.nullable(name('label'))),
    /** CI_VERSION, the release of the Container Insights manifests: `k8s/1.3.12`. */
    manifests: z.optional(z.nullable(publicText(/^(?:k8s\/)?v?\d+(?:\.\d+){0,3}$/))),
  }),
);

const controllerTable = { table: 'controllers' } as const;

/**
 * Controllers of the table `controllers`, one entry for each copy: the workloads of one namespace with the same
 * version, instance and revision. The workload is the one that the table names first.
 */
export const controllers = z.array(
  z.object({
    controller: publicText(controllerTable),
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    /** The label istio.io/rev. */
    revision: z.optional(name('label')),
    replicas: z.nullable(z.number()),
    image: name('image'),
    /** What shows that it is this controller: the end of its image's path, or only a label with its name. */
    recognizedBy: z.enum(['image', 'label']),
    version: z.nullable(release()),
    versionSource: z.nullable(versionSource()),
    /** The vendor of the build; omitted if it is the project's own, or a mirror of it. */
    vendor: z.optional(publicText(controllerTable)),
    /** Flags and variables that are set, of those that the table names. */
    settings: z.array(publicText(controllerTable)),
    /** Containers take variables from ConfigMaps or Secrets (`envFrom`), which were not read. Omitted otherwise. */
    hasOtherVariables: z.optional(z.literal(true)),
    /** Name of the EKS add-on that manages this copy. */
    addon: z.nullable(name('app')),
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    owner: z.optional(objectOwner),
  }),
);
