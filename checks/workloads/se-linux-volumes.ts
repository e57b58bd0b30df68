import { defineCheck, type Warning } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { advice, commands, ofTable } from '../../src/syntax/advice.ts';
import { sh } from '../../src/syntax/shell.ts';
import type { Tables } from '../../src/tables/tables.ts';

type Row = Extract<Tables['removed-features'][number], { rowKind: 'se-linux-volumes' }>;
type Claim = Facts['seLinuxVolumes']['claims'][number];
type Pod = Claim['pods'][number];

export default defineCheck({
  id: 'workloads/se-linux-volumes',
  title: 'Pods with different SELinux labels that share a volume',
  short: 'pods with two SELinux labels on a volume',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `The kubelet mounts a volume with the SELinux label of its pod (\`-o context\`) instead of changing the label of
    each file. All pods of a node that share the volume then need the same label: another pod stays in
    ContainerCreating. EKS lists the change as important for 1.36; Kubernetes makes it the default in 1.37, for all
    volumes of CSI drivers with \`seLinuxMount: true\` in their CSIDriver.

    The check compares the pods of each claim, with \`seLinuxOptions\` and \`seLinuxChangePolicy\` of the pods and
    their containers. It counts only nodes with Bottlerocket or Amazon Linux 2023, where SELinux is on, and volumes of
    such drivers. It names pods that run now, whether or not they run on one node. Pods of later Jobs, and volumes that
    a pod mounts without a claim, are not judged.`,
  fix: advice`Give all pods that share the volume the same label.`,
  links: [
    'https://kubernetes.io/blog/2026/04/22/breaking-changes-in-selinux-volume-labeling/',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
  ],
  needs: ['seLinuxVolumes', 'nodes', 'persistentVolumes'],
  tables: ['removed-features'],

  *run({ seLinuxVolumes: { drivers, claims }, nodes, persistentVolumes }, { current, versions, tables }) {
    const drivenBy = new Map(persistentVolumes.map(({ claim, driver }) => [claim, driver]));
    for (const row of tables['removed-features'].filter(isRow)) {
      const at = versions.find((version) => version >= row.warnFrom);
      if (at === undefined) continue;
      const labelling = new Set(
        nodes.flatMap(({ name, osImage }) => (row.systems.some((one) => osImage.startsWith(one)) ? [name] : [])),
      );
      for (const claim of claims) {
        if (!drivers.includes(drivenBy.get(`${claim.namespace}/${claim.claim}`) ?? '')) continue;
        const pods = claim.pods.filter(({ node }) => node !== null && labelling.has(node));
        const pair = findPair(pods);
        if (pair !== undefined) yield { ...(at > current ? { at } : {}), ...toWarning(row, claim, pair, pods.length) };
      }
    }
  },
});

function isRow(row: Tables['removed-features'][number]): row is Row {
  return row.rowKind === 'se-linux-volumes';
}

function findPair(pods: readonly Pod[]): readonly [Pod, Pod] | undefined {
  const [first, ...others] = pods;
  if (first === undefined) return undefined;
  const other = others.find((one) => areInConflict(first.label, one.label));
  return other === undefined ? findPair(others) : [first, other];
}

/**
 * A part that one of the labels lacks has a default of the node, except for the level, the last one.
 * Source: ConflictsParsed in pkg/controller/volume/selinuxwarning of Kubernetes 1.37
 */
function areInConflict(one: string, other: string): boolean {
  const [first, second] = [splitLabel(one), splitLabel(other)];
  const differs = (part: 'user' | 'role' | 'type') =>
    first[part] !== second[part] && first[part] !== '' && second[part] !== '';
  return first.level !== second.level || differs('user') || differs('role') || differs('type');
}

function splitLabel(label: string): { user: string; role: string; type: string; level: string } {
  const [user = '', role = '', type = '', ...level] = label.split(':');
  return { user, role, type, level: level.join(':') };
}

function toWarning(
  { effect, instead, source }: Row,
  { namespace, claim }: Claim,
  [first, second]: readonly [Pod, Pod],
  count: number,
): Warning {
  return {
    level: 'warn',
    resource: { kind: 'PersistentVolumeClaim', namespace, name: claim },
    message: `pods ${first.name} (${nameLabel(first)}) and ${second.name} (${nameLabel(second)}) mount it: ${effect}`,
    evidence: [first, second].map((pod) => ({
      observed: nameLabel(pod),
      required: `the same label for all ${count} pods`,
      resource: `Pod ${namespace}/${pod.name}`,
      fact: 'seLinuxVolumes',
    })),
    fix: advice`${ofTable(instead)}\n${commands(sh`kubectl -n ${namespace} describe persistentvolumeclaim ${claim}`)}`,
    links: [source],
  };
}

function nameLabel({ label }: Pod): string {
  return label === '' ? 'mounts without a label' : `label ${label}`;
}
