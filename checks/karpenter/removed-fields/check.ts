import { advice } from '../../../src/syntax/advice.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import { classTwin, poolTwin } from '../../../src/karpenter/alpha-twins.ts';
import { isAlpha, reads } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { nodeClassFacts, ownObjects, poolFacts, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { versionUnknown } from '../shared/karpenter-controller.ts';
import { buildDetails, shortText } from './details.ts';
import {
  distinct,
  earliest,
  isGone,
  selectMatchingRows,
  formatName,
  resolveRule,
  formatNameWithAlias,
} from './matching-rows.ts';
import type { KarpenterObject, MatchingRow, Rule } from './matching-rows.ts';

export default defineCheck({
  id: 'karpenter/removed-fields',
  title: 'Karpenter fields that a version on the path does not support',
  short: {
    gone: 'has unsupported fields',
    moved: 'has fields that have moved',
    unset: 'required field is not set',
    version: 'Karpenter version unknown',
  },
  task: { '': 'Remove unsupported fields', moved: 'Move fields to their new place', unset: 'Set required fields' },
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Each generation of the Karpenter API removes fields and moves others. NodePool and EC2NodeClass (0.32) have no
    \`spec.provider\`, no custom launch template and no container runtime; lifetimes and consolidation are in
    \`spec.disruption\`, labels in the template. 0.32.0 and 0.32.1 support a role but no instance profile; 0.32.2
    supports either. v1 (1.0) moves the kubelet settings to the EC2NodeClass and the expiry to the template, and
    does not support Ubuntu. The conversion of 1.0 keeps fields without a new place in an annotation: 1.1.0 to
    1.5.8 exit at startup if a NodePool still has the kubelet annotation, later versions silently ignore its
    settings.

    The CRDs reject the tags by which Karpenter finds its instances (\`eks:eks-cluster-name\`,
    \`karpenter.sh/nodepool\`) in \`spec.tags\`, and so does its own validation from 1.3 on: Karpenter cannot
    launch nodes of such an EC2NodeClass.

    What the conversion changes automatically is a warning that names the new place, for the manifests in your
    repository. Provisioners and AWSNodeTemplates whose replacement exists are not judged:
    \`karpenter/alpha-resources\` compares the two.`,
  fix: advice`Move each value to the place that the finding names.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#changelog',
    'https://karpenter.sh/v1.0/upgrading/v1-migration/#before-upgrading-to-v110',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts],
  counts: ['karpenterPools', 'karpenterNodeClasses'],
  tables: ['karpenter-removed-fields', 'managed-changes'],

  *run({ karpenterControllers, ...facts }, { karpenter: { versions }, tables }) {
    const [today] = versions;
    if (today === undefined) {
      yield* versionUnknown(karpenterControllers, 'which fields its next version supports');
      return;
    }
    const objects = selectJudgedObjects(ownObjects(facts)).filter(({ kind }) => !isAlpha(kind) || reads(today, kind));
    const met = objects.map((object) => ({
      object,
      met: selectMatchingRows(object, tables['karpenter-removed-fields'], versions),
    }));
    for (const { object, met: all } of met) {
      const rules = isAlpha(object.kind) ? (['gone', 'moved', 'unset'] as const) : (['gone'] as const);
      for (const rule of rules) yield* removedFinding(object, all, rule, tables);
    }
    for (const kind of ['NodePool', 'EC2NodeClass'] as const) {
      const moved = met.filter(({ object }) => object.kind === kind);
      yield* convertedFinding(
        moved.map((one) => ({ ...one, met: one.met.filter(({ row }) => !isGone(row)) })),
        tables,
      );
    }
  },
});

/** All objects except alpha objects that have a replacement, or may have one that was not read. */
function selectJudgedObjects({ pools, nodeClasses, isRead }: OwnObjects): KarpenterObject[] {
  return [
    ...pools.filter((pool) => !isAlpha(pool.kind) || (isRead('NodePool') && poolTwin(pool, pools) === undefined)),
    ...nodeClasses.filter(
      (one) => !isAlpha(one.kind) || (isRead('EC2NodeClass') && classTwin(one, nodeClasses) === undefined),
    ),
  ];
}

type Here = Pick<Tables, 'managed-changes'>;

const verbs: Readonly<Record<Rule, string>> = {
  gone: 'does not support',
  moved: 'has in a different field',
  unset: 'requires',
};

function* removedFinding(
  object: KarpenterObject,
  all: readonly MatchingRow[],
  rule: Rule,
  tables: Here,
): Generator<Finding> {
  const met = all.filter(({ row }) => resolveRule(row) === rule);
  const worst = met.some(({ level }) => level === 'fail') ? 'fail' : 'warn';
  const at = earliest(met.filter(({ level }) => level === worst));
  if (at === undefined) return;
  const names = met.map(({ row }) => formatNameWithAlias(row)).join(', ');
  const successor = object.kind === 'Provisioner' ? 'a NodePool' : 'an EC2NodeClass';
  const place = isAlpha(object.kind) ? successor : `Karpenter ${at}`;
  yield {
    level: worst,
    rule,
    ...setFields({ short: rule === 'gone' ? shortText(met) : undefined }),
    atKarpenter: at,
    resource: { kind: object.kind, name: object.name, apiVersion: object.apiVersion },
    message: `has ${names}, which ${place} ${verbs[rule]}`,
    ...buildDetails(met, [object], tables),
  };
}

/** The finding for fields that 1.0 converts, for all objects of a kind: only manifests need the change. */
function* convertedFinding(
  all: readonly { object: KarpenterObject; met: readonly MatchingRow[] }[],
  tables: Here,
): Generator<Finding> {
  const moved = all.filter(({ met }) => met.length > 0);
  const met = distinct(moved.flatMap((one) => one.met));
  const objects = moved.map(({ object }) => object);
  const [first] = objects;
  const at = earliest(met);
  if (first === undefined || at === undefined) return;
  const { kind, name, apiVersion } = first;
  const names = met.map(({ row }) => formatName(row)).join(', ');
  yield {
    level: 'warn',
    rule: 'moved',
    atKarpenter: at,
    resource: { kind, name, apiVersion, ...(moved.length > 1 ? { note: `and ${moved.length - 1} more` } : {}) },
    message: `uses ${names}, which Karpenter ${at} moved: the API server converts the object, but not your manifests`,
    ...buildDetails(met, objects, tables),
  };
}
