import { expect, it } from 'vitest';
import { aPodObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

const aDriver = (name: string, spec: Json): Json => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIDriver',
  metadata: { name },
  spec,
});
const level = (value: string): Json => ({ seLinuxOptions: { level: value } });
const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
const container = (more: Json = {}): Json => ({
  name: 'app',
  image: 'app:1',
  volumeMounts: [{ name: 'data' }],
  ...more,
});
const aPod = (
  name: string,
  securityContext: Json,
  containers: readonly Json[] = [container()],
  more: Json = {},
): Json => aPodObject(`shop/${name}`, 'node-a', undefined, { volumes, spec: { securityContext, containers, ...more } });

async function read(objects: readonly Json[]) {
  const { readings } = await kubeFacts(objects, ['seLinuxVolumes']);
  const reading = readings.seLinuxVolumes;
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

it('names drivers that mount with a label', async () => {
  const { drivers } = await read([
    aDriver('ebs.csi.aws.com', { seLinuxMount: true }),
    aDriver('efs.csi.aws.com', { seLinuxMount: false }),
    aDriver('fsx.csi.aws.com', {}),
  ]);
  expect(drivers).toEqual(['ebs.csi.aws.com']);
});

it.each<[string, Json, string]>([
  ['the label of the pod', aPod('other', level('s0:c3,c4')), ':::s0:c3,c4'],
  ['all parts of it', aPod('other', { seLinuxOptions: { user: 'u', role: 'r', type: 't', level: 's0' } }), 'u:r:t:s0'],
  [
    'the label of its container',
    aPod('other', level('s0:c1,c2'), [container({ securityContext: level('s0') })]),
    ':::s0',
  ],
  [
    'the label of an init container',
    aPod('other', {}, [container({ volumeMounts: [] })], {
      initContainers: [container({ securityContext: level('s0') })],
    }),
    ':::s0',
  ],
  ['no label', aPod('other', {}), ''],
  ['no label, for the recursive change', aPod('other', { ...level('s0'), seLinuxChangePolicy: 'Recursive' }), ''],
  [
    'no label, for containers that differ',
    aPod('other', {}, [
      container({ securityContext: level('s0') }),
      container({ name: 'sidecar', securityContext: level('s1') }),
    ]),
    '',
  ],
])('a pod mounts its volume with %s', async (_what, pod, label) => {
  const { claims } = await read([aPod('first', level('s0:c1,c2')), pod]);
  expect(claims).toEqual([
    {
      namespace: 'shop',
      claim: 'data',
      pods: [
        { name: 'first', node: 'node-a', label: ':::s0:c1,c2' },
        { name: 'other', node: 'node-a', label },
      ],
    },
  ]);
});

it.each<[string, Json]>([
  ['the same label', aPod('other', level('s0:c1,c2'))],
  ['a volume that it does not mount', aPod('other', level('s0'), [container({ volumeMounts: [] })])],
  ['another claim', aPodObject('shop/other', 'node-a', undefined, { spec: { containers: [container()] } })],
  [
    'the namesake of another namespace',
    { ...aPod('other', level('s0')), metadata: { namespace: 'edge', name: 'other' } },
  ],
  ['a pod that has finished', { ...aPod('other', level('s0')), status: { phase: 'Succeeded' } }],
])('a claim is left out: %s', async (_what, pod) => {
  expect((await read([aPod('first', level('s0:c1,c2')), pod])).claims).toEqual([]);
});

it.each(['pods: list', 'csidrivers.storage.k8s.io: list'])('is missing without %s', async (permission) => {
  const { readings } = await kubeFacts([], ['seLinuxVolumes'], { deny: [permission] });
  expect(readings.seLinuxVolumes).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
});
