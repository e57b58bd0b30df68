import { formatCount } from '../../../src/syntax/english.ts';
import { formatRange } from './go-to.ts';
import { isUnjudged, type Judgement } from '../shared/controller-judgements.ts';

/** `6 controllers judged; 9 not judged: see controllers-unjudged`. */
export function summarize(judgements: readonly Judgement[]): string {
  const unjudged = judgements.filter(isUnjudged).length;
  const judged = judgements.length - unjudged;
  const see = ': see controllers-unjudged';
  if (judged === 0) return `${formatCount(unjudged, 'controller')} seen, none judged${see}`;
  const others = unjudged === 0 ? '' : `; ${unjudged} not judged${see}`;
  return `${formatCount(judged, 'controller')} judged${others}`;
}

/** How many copies were judged, and which of them are outside their range without a warning. */
export function describeBasis(judgements: readonly Judgement[]): string {
  const untested = listRanges(judgements, 'untested');
  const tooOld = listRanges(judgements, 'too old');
  return [
    summarize(judgements),
    ...(untested === '' ? [] : [`no warning for releases that are tested only with other versions: ${untested}`]),
    ...(tooOld === '' ? [] : [`too old before and after the rollback: ${tooOld}`]),
  ].join('; ');
}

/** `KEDA 2.16.1 (1.29 to 1.31)`. */
function listRanges(judgements: readonly Judgement[], kind: 'untested' | 'too old'): string {
  const names = judgements.flatMap((one) =>
    (one.is === 'untested' || one.is === 'too old') && one.is === kind
      ? [`${one.known.row.title} ${one.copy.version} (${formatRange(one.range)})`]
      : [],
  );
  return [...new Set(names)].join(', ');
}
