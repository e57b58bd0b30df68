import { factSchemas } from '../facts.ts';
import { loadTable, tableNames } from '../rules.ts';

/** Words that say nothing about who owns a cluster, but mean something to Kubernetes, AWS or a check. */
const vocabulary = `
  default kube-system kube-public kube-node-lease system masters nodes node bootstrappers authenticated unauthenticated
  aws-auth coredns kube-dns kube-proxy kube-proxy-config aws-node amazon-vpc-cni eks eks.privileged privileged restricted
  baseline cluster-autoscaler cluster-proportional-autoscaler metrics-server karpenter cert-manager ingress-nginx nginx
  controller admission manager-role prometheus grafana fluentd fluent-bit fluentbit cloudwatch-agent amazon-cloudwatch
  aws-for-fluent-bit nvidia-device-plugin gpu-operator ebs-csi-controller ebs-csi-node efs-csi-controller efs-csi-node
  aws-ebs-csi-driver aws-efs-csi-driver aws-load-balancer-controller external-dns eks-pod-identity-agent snapshot-controller
  amazon bitnami library jetstack aws-network-policy-agent aws-eks-nodeagent nvidia-device-plugin-ctr standard eks-preflight
  kubectl helm argocd-application-controller kube-controller-manager kube-scheduler kube-apiserver kube-state-metrics velero
  vpc-admission-webhook vpc-resource-controller eks-auto-mode guardduty-agent adot-collector bottlerocket node-problem-detector
  apps batch policy autoscaling extensions core networking v1 v1beta1 v2 gp2 gp3 io1 io2 hostname lifecycle app name role
  component instance version part-of managed-by heritage release chart tier zone region owned shared enabled disabled true
  false linux windows amd64 arm64 spot on-demand ondemand capacity-type auto general-purpose Helm Tiller EKS eksctl
  ACTIVE CREATING UPDATING DELETING FAILED DEGRADED CREATE_FAILED DELETE_FAILED PENDING InProgress Successful Cancelled
  Running Pending Succeeded Failed Unknown Bound available in-use STANDARD EXTENDED ON_DEMAND SPOT API CONFIG_MAP
  API_AND_CONFIG_MAP ipv4 ipv6 VersionUpdate Deployment DaemonSet StatefulSet ReplicaSet Job CronJob Node Pod Allow Deny
  root path etc var run lib opt dev proc sys tmp home mnt usr bin default-scheduler kubelet docker containerd pause sha256 latest stable library http https
  arn aws aws-cn aws-us-gov iam sts ec2 ecr dkr elb s3 kms sqs events logs ssm compute compute-1 internal local svc pod
  cluster.local ecr-fips dualstack autoscaling rds oidc gr7 lambda execute-api elasticache es vpce elasticfilesystem
  user group assumed-role federated-user policy instance-profile cluster nodegroup addon fargateprofile access-entry
  podidentityassociation identityproviderconfig key alias autoScalingGroup autoScalingGroupName launchTemplate launch-template
  subnet vpc security-group network-interface volume image snapshot loadbalancer net targetgroup outpost secret parameter
  log-group function queue rule role service-role aws-service-role aws-reserved sso.amazonaws.com serviceaccount
  any errors log health ready kubernetes prometheus forward proxy cache loop reload loadbalance hosts file rewrite template
  autopath import upstream fallthrough pods insecure endpoint ttl lameduck max_concurrent prefer_udp force_tcp success denial
  prefetch serve_stale stop answer continue minimal bind acl bufsize cancel chaos clouddns debug dns64 dnssec dnstap erratic
  etcd expire federation geoip grpc grpc_server header k8s_external local metadata multisocket nomad nsid on pprof quic root
  route53 secondary sign timeouts tls trace transfer tsig view whoami verified disabled resolv.conf
  k8s-app track environment env pod-template-hash controller-revision-hash pod-name topology ReplicationController Rollout
  karpenter-crd karpenter-global-settings discovery id owner alias self owned Name EC2PrivateDNSName SessionName private
  bpf boot certs cgroup cni config configs cpuinfo csi data dbus debug device-plugins firmware flexvolume host hostfs hugepages
  journal kernel libexec localtime machine-id modules mount mounts netns os-release pki plugins plugins_registry
  pod-resources rootfs selinux share socket sock src srv ssl state storage systemd tracing volumes xtables.lock`;

