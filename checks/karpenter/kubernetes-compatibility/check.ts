import { advice } from '../../../src/syntax/advice.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { findCompatibility, jointStates, type CompatibilityRow } from '../../../src/karpenter/path.ts';
import { lastMinor } from '../../../src/karpenter/releases.ts';
import { toDeploymentResource, servingController } from '../shared/karpenter-controller.ts';
import {
  isBeyond,
  buildMessage,
  buildShort,
  listMisfits,
  pairSeen,
  runsOutside,
  selectKubernetesVersions,
  stopsUpdate,
} from './misfit.ts';
import { buildCompatibilityFix } from './compatibility-fix.ts';

type Here = Context<'karpenter-compatibility' | 'karpenter-releases'>;

export default defineCheck({
  id: 'karpenter/kubernetes-compatibility',
  title: 'Karpenter versions that do not support the Kubernetes version',
  short: {
    running: 'too old for the Kubernetes version',
    step: 'too old for the Kubernetes version',
    version: 'supported Kubernetes versions unknown',
  },
  severity: 'fail',
  blocks: 'karpenter',
  alsoBlocks: ['control-plane'],
  phase: 'before',
  direction: 'both',
  why: `Each Karpenter release supports a range of Kubernetes versions. Its early documentation calls it "not tied to
    a specific Kubernetes version"; that is long out of date: the project publishes a compatibility matrix, and
    from 0.31 on the controller contains its range. Beyond it, most releases log one line and continue, untested
    and unsupported: AMIs of the new version may not be found, and then Karpenter cannot launch nodes. 1.1.0 and
    1.1.1 exit at startup once the control plane is at 1.32 or newer. A Kubernetes version that is too old lacks
    what the CRDs need: 1.0 requires 1.25, 1.5 requires 1.26.

    If the range in the controller is narrower than the published matrix (1.6 before 1.6.6 and 1.7 before 1.7.4,
    with Kubernetes 1.34), it is a warning. A combination that is already unsupported today is also a warning, as
    long as it runs. An old cluster needs alternating updates: Karpenter, then Kubernetes, then Karpenter again.
    The steps of the report are in that order, and each Karpenter version is only judged on the Kubernetes
    versions that it runs on in that plan. Karpenter keeps its version in a rollback, so it must also support the
    earlier Kubernetes version.`,
  fix: advice`Before the control plane update, update Karpenter to a version that supports both the current and the next
    Kubernetes version.`,
  links: [
    'https://karpenter.sh/docs/upgrading/compatibility/',
    'https://github.com/aws/karpenter-provider-aws/issues/7629',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers'],
  tables: ['karpenter-compatibility', 'karpenter-releases'],

  *run({ karpenterControllers }, context) {
    const serving = servingController(karpenterControllers, context.karpenter);
    for (const controller of karpenterControllers) {
      const { version } = controller;
      const isServing = controller === serving && version === context.karpenter.current;
      const row = version === null ? undefined : findCompatibility(version, context.tables['karpenter-compatibility']);
      if (version === null || row === undefined) {
        yield notJudged(controller);
        continue;
      }
      yield* runningFindings(controller, version, row, { ...context, isServing });
      if (isServing) yield* stepFindings(controller, context);
      // If the table ends on the path of the active controller, the engine reports it.
      else if (isBeyond(version, context))
        yield notJudged(controller, `up to ${lastMinor(context.tables['karpenter-releases'])}`);
    }
  },
});

function notJudged(controller: KarpenterController, known = 'from 0.21.0 on'): Finding {
  const { version, snapshot, image } = controller;
  const why = snapshot ? 'a nightly build or release candidate, not a release' : 'cannot read its version';
  return {
    level: 'unknown',
    rule: 'version',
    resource: toDeploymentResource(controller),
    message:
      version === null
        ? `the Kubernetes versions that this Karpenter supports are unknown: ${why}`
        : `the Kubernetes versions that Karpenter ${version} supports are unknown: ranges are known ${known}`,
    evidence: [{ observed: version ?? image, required: 'a release of 0.21.0 or newer' }],
    fix: advice`Run a Karpenter release with the version in its image tag, or look up the range in its release notes.`,
  };
}

/** The finding for the running version on the Kubernetes versions before its next update. */
function* runningFindings(
  controller: KarpenterController,
  version: string,
  row: CompatibilityRow,
  context: Here & { isServing: boolean },
): Generator<Finding> {
  const misfits = selectKubernetesVersions(version, context).flatMap((kubernetes) =>
    listMisfits(version, row, kubernetes, context, { runs: runsOutside(row, kubernetes, context) }),
  );
  const worst = misfits.find(({ level }) => level === 'fail') ?? misfits[0];
  const [first] = misfits;
  if (worst === undefined || first === undefined) return;
  yield {
    level: controller.replicas === 0 ? 'warn' : worst.level,
    rule: 'running',
    at: worst.kubernetes,
    ...stopsUpdate(worst, context),
    ...(first.kubernetes < worst.kubernetes ? { since: first.kubernetes } : {}),
    resource: toDeploymentResource(controller),
    message: buildMessage(version, worst),
    ...setFields({ short: buildShort(worst) }),
    evidence: pairSeen(controller, version, worst),
    ...buildCompatibilityFix(controller, worst, context),
    links: [row.source],
  };
}

/** Findings for later Karpenter versions on the Kubernetes versions that they meet on the joint path. */
function* stepFindings(controller: KarpenterController, context: Here): Generator<Finding> {
  const rows = context.tables['karpenter-compatibility'];
  const { current, target, versions } = context.karpenter;
  const states = jointStates(context.versions, versions, rows).filter(({ karpenter }) => karpenter !== current);
  for (const stop of versions.slice(1)) {
    const met = states.filter(({ karpenter }) => karpenter === stop).map(({ kubernetes }) => kubernetes);
    const row = findCompatibility(stop, rows);
    if (row === undefined) continue;
    const misfits = met.flatMap((kubernetes) =>
      listMisfits(stop, row, kubernetes, context, { passing: stop !== target }),
    );
    const misfit = misfits.find(({ level }) => level === 'fail') ?? misfits[0];
    if (misfit === undefined) continue;
    yield {
      level: misfit.level,
      rule: 'step',
      ...(misfit.kubernetes === met[0]
        ? { atKarpenter: stop }
        : { at: misfit.kubernetes, ...stopsUpdate(misfit, context) }),
      resource: toDeploymentResource(controller),
      message: buildMessage(stop, misfit),
      ...setFields({ short: buildShort(misfit) }),
      evidence: pairSeen(controller, stop, misfit),
      ...buildCompatibilityFix(controller, misfit, { ...context, isServing: true }),
      links: [row.source],
    };
  }
}
