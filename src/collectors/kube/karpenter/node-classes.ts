import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { KarpenterNodeClass, KarpenterTerm } from '../../../facts/karpenter-objects.ts';
import { allInOrder } from '../../all-in-order.ts';
import { present } from '../../require-field.ts';
import { readBootSettings } from '../../user-data/boot-settings.ts';
import { listKinds } from './list-kinds.ts';
import { toCommonFields, buildListSchema, metadata, nonEmpty, number, status, text, texts } from './objects.ts';

const term = z.object({
  id: text,
  name: text,
  owner: text,
  ownerID: text,
  alias: text,
  ssmParameter: text,
  instanceMatchCriteria: z.optional(z.nullable(z.enum(['open', 'targeted']))),
  tags: texts,
});
/** Required in every version of the API: without them, the response is invalid. */
const requiredTerms = z.array(term);
const terms = buildListSchema(term);
const blockDevices = buildListSchema(z.object({ ebs: z.optional(z.nullable(z.object({ snapshotID: text }))) }));
const shared = {
  blockDeviceMappings: blockDevices,
  instanceProfile: text,
  amiFamily: text,
  tags: texts,
  userData: text,
  metadataOptions: z.optional(z.nullable(z.object({ httpPutResponseHopLimit: number }))),
};
const ec2NodeClass = z.object({
  metadata,
  spec: z.object({
    ...shared,
    role: text,
    subnetSelectorTerms: requiredTerms,
    securityGroupSelectorTerms: requiredTerms,
    amiSelectorTerms: terms,
    capacityReservationSelectorTerms: terms,
  }),
  status,
});
const awsNodeTemplate = z.object({
  metadata,
  spec: z.object({ ...shared, subnetSelector: texts, securityGroupSelector: texts, amiSelector: texts }),
  status,
});

export const karpenterNodeClasses = defineCollector('karpenterNodeClasses', {
  permissions: [
    { apiGroup: 'karpenter.k8s.aws', resource: 'ec2nodeclasses', verb: 'list' },
    { apiGroup: 'karpenter.k8s.aws', resource: 'awsnodetemplates', verb: 'list' },
  ],
  async collect({ kube }) {
    const { value, ...marks } = await listKinds<WithUserData>(await kube(), [
      { ...inGroup, versions: ['v1', 'v1beta1'], resource: 'ec2nodeclasses', project: projectNodeClass },
      { ...inGroup, versions: ['v1alpha1'], resource: 'awsnodetemplates', project: projectNodeTemplate },
    ]);
    return { value: await allInOrder(value.map(withBoot)), ...marks };
  },
});

type WithUserData = KarpenterNodeClass & { userData: string | null };

/** User data may hold secrets: what checks read of it replaces it. */
async function withBoot({ userData, ...nodeClass }: WithUserData): Promise<KarpenterNodeClass> {
  return { ...nodeClass, boot: userData === null ? null : await readBootSettings(userData) };
}

const inGroup = { apiGroup: 'karpenter.k8s.aws' } as const;

function projectNodeClass(raw: unknown): WithUserData {
  const { metadata: meta, spec, status: state } = ec2NodeClass.parse(raw);
  const amis = spec.amiSelectorTerms.map(projectTerm);
  // Karpenter's validation requires one of them.
  present(nonEmpty(spec.role) ?? nonEmpty(spec.instanceProfile), 'spec.role and spec.instanceProfile');
  return {
    kind: 'EC2NodeClass',
    ...toCommonFields(raw, meta, state),
    role: nonEmpty(spec.role),
    ...projectShared(spec),
    alias: amis.find(({ alias }) => alias !== null)?.alias ?? null,
    selectors: { subnets: null, securityGroups: null, amis: null },
    terms: {
      subnets: spec.subnetSelectorTerms.map(projectTerm),
      securityGroups: spec.securityGroupSelectorTerms.map(projectTerm),
      amis,
      capacityReservations: spec.capacityReservationSelectorTerms.map(projectTerm),
    },
  };
}

function projectNodeTemplate(raw: unknown): WithUserData {
  const { metadata: meta, spec, status: state } = awsNodeTemplate.parse(raw);
  const { subnetSelector, securityGroupSelector, amiSelector } = spec;
  return {
    kind: 'AWSNodeTemplate',
    ...toCommonFields(raw, meta, state),
    role: null,
    ...projectShared(spec),
    alias: null,
    selectors: {
      subnets: subnetSelector ?? null,
      securityGroups: securityGroupSelector ?? null,
      amis: amiSelector ?? null,
    },
    terms: { subnets: [], securityGroups: [], amis: [], capacityReservations: [] },
  };
}

interface Shared {
  blockDeviceMappings: z.infer<typeof blockDevices>;
  instanceProfile?: string | null | undefined;
  amiFamily?: string | null | undefined;
  tags?: Record<string, string> | null | undefined;
  userData?: string | null | undefined;
  metadataOptions?: { httpPutResponseHopLimit?: number | null | undefined } | null | undefined;
}

function projectShared(spec: Shared) {
  const userData = nonEmpty(spec.userData);
  const mappings = spec.blockDeviceMappings;
  return {
    instanceProfile: nonEmpty(spec.instanceProfile),
    amiFamily: nonEmpty(spec.amiFamily),
    tags: spec.tags ?? {},
    ...(mappings.length > 0 && { namesSnapshot: mappings.some(({ ebs }) => nonEmpty(ebs?.snapshotID) !== null) }),
    hopLimit: spec.metadataOptions?.httpPutResponseHopLimit ?? null,
    userData,
    registersTaint: userData === null ? null : userData.includes('karpenter.sh/unregistered'),
  };
}

function projectTerm(given: z.infer<typeof term>): KarpenterTerm {
  const { id, name, owner, ownerID, alias, ssmParameter, instanceMatchCriteria, tags } = given;
  return {
    id: nonEmpty(id),
    name: nonEmpty(name),
    owner: nonEmpty(owner) ?? nonEmpty(ownerID),
    alias: nonEmpty(alias),
    ssmParameter: nonEmpty(ssmParameter),
    ...(instanceMatchCriteria ? { instanceMatchCriteria } : {}),
    tags: tags ?? {},
  };
}
