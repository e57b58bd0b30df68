import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { minorVersion, moment } from './public-texts.ts';

/** Who calls API versions that Kubernetes removes, as reported by the API server and its audit log. */

const removals = { table: 'api-removals' } as const;
const apiVersion = () => publicText(removals);
const resource = () => publicText(removals);

/**
 * `apiserver_requested_deprecated_apis` of `GET /metrics`, where it is 1: a client has requested the version since this
 * API server started. There may be several API servers behind the endpoint; one of them answered. Versions that the
 * table of removals does not hold are left out.
 */
export const requestedApis = z.array(
  z.object({
    /** `autoscaling/v2beta2` */
    api: apiVersion(),
    resource: resource(),
    /** `status`; null: the object itself. */
    subresource: z.nullable(publicText(['status', 'scale', 'approval', 'eviction'])),
    /** The release that no longer serves it, as the API server knows it. */
    removedRelease: z.nullable(minorVersion()),
  }),
);
export type RequestedApi = z.infer<typeof requestedApis>[number];

const auditedCall = z.object({
  /** The user name of Kubernetes: `system:serviceaccount:shop:scaler`. */
  user: name('user'),
  userAgent: name('app'),
  verb: publicText(['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']),
  api: apiVersion(),
  resource: resource(),
  requests: z.number(),
  lastRequestTime: moment(),
  /** Objects that the requests named, the most requested first; {@link mostObjects} at most. */
  objects: z.array(z.object({ namespace: z.nullable(name('ns')), name: z.nullable(name('app')) })),
  /** Of all objects, those that `objects` leaves out among them. */
  objectCount: z.number(),
});
export type AuditedCall = z.infer<typeof auditedCall>;

/** Objects of one caller that are kept. */
export const mostObjects = 5;

/**
 * Requests at deprecated versions that the audit log of the control plane holds (CloudWatch Logs Insights), without those of
 * the control plane and of EKS. Versions that the table of removals does not hold are left out. Where the API server serves none
 * of them, the log is not read.
 */
export const auditedCalls = z.object({
  /** From when on every request is in the log, as far as it was read; null: EKS writes no audit log for the cluster. */
  since: z.nullable(moment()),
  until: moment(),
  calls: z.array(auditedCall),
});
export type AuditedCalls = z.infer<typeof auditedCalls>;
