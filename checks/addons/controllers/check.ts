import { defineCheck } from '../../../src/check.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { describeBasis, summarize } from './basis.ts';
import { breakFinding } from './breaks.ts';
import { flipFindings } from './flips.ts';
import { isUnjudged, judgeAll } from '../shared/controller-judgements.ts';
import { outsideFinding } from './ranges.ts';

export default defineCheck({
  id: 'addons/controllers',
  title: 'Self-managed controllers that are not compatible with a version of the path',
  short: {
    range: 'does not support the Kubernetes version',
    break: 'breaks with the Kubernetes version',
    flip: 'changes when all nodes are updated',
  },
  task: {
    range: 'Update controllers',
    break: 'Update the controller',
    flip: 'Prepare for the change of behavior',
  },
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `EKS does not update the controllers that you install yourself: cert-manager, Istio, Kyverno, Argo CD and others.
    Most of their projects list the Kubernetes versions that each release supports or was tested with, and some releases
    are known to stop on a Kubernetes version.

    The check fails if a release is certain to stop on a version of the path. Other known breaks are warnings, and so is
    a Kubernetes version outside the range that a project lists. The check does not warn if a project lists only the
    versions that it tests and does not exclude others, such as Cilium, KEDA and Velero, or if the update reaches the
    minimum version of a release. A release that is older than all in the list is also a warning if the oldest does not
    list the version.

    The release to update to is one that its project still supports, if the list says so. One that is end of life is
    named only where no supported one lists the version, and marked.

    Some releases behave differently once all nodes have a certain Kubernetes version: Istio 1.27 and later then injects
    native sidecars. The check warns until the last node has that version, unless the setting is explicit.

    A rollback changes no controller: a release that needs a later Kubernetes version stops, or is outside its range,
    after it. A release that is too old before and after the rollback is not reported.

    The check recognizes a controller by the end of its image path, even in a mirror, or by its labels. If the image is
    renamed, its tag counts if the label \`app.kubernetes.io/version\` has the same release. The check does not
    judge a controller if its project lists no versions, if its version cannot be read, if a vendor built it, or if its
    release or the target is newer than the lists. A pass does not cover these controllers: addons/controllers-unjudged
    names them.

    EKS add-ons, the AWS Load Balancer Controller, the Cluster Autoscaler and Ingress NGINX have separate checks.`,
  fix: advice`Update the controller to a release that works with the Kubernetes version.`,
  links: ['https://docs.aws.amazon.com/eks/latest/best-practices/cluster-upgrades.html'],
  needs: ['controllers'],
  uses: ['componentRights', 'nodes'],
  warnsBy: ['componentRights', 'nodes'],
  tables: ['controllers', 'release-permissions'],
  applies: {
    needs: ['controllers'],
    when({ controllers }, context) {
      const judged = judgeAll(controllers, context);
      if (judged.length === 0) return 'no controller that this check recognizes runs in this cluster';
      return judged.some((one) => !isUnjudged(one)) || summarize(judged);
    },
  },
  basis: ({ controllers }, context) => describeBasis(judgeAll(controllers, context)),

  *run({ controllers, componentRights, nodes = [] }, context) {
    for (const judgement of judgeAll(controllers, context)) {
      if (judgement.is === 'broken') yield breakFinding(judgement, context);
      if (judgement.is === 'outside') yield outsideFinding(judgement, context, componentRights);
    }
    yield* flipFindings(controllers, nodes, context);
  },
});
