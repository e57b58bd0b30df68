import * as z from 'zod/mini';
import { open } from '../judge/plan/open-enum.ts';
import { step, version } from '../judge/plan/step.ts';
import { blocks, checkId, count, fingerprint, level } from '../judge/result.ts';
import { valuesOf } from '../judge/verdict-values.ts';
import { verdict } from '../judge/verdict.ts';

/** Findings that one action fixes, or that are about data not seen for one reason. */
export const entry = z.object({
  /** The number of the entry, counted from 1 through all levels. */
  number: count,
  /** The worst level of its findings. */
  level,
  /** What it stops. */
  blocks,
  /** The step of its worst finding; null = now. */
  at: z.nullable(step),
  /** What is wrong, in one line. */
  title: z.string(),
  /** The worst problem in a few words, and how many others there are. Missing in older reports. */
  short: z.optional(z.string()),
  /** The action that fixes all its findings, such as `update-nodegroup:blue`; null if they do not share one. */
  remedy: z.nullable(z.string()),
  /** The checks that found it. */
  checks: z.array(checkId),
  /** The fingerprints of its findings, the worst first. */
  fingerprints: z.array(fingerprint),
  /** Documents that grant exactly the missing permissions; omitted if the entry is about something else. */
  grant: z.optional(
    z.object({
      /** An IAM policy document; null if no IAM action is missing. */
      iamPolicy: z.nullable(z.string()),
      /** Manifests of Roles, a ClusterRole and their bindings; null if no Kubernetes permission is missing. */
      rbacManifests: z.nullable(z.string()),
    }),
  ),
});

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
