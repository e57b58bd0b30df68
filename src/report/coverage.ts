import type { FactName } from '../facts/facts.ts';
import type { Reading, Readings } from '../facts/reading.ts';
import { setFields } from '../syntax/set-fields.ts';
import type { Report } from './schema.ts';

/** What was read of each fact, and why something was not. */
export function buildCoverage(readings: Readings): Report['coverage']['facts'] {
  const entries = Object.entries(readings) as [FactName, Reading<unknown>][];
  return Object.fromEntries(entries.map(([name, reading]) => [name, toFactCoverage(reading)]));
}

function toFactCoverage(reading: Reading<unknown>): Report['coverage']['facts'][string] {
  if (!reading.ok) {
    const { message, permission } = reading.reason;
    return setFields({ ok: false, reason: message, permission });
  }
  const { value, gaps, inconsistent, stale } = reading;
  return setFields({
    ok: true,
    count: Array.isArray(value) ? value.length : undefined,
    gaps: gaps?.map(({ what, reason }) => `${what}: ${reason.message}`),
    inconsistent: inconsistent === true ? inconsistent : undefined,
    stale,
  });
}
