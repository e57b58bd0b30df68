import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Warning } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { patchFinding, targetFinding, unlistedPatchFindings } from './behind.ts';
import { majorZeroFindings, minorFindings } from './support.ts';

type Releases = Context<'karpenter-releases'>['tables']['karpenter-releases'];

export default defineCheck({
  id: 'karpenter/version-behind',
  title: 'Karpenter runs an outdated or defective release',
  short: {
    'not-a-release': 'runs a prerelease or nightly build',
    version: 'version cannot be read',
    disagreement: 'image and labels name two versions',
    patch: 'not the newest patch',
    target: 'target is not the newest patch',
    release: 'newer than the newest known patch',
    minor: 'no longer supported',
    'major-version-zero': 'gets no security patches',
  },
  task: { release: 'Read the release notes of the newer patch' },
  severity: 'warn',
  blocks: 'karpenter',
  phase: 'before',
  why: `Karpenter fixes are released as patches of its minor versions, and some patches have known problems: they leak
    memory, replace nodes without need, or assign a node the subnets, security groups or AMI of another node
    class. Releases with major version 0 no longer get security patches. Nightly builds and release candidates are
    not releases: their requirements are not documented, and no table here covers them.

    The project supports a minor version until the next one is released, every few weeks. Every six months it names one
    with long-term support, which gets fixes for a year. The check warns of a minor version without support. A
    patch, running or planned, that is newer than the newest known patch of its minor version is unknown, which does
    not count: patches fix defects, and the other checks judge it by the newest known patch.

    A target (\`--karpenter-target\`) that is not the newest patch of its minor version is named, too.

    The version is read from the image tag, otherwise from the digest, otherwise from the labels of the Deployment.
    If these differ, one of them was changed manually: the check judges the first.`,
  fix: advice`Update Karpenter to the newest patch of a supported minor version, CRDs first.`,
  links: [
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
    'https://karpenter.sh/docs/upgrading/compatibility/',
    'https://github.com/aws/karpenter-provider-aws/releases',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers'],
  tables: ['karpenter-releases'],

  *run({ karpenterControllers }, { karpenter, tables, now }) {
    const releases = tables['karpenter-releases'];
    for (const controller of karpenterControllers) {
      yield* toFindings(controller, releases, now);
      yield* unlistedPatchFindings(controller, listControllerVersions(controller, karpenter), releases);
      const target = targetFinding(controller, karpenter, releases);
      if (target !== undefined) yield target;
    }
  },
});

function* toFindings(controller: KarpenterController, releases: Releases, now: string): Generator<Warning> {
  const { version, snapshot, image, disagreement, versionSource } = controller;
  const resource = toDeploymentResource(controller);
  if (snapshot) {
    yield {
      level: 'warn',
      rule: 'not-a-release',
      resource,
      message: `runs a nightly build or a release candidate, not a release: ${image}`,
      evidence: [{ observed: image, required: 'a release' }],
      fix: advice`Install the release that followed this build, with its own CRDs.`,
    };
    return;
  }
  if (version === null) {
    yield {
      level: 'unknown',
      rule: 'version',
      resource,
      message: `cannot read the version of Karpenter from ${image === '' ? 'its Deployment' : image}`,
      evidence: [{ observed: image === '' ? 'no image' : image, required: 'a tag that is a version' }],
      fix: advice`Find out which release runs (the log of the controller shows its commit), and set an image tag or the
        label app.kubernetes.io/version on the Deployment.`,
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
      fix: advice`Install the chart of the version that you want to run: an image that was changed outside its chart runs
        with the CRDs, permissions and settings of another version.`,
    };
  }
  const patch = patchFinding(controller, version, releases);
  if (patch !== undefined) yield patch;
  yield* majorZeroFindings(controller, version);
  yield* minorFindings(controller, version, releases, now);
}
