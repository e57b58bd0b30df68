/** Three-valued: what depends on something undetermined is `unknown`, with the reasons. */
export type Outcome = { is: 'yes' } | { is: 'no' } | { is: 'unknown'; doubts: readonly string[] };

export const yes: Outcome = { is: 'yes' };
export const no: Outcome = { is: 'no' };

/** @param doubt what is undetermined: `the value of aws:SourceIp is unknown` */
export function unknown(...doubts: readonly string[]): Outcome {
  return { is: 'unknown', doubts };
}

/** Yes or no, for what is certain. */
export function toOutcome(holds: boolean): Outcome {
  return holds ? yes : no;
}

/** The opposite; unknown stays unknown, for the same reasons. */
export function not(outcome: Outcome): Outcome {
  if (outcome.is === 'unknown') return outcome;
  return toOutcome(outcome.is === 'no');
}

/** One yes is enough; of nothing: no. */
export function or(outcomes: readonly Outcome[]): Outcome {
  return anyFits(outcomes, (outcome) => outcome);
}

/** One no is enough; of nothing: yes. */
export function and(outcomes: readonly Outcome[]): Outcome {
  return allFit(outcomes, (outcome) => outcome);
}

/** As `or`, for items that are judged one by one: those after the first yes are not. */
export function anyFits<Item>(items: readonly Item[], fits: (item: Item) => Outcome): Outcome {
  return firstDeciding(items, fits, yes) ?? no;
}

/** As `and`, for items that are judged one by one: those after the first no are not. */
export function allFit<Item>(items: readonly Item[], fits: (item: Item) => Outcome): Outcome {
  return firstDeciding(items, fits, no) ?? yes;
}

/** The deciding outcome, else what is unknown; undefined: neither. */
function firstDeciding<Item>(
  items: readonly Item[],
  fits: (item: Item) => Outcome,
  deciding: Outcome,
): Outcome | undefined {
  const open: Outcome[] = [];
  for (const item of items) {
    const outcome = fits(item);
    if (outcome.is === deciding.is) return deciding;
    if (outcome.is === 'unknown') open.push(outcome);
  }
  return open.length === 0 ? undefined : unknown(...listDoubts(open));
}

/** The reasons of the unknown ones, each once. */
export function listDoubts(outcomes: readonly Outcome[]): readonly string[] {
  return [...new Set(outcomes.flatMap((outcome) => (outcome.is === 'unknown' ? outcome.doubts : [])))];
}
