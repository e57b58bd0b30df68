import { nodeBoundLabels, type DrainTraits } from '../../facts/drain-traits.ts';
import { isMoment } from '../../facts/public-texts.ts';
import { presentText } from '../require-field.ts';
import type { PodRead } from './read-fields.ts';
import { createLabelMatcher, type Labels } from '../../syntax/label-selector.ts';

type Spec = NonNullable<PodRead['spec']>;

/** Traits of a pod without its name. */
export type Traits = Omit<DrainTraits, 'namespace' | 'name'>;

const defaultGraceSeconds = 30;
const doNotDisrupt = 'karpenter.sh/do-not-disrupt';
/** Names of volumes without data: Argo CD and many charts have them for a read-only root file system. */
const withoutData = /(?:^|-)(?:tmp|temp|cache|scratch|run|home|sockets?|empty-dir)(?:-|$)/;
const duration = /^(?:\d{1,9}(?:\.\d{1,9})?(?:h|ms|m|s|us|ns)){1,6}$/;

/**
 * The traits of a pod that matter when its node is drained; undefined if it has none, or if a drain ignores it.
 * @param kind the kind of its controller; undefined if it has none
 */
export function findDrainTraits({ metadata, spec, status }: PodRead, kind: string | undefined): Traits | undefined {
  if (kind === 'DaemonSet' || kind === 'Node' || spec === undefined) return undefined;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return undefined;
  const annotation = readAnnotation(metadata?.annotations?.[doNotDisrupt]);
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  // The fact is JSON text as the API server returns it: client-node's type promises a Date, which no list holds.
  const since = String(ready?.lastTransitionTime ?? '');
  const traits: Traits = {};
  if (spec.tolerations?.some(toleratesEverything) === true) traits.toleratesEveryTaint = true;
  if ((spec.terminationGracePeriodSeconds ?? 0) > defaultGraceSeconds)
    traits.graceSeconds = spec.terminationGracePeriodSeconds ?? 0;
  if (annotation === 'true' || (annotation !== undefined && duration.test(annotation)))
    traits.doNotDisrupt = annotation;
  setLists(traits, spec, kind, metadata?.labels ?? {});
  if (ready !== undefined && ready.status !== 'True' && isMoment(since)) traits.notReadySince = since;
  if (status?.containerStatuses?.some(({ state }) => state?.waiting?.reason === 'CrashLoopBackOff') === true)
    traits.crashLoop = true;
  for (const _ in traits) return traits;
  return undefined;
}

function readAnnotation(value: unknown): string | undefined {
  return value === undefined ? undefined : presentText(value, `annotation ${doNotDisrupt}`);
}

function setLists(traits: Traits, spec: Spec, kind: string | undefined, labels: Labels): void {
  const { volumes, containers, affinity, topologySpreadConstraints: constraints } = spec;
  const lists = {
    claims: collected(volumes, ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName),
    emptyDirs: kind === 'StatefulSet' ? collected(volumes, dataOnDisk) : undefined,
    hostPorts: collected(containers, ({ ports }) => collected(ports, ({ hostPort }) => hostPort || undefined))?.flat(),
    apartBy: affinity === undefined ? undefined : listApartBy(affinity, labels),
    spreadBy: collected(constraints, ({ whenUnsatisfiable: when, topologyKey }) =>
      when === 'DoNotSchedule' ? topologyKey : undefined,
    ),
    boundTo: collected(nodeBoundLabels, (label) => (isRequired(label, spec) ? label : undefined)),
  };
  for (const [trait, found] of Object.entries(lists))
    if (found !== undefined) Object.assign(traits, { [trait]: found });
}

/** What `pick` returns of the items; undefined if that is nothing. Builds no list for the many pods without a trait. */
function collected<Item, Picked>(
  items: readonly Item[] | null | undefined,
  pick: (item: Item) => Picked | undefined,
): Picked[] | undefined {
  let found: Picked[] | undefined;
  for (const item of items ?? []) {
    const picked = pick(item);
    if (picked !== undefined) (found ??= []).push(picked);
  }
  return found;
}

function dataOnDisk({ name, emptyDir }: NonNullable<Spec['volumes']>[number]): string | undefined {
  return emptyDir == null || emptyDir.medium === 'Memory' || withoutData.test(name) ? undefined : name;
}

/** Source: ToleratesTaint of k8s.io/api: no key with Exists matches every key, no effect matches every effect. */
function toleratesEverything({ key, operator, effect }: NonNullable<Spec['tolerations']>[number]): boolean {
  return !key && operator === 'Exists' && (!effect || effect === 'NoSchedule');
}

function listApartBy({ podAntiAffinity }: NonNullable<Spec['affinity']>, labels: Labels): string[] | undefined {
  return collected(
    podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution,
    ({ labelSelector, topologyKey }) => {
      if (labelSelector === undefined) return undefined;
      const expressions = labelSelector.matchExpressions ?? [];
      const selects = createLabelMatcher({
        matchLabels: labelSelector.matchLabels ?? {},
        matchExpressions: expressions.map(({ values, ...one }) => ({ ...one, values: values ?? [] })),
      });
      return selects(labels) ? topologyKey : undefined;
    },
  );
}

/** True if the pod runs only where the label has certain values; terms are ORed. */
function isRequired(label: string, { nodeSelector, affinity }: Spec): boolean {
  if (nodeSelector?.[label] !== undefined) return true;
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return (
    terms.length > 0 &&
    terms.every(({ matchExpressions = [] }) =>
      matchExpressions.some(({ key, operator }) => key === label && operator === 'In'),
    )
  );
}
