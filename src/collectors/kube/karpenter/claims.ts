import { defineCollector } from '../../collect.ts';
import type { KarpenterClaim, KarpenterCondition } from '../../../facts/karpenter-objects.ts';
import { isMoment } from '../../../facts/public-texts.ts';
import { ScanError } from '../../../facts/reason.ts';
import { presentText } from '../../require-field.ts';
import { listKinds } from './list-kinds.ts';
import { projectCondition } from './objects.ts';
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
  const { metadata, spec, status } = raw as { metadata?: unknown; spec?: unknown; status?: unknown };
  const { name, labels, annotations, creationTimestamp, deletionTimestamp } = recordAt(metadata, 'metadata');
  const pool = recordAt(labels, 'metadata.labels')[poolLabel];
  return {
    kind,
    name: presentText(name, 'metadata.name'),
    pool: pool === undefined ? null : presentText(pool, poolLabel),
    nodeClassGroup: resolveNodeClassGroup(recordAt(recordAt(spec, 'spec')[classField], classField)),
    createdAt: projectMoment(creationTimestamp),
    conditions: remarkable(recordAt(status, 'status')['conditions']),
    terminating: deletionTimestamp !== undefined && deletionTimestamp !== null,
    ...(recordAt(annotations, 'metadata.annotations')[clusterNameTagged] === 'true' && { clusterNameTagged: true }),
  };
}

function projectMoment(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = presentText(value, 'metadata.creationTimestamp');
  if (isMoment(text)) return text;
  throw new ScanError({ kind: 'unreadable', message: 'metadata.creationTimestamp is not a time' });
}

function resolveNodeClassGroup({ group, apiVersion }: Readonly<Record<string, unknown>>): string {
  if (typeof group === 'string' && group !== '') return group;
  const [named] = typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.split('/') : [];
  return named ?? 'karpenter.k8s.aws';
}

const nothingRemarkable: KarpenterCondition[] = [];
const goodWhenTrue = new Set(['Launched', 'Registered', 'Initialized']);

/** The conditions of a Machine have its kind as a prefix: `MachineLaunched`. */
function remarkable(conditions: unknown): KarpenterCondition[] {
  let found = nothingRemarkable;
  for (const { type: given, status: state, reason, message } of recordsAt(conditions, 'status.conditions')) {
    const type = presentText(given, 'conditions.type').replace(/^Machine(?=[A-Z])/, '');
    const status = presentText(state, 'conditions.status');
    if (goodWhenTrue.has(type) ? status === 'True' : type !== 'Drifted' || status !== 'True') continue;
    if (found === nothingRemarkable) found = [];
    found.push(projectCondition({ type, status, reason: optional(reason), message: optional(message) }));
  }
  return found;
}

function optional(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
