import { expect, onTestFinished, vi } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { parseReadings, type Reading, type Readings } from '../../src/facts/reading.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import { startAwsEndpoint, type RecordedCall } from '../world/aws-endpoint.ts';
import { healthyWorld } from '../world/healthy.ts';
import type { World } from '../world/world.ts';

/**
 * The stubs last until the running test ends. A hook in this module would apply only to the first test file that
 * imports it.
 */
function stubCredentials(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY');
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** A world's account as an inventory stores it, and the calls made. Kubernetes and local programs do not answer. */
export async function awsReadings(
  facts: readonly FactName[],
  parts: Partial<World['aws']> = {},
  more: Partial<World> = {},
  tries = 3,
): Promise<{ readings: Readings; calls: readonly RecordedCall[] }> {
  const outcome = await readOnce(facts, parts, more);
  const isSlow = (more.faults ?? []).length === 0 && Object.values(outcome.readings).some(isUnreachable);
  return isSlow && tries > 1 ? awsReadings(facts, parts, more, tries - 1) : outcome;
}

/** Without a fault, the loopback endpoint is unreachable only if the machine is too busy to answer in time. */
function isUnreachable(reading: Reading<unknown> | undefined): boolean {
  return reading?.ok === false && reading.reason.kind === 'unreachable';
}

async function readOnce(
  facts: readonly FactName[],
  parts: Partial<World['aws']>,
  more: Partial<World>,
): Promise<{ readings: Readings; calls: readonly RecordedCall[] }> {
  const { aws, calls } = await awsSource(parts, more);
  const none = () => Promise.reject(new Error('not here'));
  const readings = await collect(collectors, facts, { aws, kube: none, local: { run: none } });
  expect(parseReadings(readings)).toEqual(readings);
  return { readings, calls };
}

/** A source for the account of a world, and the calls that the account receives. */
export async function awsSource(
  parts: Partial<World['aws']> = {},
  more: Partial<World> = {},
  maxAttempts = 1,
): Promise<{ aws: AwsSource; calls: readonly RecordedCall[] }> {
  stubCredentials();
  const world = healthyWorld();
  const endpoint = await startAwsEndpoint({ ...world, ...more, aws: { ...world.aws, ...parts } });
  onTestFinished(() => endpoint.close());
  vi.stubEnv('AWS_ENDPOINT_URL', endpoint.url);
  const aws = await createAwsSource({ cluster: 'prod', region: 'eu-west-1' }, { userAgent: 'test', maxAttempts });
  onTestFinished(() => aws.close());
  return { aws, calls: endpoint.calls };
}

export async function awsReading<Name extends FactName>(
  fact: Name,
  parts: Partial<World['aws']> = {},
  more: Partial<World> = {},
): Promise<Reading<Facts[Name]> | undefined> {
  const { readings } = await awsReadings([fact], parts, more);
  return readings[fact];
}
