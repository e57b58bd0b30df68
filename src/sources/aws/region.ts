import { ScanError } from '../../facts/reason.ts';

/** What decides the region and the profile. */
export interface RegionOptions {
  region?: string | undefined;
  profile?: string | undefined;
  /** Taken where none is named; left out: that is an error. */
  otherwise?: string | undefined;
  env: NodeJS.ProcessEnv;
}

/** The profile that is asked for, by option or environment; undefined = `default`. */
export function namedProfile(profile: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  return firstText(profile, env['AWS_PROFILE'], env['AWS_DEFAULT_PROFILE']);
}

/**
 * The region, in the order of the AWS CLI: the option, AWS_REGION, AWS_DEFAULT_REGION (which the SDK does not read), the
 * profile's `region` in the shared files.
 * @throws ScanError `unreadable` where none of them names one
 */
export async function resolveRegion({ region, profile, otherwise, env }: RegionOptions): Promise<string> {
  const said = firstText(region, env['AWS_REGION'], env['AWS_DEFAULT_REGION']);
  if (said !== undefined) return said;
  const name = namedProfile(profile, env);
  try {
    const { EKSClient } = await import('./sdk/eks.ts');
    return await new EKSClient(name === undefined ? {} : { profile: name }).config.region();
  } catch (error) {
    if (otherwise !== undefined) return otherwise;
    const where = `profile ${name ?? 'default'} names none either`;
    const hint = `Pass --region, or set AWS_REGION; ${where}.`;
    throw new ScanError({ kind: 'unreadable', message: 'no region', hint }, { cause: error });
  }
}

function firstText(...candidates: readonly (string | undefined)[]): string | undefined {
  return candidates
    .map((candidate) => candidate?.trim())
    .find((candidate) => candidate !== undefined && candidate !== '');
}
