import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import {
  aboutWorkload,
  byWorkload,
  findVolumes,
  toDrain,
  type Drained,
  type OfWorkload,
} from '../../src/for-checks/drained-pods.ts';
import { forCount, formatList } from '../../src/syntax/english.ts';
import { sh } from '../../src/syntax/shell.ts';

type Volume = Facts['persistentVolumes'][number];

/** Controllers of Kubernetes, which never delete a claim that a pod waits for. */
const ofKubernetes = ['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController', 'Job'];

export default defineCheck({
  id: 'workloads/local-storage',
  title: 'Pods with data on the disk of a node that the update replaces',
  short: {
    'local-volume': 'volume on the disk of an old node',
    'empty-dir': 'data in emptyDir volumes is lost',
    'reach-not-read': 'unknown where volumes can be mounted',
  },
  task: 'Save data on the disks of old nodes',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `The disks of a node are deleted with it. A PersistentVolume of type \`local\`, or one that requires the host name
    of a node (TopoLVM, OpenEBS, local-path-provisioner), remains bound to its claim after its node is deleted, so the
    new pod of a StatefulSet or Deployment stays Pending until you delete the claim. It is a warning if a custom resource
    controls the pods: its operator may delete the claims.

    A drain also deletes the emptyDir volumes of each pod. The check reports those on disk of StatefulSets without a
    PersistentVolumeClaim, unless the name says that the files are temporary (\`tmp\`, \`cache\`). With a claim, and in
    other workloads, an emptyDir usually contains a cache.

    The check does not report volumes on hybrid nodes, which keep their disks, and \`hostPath\` volumes without a node
    affinity: other nodes can mount them, but have other data there.
    Whether the software replicates its data cannot be determined.`,
  fix: advice`Move the data off the disks of the nodes, or make sure that the software replicates it.`,
  links: [
    'https://kubernetes.io/docs/concepts/storage/volumes/#local',
    'https://kubernetes.io/docs/concepts/storage/volumes/#emptydir',
    'https://docs.aws.amazon.com/eks/latest/userguide/storage.html',
  ],
  needs: ['pods', 'nodes', 'drainTraits'],
  uses: ['persistentVolumes'],
  counts: ['pods', 'nodes', 'drainTraits', 'persistentVolumes'],

  *run({ persistentVolumes = [], ...facts }, { cluster, ...path }) {
    const drained = toDrain(facts, path).drained.filter(({ group }) => group.computeType !== 'fargate');
    const findBound = findVolumes(persistentVolumes);
    // Hybrid nodes keep their disks and names during an update.
    const listVolumes = (one: Drained) => (one.group.computeType === 'hybrid' ? [] : findBound(one));
    for (const workload of byWorkload(drained)) {
      yield* localVolume(workload, listVolumes);
      yield* emptyDir(workload);
    }
    const unread = drained.flatMap(listVolumes).filter(({ reach }) => reach === undefined);
    if (unread.length > 0) yield reachUnread(unread, cluster);
  },
});

function* localVolume(workload: OfWorkload<Drained>, listVolumes: (drained: Drained) => Volume[]): Generator<Finding> {
  const listLocal = (drained: Drained) => listVolumes(drained).filter(({ reach }) => reach?.local === true);
  const [first, ...others] = workload.filter((one) => listLocal(one).length > 0);
  if (first === undefined) return;
  const pods: OfWorkload<Drained> = [first, ...others];
  const volumes = [...new Set(pods.flatMap(listLocal).map(({ name }) => name))].sort();
  const [are, their] = forCount(volumes.length, ['is', 'its claim is'], ['are', 'their claims are']);
  const { namespace, controller } = first.pod;
  yield {
    level: controller !== null && ofKubernetes.includes(controller.kind) ? 'fail' : 'warn',
    rule: 'local-volume',
    message: `its ${forCount(volumes.length, 'volume', 'volumes')} ${formatList(volumes)} ${are} on the disk of a node that the update replaces: the data is lost, and the new pod stays Pending until ${their} deleted`,
    ...aboutWorkload(pods, {
      observed: `local ${forCount(volumes.length, 'volume', 'volumes')} ${formatList(volumes)}`,
      required: 'volumes that other nodes can mount',
      fact: 'persistentVolumes',
    }),
    fix: advice`Back up the data, or wait until the software has replicated it, before each node is replaced. After a node
      is deleted, delete the claims of its volumes, then the pending pod, so that the controller creates both
      again; if an operator manages them, follow its documentation. Volumes on EBS or EFS do not need this. The claims
      and their volumes:\n${commands(
        sh`kubectl -n ${namespace ?? ''} get pvc -o custom-columns=NAME:.metadata.name,VOLUME:.spec.volumeName,CLASS:.spec.storageClassName`,
      )}`,
  };
}

function* emptyDir(workload: OfWorkload<Drained>): Generator<Finding> {
  const [first, ...others] = workload.filter(
    ({ traits }) => traits.emptyDirs !== undefined && traits.claims === undefined,
  );
  if (first === undefined) return;
  const pods: OfWorkload<Drained> = [first, ...others];
  const names = [...new Set(pods.flatMap(({ traits }) => traits.emptyDirs ?? []))].sort();
  const text = `${forCount(names.length, 'emptyDir volume', 'emptyDir volumes')} ${formatList(names)}`;
  yield {
    level: 'warn',
    rule: 'empty-dir',
    message: `has no PersistentVolumeClaim: a drain deletes the data in its ${text}`,
    ...aboutWorkload(pods, { observed: text, required: 'a PersistentVolumeClaim for data', fact: 'drainTraits' }),
    fix: advice`If the volume contains more than a cache, back up its data or wait until the software has replicated it,
      before each node is replaced; for the future, use a claim template (\`volumeClaimTemplates\`).`,
  };
}

function reachUnread(volumes: readonly Volume[], cluster: Facts['cluster']): Finding {
  const names = formatList([...new Set(volumes.map(({ name }) => name))].sort());
  return {
    level: 'unknown',
    rule: 'reach-not-read',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `unknown whether ${names} ${forCount(volumes.length, 'is', 'are')} on the disk of a node: the inventory was taken by an older eks-preflight`,
    fix: advice`Take a new inventory.`,
  };
}
