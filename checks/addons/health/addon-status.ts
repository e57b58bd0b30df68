import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, sh, type Command } from '../../../src/syntax/shell.ts';
import { judgeOutsideAutoMode } from '../../../src/for-checks/auto-mode-addons.ts';
import { addonResource, blockedBy } from '../../../src/for-checks/eks-addon.ts';
import { healthCommands } from '../../../src/for-checks/health-commands.ts';
import { reportedCodes, buildUnreportedHealth } from '../../../src/for-checks/health-issues.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Addon = Facts['addons'][number];
type Cluster = Facts['cluster'];

/** What each issue code and each other rule of an add-on means. */
export const addonProblems = {
  issue: 'EKS reports a health issue',
  'issue:accessdenied': 'EKS lacks permissions in the cluster',
  'issue:addonpermissionfailure': 'lacks IAM permissions',
  'issue:addonsubscriptionneeded': 'AWS Marketplace subscription is missing',
  'issue:admissionrequestdenied': 'admission control rejects its objects',
  'issue:clusterunreachable': 'EKS cannot reach the cluster',
  'issue:configurationconflict': 'fields conflict with manual changes',
  'issue:insufficientnumberofreplicas': 'too few available replicas',
  'issue:internalfailure': 'internal failure in EKS',
  'issue:k8sresourcenotfound': 'a Kubernetes object is missing',
  'issue:unsupportedaddonmodification': 'unsupported change of the add-on',
  'no-health': 'health unknown',
  status: 'status unknown',
};

/** Findings for EKS add-ons that are not ACTIVE, have a health issue, or whose health EKS does not report. */
export function* addonFindings(
  addons: readonly Addon[],
  nodes: Facts['nodes'] | undefined,
  rows: Tables['health-codes'],
  cluster: Cluster,
): Generator<Finding> {
  for (const addon of addons) {
    for (const reported of toFindings(addon, rows, cluster)) {
      const finding = reported.rule === tooFewPods ? withoutNodes(reported, nodes) : reported;
      yield {
        resource: addonResource(addon.name, addon.owner),
        blocks: blockedBy(addon.name),
        ...judgeOutsideAutoMode(finding, addon.name, cluster, nodes),
      } satisfies Finding;
    }
  }
}

type Part = Omit<Finding, 'resource'>;

const tooFewPods = 'issue:insufficientnumberofreplicas';

/** Pods that no node is there to run are no fault of the add-on: they start with the first node. */
function withoutNodes(finding: Part, nodes: Facts['nodes'] | undefined): Part {
  if (nodes === undefined) {
    const message = `${finding.message}; unknown whether the cluster has nodes to run its pods`;
    return { ...finding, level: 'unknown', message };
  }
  if (nodes.length > 0) return finding;
  return {
    ...finding,
    level: 'warn',
    short: 'the cluster has no nodes',
    message: `the cluster has no nodes to run its pods: ${finding.message}`,
    evidence: [{ observed: 'no nodes', required: 'a node for its pods', fact: 'nodes' }, ...(finding.evidence ?? [])],
    fix: advice`Nothing to do while the cluster is idle: the pods start when a node joins. Then check that the add-on becomes
      ACTIVE.\n${finding.fix ?? ''}`,
  };
}

/** The level of a status that no known issue code explains; `changing`: temporary. Source: API_Addon, `status`. */
const statuses: ReadonlyMap<string, 'fail' | 'warn' | 'changing'> = new Map(
  Object.entries<'fail' | 'warn' | 'changing'>({
    CREATING: 'changing',
    DELETING: 'changing',
    UPDATING: 'changing',
    CREATE_FAILED: 'fail',
    DEGRADED: 'fail',
    DELETE_FAILED: 'warn',
    UPDATE_FAILED: 'warn',
  }),
);

/**
 * One finding for each issue code. Only one for the status if it is changing, or if it is not ACTIVE and there are no
 * issues. One if EKS does not report the health of an active add-on.
 */
function toFindings({ name, status, healthIssues }: Addon, rows: Tables['health-codes'], cluster: Cluster): Part[] {
  const look = commands(lookAt(name, cluster));
  const level = statuses.get(status);
  if (level === 'changing') return [changing(status, look)];
  if (healthIssues === null && status === 'ACTIVE') {
    return [{ ...buildUnreportedHealth('addon'), fix: advice`Check whether EKS reports it now:\n${look}` }];
  }
  const state = status === 'ACTIVE' ? '' : ` (status ${status})`;
  const codes = reportedCodes('addon', healthIssues ?? [], rows, state);
  if (codes.length === 0) return status === 'ACTIVE' ? [] : [statusAlone(status, level, look)];
  // A code that is not in the table is unknown. If no code is in the table, a failed status makes each a failure.
  const isUnexplained = level === 'fail' && codes.every(({ row }) => row === undefined);
  return codes.map(({ code, remedy, resourceIds, finding }) => ({
    ...finding,
    ...(isUnexplained ? { level } : {}),
    fix: advice`${remedy} Then wait until the add-on is ACTIVE.\n${commands(
      ...healthCommands('addon', code, { cluster, resourceIds }),
      lookAt(name, cluster),
    )}`,
  }));
}

function changing(status: string, look: Advice): Part {
  return {
    level: 'warn',
    rule: 'running',
    short: `status is ${status}`,
    message: `the add-on is changing: its status is ${status}`,
    evidence: [{ observed: status, required: 'ACTIVE' }],
    fix: advice`Wait until the add-on is ACTIVE before you update the cluster.\n${look}`,
  };
}

function statusAlone(status: string, level: 'fail' | 'warn' | undefined, look: Advice): Part {
  return {
    level: level ?? 'unknown',
    rule: 'status',
    ...(level === undefined ? {} : { short: `status is ${status}` }),
    message: level === undefined ? `unknown status ${status}` : `its status is ${status}; EKS reports no health issue`,
    evidence: [{ observed: status, required: 'ACTIVE' }],
    fix: advice`Find and remove the cause, and wait until the add-on is ACTIVE.\n${look}`,
  };
}

function lookAt(addon: string, { region, name }: Cluster): Command {
  return continued(
    sh`aws eks describe-addon --region ${region} --cluster-name ${name} --addon-name ${addon}`,
    sh`--query 'addon.[addonVersion,status,health.issues]'`,
  );
}
