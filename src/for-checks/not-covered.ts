/** What a user may expect of such a tool and this version does not judge, by importance: what breaks an upgrade most often first. */
const byImportance: readonly string[] = [
  'nodes/cgroup-v1',
  'nodes/surge-capacity',
  'control-plane/encryption-key',
  'nodes/kubelet-flags',
  'account/quotas',
  'workloads/bare-pods',
  'workloads/local-storage',
  'karpenter/stuck-deletion',
  'nodes/launch-template',
  'control-plane/platform-version',
  'control-plane/rollback-window',
  'control-plane/audit-log',
];

/** The same by name: in the report, the README and CHECKS.md. */
export const notCovered: readonly string[] = byImportance.toSorted();

/** The most important topic; undefined if there is none. */
export function mostImportant(topics: readonly string[]): string | undefined {
  return byImportance.find((topic) => topics.includes(topic)) ?? topics[0];
}
