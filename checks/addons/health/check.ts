import { advice } from '../../../src/languages/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { addonFindings } from './addon-status.ts';
import { coreFindings } from './core-components.ts';

export default defineCheck({
  id: 'addons/health',
  title: 'Add-ons that are not healthy',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `An add-on that is degraded, or whose last change failed, does not get better by an update of the cluster, and often
    cannot be updated itself: too few replicas, a permission that is missing, fields that somebody changed by hand, a
    webhook that refuses. EKS names the cause as the add-on's health issue.

    What a cluster cannot do without is judged by its pods as well, as an EKS add-on or managed by yourself: CoreDNS, the
    VPC CNI, kube-proxy, the AWS Load Balancer Controller and the EBS CSI controller fail where they want pods and none
    is available. CoreDNS also fails where it is scaled to 0 or absent, unless EKS Auto Mode brings DNS; a load balancer
    controller that its owner has scaled to 0 is a warning. Some pods of several that are not available are no finding:
    a rollout looks the same. A cluster without nodes runs no pods and is not judged by them.`,
  fix: advice`Clear the cause that EKS names, wait until the add-on is active, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_AddonIssue.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_Addon.html',
  ],
  needs: [],
  uses: ['addons', 'coreComponents', 'nodes'],
  tables: ['health-codes'],

  *run({ addons = [], coreComponents, nodes }, { cluster, tables }) {
    yield* addonFindings(addons, tables['health-codes'], cluster);
    if (coreComponents !== undefined) yield* coreFindings(coreComponents, nodes, cluster);
  },
});
