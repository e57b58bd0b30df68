import { advice, commands, joinAdvice } from '../../syntax/advice.ts';
import { formatList } from '../../syntax/english.ts';
import { unwrap } from '../../syntax/markdown.ts';
import { sh } from '../../syntax/shell.ts';
import { everyFix, toEntries, type Entry } from '../entries.ts';
import { buildEntryShort } from '../entry-title.ts';
import { denialTexts, grantPlaces, grantText, isOfPermissions } from '../missing-permissions.ts';
import { findingsGone } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask } from './draft-task.ts';
import { scanCommand } from './own-commands.ts';
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
      title: seeTitle(findings),
      hop: 0,
      stage: 'see',
      closes: findings.map(({ fingerprint }) => fingerprint),
      stops,
      unknown: true,
      by: isOfPermissions(findings) ? grantPlaces(findings).join(', ') : 'by hand',
      how: isOfPermissions(findings)
        ? grantHow(findings, known)
        : { text: everyFix(findings), commands: [...first.commands] },
      done: [findingsGone(known, findings)],
    }),
  ];
}

function seeId([first]: Entry['findings']): string {
  const { unseen, check, fingerprint } = first;
  if (unseen?.kind === 'fact' && unseen.permission !== null) return 'see:permissions';
  return unseen?.kind === 'table' ? 'see:tables' : `see:${check}:${fingerprint.slice(0, 8)}`;
}

/** `Let the scan read eks:ListUpdates`; without a missing permission, what the scan did not see and why. */
function seeTitle(findings: Entry['findings']): string {
  if (isOfPermissions(findings)) return `Let the scan read what it needs: ${grantText(findings)}`;
  const isTable = findings[0].unseen?.kind === 'table';
  return `${isTable ? 'Update eks-preflight' : 'Let the scan see what it did not'}: ${buildEntryShort(findings)}`;
}

/** Which identity lacks what, and the commands that print exactly this: a policy with its resources, or RBAC roles. */
function grantHow(findings: Entry['findings'], { cluster }: Known): Draft['how'] {
  const places = grantPlaces(findings);
  const missing = denialTexts(findings, { all: false }).map((text) => advice`- ${text}`);
  const resource = advice`\n\nThe resource of an action on the cluster is ${cluster.arn}.`;
  const { text, commands: lines } =
    advice`Grant what is missing:\n\n${joinAdvice(missing, '\n')}${places.includes('IAM') ? resource : advice``}\n\nThese commands print ${formatList(places.map((one) => prints[one]))} for exactly this:\n${commands(
      scanCommand(cluster, sh`--format json --output report.json`),
      ...places.map((place) => sh`eks-preflight permissions --report report.json --format ${place.toLowerCase()}`),
    )}\nThen scan again: a denied request hides those that follow it.`;
  return { text: unwrap(text), commands: [...lines] };
}

const prints = { IAM: 'the IAM policy with its resources', RBAC: 'the Kubernetes roles' } as const;
