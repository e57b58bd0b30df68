import { expect } from 'vitest';
import check from '../../../checks/workloads/retired-images/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aPod, aWorkload, checkCases, type Case } from '../cases.ts';

const source = 'https://example.com/images';
const tables: Partial<Tables> = {
  'retired-images': [
    {
      paths: ['public.example/all'],
      on: '2026-06-10',
      what: 'it removed all of them',
      instead: 'Use another.',
      source,
    },
    {
      paths: ['docker.io/catalog'],
      on: '2025-09-29',
      only: 'versions',
      except: ['kept'],
      what: 'it removed the versions',
      instead: 'Use the copy.',
      source: `${source}/versions`,
    },
    { paths: ['soon.example'], on: '2026-12-01', what: 'it closes in December', instead: 'Move.', source },
  ],
};
const now = '2026-11-29T12:00:00Z';
const none = { deployments: [], daemonSets: [], statefulSets: [], cronJobs: [], pods: [], podImages: [] };

function row(it: string, facts: Partial<Facts>, more: Partial<Case>): Case {
  return { it, tables, now, facts: { ...none, ...facts }, ...more };
}

function runs(...images: readonly string[]): Facts['deployments'] {
  return [aWorkload({ containers: images.map((image, index) => ({ name: `c${index}`, image })) })];
}

const aControlledPod = (kind: string, name: string) => aPod('shop/one', { controller: { kind, name } });
const inPod = (kind: string, name: string, container: string, image: string): Facts['podImages'] => [
  { kind, namespace: 'shop', name, images: [{ container, image }] },
];
const removed = { findingsLike: [{ level: 'warn' as const, rule: 'removed' }] };
const silent = { findings: [] };

