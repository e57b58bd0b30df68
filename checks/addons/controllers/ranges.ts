import type { Context, Warning } from '../../../src/check.ts';
import { listUpdateCommands } from '../../../src/for-checks/component-update.ts';
import { toResource } from '../../../src/for-checks/components.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format } from '../../../src/syntax/versions.ts';
import { findStops, formatRange, type Stop } from './go-to.ts';
import { versionEvidence, nameCopy } from './copy-text.ts';
import type { Judgement } from './judge.ts';
import { breaksOn, type Range, type Versioned } from './releases.ts';

type Outside = Extract<Judgement, { is: 'outside' }>;

/** All copies outside their range are one entry: one action, in the order of the path. */
export function outsideFinding({ copy, known, range, at }: Outside, context: Context): Warning {
  const { stops, gapAt } = findStops(known, range, context);
  const [first] = stops;
  const next = first === undefined ? '' : `; ${first.range.releases} ${verb(first.range)} ${formatRange(first.range)}`;
  const deprecated = known.breaks.filter(
    (broken) => broken.effect === 'deprecated-only' && breaksOn(broken, copy.version, at ?? context.target),
  );
  return {
    level: 'warn',
    ...(at === undefined ? {} : { at }),
    rule: 'range',
    remedy: 'update-controllers',
    resource: toResource(copy),
    message: `${nameCopy(copy, known)} ${verb(range)} Kubernetes ${formatRange(range)}${next}`,
    evidence: [
      versionEvidence(copy, `a release that lists ${format(at ?? context.target)}`),
      ...deprecated.map(({ what }) => ({ observed: `${copy.version} ${what}`, source: 'table' as const })),
    ],
    fix: rangeFix(copy, known, stops, gapAt),
    links: [range.source, known.row.releases],
  };
}

function verb({ meaning }: Range): string {
  return meaning === 'supported' ? 'supports' : 'is tested with';
}

function rangeFix(
  copy: Versioned,
  { row }: Outside['known'],
  stops: readonly Stop[],
  gapAt: number | undefined,
): Advice {
  const { namespace, name } = copy;
  const goal = [
    ...stops.map(toStep),
    ...(gapAt === undefined ? [] : [`no release for ${format(gapAt)} and the next version`]),
  ];
  const title = [row.title, copy.version].join(' ').split(' ');
  const list = [
    sh`# ${title} in ${namespace}/${name}: ${goal.join(', then ').split(' ')}`,
    sh`# release notes: ${row.releases}`,
    ...listUpdateCommands(copy, { ...row.chart, version: 'newer' }, row.operator),
  ];
  return advice`Update each controller to the release shown below or a later one that lists the same Kubernetes versions,
    before the control plane reaches a version that is not listed. Read the release notes first: many projects support
    updates of one minor version at a time.\n${commands(...list)}`;
}

function toStep({ range, at }: Stop): string {
  return `${range.releases} at ${format(at)}`;
}
