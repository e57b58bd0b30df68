import { useEffect, useState } from 'preact/hooks';
import { Choice } from './choice.tsx';
import { onLink } from './reveal.ts';

/** A task as it is on the page, with the tool or the program that does it. */
export interface PageTask {
  element: HTMLElement;
  by: string;
}

/** Finds the tasks of a page. */
export function tasksIn(root: ParentNode): PageTask[] {
  return [...root.querySelectorAll<HTMLElement>('.tasks > [data-by]')].map((element) => ({
    element,
    by: element.dataset['by'] ?? '',
  }));
}

/** The tools and programs that do the tasks, sorted. */
export function listDoers(tasks: readonly PageTask[]): string[] {
  return [...new Set(tasks.map(({ by }) => by))].toSorted();
}

/**
 * Shows only the tasks of one tool, or all for the empty text, and hides sections without any.
 * @returns `Showing 3 of 24 tasks.`: a filter never hides tasks without saying so
 */
export function showTasks(tasks: readonly PageTask[], wanted: string): string {
  for (const { element, by } of tasks) element.hidden = wanted !== '' && by !== wanted;
  const sections = new Set(tasks.flatMap(({ element }) => element.closest<HTMLElement>('[data-tasks]') ?? []));
  for (const section of sections) section.hidden = section.querySelector('[data-by]:not([hidden])') === null;
  const shown = tasks.filter(({ element }) => !element.hidden).length;
  return shown === tasks.length ? `Showing all ${tasks.length} tasks.` : `Showing ${shown} of ${tasks.length} tasks.`;
}

/** The filter over the tasks of the plan, by what does them. */
export function TaskFilter({ tasks }: { tasks: readonly PageTask[] }) {
  const [wanted, setWanted] = useState('');
  const [said, setSaid] = useState('');
  const apply = (next: string) => {
    setWanted(next);
    setSaid(showTasks(tasks, next));
  };
  useEffect(() => onLink({ showAll: () => apply(''), showOnly: () => undefined }), []);
  return (
    <form class="filter" role="search" aria-label="Tasks" onSubmit={(event) => event.preventDefault()}>
      <Choice name="By" all="all tasks" values={listDoers(tasks)} value={wanted} onChange={apply} />
      <p class={wanted === '' ? 'off-screen' : 'shown is-filtered'} role="status">
        {said}
      </p>
    </form>
  );
}
