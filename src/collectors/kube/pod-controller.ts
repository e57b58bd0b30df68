import type { Facts } from '../../facts/facts.ts';
import { ScanError } from '../../facts/reason.ts';
import { isObject } from '../../syntax/json.ts';
import { presentText } from '../require-field.ts';
import type { PodRead } from './read-fields.ts';

/** An owner reference of a pod. */
export type Owner = NonNullable<NonNullable<PodRead['metadata']>['ownerReferences']>[number];

/**
 * True for the owner that controls a pod.
 * @throws ScanError (`unreadable`) if the owner is not an object, or `controller` is neither true nor false
 */
export function isController(owner: unknown): boolean {
  if (!isObject(owner)) throw new ScanError({ kind: 'unreadable', message: 'an owner reference is not an object' });
  const { controller } = owner;
  if (controller !== undefined && controller !== null && typeof controller !== 'boolean')
    throw new ScanError({ kind: 'unreadable', message: 'ownerReferences.controller is neither true nor false' });
  return controller === true;
}

/** The controller of a pod; of a ReplicaSet, its Deployment, which names it `<deployment>-<pod-template-hash>`. */
export function toController(owner: Owner, hash: string | undefined): Facts['pods'][number]['controller'] {
  const [kind, name] = [
    presentText(owner.kind, 'ownerReferences.kind'),
    presentText(owner.name, 'ownerReferences.name'),
  ];
  if (kind === 'ReplicaSet' && hash !== undefined && name.endsWith(`-${hash}`)) {
    return { kind: 'Deployment', name: name.slice(0, -hash.length - 1) };
  }
  return { kind, name };
}
