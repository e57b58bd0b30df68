import type { ServiceQuota } from '@aws-sdk/client-service-quotas';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { instanceFamily } from '../../syntax/instance-family.ts';
import { loadTable } from '../../tables/tables.ts';
import { allInOrder } from '../all-in-order.ts';
import { defineCollector } from '../collect.ts';
import { present, presentCount } from '../require-field.ts';
import { requireSame } from '../require-same.ts';
import { orAbsent } from './or-absent.ts';

type Quota = Facts['vcpuQuotas'][number];

/**
 * One request for each quota that the nodes use, most often one or two: a list of all quotas of EC2 has several pages,
 * and omits those for which the account has no value. A denied call would be denied for each quota, so the fact has
 * no gaps.
 */
export const vcpuQuotas = defineCollector('vcpuQuotas', {
  permissions: [{ iam: 'servicequotas:GetServiceQuota' }, { iam: 'servicequotas:GetAWSDefaultServiceQuota' }],
  from: ['nodes', 'nodegroups'],
  async collect({ aws }, facts) {
    const codes = listCodes(await facts.read('nodes'), await facts.read('nodegroups'));
    return { value: await allInOrder(codes.map((code) => readQuota(aws, code))) };
  },
});

/** The codes of the quotas that limit the nodes of managed node groups and Karpenter, and the types of these groups. */
function listCodes(nodes: Facts['nodes'], nodegroups: Facts['nodegroups']): string[] {
  const managed = nodes.filter(({ computeType }) => computeType === 'managed');
  const groups = nodegroups.filter(({ name }) => managed.some(({ group }) => group === name));
  const own = [...managed, ...nodes.filter(({ computeType }) => computeType === 'karpenter')];
  const launched = own.map(({ instanceType, spot }) => ({ type: instanceType ?? '', isSpot: spot === true }));
  const launchable = groups.flatMap(({ instanceTypes, capacityType }) =>
    instanceTypes.map((type) => ({ type, isSpot: capacityType === 'SPOT' })),
  );
  const codes = [...launched, ...launchable].flatMap(({ type, isSpot }) =>
    loadTable('vcpu-quotas').rows.flatMap(({ code, families, capacity }) =>
      families.includes(instanceFamily(type)) && (capacity === 'spot') === isSpot ? [code] : [],
    ),
  );
  return [...new Set(codes)].sort();
}

async function readQuota(aws: AwsSource, QuotaCode: string): Promise<Quota> {
  const { GetServiceQuotaCommand, GetAWSDefaultServiceQuotaCommand } =
    await import('../../sources/aws/sdk/service-quotas.ts');
  const client = await aws.client('servicequotas');
  const input = { ServiceCode: 'ec2', QuotaCode };
  const own = await orAbsent(() =>
    aws.call('servicequotas:GetServiceQuota', () => client.send(new GetServiceQuotaCommand(input))),
  );
  // GetServiceQuota has no answer, too, where only AWS's default applies.
  const answer =
    own ??
    (await orAbsent(() =>
      aws.call('servicequotas:GetAWSDefaultServiceQuota', () =>
        client.send(new GetAWSDefaultServiceQuotaCommand(input)),
      ),
    ));
  if (answer === undefined) return { code: QuotaCode, found: null };
  const quota = present(answer.Quota, 'Quota');
  requireSame(quota.ServiceCode, 'ec2', 'service');
  requireSame(quota.QuotaCode, QuotaCode, 'quota');
  return { code: QuotaCode, found: project(quota) };
}

function project({ QuotaName, Value, UsageMetric }: ServiceQuota): Quota['found'] {
  const { Service, Type, Resource, Class } = UsageMetric?.MetricDimensions ?? {};
  const counts = UsageMetric?.MetricNamespace === 'AWS/Usage' && UsageMetric.MetricName === 'ResourceCount';
  const isOfVcpus = counts && Service === 'EC2' && Type === 'Resource' && Resource === 'vCPU';
  return {
    name: present(QuotaName, 'Quota.QuotaName'),
    vcpus: presentCount(Value, 'Quota.Value'),
    metricClass: isOfVcpus ? (Class ?? null) : null,
  };
}
