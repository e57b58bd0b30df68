import { whereToChange, type ChangeValues, type ManagedChange } from '../../for-checks/managed-changes.ts';
import { formatManager, managerTool, type Owner } from '../../for-checks/owners.ts';
import { advice, joinAdvice, type Advice } from '../../syntax/advice.ts';
import { unwrap } from '../../syntax/markdown.ts';
import { loadTable } from '../../tables/tables.ts';
import type { Draft } from './draft.ts';
import { findProgram } from './draft-task.ts';

/** An object that a task changes, with what manages it. */
export interface ManagedObject {
  /** The object, as part of a sentence: `the node group`. */
  subject: string;
  owner: Owner;
  /** What can show its manager. */
  marks: 'tags' | 'labels' | 'tags and labels' | 'labels and annotations';
  /** Whether these were read. */
  isRead: boolean;
  /** Undefined: the table has no such change, and only the manager can be named. */
  change?: ManagedChange | undefined;
  values?: ChangeValues;
}

type Managed = NonNullable<Draft['managed']>;

/**
 * Who does a task, and what manages the objects that it changes. Without objects, `by` alone.
 * @param objects with different managers
 * @param client who does it if no manager is seen: the program of the first command, unless given
 */
export function managedFields(
  objects: readonly ManagedObject[],
  { commands }: { commands: readonly string[] },
  client = findProgram(commands),
): Pick<Draft, 'by'> & { managed?: Managed } {
  const tools = unique(objects.flatMap(({ owner }) => managerTool(owner) ?? []));
  const by = tools.length === 0 ? client : tools.join(' or ');
  if (objects.length === 0) return { by };
  const where = joinAdvice(
    objects.flatMap((one) => placeToChange(one, objects.length > 1) ?? []),
    ' ',
  );
  const isOwnProgram = by.toLowerCase() === findProgram(commands).toLowerCase();
  const managed: Managed = {
    by: unique(objects.map(({ owner }) => formatManager(owner))).join(' and '),
    source: joinAdvice(objects.map(toSource), '; ').text,
    ...(where.text === '' ? {} : { where: unwrap(where.text) }),
    commands: [...where.commands],
    bypassed: tools.length > 0 && commands.some(isChange) && !isOwnProgram,
  };
  return { by, managed };
}

/** True for a command that may change something: others bypass no manager. */
export function isChange(command: string): boolean {
  return !/^(?:kubectl (?:-n \S+ )?(?:get|describe|logs) |aws \S+ (?:describe|list|get)-)/.test(command);
}

function placeToChange({ subject, owner, change, values }: ManagedObject, isNamed: boolean): Advice | undefined {
  if (change === undefined) return undefined;
  const where = whereToChange(change, owner, loadTable('managed-changes').rows, values, isNamed ? 'within' : 'first');
  return where === undefined || !isNamed ? where : advice`${subject}: ${where}`;
}

/** What shows the manager, or why none is seen. */
function toSource({ subject, owner, marks, isRead }: ManagedObject): Advice {
  const of = advice`the ${marks} of ${subject}`;
  switch (owner.kind) {
    case 'contradicting':
      return advice`${of} name both: find out which one still manages it`;
    case 'terraform':
      return owner.assumed ? advice`the tag \`${owner.tag}\` of ${subject} suggests it` : advice`${of} name it`;
    case 'not seen':
      return isRead ? advice`${of} name none` : advice`${of} were not read`;
    case 'controller':
      return advice`the owner reference of ${subject} names it`;
    default:
      return advice`${of} name it`;
  }
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
