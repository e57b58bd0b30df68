import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import type { ObjectOwner } from '../../../src/facts/owner.ts';
import { ownObjects } from '../../../src/karpenter/own-objects.ts';
import { listNames, type Look, type Looked, type Seen } from './seen.ts';

/** Detections in what is around Karpenter on the way to v1: CRDs, webhooks, DaemonSets, selectors of workloads. */

/** The CRDs of Karpenter with a conversion webhook. */
const convertedCrds = ['nodepools.karpenter.sh', 'nodeclaims.karpenter.sh', 'ec2nodeclasses.karpenter.k8s.aws'];

/** Finds objects and CRDs that Argo CD or Flux applies. What a Helm release of Flux contains changes only with it. */
export function detectGitOps(seen: Seen): Looked {
  const { pools, nodeClasses, isRead } = ownObjects(seen);
  const crds = (seen.karpenterCrds ?? []).filter(({ name }) => convertedCrds.includes(name));
  const all = [...crds.map((crd) => ({ ...crd, kind: 'CustomResourceDefinition' })), ...pools, ...nodeClasses];
  const isWhole = seen.karpenterCrds !== undefined && isRead('NodePool', 'EC2NodeClass');
  return listNames(
    all.filter(({ owner }) => isByGitOps(owner)),
    isWhole,
  );
}

function isByGitOps(owner: ObjectOwner | undefined): boolean {
  return owner?.managedBy === 'Argo CD' || (owner?.managedBy === 'Flux' && owner.release === null);
}

/** Finds CRDs whose conversion webhook will be at a Service other than that of the controller. */
export function detectConversionService({ karpenterCrds }: Seen, { namespace, name }: KarpenterController): Looked {
  if (karpenterCrds === undefined) return undefined;
  const crds = karpenterCrds.filter((crd) => convertedCrds.includes(crd.name));
  const elsewhere = crds.filter((crd) => {
    const service = findConversionService(crd);
    return service !== undefined && (service.namespace !== namespace || service.name !== name);
  });
  const isWhole = crds.length > 0 && crds.every((crd) => findConversionService(crd) !== undefined);
  return listNames(
    elsewhere.map((crd) => ({ kind: 'CustomResourceDefinition', name: crd.name })),
    isWhole,
  );
}

/**
 * The Service of the next conversion webhook of a CRD. A CRD of a release keeps its values, whose default is the
 * namespace of the release. Undefined if it depends on the manifests of Argo CD or Flux.
 * Source: values.yaml of the chart karpenter-crd 1.0
 */
function findConversionService({ conversion, owner }: KarpenterCrd): { namespace: string; name: string } | undefined {
  const isTemplated = owner.release !== null || isByGitOps(owner);
  if (isTemplated && conversion.service !== null) return conversion.service;
  if (owner.release !== null) return { namespace: owner.releaseNamespace ?? 'default', name: 'karpenter' };
  return isTemplated ? undefined : { namespace: 'kube-system', name: 'karpenter' };
}

/** Finds webhook configurations by name. Omits those that Helm, Argo CD or Flux applies, and removes. */
export function detectWebhooks(...names: readonly string[]): Look {
  return ({ admissionWebhooks }) => {
    const left = admissionWebhooks?.filter((one) => names.includes(one.configuration) && one.owner === undefined);
    return left && [...new Set(left.map(({ kind, configuration }) => `${kind} ${configuration}`))];
  };
}

/** Finds DaemonSets whose pods do not tolerate the taint. */
export function detectUntolerated({ daemonSets }: Seen): Looked {
  if (daemonSets === undefined) return undefined;
  const isWhole = daemonSets.every(({ toleratesDisruption }) => toleratesDisruption !== undefined);
  const evicted = daemonSets.filter(({ toleratesDisruption }) => toleratesDisruption === false);
  return listNames(
    evicted.map(({ kind, namespace, name }) => ({ kind, name: `${namespace}/${name}` })),
    isWhole,
  );
}

const accelerator = 'karpenter.k8s.aws/instance-accelerator-name';

/** Finds workloads and pools that select accelerators of AWS by the name that all of them had. */
export function detectInferentia({ karpenterKeys, ...seen }: Seen): Looked {
  const { pools, isRead } = ownObjects(seen);
  const isOld = (key: string, values: readonly string[]) => key === accelerator && values.includes('inferentia');
  const keyed = (karpenterKeys ?? []).filter(({ uses }) => uses.some(({ key, values }) => isOld(key, values)));
  const own = pools.filter(
    ({ requirements, labels }) =>
      labels[accelerator] === 'inferentia' || requirements.some(({ key, values }) => isOld(key, values)),
  );
  const named = keyed.map(({ kind, namespace, name }) => ({ kind, name: namespace ? `${namespace}/${name}` : name }));
  return listNames([...named, ...own], karpenterKeys !== undefined && isRead('NodePool'));
}

/** The kubelet settings of pools before v1: an update to 1.0 moves them to node classes. */
const softInPool = /^spec\.(?:template\.spec\.kubelet|kubeletConfiguration)\.evictionSoft$/;

/** Finds soft eviction thresholds of the kubelet. Those of Bottlerocket were never subtracted. */
export function detectSoftEviction(seen: Seen): Looked {
  const { nodeClasses, pools, isRead } = ownObjects(seen);
  const found = [
    ...nodeClasses.filter(
      ({ amiFamily, alias, fields }) =>
        fields.includes('spec.kubelet.evictionSoft') &&
        amiFamily !== 'Bottlerocket' &&
        alias?.startsWith('bottlerocket') !== true,
    ),
    ...pools.filter(({ fields }) => fields.some((field) => softInPool.test(field))),
  ];
  return listNames(found, isRead('EC2NodeClass', 'AWSNodeTemplate', 'NodePool', 'Provisioner'));
}
