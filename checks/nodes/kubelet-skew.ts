import { defineCheck, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts.ts';
import type { Tables } from '../../src/rules.ts';
import { format, type Minor } from '../../src/versions.ts';
import { evidenceOf, ownersOf, replaceFix, unreadableFinding, type OwnedNodes } from './owners.ts';

export default defineCheck({
  id: 'nodes/kubelet-skew',
  title: "Kubelets outside the control plane's window",
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  why: `A kubelet may run a few minor versions behind the API server (three from kubelet 1.25 on, two before), never
    ahead of it. The control plane moves one minor version at a time, so every version on the way must keep every node
    inside that window. A node group without nodes counts by its own version: it will start nodes of that version.`,
  fix: 'Replace or upgrade the listed nodes before the version named in the finding.',
  links: [
    'https://kubernetes.io/releases/version-skew-policy/#kubelet',
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
  ],
  needs: ['nodes'],
  uses: ['nodegroups', 'fargateWorkloads'],
  counts: ['nodes'],
  tables: ['skew'],

  *run({ nodes, nodegroups = [], fargateWorkloads = [] }, { cluster, current, versions, tables }) {
    const { owned, unreadable } = ownersOf(nodes, nodegroups, fargateWorkloads);
    for (const node of unreadable) {
      yield { rule: 'version-not-readable', ...unreadableFinding(node, current) } satisfies Finding;
    }
    for (const owner of owned) {
      const at = versions.find((version) => !isAllowed(tables.skew, owner.kubelet, version));
      if (at === undefined) continue;
      yield {
        level: 'fail',
        at,
        resource: owner.resource,
        message: `kubelet ${format(owner.kubelet)} is too ${at < owner.kubelet ? 'new' : 'old'} for control plane ${format(at)}`,
        evidence: evidenceOf(owner, windowOf(tables.skew, at)),
        fix: fixOf(owner, cluster, isAllowed(tables.skew, current, at) ? current : at - 1, current),
      };
    }
  },
});

/**
 * Nodes can be no newer than the control plane: those that have to be newer than it is today wait for a step of the path.
 * @param to the control plane's version at which the nodes are to be replaced
 */
function fixOf(owner: OwnedNodes, cluster: Facts['cluster'], to: Minor, current: Minor): string {
  const fix = replaceFix(owner, cluster, to);
  if (to === current) return fix;
  return `Do this once the control plane is at ${format(to)}, before it goes on to ${format(to + 1)}. ${fix}`;
}

/** The newest row that begins at or below this kubelet says how far it may be behind. */
function isAllowed(rows: Tables['skew'], kubelet: Minor, controlPlane: Minor): boolean {
  const row = rows.findLast(({ kubeletFrom }) => kubeletFrom <= kubelet);
  return kubelet <= controlPlane && controlPlane - kubelet <= (row?.maxBehind ?? 0);
}

function windowOf(rows: Tables['skew'], controlPlane: Minor): string {
  let lowest = controlPlane;
  while (lowest > 0 && isAllowed(rows, lowest - 1, controlPlane)) lowest -= 1;
  return lowest === controlPlane ? format(controlPlane) : `${format(lowest)} to ${format(controlPlane)}`;
}
