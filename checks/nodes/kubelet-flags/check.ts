import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { nodeClassFacts, poolFacts } from '../../../src/karpenter/own-objects.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { launchFacts, listLaunches } from '../shared/launches.ts';
import { judge, refusedFinding, removedAfter, removedFlags, unknownFindings } from './flags.ts';

export default defineCheck({
  id: 'nodes/kubelet-flags',
  title: 'User data with flags that newer kubelets do not have',
  short: { 'removed-flag': 'passes a flag that kubelets reject', 'kubelet-not-known': 'kubelet of its AMI unknown' },
  task: 'Start nodes without the removed kubelet flags',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Kubernetes removes command-line flags of the kubelet. A kubelet that receives one of them does not start
    ("failed to parse kubelet flag: unknown flag"): the new nodes never join the cluster, and the update of a managed
    node group fails. The control plane update and running nodes are not affected. A flag that the kubelet still has and
    rejects if it is true (\`--runonce\`) is a warning: the names of flags are stored, not their values.

    The check reads the user data of the launch templates of managed node groups and self-managed Auto Scaling groups,
    and that of Karpenter's node classes: arguments of \`bootstrap.sh\` and of the PowerShell script,
    \`spec.kubelet.flags\`
    of a NodeConfig, and variables and command lines of the kubelet's systemd unit. Options of \`bootstrap.sh\` itself,
    such as \`--container-runtime\`, and comments do not count. User data is not stored, only the names of the flags.
    Each group is judged from the kubelet of its oldest node on: a kubelet that runs has accepted its flags.

    Flags inside a custom AMI are not visible, and not reported as unknown: the kubelet of the AMI accepts them, and you
    need a new AMI for the next version. Check its flags when you build it. EKS AMIs set only flags that their kubelet
    has. Nodes without user data in the account are not judged: hybrid nodes, self-managed nodes outside Auto Scaling
    groups with the tag of the cluster, EKS Auto Mode, Fargate and virtual kubelets.`,
  fix: advice`Remove the flags from the user data before you update the nodes.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html',
    'https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/',
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/',
  ],
  needs: ['nodes'],
  uses: [...launchFacts, ...poolFacts, ...nodeClassFacts],
  counts: ['nodes'],
  tables: ['kubelet-flags', 'managed-changes'],
  unseenAt: ({ nodes }, { current, versions, tables }) => {
    const lowest = nodes === undefined ? 0 : findLowest(nodes, current);
    const removed = removedAfter(lowest, removedFlags(tables['kubelet-flags']), versions);
    return removed === undefined ? null : removed.at;
  },

  *run({ ...facts }, context) {
    const launches = listLaunches(facts, context.current);
    const byObject = grouped(launches, ({ resource: { kind, name } }) => `${kind}\n${name}`);
    for (const same of byObject.values()) {
      const [first, ...others] = same.flatMap((launch) => judge(launch, context));
      if (first !== undefined) yield refusedFinding([first, ...others], context);
      else for (const launch of same) yield* unknownFindings(launch, context);
    }
  },
});

function findLowest(nodes: readonly NodeFact[], current: Minor): Minor {
  return Math.min(current, ...nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []));
}
