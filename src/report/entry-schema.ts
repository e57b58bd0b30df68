import * as z from 'zod/mini';
import { blocks, checkId, count, fingerprint, level } from '../judge/result.ts';
import { step } from '../judge/plan/step.ts';

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
