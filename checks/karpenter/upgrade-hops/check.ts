import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { toKarpenterMinor, nextStop } from '../../../src/karpenter/path.ts';
import { nodeClassFacts } from '../../../src/karpenter/own-objects.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { toDeploymentResource, versionUnknown } from '../shared/karpenter-controller.ts';
import { karpenterRemedy, karpenterUpdate } from '../../../src/for-checks/update-commands.ts';
import { rollbackFindings, buildDowngradeFinding } from './rollback.ts';
import { targetFindings } from './target.ts';
import { describeDowngrade } from './downgrade-steps.ts';

type Here = Context<'karpenter-releases' | 'karpenter-crds' | 'karpenter-feature-gates' | 'karpenter-settings'>;

export default defineCheck({
  id: 'karpenter/upgrade-hops',
  title: 'Karpenter versions that the update must stop at, or should avoid',
  short: {
    stop: 'target needs an intermediate version',
    rollback: 'cannot roll back safely',
    'way-back': 'target is a downgrade',
    target: 'target has known problems',
    version: 'Karpenter version unknown',
  },
  task: 'Choose another version of Karpenter',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Some versions of Karpenter must not be skipped. Only 0.32 reads the alpha objects (Provisioner,
    AWSNodeTemplate, Machine) and the beta objects side by side. Only 0.33 to 0.37 can be updated to 1.0, and you
    can roll back from 1.0 only to their last patches, because objects are then stored as v1. Only 1.0.6 and newer
    rewrite objects that are stored as v1beta1, which 1.1 no longer serves. The steps of the report contain every
    such stop. Each stop is judged separately, and each is a warning here, because it needs a separate update.

    Avoid some patches: their CRDs need a conversion webhook that their chart disables, and objects of Karpenter
    cannot be read; their chart leaves a feature gate empty, or they panic on a Capacity Reservation that a node class
    selects, and the controller does not run. A rollback also needs certain patches: older ones do not know how newer ones mark nodes and
    replace every node, or cannot read the stored objects. The project does not test downgrades.`,
  fix: advice`Update step by step, as the report lists them, and read the upgrade guide of each minor version on the
    path.`,
  links: [
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
    'https://karpenter.sh/v1.0/upgrading/v1-migration/',
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers'],
  uses: ['karpenterCrds', ...nodeClassFacts],
  tables: ['karpenter-releases', 'karpenter-crds', 'karpenter-feature-gates', 'karpenter-settings'],

  *run({ karpenterControllers, karpenterCrds: found, ...facts }, context) {
    const { current, target, versions } = context.karpenter;
    if (current === null) yield* versionUnknown(karpenterControllers, describeUnknownSteps(target));
    const controller = karpenterControllers.find(({ version }) => version === current);
    if (controller === undefined || current === null || target === null || current === target) return;
    yield* targetFindings(controller, target, facts, context);
    if (isBelow(target, current)) {
      yield buildDowngradeFinding(controller, current, target, context);
      return;
    }
    for (const [index, from] of versions.slice(0, -1).entries()) {
      const to = versions[index + 1];
      if (to === undefined) continue;
      yield* stopFindings({ controller, found, from, to, target }, context);
      yield* rollbackFindings(controller, from, to, context);
    }
  },
});

function describeUnknownSteps(target: string | null): string {
  return target === null ? 'whether it must be updated, and in which steps' : `the steps to ${target}`;
}

interface Move {
  controller: KarpenterController;
  /** The cluster's CRDs; undefined: not read. */
  found: readonly KarpenterCrd[] | undefined;
  from: string;
  to: string;
  target: string;
}

/** The finding for a stop that a rule requires on the path. */
function* stopFindings(
  { controller, found, from, to, target }: Move,
  { cluster, tables, karpenter }: Here,
): Generator<Finding> {
  const stop = nextStop(from, target, tables['karpenter-releases']);
  if (stop === undefined || stop.via !== to || to === target) return;
  const after = karpenter.versions[karpenter.versions.indexOf(to) + 1] ?? target;
  const { autoMode } = cluster;
  const crds = found === undefined ? undefined : { found, rows: tables['karpenter-crds'] };
  const update = karpenterUpdate({ from, to, controller, crds, autoMode });
  yield {
    level: 'warn',
    rule: `stop:${toKarpenterMinor(stop.reaching)}`,
    atKarpenter: to,
    resource: toDeploymentResource(controller),
    message: `the path from ${from} to ${target} ${stop.level === 'fail' ? 'must' : 'should'} stop at ${to}: ${stop.reason}`,
    evidence: [{ observed: `${from} -> ${target}`, required: karpenter.versions.join(' -> '), source: 'table' }],
    fix: advice`Update to ${to} first. Update to ${after} only when nothing in this report blocks it.\n\n${update}${describeDowngrade(karpenter.versions, to)}`,
    links: [stop.source],
    remedy: karpenterRemedy(to),
  };
}
