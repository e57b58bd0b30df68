import { describe, expect, it } from 'vitest';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { kubeProxyObjects, withCommand } from '../world/kube-proxy.ts';
import { aConfigMapObject, aNodeObject, aWorkloadObject, corednsObjects, vpcCniObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;
type Configuration = Facts['kubeProxyModes'][number]['configuration'];

const config = '--config=/var/lib/kube-proxy-config/config';
const configurationText = (mode: string) => `kind: KubeProxyConfiguration\nmode: ${mode}\n`;
const filler = ['a', 'b', 'c'].map((name) => aWorkloadObject('DaemonSet', `shop/${name}`));

async function value<Name extends FactName>(objects: readonly Json[], fact: Name): Promise<Facts[Name]> {
  const { readings } = await kubeFacts(objects, [fact]);
  const reading = readings[fact];
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

const kubelet = 'v1.33.5-eks-113cf36';

/** Nodes that run no pod of the DaemonSets of EKS. */
const others = [
  aNodeObject('fargate-a', { kubelet, labels: { 'eks.amazonaws.com/compute-type': 'fargate' } }),
  aNodeObject('hybrid-a', { kubelet, labels: { 'eks.amazonaws.com/compute-type': 'hybrid' } }),
  aNodeObject('windows-a', { kubelet, osImage: 'Windows Server 2022 Datacenter' }),
];

/** kube-proxy with this command line, mounting these ConfigMaps. */
function aDaemonSet(command: readonly string[], configMaps: readonly string[] = ['kube-proxy-config']): Json {
  const volumes = configMaps.map((name) => ({ name, configMap: { name } }));
  const images = { 'kube-proxy': 'registry.example/eks/kube-proxy:v1.33.5-eksbuild.2' };
  return withCommand(aWorkloadObject('DaemonSet', 'kube-system/kube-proxy', { images, volumes }), command);
}

async function readConfiguration(...objects: Json[]): Promise<Configuration | undefined> {
  return (await value(objects, 'kubeProxyModes'))[0]?.configuration;
}

describe('kube-proxy', () => {
  it('is found by its image beside others, on any page, with EKS’s build', async () => {
    const objects = [...filler, ...kubeProxyObjects('v1.21.2-eksbuild.1')];
    expect(await value(objects, 'kubeProxy')).toEqual([
      {
        kind: 'DaemonSet',
        namespace: 'kube-system',
        name: 'kube-proxy',
        replicas: null,
        image: '602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/kube-proxy:v1.21.2-eksbuild.1',
        version: '1.21.2',
        build: 1,
        versionSource: 'image tag',
        addon: null,
      },
    ]);
  });

  it.each([
    ['no pod is wanted although a node is there', 0, [aNodeObject('a', { kubelet })], true],
    ['a pod is wanted', 1, [aNodeObject('a', { kubelet })], undefined],
    ['no node is there', 0, [], undefined],
    ['only nodes of others are there', 0, others, undefined],
    ['no controller has reported', undefined, [aNodeObject('a', { kubelet })], undefined],
    ['the status lacks the number of wanted pods', null, [aNodeObject('a', { kubelet })], undefined],
  ])('matches no node where %s', async (_, desiredNumberScheduled, nodes, expected) => {
    const status = desiredNumberScheduled === undefined ? {} : { observedGeneration: 1, desiredNumberScheduled };
    const objects = [
      ...nodes,
      ...[...kubeProxyObjects('v1.33.5'), vpcCniObject('v1.20.4')].map((one) => ({ ...one, status })),
    ];
    for (const fact of ['kubeProxy', 'vpcCni'] as const)
      expect((await value(objects, fact)).map(({ matchesNoNode }) => matchesNoNode)).toEqual([expected]);
  });

  it.each([
    ['is a gap where no pod is wanted', 0, [], ['the nodes that run DaemonSet kube-system/aws-node']],
    ['is read where a pod is wanted', 1, ['aws-node'], []],
  ])('%s and nodes may not be listed', async (_, desiredNumberScheduled, names, gaps) => {
    const status = { observedGeneration: 1, desiredNumberScheduled };
    const { readings } = await kubeFacts([{ ...vpcCniObject('v1.20.4'), status }], ['vpcCni'], {
      deny: ['nodes: list'],
    });
    const reading = readings.vpcCni;
    if (reading?.ok !== true) throw new Error('vpcCni was not read');
    expect(reading.value.map(({ name }) => name)).toEqual(names);
    expect((reading.gaps ?? []).map(({ what }) => what)).toEqual(['the EKS add-on vpc-cni', ...gaps]);
  });

  const os = 'kubernetes.io/os';
  const onlyOn = (...values: string[]) => ({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: os, operator: 'In', values }] }],
        },
      },
    },
  });
  it.each([
    [{ nodeSelector: { [os]: 'windows' } }, true],
    [{ nodeSelector: { [os]: 'linux' } }, undefined],
    [onlyOn('windows'), true],
    [onlyOn('linux', 'windows'), undefined],
    [{}, undefined],
  ])('placed by %j is for Windows nodes: %s', async (placed, windows) => {
    const daemonSet = aDaemonSet(['kube-proxy']) as { spec: { template: { spec: Json } } };
    Object.assign(daemonSet.spec.template.spec, placed);
    expect((await value([daemonSet], 'kubeProxy')).map((copy) => copy.windows)).toEqual([windows]);
  });

  it('is not there where nothing of that name runs', async () => {
    expect(await value(filler, 'kubeProxy')).toEqual([]);
  });

  it('has gaps, and not an empty list, where DaemonSets are denied', async () => {
    const { readings } = await kubeFacts(kubeProxyObjects('v1.33.5'), ['kubeProxy'], {
      deny: ['daemonsets.apps: list'],
    });
    expect(readings.kubeProxy).toMatchObject({
      ok: true,
      value: [],
      gaps: expect.arrayContaining([
        expect.objectContaining({
          what: 'the DaemonSet of kube-proxy',
          reason: expect.objectContaining({ permission: 'daemonsets.apps: list' }) as unknown,
        }),
      ]) as unknown,
    });
  });
});

