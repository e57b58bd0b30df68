import type { FactReader } from '../../collect.ts';

/**
 * Whether a Deployment of the cluster runs Karpenter: other clusters do not need the facts that only its checks read.
 * @returns true also if the Deployments could not be read
 */
export async function runsKarpenter(facts: FactReader<'deployments'>): Promise<boolean> {
  const reading = await facts.joinedReading('deployments');
  return !reading.ok || reading.value.some(({ karpenter }) => karpenter !== undefined);
}
