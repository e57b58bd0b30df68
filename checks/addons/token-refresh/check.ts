import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import { sh } from '../../../src/languages/shell.ts';
import { calledWithVersion, resourceOf, versionNotReadable } from '../../../src/subjects/components.ts';
import { minimumOf, observedBuild, standingOf, type Copy, type Floor } from './standing.ts';
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
  title: 'Add-ons that read their service account token only once',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `From Kubernetes 1.21 on a service account token ends after an hour. EKS extends it to 90 days for programs that do
    not read it again: a pod of such a program works for 90 days and then gets no answer from the API server any more,
    however long it has run well before. The user guide names the first version of each component that reads its token
    again, and asks for these versions before an update. The floors hold at every version.

    Each copy is judged by its image's tag, else by the EKS add-on. Of Fluentd only DaemonSets are judged, by the image
    that brings the Kubernetes metadata filter; of programs of your own, the audit log names those whose token is stale
    (the annotation \`authentication.k8s.io/stale-token\`). The VPC CNI is left to addons/vpc-cni-version.`,
  fix: advice`Update the component. Until then restart its pods: each new pod has 90 days again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/service-accounts.html',
    'https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#bound-service-account-token-volume',
  ],
  needs: ['apiClients'],
  tables: ['token-floors'],
  applies: {
    needs: ['apiClients'],
    when: ({ apiClients }) =>
      apiClients.length > 0 || 'none of the components that the user guide lists for token refresh runs here',
  },

  *run({ apiClients }, { cluster, current, tables }) {
    for (const copy of apiClients) {
      const floor = tables['token-floors'].find(({ component }) => component === copy.component);
      if (floor === undefined) continue;
      const standing = standingOf(copy, floor);
      if (standing === 'not-readable') yield notReadable(copy, floor);
      if (standing === 'moving') yield movingTag(copy, floor);
      if (standing === 'below') yield belowFloor(copy, floor, updateFix(copy, minimumOf(floor), cluster, current));
    }
  },
});

function belowFloor(copy: Copy, floor: Floor, fix: Advice): Finding {
  const minimum = minimumOf(floor);
  const what = calledWithVersion(copy, titles[floor.component]);
  return {
    level: copy.replicas === 0 ? 'warn' : 'fail',
    resource: resourceOf(copy),
    message: `${what} is below ${minimum}: it reads its token once, which the API server refuses after 90 days`,
    evidence: [{ observed: observedBuild(copy, floor), required: `${minimum} or newer` }],
    fix,
    links: [floor.source],
  };
}

/** AWS's own manifests use `stable`, which has been above the floor for years: a warning, not a failure. */
function movingTag(copy: Copy, floor: Floor): Finding {
  const minimum = minimumOf(floor);
  return {
    level: 'warn',
    rule: 'moving-tag',
    resource: resourceOf(copy),
    message: `${titles[floor.component]} runs a tag that moves: nothing tells which version its pods have pulled`,
    evidence: [{ observed: copy.image, required: `${minimum} or newer` }],
    fix: advice`Name a version in the image's tag, ${minimum} or newer, or restart its pods, so that they pull the
      newest image.`,
  };
}

function notReadable(copy: Copy, { component }: Floor): Finding {
  return isOtherFluentd(copy) ? filterNotTold(copy) : versionNotReadable(copy, titles[component]);
}

function isOtherFluentd({ component, image, version }: Copy): boolean {
  return (
    component === 'fluentd' && version === null && !/fluentd-(kubernetes-daemonset|cloudwatch)(?![^:@])/.test(image)
  );
}

/** A custom Fluentd image: its tag may name a version, but that does not tell the version of the filter. */
function filterNotTold(copy: Copy): Finding {
  const { namespace, name, image } = copy;
  const gem = 'fluent-plugin-kubernetes_metadata_filter';
  return {
    ...versionNotReadable(copy, titles.fluentd),
    rule: 'filter-not-told',
    message: `image ${image} does not tell which version of the Kubernetes metadata filter it holds`,
    evidence: [{ observed: image, required: `${gem} 2.11.1 or newer, or none` }],
    fix: advice`Ask a pod for it. Without the filter Fluentd asks the API server nothing.\n${commands(
      sh`kubectl -n ${namespace} exec daemonset/${name} -- gem list ${gem}`,
    )}`,
  };
}
