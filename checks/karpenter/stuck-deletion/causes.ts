import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Deletion } from './deletions.ts';

/** What a deletion waits for. */
export type Cause = 'no-controller' | 'drain' | 'volumes' | 'instance' | 'other';

/**
 * What the deletion of an object waits for. NodeClaims have the conditions Drained and VolumesDetached from 1.6 on,
 * InstanceTerminating from 1.0 on; without them, pods on the node show a drain.
 * Source: pkg/apis/v1/nodeclaim_status.go of kubernetes-sigs/karpenter
 * @param hasController a controller runs that reads the kind
 */
export function findCause({ conditions, pods }: Deletion, hasController: boolean): Cause {
  if (!hasController) return 'no-controller';
  const has = (type: string) => conditions.some((one) => one.type === type);
  if (has('Drained')) return 'drain';
  if (has('VolumesDetached')) return 'volumes';
  if (has('InstanceTerminating')) return 'instance';
  return pods.length > 0 ? 'drain' : 'other';
}

/** What the objects wait for. */
export const waits: { [Kind in Cause]: string } = {
  'no-controller': 'a finalizer that nothing removes, because no running Karpenter reads this kind',
  drain: 'pods that have not left the node',
  volumes: 'volumes that are not detached from the node',
  instance: 'EC2 to terminate the instance',
  other: 'a finalizer',
};

const lastResort = advice`As a last resort, terminate the instance yourself, and only then remove the finalizer
  \`karpenter.sh/termination\` with \`kubectl edit\`. If you remove it first, the object is deleted at once: the
  instance is orphaned, keeps running at your cost, and Karpenter does not manage it.`;

/** What to do about each cause, before the commands. */
export const fixes: { [Kind in Cause]: Advice } = {
  'no-controller': advice`Run a version of Karpenter that reads the objects until they are deleted: it drains the nodes,
    terminates the instances and removes the finalizers. ${lastResort} An EC2NodeClass also leaves its instance profile
    and its launch templates behind.`,
  drain: advice`Find out which pods stay, and why: a PodDisruptionBudget (workloads/pdb-blocks-drain), the annotation
    \`karpenter.sh/do-not-disrupt\` (nodes/drain), or a finalizer of the pod. Allow the eviction, or delete the pod. For
    new nodes, \`spec.template.spec.terminationGracePeriod\` of the NodePool limits the wait. Do not remove the
    finalizer of the NodeClaim: its instance would be orphaned, and keep running with the pods.`,
  volumes: advice`Karpenter waits until the VolumeAttachments of the node are deleted. Check the CSI driver that
    detaches them, and whether a pod on the node still uses the volume. Do not remove the finalizer of the NodeClaim:
    its instance would be orphaned, and keep running with the volumes.`,
  instance: advice`Check the log of the controller for errors of ec2:TerminateInstances (karpenter/controller-iam judges
    the permission), and whether the instance has termination protection. ${lastResort}`,
  other: advice`Check the events of the object and the log of the controller. A finalizer that does not begin with
    \`karpenter\` belongs to another controller. ${lastResort}`,
};
