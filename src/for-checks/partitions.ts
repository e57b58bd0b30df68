/** Domains of partitions that do not use `amazonaws.com`. Source: the SDK's list of partitions. */
const domains: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'aws-cn': 'amazonaws.com.cn',
    'aws-eusc': 'amazonaws.eu',
    'aws-iso': 'c2s.ic.gov',
    'aws-iso-b': 'sc2s.sgov.gov',
    'aws-iso-e': 'cloud.adc-e.uk',
    'aws-iso-f': 'csp.hci.ic.gov',
  }),
);

/** The domain of a partition's endpoints: `amazonaws.com.cn`. */
export function resolveDomain(partition: string): string {
  return domains.get(partition) ?? 'amazonaws.com';
}

/** A service's principal, and the second one that some services have in a partition with its own domain. */
export function serviceNames(service: string, partition: string): string[] {
  return [...new Set([service, service.replace(/amazonaws\.com$/, resolveDomain(partition))])];
}

/** What the name of an AWS service's interface endpoint begins with: `cn.com.amazonaws`. */
export function buildEndpointPrefix(partition: string): string {
  return resolveDomain(partition).split('.').reverse().join('.');
}
