/** Written by `npm run generate` from the options of the command line. docs/own-checks.md says what is promised. */

/** What `scan` takes: the options of the command `scan` but those that print, write reports or send messages. */
export interface ScanOptions {
  /** Name or ARN of the EKS cluster. */
  readonly cluster?: string | undefined;
  /** AWS Region (default: as the AWS CLI resolves it). */
  readonly region?: string | undefined;
  /** AWS named profile. */
  readonly profile?: string | undefined;
  /** IAM role to assume for AWS API calls and the cluster token. */
  readonly roleArn?: string | undefined;
  /** External ID for assuming that role. */
  readonly externalId?: string | undefined;
  /** Kubernetes version to upgrade to, or `current` (default: the next version that EKS offers). */
  readonly target?: string | undefined;
  /** Karpenter version to upgrade to, or `current` (default: the running version, or the minimum for the Kubernetes target). */
  readonly karpenterTarget?: string | undefined;
  /** Connect to the API server through this kubeconfig, which must point to the same cluster. */
  readonly kubeconfig?: string | undefined;
  /** Kubeconfig context. */
  readonly context?: string | undefined;
  /** Alternative API server URL, for example a tunnel; TLS is verified against the cluster's own host name. */
  readonly kubeServer?: string | undefined;
  /** Connect to the API server with the pod's service account token. */
  readonly inCluster?: boolean | undefined;
  /** Judge only these checks. */
  readonly only?: readonly string[] | undefined;
  /** Skip these checks. */
  readonly skip?: readonly string[] | undefined;
  /** Checks that must be judged; a skipped one counts as unknown. */
  readonly require?: readonly string[] | undefined;
  /** Custom checks: a YAML file with rules in CEL, or a JavaScript module (a file or an npm package), whose code runs as your user. */
  readonly plugin?: readonly string[] | undefined;
  /** Also read data that needs extra permissions: secrets (Helm releases), logs (clients of removed APIs in the audit log; CloudWatch Logs charges for the query), metrics (removed APIs that clients requested). */
  readonly with?: readonly ('secrets' | 'logs' | 'metrics')[] | undefined;
  /** Maximum amount of log data that the audit log query may scan: 500MB, 50GB, 1TB (default: 50GB). */
  readonly logsMax?: string | undefined;
  /** Which findings the gate counts. */
  readonly scope?: 'all' | 'control-plane' | undefined;
  /** Levels that, besides fail, cause exit code 1: warn, unknown, not-covered; or never. */
  readonly failOn?: readonly ('fail' | 'warn' | 'unknown' | 'not-covered' | 'never')[] | undefined;
  /** Steps that the gate counts: the whole path, or only now and the first step. */
  readonly horizon?: 'path' | 'next' | undefined;
  /** Save an inventory of what was read; gzip-compressed if the name ends in .gz. */
  readonly saveInventory?: string | undefined;
  /** Replace accounts, addresses, host names and other names with pseudonyms in the saved inventory. */
  readonly redact?: boolean | undefined;
  /** Refresh the upgrade insights of EKS first and wait for the result (needs eks:StartInsightsRefresh and eks:DescribeInsightsRefresh). */
  readonly refreshInsights?: boolean | undefined;
  /** Time limit of a scan: 90s, 5m, 1h (default: 15m); anything not read by then is unknown. */
  readonly timeout?: string | undefined;
  /** JSON report of an earlier scan of this cluster: the gate counts only what is new or worse since then. */
  readonly baseline?: string | undefined;
  /** Namespace label that names the owning team: the HTML report groups entries by team. */
  readonly teamLabel?: string | undefined;
  /** Findings that do not count, each with its level, step, reason, owner and last day. */
  readonly accept?: readonly {
    /** the 16 digits of the finding's fingerprint, in quotes. */
    readonly id?: string | undefined;
    /** the ID of a check. */
    readonly check?: string | undefined;
    /** Kind namespace/name, as reports show it; * matches any text. */
    readonly resource?: string | undefined;
    /** fail, unknown or warn. */
    readonly level: 'fail' | 'unknown' | 'warn';
    /** now, '1.34' or Karpenter 1.8.8 (the step that the finding was reported at). */
    readonly at: string;
    /** why the finding is accepted. */
    readonly reason: string;
    /** who is responsible for it. */
    readonly owner: string;
    /** '2026-12-31' (the last day, UTC). */
    readonly until: string;
  }[] | undefined;
  /** Checks (ID or glob) whose warnings fail: `nodes/version-behind: fail`; to lower a level, accept findings. */
  readonly levels?: { readonly [name: string]: 'fail' } | undefined;
  /** Numbers of checks to make stricter, by check ID. */
  readonly thresholds?: { readonly [name: string]: { readonly [name: string]: number } } | undefined;
}

