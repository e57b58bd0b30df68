import { ScanError } from '../../facts/reason.ts';

/** The options and variables that set Region and profile. */
export interface RegionOptions {
  region?: string | undefined;
  profile?: string | undefined;
  /** The Region to use if none is set; if this is omitted, an unset Region is an error. */
  otherwise?: string | undefined;
  env: NodeJS.ProcessEnv;
}

/** The profile that the option or the environment names; undefined means `default`. */
export function namedProfile(profile: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  return firstText(profile, env['AWS_PROFILE'], env['AWS_DEFAULT_PROFILE']);
}

/** The message of the error that no Region is set. */
export const noRegion = 'no region';

/**
 * The Region, in the order of the AWS CLI: the option, AWS_REGION, AWS_DEFAULT_REGION (which the SDK does not read),
 * the profile's `region` in the shared files.
 * @throws ScanError `unreadable` if none of them sets one, and there is no `otherwise`
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
    const hint = `Pass --region, or set AWS_REGION: profile ${name ?? 'default'} sets no Region.`;
    throw new ScanError({ kind: 'unreadable', message: noRegion, hint }, { cause: error });
  }
}

function firstText(...candidates: readonly (string | undefined)[]): string | undefined {
  return candidates
    .map((candidate) => candidate?.trim())
    .find((candidate) => candidate !== undefined && candidate !== '');
}
