import { defineCheck, type Context } from '../../../src/check.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { describeBasis, summarize } from './basis.ts';
import { breakFinding } from './breaks.ts';
import { judgeCopy, type Judgement } from './judge.ts';
import { outsideFinding } from './ranges.ts';
import { findKnown, type Copy } from './releases.ts';

export default defineCheck({
  id: 'addons/controllers',
  title: 'Self-managed controllers that are not compatible with a version of the path',
  short: { range: 'outside its Kubernetes range', break: 'known to break' },
  task: { range: 'Update controllers', break: 'Update the controller' },
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `EKS does not update the controllers that you install yourself: cert-manager, Istio, Kyverno, Argo CD and others.
    Most projects state which Kubernetes versions each release supports or was tested with, and some releases are known
    to stop on a Kubernetes version.

    A known break that stops the controller is a blocker if it is certain; otherwise it is a warning. A Kubernetes
    version outside the range that a project lists is a warning, except for projects that list only the versions that
    they test and do not exclude others, such as Cilium, KEDA and Velero. A minimum that the update reaches is not
    reported. A controller is recognized by the end of its image's path, also behind mirrors, or
    by its labels. A controller is counted as seen, but not judged, if its project lists no versions, its version cannot
    be read, a vendor built it, or the table ends before its release or before the target: a pass does not include it.

    EKS add-ons, the AWS Load Balancer Controller, the Cluster Autoscaler and Ingress NGINX have separate checks.`,
  fix: advice`Update the controller to a release that works with the Kubernetes version.`,
  links: ['https://docs.aws.amazon.com/eks/latest/best-practices/cluster-upgrades.html'],
  needs: ['controllers'],
  tables: ['controllers'],
  applies: {
    needs: ['controllers'],
    when({ controllers }, context) {
      const judged = judgeAll(controllers, context);
      if (judged.length === 0) return 'no controller of the table runs in this cluster';
      return judged.some(({ is }) => is !== 'not judged') || summarize(judged);
    },
  },
  basis: ({ controllers }, context) => describeBasis(judgeAll(controllers, context)),

  *run({ controllers }, context) {
    for (const judgement of judgeAll(controllers, context)) {
      if (judgement.is === 'broken') yield breakFinding(judgement, context);
      if (judgement.is === 'outside') yield outsideFinding(judgement, context);
    }
  },
});

/** EKS add-ons are not judged here: EKS lists their versions. */
function judgeAll(controllers: readonly Copy[], context: Context<'controllers'>): Judgement[] {
  return controllers
    .filter(({ addon }) => addon === null)
    .map((copy) => judgeCopy(copy, findKnown(context.tables.controllers, copy.controller), context));
}
