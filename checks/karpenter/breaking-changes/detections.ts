import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { lacksClusterTag, ownObjects, selectPools, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { isAmazonLinux2023, isWithoutAccelerators } from './images.ts';

/** Detects the breaking changes whose table rows have a `detect`. */

type Detect = NonNullable<Tables['karpenter-breaking-changes'][number]['detect']>;

/** The facts that detections use, as far as they were read. */
export type Seen = Partial<Pick<Facts, 'pods' | 'nodes' | 'daemonSets' | 'deployments'>> & ObjectFacts;

/**
 * What was found, in a few words each; empty: nothing; undefined: nothing was found, but a fact was not read, or was
 * read only in part.
 */
type Looked = readonly string[] | undefined;
type Look = (seen: Seen, controller: KarpenterController) => Looked;

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
  'mixed-selectors': detectInNodeClasses(({ selectors }) =>
    [selectors.subnets, selectors.securityGroups, selectors.amis].some((selector) => {
      const keys = Object.keys(selector ?? {});
      return keys.length > 1 && keys.some((key) => /^aws(-|::)ids$/.test(key));
    }),
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
  'ubuntu-family': detectInNodeClasses(({ amiFamily, terms }) => amiFamily === 'Ubuntu' && terms.amis.length === 0),
  'untagged-instances': (seen) => {
    const { claims, isRead } = ownObjects(seen);
    const untagged = claims.filter(lacksClusterTag);
    if (untagged.length > 0) return [formatCount(untagged.length, 'NodeClaim')];
    return isRead('NodeClaim') ? [] : undefined;
  },
};

const restrictedTag = /^(karpenter\.sh\/(managed-by|provisioner-name)|kubernetes\.io\/cluster\/.*)$/;

function detectInNodeClasses(concerns: (nodeClass: KarpenterNodeClass) => boolean): Look {
  return (seen) => {
    const { nodeClasses, isRead } = ownObjects(seen);
    return listNames(nodeClasses.filter(concerns), isRead('EC2NodeClass', 'AWSNodeTemplate'));
  };
}

function detectInPools(concerns: (pool: KarpenterPool) => boolean): Look {
  return (seen) => {
    const { pools, isRead } = ownObjects(seen);
    return listNames(pools.filter(concerns), isRead('NodePool', 'Provisioner'));
  };
}

/** If nothing is found in an incomplete list, the result is unknown. */
function listNames(found: readonly { kind: string; name: string }[], isWhole: boolean): Looked {
  return found.length === 0 && !isWhole ? undefined : found.map(({ kind, name }) => `${kind} ${name}`);
}

function karpenterNodes(nodes: Facts['nodes']): Set<string> {
  return new Set(nodes.filter(({ computeType }) => computeType === 'karpenter').map(({ name }) => name));
}

function nodesOfOthers(nodes: Facts['nodes']): Facts['nodes'] {
  return nodes.filter(
    ({ computeType, unschedulable }) => !['karpenter', 'auto'].includes(computeType) && !unschedulable,
  );
}
