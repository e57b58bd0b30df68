import type { World } from '../world.ts';
import { selectPage } from './pages.ts';
import type { Outcome } from './reply.ts';
import { toText, type AwsRequest, type Form } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;

/** The operations of Service Quotas and CloudWatch that show quotas on vCPUs and their use. */
export const quotaOperations: Readonly<Record<string, Operation>> = {
  'servicequotas:GetServiceQuota': (world, request) => quotaOutcome(world, request, 'own'),
  'servicequotas:GetAWSDefaultServiceQuota': (world, request) => quotaOutcome(world, request, 'standard'),
  'cloudwatch:GetMetricData': getMetricData,
};

function quotaOutcome(world: World, { region, form }: AwsRequest, which: 'own' | 'standard'): Outcome {
  const code = toText(form['QuotaCode']) ?? '';
  const quota = region === world.region && form['ServiceCode'] === 'ec2' ? world.aws.vcpuQuotas?.[code] : undefined;
  const Value = quota?.[which];
  if (quota === undefined || Value === undefined)
    return {
      error: 'NoSuchResourceException',
      status: 400,
      message: 'The request failed because the specified service quota does not exist.',
    };
  const UsageMetric = {
    MetricNamespace: 'AWS/Usage',
    MetricName: 'ResourceCount',
    MetricDimensions: { Class: quota.metricClass, Resource: 'vCPU', Service: 'EC2', Type: 'Resource' },
    MetricStatisticRecommendation: 'Maximum',
  };
  const Quota = { ServiceCode: 'ec2', QuotaCode: code, QuotaName: quota.name, Value, Unit: 'None', UsageMetric };
  return { output: { Quota } };
}

/** Each metric has one value, at the end of the requested time; a metric that the world does not have has none. */
function getMetricData(world: World, { action, region, form }: AwsRequest): Outcome {
  const queries = (Array.isArray(form['MetricDataQueries']) ? form['MetricDataQueries'] : []) as Form[];
  const results = queries.map((query) => {
    const used = region === world.region ? findUse(world, query) : undefined;
    const Values = used === undefined ? [] : [used];
    return { Id: query['Id'], StatusCode: 'Complete', Timestamps: Values.map(() => form['EndTime']), Values };
  });
  const page = selectPage(action, results, toText(form['NextToken']), toText(form['MaxDatapoints']), 1);
  return 'error' in page ? page : { output: { MetricDataResults: page.items, NextToken: page.next, Messages: [] } };
}

function findUse(world: World, query: Form): number | undefined {
  const { Metric } = query['MetricStat'] as { Metric: { Dimensions: { Name: string; Value: string }[] } };
  const metricClass = Metric.Dimensions.find(({ Name }) => Name === 'Class')?.Value;
  return Object.values(world.aws.vcpuQuotas ?? {}).find((quota) => quota.metricClass === metricClass)?.used;
}
