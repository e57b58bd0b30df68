import * as z from 'zod/mini';
import { open } from '../judge/plan/open-enum.ts';
import { version } from '../judge/plan/step.ts';
import { count } from '../judge/result.ts';
import { valuesOf } from '../judge/verdict-values.ts';
import { verdict } from '../judge/verdict.ts';

/** The answer to one question about the path. No option changes it. */
export const answer = z.object({
  /**
   * `control-plane`, `nodes`, `karpenter`: whether it can be updated (or rolled back). `workloads`: whether workloads
   * and deployments keep running.
   */
  question: open(valuesOf.question),
  /** The version at the start of the path, of Karpenter for `karpenter`; null if unknown. */
  from: z.nullable(version),
  /** The version at its end; null if unknown. */
  to: z.nullable(version),
  /** The verdict over the findings that stop it, and over the unknowns that may hide such a finding. */
  verdict,
  /** The numbers of the entries that stop it. */
  blockers: z.array(count),
  /** The numbers of the other entries whose unknowns may hide a finding that stops it. */
  unknown: z.array(count),
});
