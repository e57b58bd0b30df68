import { formatCount } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { formatRange } from './go-to.ts';
import type { Judgement } from './judge.ts';

/** `6 controllers judged; 9 seen, not judged (version cannot be read: Istio; ...)`. */
export function summarize(judgements: readonly Judgement[]): string {
  const unjudged = judgements.filter(({ is }) => is === 'not judged').length;
  const judged = judgements.length - unjudged;
  const names = listUnjudged(judgements);
  if (judged === 0) return `${formatCount(unjudged, 'controller')} seen, none judged${names}`;
  return `${formatCount(judged, 'controller')} judged${unjudged === 0 ? '' : `; ${unjudged} seen, not judged${names}`}`;
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

/** By reason, the controllers with their versions. */
function listUnjudged(judgements: readonly Judgement[]): string {
  const unjudged = judgements.flatMap((one) => (one.is === 'not judged' ? [one] : []));
  const reasons = [...grouped(unjudged, ({ why }) => why)].map(([why, own]) => {
    const copies = grouped(own, ({ title, copy: { version } }) => (version === null ? title : `${title} ${version}`));
    const names = [...copies].map(([name, { length }]) => (length === 1 ? name : `${name} (${length})`));
    return `${why}: ${names.join(', ')}`;
  });
  return reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
}
