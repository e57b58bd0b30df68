import { describe, expect, it } from 'vitest';
import { defineCollector } from '../../src/collectors/collect.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';
import { digest, named, versioned } from './recognised-workloads.ts';

/** The fact `controllers`: the copies of each controller in a cluster, against the loopback API server. */

type Json = Record<string, unknown>;
type Labels = Record<string, string>;
type Kind = Parameters<typeof aWorkloadObject>[0];

interface Options {
  labels?: Labels;
  /** Labels of the pod template. */
  template?: Labels;
  replicas?: number;
  container?: Json;
  annotations?: Labels;
}

function aCopy(kind: Kind, path: string, image: string, options: Options = {}): Json {
  const { labels = {}, template = labels, replicas = 2, container = {}, annotations = {} } = options;
  const object = aWorkloadObject(kind, path, { labels, replicas }) as { metadata: Json; spec: { template: Json } };
  const [, name = path] = path.split('/');
  const containers = [{ name, image, ...container }];
  const selector = { matchLabels: template };
  return {
    ...object,
    metadata: { ...object.metadata, annotations },
    spec: { ...object.spec, selector, template: { metadata: { labels: template }, spec: { containers } } },
  };
}

interface World {
  /** Names of the EKS add-ons; undefined if they cannot be listed. */
  addons?: readonly string[] | undefined;
  deny?: string[];
}

async function readControllers(objects: readonly Json[], world: World = { addons: [] }) {
  const { addons, deny = [] } = world;
  const addonNames = defineCollector('addonNames', {
    permissions: [{ iam: 'eks:ListAddons' }],
    collect: async () => {
      if (addons !== undefined) return { value: [...addons] };
      throw new ScanError({ kind: 'denied', message: 'denied', permission: 'eks:ListAddons' });
    },
  });
  const { readings } = await kubeFacts(objects, ['controllers'], { deny, own: { addonNames } });
  return readings.controllers;
}

/** `kyverno 1.13.4: Deployment kyverno/kyverno-admission-controller`, and what is special. */
async function listCopies(objects: readonly Json[], world?: World): Promise<string[]> {
  const reading = await readControllers(objects, world);
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value.map(({ controller, version, kind, namespace, name, revision, addon }) =>
    [
      `${controller} ${version ?? '?'}: ${kind} ${namespace}/${name}`,
      ...(revision === undefined ? [] : [`revision ${revision}`]),
      ...(addon === null ? [] : [`EKS add-on ${addon}`]),
    ].join(', '),
  );
}

const instance = (name: string): Labels => ({ 'app.kubernetes.io/instance': name });
const argoCd = (namespace: string, version: string, ...names: readonly string[]) =>
  names.map((name) =>
    aCopy(
      name.endsWith('application-controller') ? 'StatefulSet' : 'Deployment',
      `${namespace}/${name}`,
      `quay.io/argoproj/argocd:${version}`,
      {
        labels: named(name),
      },
    ),
  );
const argoNames = [
  'argocd-applicationset-controller',
  'argocd-repo-server',
  'argocd-server',
  'argocd-application-controller',
];
const externalDns = (name: string, release: string, version = 'v0.15.1') =>
  aCopy('Deployment', `dns/${name}`, `registry.k8s.io/external-dns/external-dns:${version}`, {
    labels: named('external-dns', instance(release)),
  });
const istiod = (revision: string, version: string) =>
  aCopy(
    'Deployment',
    `istio-system/istiod${revision === 'default' ? '' : `-${revision}`}`,
    `docker.io/istio/pilot:${version}`,
    {
      labels: { app: 'istiod', 'istio.io/rev': revision },
    },
  );
const efs = 'public.ecr.aws/efs-csi-driver/amazon/aws-efs-csi-driver:v2.1.10';
const efsLabels = (app: string) => ({
  labels: named('aws-efs-csi-driver'),
  template: { app, ...named('aws-efs-csi-driver', instance('efs')) },
});

