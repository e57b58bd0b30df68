import type { V1PersistentVolume } from '@kubernetes/client-node';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { present, presentText } from '../require-field.ts';
import { listAll } from './list.ts';
import { findRemovedType } from './removed-features.ts';

export const persistentVolumes = defineCollector('persistentVolumes', {
  permissions: [{ apiGroup: '', resource: 'persistentvolumes', verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    return listAll(await kube(), { apiGroup: '', versions: ['v1'], resource: 'persistentvolumes', project });
  },
});

/** Parsed without a schema: there may be thousands of volumes. */
function project(raw: unknown): Facts['persistentVolumes'][number] {
  const { metadata, spec, status } = raw as V1PersistentVolume;
  const claim = spec?.claimRef;
  const removedType = findRemovedType(present(spec, 'spec'));
  const storageClass = presentText(spec?.storageClassName ?? '', 'spec.storageClassName');
  return {
    name: presentText(metadata?.name, 'metadata.name'),
    driver: spec?.csi === undefined ? null : presentText(spec.csi.driver, 'spec.csi.driver'),
    inTreeEbs: present(spec, 'spec').awsElasticBlockStore !== undefined,
    ...(removedType === undefined ? {} : { removedType }),
    phase: presentText(status?.phase, 'status.phase'),
    claim: claim?.name === undefined ? null : formatClaimPath(claim.namespace ?? '', claim.name),
    storageClass: storageClass === '' ? null : storageClass,
  };
}

function formatClaimPath(namespace: unknown, name: unknown): string {
  return `${presentText(namespace, 'claimRef.namespace')}/${presentText(name, 'claimRef.name')}`;
}
