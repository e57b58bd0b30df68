import { formatFirst } from '../syntax/english.ts';
import type { Report } from './schema.ts';
import { stepText } from './step-text.ts';

type After = Report['after'][number];
type Item = After['items'][number];

const namesShown = 5;

/** The heading over it: where only Karpenter moves, or nothing, no update of the control plane comes before it. */
export function afterHeading({ after, steps }: Pick<Report, 'after' | 'steps'>): string {
  const isUpdate = steps.some(({ component }) => component === 'kubernetes');
  return `${isUpdate ? 'After the update' : 'Left to do'} (${after.length})`;
}

/** What is to be done after the update, and after which step. */
export function afterTitle({ topic, at }: Pick<After, 'topic' | 'at'>): string {
  return `${topic}${at === null ? '' : `, at ${stepText(at)}`}`;
}

/** The resources alone; what has none says what is the matter. */
export function afterNames(items: readonly Item[]): string {
  return formatFirst(
    items.map(({ resource, message }) => resource ?? message),
    namesShown,
  );
}

/** A resource, and what is to be done about it. */
export function afterItem({ resource, message }: Item): string {
  return resource === null ? message : `${resource}: ${message}`;
}
