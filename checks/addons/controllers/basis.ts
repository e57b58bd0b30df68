import { formatCount } from '../../../src/syntax/english.ts';
import { formatRange } from './go-to.ts';
import type { Judgement } from './judge.ts';

/** `6 controllers judged; 9 seen, not judged`. */
export function summarise(judgements: readonly Judgement[]): string {
  const unjudged = judgements.filter(({ is }) => is === 'not judged').length;
  const judged = judgements.length - unjudged;
  if (judged === 0) return `${formatCount(unjudged, 'controller')} seen, none judged${listUnjudged(judgements)}`;
  const rest = unjudged === 0 ? '' : `; ${unjudged} seen, not judged${listUnjudged(judgements)}`;
  return `${formatCount(judged, 'controller')} judged${rest}`;
}

/** What the result rests on: what was judged, what was only tested with other versions, and what was not judged. */
export function describeBasis(judgements: readonly Judgement[]): string {
  const untested = judgements.flatMap((one) =>
    one.is === 'untested' ? [`${one.known.row.title} ${one.copy.version} (${formatRange(one.range)})`] : [],
  );
  const tested =
    untested.length === 0
      ? ''
      : `; tested with other versions, which is no limit: ${[...new Set(untested)].join(', ')}`;
  return `${summarise(judgements)}${tested}`;
}

/** Each controller with the reason, once for several copies. */
function listUnjudged(judgements: readonly Judgement[]): string {
  const texts = judgements.flatMap((one) =>
    one.is === 'not judged'
      ? [`${one.title}${one.copy.version === null ? '' : ` ${one.copy.version}`}, ${one.why}`]
      : [],
  );
  return ` (${[...new Set(texts)].join('; ')})`;
}
