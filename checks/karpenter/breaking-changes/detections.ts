import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { lacksClusterTag, ownObjects, selectPools } from '../../../src/karpenter/own-objects.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { isAmazonLinux2023, isWithoutAccelerators } from './images.ts';
import { detectInNodeClasses, detectInPools, listNames, type Look, type Looked, type Seen } from './seen.ts';
import {
  detectConversionService,
  detectGitOps,
  detectInferentia,
  detectSoftEviction,
  detectUntolerated,
  detectWebhooks,
} from './v1-detections.ts';

/** Detects the breaking changes whose table rows have a `detect`. */

type Detect = NonNullable<Tables['karpenter-breaking-changes'][number]['detect']>;

export function lookFor(detect: Detect, seen: Seen, controller: KarpenterController): Looked {
  return looks[detect](seen, controller);
}

const looks: { [Name in Detect]: Look } = {
  'al2023-user-data': detectInNodeClasses((one) => isAmazonLinux2023(one) && one.registersTaint !== null),
  'al2023-without-own-images': (seen) => {
    const { nodeClasses, pools, isRead } = ownObjects(seen);
    const concerns = (one: KarpenterNodeClass) =>
      isAmazonLinux2023(one) &&
      one.terms.amis.every(({ alias }) => alias !== null) &&
      !(isRead('NodePool') && isWithoutAccelerators(selectPools(one, pools)));
    return listNames(nodeClasses.filter(concerns), isRead('EC2NodeClass', 'AWSNodeTemplate'));
  },
  'applied-by-gitops': detectGitOps,
  'bottlerocket-raid0': detectInNodeClasses(
    ({ amiFamily, alias, fields }) =>
      fields.includes('spec.instanceStorePolicy') &&
      (amiFamily === 'Bottlerocket' || alias?.startsWith('bottlerocket') === true),
  ),
  'comma-in-terms': detectInNodeClasses(({ terms }) =>
    [...terms.subnets, ...terms.securityGroups, ...terms.amis].some(({ tags }) =>
      Object.values(tags).some((value) => value.includes(',')),
    ),
  ),
  'consolidate-after': detectInPools(
    ({ kind, disruption: { consolidateAfter } }) =>
      kind === 'NodePool' && consolidateAfter !== null && !/^(?:Never|(?:0[hms])+)$/.test(consolidateAfter),
  ),
  'conversion-service-elsewhere': detectConversionService,
  'coredns-on-its-own-nodes': ({ pods, nodes }) => {
    if (pods === undefined || nodes === undefined) return undefined;
    const own = karpenterNodes(nodes);
    const dns = pods.filter(({ controller, node }) => controller?.name === 'coredns' && node !== null);
    return dns.length > 0 && dns.every(({ node }) => own.has(node ?? ''))
      ? [`${formatCount(dns.length, 'pod')} of coredns`]
      : [];
  },
  'custom-without-taint': detectInNodeClasses(
    ({ amiFamily, registersTaint }) => amiFamily === 'Custom' && registersTaint !== true,
  ),
  'disruption-taint-not-tolerated': detectUntolerated,
  'expiring-pools': detectInPools(
    ({ kind, disruption }) =>
      kind === 'NodePool' && disruption.expireAfter !== null && disruption.expireAfter !== 'Never',
  ),
  'fewer-nodes-than-replicas': ({ nodes }, { replicas }) => {
    if (nodes === undefined) return undefined;
    const others = nodesOfOthers(nodes);
    return others.length < replicas
      ? [`${replicas} replicas, ${formatCount(others.length, 'node')} that Karpenter does not make`]
      : [];
  },
  'fewer-zones-than-replicas': ({ nodes }, { replicas }) => {
    if (nodes === undefined) return undefined;
    const zones = new Set(nodesOfOthers(nodes).map(({ zone }) => zone));
    return replicas > 1 && zones.size < 2
      ? [`${replicas} replicas, nodes of others in ${formatCount(zones.size, 'zone')}`]
      : [];
  },
  // Without metadataOptions, the hop limit is 2: the controller (AWSNodeTemplate) or the CRD (EC2NodeClass) sets it.
  'hop-limit-above-1': detectInNodeClasses(
    ({ hopLimit, fields }) => (hopLimit ?? (fields.includes('spec.metadataOptions') ? 1 : 2)) > 1,
  ),
  'inferentia-selected': detectInferentia,
  'mixed-selectors': detectInNodeClasses(({ selectors }) =>
    [selectors.subnets, selectors.securityGroups, selectors.amis].some((selector) => {
      const keys = Object.keys(selector ?? {});
      return keys.length > 1 && keys.some((key) => /^aws(-|::)ids$/.test(key));
    }),
  ),
  // The nodeClassRef of v1 has a group; that of v1beta1 may have an apiVersion, and only requires a name.
  'node-class-ref-before-v1': detectInPools(
    ({ fields }) => !['group', 'kind'].every((field) => fields.includes(`spec.template.spec.nodeClassRef.${field}`)),
  ),
  'node-limits': detectInPools(({ fields, limits }) => 'nodes' in limits && !fields.includes('spec.replicas')),
  'node-termination-handler': ({ daemonSets, deployments }) =>
    daemonSets === undefined || deployments === undefined
      ? undefined
      : [...daemonSets, ...deployments]
          .filter(({ containers }) => containers.some(({ image }) => image.includes('aws-node-termination-handler')))
          .map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`),
  'pods-without-controller': ({ pods, nodes }) => {
    if (pods === undefined || nodes === undefined) return undefined;
    const own = karpenterNodes(nodes);
    return pods
      .filter(({ controller, node, phase }) => controller === null && own.has(node ?? '') && phase === 'Running')
      .map(({ namespace, name }) => `Pod ${namespace}/${name}`);
  },
  'pools-without-budgets': detectInPools(
    ({ kind, disruption }) => kind === 'NodePool' && disruption.budgets.length === 0,
  ),
  'provisioners-without-expiry': detectInPools(
    ({ kind, disruption }) =>
      kind === 'Provisioner' && (disruption.expireAfter === null || disruption.consolidationPolicy === null),
  ),
  'restricted-tags': detectInNodeClasses(({ tags }) => Object.keys(tags).some((tag) => restrictedTag.test(tag))),
  'soft-eviction': detectSoftEviction,
  'stale-defaulting-webhook': detectWebhooks('defaulting.webhook.karpenter.sh'),
  'stale-webhook-configurations': detectWebhooks(
    'defaulting.webhook.karpenter.k8s.aws',
    'validation.webhook.karpenter.sh',
    'validation.webhook.config.karpenter.sh',
    'validation.webhook.karpenter.k8s.aws',
  ),
  'ubuntu-family': detectInNodeClasses(({ amiFamily, terms }) => amiFamily === 'Ubuntu' && terms.amis.length === 0),
  'untagged-instances': (seen) => {
    const { claims, isRead } = ownObjects(seen);
    const untagged = claims.filter(lacksClusterTag);
    if (untagged.length > 0) return [formatCount(untagged.length, 'NodeClaim')];
    return isRead('NodeClaim') ? [] : undefined;
  },
};

const restrictedTag = /^(karpenter\.sh\/(managed-by|provisioner-name)|kubernetes\.io\/cluster\/.*)$/;

function karpenterNodes(nodes: Facts['nodes']): Set<string> {
  return new Set(nodes.filter(({ computeType }) => computeType === 'karpenter').map(({ name }) => name));
}

function nodesOfOthers(nodes: Facts['nodes']): Facts['nodes'] {
  return nodes.filter(
    ({ computeType, unschedulable }) => !['karpenter', 'auto'].includes(computeType) && !unschedulable,
  );
}
