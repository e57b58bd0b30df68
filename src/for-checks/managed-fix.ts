import { advice, splitAtBlock, type Advice } from '../syntax/advice.ts';
import { forCount } from '../syntax/english.ts';
import { setFields } from '../syntax/set-fields.ts';
import { describeChange, type ManagedChange, type ManagedObjectChange } from './managed-changes.ts';
import { resolveOwner, type Owned, type Owner } from './owners.ts';
import type { TaggedOwner } from './tag-owners.ts';

/** An object that a fix changes. */
export interface Managed extends ManagedObjectChange {
  /** What shows its manager. Undefined: it was not read. */
  of: Owned | undefined;
  /** True for the only object of its kind, such as the cluster: the stack and the logical ID are named, too. */
  isOnly?: boolean;
}

/**
 * A fix that says where the object is managed before its first block of commands. Fixes of objects with the same manager
 * keep the same text, so that reports show them as one entry: for this, `subject` must not name the object. Returns the
 * fix unchanged if no manager was seen.
 */
export function behindManager(fix: Advice, managed: Managed): Advice {
  const where = whereManaged(managed);
  return where === undefined ? fix : behindSentence(fix, where);
}

/** A fix with a sentence about a manager before its first block of commands, which are only for an object without one. */
export function behindSentence(fix: Advice, where: Advice): Advice {
  const { prose, rest } = splitAtBlock(fix);
  const goal = prose.text === '' ? where : advice`${prose} ${where}`;
  if (rest === undefined) return goal;
  const count = rest.commands.length;
  const last =
    count === 0
      ? advice`If nothing else manages it:`
      : advice`The direct ${forCount(count, 'command', 'commands')}, if nothing else manages it:`;
  return advice`${goal}\n${last}\n${rest}`;
}

/**
 * {@link behindManager} for a fix whose commands do not change the object: they only show it, or replace what it made.
 */
export function besideManager(fix: Advice, managed: Managed): Advice {
  const where = whereManaged(managed);
  return where === undefined ? fix : insertBeforeBlock(fix, where);
}

/** A fix with a sentence before its first block of commands, or else at its end. */
export function insertBeforeBlock(fix: Advice, sentence: Advice): Advice {
  const { prose, rest } = splitAtBlock(fix);
  const before = prose.text === '' ? sentence : advice`${prose} ${sentence}`;
  return rest === undefined ? before : advice`${before}\n${rest}`;
}

/**
 * Where to change a role permanently, before a command that changes it immediately: the last sentence before the command.
 */
export function roleFirst(
  tags: Readonly<Record<string, string>> | undefined,
  change: ManagedChange,
  rows: ManagedObjectChange['rows'],
): Advice {
  const where = whereManaged({ of: { tags }, subject: 'the role', change, rows });
  return where === undefined ? roleByHand : advice`${where}\nIf nothing else manages it:`;
}

/** What comes before a command that changes a role whose manager was not seen. */
export const roleByHand = advice`If infrastructure as code created the role, change it there first.`;

/** What manages an object, and where to change it there; undefined if no manager was seen. */
export function whereManaged({ of, isOnly, ...changed }: Managed): Advice | undefined {
  const found = resolveOwner(of ?? {});
  const owner = isOnly === true ? found : toSharedOwner(found);
  return owner.kind === 'not seen' ? undefined : describeChange(owner, changed);
}

/** An owner without what names only one of its objects: the stack of an eksctl node group, a logical ID. */
export function toSharedOwner(owner: Owner): Owner {
  switch (owner.kind) {
    case 'contradicting': {
      const [first, second] = owner.owners;
      return { kind: 'contradicting', owners: [toSharedTagged(first), toSharedTagged(second)] };
    }
    case 'helm':
    case 'gitops':
    case 'eks-addon':
    case 'controller':
    case 'not seen':
      return owner;
    default:
      return toSharedTagged(owner);
  }
}

function toSharedTagged(owner: TaggedOwner): TaggedOwner {
  switch (owner.kind) {
    case 'eksctl':
      return { kind: 'eksctl', ...setFields({ cluster: owner.cluster }) };
    case 'cloudformation':
      return { kind: 'cloudformation', stack: owner.stack };
    case 'cdk':
      return { kind: 'cdk', ...setFields({ stack: owner.stack }) };
    case 'crossplane':
      return { kind: 'crossplane' };
    default:
      return owner;
  }
}
