import { defineCollector } from '../collect.ts';

export const stsEndpoints = defineCollector('stsEndpoints', {
  permissions: [],
  from: ['cluster', 'vpcEndpoints'],
  async collect(_sources, facts) {
    const { region } = await facts.read('cluster');
    const endpoints = await facts.read('vpcEndpoints');
    const value = endpoints
      .filter(({ type, serviceName }) => type === 'interface' && isSts(serviceName, region))
      .map(({ id, serviceName, state, dnsNames }) => {
        return { id, serviceName, state, dnsNames: dnsNames && serviceName.endsWith('.sts') };
      });
    return { value };
  },
});

/**
 * Whether a service is STS: `com.amazonaws.eu-west-1.sts`, or in China `cn.com.amazonaws.cn-north-1.sts`. The service
 * with FIPS is `sts-fips`, which has another DNS name.
 */
function isSts(serviceName: string, region: string): boolean {
  return serviceName.endsWith(`.${region}.sts`) || serviceName.endsWith(`.${region}.sts-fips`);
}
