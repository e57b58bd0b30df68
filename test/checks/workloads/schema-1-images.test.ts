import check from '../../../checks/workloads/schema-1-images.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aNode, aWorkload, checkCases, type Case } from '../cases.ts';

const source = 'https://example.com/images';
const image = { rowKind: 'image' as const, release: null, runtime: 'containerd' as const, source };
const tables: Partial<Tables> = {
  'schema-1-images': [
    { images: ['registry.k8s.io/busybox', 'k8s.gcr.io/busybox'], tags: ['latest', '1.24'], source },
    { images: ['docker.io/stedolan/jq', 'docker.io/library/old'], tags: ['latest'], source },
  ],
  'container-runtimes': [
    { rowKind: 'refused', runtime: 'containerd', below: '2.0.0', from: 36, warnFrom: 35, reason: 'EKS', source },
    { ...image, family: 'AL2', kubernetes: 24, version: '1.6.0' },
    { ...image, family: 'AL2023', kubernetes: 0, version: '1.7.0' },
    { ...image, family: 'AL2023', kubernetes: 33, version: '2.1.0' },
    { ...image, family: 'BOTTLEROCKET', kubernetes: 34, version: '2.0.0' },
  ],
};

function node(more: Partial<NodeFact> = {}): NodeFact {
  return aNode('a', 'v1.32.9', { containerRuntimeVersion: 'containerd://1.7.29', ...more });
}

function runs(...images: readonly string[]): Facts['deployments'] {
  return [aWorkload({ containers: images.map((one, index) => ({ name: `c${index}`, image: one })) })];
}

function row(it: string, facts: Partial<Facts>, more: Partial<Case>): Case {
  const base = { nodes: [node()], deployments: runs('registry.k8s.io/busybox') };
  return { it, current: '1.32', tables, facts: { ...base, ...facts }, ...more };
}

const warned = { findingsLike: [{ level: 'warn' as const, at: 33 }] };
const silent = { findings: [] };

checkCases(check, [
  row(
    'warns about an image without a tag that is known for its latest one, if nodes move to containerd 2',
    {},
    {
      findings: [
        {
          level: 'warn',
          at: 33,
          resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
          message: 'containerd 2 does not pull its image registry.k8s.io/busybox',
          evidence: [
            {
              observed: 'registry.k8s.io/busybox',
              required: 'an image with a schema 2 or OCI manifest',
              fact: 'deployments',
            },
          ],
          links: [source],
        },
      ],
    },
  ),
  row('knows an image by its tag', { deployments: runs('k8s.gcr.io/busybox:1.24') }, warned),
  row('knows images of Docker Hub with their short name', { deployments: runs('stedolan/jq') }, warned),
  row('knows images of Docker Hub with their full name', { deployments: runs('docker.io/stedolan/jq:latest') }, warned),
  row('knows images of Docker Hub with another host', { deployments: runs('index.docker.io/stedolan/jq') }, warned),
  row('knows official images of Docker Hub', { deployments: runs('old') }, warned),
  row('knows official images of Docker Hub with its host', { deployments: runs('docker.io/old') }, warned),
  row('knows official images of Docker Hub with another host', { deployments: runs('index.docker.io/old') }, warned),
  row('is silent about another tag', { deployments: runs('registry.k8s.io/busybox:1.27') }, silent),
  row('is silent about a copy in another registry', { deployments: runs('localhost:5000/stedolan/jq') }, silent),
  ...['registry.k8s.io/busybox:latest@sha256:0a', 'stedolan/jq@sha256:0a'].map((one) =>
    row(
      `does not know a listed image by digest: ${one}`,
      { deployments: runs(one) },
      {
        findingsLike: [
          {
            level: 'unknown',
            rule: 'digest',
            message: `issues report this image with a schema 1 manifest, and whether the digest has one is unknown: ${one}`,
          },
        ],
      },
    ),
  ),
  row(
    'is silent about a digest of another tag, and of an image that is not listed',
    { deployments: runs('registry.k8s.io/busybox:1.36@sha256:0a', 'registry.example/cart@sha256:0a') },
    silent,
  ),
  row(
    'names several images of a workload once',
    { deployments: runs('stedolan/jq', 'old', 'old') },
    {
      findingsLike: [{ message: 'containerd 2 does not pull its image stedolan/jq, old' }],
    },
  ),
  ...(['daemonSets', 'statefulSets', 'cronJobs'] as const).map((fact) =>
    row(`reads the templates of ${fact}`, { deployments: [], [fact]: runs('old') }, warned),
  ),
  row(
    'is silent about Windows',
    { deployments: [aWorkload({ windows: true, containers: [{ name: 'c', image: 'old' }] })] },
    silent,
  ),
  row(
    'is silent if all nodes have containerd 2',
    { nodes: [node({ containerRuntimeVersion: 'containerd://2.1.4' })] },
    silent,
  ),
  row('is silent if the path does not reach containerd 2', {}, { current: '1.30', findings: [] }),
  row(
    'applies today to nodes of a version whose AMIs have containerd 2',
    {},
    {
      current: '1.33',
      findingsLike: [{ level: 'warn', message: 'containerd 2 does not pull its image registry.k8s.io/busybox' }],
    },
  ),
  row('judges Bottlerocket by its own releases', { nodes: [node({ osImage: 'Bottlerocket OS 1.20.0' })] }, silent),
  row(
    'judges other systems by the version that requires containerd 2',
    { nodes: [node({ osImage: 'Ubuntu 22.04' })] },
    {
      current: '1.35',
      findingsLike: [{ at: 36 }],
    },
  ),
  row(
    'judges nodes with Docker',
    { nodes: [node({ containerRuntimeVersion: 'docker://20.10.23' })] },
    { current: '1.22', target: '1.33', ...warned },
  ),
  row('is silent about Fargate', { nodes: [node({ computeType: 'fargate' })] }, silent),
]);
