import type { Blocks, Phase } from '../check.ts';
import type { Advice } from '../languages/advice.ts';
import type { Minor } from '../languages/versions.ts';

/** The worst level of a check's findings. */
export type Severity = 'fail' | 'warn';

/** The level of a finding; `unknown`: the data is there and cannot be read. */
export type Level = Severity | 'unknown';

/** The object that a finding is about, named so that one can look it up. */
export interface Resource {
  /** `Deployment`, `NodeGroup`. */
  kind: string;
  name: string;
  namespace?: string | undefined;
  apiVersion?: string | undefined;
  arn?: string | undefined;
  /** Shown behind the name: `eu-west-1a`. */
  note?: string | undefined;
}

/** What was seen and what would be right. */
export interface Evidence {
  /** `3 replicas`. */
  observed: string;
  /** What would be right: `at least 4`. */
  required?: string | undefined;
  /** The object seen, where it is not the finding's resource: a node of a node group. */
  resource?: string | undefined;
  /** Where it was seen, if that is not plain from the check: the name of a fact, or of the plug-in's objects. */
  fact?: string | undefined;
  /** `live`, or `table` where no API told it. */
  source?: 'live' | 'table' | undefined;
}

/**
 * One problem of one resource, as a check yields it.
 * @typeParam Of its levels: a check of severity `warn` yields no `fail`
 */
export interface PluginFinding<Of extends Level = Level> {
  /** What happens at the version `at` if nothing changes until then; `unknown`: the data is there and cannot be read. */
  level: Of;
  resource: Resource;
  /** One line, present tense, values included; how to mend it stands in `fix`. */
  message: string;
  /** The first version at the finding's level, a minor: 34 is Kubernetes 1.34. Left out: today. */
  at?: Minor | undefined;
  /** The first version at which it speaks, where that is earlier than `at`. */
  since?: Minor | undefined;
  /** Which rule, where a check holds several: part of the fingerprint. Letters, digits, `.`, `_` and `-`. */
  rule?: string | undefined;
  evidence?: readonly Evidence[] | undefined;
  /** What to do, made with {@link advice}; replaces the check's own. */
  fix?: Advice | undefined;
  /** Sources, https. */
  links?: readonly string[] | undefined;
  /** What the problem stops; left out: what the check says. */
  blocks?: Blocks | undefined;
  /** When the fix belongs; left out: what the check says. `after` is never a fail. */
  phase?: Phase | undefined;
}
