import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { podMakers } from '../shared/pod-makers.ts';
import { toFindings } from './findings.ts';
import { findEnforced } from './standards.ts';
import { listUses } from './uses.ts';

type Namespace = Facts['namespaces'][number];

export default defineCheck({
  id: 'workloads/pod-security',
  title: 'Pods that Pod Security Admission rejects at another version',
  short: {
    'labels-unread': 'enforced Pod Security levels unread',
    'probe-host': 'Pod Security rejects hosts of its probes',
    'selinux-type': 'Pod Security rejects its SELinux type',
    sysctl: 'Pod Security rejects its sysctls',
    'user-namespace-proc-mount': 'Pod Security rejects its procMount',
    'user-namespace-root': 'Pod Security rejects its root user',
    windows: 'Pod Security rejects Windows pods',
  },
  task: 'Change what Pod Security rejects',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `A namespace with the label \`pod-security.kubernetes.io/enforce\` rejects pods that violate its level, baseline or
    restricted. Without the label \`enforce-version\`, or with \`latest\`, the level is that of the API server: an update
    changes it. From 1.34 on, both levels reject \`host\` in probes and lifecycle hooks. Other versions only allow more:
    sysctls, an SELinux type, root and \`procMount\` in user namespaces. A rollback takes that back. Pods that run keep
    running; pods that are evicted when nodes are replaced do not come back.

    The check compares the pod templates of Deployments, DaemonSets, StatefulSets and CronJobs, and one running pod of each
    controller (a webhook may have changed it), with the standard of each version of the path. A workload that the current
    version already rejects is a warning if pods of it still run: the update does not change it. So is a workload scaled
    to 0, and a Job. It judges only what versions judge differently, and no pods without a controller: nothing creates
    them again. The labels \`warn\` and \`audit\` reject nothing. Defaults and exemptions in the configuration of the API
    server are not visible; those of EKS are Kubernetes' own, which enforce nothing.`,
  fix: advice`Change the pod template, or pin the version of the standard with the label enforce-version.`,
  links: [
    'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
    'https://kubernetes.io/docs/concepts/security/pod-security-admission/',
  ],
  needs: ['namespaces'],
  uses: ['deployments', 'daemonSets', 'statefulSets', 'cronJobs', 'pods'],
  tables: ['pod-security-standards'],
  applies: {
    needs: ['namespaces'],
    when: ({ namespaces }) =>
      namespaces.some((one) => isUnread(one) || findEnforced(one) !== undefined) ||
      'no namespace enforces a level of the Pod Security Standards',
  },

  *run({ namespaces, pods, ...templates }, { versions, tables, cluster }) {
    const { deployments = [], daemonSets = [], statefulSets = [], cronJobs = [] } = templates;
    yield* unreadFindings(namespaces.filter(isUnread), cluster);
    // Without CronJobs, their Jobs would be named instead.
    const isOwned = ({ controller }: Facts['pods'][number]) =>
      controller !== null && (controller.kind !== 'Job' || templates.cronJobs !== undefined);
    const makers = podMakers({ deployments, daemonSets, statefulSets, cronJobs }, (pods ?? []).filter(isOwned));
    const uses = listUses(makers, namespaces);
    yield* toFindings(uses, tables['pod-security-standards'], versions);
  },
});

/** An older inventory says only that a label is set. */
function isUnread({ podSecurityLabelled, podSecurity }: Namespace): boolean {
  return podSecurityLabelled && podSecurity === undefined;
}

function* unreadFindings(unread: readonly Namespace[], { name }: Facts['cluster']): Generator<Finding> {
  if (unread.length === 0) return;
  const names = formatList(unread.map((one) => one.name).sort());
  yield {
    level: 'unknown',
    rule: 'labels-unread',
    resource: { kind: 'Cluster', name },
    message: `the inventory does not contain the values of the Pod Security labels of ${names}`,
    fix: advice`Collect the inventory again with this version.`,
  };
}
