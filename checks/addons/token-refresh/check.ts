import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import { sh } from '../../../src/syntax/shell.ts';
import {
  calledWithVersion,
  pinImageRemedy,
  toResource,
  versionNotReadable,
} from '../../../src/for-checks/components.ts';
import { nameAlbController } from '../shared/alb-ingress-controller.ts';
import { formatMinimum, observedBuild, compareToFloor, type Copy, type Floor } from './standing.ts';
import { updateFix } from './update-fix.ts';

const titles: { [Name in Floor['component']]: string } = {
  'alb-ingress-controller': 'the first-generation ALB Ingress Controller',
  'aws-for-fluent-bit': 'AWS for Fluent Bit',
  'aws-load-balancer-controller': 'the AWS Load Balancer Controller',
  'cni-metrics-helper': 'the CNI metrics helper',
  coredns: 'CoreDNS',
  fluentd: 'Fluentd',
  'kube-proxy': 'kube-proxy',
};

export default defineCheck({
  id: 'addons/token-refresh',
  title: 'Add-ons that do not reload their service account token',
  short: {
    '': 'does not reload its token',
    'filter-not-told': 'metadata filter version is unknown',
    'moving-tag': 'version unknown: mutable image tag',
    'version-not-readable': 'version cannot be read',
  },
  task: 'Update to a version that reloads its token',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `In Kubernetes 1.21 and later a service account token expires after one hour. For clients that do not reload
    their token, EKS extends this to 90 days, from 1.34 on to 24 hours where an external signer signs the tokens. Then
    the API server rejects the requests of their pods. The user guide lists the first version of each component that reloads its token, and requires these versions
    before an update. The minimum versions are the same for every Kubernetes version.

    The check reads the image tag, otherwise the version of the EKS add-on. For Fluentd it judges only DaemonSets, by
    the image that contains the Kubernetes metadata filter. For your other programs, the audit log shows which of them
    use a stale token (annotation \`authentication.k8s.io/stale-token\`). addons/vpc-cni-version judges the VPC CNI.`,
  fix: advice`Update the component. Until then, restart its pods: each new pod gets a new token.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/service-accounts.html',
    'https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#bound-service-account-token-volume',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
  ],
  needs: ['apiClients'],
  tables: ['token-floors', 'managed-changes'],
  applies: {
    needs: ['apiClients'],
    when: ({ apiClients }) =>
      apiClients.length > 0 || 'none of the components that the user guide lists for token refresh runs here',
  },

  *run({ apiClients }, context) {
    const { tables } = context;
    for (const copy of apiClients) {
      const floor = tables['token-floors'].find(({ component }) => component === copy.component);
      if (floor === undefined) continue;
      const standing = compareToFloor(copy, floor);
      if (standing === 'not-readable') yield notReadable(copy, floor);
      if (standing === 'moving') yield movingTag(copy, floor);
      if (standing === 'below') yield belowFloor(copy, floor, updateFix(copy, formatMinimum(floor), context));
    }
  },
});

function belowFloor(copy: Copy, floor: Floor, fix: Advice): Finding {
  const minimum = formatMinimum(floor);
  const isAlb = floor.component === 'alb-ingress-controller';
  const title = isAlb ? nameAlbController(copy) : titles[floor.component];
  const what = calledWithVersion(copy, title);
  return {
    level: copy.replicas === 0 ? 'warn' : 'fail',
    resource: toResource(copy),
    message: `${what} is older than ${minimum}: it does not reload its token, and the API server rejects it once it has expired`,
    evidence: [{ observed: observedBuild(copy, floor), required: `${minimum} or newer` }],
    fix,
    links: [floor.source],
  };
}

/** A warning: AWS's own manifests use `stable`, which has been newer than the minimum for years. */
function movingTag(copy: Copy, floor: Floor): Finding {
  const minimum = formatMinimum(floor);
  return {
    level: 'warn',
    rule: 'moving-tag',
    resource: toResource(copy),
    remedy: pinImageRemedy(copy),
    message: `${titles[floor.component]} uses a mutable tag: the running version cannot be determined`,
    evidence: [{ observed: copy.image, required: `${minimum} or newer` }],
    fix: advice`Pin an image tag with a version, ${minimum} or newer. Do not only restart its pods: that deploys whatever the
      mutable tag points to.`,
  };
}

function notReadable(copy: Copy, { component }: Floor): Finding {
  return isOtherFluentd(copy) ? buildUnknownFilterFinding(copy) : versionNotReadable(copy, titles[component]);
}

function isOtherFluentd({ component, image, version }: Copy): boolean {
  return (
    component === 'fluentd' && version === null && !/fluentd-(kubernetes-daemonset|cloudwatch)(?![^:@])/.test(image)
  );
}

/** For a custom Fluentd image, whose tag does not show the version of the filter. */
function buildUnknownFilterFinding(copy: Copy): Finding {
  const { namespace, name, image } = copy;
  const gem = 'fluent-plugin-kubernetes_metadata_filter';
  return {
    ...versionNotReadable(copy, titles.fluentd),
    rule: 'filter-not-told',
    message: `the version of the Kubernetes metadata filter in image ${image} cannot be determined`,
    evidence: [{ observed: image, required: `${gem} 2.11.1 or newer, or none` }],
    fix: advice`Read it in a pod. Without the filter, Fluentd does not use the API server.\n${commands(
      sh`kubectl -n ${namespace} exec daemonset/${name} -- gem list ${gem}`,
    )}`,
  };
}
