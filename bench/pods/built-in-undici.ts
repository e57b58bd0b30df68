/**
 * Replaces the undici package, which Node 20 cannot load: `fetch` and `FormData` are Node's own, the others are stubs.
 */

export const Agent = Object;
export const ProxyAgent = Object;
export const FormData = globalThis.FormData;
export const buildConnector = (): undefined => undefined;
export const fetch = (
  url: string,
  { dispatcher: _theirs, ...init }: RequestInit & { dispatcher?: unknown },
): Promise<Response> => globalThis.fetch(url, init);
