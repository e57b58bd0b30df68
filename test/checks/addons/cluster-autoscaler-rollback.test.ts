import { expect } from 'vitest';
import check from '../../../checks/addons/cluster-autoscaler-rollback.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { aComponent, checkCases, type Case } from '../cases.ts';
import { parseRows } from './fixed-controllers.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'cluster-autoscaler' };
const source = 'https://example.com/';
const issue = 'https://example.com/issues/1';
const aBreak = { rowKind: 'break', controller: 'cluster-autoscaler', certainty: 'high', source: issue };
const breaking = (more: object = {}) =>
  parseRows([{ ...aBreak, from: '1.35.0', kubernetesBelow: '1.34', effect: 'stops', what: 'does not scale', ...more }]);
const rollback = {
  current: '1.34',
  target: '1.33',
  tables: { ...breaking(), 'cluster-autoscaler': [{ kubernetes: 33, newest: '1.33.6', source }] },
};

function at(version: string | null, more: Partial<Component> = {}): Case['facts'] {
  const image = `registry.k8s.io/autoscaling/cluster-autoscaler:v${version ?? ''}`;
  return { clusterAutoscalers: [aComponent({ name: 'cluster-autoscaler', image, version, ...more })] };
}

const set = (beginning: string): string =>
  [
    `${beginning} (a newer patch than the one shown here also works). The container is named \`cluster-autoscaler\` in the project's manifests, \`aws-cluster-autoscaler\` in its Helm chart, where you change it with \`image.tag\` in the values. Where a chart, a manifest or a module defines it, set the image's tag v1.33.6 there first. Then:`,
    '```sh',
    'kubectl -n kube-system set image deployment/cluster-autoscaler \\',
    '  cluster-autoscaler=registry.k8s.io/autoscaling/cluster-autoscaler:v1.33.6',
    '```',
  ].join('\n');

checkCases(check, [
  {
    ...rollback,
    it: 'is skipped without a Cluster Autoscaler',
    facts: { clusterAutoscalers: [] },
    skip: 'no Cluster Autoscaler runs in this cluster',
  },
  { ...rollback, it: 'is silent about a release of the earlier minor version', facts: at('1.33.2'), findings: [] },
  {
    ...rollback,
    it: 'asks for the earlier minor version after the rollback',
    facts: at('1.34.5'),
    findings: [
      {
        level: 'warn',
        at: 33,
        phase: 'after',
        resource,
        message: 'Cluster Autoscaler 1.34.5 does not match control plane 1.33',
        evidence: [{ observed: '1.34.5 (image tag)', required: '1.33.6' }],
        fix: set('Once the control plane is at 1.33, set the image to the newest release of its minor version'),
      },
    ],
  },
  {
    ...rollback,
    it: 'fails a release that needs the later version',
    facts: at('1.35.0'),
    findings: [
      {
        level: 'fail',
        at: 33,
        rule: 'break',
        resource,
        message: 'Cluster Autoscaler 1.35.0 does not match control plane 1.33, and does not scale',
        evidence: [{ observed: '1.35.0 (image tag)', required: '1.33.6' }],
        fix: set('Before you roll back the control plane, set the image to the newest release of 1.33'),
        links: [issue],
      },
    ],
  },
  {
    ...rollback,
    it: 'only warns of it where it is scaled to 0',
    facts: at('1.35.0', { replicas: 0 }),
    findingsLike: [{ level: 'warn', at: 33, rule: 'break' }],
  },
  ...[{ effect: 'degraded' }, { certainty: 'medium' }].map((more): Case => ({
    ...rollback,
    it: `only warns of a break that is not certain to stop it: ${JSON.stringify(more)}`,
    tables: { ...rollback.tables, ...breaking(more) },
    facts: at('1.35.0'),
    findingsLike: [{ level: 'warn', at: 33, rule: 'break' }],
  })),
  {
    ...rollback,
    it: 'only warns of a release that does not work today either',
    current: '1.33',
    target: '1.32',
    facts: at('1.35.0'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'break',
        message: 'Cluster Autoscaler 1.35.0 does not match control plane 1.32, and does not scale',
        evidence: [{ observed: '1.35.0 (image tag)', required: '1.32.x' }],
      },
    ],
  },
  {
    ...rollback,
    it: 'does not know about a version that cannot be read',
    facts: at(null, { image: 'registry.example/cluster-autoscaler:main', versionSource: null }),
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable', fix: expect.any(String) as string }],
  },
]);
