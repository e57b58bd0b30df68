import { formatFirst, forCount, toPlural } from '../../syntax/english.ts';
import type { Decision, Lack, Place } from './evaluate.ts';

type Denied = Extract<Decision, { answer: 'denied' }>;

/** Names a statement in messages: `statement AllowLaunch of KarpenterController`. */
export function placeText({ policy, statement }: Place): string {
  return `${statement.startsWith('statement ') ? statement : `statement ${statement}`} of ${policy}`;
}

/** Why a request is denied: the Deny that applies, or the closest Allow and why it does not apply. */
export function denialText(denied: Denied): string {
  if (denied.because === 'deny') return `${placeText(denied.by)} denies it`;
  const where = denied.layer === 'boundary' ? 'the permissions boundary' : 'no policy';
  const allows = denied.layer === 'boundary' ? 'does not allow it' : 'allows it';
  if (denied.nearest === null) return `${where} ${allows}`;
  const { place, lacks } = denied.nearest;
  return `${where} ${allows}; the closest is ${placeText(place)}: ${lacks.map(lackText).join('; ')}`;
}

/** Why a statement does not apply; for a condition, with the required and the actual values. */
export function lackText(lack: Lack): string {
  if (lack.element !== 'condition') {
    const { element, wanted } = lack;
    return `it only covers the ${forCount(wanted.length, element, toPlural(element))} ${formatFirst(wanted)}`;
  }
  const { operator, key, wanted, given } = lack;
  const has = given.length === 0 ? 'the request has no such key' : `the request has ${given.join(', ')}`;
  return `${operator} requires ${key} ${wanted.join(' or ')}, but ${has}`;
}
