import { formatFirst } from '../syntax/english.ts';
import type { Report } from './schema.ts';
import { isRollbackPath } from '../judge/direction.ts';
import { stepText } from './step-text.ts';

type After = Report['after'][number];
type Item = After['items'][number];

const namesShown = 5;

/** The heading of the tasks, with their count. */
export function afterHeading({ after, steps }: Pick<Report, 'after' | 'steps'>): string {
  return `${afterName({ steps })} (${after.length})`;
}

/** What the tasks cost, in one clause; undefined if no task says so. */
export function afterNote({ after }: Pick<Report, 'after'>): string | undefined {
  return after.find(({ note }) => note !== undefined)?.note;
}

/** The heading of the tasks; `Left to do` if the path does not update the control plane. */
export function afterName({ steps }: Pick<Report, 'steps'>): string {
  const words = afterWords({ steps });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** When the tasks are due: after an update or a rollback of the control plane, or at any time. */
export function afterWords({ steps }: Pick<Report, 'steps'>): string {
  if (isRollbackPath(steps)) return 'after the rollback';
  return steps.some(({ component }) => component === 'kubernetes') ? 'after the update' : 'left to do';
}

/** The title of a task and its step. Older reports have no title: the topic replaces it. */
export function afterTitle({ title, topic, at }: Pick<After, 'title' | 'topic' | 'at'>): string {
  const step = at === null ? '' : stepText(at);
  if (title === undefined) return `${topic}${step === '' ? '' : `, at ${step}`}`;
  return step === '' || title.endsWith(` ${step}`) ? title : `${title} (at ${step})`;
}

/** The first resources of the items; an item without a resource is represented by its message. */
export function afterNames(items: readonly Item[], most = namesShown): string {
  return formatFirst(
    items.map(({ resource, message }) => resource ?? message),
    most,
  );
}

/** An item in one line: its resource, if it has one, and its message. */
export function afterItem({ resource, message }: Item): string {
  return resource === null ? message : `${resource}: ${message}`;
}

/** A task in one line: its title, and its resources unless the title names them. */
export function afterLine(one: After, most = namesShown): string {
  const title = afterTitle(one);
  const names = afterNames(one.items, most);
  return title.includes(afterNames(one.items)) ? title : `${title}: ${names}`;
}
