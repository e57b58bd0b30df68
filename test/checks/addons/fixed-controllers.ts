import type { Tables } from '../../../src/tables/tables.ts';
import { parseTable } from '../../../src/tables/tables.ts';

/** What a test says about the controller Relay; anything else of its rows is fixed. */
interface Relay {
  /** By releases, the Kubernetes versions, as `rules/controllers.json` writes them. */
  ranges?: Readonly<Record<string, string>>;
  meaning?: 'supported' | 'tested';
  /** How many of its newest minor releases its project supports. */
  newest?: number;
  breaks?: readonly Readonly<Record<string, unknown>>[];
  row?: Readonly<Record<string, unknown>>;
}

export const relayReleases = 'https://relay.example/releases';
export const relayRanges = 'https://relay.example/versions';
export const relayIssue = 'https://relay.example/issues/1';

/** The table with one controller, so that a refresh of the facts changes no test about shapes of rows. */
export function relayTable({ ranges, meaning = 'supported', newest, breaks = [], row = {} }: Relay): Partial<Tables> {
  const controller = 'relay';
  const rows = [
    {
      rowKind: 'controller',
      controller,
      title: 'Relay',
      kinds: ['Deployment'],
      images: ['relay'],
      names: ['relay'],
      addon: null,
      outsideRange: ranges === undefined ? 'none' : 'warn',
      chart: { name: 'relay', repository: { name: 'relay', url: 'https://charts.relay.example' } },
      releases: relayReleases,
      source: relayRanges,
      ...row,
    },
    ...(ranges === undefined
      ? []
      : [{ rowKind: 'ranges', controller, meaning, versions: ranges, source: relayRanges }]),
    ...(newest === undefined ? [] : [{ rowKind: 'support', controller, newest, source: relayRanges }]),
    ...breaks.map((one) => ({
      rowKind: 'break',
      controller,
      effect: 'stops',
      certainty: 'high',
      what: 'does not start',
      source: relayIssue,
      ...one,
    })),
  ];
  return parseRows(rows);
}

/** Rows as `rules/controllers.json` writes them, through its schema. */
export function parseRows(rows: readonly unknown[]): { controllers: Tables['controllers'] } {
  const parsed = parseTable('controllers', { about: 'x', read: '2026-11-23', refresh: 'x', rows });
  return { controllers: parsed.rows as Tables['controllers'] };
}
