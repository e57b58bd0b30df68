/**
 * OpenAPI schemas of Karpenter's kinds as its CRDs have them: each field that the scan reads and those around it, with
 * the types, required fields, enums and defaults by which an API server validates, prunes and completes objects. Fields
 * of later patches are included; `realCrds` removes what a version does not have.
 */

export type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; required?: string[] } & {
  [keyword: string]: unknown;
};

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const int = (more: Record<string, unknown> = {}): Schema => ({ type: 'integer', format: 'int32', ...more });
const stringEnum = (...values: string[]): Schema => ({ type: 'string', enum: values });
const list = (items: Schema, more: Record<string, unknown> = {}): Schema => ({ type: 'array', items, ...more });
const map = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });
const object = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});
const quantity: Schema = { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] };
const span: Schema = { type: 'string', pattern: '^(([0-9]+(s|m|h))+)|(Never)$' };
const moment: Schema = { type: 'string', format: 'date-time' };
const name: Schema = { type: 'string', maxLength: 63, pattern: '^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$' };
const key: Schema = { type: 'string', maxLength: 316 };
const texts = map(text);
const amounts = map(quantity);

const kubelet = object({
  clusterDNS: list(text),
  maxPods: int({ minimum: 0 }),
  podsPerCore: int({ minimum: 0 }),
  kubeReserved: amounts,
  systemReserved: amounts,
  evictionHard: texts,
  evictionSoft: texts,
  evictionSoftGracePeriod: texts,
  cpuCFSQuota: flag,
});

/** Alpha schemas reject almost nothing: Karpenter's webhook validated the objects. */
const alphaRequirements = list(object({ key: text, operator: text, values: list(text) }, 'key', 'operator'));
const alphaTaints = list(object({ key: text, value: text, effect: text, timeAdded: moment }, 'key', 'effect'));
const alphaConditions = list(
  object(
    { type: text, status: text, reason: text, message: text, severity: text, lastTransitionTime: text },
    'type',
    'status',
  ),
);
const alphaReference = object({ apiVersion: text, kind: text, name: text }, 'name');

const operator = stringEnum('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte');
const requirements = list(
  object({ key, operator, values: list(text, { maxLength: 63 }), minValues: int() }, 'key', 'operator'),
  { maxItems: 100 },
);
const taints = list(
  object(
    { key, value: name, effect: stringEnum('NoSchedule', 'PreferNoSchedule', 'NoExecute'), timeAdded: moment },
    'key',
    'effect',
  ),
);
const conditions = list(
  object(
    {
      type: text,
      status: stringEnum('True', 'False', 'Unknown'),
      reason: text,
      message: text,
      observedGeneration: { type: 'integer', format: 'int64' },
      lastTransitionTime: moment,
    },
    'type',
    'status',
    'lastTransitionTime',
  ),
);
const betaReference = object({ apiVersion: text, kind: text, name: text }, 'name');
const reference = object({ group: text, kind: text, name: text }, 'group', 'kind', 'name');
const budgets = (withReasons: boolean): Schema =>
  list(
    object(
      {
        nodes: { type: 'string', pattern: '^((100|[0-9]{1,2})%|[0-9]+)$', default: '10%' },
        schedule: text,
        duration: text,
        ...(withReasons ? { reasons: list(stringEnum('Underutilized', 'Empty', 'Drifted')) } : {}),
      },
      'nodes',
    ),
    { default: [{ nodes: '10%' }], maxItems: 50 },
  );

const provisioner = object({
  spec: object({
    annotations: texts,
    labels: texts,
    provider: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    providerRef: alphaReference,
    requirements: alphaRequirements,
    taints: alphaTaints,
    startupTaints: alphaTaints,
    kubeletConfiguration: kubelet,
    limits: object({ resources: amounts }),
    consolidation: object({ enabled: flag }),
    ttlSecondsAfterEmpty: { type: 'integer', format: 'int64' },
    ttlSecondsUntilExpired: { type: 'integer', format: 'int64' },
    weight: int({ minimum: 1, maximum: 100 }),
  }),
  status: object({ conditions: alphaConditions, lastScaleTime: moment, resources: amounts }),
});

const machine = object({
  spec: object({
    machineTemplateRef: alphaReference,
    requirements: alphaRequirements,
    resources: object({ requests: amounts }),
    taints: alphaTaints,
    startupTaints: alphaTaints,
    kubelet,
  }),
  status: object({ conditions: alphaConditions, nodeName: text, providerID: text, capacity: amounts }),
});

const metadataOptions = (hops: number): Schema => ({
  ...object({
    httpEndpoint: text,
    httpProtocolIPv6: text,
    httpPutResponseHopLimit: { type: 'integer', format: 'int64' },
    httpTokens: text,
  }),
  ...(hops === 0 ? {} : { default: { httpPutResponseHopLimit: hops, httpTokens: 'required' } }),
});
const devices = list(
  object({
    deviceName: text,
    rootVolume: flag,
    ebs: object({ encrypted: flag, volumeSize: quantity, volumeType: text, volumeInitializationRate: int() }),
  }),
);
const found = list(object({ id: text, zone: text, name: text }, 'id'));
const nodeTemplate = object({
  spec: object({
    amiFamily: text,
    amiSelector: texts,
    subnetSelector: texts,
    securityGroupSelector: texts,
    instanceProfile: text,
    launchTemplate: text,
    userData: text,
    context: text,
    tags: texts,
    detailedMonitoring: flag,
    metadataOptions: metadataOptions(0),
    blockDeviceMappings: devices,
  }),
  status: object({ subnets: found, securityGroups: found }),
});

