import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { minorOf, nextStop } from '../../../src/karpenter/path.ts';
import { insteadOf, newestPatch, reasonsToAvoid } from '../../../src/karpenter/releases.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { deploymentOf, versionUnknown } from '../../../src/subjects/karpenter-controller.ts';
import { karpenterUpdate } from '../../../src/subjects/update-commands.ts';
import { rollbackFindings, wayBack } from './ways-back.ts';

type Here = Context<'karpenter-releases' | 'karpenter-crds'>;

export default defineCheck({
  id: 'karpenter/upgrade-hops',
  title: 'The way to the target version of Karpenter has stops or traps',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Some versions of Karpenter must not be left out. Only 0.32 reads the alpha objects (Provisioner, AWSNodeTemplate,
    Machine) and the beta ones side by side. Only 0.33 to 0.37 may go to 1.0, and only their last patches can be gone
    back to
    from there, since objects are then stored as v1. Only 1.0.6 and newer rewrite what is stored as v1beta1, which 1.1 no
    longer serves. The steps of the report hold every such stop, each is judged by itself, and each is a warning here, as
    it
    takes an update of its own.

    Other patches are traps: their CRDs ask for a conversion webhook that their chart leaves off, and no object of
    Karpenter
    can be read. A way back needs certain patches, too: older ones do not know how newer ones mark nodes, and replace
    every
    node, or cannot read what is stored. There is no downgrade that the project tests.`,
  fix: advice`Go step by step, as the report lists them, and read the upgrade guide of each minor that is crossed.`,
  links: [
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
    'https://karpenter.sh/v1.0/upgrading/v1-migration/',
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers'],
  uses: ['karpenterCrds'],
  tables: ['karpenter-releases', 'karpenter-crds'],

  *run({ karpenterControllers, karpenterCrds: found }, context) {
    const { current, target, versions } = context.karpenter;
    if (current === null) yield* versionUnknown(karpenterControllers, wayUnjudged(target));
    const controller = karpenterControllers.find(({ version }) => version === current);
    if (controller === undefined || current === null || target === null || current === target) return;
    yield* targetFindings(controller, target, context);
    if (isBelow(target, current)) {
      yield wayBack(controller, current, target, context);
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

function wayUnjudged(target: string | null): string {
  return target === null ? 'whether it must be updated, and in which steps' : `the steps to ${target}`;
}

interface Move {
  controller: KarpenterController;
  /** Its CRDs; undefined: they were not read. */
  found: readonly KarpenterCrd[] | undefined;
  from: string;
  to: string;
  target: string;
}

/** A stop that the way has because a rule asks for it. */
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
    rule: `stop:${minorOf(stop.reaching)}`,
    atKarpenter: to,
    resource: deploymentOf(controller),
    message: `the way from ${from} to ${target} has to stop at ${to}: ${stop.reason}`,
    evidence: [{ observed: `${from} -> ${target}`, required: karpenter.versions.join(' -> '), source: 'table' }],
    fix: advice`Go to ${to} first, and to ${after} only once nothing of this report stands against it.\n\n${update}`,
    links: [stop.source],
  };
}

function* targetFindings(controller: KarpenterController, target: string, { tables }: Here): Generator<Finding> {
  const releases = tables['karpenter-releases'];
  const newest = newestPatch(target, releases);
  const resource = deploymentOf(controller);
  if (newest === undefined) {
    const message = `no Karpenter ${minorOf(target)} is known`;
    const fix = advice`Look the version up among the releases, and name one that exists.`;
    yield { level: 'unknown', rule: 'target', atKarpenter: target, resource, message, fix };
    return;
  }
  if (isBelow(newest.version, target)) {
    const known = `${newest.version} is the newest patch of ${minorOf(target)} known here`;
    yield {
      level: 'warn',
      rule: 'patch',
      atKarpenter: target,
      resource,
      message: `whether there is a Karpenter ${target} is not known: ${known}`,
      evidence: [{ observed: target, required: newest.version, source: 'table' }],
      fix: advice`Look it up among the releases, or choose ${newest.version}: \`--karpenter-target ${newest.version}\`.`,
      links: [newest.source],
    };
  }
  const reasons = reasonsToAvoid(target, releases);
  if (reasons.length === 0) return;
  yield {
    level: reasons.some(({ level }) => level === 'fail') ? 'fail' : 'warn',
    rule: 'target',
    atKarpenter: target,
    resource,
    message: `Karpenter ${target} is a version to avoid: ${reasons.map(({ reason }) => reason).join('; ')}`,
    evidence: [{ observed: target, required: insteadOf(reasons), source: 'table' }],
    fix: advice`Choose ${insteadOf(reasons)} instead: \`--karpenter-target ${insteadOf(reasons)}\`.`,
    links: [...new Set(reasons.map(({ source }) => source))],
  };
}
