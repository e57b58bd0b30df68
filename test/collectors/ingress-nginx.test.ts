import { describe, expect, it } from 'vitest';
import type { FactName } from '../../src/facts/facts.ts';
import { anIngressClassObject, anIngressObject } from '../world/ingress-manifests.ts';
import { aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;
const facts = ['ingressNginxControllers', 'ingressClasses', 'nginxIngresses'] as const;

async function values(objects: readonly Json[], names: readonly FactName[] = facts) {
  const { readings } = await kubeFacts(objects, names);
  return Object.fromEntries(
    names.map((name) => {
      const reading = readings[name];
      return [name, reading?.ok === true ? reading.value : reading];
    }),
  );
}

const running = (image: string, labels: Record<string, string> = {}) =>
  aWorkloadObject('Deployment', 'edge/controller', { images: { controller: image }, labels });
const byAnnotation = (path: string, name: string): Json => {
  const object = anIngressObject(path, undefined);
  return {
    ...object,
    metadata: { ...(object['metadata'] as Json), annotations: { 'kubernetes.io/ingress.class': name } },
  };
};
const chart = { 'app.kubernetes.io/name': 'ingress-nginx', 'helm.sh/chart': 'ingress-nginx-4.12.1' };

describe('controllers of Ingress NGINX', () => {
  it.each([
    ['registry.k8s.io/ingress-nginx/controller:v1.12.1@sha256:0a1b', '1.12.1'],
    ['k8s.gcr.io/ingress-nginx/controller:v1.1.0', '1.1.0'],
    ['111122223333.dkr.ecr.eu-west-1.amazonaws.com/k8s/ingress-nginx/controller-chroot:v1.11.3', '1.11.3'],
    ['quay.io/kubernetes-ingress-controller/nginx-ingress-controller:0.30.0', '0.30.0'],
    ['docker.io/bitnami/nginx-ingress-controller:1.11.3-debian-12-r0', '1.11.3'],
    ['registry.example/mirror/ingress-nginx-controller:v1.12.1', '1.12.1'],
  ])('are known by the image %s', async (image, version) => {
    const { ingressNginxControllers } = await values([running(image)], ['ingressNginxControllers']);
    expect(ingressNginxControllers).toEqual([expect.objectContaining({ image, version, namespace: 'edge' })]);
  });

  it.each([
    'nginx/nginx-ingress:3.7.0',
    'private-registry.nginx.com/nginx-ic/nginx-plus-ingress:3.7.0',
    'public.ecr.aws/karpenter/controller:1.8.1',
    'public.ecr.aws/eks/aws-load-balancer-controller:v2.13.4',
    'nginx:1.27',
  ])('are not seen in the image %s', async (image) => {
    expect(await values([running(image)], ['ingressNginxControllers'])).toEqual({ ingressNginxControllers: [] });
  });

  it('are known by the labels of the chart, behind a mirror that renames; their default backend is none', async () => {
    const found = await values(
      [
        running('registry.example/base/proxy:7', chart),
        aWorkloadObject('Deployment', 'edge/default-backend', {
          images: { backend: 'registry.k8s.io/defaultbackend-amd64:1.5' },
          labels: chart,
        }),
        aWorkloadObject('Deployment', 'edge/f5', { images: { nginx: 'nginx/nginx-ingress:3.7.0' }, labels: chart }),
      ],
      ['ingressNginxControllers'],
    );
    expect(found['ingressNginxControllers']).toEqual([expect.objectContaining({ name: 'controller', version: null })]);
  });
});

describe('IngressClasses and Ingresses', () => {
  it('tell the controller, and whether it is Ingress NGINX', async () => {
    const controllers = {
      nginx: 'k8s.io/ingress-nginx',
      internal: 'k8s.io/internal-nginx',
      other: 'example.com/ingress-nginx2',
      f5: 'nginx.org/ingress-controller',
      alb: 'ingress.k8s.aws/alb',
    };
    const objects = Object.entries(controllers).map(([name, controller]) => anIngressClassObject(name, controller));
    const { ingressClasses } = await values([...objects, { ...anIngressClassObject('bare', ''), spec: {} }]);
    expect(ingressClasses).toEqual([
      { name: 'alb', controller: 'ingress.k8s.aws/alb', ingressNginx: false },
      { name: 'bare', controller: null, ingressNginx: false },
      { name: 'f5', controller: 'nginx.org/ingress-controller', ingressNginx: false },
      { name: 'internal', controller: 'k8s.io/internal-nginx', ingressNginx: true },
      { name: 'nginx', controller: 'k8s.io/ingress-nginx', ingressNginx: true },
      { name: 'other', controller: 'example.com/ingress-nginx2', ingressNginx: true },
    ]);
  });

  it('are counted by class and namespace on every page, by field or annotation', async () => {
    const { nginxIngresses } = await values([
      anIngressClassObject('nginx', 'k8s.io/ingress-nginx'),
      anIngressClassObject('alb', 'ingress.k8s.aws/alb'),
      ...['shop/a', 'shop/b', 'edge/a'].map((path) => anIngressObject(path, 'nginx')),
      byAnnotation('shop/c', 'nginx'),
      anIngressObject('shop/d', 'alb'),
      anIngressObject('shop/e', undefined),
    ]);
    expect(nginxIngresses).toEqual({
      listed: 6,
      counts: [
        { class: 'nginx', namespace: 'edge', count: 1 },
        { class: 'nginx', namespace: 'shop', count: 3 },
      ],
    });
  });

  it('of the annotation nginx belong to a running controller where no class says otherwise', async () => {
    const controller = running('registry.k8s.io/ingress-nginx/controller:v0.49.0');
    const ingress = byAnnotation('shop/a', 'nginx');
    const f5 = anIngressClassObject('nginx', 'nginx.org/ingress-controller');
    const counts = [{ class: 'nginx', namespace: 'shop', count: 1 }];
    expect(await values([controller, ingress])).toMatchObject({ nginxIngresses: { listed: 1, counts } });
    expect(await values([controller, ingress, f5])).toMatchObject({ nginxIngresses: { listed: 1, counts: [] } });
    expect(await values([ingress])).toMatchObject({ nginxIngresses: { listed: 1, counts: [] } });
  });

  it.each([
    ['ingressclasses.networking.k8s.io: list', 'ingressClasses'],
    ['ingresses.networking.k8s.io: list', 'nginxIngresses'],
  ] as const)('are missing without %s, which the reading names', async (permission, fact) => {
    const { readings } = await kubeFacts([], [fact], { deny: [permission] });
    expect(readings[fact]).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
  });
});
