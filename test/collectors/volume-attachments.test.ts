import { expect, it } from 'vitest';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

function anAttachment(metadata: Json = {}, status: Json = {}, source: Json = { persistentVolumeName: 'pvc-1' }): Json {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name: 'csi-1', ...metadata },
    spec: { attacher: 'ebs.csi.aws.com', nodeName: 'ip-10-0-1-17', source },
    status: { attached: true, ...status },
  };
}

const attached = { node: 'ip-10-0-1-17', volume: 'pvc-1', driver: 'ebs.csi.aws.com', attached: true };
const since = '2026-11-20T10:00:00Z';

it.each<[string, Json, Json]>([
  ['is attached', anAttachment(), attached],
  ['is being attached', anAttachment({}, { attached: false }), { ...attached, attached: false }],
  ['has no status yet', { ...anAttachment(), status: undefined }, { ...attached, attached: false }],
  ['is being detached', anAttachment({ deletionTimestamp: since }), { ...attached, deletingSince: since }],
  [
    'cannot be detached',
    anAttachment({ deletionTimestamp: since }, { detachError: { time: since, message: 'volume is in use' } }),
    { ...attached, deletingSince: since, detachError: 'volume is in use' },
  ],
  ['is an inline volume', anAttachment({}, {}, { inlineVolumeSpec: {} }), { ...attached, volume: null }],
])('a volume that %s', async (_what, object, found) => {
  const { volumeAttachments } = (await kubeFacts([object], ['volumeAttachments'])).readings;
  expect(volumeAttachments).toEqual({ ok: true, value: [found] });
});

it.each<[string, Json]>([
  ['spec', { ...anAttachment(), spec: undefined }],
  ['time of deletion', anAttachment({ deletionTimestamp: 'soon' })],
])('an unreadable %s is not an attachment that stays', async (_what, object) => {
  const { volumeAttachments } = (await kubeFacts([object], ['volumeAttachments'])).readings;
  expect(volumeAttachments).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
});

it('are not read without the permission', async () => {
  const denied = { deny: ['volumeattachments.storage.k8s.io: list'] };
  const { volumeAttachments } = (await kubeFacts([anAttachment()], ['volumeAttachments'], denied)).readings;
  expect(volumeAttachments).toMatchObject({
    ok: false,
    reason: { kind: 'denied', permission: 'volumeattachments.storage.k8s.io: list' },
  });
});
