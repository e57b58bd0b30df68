/** Written by `npm run generate` from the schema of the report. docs/json-report.md says what is promised. */

/** The JSON report of a scan. */
export interface Report {
  /** The version of this schema: it changes when a property is removed or changes its meaning. */
  schemaVersion: 1;
  /** The program that wrote the report. */
  tool: {
    /** Always `eks-preflight`. */
    name: 'eks-preflight';
    /** Its version. */
    version: string;
    /** The build: a digest of the version and of its built-in checks. Missing in older reports. */
    build?: string | undefined;
  };
  /** When the facts were taken, ISO 8601. */
  scannedAt: string;
  /** The time for which the facts are judged: `scannedAt`, unless `--as-of` names another. */
  judgedAt: string;
  /** `live`: a scan. `inventory`: a saved inventory. */
  source: 'live' | 'inventory';
  /** The cluster; null if none was scanned. */
  cluster: {
    /** Its name. */
    name: string;
    /** Its AWS Region. */
    region: string;
    /** Its AWS account. */
    account: string;
    /** Its AWS partition: `aws`, `aws-cn`, `aws-us-gov`. */
    partition: string;
    /** Its ARN. With a fingerprint, it identifies a finding across reports. */
    arn: string;
    /** The Kubernetes version of its control plane today. */
    version: string;
    /** Its EKS platform version; null if EKS reports none. */
    platformVersion: string | null;
    /** Its tags, without those whose key says that they may be secret; missing if they were not read, and in older reports. */
    tags?: { [name: string]: string } | undefined;
    /** What kind of cluster it is. */
    kind: {
      /** EKS Auto Mode is on. */
      autoMode: boolean;
      /** All nodes run on Fargate; null if nodes or node groups could not be read. */
      fargateOnly: boolean | null;
      /** It has networks for hybrid nodes. */
      hybrid: boolean;
      /** It is a local cluster on AWS Outposts. */
      outpost: boolean;
      /** The authentication mode: `API`, `API_AND_CONFIG_MAP`, `CONFIG_MAP`. */
      authMode: string | null;
      /** `ipv4` or `ipv6`. */
      ipFamily: string | null;
    };
    /** How long EKS supports its version. */
    support: {
      /** The upgrade policy: `STANDARD` or `EXTENDED`. */
      policy: string | null;
      /** The end of standard support, a date. */
      standardUntil: string | null;
      /** The end of extended support, a date. */
      extendedUntil: string | null;
    };
  } | null;
  /** The last version of the path; the version of the cluster if only its current state is judged. */
  target: string;
  /** The source of the target: `flag`, `next-offered` (EKS offers a newer version), `assumed` (no usable list of EKS's versions was read), `current` (EKS offers no newer version), `rollback` (the version before the cluster's). */
  targetSource: 'flag' | 'next-offered' | 'assumed' | 'current' | 'rollback';
  /** The Karpenter controllers of the cluster; empty: none is installed, or none was seen. */
  karpenter: {
    /** The namespace of its Deployment. */
    namespace: string;
    /** The version that runs; null if no source shows it. */
    version: string | null;
    /** The source of the version: `image tag`, `image digest`, `version label` or `chart label`; null if `version` is null. */
    versionSource: string | null;
    /** The target version; null if the controller does not serve the cluster, or if no target is known. */
    target: string | null;
    /** `flag`: an option. `running`: the running version. `required`: what the Kubernetes path needs. Null: no target. */
    targetSource: string | null;
  }[];
  /** How many findings apply today, by level. */
  now: {
    /** Of level `fail`. */
    fail: number;
    /** Of level `unknown`. */
    unknown: number;
    /** Warnings of phase before. */
    warn: number;
    /** Warnings of phase after: tasks that follow the update. The gate never counts them. */
    after: number;
  };
  /** The path; each finding is counted once, at its first step. */
  steps: {
    /** The component that the step updates. */
    component: 'kubernetes' | 'karpenter';
    /** The version before the step. */
    from: string;
    /** The version after it. */
    to: string;
    /** The verdict over the path up to the end of this step. */
    verdict: 'ready' | 'partial' | 'blocked' | 'incomplete';
    /** Of level `fail`. */
    fail: number;
    /** Of level `unknown`. */
    unknown: number;
    /** Warnings of phase before. */
    warn: number;
    /** Warnings of phase after: tasks that follow the update. The gate never counts them. */
    after: number;
  }[];
  /** The worst of all findings that are not accepted: `blocked`, `incomplete`, else `ready`; `partial` instead of `ready` if checks that could fail were not selected (`--only`, `--skip`). The options of the gate do not change it. */
  verdict: 'ready' | 'partial' | 'blocked' | 'incomplete';
  /** The answer to each question about the path; missing in older reports. */
  answers?: {
    /** `control-plane`, `nodes`, `karpenter`: whether it can be updated (or rolled back). `workloads`: whether workloads and deployments keep running. */
    question: 'control-plane' | 'nodes' | 'karpenter' | 'workloads';
    /** The version at the start of the path, of Karpenter for `karpenter`; null if unknown. */
    from: string | null;
    /** The version at its end; null if unknown. */
    to: string | null;
    /** The verdict over the findings that stop it, and over the unknowns that may hide such a finding. */
    verdict: 'ready' | 'partial' | 'blocked' | 'incomplete';
    /** The numbers of the entries that stop it. */
    blockers: number[];
    /** The numbers of the other entries whose unknowns may hide a finding that stops it. */
    unknown: number[];
  }[] | undefined;
  /** What the gate counts, and its verdict. */
  gate: {
    /** What causes exit code 1; always includes `fail`, except with `never`, which causes exit code 0. */
    failOn: ('fail' | 'warn' | 'unknown' | 'not-covered' | 'never')[];
    /** Whether only findings that stop the control plane update count. */
    scope: 'all' | 'control-plane';
    /** Whether the whole path counts, or only now and the first step. */
    horizon: 'path' | 'next';
    /** Checks that `--require` names but that were not judged. */
    unmetRequirements: string[];
    /** Topics without a check, which count with `--fail-on not-covered`; otherwise empty. */
    notCovered: string[];
    /** The report whose findings the gate does not count again; null without `--baseline`. */
    baseline: {
      /** The file, as `--baseline` names it. */
      report: string;
      /** When its facts were taken, ISO 8601. */
      scannedAt: string;
      /** The numbers of findings, without warnings of phase after and accepted findings. */
      counts: {
        /** Findings that the baseline does not have. */
        new: number;
        /** Findings at a worse level, or an earlier step, than in the baseline. */
        worse: number;
        /** Findings that the baseline has, and that are not worse. */
        known: number;
        /** The unknowns among the known findings: what they hide was not seen in the baseline, either. */
        knownUnknown: number;
      };
      /** How the baseline differs from this scan: another target, other plug-ins, checks or grants. */
      differs: string[];
    } | null;
    /** The verdict over the findings that count; with `--fail-on warn`, any unselected check can make it `partial`. */
    result: 'ready' | 'partial' | 'blocked' | 'incomplete';
  };
  /** The exit code of the gate: 0 ready or partial, 1 blocked, 2 incomplete; always 0 with `--fail-on never`. */
  exitCode: number;
  /** The findings as all formats show them, grouped by a common fix: blockers, unknowns, then warnings; within each, the most severe impact first. */
  entries: ({
    /** The number of the entry, counted from 1 through all levels. */
    number: number;
    /** The worst level of its findings. */
    level: 'fail' | 'unknown' | 'warn';
    /** What it stops. */
    blocks: 'control-plane' | 'nodes' | 'workloads' | 'deployments' | 'karpenter';
    /** The step of its worst finding; null = now. */
    at: {
      /** The component that the step updates. */
      component: 'kubernetes' | 'karpenter';
      /** The version after the step: `1.34`, or `1.8.8` of Karpenter. */
      version: string;
    } | null;
    /** What is wrong, in one line. */
    title: string;
    /** The worst problem in a few words, and how many others there are. Missing in older reports. */
    short?: string | undefined;
    /** The action that fixes all its findings, such as `update-nodegroup:blue`; null if they do not share one. */
    remedy: string | null;
    /** The checks that found it. */
    checks: string[];
    /** The fingerprints of its findings, the worst first. */
    fingerprints: string[];
    /** Documents that grant exactly the missing permissions; omitted if the entry is about something else. */
    grant?: {
      /** An IAM policy document; null if no IAM action is missing. */
      iamPolicy: string | null;
      /** Manifests of Roles, a ClusterRole and their bindings; null if no Kubernetes permission is missing. */
      rbacManifests: string | null;
    } | undefined;
  })[];
  /** Teams of the namespaces in findings, from the label in `--team-label`; missing if no such namespace has a team. */
  teams?: {
    /** The namespace. */
    namespace: string;
    /** The value of its label. */
    team: string;
  }[] | undefined;
  /** The groups of nodes that the update replaces, those that an entry stops first; empty if no step replaces nodes. Missing if the nodes were not read, if readiness is not judged, and in older reports. */
  drain?: ({
    /** The group: `node group general`, `NodePool default`. */
    group: string;
    /** The name of the node group or the pool; null if it has none: `hybrid nodes`. */
    name: string | null;
    /** What created the nodes and replaces them. */
    computeType: 'managed' | 'self-managed' | 'karpenter' | 'auto' | 'fargate' | 'hybrid' | 'virtual';
    /** How many of its nodes are below the target (for a rollback: above it), or of an unknown version. */
    nodes: number;
    /** How many nodes are replaced at a time; null: by hand, or not read. */
    parallel: {
      /** The lower number. */
      from: number;
      /** The higher number. */
      to: number;
    } | null;
    /** In how many rounds the nodes are replaced; null: by hand, not read, or none at a time. */
    rounds: {
      /** The lower number. */
      from: number;
      /** The higher number. */
      to: number;
    } | null;
    /** For how many minutes a pod can keep its node; null: without limit; missing: not read, or no node is drained. */
    minutes?: number | null | undefined;
    /** What happens if pods remain. `fails`: EKS fails the update of the node group (PodEvictionFailure). `deletes`: the pods are deleted. `waits`: the drain waits until you remove what stops it. `restarts`: no node is drained, Fargate pods are recreated. Missing: not read. */
    outcome?: 'fails' | 'deletes' | 'waits' | 'restarts' | undefined;
    /** The numbers of the entries whose fix replaces the group by another one, by hand: EKS cannot update it. Missing: the group is updated. */
    replacedBy?: number[] | undefined;
    /** The numbers of the entries that stop the drain. */
    stoppedBy: number[];
    /** The numbers of the entries because of which it is unknown whether anything else stops it. */
    unknown: number[];
    /** Checks of what stops a drain that were not run. */
    notJudged: string[];
  })[] | undefined;
  /** Whether EKS can roll back the control plane by one minor version now. Missing if its check was not selected or lacked the updates of the cluster, and in older reports. */
  rollback?: {
    /** Null: unknown. */
    open: boolean | null;
    /** The version after the rollback, also while it is running; null if no update of the last days can be rolled back. */
    to: string | null;
    /** The end of the seven days, ISO 8601: a lower bound. A date if support ends before; null while one is running. */
    until: string | null;
    /** What blocks the rollback now; before an update, what would block it afterwards. */
    closedBy: string[];
  } | undefined;
  /** Everything to do from today to the target, in order, whether or not something blocks it today. Null if readiness is not judged (`partial`), or if EKS offers no rollback. Missing in older reports. */
  plan?: {
    /** Whether the control plane is updated or rolled back. */
    direction: 'update' | 'rollback';
    /** The tasks, in order. */
    tasks: ({
      /** Counted from 1 through the whole plan. */
      number: number;
      /** `KIND:NAME` or `KIND:NAME:VERSION`; the same in every plan that has this task. */
      id: string;
      /** What it does. */
      kind: 'see' | 'fix' | 'add-on' | 'karpenter' | 'scan' | 'control-plane' | 'hold' | 'lower' | 'nodes' | 'restore' | 'software';
      /** What to do, in one line. */
      title: string;
      /** The heading under which the plan lists it. */
      section: string;
      /** The step after which the task is due; null: it can be done today. */
      at: {
        /** The component that the step updates. */
        component: 'kubernetes' | 'karpenter';
        /** The version after the step: `1.34`, or `1.8.8` of Karpenter. */
        version: string;
      } | null;
      /** The fingerprints of the findings that it closes. */
      closes: string[];
      /** The IDs of tasks that must be done before. */
      needs: string[];
      /** False if other tasks have to be done before. */
      ready: boolean;
      /** What waits for this task. */
      stops: ('control-plane' | 'karpenter' | 'nodes' | 'workloads')[];
      /** True if the task only shows whether something stops these. */
      unknown: boolean;
      /** The version of the object before the task; null if the task changes no version, or if it is unknown. */
      from: string | null;
      /** The version after it; null if the task changes no version. */
      to: string | null;
      /** Who does it: the tool that manages the object if one is known, or else the program of the first command. */
      by: string;
      /** What manages the object that the task changes; missing if it changes no object that something could manage. */
      managed?: {
        /** What manages the object, with its stack, release or repository if known; or `manager not seen`. */
        by: string;
        /** What shows the manager, or why none is seen, in Markdown. */
        source: string;
        /** Where to make the change permanently, in Markdown; missing if that is unknown. */
        where?: string | undefined;
        /** The commands in `where`, in order. */
        commands: string[];
        /** True if the commands of the task bypass the manager: they are only for an object that nothing else manages. */
        bypassed: boolean;
      } | undefined;
      /** How to do it. */
      how: {
        /** What to do, in Markdown. */
        text: string;
        /** Its commands, in order; you can paste each into a POSIX shell. */
        commands: string[];
      };
      /** For an update of the control plane: the command that begins it and does not wait for it. */
      begins?: string | undefined;
      /** All must be true when the task is done. */
      done: ({
        /** `finding`: a scan judges the checks and no longer reports the findings. `version`: an object is at the version. `workload`: all its pods are ready. `health`: no workload has fewer ready pods than when the plan was made. `update`: the update of EKS is `Successful`. `gone`: an object no longer exists. `budget`: a PodDisruptionBudget allows a disruption. `paused`: the budgets of NodePools allow no disruption. `value`: objects have the values that they had before. `seen`: a person looks at it. */
        kind: 'finding' | 'version' | 'workload' | 'health' | 'update' | 'gone' | 'budget' | 'paused' | 'value' | 'seen';
        /** The state, in a sentence without its period. */
        text: string;
        /** Commands that print it. `UPDATE_ID` is the ID that the command of the task prints. */
        commands: string[];
        /** For `finding`: the checks that must be judged. */
        checks?: string[] | undefined;
        /** The object, as `KIND/NAMESPACE/NAME` or `KIND/NAME`; for nodes, `nodes/KIND/GROUP`. */
        object?: string | undefined;
        /** For `version`, of nodes without a group: their names. */
        nodes?: string[] | undefined;
        /** For `paused`: the NodePools. */
        objects?: string[] | undefined;
        /** For `value`: the objects. */
        values?: {
          /** The object, as `KIND/NAMESPACE/NAME` or `KIND/NAME`. */
          object: string;
          /** What it must have, as JSON: the fields of a PodDisruptionBudget that limit evictions, or the budgets of a NodePool. */
          value: string;
        }[] | undefined;
        /** For `version`. */
        version?: string | undefined;
        /** For `workload`: how many pods were ready when the plan was made, and how many it has. */
        pods?: {
          /** A number of things; 0 or more. */
          ready: number;
          /** A number of things; 0 or more. */
          all: number;
        } | undefined;
      })[];
      /** What happens to nodes and pods; null: nothing. */
      disturbs: {
        /** How many nodes are drained; 0: none. */
        nodes: number;
        /** How many Fargate pods are recreated; 0: none. */
        pods: number;
        /** Details, each in a sentence. */
        text: string[];
      } | null;
      /** The room for the new nodes that a task starts, each in a sentence; missing if that is unknown. */
      room?: string[] | undefined;
      /** What must end the task at once, in Markdown. */
      stopIf?: string | undefined;
      /** What else to know, each in a sentence. */
      notes: string[];
      /** How to undo the task; missing if that is impossible or needless. */
      undo?: {
        /** What to do, in Markdown. */
        text: string;
        /** Its commands, in order. */
        commands: string[];
      } | undefined;
      /** ISO 8601: after this time, the task is no longer possible. */
      until?: string | undefined;
    })[];
    /** Placeholders in commands: what to replace them with, and in which tasks they are. */
    fillIn: {
      /** The placeholder: `AMI_ID`. */
      name: string;
      /** What replaces it. */
      meaning: string;
      /** The numbers of the tasks. */
      tasks: number[];
    }[];
    /** What to know before the first task, each in a sentence. */
    notes: string[];
    /** The end of standard support of the target; null if unknown. */
    supportedUntil: string | null;
    /** Versions of the control plane on the path, the current one first. */
    versions: string[];
  } | null | undefined;
  /** The plug-ins whose checks are in the report; missing if none were named. */
  plugins?: {
    /** Its name: the area of its checks. */
    name: string;
    /** The file or package, as `--plugin` names it. */
    module: string;
    /** In a report of `demo`: how many objects of the tests in the file were judged as those of the cluster. */
    testObjects?: number | undefined;
  }[] | undefined;
  /** The config file, and its options that select the cluster or exclude findings; null if no file was read. */
  configuration: {
    /** The path of the file. */
    file: string;
    /** True if `--config` names it, false if it was found in the working directory. */
    named: boolean;
    /** `cluster`, `region`: the keys by which the file selects the cluster. */
    locates: string[];
    /** The options in the file that exclude findings from the verdict or the gate. */
    relaxed: {
      /** The name of the option. */
      option: string;
      /** Its value. */
      value: string;
    }[];
  } | null;
  /** Acceptances of the config file that do not apply; those that apply are at their findings. */
  acceptances: {
    /** Acceptances that have expired: their findings count again. */
    expired: {
      /** Its position: `entry 3 of accept in ci.yaml`. */
      entry: string;
      /** The fingerprint in the entry; null if it selects by check and resource. */
      id: string | null;
      /** The check in the entry; null if it names none. */
      check: string | null;
      /** As written in the entry: `Kind namespace/name`, or a glob for it; null if it names none. */
      resource: string | null;
      /** Who accepted it. */
      owner: string;
      /** The last day on which it applies (UTC). */
      until: string;
      /** The fingerprints of the findings that match. They count, because the acceptance does not apply. */
      fingerprints: string[];
    }[];
    /** Acceptances of a lower level or a later step than that of the finding, and globs that match an unknown finding: these findings count. */
    exceeded: {
      /** Its position: `entry 3 of accept in ci.yaml`. */
      entry: string;
      /** The fingerprint in the entry; null if it selects by check and resource. */
      id: string | null;
      /** The check in the entry; null if it names none. */
      check: string | null;
      /** As written in the entry: `Kind namespace/name`, or a glob for it; null if it names none. */
      resource: string | null;
      /** Who accepted it. */
      owner: string;
      /** The last day on which it applies (UTC). */
      until: string;
      /** The fingerprints of the findings that match. They count, because the acceptance does not apply. */
      fingerprints: string[];
    }[];
    /** Acceptances that match no finding, although their checks were selected and saw everything that they need. */
    unmatched: {
      /** Its position: `entry 3 of accept in ci.yaml`. */
      entry: string;
      /** The fingerprint in the entry; null if it selects by check and resource. */
      id: string | null;
      /** The check in the entry; null if it names none. */
      check: string | null;
      /** As written in the entry: `Kind namespace/name`, or a glob for it; null if it names none. */
      resource: string | null;
      /** Who accepted it. */
      owner: string;
      /** The last day on which it applies (UTC). */
      until: string;
      /** The fingerprints of the findings that match. They count, because the acceptance does not apply. */
      fingerprints: string[];
    }[];
  };
  /** The number of selected checks, and of all checks. */
  selection: {
    /** Checks that were selected. */
    selected: number;
    /** All checks. */
    total: number;
  };
  /** Counts of results and of findings. */
  summary: {
    /** Results by status. */
    results: {
      /** Checks that passed. */
      pass: number;
      /** Of level `fail`. */
      fail: number;
      /** Of level `unknown`. */
      unknown: number;
      /** Warnings of phase before. */
      warn: number;
      /** Warnings of phase after: tasks that follow the update. The gate never counts them. */
      after: number;
      /** Checks that were skipped. */
      skip: number;
      /** Checks whose findings are all accepted. */
      accepted: number;
    };
    /** Findings by level. */
    findings: {
      /** Of level `fail`. */
      fail: number;
      /** Of level `unknown`. */
      unknown: number;
      /** Warnings of phase before. */
      warn: number;
      /** Warnings of phase after: tasks that follow the update. The gate never counts them. */
      after: number;
      /** Findings that are accepted, at any level. */
      accepted: number;
    };
  };
  /** Topics that no check of this version covers. */
  notJudged: string[];
  /** One result of each check, by id. */
  results: ({
    /** The id of the check: `nodes/kubelet-skew`. */
    id: string;
    /** What a finding of it means, in a few words. */
    title: string;
    /** The area: the first part of the id. */
    category: string;
    /** The worst level that the check may report. */
    severity: 'fail' | 'warn';
    /** What its failures may stop: data that was not seen counts for all of it. Missing in older reports: everything. */
    mayBlock?: ('control-plane' | 'nodes' | 'workloads' | 'deployments' | 'karpenter')[] | undefined;
    /** The worst of its findings: `fail`, `unknown`, `warn`; `pass` without findings, `skip` if it was not judged, `accepted` if all findings are accepted. */
    status: 'pass' | 'warn' | 'fail' | 'unknown' | 'skip' | 'accepted';
    /** Why it was skipped, or, if the check says so, what the result is based on: how much was judged. Otherwise null. */
    reason: string | null;
    /** The kind of reason: it does not apply to this cluster, its facts need `--with`, it was not selected, or its tables end before a version of the path, which a finding of another check says. */
    skipped: 'not-applicable' | 'not-asked' | 'not-selected' | 'table-ended' | null;
    /** Why it matters, in Markdown. */
    why: string;
    /** The address of its documentation. */
    docs: string;
    /** Official sources. */
    links: string[];
    /** The tables that it reads. */
    tables: {
      /** The name of the table. */
      name: string;
      /** The last versions that it covers, as text for people; null: it does not end. */
      knownThrough: string | null;
    }[];
    /** What it found, the worst level first, then by resource. */
    findings: ({
      /** 16 hexadecimal digits, unique within the report; the same in every report of the cluster for the same check, rule and resource. The first eight are a short form for people. */
      fingerprint: string;
      /** The id of the check that found it. */
      check: string;
      /** The rule of the check, if it has several; `missing:<fact>` and `table:<name>` for what was not seen. */
      rule: string | null;
      /** `fail`: a blocker. `warn`: a warning. `unknown`: data was not seen or cannot be judged, so the check cannot pass. */
      level: 'fail' | 'unknown' | 'warn';
      /** What the problem stops: the update of the control plane, nodes, running workloads, future deployments, Karpenter. */
      blocks: 'control-plane' | 'nodes' | 'workloads' | 'deployments' | 'karpenter';
      /** When the fix belongs; a warning of phase after counts as `after`, never as `warn`. */
      phase: 'before' | 'after';
      /** The first step at which the finding has its level; null: now. */
      at: {
        /** The component that the step updates. */
        component: 'kubernetes' | 'karpenter';
        /** The version after the step: `1.34`, or `1.8.8` of Karpenter. */
        version: string;
      } | null;
      /** The first version at which the finding is a warning, if that is earlier than `at`; otherwise null. */
      since: {
        /** The component that the step updates. */
        component: 'kubernetes' | 'karpenter';
        /** The version after the step: `1.34`, or `1.8.8` of Karpenter. */
        version: string;
      } | null;
      /** The object that the finding is about: the group or pool for nodes, the controller for pods. */
      resource: {
        /** As text for people: `Deployment shop/cart`, `Subnet subnet-0abc (eu-west-1a)`. */
        text: string;
        /** The kind, of Kubernetes or of AWS: `Deployment`, `NodeGroup`, `Role`. */
        kind: string;
        /** The name, or the ID of an AWS resource. */
        name: string;
        /** The namespace of a namespaced object. */
        namespace?: string | undefined;
        /** The API version that the object was read at. */
        apiVersion?: string | undefined;
        /** The ARN of an AWS resource, if it has one. */
        arn?: string | undefined;
      };
      /** What is wrong, in one line, with the values seen. */
      message: string;
      /** The problem in at most 40 characters, without names; longer in checks of plug-ins. Missing in older reports. */
      short?: string | undefined;
      /** What to do, in a few words without names; missing for what does not fail and belongs before the update. */
      task?: string | undefined;
      /** The one action that fixes findings of several checks, such as `update-nodegroup:blue`; null if there is none. */
      remedy: string | null;
      /** Set if the engine made the finding because data was not seen; null for a check's own finding. */
      unseen: {
        /** A fact that was not read, or only in part. */
        kind: 'fact';
        /** The name of the fact. */
        fact: string;
        /** The missing part (`node group blue`); null: the whole fact, or several facts for the same reason. */
        part: string | null;
        /** Why it was not read; the same text for everything with the same reason. */
        reason: string;
        /** The kind of the reason, as `missing` has it: `unreachable`, `time-out`. */
        cause?: string | undefined;
        /** The permission that was missing; null if permissions are not the cause. */
        permission: string | null;
        /** The worst level that it can hide; if omitted, the severity of the check. */
        hides?: 'warn' | undefined;
      } | {
        /** Changes that a table does not cover. */
        kind: 'table';
        /** The name of the table; `karpenter`: the tables of Karpenter. */
        table: string;
        /** The component whose versions the table lists. */
        component: 'kubernetes' | 'karpenter';
        /** The last version that the table covers. */
        knownThrough: string;
        /** The version whose changes are unknown: the minor, for Karpenter, too. */
        version: string;
        /** True if the table goes further than this version, but does not list it. */
        lacksRelease: boolean;
        /** The checks that lack it, if the finding is for several. */
        checks?: string[] | undefined;
      } | null;
      /** What was seen, and what is required. */
      evidence: {
        /** What was seen. */
        observed: string;
        /** What is required; null if the message says it. */
        required: string | null;
        /** The object seen, if it is not the resource of the finding: a node of a group. */
        resource: string | null;
        /** The fact in which it was seen. */
        fact: string | null;
        /** `live`: an API. `inventory`: a saved inventory. `table`: a table of this version. */
        source: 'live' | 'inventory' | 'table';
      }[];
      /** The groups of nodes whose drain it stops: `node group general`. Missing if it stops none. */
      groups?: string[] | undefined;
      /** The managed node group that the fix creates instead of the resource; missing if it creates none. */
      creates?: string | undefined;
      /** What to do, in Markdown. */
      fix: string;
      /** The commands of the fix, in order; you can paste each into a POSIX shell. */
      commands: string[];
      /** The tools that manage what the fix changes, such as `Terraform` or `Argo CD`. Missing if none was seen. */
      managers?: string[] | undefined;
      /** What reverts the fix, a task for after the update; missing if the fix is permanent. */
      undo?: {
        /** What to do, in Markdown. */
        fix: string;
        /** Its commands, in order; you can paste each into a POSIX shell. */
        commands: string[];
      } | undefined;
      /** The place of the fact in a file; null if it comes from a cluster. */
      location: {
        /** The path of the file. */
        file: string;
        /** The line, counted from 1. */
        line: number;
      } | null;
      /** Sources about this finding; the sources of the check are in its result. */
      links: string[];
      /** Why it does not count, who accepted it, and until when; null: it counts. */
      accepted: {
        /** Why it is accepted. */
        reason: string;
        /** Who accepted it. */
        owner: string;
        /** The last day on which it is accepted (UTC). */
        until: string;
      } | null;
      /** How the finding compares with `gate.baseline`. The gate counts a `known` finding only if its level is `unknown` and `failOn` includes `unknown`. Null without a baseline. */
      baseline: 'new' | 'worse' | 'known' | null;
    })[];
    /** The facts, or parts of facts, that it could not use. */
    missing: {
      /** The name of the fact. */
      fact: string;
      /** denied, unreachable, time-out, truncated, unreadable, not-offered, inconsistent, stale, absent, not-asked. */
      reason: string;
      /** What happened, in one sentence. */
      message: string;
      /** The permission that would have shown it; null if permissions are not the cause. */
      permission: string | null;
      /** What may help; null if unknown. */
      hint: string | null;
    }[];
  })[];
  /** The tables that the checks read. */
  tables: ({
    /** The name of the table. */
    name: string;
    /** The last versions that it covers; null: it does not end. */
    knownThrough: {
      /** The last minor version of Kubernetes. */
      kubernetes?: string | undefined;
      /** The last minor version of Karpenter. */
      karpenter?: string | undefined;
    } | null;
    /** True if the table ends before the target: later changes are unknown. */
    ended: boolean;
    /** The day on which its sources were last read; missing in older reports, and if the table cannot become old. */
    read?: string | undefined;
  })[];
  /** Numbers about the cluster; missing in older reports. */
  figures?: {
    /** How long EKS supports the cluster's version and each other one up to the target. */
    support?: {
      /** The minor version of Kubernetes. */
      version: string;
      /** The end of standard support, a date; null if it is not announced. */
      standardUntil: string | null;
      /** The end of extended support, a date; null if it is not announced. */
      extendedUntil: string | null;
    }[] | undefined;
    /** Free IPv4 addresses in the subnets of the cluster, by Availability Zone. */
    addresses?: {
      /** The name of the zone. */
      zone: string;
      /** How many subnets of the cluster are in the zone. */
      subnets: number;
      /** Free addresses in all of these subnets. */
      free: number;
    }[] | undefined;
    /** Nodes by kubelet version, the oldest first. */
    nodes?: {
      /** The minor version of Kubernetes; null if it cannot be read. */
      version: string | null;
      /** How many nodes run it. */
      count: number;
    }[] | undefined;
  } | undefined;
  /** What was read. */
  coverage: {
    /** The facts by name. */
    facts: { [name: string]: {
      /** True if the fact was read, in full or with gaps. */
      ok: boolean;
      /** How many objects the list has. */
      count?: number | undefined;
      /** Parts of it that were not read, each with the reason. */
      gaps?: string[] | undefined;
      /** The list changed while it was read. */
      inconsistent?: boolean | undefined;
      /** Why it is outdated, according to its source. */
      stale?: string | undefined;
      /** Why it was not read. */
      reason?: string | undefined;
      /** The permission that would have shown it. */
      permission?: string | undefined;
    } };
  };
  /** The API requests of the live scan; missing for a saved inventory, and in older reports. */
  apiUsage?: {
    /** The API server of the cluster. */
    kubernetes: {
      /** Requests, each try counted. */
      requests: number;
      /** Requests that were answered with a throttle (of an API server: 429). */
      throttled: number;
      /** Milliseconds between failed tries and the tries after them, over all requests: several may wait at once. */
      waitedMs: number;
      /** Bytes of all answers as they arrived, compressed, without their headers. */
      receivedBytes: number;
    };
    /** AWS, without answers that another scan of the same run had read. */
    aws: {
      /** Requests, each try counted. */
      requests: number;
      /** Requests that were answered with a throttle (of an API server: 429). */
      throttled: number;
      /** Milliseconds between failed tries and the tries after them, over all requests: several may wait at once. */
      waitedMs: number;
    };
  } | undefined;
}

/** What `--format json` prints where the scan could not run (exit code 3). */
export interface ErrorReport {
  /** The version of this schema. */
  schemaVersion: 1;
  /** Why there is no report. */
  error: {
    /** The kind of the reason, such as `usage`, `denied`, `unreachable` or `crash`. */
    code: string;
    /** What happened, in one sentence. */
    message: string;
    /** How to fix the problem. */
    hint?: string | undefined;
    /** Commands to run instead: if no cluster is specified, one for each cluster that was found. */
    commands?: string[] | undefined;
  };
}

/** What one check came to. */
export type Result = Report['results'][number];
/** One problem of one resource. */
export type Finding = Result['findings'][number];
/** Findings that one action mends. */
export type Entry = Report['entries'][number];
