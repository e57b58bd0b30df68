/** A three-valued result; `unknown` has the reasons. */
export type Outcome = { is: 'yes' } | { is: 'no' } | { is: 'unknown'; doubts: readonly string[] };

export const yes: Outcome = { is: 'yes' };
export const no: Outcome = { is: 'no' };

/** @param doubts why the result is unknown: `the value of aws:SourceIp is unknown` */
export function unknown(...doubts: readonly string[]): Outcome {
  return { is: 'unknown', doubts };
}

export function toOutcome(holds: boolean): Outcome {
  return holds ? yes : no;
}

/** Negates an outcome; unknown stays unknown, with the same reasons. */
export function not(outcome: Outcome): Outcome {
  if (outcome.is === 'unknown') return outcome;
  return toOutcome(outcome.is === 'no');
}

/** Yes if any outcome is yes; otherwise unknown if one is. No for an empty list. */
export function or(outcomes: readonly Outcome[]): Outcome {
  return anyFits(outcomes, (outcome) => outcome);
}

/** No if any outcome is no; otherwise unknown if one is. Yes for an empty list. */
export function and(outcomes: readonly Outcome[]): Outcome {
  return allFit(outcomes, (outcome) => outcome);
}

/** Like `or`, but evaluates items only until the first yes. */
export function anyFits<Item>(items: readonly Item[], fits: (item: Item) => Outcome): Outcome {
  return firstDeciding(items, fits, yes) ?? no;
}

/** Like `and`, but evaluates items only until the first no. */
export function allFit<Item>(items: readonly Item[], fits: (item: Item) => Outcome): Outcome {
  return firstDeciding(items, fits, no) ?? yes;
}

/** The deciding outcome, or else the unknown ones combined; undefined if there are neither. */
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

/** The reasons of all unknown outcomes, each once. */
export function listDoubts(outcomes: readonly Outcome[]): readonly string[] {
  return [...new Set(outcomes.flatMap((outcome) => (outcome.is === 'unknown' ? outcome.doubts : [])))];
}
