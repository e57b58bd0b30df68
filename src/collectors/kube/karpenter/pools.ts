import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { KarpenterPool, KarpenterTaint } from '../../../facts/karpenter-objects.ts';
import { listKinds } from './list-kinds.ts';
import {
  toCommonFields,
  buildListSchema,
  metadata,
  nonEmpty,
  number,
  selectKarpenterEntries,
  reference,
  requiredReference,
  toNodeClassReference,
  listEmpty,
  statusFields,
  text,
  texts,
} from './objects.ts';

/** Quantities are strings or numbers. */
const amounts = z.optional(z.nullable(z.record(z.string(), z.union([z.string(), z.number()]))));
const requirement = z.object({ key: z.string(), operator: z.string(), values: buildListSchema(z.string()) });
const taints = buildListSchema(z.object({ key: z.string(), value: text, effect: z.string() }));

const poolStatus = z.optional(z.nullable(z.object({ ...statusFields, resources: amounts })));

const nodePool = z.object({
  metadata,
  spec: z.object({
    template: z.object({
      metadata: z.optional(z.nullable(z.object({ labels: texts, annotations: texts }))),
      spec: z.object({
        /** Required in every version of the API, like the requirements. */
        nodeClassRef: requiredReference,
        requirements: z.array(requirement),
        taints,
        startupTaints: taints,
        expireAfter: text,
        terminationGracePeriod: text,
      }),
    }),
    disruption: z.optional(
      z.nullable(
        z.object({
          consolidationPolicy: text,
          consolidateAfter: text,
          expireAfter: text,
          budgets: buildListSchema(
            z.object({ nodes: z.string(), schedule: text, duration: text, reasons: buildListSchema(z.string()) }),
          ),
        }),
      ),
    ),
    limits: amounts,
    weight: number,
    replicas: number,
  }),
  status: poolStatus,
});

const provider = z.object({
  amiFamily: text,
  instanceProfile: text,
  subnetSelector: texts,
  securityGroupSelector: texts,
  amiSelector: texts,
});
const provisioner = z.object({
  metadata,
  spec: z.object({
    provider: z.optional(z.nullable(provider)),
    providerRef: reference,
    requirements: buildListSchema(requirement),
    labels: texts,
    annotations: texts,
    taints,
    startupTaints: taints,
    limits: z.optional(z.nullable(z.object({ resources: amounts }))),
    weight: number,
    ttlSecondsAfterEmpty: number,
    ttlSecondsUntilExpired: number,
    consolidation: z.optional(z.nullable(z.object({ enabled: z.optional(z.nullable(z.boolean())) }))),
  }),
  status: poolStatus,
});

export const karpenterPools = defineCollector('karpenterPools', {
  permissions: [
    { apiGroup: 'karpenter.sh', resource: 'nodepools', verb: 'list' },
    { apiGroup: 'karpenter.sh', resource: 'provisioners', verb: 'list' },
  ],
  async collect({ kube }) {
    return listKinds<KarpenterPool>(await kube(), [
      { apiGroup: 'karpenter.sh', versions: ['v1', 'v1beta1'], resource: 'nodepools', project: projectNodePool },
      { apiGroup: 'karpenter.sh', versions: ['v1alpha5'], resource: 'provisioners', project: projectProvisioner },
    ]);
  },
});

function projectNodePool(raw: unknown): KarpenterPool {
  const { metadata: meta, spec, status: state } = nodePool.parse(raw);
  const { template, disruption } = spec;
  const common = toCommonFields(raw, meta, state);
  const { nodeClassRef } = template.spec;
  return {
    kind: 'NodePool',
    ...common,
    nodeClass: toNodeClassReference(nodeClassRef, 'EC2NodeClass'),
    ...(common.apiVersion === 'karpenter.sh/v1' ? { emptyInNodeClass: listEmpty(nodeClassRef) } : {}),
    provider: null,
    requirements: template.spec.requirements,
    labels: template.metadata?.labels ?? {},
    nodeAnnotations: selectKarpenterEntries(template.metadata?.annotations),
    taints: template.spec.taints.map(projectTaint),
    startupTaints: template.spec.startupTaints.map(projectTaint),
    limits: toAmounts(spec.limits),
    resources: toAmounts(state?.resources),
    weight: spec.weight ?? null,
    ...(typeof spec.replicas === 'number' ? { replicas: spec.replicas } : {}),
    disruption: {
      consolidationPolicy: nonEmpty(disruption?.consolidationPolicy),
      consolidateAfter: nonEmpty(disruption?.consolidateAfter),
      expireAfter: nonEmpty(template.spec.expireAfter) ?? nonEmpty(disruption?.expireAfter),
      terminationGracePeriod: nonEmpty(template.spec.terminationGracePeriod),
      budgets: (disruption?.budgets ?? []).map(({ nodes, schedule, duration, reasons }) => ({
        nodes,
        schedule: nonEmpty(schedule),
        duration: nonEmpty(duration),
        reasons,
      })),
    },
  };
}

function projectProvisioner(raw: unknown): KarpenterPool {
  const { metadata: meta, spec, status: state } = provisioner.parse(raw);
  return {
    kind: 'Provisioner',
    ...toCommonFields(raw, meta, state),
    nodeClass: toNodeClassReference(spec.providerRef, 'AWSNodeTemplate'),
    provider: projectProvider(spec.provider),
    requirements: spec.requirements,
    labels: spec.labels ?? {},
    nodeAnnotations: selectKarpenterEntries(spec.annotations),
    taints: spec.taints.map(projectTaint),
    startupTaints: spec.startupTaints.map(projectTaint),
    limits: toAmounts(spec.limits?.resources),
    resources: toAmounts(state?.resources),
    weight: spec.weight ?? null,
    disruption: {
      ...toConsolidation(spec),
      expireAfter: seconds(spec.ttlSecondsUntilExpired),
      terminationGracePeriod: null,
      budgets: [],
    },
  };
}

/**
 * Converts the settings as karpenter-convert does. Source: NewDisruption of pkg/utils/nodepool of
 * kubernetes-sigs/karpenter v0.32.
 */
function toConsolidation(
  spec: z.infer<typeof provisioner>['spec'],
): Pick<KarpenterPool['disruption'], 'consolidationPolicy' | 'consolidateAfter'> {
  if (spec.consolidation?.enabled === true) return { consolidationPolicy: 'WhenUnderutilized', consolidateAfter: null };
  const consolidateAfter = seconds(spec.ttlSecondsAfterEmpty);
  return { consolidationPolicy: consolidateAfter === null ? null : 'WhenEmpty', consolidateAfter };
}

function projectProvider(given: z.infer<typeof provider> | null | undefined): KarpenterPool['provider'] {
  if (given === null || given === undefined) return null;
  const { subnetSelector, securityGroupSelector, amiSelector } = given;
  return {
    amiFamily: nonEmpty(given.amiFamily),
    instanceProfile: nonEmpty(given.instanceProfile),
    selectors: {
      subnets: subnetSelector ?? null,
      securityGroups: securityGroupSelector ?? null,
      amis: amiSelector ?? null,
    },
  };
}

function projectTaint({ key, value, effect }: z.infer<typeof taints>[number]): KarpenterTaint {
  return { key, value: nonEmpty(value), effect };
}

function toAmounts(given: z.infer<typeof amounts>): Record<string, string> {
  return Object.fromEntries(Object.entries(given ?? {}).map(([resource, amount]) => [resource, String(amount)]));
}

function seconds(given: number | null | undefined): string | null {
  return given === null || given === undefined ? null : `${given}s`;
}
