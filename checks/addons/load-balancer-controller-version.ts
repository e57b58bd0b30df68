import { advice, commands, type Advice } from '../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { sh } from '../../src/languages/shell.ts';
import { isBelow } from '../../src/languages/versions.ts';
import {
  floorFinding,
  floorsOn,
  shortfallOf,
  type HeldFloor,
  type Shortfall,
} from '../../src/subjects/component-floors.ts';
import { changeByOwner } from '../../src/subjects/component-update.ts';
import { versionNotReadable } from '../../src/subjects/components.ts';

type Controller = Facts['loadBalancerControllers'][number];

export default defineCheck({
  id: 'addons/load-balancer-controller-version',
  title: 'AWS Load Balancer Controller too old for the update',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Controllers before 2.4.1 read Ingresses, and those before 2.4.7 EndpointSlices, at a beta version that
    Kubernetes 1.22 and 1.25 no longer serve. The controller then crashes: load balancers keep their old targets,
    new pods are not registered, and requests for Services and Ingresses fail at its webhooks. The user guide asks
    for the new controller before the control plane update. EndpointSlices are only read if the controller is
    started with \`--enable-endpoint-slices\`, which this check does not see.

    The first generation (the ALB Ingress Controller, 1.x) has no release that works from 1.22 on. A controller
    scaled to zero is a warning.`,
  fix: advice`Update the controller before the control plane reaches the version named in the finding.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/lbc-helm.html',
    'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/installation/',
  ],
  needs: ['loadBalancerControllers'],
  tables: ['component-floors'],
  applies: {
    needs: ['loadBalancerControllers'],
    when({ loadBalancerControllers }, { cluster }) {
      if (loadBalancerControllers.length > 0) return true;
      return cluster.autoMode
        ? 'no AWS Load Balancer Controller runs in this cluster: EKS Auto Mode has its own'
        : 'no AWS Load Balancer Controller runs in this cluster';
    },
  },

  *run({ loadBalancerControllers }, { cluster, versions, tables }) {
    const floors = floorsOn(tables['component-floors'], 'aws-load-balancer-controller', versions);
    for (const copy of loadBalancerControllers) {
      if (floors.length === 0) continue;
      if (copy.version === null && copy.generation === '2') {
        yield versionNotReadable(copy, 'the AWS Load Balancer Controller');
        continue;
      }
      const shortfall = shortfallOf(floors.filter((held) => isTooOld(copy, held)));
      if (shortfall !== undefined) yield findingOf(copy, shortfall, cluster);
    }
  },
});

function findingOf(copy: Controller, shortfall: Shortfall, cluster: Facts['cluster']): Finding {
  const { minimum, floor } = shortfall;
  if (copy.generation === '2') {
    return {
      ...floorFinding(copy, 'AWS Load Balancer Controller', shortfall),
      fix: updateFix(copy, minimum, cluster),
    };
  }
  return {
    ...floorFinding(copy, 'the first-generation ALB Ingress Controller', shortfall),
    fix: replaceFix(copy, minimum),
    links: ['https://docs.aws.amazon.com/eks/latest/userguide/lbc-remove.html', floor.source],
  };
}

function isTooOld({ generation, version }: Controller, { floor }: HeldFloor): boolean {
  return generation === '1' || (version !== null && isBelow(version, floor.minimum));
}

/** Helm leaves CRDs as they are. */
const crds = sh`kubectl apply -f https://raw.githubusercontent.com/aws/eks-charts/master/stable/aws-load-balancer-controller/crds/crds.yaml`;

function updateFix(copy: Controller, minimum: string, cluster: Facts['cluster']): Advice {
  const { namespace, name } = copy;
  return advice`Update the controller to ${minimum} or newer before the control plane (2.5 and later needs Kubernetes
    1.22 or later). First attach the policy of the new release to its IAM role, and update its CRDs: Helm does not update
    them. ${changeByOwner(copy, {
      goal: advice`${minimum} or newer, with the CRDs of that release,`,
      chart: {
        name: 'aws-load-balancer-controller',
        repository: { name: 'eks', url: 'https://aws.github.io/eks-charts' },
        version: 'newer',
        before: [crds],
        updates: [{ values: sh`--set clusterName=${cluster.name}` }],
      },
      byHand: commands(
        crds,
        sh`# apply the manifest of the new release, or update its release: helm upgrade`,
        sh`helm -n ${namespace} list`,
        sh`kubectl -n ${namespace} rollout status deployment/${name}`,
      ),
    })}`;
}

function replaceFix({ namespace, name }: Controller, minimum: string): Advice {
  return advice`The first generation cannot be updated in place. Update a release before 1.1.3 to 1.1.9 first, so that
    the load balancers are kept. Then remove it and install the AWS Load Balancer Controller ${minimum} or newer, with
    its own IAM policy, before the control plane update; Ingresses and their load balancers are kept.\n${commands(
      sh`kubectl -n ${namespace} delete deployment ${name}`,
    )}\nThen follow the
    [migration guide](https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/upgrade/migrate_v1_v2/): it describes what changes in security groups.`;
}