describe('copies', () => {
  it.each<[string, Json[], string[]]>([
    [
      'of Argo CD are one for each namespace, whose main workload is the server',
      [...argoCd('team-a', 'v3.1.0', ...argoNames), ...argoCd('team-b', 'v3.1.0', ...argoNames)],
      ['argo-cd 3.1.0: Deployment team-a/argocd-server', 'argo-cd 3.1.0: Deployment team-b/argocd-server'],
    ],
    [
      'of Argo CD without a UI are those of the application controller',
      argoCd('argocd', 'v3.1.0', 'argocd-repo-server', 'argocd-application-controller'),
      ['argo-cd 3.1.0: StatefulSet argocd/argocd-application-controller'],
    ],
    [
      'in one namespace are one for each Helm release',
      [externalDns('external-dns-private', 'private'), externalDns('external-dns-public', 'public')],
      [
        'external-dns 0.15.1: Deployment dns/external-dns-private',
        'external-dns 0.15.1: Deployment dns/external-dns-public',
      ],
    ],
    [
      'in one namespace are one for each version',
      [externalDns('external-dns', 'x'), externalDns('external-dns-next', 'x', 'v0.19.0')],
      ['external-dns 0.15.1: Deployment dns/external-dns', 'external-dns 0.19.0: Deployment dns/external-dns-next'],
    ],
    [
      'of Istio are one for each revision',
      [istiod('default', '1.28.3'), istiod('1-27', '1.27.5'), istiod('canary', '1.28.3')],
      [
        'istio 1.28.3: Deployment istio-system/istiod, revision default',
        'istio 1.27.5: Deployment istio-system/istiod-1-27, revision 1-27',
        'istio 1.28.3: Deployment istio-system/istiod-canary, revision canary',
      ],
    ],
    [
      'of a CSI driver are one Deployment and one DaemonSet',
      [
        aCopy('Deployment', 'kube-system/efs-csi-controller', efs, efsLabels('efs-csi-controller')),
        aCopy('DaemonSet', 'kube-system/efs-csi-node', efs, efsLabels('efs-csi-node')),
      ],
      ['aws-efs-csi-driver 2.1.10: Deployment kube-system/efs-csi-controller'],
    ],
    [
      'of Gatekeeper are its webhook and its audit',
      ['gatekeeper-audit', 'gatekeeper-controller-manager'].map((name) =>
        aCopy('Deployment', `gatekeeper-system/${name}`, 'openpolicyagent/gatekeeper:v3.20.1', {
          labels: named('gatekeeper', instance('gatekeeper')),
        }),
      ),
      ['gatekeeper 3.20.1: Deployment gatekeeper-system/gatekeeper-controller-manager'],
    ],
    [
      'of Flux are its four controllers',
      ['helm-controller', 'kustomize-controller', 'notification-controller', 'source-controller'].map((name, at) =>
        aCopy('Deployment', `flux-system/${name}`, `ghcr.io/fluxcd/${name}:v1.${at}.0`, {
          labels: versioned('v2.7.2'),
          template: { app: name, ...instance('flux-system') },
        }),
      ),
      ['flux 2.7.2: Deployment flux-system/source-controller'],
    ],
    [
      'of kube-state-metrics inside another chart are kube-state-metrics',
      [
        aCopy(
          'Deployment',
          'monitoring/kps-kube-state-metrics',
          'registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.16.0',
          { labels: named('kube-state-metrics', { ...instance('kps'), 'helm.sh/chart': 'kube-state-metrics-6.1.0' }) },
        ),
      ],
      ['kube-state-metrics 2.16.0: Deployment monitoring/kps-kube-state-metrics'],
    ],
    [
      'with nameOverride are recognized by the image',
      [aCopy('Deployment', 'certs/tls', 'quay.io/jetstack/cert-manager-controller:v1.18.6', { labels: named('tls') })],
      ['cert-manager 1.18.6: Deployment certs/tls'],
    ],
    [
      'of other projects with the same CRD groups are none',
      [
        aCopy('Deployment', 'argo/argo-rollouts', 'quay.io/argoproj/argo-rollouts:v1.8.3', {
          labels: named('argo-rollouts'),
        }),
        aCopy('Deployment', 'nginx/nginx-ingress', 'nginx/nginx-ingress:5.2.0', { labels: named('nginx-ingress') }),
        aCopy(
          'Deployment',
          'kes/kubernetes-external-secrets',
          'ghcr.io/external-secrets/kubernetes-external-secrets:8.5.5',
          { labels: named('kubernetes-external-secrets') },
        ),
        aCopy('Deployment', 'certs/cert-manager-webhook', 'quay.io/jetstack/cert-manager-webhook:v1.18.6', {
          labels: named('webhook'),
        }),
      ],
      [],
    ],
  ])('%s', async (_title, objects, expected) => {
    expect(await listCopies(objects)).toEqual(expected);
  });

  it('of other projects with sidecars of Istio have no revision', async () => {
    const template = { ...named('cert-manager'), 'istio.io/rev': '1-28' };
    const image = 'quay.io/jetstack/cert-manager-controller:v1.18.6';
    expect(await listCopies([aCopy('Deployment', 'certs/cert-manager', image, { template })])).toEqual([
      'cert-manager 1.18.6: Deployment certs/cert-manager',
    ]);
  });

  it.each<[string, Json[], string[]]>([
    [
      'is a controller',
      [aCopy('Deployment', 'jhub/user-scheduler', 'registry.k8s.io/kube-scheduler:v1.30.8')],
      ['kube-scheduler 1.30.8: Deployment jhub/user-scheduler'],
    ],
    [
      'is another one as Scheduler Plugins',
      [aCopy('Deployment', 'ai/scheduler', 'registry.k8s.io/scheduler-plugins/kube-scheduler:v0.33.5')],
      ['scheduler-plugins 0.33.5: Deployment ai/scheduler'],
    ],
    [
      'is none beside the API server of a virtual cluster',
      [
        aCopy('StatefulSet', 'tenant/vc-api', 'registry.k8s.io/kube-apiserver:v1.28.0'),
        aCopy('Deployment', 'tenant/vc-scheduler', 'registry.k8s.io/kube-scheduler:v1.28.0'),
      ],
      [],
    ],
    [
      'is one beside the API server of another namespace',
      [
        aCopy('StatefulSet', 'tenant/vc-api', 'registry.k8s.io/kube-apiserver:v1.28.0'),
        aCopy('Deployment', 'jhub/user-scheduler', 'registry.k8s.io/kube-scheduler:v1.28.0'),
      ],
      ['kube-scheduler 1.28.0: Deployment jhub/user-scheduler'],
    ],
  ])('an own kube-scheduler %s', async (_what, objects, expected) => {
    expect(await listCopies(objects)).toEqual(expected);
  });

  it('can be a CronJob', async () => {
    const { metadata, spec } = aCopy(
      'Deployment',
      'kube-system/descheduler',
      'registry.k8s.io/descheduler/descheduler:v0.34.0',
      { labels: named('descheduler') },
    ) as { metadata: Json; spec: Json };
    const jobTemplate = { spec: { template: spec['template'] } };
    const cronJob = { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec: { schedule: '@daily', jobTemplate } };
    expect(await readControllers([cronJob])).toMatchObject({
      ok: true,
      value: [{ controller: 'descheduler', kind: 'CronJob', version: '0.34.0', replicas: null, settings: [] }],
    });
  });

  it('keep what a check needs, and nothing else', async () => {
    const helm = { 'meta.helm.sh/release-name': 'cm', 'meta.helm.sh/release-namespace': 'certs' };
    const labels = named('cert-manager', {
      'app.kubernetes.io/managed-by': 'Helm',
      'helm.sh/chart': 'cert-manager-v1.18.6',
    });
    const image = `quay.io/jetstack/cert-manager-controller@${digest}`;
    const copy = aCopy('Deployment', 'certs/cert-manager', image, {
      labels: { ...labels, ...versioned('v1.18.6') },
      replicas: 0,
      annotations: helm,
    });
    expect(await readControllers([copy])).toEqual({
      ok: true,
      value: [
        {
          controller: 'cert-manager',
          kind: 'Deployment',
          namespace: 'certs',
          name: 'cert-manager',
          replicas: 0,
          image,
          recognizedBy: 'image',
          version: '1.18.6',
          versionSource: 'version label',
          settings: [],
          addon: null,
          owner: { managedBy: 'Helm', release: 'cm', releaseNamespace: 'certs' },
        },
      ],
    });
  });
});

