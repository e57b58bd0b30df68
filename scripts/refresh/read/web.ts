import type { Files } from '../refresher.ts';

const limitSeconds = 60;

/**
 * Reads pages on the web.
 * @returns the texts by address
 * @throws Error with the address, if a page does not answer in time or not with success
 */
export async function readPages(addresses: readonly string[]): Promise<Files> {
  return new Map(await Promise.all(addresses.map(async (address) => [address, await readPage(address)] as const)));
}

async function readPage(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(limitSeconds * 1000) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await response.text();
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    throw new Error(`${address}: ${cause instanceof Error ? cause.message : message}`, { cause: error });
  }
}
