import type { Blocks, Phase } from '../../check.ts';
import type { Advice } from '../../syntax/advice.ts';
import type { Minor } from '../../syntax/versions.ts';

/** The worst level of a check's findings. */
export type Severity = 'fail' | 'warn';

/** The level of a finding; `unknown`: the data was read, but cannot be judged. */
export type Level = Severity | 'unknown';

/** The object that a finding is about. */
export interface Resource {
  /** `Deployment`, `NodeGroup`. */
  kind: string;
  name: string;
  namespace?: string | undefined;
  apiVersion?: string | undefined;
  arn?: string | undefined;
  /** Shown after the name: `eu-west-1a`. */
  note?: string | undefined;
}

/** What was seen, and what is required. */
export interface Evidence {
  /** `3 replicas`. */
  observed: string;
  /** What is required: `at least 4`. */
  required?: string | undefined;
  /** The object seen, if it is not the resource of the finding: a node of a node group. */
  resource?: string | undefined;
  /** The fact, or the objects of the plug-in, where it was seen. */
  fact?: string | undefined;
  /** `live`, or `table` if it is from a table. */
  source?: 'live' | 'table' | undefined;
}

/**
 * One problem of one resource, as a check reports it.
 * @typeParam Of its levels: a check of severity `warn` reports no `fail`
 */
export interface PluginFinding<Of extends Level = Level> {
  /** The level at version `at` if nothing changes until then; `unknown`: the data was read, but cannot be judged. */
  level: Of;
  resource: Resource;
  /** One line, present tense, with values, without the name of the resource. What to do is in `fix`. */
  message: string;
  /** The first minor version at which `level` applies: 34 is Kubernetes 1.34. If omitted, it applies today. */
  at?: Minor | undefined;
  /** The first minor version at which it warns, if that is before `at`. */
  since?: Minor | undefined;
  /** Distinguishes several problems of one resource; part of the fingerprint. Letters, digits, `.`, `_` and `-`. */
  rule?: string | undefined;
  evidence?: readonly Evidence[] | undefined;
  /** What to do, made with {@link advice}, instead of the fix of the check. */
  fix?: Advice | undefined;
  /** Sources, https. */
  links?: readonly string[] | undefined;
  /** What the problem stops, if not what the check declares. */
  blocks?: Blocks | undefined;
  /** When the fix belongs, if not when the check declares. A finding with `after` cannot fail. */
  phase?: Phase | undefined;
}
