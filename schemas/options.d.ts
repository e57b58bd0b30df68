/** Written by `npm run generate` from the options of the command line. docs/own-checks/reference.md says what is promised. */

/** What `scan` takes: the options of the command `scan` but those that print, write reports or send messages. */
export interface ScanOptions {
  /** Name or ARN of the EKS cluster. */
  readonly cluster?: string | undefined;
  /** AWS Region (default: the one that the AWS CLI would use); with --all-clusters, several Regions with commas. */
  readonly region?: string | undefined;
  /** AWS profile that holds the credentials. */
  readonly profile?: string | undefined;
  /** IAM role to assume for AWS API calls and for the token of the cluster. */
  readonly roleArn?: string | undefined;
  /** External ID to pass when assuming --role-arn. */
  readonly externalId?: string | undefined;
  /** Kubernetes version to update to, or `current` (default: the next version that EKS offers). */
  readonly target?: string | undefined;
  /** Karpenter version to update to, or `current` (default: the running version, or the minimum for the Kubernetes target). */
  readonly karpenterTarget?: string | undefined;
  /** Judge a rollback of the control plane to the earlier minor version, instead of an update. */
  readonly rollback?: boolean | undefined;
  /** Kubeconfig to connect with; it must point to the same cluster (default: the endpoint of the cluster and a token from EKS). */
  readonly kubeconfig?: string | undefined;
  /** Context of the kubeconfig to use. */
  readonly context?: string | undefined;
  /** URL to reach the API server at, for example through a tunnel; TLS is still verified against the cluster's own host name. */
  readonly kubeServer?: string | undefined;
  /** Connect with the service account of the pod in which the command runs. */
  readonly inCluster?: boolean | undefined;
  /** Run only these checks: IDs, areas or globs, such as nodes or addons/*. */
  readonly only?: readonly string[] | undefined;
  /** Do not run these checks: IDs, areas or globs. */
  readonly skip?: readonly string[] | undefined;
  /** Checks that must not be skipped: a skipped one counts as unknown. */
  readonly require?: readonly string[] | undefined;
  /** Add custom checks: a YAML file with rules in CEL, or a JavaScript module (a file or an npm package), whose code runs as your user; can be repeated. */
  readonly plugin?: readonly string[] | undefined;
  /** Also read data that needs extra permissions: secrets (Helm releases), metrics (removed APIs that clients requested), logs (the clients that requested them, from the audit log; CloudWatch Logs charges for the query). */
  readonly with?: readonly ('secrets' | 'logs' | 'metrics')[] | undefined;
  /** Maximum amount of data that the query of --with logs may scan: 500MB, 50GB, 1TB (default: 50GB). */
  readonly logsMax?: string | undefined;
  /** Findings that the gate counts: all, or only those that stop the update of the control plane (default: all). */
  readonly scope?: 'all' | 'control-plane' | undefined;
  /** Levels that cause exit code 1: fail (always included), warn, unknown, not-covered; or never, to exit with 0 whatever is found. */
  readonly failOn?: readonly ('fail' | 'warn' | 'unknown' | 'not-covered' | 'never')[] | undefined;
  /** Steps that the gate counts: the whole path to the target, or only today and the next step (default: path). */
  readonly horizon?: 'path' | 'next' | undefined;
  /** Save everything that was read as an inventory; gzip-compressed if the name ends in .gz; FOLDER/ has a file for each cluster. */
  readonly saveInventory?: string | undefined;
  /** In the saved inventory, replace account IDs, addresses, host names and other names with pseudonyms, and remove sentences of AWS and Kubernetes. */
  readonly redact?: boolean | undefined;
  /** Refresh the upgrade and rollback insights of EKS before reading them (needs eks:StartInsightsRefresh and eks:DescribeInsightsRefresh). */
  readonly refreshInsights?: boolean | undefined;
  /** Time limit: 90s, 5m, 1h (default: 15m); what was not read by then is unknown. */
  readonly timeout?: string | undefined;
  /** JSON report of an earlier scan of this cluster, or FOLDER/ with one for each cluster: the gate counts only what is new or worse since then. */
  readonly baseline?: string | undefined;
  /** Namespace label that names the owning team: the HTML report names it as the owner of entries. */
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
    /** now, '1.34' or Karpenter 1.8.8 (the step that the finding was reported at), or rollback (reported with --rollback). */
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
  /** Kubernetes version to update to, or `current` (default: the next version that EKS offers). */
  readonly target?: string | undefined;
  /** Karpenter version to update to, or `current` (default: the running version, or the minimum for the Kubernetes target). */
  readonly karpenterTarget?: string | undefined;
  /** Judge a rollback of the control plane to the earlier minor version, instead of an update. */
  readonly rollback?: boolean | undefined;
  /** Run only these checks: IDs, areas or globs, such as nodes or addons/*. */
  readonly only?: readonly string[] | undefined;
  /** Do not run these checks: IDs, areas or globs. */
  readonly skip?: readonly string[] | undefined;
  /** Checks that must not be skipped: a skipped one counts as unknown. */
  readonly require?: readonly string[] | undefined;
  /** Add custom checks: a YAML file with rules in CEL, or a JavaScript module (a file or an npm package), whose code runs as your user; can be repeated. */
  readonly plugin?: readonly string[] | undefined;
  /** Also read data that needs extra permissions: secrets (Helm releases), metrics (removed APIs that clients requested), logs (the clients that requested them, from the audit log; CloudWatch Logs charges for the query). */
  readonly with?: readonly ('secrets' | 'logs' | 'metrics')[] | undefined;
  /** Findings that the gate counts: all, or only those that stop the update of the control plane (default: all). */
  readonly scope?: 'all' | 'control-plane' | undefined;
  /** Levels that cause exit code 1: fail (always included), warn, unknown, not-covered; or never, to exit with 0 whatever is found. */
  readonly failOn?: readonly ('fail' | 'warn' | 'unknown' | 'not-covered' | 'never')[] | undefined;
  /** Steps that the gate counts: the whole path to the target, or only today and the next step (default: path). */
  readonly horizon?: 'path' | 'next' | undefined;
  /** Check the inventory as of this date, or `now` (default: the time when it was taken). */
  readonly asOf?: string | undefined;
  /** JSON report of an earlier scan of this cluster, or FOLDER/ with one for each cluster: the gate counts only what is new or worse since then. */
  readonly baseline?: string | undefined;
  /** Namespace label that names the owning team: the HTML report names it as the owner of entries. */
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
    /** now, '1.34' or Karpenter 1.8.8 (the step that the finding was reported at), or rollback (reported with --rollback). */
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
