import * as z from 'zod/mini';
import { count } from '../judge/result.ts';

const requests = {
  /** Requests, each try counted. */
  requests: count,
  /** Requests that were answered with a throttle (of an API server: 429). */
  throttled: count,
  /** Milliseconds between failed tries and the tries after them, over all requests: several may wait at once. */
  waitedMs: count,
};

/** The API requests of a live scan. */
export const apiUsage = z.object({
  /** The API server of the cluster. */
  kubernetes: z.object({
    ...requests,
    /** Bytes of all answers as they arrived, compressed, without their headers. */
    receivedBytes: count,
  }),
  /** AWS, without answers that another scan of the same run had read. */
  aws: z.object(requests),
});
