import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterKeyed, KeyUse } from '../../../src/facts/karpenter-keys.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { ownObjects } from '../../../src/karpenter/own-objects.ts';
import { firstFrom } from '../../../src/karpenter/version-range.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { versionUnknown } from '../shared/karpenter-controller.ts';
import { byOwner } from '../../../src/for-checks/node-owners.ts';
import { deprecatedFinding, ignoredFinding, isNodeLike, whileRolling, type Keyed, type Row } from './ignored.ts';
import { labelFinding, namespaceFinding } from './never-read.ts';
import { notYetRead } from './not-yet-read.ts';

/** The problem of a finding, by its rule. */
const problems = {
  'do-not-evict': 'do-not-evict is ignored',
  'do-not-evict:deprecated': 'do-not-evict is deprecated',
  'do-not-evict:not-yet-read': 'do-not-disrupt is not read yet',
  'do-not-consolidate': 'do-not-consolidate is ignored',
  'do-not-consolidate:deprecated': 'do-not-consolidate is deprecated',
  'do-not-consolidate:not-yet-read': 'do-not-disrupt is not read yet',
  'provisioner-selected': 'requires the label provisioner-name',
  'provisioner-selected:rolling': 'pods stay Pending after the migration',
  'provisioner-topology': 'topology key is provisioner-name',
  'provisioner-topology:rolling': 'pods stay Pending after the migration',
  'provisioner-avoided': 'may run on nodes of a NodePool',
  'provisioner-preferred': 'provisioner-name has no effect',
  'instance-pods': 'requires a label that no node has',
  'disruption-toleration': 'does not tolerate the disruption taint',
  'label-not-annotation': 'label must be an annotation',
  namespace: 'key has no effect on a namespace',
  version: 'Karpenter version unknown',
};

export default defineCheck({
  id: 'karpenter/legacy-labels',
  title: 'Karpenter labels and annotations that a version on the path ignores',
  short: problems,
  task: 'Replace labels that Karpenter ignores',
  severity: 'fail',
  blocks: 'workloads',
  alsoBlocks: ['nodes'],
  phase: 'before',
  why: `Workloads control Karpenter with annotations and labels, and Karpenter silently ignores those that it no
    longer supports. The annotations \`karpenter.sh/do-not-evict\` (pods) and \`karpenter.sh/do-not-consolidate\`
    (nodes) are deprecated from 0.32 on and ignored from 1.0 on: Karpenter then interrupts the pods that they
    protect. Karpenter reads their successor \`karpenter.sh/do-not-disrupt\` on nodes from 0.30 on and on pods from 0.31
    on; in earlier versions, it protects nothing by itself. As labels, as the documentation calls them, they never had
    an effect. Nodes of a NodePool do not have the label \`karpenter.sh/provisioner-name\`: from 0.33 on, a pod that
    selects nodes by it stays Pending (with 0.32, as soon as the nodes of the Provisioner are replaced), and a pod that
    avoids Karpenter nodes by it (as the Karpenter pods did) may be scheduled on them.

    The check judges workload templates, pods whose template does not contain the key (an admission policy adds it),
    nodes, the templates of pools, and namespaces, whose labels and annotations no Karpenter version reads. It does
    not see manifests outside the cluster, or policies that add these keys.

    A key that the running version already ignores is a warning: an update does not change it. The Karpenter
    Deployment itself is only judged by the running version: its chart contains the keys of the next one.`,
  fix: advice`Add the new key beside the old one, and remove the old key once no version that needs it runs.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed',
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#annotations-labels-and-status-conditions',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterKeys'],
  uses: ['karpenterPools', 'nodes'],
  tables: ['karpenter-legacy-labels'],

  *run({ karpenterControllers, karpenterKeys, karpenterPools, nodes = [] }, { karpenter: { versions }, tables }) {
    const rows = tables['karpenter-legacy-labels'];
    if (versions.length === 0) {
      yield* versionUnknown(karpenterControllers, 'which labels and annotations it ignores');
      return;
    }
    const { pools } = ownObjects({ karpenterPools });
    const isController = ({ kind, namespace, name }: KarpenterKeyed) =>
      kind === 'Deployment' && karpenterControllers.some((one) => one.namespace === namespace && one.name === name);
    const owners = new Map(byOwner(nodes, [], ({ name }) => name).map(({ trait, resource }) => [trait, resource]));
    const keyed = karpenterKeys.map((entry): Keyed =>
      entry.kind === 'Node' ? { ...entry, owner: owners.get(entry.name) } : entry,
    );
    for (const entry of [...keyed, ...pools.map(toKeyedTemplate)]) {
      yield* entryFindings(entry, isController(entry) ? versions.slice(0, 1) : versions, rows);
    }
  },
});

/** The annotations that a pool sets on its nodes, in the same form as those of other objects. */
function toKeyedTemplate({ kind, name, nodeAnnotations }: KarpenterPool): KarpenterKeyed {
  const uses = Object.entries(nodeAnnotations).map(([key, value]) => ({
    key,
    place: 'annotation' as const,
    operator: null,
    values: [value],
  }));
  return { kind, namespace: null, name, pods: null, uses };
}

function* entryFindings(entry: Keyed, versions: readonly string[], rows: readonly Row[]): Generator<Finding> {
  const { kind } = entry;
  if (kind === 'Namespace') {
    yield* namespaceFinding(entry, rows);
    return;
  }
  yield* labelFinding(entry);
  const [today] = versions;
  if (today !== undefined) yield* notYetRead(entry, rows, today);
  const on = isNodeLike(kind) ? 'node' : 'pod';
  const met = entry.uses.flatMap((use) =>
    rows.flatMap((row) => (row.on === on && isMeant(row, use, entry) ? [{ row, use }] : [])),
  );
  for (const [row, all] of grouped(met, (one) => one.row)) {
    const uses = all.map(({ use }) => use);
    const at = firstFrom(versions, row.ignoredFrom);
    if (at !== undefined) yield ignoredFinding(entry, row, uses, at, versions);
    else {
      yield* whileRolling(entry, row, uses, versions);
      yield* deprecatedFinding(entry, row, uses, versions);
    }
  }
}

/**
 * True if the use matches the row, unless the object also has the new key with the same effect: as an annotation, as a
 * toleration, or with an operator that avoids nodes.
 */
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
