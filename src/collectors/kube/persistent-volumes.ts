import type { V1PersistentVolume } from '@kubernetes/client-node';
import { defineCollector } from '../../collect.ts';
import type { Facts } from '../../facts.ts';
import { present } from '../present.ts';
import { listAll } from './list.ts';

export const persistentVolumes = defineCollector('persistentVolumes', {
  permissions: [{ apiGroup: '', resource: 'persistentvolumes', verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    return listAll(await kube(), { apiGroup: '', versions: ['v1'], resource: 'persistentvolumes', project });
  },
});

/** By hand: volumes come by the thousand. */
function project(raw: unknown): Facts['persistentVolumes'][number] {
  const { metadata, spec, status } = raw as V1PersistentVolume;
  const claim = spec?.claimRef;
  const storageClass = spec?.storageClassName ?? '';
  return {
    name: present(metadata?.name, 'metadata.name'),
    driver: spec?.csi?.driver ?? null,
    inTreeEbs: present(spec, 'spec').awsElasticBlockStore !== undefined,
    phase: present(status?.phase, 'status.phase'),
    claim: claim?.name === undefined ? null : `${claim.namespace ?? ''}/${claim.name}`,
    storageClass: storageClass === '' ? null : storageClass,
  };
}
