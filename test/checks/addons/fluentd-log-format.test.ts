import { expect } from 'vitest';
import check from '../../../checks/addons/fluentd-log-format.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aNode, aNodegroup, checkCases, type Case } from '../cases.ts';

type Agent = Facts['logAgents'][number];

const docker = aNode('d', 'v1.23.17', { containerRuntimeVersion: 'docker://20.10.23' });
const containerd = aNode('c', 'v1.23.17', { containerRuntimeVersion: 'containerd://1.6.19', group: 'blue' });

function fluentd(more: Partial<Agent> = {}): Agent {
  const image = 'fluent/fluentd-kubernetes-daemonset:v1.7.3-debian-cloudwatch-1.0';
  return { agent: 'fluentd', namespace: 'logging', name: 'fluentd', image, ...more };
}

function fluentBit(manifests: string | null): Agent {
  const image = 'amazon/aws-for-fluent-bit:2.10.0';
  return { agent: 'fluent-bit', namespace: 'amazon-cloudwatch', name: 'fluent-bit', image, manifests };
}

function facts(logAgents: Agent[], nodes = [docker], nodegroups: Facts['nodegroups'] = []): Case['facts'] {
  return { logAgents, nodes, nodegroups };
}

const path = { current: '1.23', target: '1.25' };
const required = 'a parser for the containerd log format';
const cri = '/^(?<time>.+) (?<stream>stdout|stderr) (?<logtag>[FP]) (?<log>.*)$/';
const message = "Fluentd parses container logs in Docker's format (JSON); nodes of 1.24 and later write containerd's";

checkCases(check, [
  { it: 'is silent without a log agent', ...path, facts: facts([]), findings: [] },
  {
    it: 'warns of Fluentd in any namespace at the step to containerd',
    ...path,
    facts: facts([fluentd()]),
    findings: [
      {
        level: 'warn',
        at: 24,
        resource: { kind: 'DaemonSet', namespace: 'logging', name: 'fluentd' },
        message,
        evidence: [{ observed: 'FLUENT_CONTAINER_TAIL_PARSER_TYPE is json, or unset', required, fact: 'logAgents' }],
        fix: expect.stringContaining('set env daemonset/fluentd FLUENT_CONTAINER_TAIL_PARSER_TYPE=cri'),
      },
    ],
  },
  {
    it: 'warns where the parser is json',
    ...path,
    facts: facts([fluentd({ parser: 'json' })]),
    findingsLike: [{ message }],
  },
  {
    it: 'is silent where another parser is set',
    ...path,
    facts: facts([fluentd({ parser: 'cri' }), fluentd({ parser: cri })]),
    findings: [],
  },
  {
    it: 'does not guess where the parser comes from elsewhere',
    ...path,
    facts: facts([fluentd({ parser: null, image: 'fluent/fluentd:v1.16-1' })]),
    findingsLike: [
      {
        level: 'unknown',
        at: 24,
        message:
          "unknown whether Fluentd parses formats other than Docker's; nodes of 1.24 and later write containerd's",
        evidence: [
          { observed: 'the parser cannot be read from FLUENT_CONTAINER_TAIL_PARSER_TYPE', required, fact: 'logAgents' },
        ],
      },
    ],
  },
  {
    it: 'warns today where nodes with Docker are left after the step',
    current: '1.24',
    facts: facts([fluentd()]),
    findings: [
      {
        level: 'warn',
        at: 24,
        resource: { kind: 'DaemonSet', namespace: 'logging', name: 'fluentd' },
        message,
        evidence: [{ observed: 'FLUENT_CONTAINER_TAIL_PARSER_TYPE is json, or unset', required, fact: 'logAgents' }],
        fix: expect.stringContaining('Migrate to Fluent Bit'),
      },
    ],
  },
  { it: 'does not apply long after the step', facts: facts([fluentd()], [containerd]), skip: 'no node runs Docker' },
  { it: 'is silent without nodes', facts: facts([fluentd()], []), findings: [] },
  { it: 'is silent before the step', current: '1.21', facts: facts([fluentd()]), findings: [] },
  {
    it: 'does not apply where all nodes run containerd already',
    ...path,
    facts: facts([fluentd()], [containerd], [aNodegroup('blue', { amiType: 'AL2_x86_64' })]),
    skip: 'no node runs Docker',
  },
  {
    it: 'thinks of node groups at zero that start with Docker',
    ...path,
    facts: facts([fluentd()], [containerd], [aNodegroup('idle', { amiType: 'AL2_x86_64' })]),
    findingsLike: [{ level: 'warn', at: 24 }],
  },
  {
    it: 'takes Docker for granted where no node can be asked',
    ...path,
    facts: facts([fluentd()], []),
    findingsLike: [{ level: 'warn', at: 24 }],
  },
  {
    it: 'warns of Fluent Bit from old manifests of Container Insights, and does not guess at those of 1.3.11',
    ...path,
    facts: facts([fluentBit('k8s/1.3.10'), fluentBit('k8s/1.3.11'), fluentBit(null), fluentBit('k8s/1.3.17')]),
    findingsLike: [
      {
        level: 'warn',
        message:
          "Fluent Bit parses container logs in Docker's format (JSON); nodes of 1.24 and later write containerd's",
        evidence: [{ observed: 'Container Insights k8s/1.3.10', required, fact: 'logAgents' }],
        fix: expect.stringContaining('multiline.parser docker, cri'),
      },
      { level: 'unknown' },
      { level: 'unknown' },
    ],
  },
]);
