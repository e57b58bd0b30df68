import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { isFargateOnly } from '../shared/fargate-only.ts';
import { floorFinding, floorsOn, findShortfall, type Shortfall } from '../../../src/for-checks/component-floors.ts';
import { isWanted, toResource, versionNotReadable } from '../../../src/for-checks/components.ts';
import { describeOther } from './other-network.ts';
import { discoversSubnets } from '../../../src/for-checks/addon-permissions.ts';
import { afterPermissions } from '../../../src/for-checks/permissions-first.ts';
import { compareRights } from '../../../src/for-checks/release-permissions.ts';
import { updateFix } from './update-fix.ts';

export default defineCheck({
  id: 'addons/vpc-cni-version',
  title: 'VPC CNI too old for the update',
  short: {
    '': 'older than the required version',
    'version-not-readable': 'version cannot be read',
  },
  task: 'Update the VPC CNI',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `EKS does not update add-ons together with the control plane, so the Amazon VPC CNI stays at its version until
    you update it. If the release is older than 1.8.0, the user guide recommends the latest minor version before any
    cluster update; such a release does not reload its service account token, which expires after 90 days. From Kubernetes 1.26 on, releases before 1.12 crash on nodes, and without a running CNI a node
    cannot assign IP addresses to pods. From 1.28 on, the project names the oldest release that it recommends for a
    Kubernetes version: an older one is a warning.

    Update the CNI one minor version at a time (the guide's advice; EKS has rejected larger jumps of its add-on),
    and to 1.12 only from 1.7 or newer. A path of several minor versions is a separate warning: it takes time
    before the update.

    Each copy is judged by its image tag, otherwise by the EKS add-on. The check does not apply to clusters that
    only use Fargate, where the DaemonSet has no nodes, and a copy whose node selector or affinity matches none of the
    nodes is not judged: another network plugin, such as Cilium, replaces it. Without nodes, every copy is judged.`,
  fix: advice`Update the VPC CNI, one minor version at a time, before the version named in the finding.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/managing-vpc-cni.html',
    'https://github.com/aws/amazon-vpc-cni-k8s/releases/tag/v1.12.0',
    'https://github.com/aws/amazon-vpc-cni-k8s#recommended-version',
  ],
  needs: ['vpcCni'],
  uses: ['componentRights'],
  warnsBy: ['componentRights'],
  tables: ['component-floors', 'eks-registries', 'release-permissions', 'managed-changes'],
  applies: {
    needs: ['vpcCni'],
    uses: ['nodes', 'nodegroups', 'autoScalingGroups', 'apiGroups', 'daemonSets'],
    when({ vpcCni, daemonSets, ...compute }, { cluster }) {
      if (isFargateOnly(compute)) return 'only Fargate nodes, which run no VPC CNI';
      if (vpcCni.some(isWanted)) return true;
      if (vpcCni.length > 0)
        return `no node runs the VPC CNI: its DaemonSet matches no node${describeOther(daemonSets)}`;
      return cluster.autoMode ? 'EKS Auto Mode has its own network plugin' : 'no VPC CNI runs in this cluster';
    },
  },

  *run({ vpcCni, componentRights }, { cluster, current, versions, tables }) {
    const floors = floorsOn(tables['component-floors'], 'vpc-cni', versions);
    for (const copy of vpcCni.filter(isWanted)) {
      const { version } = copy;
      if (version === null) {
        yield versionNotReadable(copy, 'the VPC CNI');
        continue;
      }
      const shortfall = findShortfall(floors.filter(({ floor }) => isBelow(version, floor.minimum)));
      if (shortfall === undefined) continue;
      const steps = minorSteps(version, shortfall.minimum);
      const rights = compareRights(tables['release-permissions'], componentRights, {
        component: 'vpc-cni',
        from: version,
        releases: steps.map((minor) => `${minor}.${newestPatch}`),
        ...discoversSubnets([copy]),
      });
      const fix = afterPermissions(
        rights,
        { component: 'vpc-cni', copy },
        updateFix(copy, steps, { cluster, current, tables }),
      );
      const isAdvised = shortfall.level === 'warn';
      yield { ...floorFinding(copy, 'VPC CNI', shortfall), ...(isAdvised ? { short: olderThanAdvised } : {}), fix };
      if (steps.length > 1) yield { ...manySteps(copy, version, steps, shortfall), fix };
    }
  },
});

/** Of each minor version, the newest patch is installed: it no longer needs what only the first patches did. */
const newestPatch = 99;

const olderThanAdvised = 'older than the recommended version';

function manySteps(copy: Component, version: string, steps: readonly string[], { at, minimum }: Shortfall): Finding {
  return {
    level: 'warn',
    at,
    rule: 'minor-steps',
    short: `needs ${steps.length} updates in a row`,
    resource: toResource(copy),
    message: `VPC CNI ${version} needs ${steps.length} updates to reach ${minimum}: ${steps.join(', ')}`,
    evidence: [{ observed: version, required: 'one minor version at a time' }],
  };
}

/** The first minor version from which 1.12 and newer can be reached. Source: release notes of 1.12.0. */
const GATEWAY_MINOR = 7;

/** The minor versions to update to, one after another, as `1.10`. Both versions must be 1.x, as in the table. */
function minorSteps(version: string, minimum: string): string[] {
  const parseMinorNumber = (text: string) => Number(text.split('.')[1]);
  const first = Math.max(parseMinorNumber(version) + 1, GATEWAY_MINOR);
  const steps: string[] = [];
  for (let minor = first; minor < parseMinorNumber(minimum); minor += 1) steps.push(`1.${minor}`);
  return [...steps, minimum.replace(/\.\d+$/, '')];
}
