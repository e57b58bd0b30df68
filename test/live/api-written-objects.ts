import type { Report } from '../../src/report/schema.ts';
import {
  aBudget,
  aCronJob,
  aDeviceClass,
  aFlowSchema,
  anAttributesClass,
  anAutoscaler,
  anEndpointSlice,
  aRuntimeClass,
} from './api-manifests.ts';
import type { Manifest } from './seed.ts';
import { untilNextSecond, type Writers } from './writers.ts';

/** How a client writes an object. */
export type Write = (by: Writers) => Promise<unknown>;

/** One object, named after how it is written. */
export interface WrittenRow {
  name: string;
  write: Write;
  /**
   * The finding about the object; `message` and `fix` are parts of its texts, and `message` omits the date. Omitted if
   * the report has no finding.
   */
  reported?: {
    check: string;
    at: string | null;
    message: string;
    fix: readonly string[];
    blocks: Report['results'][number]['findings'][number]['blocks'];
  };
  /** Writes the newer version with the same client. Omitted if the object is not written again. */
  renew?: Write;
}

/** `kubectl apply`, client-side unless a flag says otherwise. */
export const applies =
  (manifest: Manifest, ...flags: string[]): Write =>
  ({ kubectl }) =>
    kubectl(['apply', ...flags, '-f', '-'], manifest);
const onServer = '--server-side';
const shown = (resource: string, name: string) => `kubectl get ${resource} ${name}`;
const stored = 'The object itself needs no change';
/** The end of a fix if the scan cannot see whether the fix was applied. */
export const perhapsDone = 'If you have already done this, no action is needed';

const charted = (...names: (readonly [string, Manifest])[]) => Object.fromEntries(names);
const oldChart = charted(
  ['budget', aBudget('policy/v1beta1', 'charted')],
  ['autoscaler', anAutoscaler('autoscaling/v2beta2', 'charted')],
);
export const budgets = '/apis/policy/v1/namespaces/shop/poddisruptionbudgets';

const removedBy = (version: string) => ({ check: 'apis/removed', at: version });
const soon = { check: 'apis/deprecated', at: null };

