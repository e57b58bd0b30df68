import type { Evidence } from '../../../src/check.ts';
import { calledWithVersion, observedVersion } from '../../../src/for-checks/components.ts';
import { formatRange } from './go-to.ts';
import type { Unlisted } from '../shared/controller-judgements.ts';
import type { Known, Versioned } from '../shared/controller-releases.ts';

/** `Istio 1.28.3, revision 1-28`. */
export function nameCopy(copy: Versioned, { row }: Known): string {
  return `${calledWithVersion(copy, row.title)}${copy.revision === undefined ? '' : `, revision ${copy.revision},`}`;
}

/** The version that was seen, and the image that shows it. */
export function buildEvidence(copy: Versioned, required: string): Evidence {
  return { observed: `${observedVersion(copy)}: ${copy.image}`, required, fact: 'controllers' };
}

/** What the table says about the version. */
export function buildNote({ version }: Versioned, what: string): Evidence {
  return { observed: `${version} ${what}`, source: 'table' };
}

/** `supports Kubernetes 1.29 to 1.33`; of a release that is in no row, `is older than 1.18, which supports ...`. */
export function formatSupport({ range, isOlder }: Unlisted): string {
  const verb = range.meaning === 'supported' ? 'supports' : 'is tested with';
  const support = `${verb} Kubernetes ${formatRange(range)}`;
  return isOlder ? `is older than ${range.releases}, which ${support}` : support;
}
