import { formatCount, forCount } from '../syntax/english.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { manyResources } from './entries.ts';
import type { Report } from './schema.ts';

type Judged = Pick<Report, 'results' | 'entries'>;

/** Nodes that must have another version before the control plane changes. */
export interface NodesFirst {
  /** `general`; `3 groups`. */
  names: string;
  /** The numbers of the entries about them. */
  numbers: number[];
}

/** The nodes whose kubelet the next control plane does not accept; undefined if there are none. */
export function findNodesFirst(report: Judged): NodesFirst | undefined {
  const found = report.results.flatMap(({ id, findings }) => (id === 'nodes/kubelet-skew' ? findings : []));
  const refused = found.filter(({ level, accepted }) => level === 'fail' && accepted === null);
  if (refused.length === 0) return undefined;
  const own = new Set(refused.map(({ fingerprint }) => fingerprint));
  const names = [...new Set(refused.map(({ resource }) => resource.name))];
  return {
    names: names.length > 2 ? formatCount(names.length, 'group') : names.join(' and '),
    numbers: report.entries.flatMap(({ number, fingerprints }) =>
      fingerprints.some((one) => own.has(one)) ? number : [],
    ),
  };
}

/** The words for kinds that answers count; other kinds count by their name. */
const words: Readonly<Record<string, string>> = { PodDisruptionBudget: 'budget', NodeGroup: 'node group' };

/**
 * How many objects stand behind the largest of these blockers, if they are many: `, 51 budgets`; beside other blockers
 * `; 51 budgets in #1`. Empty otherwise: a number that stands for one object says enough.
 */
export function sizeClause(blockers: readonly number[], report: Judged): string {
  const byFingerprint = new Map(
    report.results.flatMap(({ findings }) => findings).map((finding) => [finding.fingerprint, finding]),
  );
  const sizes = report.entries.flatMap(({ number, fingerprints }) => {
    const found = fingerprints.flatMap((one) => byFingerprint.get(one) ?? []).filter(({ level }) => level === 'fail');
    return blockers.includes(number) && found.length >= manyResources ? [{ number, ...countObjects(found) }] : [];
  });
  const [largest] = sizes.toSorted((a, b) => b.count - a.count);
  if (largest === undefined || largest.count < manyResources) return '';
  const counted = formatCount(largest.count, largest.word);
  return forCount(blockers.length, `, ${counted}`, `; ${counted} in #${largest.number}`);
}

function countObjects(found: readonly ReportedFinding[]): { count: number; word: string } {
  const kinds = new Set(found.map(({ resource }) => resource.kind));
  const [kind = ''] = kinds;
  const word = kinds.size === 1 && /^[A-Z][A-Za-z0-9]+$/.test(kind) ? (words[kind] ?? kind) : 'object';
  return { count: new Set(found.map(({ resource }) => resource.text)).size, word };
}
