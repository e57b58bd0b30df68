import { describe, expect, it } from 'vitest';
import { listSecurityTraits } from '../../src/collectors/kube/security-traits.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { aNamespaceObject, aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

async function value<Name extends FactName>(objects: readonly Json[], fact: Name): Promise<Facts[Name]> {
  const reading = (await kubeFacts(objects, [fact])).readings[fact];
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

const probed = { name: 'app', image: 'a:1', readinessProbe: { tcpSocket: { host: '10.0.0.1', port: 80 } } };
const host = { trait: 'probe-host', container: 'app', field: 'readinessProbe.tcpSocket.host' };

function withSpec(workload: Json, spec: Json): Json {
  const own = workload['spec'] as { template: Json };
  return { ...workload, spec: { ...own, template: { ...own.template, spec } } };
}

describe('what a pod has that versions of the Pod Security Standards judge differently', () => {
  it.each<[string, Json, unknown]>([
    ['nothing', { containers: [{ name: 'app', livenessProbe: { httpGet: { path: '/', host: '' } } }] }, undefined],
    ['a host in a probe of an init container', { containers: [], initContainers: [probed] }, [host]],
    [
      'hosts in hooks',
      { containers: [{ name: 'app', lifecycle: { preStop: { httpGet: { host: 'a' } }, postStart: null } }] },
      [{ trait: 'probe-host', container: 'app', field: 'lifecycle.preStop.httpGet.host' }],
    ],
    ['a sysctl', { securityContext: { sysctls: [{ name: 'a.b', value: '1' }] } }, [{ trait: 'sysctl', value: 'a.b' }]],
    [
      'SELinux types of the pod and a container',
      {
        securityContext: { seLinuxOptions: { type: 'x_t' } },
        containers: [{ name: 'app', securityContext: { seLinuxOptions: { type: 'y_t' } } }],
      },
      [
        { trait: 'selinux-type', value: 'x_t' },
        { trait: 'selinux-type', container: 'app', value: 'y_t' },
      ],
    ],
    [
      'procMount in a user namespace, without root',
      {
        hostUsers: false,
        securityContext: { runAsNonRoot: true },
        containers: [{ name: 'app', securityContext: { procMount: 'Unmasked' } }],
      },
      [{ trait: 'user-namespace-proc-mount', container: 'app' }],
    ],
    [
      'root in a user namespace: of the pod, and of each container that does not exclude it',
      {
        hostUsers: false,
        securityContext: { runAsUser: 0 },
        containers: [{ name: 'app' }, { name: 'log', securityContext: { runAsNonRoot: true } }],
      },
      [{ trait: 'user-namespace-root' }, { trait: 'user-namespace-root', container: 'app' }],
    ],
    ['root outside a user namespace', { securityContext: { runAsUser: 0 }, containers: [{ name: 'app' }] }, undefined],
    ['Windows', { os: { name: 'windows' } }, [{ trait: 'windows' }]],
    ['Linux', { os: { name: 'linux' } }, undefined],
  ])('%s', (_what, spec, traits) => expect(listSecurityTraits(spec)).toEqual(traits));

  it('is unreadable where a field has another type', () => {
    expect(() => listSecurityTraits({ containers: 'none' })).toThrow('containers has an unexpected type');
  });
});

it('workloads have those of their template, and not the host itself', async () => {
  const workload = withSpec(aWorkloadObject('DaemonSet', 'shop/agent'), { containers: [probed] });
  const [found, plain] = await value([workload, aWorkloadObject('DaemonSet', 'shop/plain')], 'daemonSets');
  expect(found?.securityTraits).toEqual([host]);
  expect(plain).not.toHaveProperty('securityTraits');
  expect(JSON.stringify(found)).not.toContain('10.0.0.1');
});

it('CronJobs have those of the template in their job template', async () => {
  const template = { spec: { containers: [probed] } };
  const cronJob = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { namespace: 'shop', name: 'nightly' },
    spec: { schedule: '@daily', jobTemplate: { spec: { template } } },
  };
  expect(await value([cronJob], 'cronJobs')).toMatchObject([{ securityTraits: [host] }]);
});

it('pods of a controller have those of its first pod, and others none', async () => {
  const owner = { kind: 'Rollout', name: 'search' };
  const spec = { containers: [probed] };
  const objects = [
    aPodObject('shop/a', 'n', owner, { spec }),
    aPodObject('shop/b', 'n', owner),
    aPodObject('shop/c', 'n', undefined, { spec }),
    aPodObject('shop/d', 'n', { kind: 'DaemonSet', name: 'other' }),
  ];
  const found = await value(objects, 'pods');
  expect(found.map(({ securityTraits }) => securityTraits)).toEqual([[host], [host], undefined, undefined]);
});

it('namespaces have the labels that reject pods', async () => {
  const label = (name: string) => `pod-security.kubernetes.io/${name}`;
  const found = await value(
    [
      aNamespaceObject('both', { [label('enforce')]: 'baseline', [label('enforce-version')]: 'v1.33' }),
      aNamespaceObject('warned', { [label('warn')]: 'baseline' }),
      aNamespaceObject('plain'),
    ],
    'namespaces',
  );
  expect(found).toEqual([
    { name: 'both', podSecurityLabelled: true, podSecurity: { enforce: 'baseline', version: 'v1.33' } },
    { name: 'plain', podSecurityLabelled: false },
    { name: 'warned', podSecurityLabelled: true, podSecurity: { enforce: null, version: null } },
  ]);
});
