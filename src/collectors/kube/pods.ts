import type { V1OwnerReference, V1Pod } from '@kubernetes/client-node';
import { defineCollector } from '../../collect.ts';
import type { Facts } from '../../facts.ts';
import { present } from '../present.ts';
import { listAll } from './list.ts';

type PodFact = Facts['pods'][number];

export const pods = defineCollector('pods', {
  permissions: [{ apiGroup: '', resource: 'pods', verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    return listAll(await kube(), { apiGroup: '', versions: ['v1'], resource: 'pods', project });
  },
});

/** By hand: pods come by the hundred thousand, and a schema costs more than parsing their JSON. */
function project(raw: unknown): PodFact {
  const { metadata, spec, status } = raw as V1Pod;
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true);
  return {
    namespace: present(metadata?.namespace, 'metadata.namespace'),
    name: present(metadata?.name, 'metadata.name'),
    node: spec?.nodeName ?? null,
    phase: present(status?.phase, 'status.phase'),
    controller: owner === undefined ? null : controllerOf(owner, metadata?.labels?.['pod-template-hash']),
    podSecurityPolicy: metadata?.annotations?.['kubernetes.io/psp'] ?? null,
    hostPaths: (spec?.volumes ?? []).flatMap(({ name, hostPath }) =>
      hostPath === undefined ? [] : [{ volume: name, path: hostPath.path }],
    ),
  };
}

/** A Deployment names its ReplicaSets `<deployment>-<pod-template-hash>`. */
function controllerOf(owner: V1OwnerReference, hash: string | undefined): PodFact['controller'] {
  if (owner.kind === 'ReplicaSet' && hash !== undefined && owner.name.endsWith(`-${hash}`)) {
    return { kind: 'Deployment', name: owner.name.slice(0, -hash.length - 1) };
  }
  return { kind: owner.kind, name: owner.name };
}
