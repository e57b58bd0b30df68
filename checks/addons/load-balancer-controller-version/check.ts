import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import { isEarlySecondGeneration, nameAlbController } from '../shared/alb-ingress-controller.ts';
import {
  floorFinding,
  floorsOn,
  findShortfall,
  type HeldFloor,
  type Shortfall,
} from '../../../src/for-checks/component-floors.ts';
import { versionNotReadable } from '../../../src/for-checks/components.ts';
import { compareRights, type Lack } from '../../../src/for-checks/release-permissions.ts';
import { replaceFix, updateFix } from './update-fix.ts';

type Controller = Facts['loadBalancerControllers'][number];

export default defineCheck({
  id: 'addons/load-balancer-controller-version',
  title: 'AWS Load Balancer Controller too old for the update',
  short: {
    '': 'too old: uses a removed API',
    'version-not-readable': 'version cannot be read',
  },
  task: 'Update the AWS Load Balancer Controller',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Controllers before 2.4.1 read Ingresses, and those before 2.4.7 EndpointSlices, at a beta version that
    Kubernetes 1.22 and 1.25 no longer serve. The controller then crashes: load balancers keep their old targets,
    new pods are not registered, and requests for Services and Ingresses fail at its webhooks. The user guide asks
    for the new controller before the control plane update. EndpointSlices are only read if the controller is started
    with \`--enable-endpoint-slices\`, which this check does not see. If the cluster no longer serves the beta version
    and the controller has available pods, it does not use that version: this is a warning. A controller that is scaled
    to zero is also a warning.

    The first generation (the ALB Ingress Controller, 1.x) has no release that works from 1.22 on.`,
  fix: advice`Update the controller before the control plane reaches the version named in the finding.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/lbc-helm.html',
    'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/installation/',
  ],
  needs: ['loadBalancerControllers'],
  uses: ['coreComponents', 'componentRights'],
  warnsBy: ['componentRights'],
  tables: ['component-floors', 'release-permissions'],
  applies: {
    needs: ['loadBalancerControllers'],
    when({ loadBalancerControllers }, { cluster }) {
      if (loadBalancerControllers.length > 0) return true;
      return cluster.autoMode
        ? 'no AWS Load Balancer Controller runs in this cluster: EKS Auto Mode has its own'
        : 'no AWS Load Balancer Controller runs in this cluster';
    },
  },

  *run({ loadBalancerControllers, coreComponents = [], componentRights }, { cluster, current, versions, tables }) {
    const floors = floorsOn(tables['component-floors'], 'aws-load-balancer-controller', versions);
    for (const copy of loadBalancerControllers) {
      const runs = copy.generation === '2' && !isDown(copy, coreComponents);
      const held = floors.map((one) => (copy.replicas === 0 || (runs && hasPassed(one, current)) ? warned(one) : one));
      if (copy.version === null && copy.generation === '2') {
        const unread = versionNotReadable(copy, 'the AWS Load Balancer Controller');
        if (held.length > 0) yield held.some(canFail) ? unread : { ...unread, level: 'warn' };
        continue;
      }
      const shortfall = findShortfall(held.filter((one) => isTooOld(copy, one)));
      if (shortfall === undefined) continue;
      const { lacking } = compareRights(tables['release-permissions'], componentRights, {
        component: 'aws-load-balancer-controller',
        from: copy.version,
        releases: [shortfall.minimum],
      });
      yield toFinding(copy, shortfall, { cluster, current, lacking });
    }
  },
});

/** True if none of the controller's desired pods is available; false if it is scaled to zero, or if this is unknown. */
function isDown({ namespace, name }: Controller, components: Facts['coreComponents']): boolean {
  const own = components.find((one) => one.namespace === namespace && one.name === name);
  return own?.pods?.available === 0 && own.pods.wanted > 0;
}

/** True if the cluster has reached the floor's version: the floor changes nothing for a running controller. */
function hasPassed({ floor: { from } }: HeldFloor, current: Minor): boolean {
  return from !== null && from <= current;
}

function warned(held: HeldFloor): HeldFloor {
  return { ...held, floor: { ...held.floor, level: 'warn' } };
}

function canFail({ floor }: HeldFloor): boolean {
  return floor.level === 'fail';
}

function toFinding(
  copy: Controller,
  shortfall: Shortfall,
  { cluster, current, lacking }: Pick<Context, 'cluster' | 'current'> & { lacking: readonly Lack[] },
): Finding {
  const { minimum, floor, level } = shortfall;
  if (copy.generation === '2') {
    const finding = floorFinding(copy, 'AWS Load Balancer Controller', shortfall);
    const already = level === 'warn' && copy.replicas !== 0 ? `; it already runs on ${format(current)}` : '';
    return { ...finding, message: `${finding.message}${already}`, fix: updateFix(copy, minimum, cluster, lacking) };
  }
  return {
    ...floorFinding(copy, nameAlbController(copy), shortfall),
    short: isEarlySecondGeneration(copy) ? 'pre-release: uses a removed API' : 'first generation: uses a removed API',
    fix: replaceFix(copy, minimum),
    links: ['https://docs.aws.amazon.com/eks/latest/userguide/lbc-remove.html', floor.source],
  };
}

function isTooOld({ generation, version }: Controller, { floor }: HeldFloor): boolean {
  return generation === '1' || (version !== null && isBelow(version, floor.minimum));
}
