import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { continued, sh } from '../../../src/languages/shell.ts';
import { format, isBelow, type Minor } from '../../../src/languages/versions.ts';
import { resourceOf, versionNotReadable } from '../../../src/subjects/component-floors.ts';

type Copy = Facts['apiClients'][number];
type Floor = Tables['token-floors'][number];

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
      const title = titles[floor.component];
      const standing = standingOf(copy, floor);
      if (standing === 'not-readable')
        yield isOtherFluentd(copy) ? filterNotTold(copy) : versionNotReadable(copy, title);
      if (standing === 'moving') yield movingTag(copy, title, floor);
      if (standing !== 'below') continue;
      const stopped = copy.replicas === 0;
      const minimum = withBuild(floor, floor.minimum, floor.build);
      const what = `${title}${copy.version === null ? '' : ` ${copy.version}`}${stopped ? ' (scaled to 0)' : ''}`;
      yield {
        level: stopped ? 'warn' : 'fail',
        resource: resourceOf(copy),
        message: `${what} is below ${minimum}: it reads its token once, which the API server refuses after 90 days`,
        evidence: [evidenceOf(copy, floor, minimum)],
        fix: updateFix(copy, minimum, cluster, current),
        links: [floor.source],
      } satisfies Finding;
    }
  },
});

type Standing = 'below' | 'enough' | 'moving' | 'not-readable';

/** The first generation of the load balancer controller is below its floor whatever its tag says. */
function standingOf(copy: Copy, { component, minimum, build }: Floor): Standing {
  if (component === 'alb-ingress-controller') return 'below';
  if (copy.version === null) return namesNoVersion(copy) ? 'moving' : 'not-readable';
  if (isMoving(copy) && minimum.startsWith(minorOf(copy.version))) return 'not-readable';
  if (copy.version !== minimum || build === undefined) return isBelow(copy.version, minimum) ? 'below' : 'enough';
  const own = buildOf(copy);
  if (own === undefined) return 'not-readable';
  return own < build ? 'below' : 'enough';
}

/**
 * `stable`, `init-latest`, `windowsservercore-stable`, no tag at all, Fluentd's `v1-debian-cloudwatch`. A digest beside it
 * holds the image to one version, which may be an old one.
 */
function namesNoVersion({ component, image }: Copy): boolean {
  if (image.includes('@')) return false;
  const [, tag = 'latest'] = /:([^:/]*)$/.exec(image) ?? [];
  const parts = tag.split('-');
  const names = parts.some((part) => part === 'stable' || part === 'latest');
  const isMovingName = names && parts.every((part) => /^[a-z0-9]+$/.test(part));
  return isMovingName || (component === 'fluentd' && tag.startsWith('v1-debian-'));
}

/** AWS's own manifests name `stable`, which has been above its floor for years: a reason to look, none to stop. */
function movingTag(copy: Copy, title: string, floor: Floor): Finding {
  const minimum = withBuild(floor, floor.minimum, floor.build);
  return {
    level: 'warn',
    rule: 'moving-tag',
    resource: resourceOf(copy),
    message: `${title} runs a tag that moves: nothing tells which version its pods have pulled`,
    evidence: [{ observed: copy.image, required: `${minimum} or newer` }],
    fix: advice`Name a version in the image's tag, ${minimum} or newer, or restart its pods, so that they pull the newest image.`,
  };
}

function isOtherFluentd({ component, image, version }: Copy): boolean {
  return (
    component === 'fluentd' && version === null && !/fluentd-(kubernetes-daemonset|cloudwatch)(?![^:@])/.test(image)
  );
}

/** Somebody's own image of Fluentd: its tag may name a version, of which the filter's does not follow. */
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

/** A tag that names a minor only (`1.8`) moves with its patches. */
function isMoving({ image, versionSource }: Copy): boolean {
  return versionSource === 'image tag' && /:v?\d+\.\d+(?![.\d])[^/:]*$/.test(image);
}

/** `1.14.6` has the minor `1.14.`. */
function minorOf(version: string): string {
  return version.replace(/\d{1,9}$/, '');
}

/** EKS counts `-eksbuild.2`, the images of Fluentd `-debian-cloudwatch-1.2`. */
function buildOf({ component, build, image }: Copy): number | undefined {
  const counted = component === 'fluentd' ? /-1\.(\d+)$/.exec(image.split('@', 1)[0] ?? '')?.[1] : undefined;
  return counted === undefined ? build : Number(counted);
}

/** As an image's tag writes it: `1.21.2-eksbuild.2`, `1.14.6-1.1`. */
function withBuild({ component }: Floor, version: string, build: number | undefined): string {
  if (build === undefined) return version;
  return component === 'fluentd' ? `${version}-1.${build}` : `${version}-eksbuild.${build}`;
}

function evidenceOf(copy: Copy, floor: Floor, minimum: string): Evidence {
  const read =
    copy.version === null ? copy.image : `${withBuild(floor, copy.version, buildOf(copy))} (${copy.versionSource})`;
  return { observed: read, required: `${minimum} or newer` };
}

function updateFix(copy: Copy, minimum: string, cluster: Facts['cluster'], current: Minor): Advice {
  const { kind, namespace, name } = copy;
  const restart = sh`kubectl -n ${namespace} rollout restart ${`${kind.toLowerCase()}/${name}`}`;
  return advice`${installFix(copy, minimum, cluster, current)}\nUntil then a restart gives each pod a new token:\n${commands(restart)}`;
}

function installFix(copy: Copy, minimum: string, { region, name: cluster }: Facts['cluster'], current: Minor): Advice {
  const { component, namespace, name, addon, image } = copy;
  if (addon !== null) {
    return advice`Move the EKS add-on to the newest version that EKS lists for ${format(current)}:\n${commands(
      continued(
        sh`aws eks describe-addon-versions --region ${region} --addon-name ${addon} --kubernetes-version ${format(current)}`,
        sh`--query 'addons[].addonVersions[].addonVersion'`,
      ),
      continued(
        sh`aws eks update-addon --region ${region} --cluster-name ${cluster} --addon-name ${addon}`,
        sh`--addon-version VERSION --resolve-conflicts PRESERVE`,
      ),
    )}`;
  }
  if (component.endsWith('-controller')) {
    return advice`Install ${minimum} or newer as addons/load-balancer-controller-version says.`;
  }
  if (component === 'coredns' || component === 'kube-proxy') {
    const repository = (image.split('@', 1)[0] ?? '').replace(/:[^/:]*$/, '');
    const page = `https://docs.aws.amazon.com/eks/latest/userguide/managing-${component}.html`;
    const workload = `${copy.kind.toLowerCase()}/${name}`;
    return advice`This copy is managed by yourself: give it the image that [the user guide](${page}) lists for ${format(current)}, ${minimum} or newer:\n${commands(
      sh`kubectl -n ${namespace} set image ${workload} ${component}=${repository}:TAG`,
    )}`;
  }
  return advice`Update the chart or the manifest that installed it (${sh`helm -n ${namespace} list`}) to an image of ${minimum} or newer.`;
}
