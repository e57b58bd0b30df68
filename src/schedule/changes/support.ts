import type { Report } from '../../report/schema.ts';

/** The days before the end of support at which a message reports it, once each. */
const supportDays = [90, 60, 30] as const;

/** The support that ends next. */
export interface Support {
  kind: 'standard' | 'extended';
  /** The last day, an ISO 8601 date. */
  until: string;
  /** Days left; 0: it ends today or has ended. */
  days: number;
}

/** The end of standard support or, once that is reached, of extended support; null if it is unknown. */
export function findSupport({ cluster, judgedAt }: Pick<Report, 'cluster' | 'judgedAt'>): Support | null {
  const { standardUntil, extendedUntil } = cluster?.support ?? { standardUntil: null, extendedUntil: null };
  const today = judgedAt.slice(0, 10);
  const isExtended = standardUntil !== null && standardUntil <= today && extendedUntil !== null;
  const [kind, until] = isExtended ? (['extended', extendedUntil] as const) : (['standard', standardUntil] as const);
  if (until === null) return null;
  const days = Math.ceil((Date.parse(until) - Date.parse(today)) / 86_400_000);
  return Number.isNaN(days) ? null : { kind, until, days: Math.max(0, days) };
}

/** The last of `supportDays` that has passed: 60 if 45 days are left. Undefined if none has. */
export function findSupportBucket(days: number): number | undefined {
  return supportDays.findLast((one) => days <= one);
}

/** The end of support to report, given the one in the last message; null if none is due. */
export function supportNews(before: { kind: string; until: string; days: number } | null, now: Support | null) {
  const bucket = now === null ? undefined : findSupportBucket(now.days);
  if (now === null || bucket === undefined) return null;
  const isSame = before !== null && before.kind === now.kind && before.until === now.until;
  return isSame && before.days <= bucket ? null : now;
}