describe('the mode of kube-proxy', () => {
  it('comes from the ConfigMap of EKS; the kubeconfig beside it is not asked for', async () => {
    const { readings, paths } = await kubeFacts(kubeProxyObjects('v1.33.5', { mode: 'ipvs' }), ['kubeProxyModes']);
    expect(readings.kubeProxyModes).toMatchObject({
      value: [{ configuration: { state: 'read', mode: 'ipvs', configMap: 'kube-proxy-config' } }],
    });
    expect(paths.filter((path) => path.includes('/configmaps/'))).toEqual([
      '/api/v1/namespaces/kube-system/configmaps/kube-proxy-config',
    ]);
  });

  it('is all of the configuration that is kept', async () => {
    const text = `${configurationText('ipvs')}clientConnection:\n  kubeconfig: planted-secret\n`;
    const found = await value(
      [aDaemonSet(['kube-proxy', config]), aConfigMapObject('kube-system/kube-proxy-config', { config: text })],
      'kubeProxyModes',
    );
    expect(JSON.stringify(found)).not.toContain('planted-secret');
  });

  it.each<[string, string[], Configuration]>([
    ['the file, whatever the flag says', ['kube-proxy', '--proxy-mode=ipvs', config], read('nftables')],
    ['a shell’s line', ['/bin/sh', '-c', `exec kube-proxy --v=2 ${config} 2>&1`], read('nftables')],
    ['two words', ['kube-proxy', ...config.split('=')], read('nftables')],
    ['the flag without a file', ['kube-proxy', '--proxy-mode', 'ipvs'], read('ipvs', null)],
    ['a script, and the one ConfigMap that is a configuration', ['/start.sh'], read('nftables')],
  ])('reads %s', async (_what, command, expected) => {
    const configMap = aConfigMapObject('kube-system/kube-proxy-config', { config: configurationText('nftables') });
    expect(await readConfiguration(aDaemonSet(command), configMap)).toEqual(expected);
  });

  it.each<[string, string[], string[], Record<string, string>, Configuration]>([
    ['no mode: kube-proxy’s choice', [config], ['kube-proxy-config'], { config: configurationText('') }, read('')],
    ['neither file nor flag', [], [], {}, read('', null)],
    [
      'a file that is named as a property of every object',
      ['--config=/var/lib/kube-proxy-config/constructor'],
      ['kube-proxy-config'],
      { 'a.yaml': configurationText('ipvs') },
      read('ipvs'),
    ],
    [
      'another key than the file’s',
      [config],
      ['kube-proxy-config'],
      { 'a.yaml': configurationText('ipvs') },
      read('ipvs'),
    ],
    [
      'a ConfigMap that is not there',
      [config],
      ['elsewhere'],
      {},
      { state: 'missing', file: '/var/lib/kube-proxy-config/config', configMaps: ['elsewhere'] },
    ],
    [
      'no YAML',
      [config],
      ['kube-proxy-config'],
      { config: 'mode: [ipvs' },
      { state: 'unreadable', configMap: 'kube-proxy-config', message: 'is not valid YAML' },
    ],
    [
      'something else',
      [config],
      ['kube-proxy-config'],
      { config: 'kind: Config\nmode: ipvs\n' },
      { state: 'unreadable', configMap: 'kube-proxy-config', message: 'is not a KubeProxyConfiguration' },
    ],
  ])('tells %s', async (_what, flags, mounted, data, expected) => {
    const configMap = aConfigMapObject('kube-system/kube-proxy-config', data);
    expect(await readConfiguration(aDaemonSet(['kube-proxy', ...flags], mounted), configMap)).toEqual(expected);
  });

  it('has a gap with the permission where the ConfigMap is denied', async () => {
    const { readings } = await kubeFacts(kubeProxyObjects('v1.33.5'), ['kubeProxyModes'], {
      deny: ['configmaps: get'],
    });
    expect(readings.kubeProxyModes).toMatchObject({
      ok: true,
      value: [],
      gaps: expect.arrayContaining([
        expect.objectContaining({
          what: 'the mode of DaemonSet kube-system/kube-proxy',
          reason: expect.objectContaining({
            kind: 'denied',
            permission: 'configmaps: get',
            hint: 'It is needed for the ConfigMaps that DaemonSet kube-system/kube-proxy mounts: kube-proxy, kube-proxy-config',
          }) as unknown,
        }),
      ]) as unknown,
    });
  });
});

