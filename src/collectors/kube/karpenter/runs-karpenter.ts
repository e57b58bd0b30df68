import type { FactReader } from '../../collect.ts';
import { unstoredKarpenter, type WithKarpenter } from './template.ts';

/**
 * Whether a Deployment of the cluster runs Karpenter: facts that only its checks read are not asked for elsewhere.
 * @returns true, too, where the Deployments could not be read
 */
export async function runsKarpenter(facts: FactReader<'deployments'>): Promise<boolean> {
  const reading = await facts.reading('deployments');
  return !reading.ok || reading.value.some((workload) => unstoredKarpenter in (workload as Partial<WithKarpenter>));
}
