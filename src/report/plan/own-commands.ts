import type { Facts } from '../../facts/facts.ts';
import { pieces, sh, type Command } from '../../syntax/shell.ts';

type Cluster = Pick<Facts['cluster'], 'name' | 'region'>;

/** The command of this program that scans the cluster again. */
export function scanCommand({ name, region }: Cluster, ...options: readonly Command[]): Command {
  return pieces(sh`eks-preflight scan --cluster ${name} --region ${region}`, ...options);
}

/** The command of this program that plans for the cluster again. */
export function planCommand({ name, region }: Cluster, ...options: readonly Command[]): Command {
  return pieces(sh`eks-preflight plan --cluster ${name} --region ${region}`, ...options);
}
