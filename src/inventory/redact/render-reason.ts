import { isMissingGrantMessage } from '../../facts/optional-grants.ts';
import type { Reading, Readings } from '../../facts/reading.ts';
import type { Reason, ReasonKind } from '../../facts/reason.ts';

const words: Readonly<Record<ReasonKind, string>> = {
  denied: 'access denied',
  absent: 'not found',
  unreachable: 'no answer of the service',
  'time-out': 'no answer in time',
  truncated: 'not read to the end',
  unreadable: 'cannot be read',
  'not-offered': 'not offered here',
  inconsistent: 'changed while it was read',
  stale: 'outdated',
  'not-asked': 'not requested',
  usage: 'invalid request',
};

/** Renders the reasons of redacted readings from their structure: their own sentences are removed. */
export function renderReasons(readings: Readings): Readings {
  const rendered = Object.entries(readings).map(([fact, reading]: [string, Reading<unknown>]) => [
    fact,
    renderReasonsOfOne(reading),
  ]);
  return Object.fromEntries(rendered);
}

function renderReasonsOfOne(reading: Reading<unknown>): Reading<unknown> {
  if (!reading.ok) return { ok: false, reason: renderReason(reading.reason) };
  if (reading.gaps === undefined) return reading;
  return { ...reading, gaps: reading.gaps.map(({ what, reason }) => ({ what, reason: renderReason(reason) })) };
}

/** Removes the hint, and writes the message from what redaction keeps: kind, permission, names, status and code. */
function renderReason({ hint: _hint, ...reason }: Reason): Reason {
  if (isMissingGrantMessage(reason.message)) return reason;
  const { kind, permission = '', status, code, names = [] } = reason;
  const about = [permission, ...names].filter((text) => text !== '').join(', ');
  const details = [status, code].filter((detail) => detail !== undefined).join(' ');
  const message = `${words[kind]}${about === '' ? '' : `: ${about}`}${details === '' ? '' : ` (${details})`}`;
  return { ...reason, message, ...(reason.shared === undefined ? {} : { shared: message }) };
}
