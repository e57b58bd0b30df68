import check from '../../../checks/karpenter/capacity-reservations.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { CapacityReservation } from '../../../src/facts/karpenter-account.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { aNodeClass } from './objects.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };

function aReservation(id: string, more: Partial<CapacityReservation> = {}): CapacityReservation {
  return {
    id,
    match: 'open',
    instanceType: 'm5.large',
    availabilityZone: 'eu-west-1a',
    total: 4,
    available: 3,
    selected: false,
    ...more,
  };
}

function facts(version: string | null, reservations: CapacityReservation[], settings: Record<string, string> = {}) {
  return {
    karpenterControllers: [aKarpenter({ version, settings: { CLUSTER_NAME: 'prod', ...settings } })],
    karpenterNodeClasses: [aNodeClass('default')],
    capacityReservations: reservations,
  } satisfies Partial<Facts>;
}

const to18 = { karpenter: karpenterPath('1.5.8', '1.8.8') };
const chartDefault = { FEATURE_GATES: 'ReservedCapacity=false,NodeRepair=false' };

checkCases(check, [
  { it: 'is silent where there are none', facts: facts('1.8.8', []), findings: [] },
  {
    it: 'is silent about targeted ones, and those that a node class selects',
    facts: facts('1.8.8', [aReservation('cr-01', { match: 'targeted' }), aReservation('cr-02', { selected: true })]),
    findings: [],
  },
  {
    it: 'warns at the step that turns the gate on',
    facts: facts('1.5.8', [aReservation('cr-01'), aReservation('cr-02', { availabilityZone: null })], chartDefault),
    ...to18,
    findings: [
      {
        level: 'warn',
        rule: 'unselected',
        atKarpenter: '1.8.8',
        resource,
        message:
          'no node class selects 2 open Capacity Reservations (cr-01, cr-02): Karpenter 1.8.8 launches no nodes into them',
        evidence: [
          {
            resource: 'cr-01',
            observed: 'm5.large in eu-west-1a, 3 of 4 available',
            required: 'selected by a node class',
            fact: 'capacityReservations',
          },
          {
            resource: 'cr-02',
            observed: 'm5.large, 3 of 4 available',
            required: 'selected by a node class',
            fact: 'capacityReservations',
          },
        ],
        fix: `Add the reservations for nodes of this cluster to
          \`spec.capacityReservationSelectorTerms\` of the EC2NodeClass, by ID or tags. Nodes in them have the capacity
          type \`reserved\`: a NodePool that requires \`on-demand\` must allow it, too. Or turn the feature gate off: set
          \`settings.featureGates.reservedCapacity: false\` in the values of the chart.`,
      },
    ],
  },
  {
    it: 'warns today where the gate is on',
    facts: facts('1.5.8', [aReservation('cr-01')], { FEATURE_GATES: 'ReservedCapacity=true' }),
    findingsLike: [
      {
        level: 'warn',
        message: 'no node class selects 1 open Capacity Reservation (cr-01): Karpenter 1.5.8 launches no nodes into it',
      },
    ],
  },
  {
    it: 'is silent where the gate is off, and stays off',
    facts: facts('1.8.8', [aReservation('cr-01')], { FEATURE_GATES: 'ReservedCapacity=false' }),
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    findings: [],
  },
  {
    it: 'is silent before the gate is on by default',
    facts: facts('1.4.0', [aReservation('cr-01')]),
    karpenter: karpenterPath('1.4.0', '1.5.8'),
    findings: [],
  },
  {
    it: 'does not know whether a gate is on that is set somewhere that is not read',
    facts: {
      ...facts('1.8.8', [aReservation('cr-01')]),
      karpenterControllers: [aKarpenter({ version: '1.8.8', settingsUnread: ['FEATURE_GATES'] })],
    },
    findings: [
      {
        level: 'unknown',
        rule: 'gate',
        resource,
        message:
          'unknown whether the feature gate ReservedCapacity is on: FEATURE_GATES comes from a source that is not read',
        fix: 'Look it up in the Deployment and in the objects that it references.',
      },
    ],
  },
  {
    it: 'does not know about a Karpenter whose version nothing tells',
    facts: facts(null, [aReservation('cr-01')]),
    karpenter: { current: null, target: null, versions: [] },
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'skips a path before the gate',
    facts: facts('0.37.8', [aReservation('cr-01')]),
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    skip: 'no Karpenter version on the path has the feature gate ReservedCapacity',
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { ...facts('1.8.8', []), karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
]);
