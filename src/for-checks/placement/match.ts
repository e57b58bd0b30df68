import type { NodeRequirement, Placement } from '../../facts/pod-templates.ts';
import { meets } from './label-domain.ts';
import type { LabelDomain, Match, Miss, NodeShape } from './node-shape.ts';
import { isUsable } from './requirement.ts';
import { isFiltering, tolerates, toleratesAll, type Toleration } from './tolerations.ts';

type Where = 'nodeSelector' | 'nodeAffinity';
type Term = NonNullable<Placement['terms']>[number];

/** A requirement with the place where the template has it. */
interface Located extends NodeRequirement {
  in: Where;
}

/** What a set of requirements, all of which must hold, lacks on a node. */
interface Lacks {
  missing: readonly Miss[];
  unknown: readonly Miss[];
}

/**
 * Whether some node of a shape satisfies a pod template, as kube-scheduler's filters NodeAffinity and TaintToleration
 * decide it. Source: GetRequiredNodeAffinity and FindMatchingUntoleratedTaint of k8s.io/component-helpers
 */
export function matchPlacement(placement: Placement, shape: NodeShape): Match {
  const { tolerations = [] } = placement;
  const taints = judgeTaints(tolerations, shape);
  const labels = judgeLabels(placement, shape);
  const missing = [...labels.missing, ...taints.missing];
  if (missing.length > 0) return { is: 'misses', by: missing };
  const unknown = [...labels.unknown, ...taints.unknown];
  if (unknown.length > 0) return { is: 'unknown', why: explain(shape, labels), by: unknown };
  if (shape.otherTaints !== undefined && !toleratesAll(tolerations))
    return { is: 'unknown', why: shape.otherTaints, by: [] };
  return { is: 'matches' };
}

function explain({ labels, otherLabels }: NodeShape, { unknown }: Lacks): string {
  const isUnread = unknown.some((one) => one.is === 'label' && !labels.has(one.key));
  if (isUnread && otherLabels !== 'absent') return otherLabels.unknown;
  if (unknown.length > 0) return 'this version does not know the operator of the requirement';
  return 'this version does not compare the taint with the toleration';
}

/** The node selector and one of the terms must hold. */
function judgeLabels({ nodeSelector = {}, terms }: Placement, shape: NodeShape): Lacks {
  const selected = Object.entries(nodeSelector).map(([key, value]): Located => ({
    in: 'nodeSelector',
    key,
    operator: 'In',
    values: [value],
  }));
  if (terms === undefined) return judgeAll(selected, shape);
  const judged = terms.filter(isFilled).map((term) => judgeTerm(term, selected, shape));
  if (judged.length > 0) return findBest(judged);
  return { missing: [...judgeAll(selected, shape).missing, emptyTerms], unknown: [] };
}

/** A term without requirements matches no node. */
function isFilled({ labels, fields }: Term): boolean {
  return labels.length > 0 || fields.length > 0;
}

/** What no node satisfies: an affinity without a term that has requirements. */
const emptyTerms: Miss = { is: 'label', in: 'nodeAffinity', key: 'nodeSelectorTerms', operator: 'In', values: [] };

function judgeTerm({ labels, fields }: Term, selected: readonly Located[], shape: NodeShape): Lacks {
  const own = labels.map((one): Located => ({ ...one, in: 'nodeAffinity' }));
  const usable = own.filter((one) => isUsable(one) === true);
  const lacks = judgeAll([...selected, ...usable], shape);
  const named = fields.filter((field) => !isMetByNewNode(field));
  return {
    missing: [
      ...lacks.missing,
      ...own.filter((one) => isUsable(one) === false).map(toMiss),
      ...named.map((one) => toMiss({ ...one, in: 'nodeAffinity' })),
    ],
    unknown: [...lacks.unknown, ...own.filter((one) => isUsable(one) === undefined).map(toMiss)],
  };
}

/** A field has one value, and the name of a new node is not the one that it has. */
function isMetByNewNode({ operator, values }: NodeRequirement): boolean {
  return operator === 'NotIn' && values.length === 1;
}

/** One that holds, else one that may, else the one with the fewest misses; of several, the first. */
function findBest(judged: readonly Lacks[]): Lacks {
  const holds = judged.find(({ missing, unknown }) => missing.length === 0 && unknown.length === 0);
  const [best = nothing] = judged.toSorted((a, b) => a.missing.length - b.missing.length);
  return holds ?? best;
}

const nothing: Lacks = { missing: [], unknown: [] };

/** Requirements for one label are judged together: one value must satisfy all of them. */
function judgeAll(requirements: readonly Located[], { labels, otherLabels }: NodeShape): Lacks {
  const missing: Miss[] = [];
  const unknown: Miss[] = [];
  for (const key of new Set(requirements.map((one) => one.key))) {
    const own = requirements.filter((one) => one.key === key);
    const known: LabelDomain | undefined = labels.get(key) ?? (otherLabels === 'absent' ? never : undefined);
    const domain = known ?? anything;
    if (!meets(domain, own)) missing.push(...failing(domain, own).map(toMiss));
    else if (known === undefined) unknown.push(...own.map(toMiss));
  }
  return { missing, unknown };
}

const never: LabelDomain = { values: [], orAbsent: true };
/** Requirements for an unknown label can still contradict each other. */
const anything: LabelDomain = { values: 'any', orAbsent: true };

/** Those that fail alone; all of them if only their combination fails. */
function failing(domain: LabelDomain, requirements: readonly Located[]): readonly Located[] {
  const alone = requirements.filter((one) => !meets(domain, [one]));
  return alone.length === 0 ? requirements : alone;
}

function toMiss({ in: where, key, operator, values }: Located): Miss {
  return { is: 'label', in: where, key, operator, values };
}

function judgeTaints(tolerations: readonly Toleration[], { taints }: NodeShape): Lacks {
  const missing: Miss[] = [];
  const unknown: Miss[] = [];
  for (const taint of taints.filter(isFiltering)) {
    const fits = tolerations.map((one) => tolerates(one, taint));
    if (fits.includes(true)) continue;
    (fits.includes(undefined) ? unknown : missing).push({ is: 'taint', taint });
  }
  return { missing, unknown };
}
