import { advice, commands, type Advice } from '../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { oneLine } from '../../src/languages/one-line.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { continued, sh } from '../../src/languages/shell.ts';
import { addonResource, blockedBy, isPartOfAutoMode } from '../../src/subjects/eks-addon.ts';

type Addon = Facts['addons'][number];
type Issue = NonNullable<Addon['healthIssues']>[number];
type Rows = Tables['addon-health'];

export default defineCheck({
  id: 'addons/health',
  title: 'EKS add-ons that are not healthy',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `An add-on that is degraded, or whose last change failed, does not get better by an update of the cluster, and often
    cannot be updated itself: too few replicas, a permission that is missing, fields that somebody changed by hand, a
    webhook that refuses. EKS names the cause as the add-on's health issue.

    Only EKS add-ons have such a health. Copies that you manage by yourself are not in this list; the checks of each
    component judge them by their images.`,
  fix: advice`Clear the cause that EKS names, wait until the add-on is active, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_AddonIssue.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_Addon.html',
  ],
  needs: ['addons'],
  tables: ['addon-health'],
  applies: {
    needs: ['addons'],
    when: ({ addons }) => addons.length > 0 || 'no EKS add-on is installed',
  },

  *run({ addons }, { cluster, tables }) {
    for (const addon of addons) {
      for (const finding of findingsOf(addon, tables['addon-health'], cluster)) {
        const spared = finding.level === 'fail' && isPartOfAutoMode(cluster, addon.name);
        yield {
          resource: addonResource(addon.name, addon.owner),
          blocks: blockedBy(addon.name),
          ...finding,
          ...(spared ? { level: 'warn', message: `${finding.message} (EKS Auto Mode does not need it)` } : {}),
        } satisfies Finding;
      }
    }
  },
});

type Part = Omit<Finding, 'resource'>;

/** One of each issue code; of the status where it stands alone. */
function findingsOf(addon: Addon, rows: Rows, cluster: Facts['cluster']): Part[] {
  const { status, healthIssues } = addon;
  const fix = fixOf(cluster, addon.name);
  if (rows.some((row) => row.rowKind === 'running' && row.status === status)) {
    return [
      {
        level: 'warn',
        rule: 'running',
        message: `the add-on is changing: its status is ${status}`,
        evidence: [{ observed: status, required: 'ACTIVE' }],
        fix: advice`Wait until the add-on is active before you update the cluster.\n${fix}`,
      },
    ];
  }
  if (healthIssues === null && status === 'ACTIVE') {
    const message = 'EKS tells nothing about the health of the add-on';
    return [{ level: 'unknown', rule: 'no-health', message, fix: advice`Look whether EKS tells it by now:\n${fix}` }];
  }
  const issues = byCode(healthIssues ?? []);
  if (issues.length === 0) return status === 'ACTIVE' ? [] : [statusFinding(status, rows, fix)];
  // A code that nobody has looked into is unknown; a status that is bad enough and otherwise unexplained stays so.
  const explained = issues.some(([code]) => issueRow(code, rows) !== undefined);
  const unknown = !explained && statusLevel(status, rows) === 'fail' ? 'fail' : 'unknown';
  return issues.map(([code, same]) => {
    const row = issueRow(code, rows);
    const links = row === undefined ? {} : { links: [row.source] };
    return { level: row?.level ?? unknown, ...issueFinding(code, same, status, fix), ...links };
  });
}

function byCode(issues: readonly Issue[]): [string, Issue[]][] {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) groups.set(issue.code, [...(groups.get(issue.code) ?? []), issue]);
  return [...groups];
}

function issueRow(code: string, rows: Rows) {
  return rows.filter((row) => row.rowKind === 'issue').find((row) => row.code.toLowerCase() === code.toLowerCase());
}

function issueFinding(code: string, issues: readonly Issue[], status: string, fix: Advice): Omit<Part, 'level'> {
  const said = [...new Set(issues.map(({ message }) => oneLine(message)))].filter((text) => text !== '');
  const state = status === 'ACTIVE' ? '' : ` (status ${status})`;
  return {
    rule: `issue:${code}`,
    message: `EKS reports ${code}${state}${said.length === 0 ? '' : `: ${said.join('; ')}`}`,
    evidence: issues.map((issue) => issueEvidence(issue)),
    fix: advice`Clear the cause of ${code} and wait until the add-on is active.\n${fix}`,
  };
}

function statusFinding(status: string, rows: Rows, fix: Advice): Part {
  const level = statusLevel(status, rows);
  return {
    level: level ?? 'unknown',
    rule: 'status',
    message:
      level === undefined ? `the status ${status} is not known` : `its status is ${status}; EKS names no health issue`,
    evidence: [{ observed: status, required: 'ACTIVE' }],
    fix: advice`Find out why, and bring the add-on back to active.\n${fix}`,
  };
}

function statusLevel(status: string, rows: Rows): 'fail' | 'warn' | undefined {
  return rows.filter((row) => row.rowKind === 'status').find((row) => row.status === status)?.level;
}

function issueEvidence({ code, resourceIds }: Issue): Evidence {
  return {
    observed: resourceIds.length === 0 ? code : `${code}: ${resourceIds.join(', ')}`,
    required: 'no health issue',
  };
}

function fixOf({ region, name }: Facts['cluster'], addon: string): Advice {
  return commands(
    continued(
      sh`aws eks describe-addon --region ${region} --cluster-name ${name} --addon-name ${addon}`,
      sh`--query 'addon.[addonVersion,status,health.issues]'`,
    ),
  );
}
