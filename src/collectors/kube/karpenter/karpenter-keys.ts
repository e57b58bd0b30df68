import type { KeyUse } from '../../../facts/karpenter-keys.ts';
import type { KeyPlace } from '../../../facts/key-places.ts';
import { recordAt, recordsAt } from './shape.ts';

/** True for a key in Karpenter's domains: `karpenter.sh/nodepool`, `compatibility.karpenter.k8s.aws/x`. */
export function isKarpenterKey(key: string): boolean {
  return key.includes('karpenter.') && /^(?:[a-z0-9.-]+\.)?karpenter\.(?:sh|k8s\.aws)\//.test(key);
}

const none: readonly KeyUse[] = [];

/**
 * The keys of Karpenter that a pod or a pod template uses, each with its location.
 * @param pod with `metadata` and `spec`, as the API returns it
 * @throws ScanError (`unreadable`) if a field has an unexpected type
 */
export function keysOfPod(pod: { metadata?: unknown; spec?: unknown }): readonly KeyUse[] {
  const metadata = recordAt(pod.metadata, 'metadata');
  const spec = recordAt(pod.spec, 'spec');
  const uses: KeyUse[] = [];
  addKeys(uses, metadata['annotations'], 'annotation', 'annotations');
  addKeys(uses, metadata['labels'], 'label', 'labels');
  addKeys(uses, spec['nodeSelector'], 'node selector', 'nodeSelector');
  for (const { key } of recordsAt(spec['tolerations'], 'tolerations')) addKey(uses, key, 'toleration');
  for (const spread of recordsAt(spec['topologySpreadConstraints'], 'topologySpreadConstraints')) {
    const isSoft = spread['whenUnsatisfiable'] === 'ScheduleAnyway';
    addKey(uses, spread['topologyKey'], isSoft ? 'preferred topology spread' : 'required topology spread');
  }
  if (spec['affinity'] !== undefined && spec['affinity'] !== null)
    addAffinity(uses, recordAt(spec['affinity'], 'affinity'));
  return uses.length === 0 ? none : uses;
}

/**
 * The keys of Karpenter that the pod template of a workload uses.
 * @param isScheduled true for a CronJob, whose pod template is in its job template
 */
export function keysOfTemplate(workload: unknown, isScheduled: boolean): readonly KeyUse[] {
  const spec = recordAt(recordAt(workload, 'object')['spec'], 'spec');
  const owner = isScheduled ? recordAt(recordAt(spec['jobTemplate'], 'jobTemplate')['spec'], 'jobTemplate.spec') : spec;
  return keysOfPod(recordAt(owner['template'], 'template'));
}

/**
 * The keys of Karpenter on a node that checks read: annotations that block disruption, taints, and the label of its
 * Provisioner. Omits the other keys that Karpenter sets on each node.
 */
export function keysOfNode(node: { metadata?: unknown; spec?: unknown }): readonly KeyUse[] {
  const { annotations, labels } = recordAt(node.metadata, 'metadata');
  const uses: KeyUse[] = [];
  addKeys(uses, annotations, 'annotation', 'annotations', (key) => key.startsWith('karpenter.sh/do-not-'));
  addKeys(uses, labels, 'label', 'labels', (key) => key === 'karpenter.sh/provisioner-name');
  for (const { key, value } of recordsAt(recordAt(node.spec, 'spec')['taints'], 'taints'))
    addKey(uses, key, 'taint', null, [value]);
  return uses.length === 0 ? none : uses;
}

/** The keys of Karpenter in a namespace's labels and annotations. */
export function keysOfNamespace(namespace: { metadata?: unknown }): readonly KeyUse[] {
  const { annotations, labels } = recordAt(namespace.metadata, 'metadata');
  const uses: KeyUse[] = [];
  addKeys(uses, annotations, 'annotation', 'annotations');
  addKeys(uses, labels, 'label', 'labels');
  return uses.length === 0 ? none : uses;
}

function addAffinity(uses: KeyUse[], affinity: Record<string, unknown>): void {
  const nodes = recordAt(affinity['nodeAffinity'], 'nodeAffinity');
  const required = recordAt(nodes[requiredRule], 'nodeAffinity');
  addTerms(uses, recordsAt(required['nodeSelectorTerms'], 'nodeSelectorTerms'));
  for (const { preference } of recordsAt(nodes[preferredRule], 'nodeAffinity')) {
    addExpressions(uses, preference, 'preferred node affinity');
  }
  for (const [kind, words] of [
    ['podAffinity', 'pod affinity'],
    ['podAntiAffinity', 'pod anti-affinity'],
  ] as const) {
    const rules = recordAt(affinity[kind], kind);
    for (const { topologyKey } of recordsAt(rules[requiredRule], kind)) addKey(uses, topologyKey, `required ${words}`);
    for (const { podAffinityTerm } of recordsAt(rules[preferredRule], kind)) {
      addKey(uses, recordAt(podAffinityTerm, 'podAffinityTerm')['topologyKey'], `preferred ${words}`);
    }
  }
}

const requiredRule = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferredRule = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Terms are ORed: a key is required only if every term uses it with the same operator; otherwise it is preferred. */
function addTerms(uses: KeyUse[], terms: readonly Record<string, unknown>[]): void {
  const named = terms.map((term) => {
    const found: KeyUse[] = [];
    addExpressions(found, term, 'required node affinity');
    return found;
  });
  for (const use of named.flat()) {
    const binds = named.every((others) =>
      others.some(({ key, operator }) => key === use.key && operator === use.operator),
    );
    uses.push(binds ? use : { ...use, place: 'preferred node affinity' });
  }
}

function addExpressions(uses: KeyUse[], term: unknown, place: KeyPlace): void {
  for (const { key, operator, values } of recordsAt(
    recordAt(term, 'affinity')['matchExpressions'],
    'matchExpressions',
  )) {
    addKey(uses, key, place, toText(operator), Array.isArray(values) ? values : []);
  }
}

function addKeys(
  uses: KeyUse[],
  entries: unknown,
  place: KeyPlace,
  field: string,
  isWanted: (key: string) => boolean = isKarpenterKey,
): void {
  if (entries === undefined || entries === null) return;
  const operator = place === 'node selector' ? 'In' : null;
  const map = recordAt(entries, field);
  for (const key in map) if (isWanted(key)) addKey(uses, key, place, operator, [map[key]]);
}

function addKey(
  uses: KeyUse[],
  key: unknown,
  place: KeyPlace,
  operator: string | null = null,
  values: readonly unknown[] = [],
): void {
  if (typeof key !== 'string' || !isKarpenterKey(key)) return;
  uses.push({ key, place, operator, values: values.filter((value) => typeof value === 'string') });
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
