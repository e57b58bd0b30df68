import { formatManager } from '../../for-checks/owners.ts';
import { advice } from '../../syntax/advice.ts';
import type { PlanDocument } from './document.ts';
import type { Task } from './draft.ts';
import { isChange } from './managed.ts';
import { tasksText } from './plan-text.ts';

/**
 * What manages the object of a task, and where to change it, in Markdown: `Terraform: the tags of the node group name
 * it. Change ...`. Omits what the task itself says; undefined if the task changes no such object.
 */
export function managedText({ managed, how: { text } }: Pick<Task, 'managed' | 'how'>): string | undefined {
  if (managed === undefined) return undefined;
  const { by, source, where, bypassed } = managed;
  const isSaid = /if nothing else manages it/i.test(text);
  const isUnseen = by === unseenManager;
  const place = where === undefined || text.includes(where) ? [] : [where];
  const unseen =
    isUnseen && !isSaid
      ? ['If a template, a module or a repository defines what this task changes, change it there first.']
      : [];
  const direct = bypassed && !isSaid ? ['Use the direct command below only if nothing else manages it.'] : [];
  return [`${isUnseen ? 'not seen' : advice`${by}`.text}: ${source}.`, ...place, ...unseen, ...direct].join(' ');
}

/**
 * `Manager not seen for tasks 2, 5 and 11: ...`, of the tasks that change an object directly; undefined if there are
 * none.
 */
export function unseenManagersText({ plan: { tasks } }: Pick<PlanDocument, 'plan'>): string | undefined {
  const unseen = tasks.filter(({ managed, kind, by, how }) =>
    managed === undefined
      ? kind === 'fix' && directClients.includes(by) && how.commands.some(isChange)
      : managed.by.includes(unseenManager),
  );
  if (unseen.length === 0) return undefined;
  const numbers = unseen.map(({ number }) => number);
  return `Manager not seen for ${tasksText(numbers)}: if a template, a module or a repository defines what the task changes, change it there first.`;
}

/** The programs of fixes that change an object directly. */
const directClients = ['aws', 'kubectl'];

const unseenManager = formatManager({ kind: 'not seen' });

/** Who does a task, after `By`. */
export function byText({ by }: Pick<Task, 'by'>): string {
  return by.replace(/^by /, '');
}
