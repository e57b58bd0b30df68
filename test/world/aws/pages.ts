import type { AwsFailure } from './reply.ts';

/** One page of a list, and the token of the next one. */
export interface Page<Item> {
  items: readonly Item[];
  next: string | undefined;
}

/**
 * Cuts a page out of a list.
 * @param of the action, which identifies the list: a token of one list is not valid for another
 * @param most the largest size of a page; `requestedSize` may be lower
 */
export function selectPage<Item>(
  of: string,
  items: readonly Item[],
  token: string | undefined | null,
  requestedSize: string | undefined | null,
  most: number,
): Page<Item> | AwsFailure {
  const start = token === undefined || token === null || token === '' ? 0 : parsePageStart(of, token);
  if (start === undefined) {
    const error = of.startsWith('eks:') ? 'InvalidParameterException' : 'InvalidNextToken';
    return { error, status: 400, message: 'The token is not valid.' };
  }
  const size = Math.max(1, Math.min(most, Number(requestedSize ?? most) || most));
  const end = start + size;
  const next = end < items.length ? Buffer.from(`${of} ${end}`).toString('base64') : undefined;
  return { items: items.slice(start, end), next };
}

function parsePageStart(of: string, token: string): number | undefined {
  const [list, start] = Buffer.from(token, 'base64').toString('utf8').split(' ');
  return list === of && /^\d+$/.test(start ?? '') ? Number(start) : undefined;
}
