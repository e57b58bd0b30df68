import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { forCount } from '../../src/syntax/english.ts';
import { sh } from '../../src/syntax/shell.ts';
import { whereWorkloadsManaged } from '../../src/for-checks/managed-workloads.ts';
import { drainable, namespaceFindings } from './shared/by-namespace.ts';
import { parseRepository } from '../../src/for-checks/components.ts';

/** Software that runs only once, and may pause while its pod moves: two copies would conflict or count twice. */
const singletons = /(^|[/_.-])(cluster-autoscaler|external-dns|kube-state-metrics)(-(amd64|arm64))?$/;

export default defineCheck({
  id: 'workloads/single-replica',
  title: 'Workloads with a single replica',
  short: 'workloads with one replica',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `An upgrade drains every node once before it is replaced. A drain deletes a pod first and its replacement
    starts afterwards: a Deployment or StatefulSet with one replica is unavailable in between, for minutes if a
    volume has to move.

    The check does not report workloads scaled to 0, workloads that only run on Fargate (its nodes are not drained),
    DaemonSets and Jobs, and workloads that are designed to run once and whose short absence has no effect: Cluster
    Autoscaler, external-dns, kube-state-metrics. It reports everything else in kube-system: with a single CoreDNS
    pod, cluster DNS is down during its drain; with a single admission webhook pod, new pods may be rejected.
    Whether a workload may be unavailable for a while cannot be determined.`,
  fix: advice`Plan when the workload moves, or run two replicas if the software supports it.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/best-practices/application.html',
    'https://kubernetes.io/docs/tasks/administer-cluster/safely-drain-node/',
  ],
  needs: ['deployments', 'statefulSets'],
  uses: ['fargateWorkloads'],
  tables: ['managed-changes'],

  *run({ deployments, statefulSets, fargateWorkloads }, { tables }) {
    // Without this fact, any of the workloads may be on Fargate, where no node is drained.
    if (fargateWorkloads === undefined) return;
    const single = [...deployments, ...statefulSets].filter((one) => one.replicas === 1 && !isSingleton(one));
    const drained = drainable(single, fargateWorkloads);
    // The same for each namespace, so that reports show all of them as one entry.
    const where = whereWorkloadsManaged(drained, 'replicas', tables['managed-changes']);
    yield* namespaceFindings(drained, {
      message: (names, count) =>
        `${names} ${forCount(count, 'runs', 'run')} one replica: during a drain, ${forCount(count, 'it', 'each')} is unavailable until its pod runs on another node`,
      observed: () => '1 replica',
      required: '2 replicas or more',
      fix: ({ namespace }) => replicasFix(namespace, where),
    });
  },
});

function isSingleton({ containers }: Facts['deployments'][number]): boolean {
  return containers.some(({ image }) => singletons.test(parseRepository(image)));
}

/** Contains no command that sets the number of replicas: copies of software without replication hold different data. */
function replicasFix(namespace: string, where: Advice | undefined): Advice {
  const managed = where === undefined ? advice`` : advice` ${where}`;
  return advice`Run two replicas only if the software supports it: two pods of a database without replication hold
    different data. Set the number where it is managed (a chart, GitOps, an autoscaler, an operator).${managed}
    If a workload must keep one replica, choose when to move it. Once the new nodes are up and the old ones
    cordoned, \`kubectl rollout restart\` of a Deployment with the strategy RollingUpdate starts the new pod first; with
    a
    ReadWriteOnce volume, the new pod cannot start before the old one is deleted. Check where the pods run:\n${commands(
      sh`kubectl -n ${namespace} get pods -o wide`,
    )}`;
}
