import { describe, expect, it } from 'vitest';
import { collectors } from '../../src/collectors/index.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { comparisons, refuseContradicting } from '../../src/judge/compare-readings.ts';
import { storedNames } from '../world/stored.ts';
import { judged, readStoredInventory } from './judge-stored.ts';

/** The healthy cluster: two node groups with nodes. */
const healthy = readStoredInventory('healthy').readings;

function valueFrom<Name extends keyof Facts>(name: Name): Facts[Name] {
  const reading = healthy[name];
  if (reading?.ok !== true) throw new Error(`${name} was not read`);
  return reading.value;
}

/** The healthy cluster with other values of some facts. */
function withValues(values: Partial<Facts>): Readings {
  const given = Object.entries(values).map(([name, value]) => [name, { ok: true, value }]);
  return { ...healthy, ...Object.fromEntries(given) } as Readings;
}

const nodes = valueFrom('nodes');
const nodegroups = valueFrom('nodegroups');
const groupIn = (status: string) => nodegroups.map((group) => ({ ...group, status }));
const noDesired = nodegroups.map((group) => ({ ...group, desiredSize: 0 }));
const nobody = { nodes: [], nodegroups: noDesired, autoScalingGroups: [], pods: [] };
const anAutoScalingGroup = { name: 'own', nodegroup: null, maxSize: 3, mixedInstances: null };
const [aPod] = valueFrom('pods').filter(({ phase, node }) => phase === 'Running' && node !== null);
if (aPod === undefined) throw new Error('no pod runs');
const ofDaemonSet = { ...aPod, controller: { kind: 'DaemonSet', name: 'logs' } };

describe('a contradiction makes the fact unreadable', () => {
  it.each<[string, Readings, keyof Facts, string]>([
    ['no namespaces', withValues({ namespaces: [] }), 'namespaces', 'the list of namespaces lacks kube-system'],
    [
      'namespaces without kube-system',
      withValues({ namespaces: [{ name: 'default', podSecurityLabelled: false }] }),
      'namespaces',
      'lacks kube-system',
    ],
    ['no Nodes, groups that want some', withValues({ nodes: [] }), 'nodes', 'the desired size of node group'],
    [
      'no Nodes, an Auto Scaling group with instances',
      withValues({ ...nobody, autoScalingGroups: [{ ...anAutoScalingGroup, instanceIds: ['i-1'] }] }),
      'nodes',
      'but Auto Scaling group own has 1 instance',
    ],
    [
      'no Nodes, a running pod',
      withValues({ ...nobody, pods: [aPod] }),
      'nodes',
      `but Pod ${aPod.namespace}/${aPod.name} runs on Node ${aPod.node}`,
    ],
    [
      'no DaemonSets, pods of one',
      withValues({ daemonSets: [], pods: [ofDaemonSet] }),
      'daemonSets',
      `but Pod ${aPod.namespace}/${aPod.name} belongs to DaemonSet logs`,
    ],
    ['no groups, Nodes of groups', withValues({ nodegroups: [] }), 'nodegroups', 'EKS lists no node groups, but Node'],
  ])('%s', (_what, readings, fact, message) => {
    const compared = refuseContradicting(readings);
    expect(compared[fact]).toMatchObject({
      ok: false,
      reason: { kind: 'unreadable', message: expect.stringContaining(message) as string },
    });
    const row = comparisons.find(({ facts }) => facts[0] === fact);
    const others = Object.keys(readings).filter((name) => row?.facts.includes(name as keyof Facts) === false);
    for (const name of others) expect(compared[name as keyof Facts]).toBe(readings[name as keyof Facts]);
  });
});

describe('nothing is refused', () => {
  it.each<[string, Readings]>([
    ['no Nodes, groups that want none', withValues(nobody)],
    ...['CREATING', 'CREATE_FAILED', 'UPDATING', 'DEGRADED', 'DELETING', 'DELETE_FAILED'].map(
      (status): [string, Readings] => [
        `no Nodes, a group that is ${status}`,
        withValues({ ...nobody, nodegroups: groupIn(status) }),
      ],
    ),
    [
      'no Nodes, the Auto Scaling group of a managed node group with instances',
      withValues({ ...nobody, autoScalingGroups: [{ ...anAutoScalingGroup, nodegroup: 'a', instanceIds: ['i-1'] }] }),
    ],
    [
      'no Nodes, pods that wait or end',
      withValues({
        ...nobody,
        pods: [
          { ...aPod, phase: 'Pending', node: null },
          { ...aPod, terminating: true },
        ],
      }),
    ],
    ['Nodes with the label of a group that EKS does not scale', withValues({ nodegroups: [], autoScalingGroups: [] })],
    [
      'no Nodes, an Auto Scaling group without instances',
      withValues({ ...nobody, autoScalingGroups: [{ ...anAutoScalingGroup, instanceIds: [] }] }),
    ],
    [
      'only Fargate',
      withValues({
        ...nobody,
        nodegroups: [],
        nodes: nodes.map((node) => ({ ...node, computeType: 'fargate', group: null })),
      }),
    ],
    [
      'no DaemonSets, pods of one that end',
      withValues({ daemonSets: [], pods: [{ ...ofDaemonSet, terminating: true }] }),
    ],
    ['no Nodes and no groups', withValues({ ...nobody, nodegroups: [] })],
    [
      'Nodes that were not read',
      { ...withValues({}), nodes: { ok: false, reason: { kind: 'denied', message: 'denied' } } },
    ],
    [
      'cordoned Nodes of a group that is gone',
      withValues({ nodegroups: [], nodes: nodes.map((node) => ({ ...node, unschedulable: true })) }),
    ],
    [
      'Nodes of a group that is gone, no longer ready',
      withValues({ nodegroups: [], nodes: nodes.map((node) => ({ ...node, ready: null })) }),
    ],
    [
      'Nodes of a group that is gone, being deleted',
      withValues({ nodegroups: [], nodes: nodes.map((node) => ({ ...node, deletingSince: '2026-11-20T11:00:00Z' })) }),
    ],
    [
      'groups that could not be described',
      {
        ...healthy,
        nodegroups: {
          ok: true,
          value: [],
          gaps: [{ what: 'node group a', reason: { kind: 'denied', message: 'no' } }],
        },
      },
    ],
  ])('%s', (_what, readings) => {
    expect(refuseContradicting(readings)).toBe(readings);
  });

  it.each(storedNames())('in the stored inventory %s', (name) => {
    const { readings } = readStoredInventory(name);
    expect(refuseContradicting(readings)).toBe(readings);
  });
});

it.each(comparisons.map(({ facts }) => facts))('all facts that are collected from %s', (first, ...others) => {
  const found = new Set<string>([first]);
  const all = Object.entries(collectors) as [string, { from?: readonly string[] }][];
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [name, { from = [] }] of all) if (from.some((one) => found.has(one))) found.add(name);
  }
  expect([first, ...others].toSorted()).toEqual([...found].toSorted());
});

it('a saved inventory is judged by them', () => {
  const inventory = { ...readStoredInventory('healthy'), readings: withValues({ nodes: [] }) };
  const { verdict, results } = judged(inventory, {});
  expect(verdict).not.toBe('ready');
  expect(results.find(({ id }) => id === 'nodes/kubelet-skew')).toMatchObject({
    status: 'unknown',
    missing: [
      { fact: 'nodes', reason: 'unreadable' },
      { fact: 'fargateWorkloads', reason: 'unreadable' },
      { fact: 'emptyAutoScalingGroups', reason: 'unreadable' },
    ],
  });
});
