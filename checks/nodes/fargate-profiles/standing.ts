import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { besideManager } from '../../../src/for-checks/managed-fix.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { reportedCodes } from '../../../src/for-checks/health-issues.ts';

type Cluster = Facts['cluster'];
type Profile = Facts['fargateProfiles'][number];
type Here = Pick<Context<'health-codes' | 'managed-changes'>, 'cluster' | 'tables'>;
type Found = Omit<Finding, 'resource'>;

type Status = { short: string; text: string; fix: 'wait' | 'create' | 'delete' };

const statuses: ReadonlyMap<string, Status> = new Map(
  Object.entries<Status>({
    CREATING: { short: 'is being created', text: 'the profile is still being created', fix: 'wait' },
    DELETING: { short: 'is being deleted', text: 'the profile is being deleted, its pods stop', fix: 'wait' },
    CREATE_FAILED: { short: 'creation failed', text: 'the creation of the profile failed', fix: 'create' },
    DELETE_FAILED: { short: 'deletion failed', text: 'the deletion of the profile failed', fix: 'delete' },
  }),
);

/** False if the profile is being created or deleted, or if that failed: it then runs no new pods. */
export function isStanding({ status }: Profile): boolean {
  return !statuses.has(status);
}

/** Findings for the status and the health issues that EKS reports for a profile. */
export function* standingFindings(profile: Profile, here: Here): Generator<Found> {
  yield* statusFindings(profile, here);
  if (profile.status !== 'DELETING') yield* healthFindings(profile, here);
}

function* statusFindings(profile: Profile, here: Here): Generator<Found> {
  const { status } = profile;
  if (status === 'ACTIVE') return;
  const known = statuses.get(status);
  yield {
    level: known === undefined ? 'unknown' : 'warn',
    rule: 'status',
    ...(known === undefined ? {} : { short: known.short }),
    message: known === undefined ? `unknown status ${status}` : `${known.text}: its status is ${status}`,
    evidence: [{ observed: status, required: 'ACTIVE', fact: 'fargateProfiles' }],
    fix: statusFix(profile, here, known?.fix ?? 'wait'),
  };
}

function statusFix(profile: Profile, { cluster, tables }: Here, fix: 'wait' | 'create' | 'delete'): Advice {
  const look = commands(buildDescribeCommand(profile, cluster));
  if (fix === 'wait') return advice`Wait until the change is finished.\n${look}`;
  if (fix === 'delete') return advice`Find the cause in its health, then delete the profile again.\n${look}`;
  const again = advice`Find the cause in its health, delete the profile, and create it again if you need it.\n${look}`;
  return besideManager(again, {
    of: profile,
    subject: 'the Fargate profile',
    change: 'fargate-profile',
    rows: tables['managed-changes'],
    values: { cluster: cluster.name },
  });
}

/** Health issues are failures to create or delete the profile; EKS may omit the list if there are none. */
function* healthFindings(profile: Profile, { cluster, tables }: Here): Generator<Found> {
  const look = commands(buildDescribeCommand(profile, cluster));
  for (const { remedy, finding } of reportedCodes('fargate', profile.healthIssues ?? [], tables['health-codes'])) {
    const fix = advice`${remedy} Then wait until EKS no longer reports it.\n${look}`;
    yield { ...finding, fix };
  }
}

function buildDescribeCommand({ name: profile }: Profile, { region, name }: Cluster) {
  return continued(
    sh`aws eks describe-fargate-profile --region ${region} --cluster-name ${name} --fargate-profile-name ${profile}`,
    sh`--query "fargateProfile.[status,health]"`,
  );
}
