import type { JointStep } from '../../karpenter/path.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import type { KarpenterPlan } from '../../judge/plan/karpenter.ts';
import type { ReportedFinding, Result } from '../../judge/result.ts';
import type { Minor } from '../../syntax/versions.ts';
import type { Report } from '../schema.ts';

/** A plan of a report. */
export type Plan = NonNullable<Report['plan']>;
/** A task of a plan. */
export type Task = Plan['tasks'][number];
/** A state that shows that a task is done. */
export type Condition = Task['done'][number];
/** What begins with a task, or waits for one. */
export type Area = Task['stops'][number];

/**
 * The stages of one update of the control plane, in order. Tasks of different updates (`hop`) never mix: the first
 * update with everything that belongs to it, then the next one.
 */
export const stages = [
  'see',
  'fix',
  'nodes-before',
  'add-on-before',
  'karpenter',
  'control-plane',
  'hold',
  'add-on-after',
  'nodes',
  'software',
  'scan',
] as const;
export type Stage = (typeof stages)[number];

/** A task before it has a number: with its place, and what it waits for. */
export interface Draft extends Omit<Task, 'number' | 'needs' | 'ready' | 'section'> {
  /** The update of the control plane that it belongs to, counted from 0. */
  hop: number;
  stage: Stage;
  /** The place within the stage; tasks of the same rank are sorted by id. */
  rank: number;
  /** What it updates: it waits for all tasks before it that stop this. Null: it waits only for `after`. */
  area: Area | null;
  /** The groups of nodes that it drains, as `drain` of the report names them. */
  groups: readonly string[];
  /** If set, only tasks that drain one of these groups wait for this task. */
  stopsGroups?: readonly string[];
  /** The IDs of tasks that must be done before, besides those that stop `area`. */
  after: readonly string[];
}

/** Everything that a plan is made from. */
export interface Known {
  cluster: Facts['cluster'];
  readings: Readings;
  /** The version of the cluster, the target, and all versions of the path, the current one first. */
  path: { current: Minor; target: Minor; versions: readonly Minor[] };
  steps: readonly JointStep[];
  karpenter: KarpenterPlan;
  results: readonly Result[];
  /** The findings that are not accepted. */
  found: readonly ReportedFinding[];
  entries: Report['entries'];
  verdict: Report['verdict'];
  gate: Pick<Report['gate'], 'scope'>;
  rollback?: Report['rollback'];
  drain?: Report['drain'];
  /** ISO 8601. */
  judgedAt: string;
}
