import type { WrittenObjects } from './schema.ts';

/** `budgetsExampleCom`: no fact of eks-preflight has such a name. */
export function objectsNameOf({ group, versions, resource }: WrittenObjects): string {
  const words = [resource, ...(group === '' ? ['core'] : group.split(/[.-]/)), ...versions];
  return words.map((word, at) => (at === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`)).join('');
}
