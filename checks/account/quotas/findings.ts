import type { Evidence, Resource, Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { forCount, formatCount, formatList } from '../../../src/syntax/english.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import type { GroupNeed, QuotaRow } from '../../../src/for-checks/vcpu-needs.ts';

/** What is known about one quota. */
export interface Judged {
  row: QuotaRow;
  needs: readonly GroupNeed[];
  /** Undefined: Service Quotas has none in this Region, or it was not read. */
  quota: NonNullable<Facts['vcpuQuotas'][number]['found']> | undefined;
  /** The vCPUs in use by CloudWatch; null: it has no value; undefined: not read. */
  metric: number | null | undefined;
  /** The vCPUs of this cluster's nodes, at least. */
  ownVcpus: number;
}

type Cluster = Facts['cluster'];

/** A warning if the quota has too little room; an unknown if that cannot be known; nothing if there is room. */
export function* quotaFinding(judged: Judged, cluster: Cluster): Generator<Warning> {
  const { row, quota, metric, ownVcpus, needs } = judged;
  const resource: Resource = { kind: 'Quota', name: row.code, note: `${row.quota}, ${row.capacity}` };
  if (quota === undefined || !isNamedFor(row, quota.name)) {
    const message =
      quota === undefined
        ? `Service Quotas did not return it for ${cluster.region}`
        : `Service Quotas names it "${quota.name}", so it may not be the quota for ${row.quota} instances`;
    yield { level: 'unknown', rule: 'quota', resource, message };
    return;
  }
  const used = Math.max(ownVcpus, metric ?? 0);
  const need = largestNeed(needs);
  if (used + need <= quota.vcpus) {
    // A metric that was not read is reported with its permission.
    if (metric === null)
      yield {
        level: 'unknown',
        rule: 'usage',
        resource,
        message: 'CloudWatch has no value for its usage in the last hour',
      };
    return;
  }
  const isExact = metric !== undefined && metric !== null;
  const left = Math.max(0, quota.vcpus - used);
  yield {
    level: 'warn',
    resource,
    message: `replacing nodes takes up to ${formatCount(need, 'more vCPU')}, but ${isExact ? '' : 'at most '}${left} ${forCount(left, 'is', 'are')} left`,
    evidence: listEvidence(judged, quota, { used, need, isExact }),
    fix: increaseFix(row, needs, used + need, cluster),
  };
}

/** Whether the name is that of the quota: another one of the same code would be compared with the wrong instances. */
function isNamedFor({ quota, capacity }: QuotaRow, name: string): boolean {
  return name.includes(` ${quota} `) && name.includes(capacity === 'spot' ? 'Spot' : 'On-Demand');
}

/** Managed node groups are updated one at a time; the pools of Karpenter drift at the same time. */
function largestNeed(needs: readonly GroupNeed[]): number {
  const managed = needs.filter(({ extra }) => extra.nodegroup !== undefined).map(({ vcpus }) => vcpus);
  const pools = needs.filter(({ extra }) => extra.nodegroup === undefined);
  return Math.max(sum(pools), ...managed);
}

function sum(needs: readonly GroupNeed[]): number {
  return needs.reduce((total, { vcpus }) => total + vcpus, 0);
}

function listEvidence(
  { needs }: Judged,
  quota: NonNullable<Judged['quota']>,
  { used, need, isExact }: { used: number; need: number; isExact: boolean },
): Evidence[] {
  const use = isExact ? `${used} in use` : `at least ${used} in use, by nodes of this cluster`;
  const all = sum(needs);
  return [
    {
      observed: `${quota.name}: ${formatCount(quota.vcpus, 'vCPU')}, ${use}`,
      required: `at least ${used + need}`,
      fact: 'vcpuQuotas',
    },
    ...needs.map(({ extra, text, vcpus }) => ({
      observed: `up to ${text}: ${formatCount(vcpus, 'vCPU')}`,
      resource: extra.group.text,
      fact: 'instanceTypes',
    })),
    ...(all > need
      ? [{ observed: `all groups at the same time: ${formatCount(all, 'vCPU')}`, fact: 'instanceTypes' }]
      : []),
  ];
}

function increaseFix({ code }: QuotaRow, needs: readonly GroupNeed[], desired: number, { region }: Cluster): Advice {
  const managed = needs.flatMap(({ extra }) => (extra.nodegroup === undefined ? [] : [extra.nodegroup.name]));
  const groups =
    managed.length === 0
      ? advice``
      : advice` For ${formatList(managed.toSorted())}, set the update strategy MINIMAL, which adds none: EKS terminates old nodes before it starts new ones.`;
  const many = needs.flatMap(({ extra: { nodegroup, inZone } }) =>
    nodegroup !== undefined && inZone !== undefined && inZone.nodes > 2 ? [nodegroup.name] : [],
  );
  const fewer =
    many.length === 0
      ? advice``
      : advice` For ${formatList(many.toSorted())}, a lower \`maxUnavailable\` adds fewer nodes, at least two for each zone.`;
  const pools =
    needs.length === managed.length
      ? advice``
      : advice` For Karpenter, set disruption budgets that allow fewer nodes at a time.`;
  return advice`Request an increase; the approval can take several days:\n${commands(
    continued(
      sh`aws service-quotas request-service-quota-increase --region ${region} --service-code ec2`,
      sh`--quota-code ${code} --desired-value ${desired}`,
    ),
  )}\nOr let the update add fewer nodes.${groups}${fewer}${pools}`;
}
