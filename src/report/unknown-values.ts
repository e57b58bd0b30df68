import * as z from 'zod/mini';
import { valuesOf } from '../judge/verdict-values.ts';
import { components } from '../judge/plan/step.ts';
import type { Report } from './schema.ts';

const at = z.nullable(z.object({ component: z.enum(components) }));

/** The values that decide a verdict. The report's schema accepts unknown values; judging a report again does not. */
const judged = z.object({
  steps: z.array(z.object({ component: z.enum(components) })),
  results: z.array(
    z.object({
      severity: z.enum(valuesOf.severity),
      mayBlock: z.optional(z.array(z.enum(valuesOf.blocks))),
      status: z.enum(valuesOf.status),
      skipped: z.nullable(z.enum(valuesOf.skipped)),
      findings: z.array(
        z.object({
          level: z.enum(valuesOf.level),
          blocks: z.enum(valuesOf.blocks),
          phase: z.enum(valuesOf.phase),
          at,
          since: at,
          baseline: z.nullable(z.enum(valuesOf.baseline)),
        }),
      ),
    }),
  ),
});

/** A value in a report, and its path. */
export interface PlacedValue {
  path: readonly PropertyKey[];
  value: unknown;
}

/** The first value that the verdict depends on and this version does not know; undefined if there is none. */
export function unknownValueIn(report: Report): PlacedValue | undefined {
  const path = judged.safeParse(report).error?.issues[0]?.path;
  if (path === undefined) return undefined;
  return { path, value: path.reduce<unknown>((part, key) => Object(part)[key] as unknown, report) };
}
