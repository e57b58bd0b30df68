import { defineCollector } from '../../collect.ts';
import type { KarpenterClaim, KarpenterCondition } from '../../../facts/karpenter-objects.ts';
import { isMoment } from '../../../facts/public-texts.ts';
import { presentMoment, presentText } from '../../require-field.ts';
import { listKinds } from './list-kinds.ts';
import { listEmpty, projectCondition } from './objects.ts';
import { recordAt, recordsAt } from './shape.ts';

export const karpenterClaims = defineCollector('karpenterClaims', {
  permissions: [
    { apiGroup: 'karpenter.sh', resource: 'nodeclaims', verb: 'list' },
    { apiGroup: 'karpenter.sh', resource: 'machines', verb: 'list' },
  ],
  projected: true,
  async collect({ kube }) {
    return listKinds<KarpenterClaim>(await kube(), [
      { apiGroup: 'karpenter.sh', versions: ['v1', 'v1beta1'], resource: 'nodeclaims', project: projectNodeClaim },
      { apiGroup: 'karpenter.sh', versions: ['v1alpha5'], resource: 'machines', project: projectMachine },
    ]);
  },
});

const projectNodeClaim = (raw: unknown) => project(raw, 'NodeClaim', 'karpenter.sh/nodepool', 'nodeClassRef');
const projectMachine = (raw: unknown) => project(raw, 'Machine', 'karpenter.sh/provisioner-name', 'machineTemplateRef');

/** Source: pkg/controllers/nodeclaim/tagging/controller.go of aws/karpenter-provider-aws v1.0.0 */
const clusterNameTagged = 'compatibility.karpenter.k8s.aws/cluster-name-tagged';

/** Parsed without a schema: there may be thousands of claims, one per node. */
function project(raw: unknown, kind: KarpenterClaim['kind'], poolLabel: string, classField: string): KarpenterClaim {
  const { apiVersion, metadata, spec, status: state } = recordAt(raw, 'object');
  const { name, labels, annotations: given, creationTimestamp, deletionTimestamp } = recordAt(metadata, 'metadata');
  const annotations = recordAt(given, 'metadata.annotations');
  const status = recordAt(state, 'status');
  const terminating = deletionTimestamp !== undefined && deletionTimestamp !== null;
  const reference = recordAt(recordAt(spec, 'spec')[classField], classField);
  const empty = apiVersion === 'karpenter.sh/v1' ? listEmpty(reference) : [];
  const pool = recordAt(labels, 'metadata.labels')[poolLabel];
  return {
    kind,
    name: presentText(name, 'metadata.name'),
    pool: pool === undefined ? null : presentText(pool, poolLabel),
    nodeClassGroup: resolveNodeClassGroup(reference),
    ...(empty.length === 0 ? {} : { emptyInNodeClass: empty }),
    createdAt: projectMoment(creationTimestamp),
    conditions: remarkable(status['conditions'], terminating),
    terminating,
    ...(terminating && toDeletion(deletionTimestamp, annotations[terminatesAt], status['nodeName'])),
    ...(annotations[clusterNameTagged] === 'true' && { clusterNameTagged: true }),
  };
}

/** Source: pkg/apis/v1/labels.go of kubernetes-sigs/karpenter v1.0.0 */
const terminatesAt = 'karpenter.sh/nodeclaim-termination-timestamp';

type Deletion = Pick<KarpenterClaim, 'deletingSince' | 'terminatesAt' | 'node'>;

function toDeletion(since: unknown, end: unknown, node: unknown): Deletion {
  return {
    ...(typeof since === 'string' && isMoment(since) && { deletingSince: since }),
    ...(typeof end === 'string' && isMoment(end) && { terminatesAt: end }),
    ...(typeof node === 'string' && node !== '' && { node }),
  };
}

function projectMoment(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return presentMoment(value, 'metadata.creationTimestamp');
}

function resolveNodeClassGroup({ group, apiVersion }: Readonly<Record<string, unknown>>): string {
  if (typeof group === 'string' && group !== '') return group;
  const [named] = typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.split('/') : [];
  return named ?? 'karpenter.k8s.aws';
}

const nothingRemarkable: KarpenterCondition[] = [];
const goodWhenTrue = new Set(['Launched', 'Registered', 'Initialized']);
const doneWhenTrue = new Set(['Drained', 'VolumesDetached']);

function isRemarkable(type: string, status: string, terminating: boolean): boolean {
  if (goodWhenTrue.has(type) || (terminating && doneWhenTrue.has(type))) return status !== 'True';
  return status === 'True' && (type === 'Drifted' || (terminating && type === 'InstanceTerminating'));
}

/** The conditions of a Machine have its kind as a prefix: `MachineLaunched`. */
function remarkable(conditions: unknown, terminating: boolean): KarpenterCondition[] {
  let found = nothingRemarkable;
  for (const { type: given, status: state, reason, message } of recordsAt(conditions, 'status.conditions')) {
    const type = presentText(given, 'conditions.type').replace(/^Machine(?=[A-Z])/, '');
    const status = presentText(state, 'conditions.status');
    if (!isRemarkable(type, status, terminating)) continue;
    if (found === nothingRemarkable) found = [];
    found.push(projectCondition({ type, status, reason: optional(reason), message: optional(message) }));
  }
  return found;
}

function optional(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
