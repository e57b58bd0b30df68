import { advice, commands, type Advice } from '../../src/languages/advice.ts';
import { defineCheck } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { forCount } from '../../src/languages/english.ts';
import { sh } from '../../src/languages/shell.ts';
import { drainable, namespaceFindings, type NamedWorkload } from '../../src/subjects/by-namespace.ts';
import { repositoryOf } from '../../src/subjects/components.ts';

/** Made to run once, and missed by nobody for the minute of a move: two of them would fight or count everything twice. */
const singletons = /(^|[/_.-])(cluster-autoscaler|external-dns|kube-state-metrics)(-(amd64|arm64))?$/;

export default defineCheck({
  id: 'workloads/single-replica',
  title: 'Workloads with a single replica',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `Every node is drained once while an upgrade replaces it. A drain ends a pod first and starts its successor then:
    a
    Deployment or StatefulSet with one replica is away for that long, minutes where a volume has to follow.

    Left out are workloads scaled to 0, those on Fargate only (no node is drained there), DaemonSets and Jobs, and what
    is
    made to run once and is missed by nobody meanwhile: Cluster Autoscaler, external-dns, kube-state-metrics. Everything
    else in kube-system counts: with a single CoreDNS the cluster's DNS goes away, with a single admission webhook new
    pods
    may be refused. Whether a workload may be away for a while cannot be seen.`,
  fix: advice`Plan the moment when the workload moves, or run two replicas where the software is made for it.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/best-practices/application.html',
    'https://kubernetes.io/docs/tasks/administer-cluster/safely-drain-node/',
  ],
  needs: ['deployments', 'statefulSets'],
  uses: ['fargateWorkloads'],

  *run({ deployments, statefulSets, fargateWorkloads }) {
    // Each of them may be on Fargate, which nobody drains.
    if (fargateWorkloads === undefined) return;
    const single = [...deployments, ...statefulSets].filter((one) => one.replicas === 1 && !isSingleton(one));
    yield* namespaceFindings(drainable(single, fargateWorkloads), {
      message: (names, count) =>
        `${names} ${forCount(count, 'runs', 'run')} one replica: a drain stops ${forCount(count, 'it', 'each')} until it is up elsewhere`,
      observed: () => '1 replica',
      required: '2 replicas or more',
      fix: replicasFix,
    });
  },
});

function isSingleton({ containers }: Facts['deployments'][number]): boolean {
  return containers.some(({ image }) => singletons.test(repositoryOf(image)));
}

/** No command sets the number: two copies of what does not replicate itself are two different things. */
function replicasFix({ namespace }: NamedWorkload): Advice {
  return advice`Run two replicas only where the software is made for it: two pods of a database that does not replicate
    itself
    hold different data. Set the number where it is written (a chart, GitOps, an autoscaler, an operator).
    If a workload must keep one replica, choose when to move it. Once the new nodes are up and the old ones
    cordoned, \`kubectl rollout restart\` of a Deployment with the strategy RollingUpdate starts the new pod first; with
    a
    ReadWriteOnce volume the new pod cannot start before the old one is gone. Where they run:\n${commands(
      sh`kubectl -n ${namespace} get pods -o wide`,
    )}`;
}
