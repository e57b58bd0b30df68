import type { Finding } from '../../../src/check.ts';
import { besideClusterManager } from '../../../src/for-checks/managed-cluster.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { chained, sh } from '../../../src/syntax/shell.ts';
import type { Here } from './scale-up.ts';

/**
 * The finding for a cluster without CoreDNS.
 * @param stops what fails without it
 * @param outside how many nodes outside EKS Auto Mode need it; undefined without Auto Mode
 */
export function absentDns({ cluster, tables }: Here, stops: string, outside: number | 'unread' | undefined): Finding {
  const { name, region } = cluster;
  const whose = typeof outside === 'number' ? ` for ${formatCount(outside, 'node')} outside EKS Auto Mode` : '';
  return {
    level: whose === '' ? 'fail' : 'warn',
    rule: 'coredns-absent',
    resource: { kind: 'Cluster', name },
    message: `no CoreDNS in the cluster${whose}: ${stops}`,
    evidence: [{ observed: 'no CoreDNS', required: 'at least one available pod', fact: 'coreComponents' }],
    fix: besideClusterManager(
      advice`Install CoreDNS as an EKS add-on:\n${commands(
        chained(
          sh`aws eks create-addon --region ${region} --cluster-name ${name} --addon-name coredns`,
          sh`aws eks wait addon-active --region ${region} --cluster-name ${name} --addon-name coredns`,
        ),
      )}\nIf another DNS server answers for this cluster, accept this finding.`,
      cluster,
      'add-on',
      tables,
    ),
  };
}
