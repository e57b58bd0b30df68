/** Three-valued: what hangs on something that is not told is `unknown`, with what it hangs on. */
export type Outcome = { is: 'yes' } | { is: 'no' } | { is: 'unknown'; doubts: readonly string[] };

export const yes: Outcome = { is: 'yes' };
export const no: Outcome = { is: 'no' };

/** @param doubt what could not be decided: `the value of aws:SourceIp is not told` */
export function unknown(...doubts: readonly string[]): Outcome {
  return { is: 'unknown', doubts };
}

/** Yes or no: of what is known for sure. */
export function outcomeOf(holds: boolean): Outcome {
  return holds ? yes : no;
}

/** The opposite; unknown stays so, with what it hangs on. */
export function not(outcome: Outcome): Outcome {
  if (outcome.is === 'unknown') return outcome;
  return outcomeOf(outcome.is === 'no');
}

/** One yes is enough; of nothing: no. */
export function anyOf(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.some(({ is }) => is === 'yes')) return yes;
  const doubts = doubtsOf(outcomes);
  return doubts.length === 0 ? no : unknown(...doubts);
}

/** One no is enough; of nothing: yes. */
export function allOf(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.some(({ is }) => is === 'no')) return no;
  const doubts = doubtsOf(outcomes);
  return doubts.length === 0 ? yes : unknown(...doubts);
}

/** What the unknown ones hang on, each once. */
export function doubtsOf(outcomes: readonly Outcome[]): readonly string[] {
  return [...new Set(outcomes.flatMap((outcome) => (outcome.is === 'unknown' ? outcome.doubts : [])))];
}