const tagged = { tags: map({ type: 'string', maxLength: 256 }) };
const terms = (more: Record<string, Schema>): Schema =>
  list(object({ id: text, ...tagged, ...more }), { minItems: 1, maxItems: 30 });

function nodeClass(isV1: boolean): Schema {
  const families = ['AL2', 'AL2023', 'Bottlerocket', 'Custom', 'Windows2019', 'Windows2022', 'Windows2025'];
  const required = ['subnetSelectorTerms', 'securityGroupSelectorTerms', isV1 ? 'amiSelectorTerms' : 'amiFamily'];
  const spec = object(
    {
      amiFamily: stringEnum(...families, ...(isV1 ? [] : ['Ubuntu'])),
      amiSelectorTerms: terms({ name: text, owner: text, ...(isV1 ? { alias: text, ssmParameter: text } : {}) }),
      subnetSelectorTerms: terms({}),
      securityGroupSelectorTerms: terms({ name: text }),
      role: { type: 'string', minLength: 1 },
      instanceProfile: text,
      instanceStorePolicy: stringEnum('RAID0'),
      userData: text,
      context: text,
      detailedMonitoring: flag,
      associatePublicIPAddress: flag,
      tags: texts,
      metadataOptions: metadataOptions(isV1 ? 1 : 2),
      blockDeviceMappings: devices,
      ...(isV1
        ? {
            kubelet,
            capacityReservationSelectorTerms: terms({ ownerID: text, instanceMatchCriteria: text }),
            ...newest,
          }
        : {}),
    },
    ...required,
  );
  return object({ spec, status: object({ conditions, instanceProfile: text, subnets: found, securityGroups: found }) });
}
const anything: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const newest = {
  ipPrefixCount: int(),
  placementGroupSelector: anything,
  networkInterfaces: list(anything),
  cpuOptions: anything,
  connectionTracking: anything,
};

function nodeSpec(isV1: boolean): Schema {
  const ofVersion = isV1
    ? { nodeClassRef: reference, expireAfter: { ...span, default: '720h' }, terminationGracePeriod: span }
    : { nodeClassRef: betaReference, kubelet };
  const resources = object({ requests: amounts });
  return object(
    { ...ofVersion, requirements, taints, startupTaints: taints, resources },
    'nodeClassRef',
    'requirements',
  );
}

function nodePool(isV1: boolean): Schema {
  const policies = isV1 ? ['WhenEmpty', 'WhenEmptyOrUnderutilized', 'Balanced'] : ['WhenEmpty', 'WhenUnderutilized'];
  const policy = { ...stringEnum(...policies), default: policies[1] };
  const disruption = isV1
    ? object({ consolidationPolicy: policy, consolidateAfter: span, budgets: budgets(true) }, 'consolidateAfter')
    : object({
        consolidationPolicy: policy,
        consolidateAfter: span,
        expireAfter: { ...span, default: '720h' },
        budgets: budgets(false),
      });
  const defaults = isV1
    ? { consolidateAfter: '0s' }
    : { consolidationPolicy: 'WhenUnderutilized', expireAfter: '720h' };
  const template = object({ metadata: object({ labels: texts, annotations: texts }), spec: nodeSpec(isV1) }, 'spec');
  const spec = { template, disruption: { ...disruption, default: defaults }, limits: amounts, weight: int() };
  const counted = { nodeClassObservedGeneration: { type: 'integer', format: 'int64' }, conditions };
  return object(
    {
      spec: object({ ...spec, ...(isV1 ? { replicas: int() } : {}) }, 'template'),
      status: object({ resources: amounts, ...(isV1 ? counted : {}) }),
    },
    'spec',
  );
}

function nodeClaim(isV1: boolean): Schema {
  const status = object({ conditions, nodeName: text, providerID: text, imageID: text, capacity: amounts });
  return object({ spec: nodeSpec(isV1), status }, 'spec');
}

/** By CRD and version. The NodeClass of EKS Auto Mode may have any fields: AWS may change its schema. */
export const schemas: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  'provisioners.karpenter.sh': { v1alpha5: provisioner },
  'machines.karpenter.sh': { v1alpha5: machine },
  'awsnodetemplates.karpenter.k8s.aws': { v1alpha1: nodeTemplate },
  'nodepools.karpenter.sh': { v1beta1: nodePool(false), v1: nodePool(true) },
  'nodeclaims.karpenter.sh': { v1beta1: nodeClaim(false), v1: nodeClaim(true) },
  'ec2nodeclasses.karpenter.k8s.aws': { v1beta1: nodeClass(false), v1: nodeClass(true) },
  'nodeclasses.eks.amazonaws.com': { v1: object({ spec: anything, status: anything }) },
};
