import type { V1PersistentVolume, V1PersistentVolumeSpec } from '@kubernetes/client-node';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { present, presentText } from '../require-field.ts';
import { recordAt } from './karpenter/shape.ts';
import { listAll } from './list.ts';
import { findRemovedType } from './removed-features.ts';

type Volume = Facts['persistentVolumes'][number];

export const persistentVolumes = defineCollector('persistentVolumes', {
  permissions: [{ apiGroup: '', resource: 'persistentvolumes', verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    return listAll(await kube(), { apiGroup: '', versions: ['v1'], resource: 'persistentvolumes', project });
  },
});

/** Parsed without a schema: there may be thousands of volumes. */
function project(raw: unknown): Volume {
  const { metadata, spec: given, status } = raw as V1PersistentVolume;
  const spec = present(typeof given === 'object' ? given : undefined, 'spec');
  const claim = readClaim(spec.claimRef);
  const removedType = findRemovedType(spec);
  const storageClass = presentText(spec.storageClassName ?? '', 'spec.storageClassName');
  return {
    name: presentText(metadata?.name, 'metadata.name'),
    driver: spec.csi === undefined ? null : presentText(spec.csi.driver, 'spec.csi.driver'),
    inTreeEbs: spec.awsElasticBlockStore !== undefined,
    ...(removedType === undefined ? {} : { removedType }),
    phase: presentText(status?.phase, 'status.phase'),
    claim,
    storageClass: storageClass === '' ? null : storageClass,
    reach: toReach(spec),
  };
}

/** Labels that name one node: the standard one, and those of node-local CSI drivers. */
const hostLabel = /(?:^|\/)(?:hostname|node|node-name)$/;
/** Labels that name a zone: the standard one, its older name, and the one of the EBS CSI driver. */
const zoneLabel =
  /^(?:topology\.kubernetes\.io|failure-domain\.beta\.kubernetes\.io|topology\.ebs\.csi\.aws\.com)\/zone$/;

function toReach({ local, nodeAffinity }: V1PersistentVolumeSpec): NonNullable<Volume['reach']> | null {
  const terms = nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const expressions = terms.flatMap(({ matchExpressions }) => matchExpressions ?? []);
  const values = expressions.flatMap(({ key, operator, values: of }) =>
    operator === 'In' && zoneLabel.test(key) ? (of ?? []) : [],
  );
  const zones = [...new Set(values)].sort();
  const isLocal = local !== undefined || expressions.some(({ key }) => hostLabel.test(key));
  return zones.length === 0 && !isLocal ? null : { zones, local: isLocal };
}

/** @returns `namespace/name`; null if the volume is not bound to a claim */
function readClaim(claimRef: unknown): string | null {
  const { namespace, name } = recordAt(claimRef, 'spec.claimRef');
  if (name === undefined) return null;
  return `${presentText(namespace ?? '', 'claimRef.namespace')}/${presentText(name, 'claimRef.name')}`;
}
