import { formatFirst } from '../../syntax/english.ts';
import type { Entry } from '../entries.ts';
import { shortText } from '../entry-title.ts';
import { resourceName } from '../resource-name.ts';

/**
 * What to do about the findings of an entry, and to what: `Replace cluster subnets: subnet-0ccc and 1 more`. The check
 * says what to do; what cannot be judged is looked at.
 */
export function fixTitle(findings: Entry['findings']): string {
  const [first] = findings;
  const names = formatFirst(nameObjects(findings), 1);
  if (first.level === 'unknown') return `Look at ${names}: ${shortText(first)}`;
  const task = findings.find(({ task: own, level }) => own !== undefined && level === first.level)?.task;
  return task === undefined ? `Fix ${names}: ${shortText(first)}` : `${task}: ${names}`;
}

/** The objects of findings; the cluster itself only if there is no other. */
function nameObjects(findings: Entry['findings']): string[] {
  const others = findings.filter(({ resource }) => resource.kind !== 'Cluster');
  return [...new Set((others.length === 0 ? findings : others).map(({ resource }) => resourceName(resource)))];
}
