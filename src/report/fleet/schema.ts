import * as z from 'zod/mini';
import { open } from '../../judge/plan/open-enum.ts';
import { minor } from '../../judge/plan/step.ts';
import { checkId, count, level } from '../../judge/result.ts';
import { verdict } from '../../judge/verdict.ts';
import { tags } from '../cluster-schema.ts';

/**
 * The status of a cluster in a fleet: that of its gate, where `partial` is `incomplete`. `not-scanned`: no report that
 * counts.
 */
export const fleetStatus = open(['blocked', 'incomplete', 'not-scanned', 'ready']);
export type FleetStatus = z.infer<typeof fleetStatus>;

/**
 * One cluster of a fleet. What only a report contains is null if there is none that can be read. A report that does not
 * count, for example because of its age, still fills the row of its cluster.
 */
export const fleetCluster = z.object({
  /** Its name; the path of its report if the name is unknown. */
  name: z.string(),
  /** Its AWS account. */
  account: z.nullable(z.string()),
  /** Its AWS Region. */
  region: z.nullable(z.string()),
  /** Its ARN. */
  arn: z.nullable(z.string()),
  /** Its tags; null if they were not read. */
  tags: z.nullable(tags),
  /** Its group, as `--group-by` names it; null without the option, and if it has no such tag. */
  group: z.nullable(z.string()),
  status: fleetStatus,
  /** Why it was not scanned, or why it is incomplete without an unknown; otherwise null. */
  reason: z.nullable(z.string()),
  /** The Kubernetes version of its control plane. */
  version: z.nullable(minor),
  /** The last version of its path. */
  target: z.nullable(minor),
  /** The verdict in its report, whatever the options of the gate. */
  verdict: z.nullable(verdict),
  /** How many entries it has, by level. */
  entries: z.nullable(
    z.object({
      /** Blockers. */
      fail: count,
      /** What could not be judged. */
      unknown: count,
      /** Warnings. */
      warn: count,
    }),
  ),
  /** Its first entries, the worst first; at most three. */
  first: z.array(
    z.object({
      /** The number of the entry in the cluster's report. */
      number: count,
      level,
      /** What is wrong, in one line. */
      title: z.string(),
    }),
  ),
  /** How long EKS supports its version. */
  support: z.nullable(
    z.object({
      /** The end of standard support, a date. */
      standardUntil: z.nullable(z.string()),
      /** The end of extended support, a date. */
      extendedUntil: z.nullable(z.string()),
    }),
  ),
  /**
   * What extended support of its version costs beyond standard support, in US dollars; null if the price, a date or the
   * upgrade policy is unknown.
   */
  extraCost: z.nullable(
    z.object({
      /**
       * Since standard support ended. Too high for a cluster that was created later, or had another version then: its
       * report has neither date.
       */
      untilNow: z.number(),
      /** In the 365 days from now if the version stays, until extended support ends: EKS then updates the cluster. */
      nextYear: z.number(),
    }),
  ),
  /** When its facts were read, ISO 8601. */
  scannedAt: z.nullable(z.iso.datetime()),
  /**
   * When a scan last had other open findings or levels, or another verdict or target, than the scan before it, ISO 8601;
   * null if no state says so. The first scan counts.
   */
  changedAt: z.nullable(z.iso.datetime()),
  /** The path or the address of its report; null if there is none. */
  report: z.nullable(z.string()),
});
export type FleetCluster = z.infer<typeof fleetCluster>;

/** A problem that several clusters have. */
export const sharedProblem = z.object({
  /** The check that found it; the first of them by name if several did. */
  check: checkId,
  /** How many checks found it: one missing permission may affect many. */
  checks: count,
  /** The rule of the check, if it has several; null if several rules found it. */
  rule: z.nullable(z.string()),
  level,
  /** What is wrong: the message if it is the same in all clusters, else in a few words. */
  title: z.string(),
  /** What is wrong, in a few words without names. */
  short: z.string(),
  /** The ARNs of the clusters. */
  clusters: z.array(z.string()),
});
export type SharedProblem = z.infer<typeof sharedProblem>;

/** The reports of several clusters as one: `eks-preflight fleet`, and a scan of several clusters. */
export const fleetSchema = z.object({
  /** The version of this schema: it changes when a property is removed or changes its meaning. */
  schemaVersion: z.literal(1),
  /** The program that wrote it. */
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
  }),
  /** When it was made, ISO 8601. */
  madeAt: z.iso.datetime(),
  /** What the gate counts in each cluster. */
  gate: z.object({
    /** What causes exit code 1. */
    failOn: z.array(open(['fail', 'warn', 'unknown', 'not-covered', 'never'])),
    /** The maximum age of a report, as `--max-age` has it; null for a scan. */
    maxAge: z.nullable(z.string()),
  }),
  /**
   * 0: all are ready. 1: one is blocked. 2: else one is incomplete or not scanned. 3: none could be scanned. With
   * `--fail-on never`, 0 instead of 1 and 2.
   */
  exitCode: count,
  /** Numbers of clusters by status. */
  summary: z.object({
    /** All clusters. */
    clusters: count,
    /** Clusters that the gate blocks. */
    blocked: count,
    /** Clusters that are not blocked, but could not be judged in full. */
    incomplete: count,
    /** Clusters without a report that counts. */
    notScanned: count,
    /** Clusters that are ready. */
    ready: count,
  }),
  /** What `--group-by` names; null without it. */
  groupBy: z.nullable(z.string()),
  /** One for each cluster, by account, Region and name. */
  clusters: z.array(fleetCluster),
  /** Problems that at least two clusters have: by level, the worst first; then those of most clusters first. */
  shared: z.array(sharedProblem),
  /**
   * ARNs in the order in which to update: those that are ready, by end of support; then the others. Only clusters with a
   * target above their version.
   */
  order: z.array(z.string()),
});
export type Fleet = z.infer<typeof fleetSchema>;