describe('EKS builds', () => {
  const eks = '602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks';
  const build = aCopy('Deployment', 'kube-system/metrics-server', `${eks}/metrics-server:v0.8.0-eksbuild.3`, {
    labels: named('metrics-server'),
  });
  const own = aCopy(
    'Deployment',
    'kube-system/metrics-server',
    'registry.k8s.io/metrics-server/metrics-server:v0.8.0',
    { labels: named('metrics-server') },
  );
  const certManager = aCopy('Deployment', 'certs/cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.18.6');

  it.each<[string, Json[], string[], string[]]>([
    [
      'are EKS add-ons if EKS lists the add-on',
      [build],
      ['metrics-server'],
      ['metrics-server 0.8.0: Deployment kube-system/metrics-server, EKS add-on metrics-server'],
    ],
    [
      'are not, if EKS does not list it',
      [build],
      ['coredns'],
      ['metrics-server 0.8.0: Deployment kube-system/metrics-server'],
    ],
    [
      "are not, if the image is the project's own",
      [own],
      ['metrics-server'],
      ['metrics-server 0.8.0: Deployment kube-system/metrics-server'],
    ],
    [
      'are recognized by an image with a digest',
      [aCopy('Deployment', 'kube-system/ebs-csi-controller', `${eks}/aws-ebs-csi-driver@${digest}`)],
      ['aws-ebs-csi-driver'],
      ['aws-ebs-csi-driver ?: Deployment kube-system/ebs-csi-controller, EKS add-on aws-ebs-csi-driver'],
    ],
    [
      'are recognized in the add-on of the AWS provider',
      [
        aCopy(
          'DaemonSet',
          'aws-secrets-manager/secrets-store-csi-driver',
          `${eks}/secrets-store-csi-driver:v1.5.4-eksbuild.1`,
          { labels: { app: 'secrets-store-csi-driver' } },
        ),
      ],
      ['aws-secrets-store-csi-driver-provider'],
      [
        'secrets-store-csi-driver 1.5.4: DaemonSet aws-secrets-manager/secrets-store-csi-driver, EKS add-on aws-secrets-store-csi-driver-provider',
      ],
    ],
  ])('%s', async (_title, objects, addons, expected) => {
    expect(await listCopies(objects, { addons })).toEqual(expected);
  });

  it('are gaps if the add-ons cannot be listed, and the other copies are there', async () => {
    expect(await readControllers([build, certManager], { addons: undefined })).toMatchObject({
      ok: true,
      value: [{ controller: 'cert-manager', addon: null }],
      gaps: [
        { what: 'the EKS add-on of Deployment kube-system/metrics-server', reason: { permission: 'eks:ListAddons' } },
      ],
    });
  });

  it("leave no gap if every copy is the project's own", async () => {
    const reading = await readControllers([own, certManager], { addons: undefined });
    expect(reading).toMatchObject({
      ok: true,
      value: [{ controller: 'cert-manager' }, { controller: 'metrics-server' }],
    });
    expect(reading).not.toHaveProperty('gaps');
  });
});

