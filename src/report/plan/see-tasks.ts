import { advice, commands } from '../../syntax/advice.ts';
import { unwrap } from '../../syntax/markdown.ts';
import { sh } from '../../syntax/shell.ts';
import { everyFix, toEntries, type Entry } from '../entries.ts';
import { buildEntryTitle } from '../entry-title.ts';
import { grantText, isOfPermissions } from '../missing-permissions.ts';
import { findingsGone } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask } from './draft-task.ts';
import { findPart } from './parts.ts';
import { stoppedBy } from './stops.ts';

/** A task for what was not seen: it only shows whether something stops the update. */
export function seeTasks(known: Known): Draft[] {
  const own = known.found.filter((finding) => findPart(finding) === 'see');
  return toEntries(own, known.steps).flatMap((entry) => seeTask(entry, known));
}

/** None if what was not seen can hide only a warning. */
function seeTask({ findings }: Entry, known: Known): Draft[] {
  const stops = stoppedBy(findings, known);
  if (stops.length === 0) return [];
  const [first] = findings;
  return [
    draftTask({
      id: seeId(findings),
      kind: 'see',
      title: isOfPermissions(findings)
        ? `Let the scan read what it needs: ${grantText(findings)}`
        : buildEntryTitle(findings),
      hop: 0,
      stage: 'see',
      closes: findings.map(({ fingerprint }) => fingerprint),
      stops,
      unknown: true,
      by: isOfPermissions(findings) ? 'IAM, RBAC' : 'by hand',
      how: isOfPermissions(findings) ? grantHow(findings) : { text: everyFix(findings), commands: [...first.commands] },
      done: [findingsGone(known, findings)],
    }),
  ];
}

function seeId([first]: Entry['findings']): string {
  const { unseen, check, fingerprint } = first;
  if (unseen?.kind === 'fact' && unseen.permission !== null) return 'see:permissions';
  return unseen?.kind === 'table' ? 'see:tables' : `see:${check}:${fingerprint.slice(0, 8)}`;
}

function grantHow(findings: Entry['findings']): Draft['how'] {
  const checks = [...new Set(findings.map(({ check }) => check))].toSorted().join(',');
  const { text, commands: lines } =
    advice`Grant ${grantText(findings)} to the identity of the scan. These commands print the IAM policy and the Kubernetes roles that the checks need:\n${commands(
      sh`eks-preflight permissions --only ${checks} --format iam`,
      sh`eks-preflight permissions --only ${checks} --format rbac`,
    )}\nThen scan again: a denied request hides those that follow it.`;
  return { text: unwrap(text), commands: [...lines] };
}
