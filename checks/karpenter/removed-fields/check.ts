import { advice, joinAdvice, ofTable, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { ownPools, reads } from '../../../src/karpenter/pools.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { sh } from '../../../src/languages/shell.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { classTwin, poolTwin } from '../../../src/karpenter/alpha-twins.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { versionUnknown } from '../../../src/subjects/karpenter-controller.ts';
import { firstFrom, isWithin } from '../../../src/karpenter/versions.ts';

type Row = Tables['karpenter-removed-fields'][number];
type KarpenterObject = KarpenterPool | KarpenterNodeClass;

/** A row that an object meets, with the first version of the way that does not take what it says. */
interface Met {
  row: Row;
  at: string;
  level: 'fail' | 'warn';
}

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

    What a conversion does by itself is a warning that names the new place, for the manifests in your repository. Provisioners
    and AWSNodeTemplates whose successor exists are left out: \`karpenter/alpha-resources\` compares the two.`,
  fix: advice`Write each value to the place that the finding names.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#changelog',
    'https://karpenter.sh/v1.0/upgrading/v1-migration/#before-upgrading-to-v110',
  ],
  applies: whereInstalled,
  needs: [
    'karpenterControllers',
    'karpenterPools',
    'karpenterPoolKinds',
    'karpenterNodeClasses',
    'karpenterNodeClassKinds',
  ],
  counts: ['karpenterPools', 'karpenterNodeClasses'],
  tables: ['karpenter-removed-fields'],

  *run({ karpenterControllers, ...facts }, { karpenter: { versions }, tables }) {
    const [today] = versions;
    if (today === undefined) {
      yield* versionUnknown(karpenterControllers, 'nor which fields its next version takes');
      return;
    }
    const rows = tables['karpenter-removed-fields'];
    const met = objectsOf(facts).flatMap((object) => {
      const isLeftOver = isAlpha(object) && !reads(today, object.kind);
      return isLeftOver ? [] : [{ object, met: distinct(rows.flatMap((row) => metBy(object, row, versions))) }];
    });
    for (const { object, met: all } of met) {
      for (const rule of ['gone', 'moved', 'unset'] as const) {
        if (rule === 'gone' || isAlpha(object)) yield* findingOf(object, all, rule);
      }
    }
    for (const kind of ['NodePool', 'EC2NodeClass'] as const) {
      const moved = met.filter(({ object }) => object.kind === kind);
      yield* convertedFinding(moved.map((one) => ({ ...one, met: one.met.filter(({ row }) => !isGone(row)) })));
    }
  },
});

/** All objects but the alpha ones whose successor exists. Where those that may be one were not read, that is not known of any. */
function objectsOf({
  karpenterPools: pools,
  karpenterPoolKinds: poolKinds,
  karpenterNodeClasses: classes,
  karpenterNodeClassKinds: classKinds,
}: Pick<
  Facts,
  'karpenterPools' | 'karpenterPoolKinds' | 'karpenterNodeClasses' | 'karpenterNodeClassKinds'
>): KarpenterObject[] {
  return [
    ...ownPools(pools).filter(
      (pool) => pool.kind === 'NodePool' || (poolKinds.includes('NodePool') && poolTwin(pool, pools) === undefined),
    ),
    ...classes.filter(
      (one) =>
        one.kind === 'EC2NodeClass' || (classKinds.includes('EC2NodeClass') && classTwin(one, classes) === undefined),
    ),
  ];
}

function isAlpha({ kind }: KarpenterObject): boolean {
  return kind === 'Provisioner' || kind === 'AWSNodeTemplate';
}

/** What an update brings about fails; what is so today already is a warning, unless it keeps the running version from working. */
function metBy(object: KarpenterObject, row: Row, versions: readonly string[]): Met[] {
  if (row.kind !== object.kind || !says(object, row)) return [];
  const at = versions.find((version) => isWithin(version, row.from, row.below ?? null));
  if (at === undefined) return [];
  const failFrom =
    row.rowKind === 'field' && row.failFrom !== undefined ? firstFrom(versions, row.failFrom) : undefined;
  if (failFrom !== undefined) return [{ row, at: failFrom, level: failFrom === versions[0] ? 'warn' : 'fail' }];
  const isEndless = row.below === undefined;
  return [{ row, at, level: row.level === 'fail' && at === versions[0] && isEndless ? 'warn' : row.level }];
}

function says(object: KarpenterObject, row: Row): boolean {
  if (row.rowKind === 'annotation') {
    const value = object.annotations[row.annotation];
    return value !== undefined && (row.contains === undefined || value.includes(row.contains));
  }
  if (row.rowKind === 'value') return valueOf(object, row.field) === row.value;
  return object.fields.includes(row.field) === (row.rowKind === 'field');
}

/** The two fields whose values are asked for. */
function valueOf(object: KarpenterObject, field: string): string | null {
  if ('disruption' in object)
    return field === 'spec.disruption.consolidationPolicy' ? object.disruption.consolidationPolicy : null;
  return field === 'spec.amiFamily' && object.terms.amis.length === 0 ? object.amiFamily : null;
}

/** Nothing converts it: it has to be written anew. */
function isGone(row: Row): boolean {
  return row.level === 'fail' || (row.rowKind === 'field' && row.failFrom !== undefined);
}

function ruleOf(row: Row): Rule {
  if (row.rowKind === 'unset') return 'unset';
  return isGone(row) ? 'gone' : 'moved';
}

/** An annotation that versions take in two ways is named once, at the first of them. */
function distinct(met: readonly Met[]): Met[] {
  return met.filter((one, index) => met.findIndex(({ row }) => nameOf(row) === nameOf(one.row)) === index);
}

type Rule = 'gone' | 'moved' | 'unset';

const verbs: Readonly<Record<Rule, string>> = { gone: 'does not take', moved: 'has elsewhere', unset: 'asks for' };

function* findingOf(object: KarpenterObject, all: readonly Met[], rule: Rule): Generator<Finding> {
  const met = all.filter(({ row }) => ruleOf(row) === rule);
  const worst = met.some(({ level }) => level === 'fail') ? 'fail' : 'warn';
  const at = earliest(met.filter(({ level }) => level === worst));
  if (at === undefined) return;
  const names = met.map(({ row }) => nameOf(row)).join(', ');
  const successor = object.kind === 'Provisioner' ? 'a NodePool' : 'an EC2NodeClass';
  const place = isAlpha(object) ? successor : `Karpenter ${at}`;
  yield {
    level: worst,
    rule,
    atKarpenter: at,
    resource: { kind: object.kind, name: object.name, apiVersion: object.apiVersion },
    message: `${rule === 'unset' ? 'has' : 'says'} ${names}, which ${place} ${verbs[rule]}`,
    ...detailsOf(met, object.name),
  };
}

/** What the conversion of 1.0 does by itself, all objects of a kind together: only manifests have to follow. */
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
      required: (row.instead.split('; ')[0] ?? '').replaceAll('`', ''),
    })),
    fix: joinAdvice(
      met.map(
        ({ row }) =>
          advice`- \`${row.rowKind === 'unset' ? row.field : nameOf(row)}\`: write ${insteadOf(row.instead, name)}`,
      ),
      '\n',
    ),
    links: [...new Set(met.map(({ row }) => row.source))],
  };
}

/** What to write, as the table says, its command filled in. */
function insteadOf(instead: string, name: string): Advice {
  const found = /`kubectl annotate (\S{1,99}) NAME (\S{1,99})`/.exec(instead);
  if (found === null) return ofTable(instead);
  const [whole, kind = '', annotation = ''] = found;
  const before = ofTable(instead.slice(0, found.index));
  const after = ofTable(instead.slice(found.index + whole.length));
  return advice`${before}${sh`kubectl annotate ${kind} ${name} ${annotation}`}${after}`;
}

function earliest(met: readonly Met[]): string | undefined {
  return met.map(({ at }) => at).toSorted((a, b) => (isBelow(a, b) ? -1 : isBelow(b, a) ? 1 : 0))[0];
}

function nameOf(row: Row): string {
  if (row.rowKind === 'annotation') return row.annotation;
  if (row.rowKind === 'unset') return `no ${row.field}`;
  return row.rowKind === 'value' ? `${row.field}: ${row.value}` : row.field;
}
