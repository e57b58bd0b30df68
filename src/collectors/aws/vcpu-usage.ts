import type { MetricDataQuery } from '@aws-sdk/client-cloudwatch';
import { defineCollector } from '../collect.ts';
import { present } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

const periodSeconds = 300;
const hour = 3_600_000;

/** One request for all quotas. The newest value counts: usage follows the hour of the day and autoscaling. */
export const vcpuUsage = defineCollector('vcpuUsage', {
  permissions: [{ iam: 'cloudwatch:GetMetricData' }],
  from: ['vcpuQuotas'],
  async collect({ aws }, facts) {
    const classes = (await facts.read('vcpuQuotas')).flatMap(({ code, found }) =>
      found === null || found.metricClass === null ? [] : [{ code, metricClass: found.metricClass }],
    );
    if (classes.length === 0) return { value: [] };
    const { paginateGetMetricData } = await import('../../sources/aws/sdk/cloudwatch.ts');
    const client = await aws.client('cloudwatch');
    const now = Date.now();
    const input = {
      MetricDataQueries: classes.map(({ metricClass }, index) => toQuery(`q${index}`, metricClass)),
      StartTime: new Date(now - hour),
      EndTime: new Date(now),
      ScanBy: 'TimestampDescending' as const,
    };
    const results = await aws.call('cloudwatch:GetMetricData', () =>
      everyPage(paginateGetMetricData({ client }, input), 'MetricDataResults', (page) => page.MetricDataResults),
    );
    requireEachRequested(
      results.map(({ Id }) => Id),
      classes.map((_, index) => `q${index}`),
      'metric',
    );
    // A metric without values has a result, too.
    const value = classes.flatMap(({ code }, index) => {
      const own = results.filter(({ Id }) => Id === `q${index}`);
      const [newest] = present(own.length === 0 ? undefined : own, 'MetricDataResults').flatMap(
        ({ Values = [] }) => Values,
      );
      return newest === undefined ? [] : [{ code, vcpus: newest }];
    });
    return { value };
  },
});

/** Service Quotas recommends the maximum (`MetricStatisticRecommendation`). */
function toQuery(Id: string, Class: string): MetricDataQuery {
  const dimensions = { Service: 'EC2', Type: 'Resource', Resource: 'vCPU', Class };
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const Metric = { Namespace: 'AWS/Usage', MetricName: 'ResourceCount', Dimensions };
  return { Id, MetricStat: { Metric, Period: periodSeconds, Stat: 'Maximum' } };
}
