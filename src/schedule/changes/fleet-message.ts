import * as z from 'zod/mini';
import { open } from '../../judge/plan/open-enum.ts';
import { count } from '../../judge/result.ts';
import { verdict } from '../../judge/verdict.ts';
import { levelCounts, messageCluster, messageKinds, rollbackEnd, storm, supportEnd } from './message.ts';

const newsKinds = [...messageKinds, 'not-compared'] as const;

/** What changed in one cluster: the message about the cluster in short. Its texts come from the cluster: untrusted. */
export const clusterNews = z.object({
  /** The kind of the message about the cluster; `not-compared`: it was scanned, but not compared with the state. */
  kind: open(newsKinds),
  /** The ID of the message about the cluster; null if there is none: its scan was ended, or could not begin. */
  message: z.nullable(z.string()),
  /** True if this is a change that `--notify-on change` sends. */
  changed: z.boolean(),
  cluster: messageCluster,
  /** The time of the earlier scan that this scan is compared with; null if there is none. */
  comparedTo: z.nullable(z.string()),
  /** The verdict of the report; null if the cluster was not scanned. */
  verdict: z.nullable(verdict),
  /** The earlier verdict, if it changed; otherwise null. */
  verdictBefore: z.nullable(verdict),
  /** The exit code of the gate; 3 if the scan could not run. */
  exitCode: z.number(),
  /** The earlier exit code, if it changed. */
  exitCodeBefore: z.optional(z.number()),
  /** Numbers of entries: findings with one common fix count once. */
  counts: z.object({
    /** New blockers, unknowns and warnings. */
    new: levelCounts,
    worse: z.number(),
    fixed: z.number(),
    noLongerSeen: z.number(),
    /** Blockers, unknowns and warnings that this scan found. */
    open: levelCounts,
  }),
  /** Findings that changed for a reason outside of the cluster: one element for each reason. */
  storms: z.array(storm),
  support: supportEnd,
  rollback: rollbackEnd,
  /** Why the cluster was not scanned; null if it was. */
  error: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      /** When the last successful scan ran; null if none is known. */
      lastSuccess: z.nullable(z.string()),
    }),
  ),
  /** Since when scans could not run, if the previous scan could not run. */
  couldNotScanSince: z.optional(z.string()),
  /** The time of the last scan, set if it is over an hour in the future: the clock of one of the machines is wrong. */
  stateAhead: z.optional(z.string()),
  /** Why the state could not be read; null if it was read, or does not exist. */
  stateError: z.nullable(z.string()),
  /** The URL of the HTML report of this scan; null without `--report-url`, or if the scan could not run. */
  link: z.nullable(z.string()),
});
export type ClusterNews = z.infer<typeof clusterNews>;

/** What a scan of several clusters sends about all of them; published as `schemas/fleet-message.schema.json`. */
export const fleetMessageSchema = z.object({
  /** The version of this schema. */
  schemaVersion: z.literal(1),
  /** 32 hexadecimal digits; the same if the message is repeated. */
  id: z.string(),
  /** Always `fleet`: no message about one cluster has this kind. */
  kind: z.literal('fleet'),
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
  }),
  /** When the run began; ISO 8601. */
  scannedAt: z.string(),
  /** The exit code of several clusters. */
  exitCode: z.number(),
  /** Numbers of clusters. */
  counts: z.object({
    /** All clusters of the run. */
    clusters: count,
    /** The AWS accounts of the clusters, as far as these are known. */
    accounts: count,
    /** Those with a change that `--notify-on change` sends. */
    changed: count,
    /** By verdict. */
    blocked: count,
    incomplete: count,
    partial: count,
    ready: count,
    notScanned: count,
    /** Those with another verdict before. */
    newlyBlocked: count,
    newlyIncomplete: count,
    /** Those that the previous run scanned. */
    newlyNotScanned: count,
  }),
  /** The clusters that changed, and those that were not scanned: the most important first. */
  clusters: z.array(clusterNews),
  /** How many of the last clusters are omitted because the message would be too large; set only then. */
  clustersOmitted: z.optional(count),
  /** Regions whose clusters could not be listed for `--all-clusters`. */
  unlisted: z.array(
    z.object({
      /** The Region; null: the one that the AWS CLI would use. */
      region: z.nullable(z.string()),
      /** Why. */
      reason: z.string(),
    }),
  ),
  /** Clusters that the previous run scanned, but that `--all-clusters` no longer finds; at most 100. */
  removed: z.array(
    z.object({
      name: z.string(),
      region: z.string(),
      account: z.string(),
      /** When the state of the cluster was last written, ISO 8601. */
      lastRun: z.string(),
    }),
  ),
  /** The URL of the HTML page of this run; null without `--report-url`. */
  link: z.nullable(z.string()),
});
export type FleetMessage = z.infer<typeof fleetMessageSchema>;
