import type { Context, Finding } from '../../../src/check.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { toResource } from '../../../src/for-checks/components.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { format, isBelow, isRollback } from '../../../src/syntax/versions.ts';
import type { BreakRow } from '../shared/controller-breaks.ts';
import { buildEvidence, formatSupport, nameCopy, buildNote } from './copy-text.ts';
import { findRoute, formatStops } from './go-to.ts';
import type { Judgement } from '../shared/controller-judgements.ts';

type Broken = Extract<Judgement, { is: 'broken' }>;

/** A break that is certain to stop the controller fails, unless the controller has already stopped or is scaled to 0. */
export function breakFinding(judgement: Broken, context: Context): Finding {
  const { copy, known, broken, others, outside, at, isCertain } = judgement;
  const text = broken.condition !== undefined && 'text' in broken.condition ? ` if ${broken.condition.text}` : '';
  const when = at === undefined ? `already on ${format(context.current)}` : `on ${format(at)}`;
  return {
    level: isCertain && at !== undefined && copy.replicas !== 0 ? 'fail' : 'warn',
    ...(at === undefined ? {} : { at }),
    rule: 'break',
    short: shorts[broken.effect][isPossible(broken) ? 'possible' : 'known'],
    resource: toResource(copy),
    message: `${nameCopy(copy, known)} ${broken.what} (${when}${text})`,
    evidence: [
      buildEvidence(copy, formatWithout(judgement)),
      ...others.map(({ what }) => buildNote(copy, what)),
      ...(outside === undefined ? [] : [buildNote(copy, formatSupport(outside))]),
    ],
    fix: breakFix(judgement, context),
    links: [broken.source, known.row.releases],
  };
}

/** Not certain, or dependent on what no fact shows. */
function isPossible({ certainty, condition }: BreakRow): boolean {
  return certainty === 'low' || (condition !== undefined && 'text' in condition);
}

const shorts: { [Effect in BreakRow['effect']]: { known: string; possible: string } } = {
  stops: { known: 'known to stop', possible: 'may stop' },
  degraded: { known: 'known to lose a function', possible: 'may lose a function' },
  'install-only': { known: 'its manifest can no longer be applied', possible: 'its manifest may be rejected' },
  'deprecated-only': { known: 'uses a deprecated API', possible: 'may use a deprecated API' },
  unknown: { known: 'may not work on this version', possible: 'may not work on this version' },
};

/** The first release without any of the breaks that hold on the path. */
function findWorking({ broken, others }: Broken): string | undefined {
  if (broken.below === undefined) return undefined;
  const ends = [broken, ...others].flatMap(({ below }) => below ?? []);
  return ends.reduce((highest, one) => (isBelow(highest, one) ? one : highest), broken.below);
}

function formatWithout(judgement: Broken): string {
  const working = findWorking(judgement);
  if (working !== undefined) return `${working} or later`;
  const { from } = judgement.broken;
  return from === undefined ? 'another release' : `earlier than ${from}`;
}

function breakFix(judgement: Broken, context: Context): Advice {
  const { copy, known, broken } = judgement;
  const { row } = known;
  const release = formatWithout(judgement);
  const goal =
    release === 'another release' ? advice`another release of ${row.title}` : advice`${row.title} ${release}`;
  const { stops } = findRoute(known, copy, context);
  const listed =
    stops.length === 0 ? advice`` : advice` Releases that list the versions of the path: ${formatStops(stops)}.`;
  const notes = advice`Release notes: ${row.releases}`;
  const change =
    row.operator?.namespace === copy.namespace
      ? advice`Update ${row.operator.name}, which installs it. ${notes}`
      : changeByOwner(copy, { goal, chart: { ...row.chart, version: 'newer' }, byHand: notes });
  return advice`${firstSentence(judgement, goal, context)}${listed}${untilThen(broken)} ${change}`;
}

function firstSentence(judgement: Broken, goal: Advice, context: Context): Advice {
  if (isRollback(context) && judgement.at !== undefined)
    return advice`Before you roll back the control plane, use ${goal}.`;
  const working = findWorking(judgement);
  if (working !== undefined) return advice`Update ${judgement.known.row.title} to ${working} or later.`;
  const { kubernetesBelow } = judgement.broken;
  if (kubernetesBelow === undefined) return advice`Use ${goal}.`;
  return advice`Use ${goal}, or update the control plane to ${format(kubernetesBelow)} or later, where this does not occur.`;
}

function untilThen({ condition }: BreakRow): Advice {
  if (condition === undefined || 'text' in condition) return advice``;
  if ('flag' in condition) return advice` Until then, run it without \`${condition.flag}\`.`;
  if ('owner' in condition) return advice``;
  return advice` Until then, set the environment variable \`${condition.withoutVariable}\` to avoid it.`;
}