/** Domains that belong to no user of EKS: API groups, labels, registries, services. What lies below them stays. */
const publicDomains = `
  kubernetes.io k8s.io k8s.aws x-k8s.io karpenter.sh helm.sh eksctl.io amazon.com aws.dev docker.io docker.com quay.io ghcr.io
  gcr.io pkg.dev microsoft.com nvcr.io nvidia.com github.com github.io githubusercontent.com cert-manager.io jetstack.io
  istio.io linkerd.io cilium.io projectcalico.org tigera.io coreos.com argoproj.io fluxcd.io knative.dev keda.sh velero.io
  crossplane.io external-secrets.io kyverno.io gatekeeper.sh traefik.io traefik.containo.us konghq.com hashicorp.com
  datadoghq.com dynatrace.com newrelic.com elastic.co grafana.com strimzi.io rook.io longhorn.io tekton.dev opentelemetry.io
  cnpg.io kubevirt.io elastic.co mongodb.com percona.com rabbitmq.com cockroachlabs.com scylladb.com zalan.do
  aws.com vmware.com netapp.io openebs.io ceph.com openshift.io cncf.io fluentd.org fluentbit.io spotinst.io`;

/** Domains of AWS and of the cluster itself, below which stand names and ids of users. */
const sharedDomains = 'amazonaws.com.cn amazonaws.com api.aws on.aws compute.internal ec2.internal cluster.local';

/** Accounts of AWS from which EKS's own images come (https://docs.aws.amazon.com/eks/latest/userguide/add-ons-images.html). */
const awsAccounts = `
  602401143452 877085696533 800184023465 558608220178 590381155156 918309763551 961992271922 013241004608 151742754352
  759879836304 066635153087 455263428931 900612956339 900889452093 296578399912 761377655185 491585149902 772975370895`;

const split = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

export const publicDomainSuffixes: readonly string[] = split(publicDomains);
export const sharedDomainSuffixes: readonly string[] = split(sharedDomains);
export const publicAccounts: ReadonlySet<string> = new Set(split(awsAccounts));

/**
 * Every word that stays: the vocabulary above, what the tables name, and the names of fields and fixed values of the facts,
 * without which they would not be facts any more.
 */
export function publicWords(): ReadonlySet<string> {
  const words = new Set(split(vocabulary));
  for (const name of tableNames) {
    for (const text of stringsOf(loadTable(name).rows).filter((one) => !isProse(one))) {
      for (const word of text.split(/[\s/,:@=()]+/)) words.add(word);
    }
  }
  for (const schema of Object.values(factSchemas)) addSchemaWords(schema, words, new Set());
  return words;
}

/** A table's sentences hold words that anybody may give as a name. */
function isProse(text: string): boolean {
  return text.trim().split(/\s+/).length > 3;
}

function stringsOf(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(stringsOf) : [];
}

/** What zod knows of a schema, as far as it is looked at here. */
interface Definition {
  entries?: Record<string, string>;
  values?: readonly unknown[];
  shape?: Record<string, Schema>;
  options?: readonly Schema[];
  element?: Schema;
  innerType?: Schema;
  valueType?: Schema;
  in?: Schema;
  getter?: () => Schema;
}
type Schema = { def: unknown };

function addSchemaWords(schema: Schema, words: Set<string>, seen: Set<Schema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const {
    entries,
    values,
    shape,
    options,
    element,
    innerType,
    valueType,
    in: input,
    getter,
  } = schema.def as Definition;
  for (const word of [...Object.values(entries ?? {}), ...(values ?? []), ...Object.keys(shape ?? {})]) {
    words.add(String(word));
  }
  const below = [...Object.values(shape ?? {}), ...(options ?? []), element, innerType, valueType, input, getter?.()];
  for (const inner of below) if (inner !== undefined) addSchemaWords(inner, words, seen);
}
