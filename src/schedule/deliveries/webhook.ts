import { createHmac } from 'node:crypto';
import { messageJson, mostBytes } from './json.ts';
import type { Delivery, DeliveryContext, DeliveryLimits, Target } from './contract.ts';
import { post } from './post.ts';

/**
 * Posts the message as JSON. Signs the ID, the time and the body with HMAC-SHA256, as Standard Webhooks specifies. A
 * receiver can drop a message whose ID it has seen.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function sendWebhook(
  { message }: Delivery,
  { name, url, secret }: Extract<Target, { kind: 'webhook' }>,
  context: DeliveryContext,
  limits: DeliveryLimits,
): Promise<void> {
  const body = messageJson(message, mostBytes);
  const headers = () => signedHeaders(message.id, Math.floor(Date.now() / 1_000), body, secret());
  await post({ target: name, url: url(), body, headers, isChat: false }, context, limits);
}

/**
 * The headers of Standard Webhooks.
 * @param at Unix time in seconds
 */
export function signedHeaders(id: string, at: number, body: string, key: Buffer): Record<string, string> {
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': `${at}`, 'webhook-signature': `v1,${signature}` };
}
