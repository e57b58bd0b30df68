import type { V1VolumeAttachment } from '@kubernetes/client-node';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { presentMoment, presentText } from '../require-field.ts';
import { recordAt } from './karpenter/shape.ts';
import { listAll } from './list.ts';

type Attachment = Facts['volumeAttachments'][number];

const [apiGroup, resource] = ['storage.k8s.io', 'volumeattachments'];

export const volumeAttachments = defineCollector('volumeAttachments', {
  permissions: [{ apiGroup, resource, verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    return listAll(await kube(), { apiGroup, versions: ['v1'], resource, project });
  },
});

/** Parsed without a schema: there may be thousands. */
function project(raw: unknown): Attachment {
  const { metadata, spec, status } = raw as Partial<V1VolumeAttachment>;
  const { attached, detachError } = recordAt(status, 'status');
  const { message } = recordAt(detachError, 'status.detachError');
  const volume = spec?.source?.persistentVolumeName ?? null;
  const deletion = metadata?.deletionTimestamp ?? null;
  return {
    node: presentText(spec?.nodeName, 'spec.nodeName'),
    volume: volume === null ? null : presentText(volume, 'spec.source.persistentVolumeName'),
    driver: presentText(spec?.attacher, 'spec.attacher'),
    attached: attached === true,
    ...(deletion === null ? {} : { deletingSince: presentMoment(deletion, 'metadata.deletionTimestamp') }),
    ...(typeof message === 'string' && message !== '' ? { detachError: message } : {}),
  };
}
