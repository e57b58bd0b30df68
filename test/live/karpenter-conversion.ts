type Json = Record<string, unknown>;
interface CustomResource extends Json {
  apiVersion: string;
  kind: string;
  metadata: Json & { annotations?: Record<string, string> };
  spec: Json;
}

const referenceNote = 'compatibility.karpenter.sh/v1beta1-nodeclass-reference';
const kubeletNote = 'compatibility.karpenter.sh/v1beta1-kubelet-conversion';
const toV1Policy: Readonly<Record<string, string>> = { WhenUnderutilized: 'WhenEmptyOrUnderutilized' };
const toBetaPolicy: Readonly<Record<string, string>> = { WhenEmptyOrUnderutilized: 'WhenUnderutilized' };

/**
 * A Karpenter object in another version, as the webhook of 0.33 to 1.0 converts it: annotations keep the fields that
 * the other version does not have.
 * Source: https://karpenter.sh/v1.0/upgrading/v1-migration/#changelog
 */
export function converted(given: Json, desired: string): Json {
  const object = structuredClone(given) as CustomResource;
  const isV1 = desired.endsWith('/v1');
  const { kind, spec } = object;
  if (object.apiVersion !== desired) {
    if (kind === 'NodeClaim') convertNode(object, spec, spec, isV1);
    if (kind === 'NodePool') {
      const disruption = (spec['disruption'] ??= {}) as Json;
      convertNode(object, (spec['template'] as { spec: Json }).spec, disruption, isV1);
      convertDisruption(disruption, isV1);
    }
    if (kind === 'EC2NodeClass') convertClass(spec, isV1);
  }
  return { ...object, apiVersion: desired };
}

/** @param expiring the object that has `expireAfter` in v1beta1; not used for a NodeClaim, which has no such field */
function convertNode({ kind, metadata }: CustomResource, node: Json, expiring: Json, isV1: boolean): void {
  const notes = (metadata.annotations ??= {});
  if (isV1) {
    notes[referenceNote] = JSON.stringify(node['nodeClassRef']);
    const { name } = node['nodeClassRef'] as { name: string };
    node['nodeClassRef'] = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name };
    if (node['kubelet'] !== undefined) notes[kubeletNote] = JSON.stringify(node['kubelet']);
    delete node['kubelet'];
    if (kind === 'NodeClaim' || expiring['expireAfter'] === undefined) return;
    node['expireAfter'] = expiring['expireAfter'];
    delete expiring['expireAfter'];
    return;
  }
  const { group, kind: classKind, name } = node['nodeClassRef'] as Record<string, string>;
  const known = notes[referenceNote];
  node['nodeClassRef'] =
    known === undefined ? { apiVersion: `${group}/v1beta1`, kind: classKind, name } : JSON.parse(known);
  if (notes[kubeletNote] !== undefined) node['kubelet'] = JSON.parse(notes[kubeletNote]);
  delete notes[referenceNote];
  delete notes[kubeletNote];
  if (kind === 'NodePool') expiring['expireAfter'] = node['expireAfter'];
  delete node['expireAfter'];
}

function convertDisruption(disruption: Json, isV1: boolean): void {
  const policy = String(disruption['consolidationPolicy']);
  if (isV1) {
    disruption['consolidationPolicy'] = toV1Policy[policy] ?? policy;
    disruption['consolidateAfter'] ??= '0s';
    return;
  }
  disruption['consolidationPolicy'] = toBetaPolicy[policy] ?? policy;
  if (disruption['consolidationPolicy'] === 'WhenUnderutilized') delete disruption['consolidateAfter'];
}

/** An AMI family without AMI selector terms is an alias in v1. */
function convertClass(spec: Json, isV1: boolean): void {
  if (isV1) {
    if (spec['amiSelectorTerms'] === undefined) {
      spec['amiSelectorTerms'] = [{ alias: `${String(spec['amiFamily']).toLowerCase()}@latest` }];
    }
    return;
  }
  const [first] = spec['amiSelectorTerms'] as { alias?: string }[];
  if (first?.alias === undefined) return;
  spec['amiFamily'] ??= first.alias.startsWith('al2023') ? 'AL2023' : 'AL2';
  delete spec['amiSelectorTerms'];
}
