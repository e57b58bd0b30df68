import type { World } from './world.ts';

type Quotas = NonNullable<World['aws']['vcpuQuotas']>;

/** A quota that AWS has raised, and the vCPUs in use. */
interface Raised {
  own: number;
  used: number;
}

/** EC2's quotas on the vCPUs of the Standard families, on-demand and Spot; the default of both is 5. */
export function standardQuotas(onDemand: Raised, spot: Raised = { own: 5, used: 0 }): Quotas {
  return {
    'L-1216C47A': {
      name: 'Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances',
      metricClass: 'Standard/OnDemand',
      standard: 5,
      ...onDemand,
    },
    'L-34B43A08': {
      name: 'All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests',
      metricClass: 'Standard/Spot',
      standard: 5,
      ...spot,
    },
  };
}

/** With room for every scenario; the quota of the X families is AWS's default. */
export const roomyQuotas: Quotas = {
  ...standardQuotas({ own: 1920, used: 412 }, { own: 640, used: 96 }),
  'L-7295265B': { name: 'Running On-Demand X instances', metricClass: 'X/OnDemand', standard: 128, used: 0 },
};
