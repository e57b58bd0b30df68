import { defineCheck } from '../../../src/check.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { listAccessFeatures, listClaimFeatures } from './access.ts';
import { listNetworkPolicyFeatures, listServiceFeatures } from './addresses.ts';
import { featureTexts, toFindings } from './feature-uses.ts';
import { listPodFeatures, listVolumeFeatures } from './pods.ts';
import {
  listClaimTemplateFeatures,
  listCronJobFeatures,
  listMaxUnavailable,
  listStatefulSetFeatures,
} from './workloads.ts';

export default defineCheck({
  id: 'workloads/removed-features',
  title: 'Features in use that Kubernetes removes or changes',
  short: featureTexts,
  task: 'Replace what Kubernetes removes or changes',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Kubernetes does not only remove API versions: the API server still accepts some fields and annotations that no
    component supports any more, and a version can change the effect of a permission or a value. A pod with a volume whose
    driver was removed waits forever; a seccomp profile that is only set by an annotation is silently ignored.

    The check judges, in templates of Deployments, DaemonSets, StatefulSets and CronJobs: volumes of removed types (also in
    running pods and bound PersistentVolumes; in-tree EBS volumes have a separate check), seccomp annotations
    without the field, images of the frozen registry k8s.gcr.io, a time zone in the schedule of a CronJob (1.29),
    volume claim templates without a StorageClass if no StorageClass is the default (1.30), labels for zone and region,
    which pods then take from their node (1.35), addresses in \`hostAliases\` and the resize policy of init containers
    (1.36), image volumes without a reference, and \`maxUnavailable\` of StatefulSets (1.37). It also judges bindings
    of anonymous users (1.32), bound roles that list \`pods/exec\`, \`pods/attach\` or \`pods/portforward\` with the
    verb \`get\` but without \`create\` (1.35), ClusterRoles of DRA drivers and schedulers, \`spec.externalIPs\` of
    Services, and addresses with leading zeros or host bits in Services and NetworkPolicies (1.36). A feature that was
    already removed at the current version is a warning: the update does not change it. The restart of all StatefulSets
    by an update to 1.34.1 is only reported for facts from before 19 December 2025: since then, EKS updates to a patch
    version with the fix.

    The check does not judge the following changes of 1.33 and later: manually created Endpoints and topology annotations of
    Services, CSI token audiences and exclusive CPUs (1.33), static pods that refer to API objects,
    policies that read the AppArmor annotation, sidecars of a self-managed EBS CSI driver and tolerations of 0 seconds
    (1.34), cached private images (1.35), webhooks for TokenReviews, kube-proxy without a mode and \`minReplicas: 0\`
    (1.37). It does not read addresses in EndpointSlices. Container runtimes, Amazon Linux 2, the kube-proxy
    mode, SELinux labels of volumes, metrics and Ingress NGINX have separate checks. docs/behaviour-changes.md lists
    every change.`,
  fix: advice`Use the replacement of the removed feature.`,
  links: [
    'https://kubernetes.io/docs/concepts/storage/volumes/',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
  ],
  needs: [],
  uses: [
    'deployments',
    'daemonSets',
    'statefulSets',
    'cronJobs',
    'pods',
    'persistentVolumes',
    'csiDrivers',
    'storageClasses',
    'accessGrants',
    'claimStatusWriters',
    'serviceAddresses',
    'networkPolicyAddresses',
  ],
  counts: ['accessGrants', 'claimStatusWriters'],
  warnsBy: ['storageClasses', 'accessGrants', 'claimStatusWriters', 'serviceAddresses', 'networkPolicyAddresses'],
  tables: ['removed-features'],

  *run(facts, { versions, tables, cluster, now }) {
    const rows = tables['removed-features'];
    const { deployments = [], daemonSets = [], statefulSets = [], cronJobs = [], pods = [] } = facts;
    const { persistentVolumes = [], csiDrivers, storageClasses } = facts;
    const { accessGrants, serviceAddresses, networkPolicyAddresses } = facts;
    const templates = { deployments, daemonSets, statefulSets, cronJobs };
    const features = [
      ...listPodFeatures(rows, templates, pods, csiDrivers),
      ...listVolumeFeatures(rows, persistentVolumes, csiDrivers),
      ...listCronJobFeatures(rows, cronJobs),
      ...listClaimTemplateFeatures(rows, statefulSets, storageClasses),
      ...listMaxUnavailable(rows, statefulSets),
      ...listStatefulSetFeatures(rows, statefulSets, { cluster, now }),
      ...(accessGrants === undefined ? [] : listAccessFeatures(rows, accessGrants)),
      ...listClaimFeatures(rows, facts.claimStatusWriters ?? []),
      ...(serviceAddresses === undefined ? [] : listServiceFeatures(rows, serviceAddresses)),
      ...(networkPolicyAddresses === undefined ? [] : listNetworkPolicyFeatures(rows, networkPolicyAddresses)),
    ];
    yield* toFindings(features, versions);
  },
});
