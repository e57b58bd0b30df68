import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { largeSources } from '../world/ordinary-large/sources.ts';
import { newestSources } from '../world/ordinary-newest/sources.ts';
import { sources } from '../world/ordinary-team/sources.ts';
import { ordinaryClusters } from '../world/scenarios/ordinary-clusters.ts';
import type { World } from '../world/world.ts';

/**
 * Ordinary clusters measure false findings, so they must not be adapted to a check: a checksum freezes each one. To
 * change a world, update its checksum and add a line to `changes` with the source that shows how real clusters look. "A
 * check was silent then" is not a source.
 */
const checksums: Readonly<Record<string, string>> = {
  'ordinary-large': '26cf69eb7391f1d9ee6889d072f9a14a3b6e585471059dc210a0264061c45c8f',
  'ordinary-newest': 'e3f66c7d09cf3cec3ef7a7c4c9e5c992c48a8637d072de53641df5d9ca996bc3',
  'ordinary-team': '0a8c0ab6651cd4f49cb78e4d9fd9bfaaff7ab19b877da53280051b533a8a1455',
  'ordinary-team-argo': '092ae418beb3d35c072b2bbe978aa22ccbcd481ff2d233da8957927e6d4279a7',
  'ordinary-team-helm': 'fd5271542477deb15690fdcf80e8fec4f9cc781988c9d87376591ef068604cca',
};

/** Every change since the first version, with the source that shows it. */
const changes: readonly { what: string; source: string }[] = [
  {
    what: 'IAM answers for the policy AmazonSSMManagedInstanceCore, which the node roles of Karpenter hold',
    source: 'https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AmazonSSMManagedInstanceCore.html',
  },
  {
    what: 'the webhooks that EKS brings into every cluster, pod-identity-webhook and vpc-resource-*, which fail open',
    source:
      'https://repost.aws/knowledge-center/eks-troubleshoot-irsa-errors, github.com/aws/amazon-vpc-resource-controller-k8s config/webhook/manifests.yaml',
  },
  {
    what: 'the Services of the webhooks of cert-manager and of the Prometheus operator',
    source:
      'github.com/cert-manager/cert-manager deploy/charts/cert-manager/templates/webhook-service.yaml, github.com/prometheus-community/helm-charts kube-prometheus-stack templates/prometheus-operator/service.yaml',
  },
  {
    what: 'the CA bundles that the chart of the AWS Load Balancer Controller and the cainjector of cert-manager write',
    source:
      'https://github.com/aws/eks-charts/blob/master/stable/aws-load-balancer-controller/templates/webhook.yaml, https://cert-manager.io/docs/concepts/ca-injector/',
  },
  {
    what: 'the endpoint slices that the control plane makes of the Services that webhooks call',
    source: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  {
    what: 'upgrade insights that were refreshed some hours ago, instead of in 2099',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
  },
  {
    what: 'the condition that the API server writes on the APIService of Metrics Server',
    source: 'https://github.com/kubernetes/kube-aggregator/tree/master/pkg/controllers/status',
  },
  {
    what: 'the insights of ordinary-newest and ordinary-large are new on every day that a test takes for today, as EKS renews them each day',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
  },
  {
    what: 'the KMS key that terraform-aws-eks creates is enabled and has a grant for the cluster role; AWS does not document the grantee',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/enable-kms.html',
  },
  {
    what: 'the default platform versions that EKS lists, at most one ahead of the clusters; the numbers are reconstructed',
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_ClusterVersionInformation.html',
  },
  {
    what: 'Service Quotas and CloudWatch answer with quotas on vCPUs that EC2 has raised by usage, and with their use',
    source:
      'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-on-demand-instances.html#vcpu-limits-request-increase',
  },
  {
    what: 'the launch templates that terraform-aws-eks creates for its node groups: no AMI, no user data, hop limit 1',
    source:
      'github.com/terraform-aws-modules/terraform-aws-eks v21.10.1: modules/eks-managed-node-group, variables.tf (metadata_options)',
  },
  {
    what: 'the tolerations of the DaemonSets aws-node and kube-proxy, which tolerate every taint',
    source: 'https://github.com/aws/amazon-vpc-cni-k8s/blob/master/charts/aws-vpc-cni/values.yaml',
  },
  {
    what: 'a targeted Capacity Reservation of a database outside the cluster',
    source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-reservations.html',
  },
];

/**
 * Sorts keys and omits undefined values, as in the JSON that a server sends. Also omits the schemas of CRDs: those of
 * Karpenter come from the table `karpenter-crds`, which grows.
 */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, entry]) => entry !== undefined && key !== 'openAPIV3Schema');
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, canonical(entry)]),
  );
}

function hashWorld(world: World): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(world)))
    .digest('hex');
}

describe('an ordinary cluster', () => {
  it.each(Object.entries(ordinaryClusters))('%s is the world that was written down', (name, world) => {
    expect(hashWorld(world())).toBe(checksums[name]);
  });

  it('every change names its source', () => {
    expect(changes.filter(({ what, source }) => what === '' || !/^(https:\/\/|github\.com\/)/.test(source))).toEqual(
      [],
    );
  });

  it('every group of objects names its source', () => {
    const all = [...sources, ...newestSources, ...largeSources];
    expect(all.filter(({ what, where }) => what === '' || where === '')).toEqual([]);
  });

  it.each(Object.entries(ordinaryClusters))('%s holds no object twice', (_name, world) => {
    const keys = world().kube.objects.map(({ kind, metadata }) => {
      const { namespace = '', name } = metadata as { namespace?: string; name: string };
      return `${String(kind)} ${namespace}/${name}`;
    });
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});
