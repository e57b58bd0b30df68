import * as z from 'zod/mini';
import { valuesOf } from '../judge/result.ts';
import { components } from '../judge/plan/step.ts';
import type { Report } from './schema.ts';

const at = z.nullable(z.object({ component: z.enum(components) }));

/** What a verdict is drawn from. Enumerations are open to readers, but who judges has to know what a value means. */
const judged = z.object({
  steps: z.array(z.object({ component: z.enum(components) })),
  results: z.array(
    z.object({
      severity: z.enum(valuesOf.severity),
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

/** A value, and the path to it. */
export interface PlacedValue {
  path: readonly PropertyKey[];
  value: unknown;
}

/** The first value of a report, as a later version may write it, on which the verdict hangs and that this version does not know. */
export function unknownValueIn(report: Report): PlacedValue | undefined {
  const path = judged.safeParse(report).error?.issues[0]?.path;
  if (path === undefined) return undefined;
  return { path, value: path.reduce<unknown>((part, key) => Object(part)[key] as unknown, report) };
}
