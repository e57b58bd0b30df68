import type { V1CSINode } from '@kubernetes/client-node';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { presentText } from '../require-field.ts';
import { recordAt, recordsAt } from './karpenter/shape.ts';
import { listAll } from './list.ts';

type CsiNode = Facts['csiNodes'][number];

const [apiGroup, resource] = ['storage.k8s.io', 'csinodes'];

export const csiNodes = defineCollector('csiNodes', {
  permissions: [{ apiGroup, resource, verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    return listAll(await kube(), { apiGroup, versions: ['v1'], resource, project });
  },
});

/** Parsed without a schema: there may be thousands. */
function project(raw: unknown): CsiNode {
  const { metadata, spec } = raw as Partial<V1CSINode>;
  const drivers = recordsAt(recordAt(spec, 'spec')['drivers'], 'spec.drivers').flatMap(({ name, allocatable }) => {
    const { count } = recordAt(allocatable, 'allocatable');
    return typeof count === 'number' ? [{ driver: presentText(name, 'drivers.name'), limit: count }] : [];
  });
  return { node: presentText(metadata?.name, 'metadata.name'), drivers };
}
