import { usageError } from '../../facts/reason.ts';

/**
 * Checks the endpoints that the SDK takes from the environment: AWS_ENDPOINT_URL and AWS_ENDPOINT_URL_<SERVICE>.
 * @throws ScanError (`usage`) if one of them is not an http or https URL: the SDK would fail at its first call
 */
export function refuseBadEndpoints(env: NodeJS.ProcessEnv): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (!/^AWS_ENDPOINT_URL(?:_[A-Z0-9_]+)?$/.test(name) || value === '') continue;
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) continue;
    throw usageError(`${name} is not an http or https URL: ${value}`, 'Set it to one, or unset it to ask AWS itself.');
  }
}