/** Objects that an API server of 1.24 accepts before the update to 1.25. */
export const rowsOf124: WrittenRow[] = [
  {
    name: 'PodDisruptionBudget shop/applied',
    write: applies(aBudget('policy/v1beta1', 'applied')),
    reported: {
      ...removedBy('1.25'),
      message: 'kubectl-client-side-apply applied it with policy/v1beta1',
      fix: ['set `apiVersion: policy/v1`', shown('poddisruptionbudgets.v1.policy', 'applied'), stored],
      blocks: 'deployments',
    },
    renew: applies(aBudget('policy/v1', 'applied')),
  },
  {
    name: 'CronJob shop/applied-on-the-server',
    write: applies(aCronJob('batch/v1beta1', 'applied-on-the-server'), onServer),
    reported: {
      ...removedBy('1.25'),
      message: 'kubectl applied it with batch/v1beta1',
      fix: ['set `apiVersion: batch/v1`', shown('cronjobs.v1.batch', 'applied-on-the-server')],
      blocks: 'deployments',
    },
    renew: applies(aCronJob('batch/v1', 'applied-on-the-server'), onServer),
  },
  {
    name: 'HorizontalPodAutoscaler shop/applied',
    write: applies(anAutoscaler('autoscaling/v2beta1', 'applied')),
    reported: {
      ...removedBy('1.25'),
      message: 'kubectl-client-side-apply applied it with autoscaling/v2beta1',
      fix: ['set `apiVersion: autoscaling/v2`'],
      blocks: 'deployments',
    },
    renew: applies(anAutoscaler('autoscaling/v2', 'applied')),
  },
  {
    name: 'HorizontalPodAutoscaler shop/applied-later',
    write: applies(anAutoscaler('autoscaling/v2beta2', 'applied-later')),
    reported: {
      ...soon,
      message: 'applied it with autoscaling/v2beta2',
      fix: ['Before the update to 1.26, set `apiVersion: autoscaling/v2`'],
      blocks: 'deployments',
    },
    renew: applies(anAutoscaler('autoscaling/v2', 'applied-later')),
  },
  {
    name: 'EndpointSlice shop/applied',
    write: applies(anEndpointSlice('discovery.k8s.io/v1beta1', 'applied', 'shop-team')),
    reported: {
      ...removedBy('1.25'),
      message: 'applied it with discovery.k8s.io/v1beta1',
      fix: ['set `apiVersion: discovery.k8s.io/v1`'],
      blocks: 'deployments',
    },
    renew: applies(anEndpointSlice('discovery.k8s.io/v1', 'applied', 'shop-team')),
  },
  {
    name: 'RuntimeClass applied',
    write: applies(aRuntimeClass('node.k8s.io/v1beta1', 'applied')),
    reported: {
      ...removedBy('1.25'),
      message: 'applied it with node.k8s.io/v1beta1',
      fix: [shown('runtimeclasses.v1.node.k8s.io', 'applied')],
      blocks: 'deployments',
    },
    renew: applies(aRuntimeClass('node.k8s.io/v1', 'applied')),
  },
  {
    name: 'FlowSchema applied',
    write: applies(aFlowSchema('v1beta1', 'applied')),
    reported: {
      ...soon,
      message: 'applied it with flowcontrol.apiserver.k8s.io/v1beta1',
      fix: ['Before the update to 1.26, set `apiVersion: flowcontrol.apiserver.k8s.io/v1beta2`'],
      blocks: 'deployments',
    },
    renew: applies(aFlowSchema('v1beta2', 'applied')),
  },
  {
    name: 'PodDisruptionBudget shop/created',
    write: ({ kubectl }) => kubectl(['create', '-f', '-'], aBudget('policy/v1beta1', 'created')),
    reported: {
      ...removedBy('1.25'),
      message: 'kubectl-create applied it with policy/v1beta1',
      fix: ['apply it again', perhapsDone],
      blocks: 'deployments',
    },
    renew: applies(aBudget('policy/v1', 'created')),
  },
  {
    name: 'PodDisruptionBudget shop/charted',
    write: async ({ chart, helm }) => helm(['install', 'shop', await chart('shop', oldChart), '--namespace', 'shop']),
    reported: {
      ...removedBy('1.25'),
      message: 'helm applied it with policy/v1beta1',
      fix: ['release shop in namespace shop', '`helm upgrade`', perhapsDone],
      blocks: 'deployments',
    },
    renew: async ({ chart, helm }) => {
      const templates = charted(
        ['budget', aBudget('policy/v1', 'charted', 2)],
        ['autoscaler', anAutoscaler('autoscaling/v2', 'charted', 5)],
      );
      await helm(['upgrade', 'shop', await chart('shop', templates), '--namespace', 'shop']);
    },
  },
  {
    name: 'PodDisruptionBudget shop/operated',
    write: ({ program }) =>
      program('budget-operator/2.1', 'POST', budgets.replace('v1', 'v1beta1'), aBudget('policy/v1beta1', 'operated')),
    reported: {
      ...removedBy('1.25'),
      message: 'budget-operator wrote it with policy/v1beta1',
      fix: ['update budget-operator to a version that calls `policy/v1`', perhapsDone],
      blocks: 'workloads',
    },
    renew: ({ program }) =>
      program('budget-operator/2.2', 'PATCH', `${budgets}/operated`, aBudget('policy/v1', 'operated', 2)),
  },
  {
    name: 'PodDisruptionBudget shop/stripped',
    write: async ({ kubectl, program }) => {
      await kubectl(['apply', '-f', '-'], aBudget('policy/v1beta1', 'stripped'));
      await program('stripper', 'PATCH', `${budgets}/stripped`, { metadata: { managedFields: [{}] } });
    },
    reported: {
      ...removedBy('1.25'),
      message: 'the manifest that kubectl applied last uses policy/v1beta1',
      fix: ['set `apiVersion: policy/v1`'],
      blocks: 'deployments',
    },
    renew: applies(aBudget('policy/v1', 'stripped')),
  },

  // These need no action.
  {
    name: 'PodDisruptionBudget shop/moved-to-the-server',
    write: async (by) => {
      await applies(aBudget('policy/v1beta1', 'moved-to-the-server'))(by);
      await applies(aBudget('policy/v1', 'moved-to-the-server'), onServer)(by);
    },
  },
  {
    name: 'PodDisruptionBudget shop/taken-over',
    write: async (by) => {
      await applies(aBudget('policy/v1beta1', 'taken-over'))(by);
      await untilNextSecond();
      const chart = await by.chart('taker', charted(['budget', aBudget('policy/v1', 'taken-over', 2)]));
      await by.helm(['install', 'taker', chart, '--namespace', 'shop', '--take-ownership']);
    },
  },
  {
    name: 'CronJob shop/touched-by-hand',
    write: async (by) => {
      await applies(aCronJob('batch/v1', 'touched-by-hand'))(by);
      await untilNextSecond();
      const one = ['cronjobs.v1beta1.batch', 'touched-by-hand', '--namespace', 'shop'];
      await by.kubectl(['edit', ...one]);
      await by.kubectl(['patch', ...one, '--patch', '{"spec":{"suspend":true}}', '--type', 'merge']);
      await by.kubectl(['annotate', ...one, 'touched=yes']);
      await by.kubectl(['label', ...one, 'touched=yes']);
    },
  },
  {
    name: 'PodDisruptionBudget shop/told-its-status',
    write: async (by) => {
      await applies(aBudget('policy/v1', 'told-its-status'))(by);
      const status = { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 1, expectedPods: 1 };
      const at = `${budgets.replace('v1', 'v1beta1')}/told-its-status/status`;
      await by.program('status-operator/1.0', 'PATCH', at, { status });
    },
  },
  {
    name: 'EndpointSlice shop/of-a-controller',
    write: ({ program }) =>
      program(
        'kube-controller-manager/v1.24.17',
        'POST',
        '/apis/discovery.k8s.io/v1beta1/namespaces/shop/endpointslices',
        anEndpointSlice('discovery.k8s.io/v1beta1', 'of-a-controller', 'endpointslice-controller.k8s.io'),
      ),
  },
];

