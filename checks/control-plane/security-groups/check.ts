import { advice, commands } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { isNew } from '../../../src/for-checks/node-age.ts';
import { controlPlane, nodeParties, type Party } from './parties.ts';
import { toFinding } from './findings.ts';
import { missingGroups } from './missing-groups.ts';
import { listProblems } from './problems.ts';

type Cluster = Facts['cluster'];
type SecurityGroups = Facts['securityGroups'];

export default defineCheck({
  id: 'control-plane/security-groups',
  title: 'A security group is missing, or blocks traffic between control plane and nodes',
  short: {
    missing: 'security group does not exist',
    unseen: 'security group of nodes not found',
    untagged: 'security groups of nodes unknown',
  },
  task: { '': 'Allow the traffic of the control plane', missing: 'Replace security groups of the cluster' },
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `An update creates new network interfaces for the control plane with the security groups of the cluster; it
    fails if one of them no longer exists. New API servers and new nodes then must communicate: nodes with the API
    server (TCP 443, if its private endpoint is enabled), the control plane with kubelets (TCP 10250), pods with
    CoreDNS on other nodes (53). If all of them use the cluster security group, its self-referencing rule covers
    everything, and EKS adds that rule back with every update.

    The check judges the security groups of the cluster's instances, found by the tag \`kubernetes.io/cluster/<name>\`,
    in both directions: rules by group, by CIDR against the subnets of the other side, and by prefix list. In an
    IPv6 cluster, rules of either family are enough for TCP 443. Hybrid nodes are judged by their networks, from
    the control plane's side. The check does not judge the security groups of node groups without instances,
    security groups for pods, network ACLs, or local clusters on AWS Outposts beyond the existence of the groups. An overlay
    network that encapsulates pod traffic does not need port 53.`,
  fix: advice`Configure the cluster with security groups that exist; add the missing rules.`,
  links: ['https://docs.aws.amazon.com/eks/latest/userguide/sec-group-reqs.html'],
  needs: ['securityGroups'],
  uses: ['nodeInterfaces', 'vpcSubnets', 'nodes'],
  tables: ['cluster-ports', 'managed-changes'],

  *run({ securityGroups, nodeInterfaces, vpcSubnets, nodes }, context) {
    const { cluster, now, tables } = context;
    yield* missingGroups(securityGroups, context);
    if (nodeInterfaces === undefined || vpcSubnets === undefined || cluster.outpost) return;
    const started = (nodes ?? []).filter((node) => !isNew(node, now));
    yield* strangers(started, nodeInterfaces, cluster);
    const control = controlPlane(cluster, vpcSubnets);
    const parties = nodeParties(cluster, nodeInterfaces, vpcSubnets, nodes ?? []);
    yield* unseenGroups(securityGroups, parties, cluster);
    for (const problem of listProblems(securityGroups, control, parties, cluster, tables['cluster-ports'])) {
      yield toFinding(problem, securityGroups, context);
    }
  },
});

/** Findings for security groups that nodes use but that were not found, so that their rules are unknown. */
function* unseenGroups({ groups }: SecurityGroups, parties: readonly Party[], cluster: Cluster): Generator<Finding> {
  const said = [...groups.map(({ id }) => id), ...cluster.securityGroupIds, cluster.clusterSecurityGroupId];
  for (const id of new Set(parties.flatMap(({ groupIds }) => groupIds))) {
    if (said.includes(id)) continue;
    yield {
      level: 'unknown',
      rule: 'unseen',
      resource: { kind: 'SecurityGroup', name: id },
      message: 'nodes use it, but it was not found: its rules are not judged',
      evidence: [{ observed: 'not found by ec2:DescribeSecurityGroups', required: 'its rules' }],
      fix: advice`Scan again; the nodes may have been deleted together with their security group.`,
    };
  }
}

/**
 * The finding for EC2 nodes without a known instance, whose security groups are unknown. Omits nodes that are being
 * deleted or are not ready, because they may have no instance.
 * @param nodes without new ones: their instances may have started after instances were listed
 */
function* strangers(
  nodes: Facts['nodes'],
  interfaces: Facts['nodeInterfaces'],
  { name, region }: Cluster,
): Generator<Finding> {
  const found = new Set(interfaces.flatMap(({ instances }) => instances));
  const unseen = nodes.filter(
    ({ computeType, instanceId, ready, deletingSince }) =>
      !['fargate', 'hybrid', 'virtual'].includes(computeType) &&
      ready === true &&
      deletingSince === null &&
      (instanceId === null || !found.has(instanceId)),
  );
  if (unseen.length === 0) return;
  const tag = `kubernetes.io/cluster/${name}`;
  yield {
    level: 'unknown',
    rule: 'untagged',
    resource: { kind: 'Cluster', name },
    message: `the security groups of ${formatCount(unseen.length, 'node')} are unknown: no running instance with the tag ${tag}`,
    evidence: unseen.map((node) => ({
      observed: node.instanceId ?? 'no instance id in spec.providerID',
      required: `an instance with the tag ${tag}`,
      resource: `Node ${node.name}`,
      fact: 'nodes',
    })),
    fix: advice`Tag the instances (and their launch template), then scan again.\n${commands(
      continued(
        sh`aws ec2 create-tags --region ${region} --tags Key=kubernetes.io/cluster/${name},Value=owned`,
        sh`--resources ${unseen.map(({ instanceId }) => instanceId ?? 'INSTANCE_IDS')}`,
      ),
    )}`,
  };
}
