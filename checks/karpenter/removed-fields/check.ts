import { advice, joinAdvice, ofTable, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import { classTwin, poolTwin } from '../../../src/karpenter/alpha-twins.ts';
import { isAlpha, reads } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { nodeClassFacts, ownObjects, poolFacts, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { sh } from '../../../src/languages/shell.ts';
import { versionUnknown } from '../../../src/subjects/karpenter-controller.ts';
import { distinct, earliest, isGone, metOf, nameOf, ruleOf, saidAs } from './met.ts';
import type { KarpenterObject, Met, Row, Rule } from './met.ts';

export default defineCheck({
  id: 'karpenter/removed-fields',
  title: "Fields of Karpenter's objects that a version does not take",
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Each generation of Karpenter's API drops fields and moves others. NodePool and EC2NodeClass (0.32) have no
    \`spec.provider\`, no launch template of one's own and no container runtime; lifetimes and consolidation stand in
    \`spec.disruption\`, labels in the template. 0.32.0 and 0.32.1 take a role and no instance profile; 0.32.2 takes either. v1
    (1.0) moves the kubelet's settings to the EC2NodeClass and the expiry into the template, and knows no Ubuntu. The
    conversion of 1.0 keeps what has no place in an annotation: 1.1.0 to 1.5.8 end at their start where a NodePool still
    carries the one for the kubelet, later versions leave its settings out without a word.

    Tags by which Karpenter knows its instances (\`eks:eks-cluster-name\`, \`karpenter.sh/nodepool\`) are refused in \`spec.tags\`
    by the CRDs, and from 1.3 on by its own validation: no node of such an EC2NodeClass starts.

    What a conversion does by itself is a warning that names the new place, for the manifests in your repository. Provisioners
    and AWSNodeTemplates whose successor exists are left out: \`karpenter/alpha-resources\` compares the two.`,
  fix: advice`Write each value to the place that the finding names.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#changelog',
    'https://karpenter.sh/v1.0/upgrading/v1-migration/#before-upgrading-to-v110',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts],
  counts: ['karpenterPools', 'karpenterNodeClasses'],
  tables: ['karpenter-removed-fields'],

  *run({ karpenterControllers, ...facts }, { karpenter: { versions }, tables }) {
    const [today] = versions;
    if (today === undefined) {
      yield* versionUnknown(karpenterControllers, 'nor which fields its next version takes');
      return;
    }
    const objects = judgedOf(ownObjects(facts)).filter(({ kind }) => !isAlpha(kind) || reads(today, kind));
    const met = objects.map((object) => ({ object, met: metOf(object, tables['karpenter-removed-fields'], versions) }));
    for (const { object, met: all } of met) {
      const rules = isAlpha(object.kind) ? (['gone', 'moved', 'unset'] as const) : (['gone'] as const);
      for (const rule of rules) yield* removedFinding(object, all, rule);
    }
    for (const kind of ['NodePool', 'EC2NodeClass'] as const) {
      const moved = met.filter(({ object }) => object.kind === kind);
      yield* convertedFinding(moved.map((one) => ({ ...one, met: one.met.filter(({ row }) => !isGone(row)) })));
    }
  },
});

/** All objects except alpha objects that have a successor, or may have one that was not read. */
function judgedOf({ pools, nodeClasses, isRead }: OwnObjects): KarpenterObject[] {
  return [
    ...pools.filter((pool) => !isAlpha(pool.kind) || (isRead('NodePool') && poolTwin(pool, pools) === undefined)),
    ...nodeClasses.filter(
      (one) => !isAlpha(one.kind) || (isRead('EC2NodeClass') && classTwin(one, nodeClasses) === undefined),
    ),
  ];
}

const verbs: Readonly<Record<Rule, string>> = { gone: 'does not take', moved: 'has elsewhere', unset: 'asks for' };

function* removedFinding(object: KarpenterObject, all: readonly Met[], rule: Rule): Generator<Finding> {
  const met = all.filter(({ row }) => ruleOf(row) === rule);
  const worst = met.some(({ level }) => level === 'fail') ? 'fail' : 'warn';
  const at = earliest(met.filter(({ level }) => level === worst));
  if (at === undefined) return;
  const names = met.map(({ row }) => saidAs(row)).join(', ');
  const successor = object.kind === 'Provisioner' ? 'a NodePool' : 'an EC2NodeClass';
  const place = isAlpha(object.kind) ? successor : `Karpenter ${at}`;
  yield {
    level: worst,
    rule,
    atKarpenter: at,
    resource: { kind: object.kind, name: object.name, apiVersion: object.apiVersion },
    message: `${rule === 'unset' ? 'has' : 'says'} ${names}, which ${place} ${verbs[rule]}`,
    ...detailsOf(met, object.name),
  };
}

/**
 * What the conversion of 1.0 does itself, with all objects of a kind in one finding: only manifests need the change.
 */
function* convertedFinding(all: readonly { object: KarpenterObject; met: readonly Met[] }[]): Generator<Finding> {
  const moved = all.filter(({ met }) => met.length > 0);
  const met = distinct(moved.flatMap((one) => one.met));
  const [first] = moved;
  const at = earliest(met);
  if (first === undefined || at === undefined) return;
  const { kind, name, apiVersion } = first.object;
  const names = met.map(({ row }) => nameOf(row)).join(', ');
  yield {
    level: 'warn',
    rule: 'moved',
    atKarpenter: at,
    resource: { kind, name, apiVersion, ...(moved.length > 1 ? { note: `and ${moved.length - 1} more` } : {}) },
    message: `says ${names}, which Karpenter ${at} has elsewhere: the API server converts the object, and no manifest`,
    ...detailsOf(met, name),
  };
}

/** @param name the object's, for the commands of the table */
function detailsOf(met: readonly Met[], name: string): Pick<Finding, 'evidence' | 'fix' | 'links'> {
  return {
    evidence: met.map(({ row }) => ({
      observed: nameOf(row),
      required: row.instead.replaceAll('`', ''),
    })),
    fix: joinAdvice(
      met.map(
        ({ row }) => advice`- \`${row.rowKind === 'unset' ? row.field : nameOf(row)}\`: write ${insteadOf(row, name)}`,
      ),
      '\n',
    ),
    links: [...new Set(met.map(({ row }) => row.source))],
  };
}

/** What to write, from the table, with its command filled in. */
function insteadOf({ instead, afterwards, takeAway }: Row, name: string): Advice {
  if (afterwards === undefined) return ofTable(instead);
  const words = ofTable(`${instead}; ${afterwards}`);
  if (takeAway === undefined) return words;
  const { from, annotation, because } = takeAway;
  const command = sh`kubectl annotate ${from} ${name} ${`${annotation}-`}`;
  return because === undefined ? advice`${words}: ${command}` : advice`${words} (${command}): ${ofTable(because)}`;
}