function read(mode: string, configMap: string | null = 'kube-proxy-config'): Configuration {
  return { state: 'read', mode, configMap };
}

describe('readers of a service account token', () => {
  const image = (kind: 'Deployment' | 'DaemonSet', name: string, own: string) =>
    aWorkloadObject(kind, `logs/${name}`, { images: { main: `registry.example/${own}` } });
  const objects = [
    image('DaemonSet', 'fluent-bit', 'aws-observability/aws-for-fluent-bit:2.31.12'),
    image('DaemonSet', 'upstream', 'fluent/fluent-bit:1.9.10'),
    image('Deployment', 'helper', 'cni-metrics-helper:v1.7.10'),
    image('DaemonSet', 'fluentd', 'fluent/fluentd-kubernetes-daemonset:v1.14.6-debian-cloudwatch-1.1'),
    image('Deployment', 'ingress', 'amazon/aws-alb-ingress-controller:v1.1.9'),
    image('Deployment', 'cart', 'cart:1.0.0'),
    ...corednsObjects('v1.8.3-eksbuild.1'),
    ...kubeProxyObjects('v1.21.2-eksbuild.1'),
  ];

  it('are found by their images, in any namespace; the Fluent Bit of others has other versions', async () => {
    const found = await value(objects, 'apiClients');
    expect(found.map(({ component, name, version, build }) => [component, name, version, build])).toEqual([
      ['alb-ingress-controller', 'ingress', '1.1.9', undefined],
      ['aws-for-fluent-bit', 'fluent-bit', '2.31.12', undefined],
      ['cni-metrics-helper', 'helper', '1.7.10', undefined],
      ['coredns', 'coredns', '1.8.3', 1],
      ['fluentd', 'fluentd', '1.14.6', undefined],
      ['kube-proxy', 'kube-proxy', '1.21.2', 1],
    ]);
  });

  it('have a gap for each list that is denied; the others are there', async () => {
    const { readings } = await kubeFacts(objects, ['apiClients'], { deny: ['daemonsets.apps: list'] });
    const { apiClients: reading } = readings;
    if (reading?.ok !== true) throw new Error('not read');
    expect(reading.value.map(({ component }) => component)).toEqual([
      'alb-ingress-controller',
      'cni-metrics-helper',
      'coredns',
    ]);
    expect(reading.gaps?.map(({ what }) => what)).toEqual(['the DaemonSets', 'the EKS add-ons']);
  });
});

