import { advice, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type { KarpenterKeyed, KarpenterPool, KeyUse } from '../../../src/facts/karpenter-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { ownPools } from '../../../src/karpenter/pools.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { versionUnknown } from '../../../src/subjects/karpenter-controller.ts';
import { firstFrom } from '../../../src/karpenter/versions.ts';

type Row = Tables['karpenter-legacy-labels'][number];

export default defineCheck({
  id: 'karpenter/legacy-labels',
  title: 'Labels and annotations of Karpenter that a version ignores',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Workloads speak to Karpenter by annotations and labels, and nobody says a word when it stops listening. The annotations
    \`karpenter.sh/do-not-evict\` (pods) and \`karpenter.sh/do-not-consolidate\` (nodes) are ignored from 1.0 on: pods that
    must not be interrupted are. As labels, which the documents call them, they have never had an effect. Nodes of a NodePool do not carry \`karpenter.sh/provisioner-name\`: from 0.33 on a pod that
    selects by it stays Pending (under 0.32 as soon as the Provisioner's nodes are replaced), and one that keeps off Karpenter's nodes by it (as Karpenter's own pods did) may land on them.

    Workload templates are looked at, and pods whose template does not say the same (an admission policy writes it), nodes,
    the templates of pools, and namespaces, whose labels and annotations Karpenter reads in no version. Manifests that are
    not in the cluster, and policies that write these keys, are not seen.

    What the running version ignores already is a warning: an update changes nothing about it. Karpenter's own Deployment is
    judged by the running version alone: its chart brings the keys of the next one.`,
  fix: advice`Write the new key beside the old one, and take the old one away once no version that needs it is left.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed',
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#annotations-labels-and-status-conditions',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterKeys'],
  uses: ['karpenterPools'],
  tables: ['karpenter-legacy-labels'],

  *run({ karpenterControllers, karpenterKeys, karpenterPools }, { karpenter: { versions }, tables }) {
    const rows = tables['karpenter-legacy-labels'];
    if (versions.length === 0) {
      yield* versionUnknown(karpenterControllers, 'nor which labels and annotations it ignores');
      return;
    }
    const pools = ownPools(karpenterPools ?? []).map(templateOf);
    const isController = ({ kind, namespace, name }: KarpenterKeyed) =>
      kind === 'Deployment' && karpenterControllers.some((one) => one.namespace === namespace && one.name === name);
    for (const entry of [...karpenterKeys, ...pools]) {
      yield* entryFindings(entry, isController(entry) ? versions.slice(0, 1) : versions, rows);
    }
  },
});

/** What a pool writes on its nodes, as if it were a node. */
function templateOf({ kind, name, nodeAnnotations }: KarpenterPool): KarpenterKeyed {
  const uses = Object.entries(nodeAnnotations).map(([key, value]) => ({
    key,
    place: 'annotation' as const,
    operator: null,
    values: [value],
  }));
  return { kind, namespace: null, name, pods: null, uses };
}

const isNodeLike = (kind: string): boolean => ['Node', 'NodePool', 'Provisioner'].includes(kind);

function* entryFindings(entry: KarpenterKeyed, versions: readonly string[], rows: readonly Row[]): Generator<Finding> {
  const { kind } = entry;
  if (kind === 'Namespace') {
    yield* namespaceFinding(entry, rows);
    return;
  }
  yield* labelFinding(entry);
  const on = isNodeLike(kind) ? 'node' : 'pod';
  const met = entry.uses.flatMap((use) =>
    rows.flatMap((row) => (row.on === on && isMeant(row, use, entry) ? [{ row, use }] : [])),
  );
  for (const row of new Set(met.map((one) => one.row))) {
    const uses = met.flatMap((one) => (one.row === row ? [one.use] : []));
    const at = firstFrom(versions, row.ignoredFrom);
    if (at !== undefined) yield finding(entry, row, uses, at, versions);
    else yield* whileRolling(entry, row, uses, versions);
  }
}

/**
 * A way that ends at 0.32, which reads the key and both generations of pools: the pods bind as long as the Provisioner
 * starts nodes, which is over as soon as its nodes roll.
 */
function* whileRolling(
  { kind, namespace, name, pods }: KarpenterKeyed,
  row: Row,
  uses: readonly KeyUse[],
  versions: readonly string[],
): Generator<Finding> {
  const at = row.understoodFrom === null ? undefined : firstFrom(versions, row.understoodFrom);
  if (at === undefined || row.replacement !== 'karpenter.sh/nodepool' || row.level !== 'fail') return;
  const many = pods === null ? '' : ` (${pods} ${pods === 1 ? 'pod' : 'pods'})`;
  yield {
    level: 'warn',
    rule: `${row.rule}:rolling`,
    atKarpenter: at,
    resource: { kind, ...(namespace === null ? {} : { namespace }), name },
    message: `asks for ${row.key}${many}, which nodes of a NodePool do not carry: once the Provisioner's nodes are replaced under Karpenter ${at}, its pods stay Pending`,
    evidence: uses.map((use) => evidenceOf(use, row)),
    fix: advice`Once the NodePool is there and before the Provisioner is tainted or deleted, write \`${row.replacement}\` in place of \`${row.key}\` in the ${kind === 'Pod' ? kind : `pod template of the ${kind}`}.`,
    links: [row.source],
  };
}

/** Articles call them labels, the post that announced v1beta1 among them: no version has ever read them as such. */
const onlyAnnotations = /^karpenter\.sh\/do-not-(?:evict|consolidate|disrupt)$/;

function* labelFinding({ kind, namespace, name, uses }: KarpenterKeyed): Generator<Finding> {
  const [use] = uses.filter(({ key, place }) => place === 'label' && onlyAnnotations.test(key));
  const isSaid = uses.some(({ key, place }) => place === 'annotation' && onlyAnnotations.test(key));
  if (use === undefined || isSaid) return;
  yield {
    level: 'warn',
    rule: 'label-not-annotation',
    resource: { kind, ...(namespace === null ? {} : { namespace }), name },
    message: `carries ${use.key} as a label, and Karpenter reads it as an annotation only: it has no effect`,
    evidence: [{ observed: `label ${use.key}`, required: `annotation ${use.key}` }],
    fix: advice`Write it below \`metadata.annotations\`${kind === 'Pod' ? advice`` : advice` of the pod template of the ${kind}`}, as \`karpenter.sh/do-not-disrupt: "true"\` from 0.32 on.`,
  };
}

/** A pod that also names the new key with the same operator says it in both languages. */
function isMeant(row: Row, { key, place, operator, values }: KeyUse, { uses }: KarpenterKeyed): boolean {
  if (key !== row.key || !row.places.includes(place)) return false;
  if (place === 'annotation' && values[0] !== 'true') return false;
  if (row.operators !== undefined && !row.operators.includes(operator ?? '')) return false;
  const keepsAway = operator === 'NotIn' || operator === 'DoesNotExist';
  const isTranslated = uses.some(
    (use) => use.key === row.replacement && use.place === place && use.operator === operator,
  );
  return !(isTranslated && (keepsAway || place === 'annotation' || place === 'toleration'));
}

function finding(
  { kind, namespace, name, pods }: KarpenterKeyed,
  row: Row,
  uses: readonly KeyUse[],
  at: string,
  versions: readonly string[],
): Finding {
  const isOver = at === versions[0];
  const many = pods === null ? '' : ` (${pods} ${pods === 1 ? 'pod' : 'pods'})`;
  const ignores = isOver ? `Karpenter ${at} ignores` : `from Karpenter ${at} on`;
  const places = [...new Set(uses.map(({ place }) => place))].join(', ');
  const message = isOver
    ? `${ignores} ${row.key} (${places})${many}: ${row.effect}`
    : `${ignores} ${row.key} (${places}) is ignored${many}: ${row.effect}`;
  return {
    level: isOver ? 'warn' : row.level,
    rule: row.rule,
    atKarpenter: at,
    resource: { kind, ...(namespace === null ? {} : { namespace }), name },
    message,
    evidence: uses.map((use) => evidenceOf(use, row)),
    fix: fixOf(row, versions[0] ?? at, kind),
    links: [row.source],
    ...(kind === 'Node' || kind === 'NodePool' || kind === 'Provisioner' ? { blocks: 'nodes' as const } : {}),
  };
}

function evidenceOf({ key, place, operator, values }: KeyUse, { replacement }: Row): Evidence {
  const said = [operator, values.join(', ')].filter((word) => word !== null && word !== '').join(' ');
  return {
    observed: `${place} ${key}${said === '' ? '' : ` ${said}`}`,
    required: replacement ?? 'another label',
  };
}

/** Where pods come from a template, the template is what to change. */
function fixOf({ key, replacement, understoodFrom, ignoredFrom }: Row, today: string, kind: string): Advice {
  const where = isNodeLike(kind) || kind === 'Pod' ? kind : `pod template of the ${kind}`;
  if (replacement === null)
    return advice`Select by another label in the ${where}: nothing took the place of \`${key}\`.`;
  if (understoodFrom !== null && isBelow(today, understoodFrom)) {
    return advice`Write \`${replacement}\` beside \`${key}\` in the ${where}: Karpenter ${today} knows only the old key, ${understoodFrom} and newer the new one. Take the old key away once ${ignoredFrom} or newer runs.`;
  }
  return advice`Write \`${replacement}\` in place of \`${key}\` in the ${where}.`;
}

function* namespaceFinding({ name, uses }: KarpenterKeyed, rows: readonly Row[]): Generator<Finding> {
  const legacy = uses.filter(({ key }) => rows.some((row) => row.key === key));
  const [first] = legacy;
  if (first === undefined) return;
  yield {
    level: 'warn',
    rule: 'namespace',
    resource: { kind: 'Namespace', name },
    message: `carries ${legacy.map(({ key }) => key).join(', ')}, which Karpenter reads on no namespace`,
    evidence: legacy.map(({ key, place }) => ({ observed: `${place} ${key}`, required: 'on pods, or on nodes' })),
    fix: advice`If a policy copies it to pods, let it write the new key; else take it away, and write the new one into the pod templates that need it.`,
  };
}
