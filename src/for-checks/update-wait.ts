import type { Facts } from '../facts/facts.ts';
import { chained, continued, pieces, sh, type Command } from '../syntax/shell.ts';

type Cluster = Pick<Facts['cluster'], 'region' | 'name'>;

/**
 * Starts an update of EKS, prints its ID, waits for as long as it takes, shows its errors, and fails unless it was
 * successful: what follows with `&&` then does not run. It also fails if the AWS CLI does; `$update` then still names the
 * update.
 * A waiter of the AWS CLI cannot do this: `nodegroup-active` succeeds after a failed update, because the node group is
 * active again, and gives up after 40 minutes; `addon-active` does not know UPDATE_FAILED.
 * Sources: DescribeUpdate of the EKS API; botocore/data/eks/2017-11-01/waiters-2.json.
 * @param start an operation of the EKS API that returns an update, without `--query`
 * @param of what is updated: `--nodegroup-name`, `--addon-name`; the cluster if empty
 */
export function untilSuccessful({ region, name }: Cluster, start: Command, of: Command = sh``): Command {
  const describe = pieces(sh`aws eks describe-update --region ${region} --name ${name}`, of);
  return chained(
    sh`update=$(${start} --query update.id --output text)`,
    sh`echo "update ID: $update"`,
    continued(sh`while state=$(${describe}`, sh`--update-id "$update" --query update.status --output text)`),
    sh`[ "$state" = InProgress ]; do sleep 30; done`,
    continued(describe, sh`--update-id "$update" --query 'update.[status,errors]'`),
    sh`[ "$state" = Successful ]`,
  );
}

/** Changes the configuration of a cluster, and waits as {@link untilSuccessful} does. */
export function updateClusterConfig(cluster: Cluster, option: Command): Command {
  const { region, name } = cluster;
  return untilSuccessful(
    cluster,
    continued(sh`aws eks update-cluster-config --region ${region} --name ${name}`, option),
  );
}
