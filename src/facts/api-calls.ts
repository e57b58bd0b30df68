import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { minorVersion, moment } from './public-texts.ts';

/** Clients that call API versions that Kubernetes removes, as the API server and its audit log report them. */

const removals = { table: 'api-removals' } as const;
const apiVersion = () => publicText(removals);
const resource = () => publicText(removals);

/**
 * `apiserver_requested_deprecated_apis` of `GET /metrics`, if it is 1: a client has requested the version since this
 * API server started. A cluster has several API servers; only the one that answered is read. Omits versions that the
 * table `api-removals` does not list.
 */
export const requestedApis = z.array(
  z.object({
    /** `autoscaling/v2beta2` */
    api: apiVersion(),
    resource: resource(),
    /** `status`; null for the object itself. */
    subresource: z.nullable(publicText(['status', 'scale', 'approval', 'eviction'])),
    /** The release that no longer serves it, according to the API server. */
    removedRelease: z.nullable(minorVersion()),
  }),
);
export type RequestedApi = z.infer<typeof requestedApis>[number];

const auditedCall = z.object({
  /** The Kubernetes user name: `system:serviceaccount:shop:scaler`. */
  user: name('user'),
  userAgent: name('app'),
  verb: publicText(['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']),
  api: apiVersion(),
  resource: resource(),
  requests: z.number(),
  lastRequestTime: moment(),
  /** Objects that the requests named, the most requested first; at most {@link mostObjects}. */
  objects: z.array(z.object({ namespace: z.nullable(name('ns')), name: z.nullable(name('app')) })),
  /** The number of all objects, including those that `objects` omits. */
  objectCount: z.number(),
});
export type AuditedCall = z.infer<typeof auditedCall>;

/** The maximum number of objects that are kept for one entry of `calls`. */
export const mostObjects = 5;

/**
 * Requests at deprecated versions in the control plane's audit log (CloudWatch Logs Insights), except those of the
 * control plane and of EKS. Omits versions that the table `api-removals` does not list. If the API server serves none
 * of the versions in the table, the log is not read.
 */
export const auditedCalls = z.object({
  /** The time from which the log was read; equal to `until` if it was not read. Null if EKS writes no audit log. */
  since: z.nullable(moment()),
  until: moment(),
  calls: z.array(auditedCall),
});
export type AuditedCalls = z.infer<typeof auditedCalls>;
