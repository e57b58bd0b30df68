import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { deploymentOf } from '../../../src/subjects/karpenter-controller.ts';
import { majorZeroFindings, minorFindings, patchFinding } from './behind.ts';

type Releases = Context<'karpenter-releases'>['tables']['karpenter-releases'];

export default defineCheck({
  id: 'karpenter/version-behind',
  title: 'Karpenter is not at a release that one should run',
  severity: 'warn',
  blocks: 'karpenter',
  phase: 'before',
  why: `Karpenter's fixes come as patches of its minors, and some patches are known to be bad: they leak memory, replace nodes
    without need, or give a node the subnets, security groups or AMI of another node class. Releases of major version 0 get no
    security patches any more. Nightly builds and release candidates are not releases: no documentation says what they run
    on, and no table here knows them.

    The project publishes a minor every few weeks and names no period for which an older one gets fixes: from a year after the
    next minor on it is a warning, with the number of minors in between. A version of a known minor that is above its newest
    known patch is unknown: it is newer than this version of eks-preflight, or was never released.

    The version is read from the image's tag, else from its digest, else from the Deployment's labels. Where these tell
    different versions, somebody has changed one by hand: the first of them is judged.`,
  fix: advice`Move Karpenter to the newest patch of a supported minor, CRDs first.`,
  links: [
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
    'https://karpenter.sh/docs/upgrading/compatibility/',
    'https://github.com/aws/karpenter-provider-aws/releases',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers'],
  tables: ['karpenter-releases'],

  *run({ karpenterControllers }, { tables, now }) {
    for (const controller of karpenterControllers) {
      yield* findingsOf(controller, tables['karpenter-releases'], now);
    }
  },
});

function* findingsOf(controller: KarpenterController, releases: Releases, now: string): Generator<Finding> {
  const { version, snapshot, image, disagreement, versionSource } = controller;
  const resource = deploymentOf(controller);
  if (snapshot) {
    yield {
      level: 'warn',
      rule: 'not-a-release',
      resource,
      message: `runs a nightly build or a release candidate, not a release: ${image}`,
      evidence: [{ observed: image, required: 'a release' }],
      fix: advice`Install the release that the build led to, with its own CRDs.`,
    };
    return;
  }
  if (version === null) {
    yield {
      level: 'unknown',
      rule: 'version',
      resource,
      message: `the version of Karpenter is not readable from ${image === '' ? 'its Deployment' : image}`,
      evidence: [{ observed: image === '' ? 'no image' : image, required: 'a tag that is a version' }],
      fix: advice`Find out which release runs here (the controller's log names its commit), and give the image a tag or
        the Deployment the label app.kubernetes.io/version.`,
    };
    return;
  }
  if (disagreement !== null) {
    yield {
      level: 'warn',
      rule: 'disagreement',
      resource,
      message: `the ${versionSource ?? 'image'} says Karpenter ${version}, ${disagreement}`,
      evidence: [{ observed: `${version} (${versionSource ?? 'image'}); ${disagreement}`, required: 'one version' }],
      fix: advice`Install the chart of the version that is meant: an image that was changed beside its chart runs with
        another version's CRDs, permissions and settings.`,
    };
  }
  const patch = patchFinding(controller, version, releases);
  if (patch !== undefined) yield patch;
  yield* majorZeroFindings(controller, version);
  yield* minorFindings(controller, version, releases, now);
}
