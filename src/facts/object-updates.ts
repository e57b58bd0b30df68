import * as z from 'zod/mini';
import { nodeRelease } from './image-texts.ts';
import { name, prose } from './marks.ts';
import { awsStatus, healthCode, moment, refreshStatus, softwareVersion, updateType } from './public-texts.ts';

/** eks:DescribeUpdate: an update of the cluster itself, of a node group or of an add-on. */
export const objectUpdate = z.object({
  id: name('id'),
  type: updateType(),
  status: awsStatus(),
  /** Null if EKS returns none. */
  createdAt: z.nullable(moment()),
  /**
   * The target version: of Kubernetes for the control plane and a node group, of the add-on for an add-on; null if the
   * update sets none.
   */
  version: z.nullable(softwareVersion()),
  errors: z.array(z.object({ code: healthCode(), message: prose(), resourceIds: z.array(name('id')) })),
});

/** eks:ListUpdates and DescribeUpdate for each managed node group. */
export const nodegroupUpdates = z.array(
  z.object({
    nodegroup: name('group'),
    ...objectUpdate.shape,
    /** The target release of the AMI; null if the update sets none. */
    releaseVersion: z.nullable(nodeRelease()),
  }),
);

/** eks:ListUpdates and DescribeUpdate for each EKS add-on whose status is not ACTIVE. */
export const addonUpdates = z.array(z.object({ addon: name('app'), ...objectUpdate.shape }));

/** autoscaling:DescribeInstanceRefreshes for the Auto Scaling groups that belong to no managed node group. */
export const instanceRefreshes = z.array(
  z.object({
    /** The Auto Scaling group. */
    group: name('group'),
    id: name('id'),
    status: refreshStatus(),
    /** Why it has this status; null if Auto Scaling returns no reason. */
    reason: z.nullable(prose()),
    /** Null before it starts. */
    startedAt: z.nullable(moment()),
    /** Null before it ends. */
    endedAt: z.nullable(moment()),
    /** How much is complete; in a rollback, it decreases. Null if Auto Scaling returns none. */
    percentage: z.nullable(z.number()),
    /** The number of instances that are not updated yet; null if Auto Scaling returns none. */
    instancesToUpdate: z.nullable(z.number()),
  }),
);
