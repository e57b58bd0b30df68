import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { addonFindings, addonProblems } from './addon-status.ts';
import { coreFindings } from './core-components.ts';
import { componentProblems } from './scale-up.ts';

export default defineCheck({
  id: 'addons/health',
  title: 'Add-ons that are not healthy',
  short: { ...addonProblems, ...componentProblems },
  task: {
    '': 'Make the add-on healthy',
    'issue:insufficientnumberofreplicas': 'Get all replicas of the add-on running',
  },
  severity: 'fail',
  blocks: 'workloads',
  alsoBlocks: ['nodes'],
  phase: 'before',
  direction: 'both',
  why: `An update of the cluster does not fix an add-on that is degraded or whose last change failed, and often the
    add-on itself cannot be updated: too few replicas, a missing permission, fields that were changed manually, a
    webhook that rejects the change. EKS reports the cause as a health issue of the add-on.

    Core components are also judged by their pods, whether they are EKS add-ons or self-managed: CoreDNS, the VPC CNI,
    kube-proxy, the AWS Load Balancer Controller and the EBS CSI controller fail if none of their desired pods is
    available. CoreDNS also fails if it is scaled to 0 or absent, unless all nodes belong to EKS Auto Mode, which provides DNS; a load balancer
    controller that is scaled to 0 is a warning, and so is a component with fewer than half of its desired pods
    available. Half or more is not reported: a rollout looks the same. A cluster without nodes runs no pods and is not
    judged by them, and that EKS reports too few replicas of an add-on there is a warning.`,
  fix: advice`Remove the cause that EKS reports, wait until the add-on is active, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_AddonIssue.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_Addon.html',
  ],
  needs: [],
  uses: ['addons', 'coreComponents', 'nodes'],
  tables: ['health-codes', 'managed-changes'],

  *run({ addons = [], coreComponents, nodes }, { cluster, tables }) {
    yield* addonFindings(addons, nodes, tables['health-codes'], cluster);
    if (coreComponents !== undefined) yield* coreFindings(coreComponents, nodes, { cluster, addons, tables });
  },
});
