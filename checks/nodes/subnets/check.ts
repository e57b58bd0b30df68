import { defineCheck } from '../../../src/check.ts';
import { nodeClassFacts } from '../../../src/karpenter/own-objects.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { endpointFindings } from './endpoints.ts';
import { ipv6Findings } from './ipv6.ts';

export default defineCheck({
  id: 'nodes/subnets',
  title: 'Subnets where new nodes cannot reach AWS services or get no IPv6 addresses',
  short: {
    endpoints: 'no route to AWS services',
    ipv6: 'assigns no IPv6 addresses',
    'route-table': 'route table unknown',
  },
  severity: 'warn',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `New nodes call Amazon EC2 when they join and when the VPC CNI assigns addresses, and pull images from Amazon ECR, whose
    layers are in Amazon S3. In a subnet without a default route, they need VPC endpoints: interface endpoints for ec2, ecr.api and
    ecr.dkr, and a gateway or interface endpoint for s3; with the EKS Pod Identity Agent also eks-auth, and with the AWS Load Balancer
    Controller elasticloadbalancing. The subnets are those of managed node groups and of running instances.
    An active IPv4 default route counts as a way out, regardless of its target. control-plane/vpc-dns judges STS.

    It is unknown if a route leads to other networks, if an endpoint has no private DNS names, if user data names a proxy or was not
    read, and for custom AMIs and nodes of EKS Auto Mode. Policies and security groups of endpoints are not checked.

    In an IPv6 cluster, the subnets of managed node groups need an IPv6 block and must assign IPv6 addresses.`,
  fix: advice`Add a default route or the VPC endpoints, and assign IPv6 addresses in an IPv6 cluster.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html',
    'https://docs.aws.amazon.com/AmazonECR/latest/userguide/vpc-endpoints.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/cni-ipv6.html',
  ],
  needs: ['routeTables', 'vpcEndpoints', 'vpcSubnets', 'nodegroups', 'nodeInterfaces'],
  uses: ['addonNames', 'loadBalancerControllers', 'launchTemplates', 'autoScalingGroups', ...nodeClassFacts],
  tables: ['managed-changes'],
  applies: {
    needs: ['nodegroups', 'nodeInterfaces'],
    when({ nodegroups, nodeInterfaces }, { cluster }) {
      if (cluster.outpost) return 'a local cluster on AWS Outposts';
      return nodegroups.length > 0 || nodeInterfaces.length > 0 || 'the cluster has no node groups and no instances';
    },
  },

  *run(facts, context) {
    const { vpcSubnets, nodegroups } = facts;
    yield* endpointFindings(facts, context);
    if (context.cluster.ipFamily === 'ipv6') yield* ipv6Findings(vpcSubnets, nodegroups, context);
  },
});