it.each(['deployments.apps', 'daemonsets.apps', 'statefulsets.apps', 'cronjobs.batch'])(
  'are unreadable, not none, without the permission to list %s',
  async (resource) => {
    const copy = aCopy('Deployment', 'certs/cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.18.6');
    const permission = `${resource}: list`;
    expect(await readControllers([copy], { addons: [], deny: [permission] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission },
    });
  },
);

describe('settings', () => {
  const kyverno = (container: Json) =>
    aCopy('Deployment', 'kyverno/kyverno-admission-controller', 'reg.kyverno.io/kyverno/kyverno:v1.15.2', {
      container,
    });
  const flag = '--generateMutatingAdmissionPolicy=true';
  const variable = 'STRIMZI_KUBERNETES_VERSION';

  it.each<[string, Json, string[]]>([
    ['a flag that is true', { args: ['--dumpPatches=false', flag] }, [flag]],
    ['a flag in the command', { command: ['kyverno', flag] }, [flag]],
    ['a flag without a value', { args: ['--generateMutatingAdmissionPolicy'] }, [flag]],
    ['a flag with one hyphen', { args: ['-generateMutatingAdmissionPolicy=1'] }, [flag]],
    ['a flag that is false', { args: ['--generateMutatingAdmissionPolicy=false'] }, []],
    ['a flag that only begins like it', { args: ['--generateMutatingAdmissionPolicyX=true'] }, []],
    ['a variable, whatever its value', { env: [{ name: variable, value: 'major=1' }] }, [variable]],
    [
      'a variable that a Secret sets',
      { env: [{ name: variable, valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } }] },
      [variable],
    ],
    [
      'a variable on which a change with the nodes depends',
      { env: [{ name: 'ENABLE_NATIVE_SIDECARS', value: 'false' }] },
      ['ENABLE_NATIVE_SIDECARS'],
    ],
    ['no arguments', { args: null, env: null }, []],
  ])('are only those that the table names: %s', async (_title, container, settings) => {
    expect(await readControllers([kyverno(container)])).toMatchObject({ ok: true, value: [{ settings }] });
  });

  it('hold no other argument and no value', async () => {
    const secret = 'hunter2';
    const container = {
      args: [`--password=${secret}`, secret, flag],
      command: ['sh', '-c', `kyverno --token ${secret}`],
      env: [
        { name: 'AWS_SECRET_ACCESS_KEY', value: secret },
        { name: variable, value: secret },
      ],
    };
    const reading = await readControllers([kyverno(container)]);
    expect(reading).toMatchObject({ ok: true, value: [{ settings: [flag, variable] }] });
    expect(JSON.stringify(reading)).not.toContain(secret);
  });
});