checkCases(check, [
  row(
    'warns about an image whose path has no images',
    { deployments: runs('public.example/all/redis:7.2') },
    {
      findings: [
        {
          level: 'warn',
          rule: 'removed',
          resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
          message: 'new nodes cannot pull its image public.example/all/redis:7.2: it removed all of them',
          evidence: [
            {
              observed: 'container c0: public.example/all/redis:7.2',
              required: 'an image that its registry has',
              fact: 'deployments',
            },
          ],
          fix: `Use another. Where a chart, a manifest or a module defines it, set the new image there first. Then:\n\`\`\`sh
kubectl -n shop get deployment cart -o yaml
\`\`\``,
          links: [source],
        },
      ],
    },
  ),
  row(
    'also by digest, where every image was removed',
    { deployments: runs('public.example/all/redis@sha256:0a') },
    removed,
  ),
  ...['catalog/redis:7.2.4-debian-12-r0', 'docker.io/catalog/redis:15', 'index.docker.io/catalog/redis:v1'].map(
    (image) => row(`knows a version at Docker Hub: ${image}`, { deployments: runs(image) }, removed),
  ),
  ...[
    'catalog/redis',
    'catalog/redis:latest',
    'catalog/redis:7@sha256:0a',
    'catalog/redis@sha256:0a',
    'catalog/kept:1.0.0',
    'catalogs/redis:7.2',
    'mirror.example/docker.io/catalog/redis:7.2',
    '111122223333.dkr.ecr.eu-west-1.amazonaws.com/docker-hub/catalog/redis:7.2',
    '111122223333.dkr.ecr.eu-west-1.amazonaws.com/ecr-public/all/redis:7.2',
    'localhost:5000/catalog/redis:7.2',
    'public.example/allied/redis:7.2',
  ].map((image) => row(`claims nothing about ${image}`, { deployments: runs(image) }, silent)),
  row(
    'tells apart what was removed and what is announced, in one workload',
    { deployments: runs('public.example/all/a:1', 'soon.example/release/pilot:1.28.3', 'catalog/a:1', 'catalog/a:1') },
    {
      findingsLike: [
        {
          rule: 'removed',
          message:
            'new nodes cannot pull its image public.example/all/a:1, catalog/a:1: it removed all of them; it removed the versions',
          fix: expect.stringMatching(/^Use another\. Use the copy\. Where/) as string,
        },
        {
          rule: 'announced',
          message:
            'new nodes will not be able to pull its image soon.example/release/pilot:1.28.3: it closes in December',
        },
      ],
    },
  ),
  row(
    'counts an announced day as come on that day',
    { deployments: runs('soon.example/a:1') },
    { now: '2026-12-01T00:00:00Z', ...removed },
  ),
  row('also judges a rollback', { deployments: runs('catalog/a:2') }, { current: '1.34', target: '1.33', ...removed }),
  ...(['daemonSets', 'statefulSets', 'cronJobs'] as const).map((fact) =>
    row(`reads the templates of ${fact}`, { [fact]: runs('catalog/a:1') }, removed),
  ),
  row(
    'is silent about a workload that is scaled to 0',
    { deployments: runs('catalog/a:1').map((one) => ({ ...one, replicas: 0 })) },
    silent,
  ),
  row(
    'still warns where the pods run the image of the template',
    {
      deployments: runs('catalog/a:1'),
      pods: [aControlledPod('Deployment', 'cart')],
      podImages: inPod('Deployment', 'cart', 'c0', 'catalog/a:1'),
    },
    removed,
  ),
  row(
    'is silent where the pods run another image than the template names: a webhook replaced it',
    { deployments: runs('catalog/a:1'), pods: [aControlledPod('Deployment', 'cart')] },
    silent,
  ),
  row(
    'does not take a finished pod for one that shows the image',
    { deployments: runs('catalog/a:1'), pods: [{ ...aControlledPod('Deployment', 'cart'), phase: 'Failed' }] },
    removed,
  ),
  row(
    'warns about an injected container',
    {
      deployments: runs('public.example/cart:1'),
      pods: [aControlledPod('Deployment', 'cart')],
      podImages: inPod('Deployment', 'cart', 'proxy', 'catalog/proxy:1'),
    },
    {
      findingsLike: [
        {
          resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
          evidence: [
            { observed: 'container proxy: catalog/proxy:1', fact: 'podImages', required: expect.any(String) as string },
          ],
        },
      ],
    },
  ),
  row(
    'is silent about an earlier revision: its next pod has the image of the template',
    {
      deployments: runs('public.example/cart:1'),
      pods: [aControlledPod('Deployment', 'cart')],
      podImages: inPod('Deployment', 'cart', 'c0', 'catalog/cart:1'),
    },
    silent,
  ),
  row(
    'warns about pods of a controller without a template',
    {
      pods: [aControlledPod('Strimzi', 'kafka')],
      podImages: inPod('StrimziPodSet', 'kafka', 'kafka', 'catalog/kafka:1'),
    },
    { findingsLike: [{ resource: { kind: 'StrimziPodSet', namespace: 'shop', name: 'kafka' } }] },
  ),
  row(
    'names the CronJob once, not its Jobs',
    {
      cronJobs: runs('catalog/a:1').map((one) => ({ ...one, kind: 'CronJob', name: 'night', replicas: null })),
      pods: [aControlledPod('Job', 'night-29384')],
      podImages: inPod('Job', 'night-29384', 'c0', 'catalog/a:1'),
    },
    { findingsLike: [{ resource: { kind: 'CronJob', namespace: 'shop', name: 'night' } }] },
  ),
  row('is silent about a static pod', { podImages: inPod('Node', 'ip-10-0-0-1', 'a', 'catalog/a:1') }, silent),
  row(
    'leaves the workload to the chart that installed it',
    {
      deployments: runs('catalog/a:1').map((one) => ({
        ...one,
        owner: { release: 'shop', releaseNamespace: 'shop', managedBy: 'Helm' as const },
      })),
    },
    { findingsLike: [{ fix: expect.stringContaining('Helm installed it as part of the release shop') as string }] },
  ),
]);