export const attributes = 'storage.k8s.io/v1beta1';
/** Objects that an API server of 1.34 accepts before the update to 1.35, with the beta APIs that EKS turns on. */
export const rowsOf134: WrittenRow[] = [
  {
    name: 'VolumeAttributesClass applied',
    write: applies(anAttributesClass(attributes, 'applied')),
    reported: {
      ...soon,
      message: `kubectl-client-side-apply applied it with ${attributes}`,
      fix: ['Before the update to 1.37, set `apiVersion: storage.k8s.io/v1`'],
      blocks: 'deployments',
    },
    renew: applies(anAttributesClass('storage.k8s.io/v1', 'applied')),
  },
  {
    name: 'VolumeAttributesClass applied-on-the-server',
    write: applies(anAttributesClass(attributes, 'applied-on-the-server'), onServer),
    reported: {
      ...soon,
      message: `kubectl applied it with ${attributes}`,
      fix: ['Before the update to 1.37'],
      blocks: 'deployments',
    },
    renew: applies(anAttributesClass('storage.k8s.io/v1', 'applied-on-the-server'), onServer),
  },
  {
    name: 'VolumeAttributesClass operated',
    write: ({ program }) =>
      program(
        'volume-operator/0.3',
        'POST',
        `/apis/${attributes}/volumeattributesclasses`,
        anAttributesClass(attributes, 'operated'),
      ),
    reported: {
      ...soon,
      message: `volume-operator wrote it with ${attributes}`,
      fix: ['update volume-operator to a version that calls `storage.k8s.io/v1`'],
      blocks: 'workloads',
    },
    renew: ({ program }) =>
      program('volume-operator/0.4', 'PATCH', '/apis/storage.k8s.io/v1/volumeattributesclasses/operated', {
        metadata: { labels: { renewed: 'yes' } },
      }),
  },
  // 1.38 and 1.39 remove these versions: that is more than two versions after the target.
  { name: 'DeviceClass applied', write: applies(aDeviceClass('resource.k8s.io/v1beta1', 'applied')) },
  {
    name: 'DeviceClass applied-on-the-server',
    write: applies(aDeviceClass('resource.k8s.io/v1beta2', 'applied-on-the-server'), onServer),
  },
];
