import * as z from 'zod/mini';
import { publicText } from './marks.ts';

const families = String.raw`Standard \([A-Z](?:, [A-Z])*\)|DL|F|G and VT|HPC|High Memory|Inf|P|Trn|X`;
const quotaCode = () => publicText(/^L-[0-9A-F]{8}$/);

/**
 * servicequotas:GetServiceQuota (GetAWSDefaultServiceQuota if the account has no value) for the EC2 quotas
 * on vCPUs that managed node groups and Karpenter use. Its order is that of the codes.
 */
export const vcpuQuotas = z.array(
  z.object({
    code: quotaCode(),
    /** Null if Service Quotas has no such quota in this Region. */
    found: z.nullable(
      z.object({
        name: publicText(
          new RegExp(`^Running On-Demand (?:${families}) instances$|^All (?:${families}) Spot Instance Requests$`),
        ),
        vcpus: z.number(),
        /** `Class` of the metric that counts the vCPUs in use: `Standard/OnDemand`; null without such a metric. */
        metricClass: z.nullable(publicText(/^(?:Standard|DL|F|G|HPC|HighMem|Inf|P|Trn|X)\/(?:OnDemand|Spot)$/)),
      }),
    ),
  }),
);

/**
 * cloudwatch:GetMetricData for the metric of each of `vcpuQuotas`: the vCPUs that the whole account uses in the Region.
 * Omits a quota without a metric, or without a value in the last hour.
 */
export const vcpuUsage = z.array(z.object({ code: quotaCode(), vcpus: z.number() }));