describe('CoreDNS', () => {
  it('brings the path of its readiness probe, without a query', async () => {
    const [deployment, configMap] = corednsObjects('v1.9.3-eksbuild.3');
    if (deployment === undefined || configMap === undefined) throw new Error('no CoreDNS');
    const probed = structuredClone(deployment) as { spec: { template: { spec: { containers: Json[] } } } };
    Object.assign(probed.spec.template.spec.containers[0] ?? {}, {
      readinessProbe: { httpGet: { path: '/ready?token=planted', port: 8181 } },
    });
    expect(await value([probed as unknown as Json, configMap], 'coredns')).toMatchObject([{ readinessPath: '/ready' }]);
    expect(await value([deployment, configMap], 'coredns')).toMatchObject([{ readinessPath: null }]);
  });
});

describe('workloads', () => {
  it('keep two flags of kube-proxy, and no other word of a command line', async () => {
    const secretive = withCommand(aWorkloadObject('DaemonSet', 'shop/agent'), [
      'agent',
      '--config=planted',
      '--token=x',
    ]);
    const proxy = aDaemonSet([
      'kube-proxy',
      '--master=https://planted',
      '--proxy-mode="ipvs"',
      '--proxy-mode=iptables',
    ]);
    const found = await value([aNodeObject('a', { kubelet: 'v1.33.0' }), secretive, proxy], 'daemonSets');
    expect(found.map(({ containers }) => containers[0]?.kubeProxy)).toEqual([
      { mode: 'iptables', config: null },
      undefined,
    ]);
    expect(JSON.stringify(found)).not.toContain('planted');
  });
});

describe('core components', () => {
  const counts = async (objects: readonly Json[]) =>
    (await value([...filler, ...objects], 'coreComponents')).map(({ component, kind, pods }) => [
      component,
      kind,
      pods,
    ]);

  it('tell how many pods they want and how many are available, of Deployments and DaemonSets', async () => {
    const labels = { 'k8s-app': 'kube-dns' };
    const lbc = aWorkloadObject('Deployment', 'kube-system/aws-load-balancer-controller', {
      images: { controller: 'public.ecr.aws/eks/aws-load-balancer-controller:v2.13.4' },
      replicas: 0,
    });
    expect(
      await counts([
        aWorkloadObject('Deployment', 'kube-system/coredns', { labels, replicas: 2, available: 0 }),
        withCommand(
          aWorkloadObject('DaemonSet', 'kube-system/kube-proxy', {
            images: { 'kube-proxy': 'registry.example/eks/kube-proxy:v1.33.5' },
            available: 1,
          }),
          [],
        ),
        lbc,
      ]),
    ).toEqual([
      ['coredns', 'Deployment', { wanted: 2, available: 0 }],
      ['kube-proxy', 'DaemonSet', { wanted: 2, available: 1 }],
      ['aws-load-balancer-controller', 'Deployment', { wanted: 0, available: 0 }],
    ]);
  });

  it('tell nothing where no controller has written a status', async () => {
    const coredns = aWorkloadObject('Deployment', 'kube-system/coredns', { labels: { 'k8s-app': 'kube-dns' } });
    expect(await counts([{ ...coredns, status: {} }])).toEqual([['coredns', 'Deployment', null]]);
  });
});