/** What `judge` takes. */
export interface JudgeOptions {
  /** Kubernetes version to upgrade to, or `current` (default: the next version that EKS offers). */
  readonly target?: string | undefined;
  /** Karpenter version to upgrade to, or `current` (default: the running version, or the minimum for the Kubernetes target). */
  readonly karpenterTarget?: string | undefined;
  /** Judge only these checks. */
  readonly only?: readonly string[] | undefined;
  /** Skip these checks. */
  readonly skip?: readonly string[] | undefined;
  /** Checks that must be judged; a skipped one counts as unknown. */
  readonly require?: readonly string[] | undefined;
  /** Custom checks: a YAML file with rules in CEL, or a JavaScript module (a file or an npm package), whose code runs as your user. */
  readonly plugin?: readonly string[] | undefined;
  /** Also read data that needs extra permissions: secrets (Helm releases), logs (clients of removed APIs in the audit log; CloudWatch Logs charges for the query), metrics (removed APIs that clients requested). */
  readonly with?: readonly ('secrets' | 'logs' | 'metrics')[] | undefined;
  /** Which findings the gate counts. */
  readonly scope?: 'all' | 'control-plane' | undefined;
  /** Levels that, besides fail, cause exit code 1: warn, unknown, not-covered; or never. */
  readonly failOn?: readonly ('fail' | 'warn' | 'unknown' | 'not-covered' | 'never')[] | undefined;
  /** Steps that the gate counts: the whole path, or only now and the first step. */
  readonly horizon?: 'path' | 'next' | undefined;
  /** Judge the inventory as of this date, or `now` (default: when it was taken). */
  readonly asOf?: string | undefined;
  /** JSON report of an earlier scan of this cluster: the gate counts only what is new or worse since then. */
  readonly baseline?: string | undefined;
  /** Namespace label that names the owning team: the HTML report groups entries by team. */
  readonly teamLabel?: string | undefined;
  /** Findings that do not count, each with its level, step, reason, owner and last day. */
  readonly accept?: readonly {
    /** the 16 digits of the finding's fingerprint, in quotes. */
    readonly id?: string | undefined;
    /** the ID of a check. */
    readonly check?: string | undefined;
    /** Kind namespace/name, as reports show it; * matches any text. */
    readonly resource?: string | undefined;
    /** fail, unknown or warn. */
    readonly level: 'fail' | 'unknown' | 'warn';
    /** now, '1.34' or Karpenter 1.8.8 (the step that the finding was reported at). */
    readonly at: string;
    /** why the finding is accepted. */
    readonly reason: string;
    /** who is responsible for it. */
    readonly owner: string;
    /** '2026-12-31' (the last day, UTC). */
    readonly until: string;
  }[] | undefined;
  /** Checks (ID or glob) whose warnings fail: `nodes/version-behind: fail`; to lower a level, accept findings. */
  readonly levels?: { readonly [name: string]: 'fail' } | undefined;
  /** Numbers of checks to make stricter, by check ID. */
  readonly thresholds?: { readonly [name: string]: { readonly [name: string]: number } } | undefined;
}

export {};
