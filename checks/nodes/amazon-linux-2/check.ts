import { buildReplaceRemedy } from '../../../src/for-checks/node-replacement.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Evidence } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { newerSystems } from '../../../src/for-checks/newer-systems.ts';
import { imageEvidence } from '../../../src/for-checks/custom-images.ts';
import { toEmptyGroups } from '../../../src/for-checks/empty-scaling-groups.ts';
import { nodeEvidence } from '../../../src/for-checks/node-owners.ts';
import { ownObjects } from '../../../src/karpenter/own-objects.ts';
import { carriersAtZero } from './at-zero.ts';
import { listCarriers } from './carriers.ts';
import { isOfAmazonLinux2, leaveAmazonLinux2Fix, type Carrier } from './fixes.ts';
import { metadataFindings } from './metadata.ts';
import { findRefusedAt, newGroupName } from '../../../src/for-checks/new-nodes/routes.ts';
import { poolImages } from './pools.ts';
import { customAtZero, unknownGroups, unreadable, unknownScalingGroups } from './unreadable.ts';

export default defineCheck({
  id: 'nodes/amazon-linux-2',
  title: 'Nodes on Amazon Linux 2',
  short: { '': 'uses Amazon Linux 2', 'custom-ami-without-nodes': 'operating system of its AMI unknown' },
  task: 'Replace nodes on Amazon Linux 2',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `EKS published Amazon Linux 2 AMIs up to Kubernetes 1.32 and has not supported them since 26 November 2025; the
    operating system itself reached its end of life on 30 June 2026. A node group with such an AMI type cannot be
    updated to 1.33, and its AMI type cannot be changed: the nodes need a new group. Karpenter finds no AMI of its
    family AL2 for 1.33. A custom AMI can be built for 1.33, but on an operating system without security updates;
    the EKS insight also reports it as an error, and from 1.35 on the kubelet rejects its cgroup v1.

    Node groups are judged by their AMI type, even without nodes; groups with a custom AMI, self-managed nodes and
    Karpenter nodes by the operating system that the node reports. A group with a custom AMI and without nodes is
    judged by the name of the AMI if Amazon owns it (other owners may choose any name), otherwise by the nodes of
    another node group with the same AMI. A self-managed group
    without nodes is judged in the same way, by the AMI in its launch template. A Karpenter pool without nodes is
    judged by its node class (alias \`al2@...\`, \`amiFamily: AL2\`); AMIs that it selects by id, name, tag or
    parameter are unknown then. The check does not judge nodes that AWS maintains: EKS Auto Mode, and Fargate, whose
    nodes report Amazon Linux 2. Hybrid nodes do not use EKS AMIs: only the end of life of the operating system counts.

    On Amazon Linux 2023, a managed node group has the hop limit 1 for instance metadata unless its launch template sets
    another one: pods without host networking cannot read it. An AWS Load Balancer Controller without \`--aws-vpc-id\` or
    \`--aws-vpc-tags\` does not start there. Other pods that take their credentials from the node are not judged.`,
  fix: advice`Move the pods to nodes that run a newer operating system, such as Amazon Linux 2023, before the update.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/al2023.html',
    'https://aws.amazon.com/amazon-linux-2/faqs/',
  ],
  needs: [],
  uses: [
    'nodegroups',
    'nodes',
    'nodeImages',
    'emptyAutoScalingGroups',
    'karpenterControllers',
    'karpenterPools',
    'karpenterNodeClasses',
    'loadBalancerControllers',
    'launchTemplates',
    'podTemplates',
  ],
  warnsBy: ['loadBalancerControllers', 'launchTemplates', 'podTemplates'],
  tables: ['amazon-linux-2', 'ami-variants', 'managed-changes'],

  *run(
    { nodegroups = [], nodes, nodeImages, emptyAutoScalingGroups = [], ...objects },
    { cluster, current, versions, karpenter, now, gone, freeAddresses, tables },
  ) {
    const rows = tables['amazon-linux-2'];
    const ended = endedBy(rows, now);
    const refusedAt = findRefusedAt(versions, rows);
    const own = ownObjects(objects);
    const pools = poolImages(objects, karpenter);
    const sources = { nodes: nodes ?? [], nodegroups, nodeImages };
    const atZero = nodes === undefined ? [] : customAtZero(sources);
    const emptyGroups = nodes === undefined ? [] : toEmptyGroups(emptyAutoScalingGroups, sources, cluster);
    const carriers = [...listCarriers(nodegroups, nodes ?? [], pools), ...carriersAtZero(atZero, emptyGroups)];
    for (const carrier of carriers) {
      const at = carrier.computeType === 'hybrid' ? undefined : refusedAt;
      if (at === undefined && ended.length === 0) continue;
      yield {
        level: at === undefined ? 'warn' : 'fail',
        ...(at === undefined ? { short: 'support of Amazon Linux 2 ended' } : { at }),
        ...(at !== undefined && at > current && ended.length > 0 ? { since: current } : {}),
        resource: carrier.resource,
        ...buildReplaceRemedy(carrier.resource),
        ...(isOfAmazonLinux2(carrier.nodegroup) ? { creates: newGroupName(carrier.nodegroup) } : {}),
        message: buildMessage(carrier, at, ended),
        evidence: carrierEvidence(carrier, cluster),
        fix: leaveAmazonLinux2Fix(carrier, {
          cluster,
          current,
          gone,
          freeAddresses,
          karpenter,
          tables,
          own,
          templates: objects.podTemplates,
        }),
      };
    }
    const { loadBalancerControllers = [], launchTemplates } = objects;
    if (refusedAt !== undefined || ended.length > 0)
      yield* metadataFindings(carriers, loadBalancerControllers, launchTemplates, cluster);
    if (nodeImages !== undefined) yield* unknownGroups(atZero, { cluster, tables });
    yield* unreadable(nodes, pools);
    yield* unknownScalingGroups(emptyGroups);
  },
});

/** Support periods of Amazon Linux 2 that have ended: `support of the operating system ended on 2026-06-30`. */
function endedBy(rows: Tables['amazon-linux-2'], now: string): string[] {
  const over = rows.flatMap((row) => (row.rowKind === 'ends' && row.date < now.slice(0, 10) ? [row] : []));
  return over.map(({ what, date }) => `${what} ended on ${date}`);
}

function buildMessage({ nodegroup, image, ami }: Carrier, at: Minor | undefined, ended: readonly string[]): string {
  const ofImage = ami === undefined ? 'runs Amazon Linux 2' : `its AMI ${ami.name} is based on Amazon Linux 2`;
  const ofPool = image === undefined ? ofImage : `${image.where} has ${image.says}`;
  const what = isOfAmazonLinux2(nodegroup) ? `AMI type ${nodegroup.amiType}` : ofPool;
  const images = at === undefined ? [] : [`EKS has no Amazon Linux 2 AMI for ${format(at)}`];
  return `${what}: ${[...images, ...ended].join(', ')}`;
}

function carrierEvidence(
  { computeType, nodegroup, nodes, resource, image, ami }: Carrier,
  cluster: Facts['cluster'],
): Evidence[] {
  const required = newerSystems(cluster);
  const system = ({ osImage, kernelVersion }: NodeFact) => `${osImage}, kernel ${kernelVersion}`;
  const named = computeType === 'managed' ? 'nodeImages' : 'emptyAutoScalingGroups';
  if (ami !== undefined) return imageEvidence(ami, named, required, system);
  if (image !== undefined) {
    return [{ observed: image.says, required, fact: 'karpenterNodeClasses', resource: image.where }];
  }
  const group: Evidence[] = isOfAmazonLinux2(nodegroup)
    ? [{ observed: nodegroup.amiType, required, fact: 'nodegroups' }]
    : [];
  return [...group, ...nodeEvidence(nodes, resource, required, system)];
}
