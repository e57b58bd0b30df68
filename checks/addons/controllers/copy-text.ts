import type { Evidence } from '../../../src/check.ts';
import { calledWithVersion, observedVersion } from '../../../src/for-checks/components.ts';
import type { Known, Versioned } from './releases.ts';

/** `Istio 1.28.3, revision 1-28`. */
export function nameCopy(copy: Versioned, { row }: Known): string {
  return `${calledWithVersion(copy, row.title)}${copy.revision === undefined ? '' : `, revision ${copy.revision},`}`;
}

/** The version that was seen, and the image that shows it. */
export function versionEvidence(copy: Versioned, required: string): Evidence {
  return { observed: `${observedVersion(copy)}: ${copy.image}`, required, fact: 'controllers' };
}
