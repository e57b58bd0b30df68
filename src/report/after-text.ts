import { formatFirst } from '../syntax/english.ts';
import type { Report } from './schema.ts';
import { stepText } from './step-text.ts';

type After = Report['after'][number];
type Item = After['items'][number];

const namesShown = 5;

/** The heading of the tasks; `Left to do` if the path does not update the control plane. */
export function afterHeading({ after, steps }: Pick<Report, 'after' | 'steps'>): string {
  const isUpdate = steps.some(({ component }) => component === 'kubernetes');
  return `${isUpdate ? 'After the update' : 'Left to do'} (${after.length})`;
}

/** The title of a task: its topic, and the step that it follows. */
export function afterTitle({ topic, at }: Pick<After, 'topic' | 'at'>): string {
  return `${topic}${at === null ? '' : `, at ${stepText(at)}`}`;
}

/** The resources of a task, shortened; an item without one shows its message. */
export function afterNames(items: readonly Item[]): string {
  return formatFirst(
    items.map(({ resource, message }) => resource ?? message),
    namesShown,
  );
}

/** A resource, and what to do about it. */
export function afterItem({ resource, message }: Item): string {
  return resource === null ? message : `${resource}: ${message}`;
}
