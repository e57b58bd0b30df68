import { X509Certificate } from 'node:crypto';
import * as z from 'zod/mini';
import type { CalledService } from '../../facts/api-extensions.ts';

/**
 * When the last certificate of a CA bundle expires: the API server trusts any of them.
 * @param bundle base64 of PEM
 * @returns null if it holds no readable certificate
 */
export function lastExpiry(bundle: string): string | null {
  const pem = Buffer.from(bundle, 'base64').toString('latin1');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  const moments = blocks.flatMap(parseExpiry).toSorted();
  return moments.at(-1) ?? null;
}

function parseExpiry(block: string): string[] {
  try {
    return [new Date(new X509Certificate(block).validTo).toISOString()];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/** The `clientConfig` of webhooks and CRDs. */
export const clientConfig = z.object({
  service: z.optional(
    z.nullable(z.object({ namespace: z.string(), name: z.string(), port: z.optional(z.nullable(z.number())) })),
  ),
  url: z.optional(z.nullable(z.string())),
  caBundle: z.optional(z.nullable(z.string())),
});

/** What the API server calls, as facts store it. */
export interface Client {
  service: CalledService | null;
  url?: 'control-plane' | 'elsewhere';
  caExpires?: string | null;
}

/** Parses a `clientConfig`; the default port of a Service is 443. */
export function toClient(config: z.infer<typeof clientConfig> | null | undefined): Client {
  const { service, url } = config ?? {};
  return {
    service:
      service === null || service === undefined
        ? null
        : { namespace: service.namespace, name: service.name, port: service.port ?? 443 },
    ...(url === undefined || url === null ? {} : { url: isLoopback(url) ? 'control-plane' : 'elsewhere' }),
    ...toCaExpiryField(config?.caBundle),
  };
}

/** The expiry of a `caBundle` as a field that is omitted without a bundle. */
export function toCaExpiryField(bundle: string | null | undefined): Pick<Client, 'caExpires'> {
  return bundle === undefined || bundle === null || bundle === '' ? {} : { caExpires: lastExpiry(bundle) };
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
