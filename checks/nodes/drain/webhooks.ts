import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Drain } from './drain.ts';

/** Findings for webhooks that reject the pods which would restore them. */
export function* webhookFindings(
  _drain: Drain,
  _facts: {
    admissionWebhooks?: Facts['admissionWebhooks'] | undefined;
    webhookServices?: Facts['webhookServices'] | undefined;
  },
): Generator<Finding> {}
