import { advice, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import type { KarpenterController } from '../../src/facts/karpenter.ts';
import type { CapacityReservation } from '../../src/facts/karpenter-account.ts';
import { findGateDefault, resolveGateStateAt, type GateTables } from '../../src/karpenter/gates.ts';
import { whereInstalled } from '../../src/karpenter/installed.ts';
import { nodeClassFacts, ownObjects } from '../../src/karpenter/own-objects.ts';
import { forCount, formatCount, formatFirst } from '../../src/syntax/english.ts';
import { servingController, toDeploymentResource, versionUnknown } from './shared/karpenter-controller.ts';

const gate = 'ReservedCapacity';

export default defineCheck({
  id: 'karpenter/capacity-reservations',
  title: 'Open Capacity Reservations that Karpenter does not use',
  short: {
    unselected: 'open reservations are not used',
    gate: 'feature gate unknown',
    version: 'Karpenter version unknown',
  },
  severity: 'warn',
  blocks: 'karpenter',
  phase: 'before',
  why: `EC2 launches matching On-Demand Instances into open Capacity Reservations, and so does Karpenter before 1.6.
    With the feature gate ReservedCapacity, which is on by default from 1.6 on, Karpenter opts its launches out of open
    reservations: it only uses those that \`capacityReservationSelectorTerms\` of a node class select. The others stay
    unused, and you pay for them and for the On-Demand Instances.

    The check lists the active open Capacity Reservations for Linux and Windows in the account and Region of the
    cluster. Whether they are meant for the nodes of this cluster is unknown: ignore those that are not.`,
  fix: advice`Select the reservations in a node class.`,
  links: [
    'https://karpenter.sh/docs/tasks/odcrs/',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-160',
    'https://github.com/aws/karpenter-provider-aws/issues/9321',
  ],
  applies: {
    needs: whereInstalled.needs,
    when(facts, context) {
      const { karpenter, tables } = context;
      const isReached = karpenter.current === null || karpenter.versions.some((version) => hasGate(version, tables));
      const installed = whereInstalled.when(facts, context);
      return installed === true && !isReached
        ? `no Karpenter version on the path has the feature gate ${gate}`
        : installed;
    },
  },
  needs: ['karpenterControllers', ...nodeClassFacts, 'capacityReservations'],
  tables: ['karpenter-feature-gates', 'karpenter-settings'],

  *run({ karpenterControllers, capacityReservations, ...facts }, { karpenter, tables }) {
    const unselected = capacityReservations.filter(({ match, selected }) => match === 'open' && !selected);
    const controller = servingController(karpenterControllers, karpenter);
    if (controller === undefined || unselected.length === 0 || !ownObjects(facts).isRead('EC2NodeClass')) return;
    if (karpenter.current === null) yield* versionUnknown(karpenterControllers, 'whether it uses open reservations');
    for (const version of karpenter.versions) {
      const [today = version] = karpenter.versions;
      const state = resolveGateStateAt(gate, controller, { today, version }, tables);
      if (state === 'off') continue;
      const at = version === karpenter.current ? {} : { atKarpenter: version };
      yield { ...(state === 'on' ? toFinding(controller, version, unselected) : gateUnknown(controller)), ...at };
      return;
    }
  },
});

function hasGate(version: string, tables: Pick<GateTables, 'karpenter-feature-gates'>): boolean {
  return findGateDefault(gate, version, tables['karpenter-feature-gates']) !== undefined;
}

const shown = 5;

function toFinding(
  controller: KarpenterController,
  version: string,
  unselected: readonly CapacityReservation[],
): Warning {
  const ids = unselected.map(({ id }) => id);
  const them = forCount(ids.length, 'it', 'them');
  return {
    level: 'warn',
    rule: 'unselected',
    resource: toDeploymentResource(controller),
    message: `no node class selects ${formatCount(ids.length, 'open Capacity Reservation')} (${formatFirst(ids, shown)}): Karpenter ${version} launches no nodes into ${them}`,
    evidence: unselected.map(({ id, instanceType, availabilityZone, total, available }) => ({
      resource: id,
      observed: `${instanceType}${availabilityZone === null ? '' : ` in ${availabilityZone}`}, ${available} of ${total} available`,
      required: 'selected by a node class',
      fact: 'capacityReservations',
    })),
    fix: select(),
  };
}

function select(): Advice {
  return advice`Add the reservations for nodes of this cluster to
    \`spec.capacityReservationSelectorTerms\` of the EC2NodeClass, by ID or tags. Nodes in them have the capacity type
    \`reserved\`: a NodePool that requires \`on-demand\` must allow it, too. Or turn the feature gate off: set
    \`settings.featureGates.reservedCapacity: false\` in the values of the chart.`;
}

function gateUnknown(controller: KarpenterController): Warning {
  return {
    level: 'unknown',
    rule: 'gate',
    resource: toDeploymentResource(controller),
    message: `unknown whether the feature gate ${gate} is on: FEATURE_GATES comes from a source that is not read`,
    fix: advice`Look it up in the Deployment and in the objects that it references.`,
  };
}
