import { settle, valueOrThrow } from '../stop.ts';
import { statusBody, type Answer } from './answer.ts';
import type { ListPage } from './list-page.ts';

/** The 410 answer: a list's continue token has expired. */
export interface Expired {
  expired: Answer;
}

/** A page that was requested. */
export interface Arriving<Item> {
  /** The continue token with which it was requested. */
  token: string | undefined;
  /** The token of the next page, once the first bytes have arrived; undefined if they do not contain it. */
  early: Promise<string | undefined>;
  /** Never rejects, since a page that was requested ahead may have no listener. */
  outcome: Promise<PromiseSettledResult<ListPage<Item> | Expired>>;
}

/** Requests the page for a continue token; undefined: the first page. */
export type Open<Item> = (token: string | undefined) => Arriving<Item>;

/** A page of a list, or the 410 answer. `torn`: the page shows a later moment than the list's first page. */
export type Step<Item> = (ListPage<Item> & { torn: boolean }) | Expired;

/**
 * Creates a function that requests pages and reads their first bytes.
 * @param load reads the page for a token; calls `onStart` with its first bytes
 * @param tokenIn finds the continue token in those bytes
 */
export function createOpen<Item>(
  load: (token: string | undefined, onStart: (start: Buffer) => void) => Promise<ListPage<Item> | Expired>,
  tokenIn: (start: Buffer) => string | undefined,
): Open<Item> {
  return (token) => {
    let onEarly: (token: string | undefined) => void = () => undefined;
    const early = new Promise<string | undefined>((resolve) => (onEarly = resolve));
    const outcome = settle(load(token, (start) => onEarly(tokenIn(start)))).finally(() => onEarly(undefined));
    return { token, early, outcome };
  };
}

/**
 * The pages of a list in order. Ends after the last page, or with a 410 answer.
 * @param goOn if true, continues after a 410 with the token in that answer, if a page has arrived since the last 410
 */
export async function* walkPages<Item>(open: Open<Item>, goOn: boolean): AsyncGenerator<Step<Item>> {
  let start: string | undefined;
  let torn = false;
  for (;;) {
    let advanced = false;
    let gone: Expired | undefined;
    for await (const page of pagesFrom(open, start)) {
      if ('expired' in page) {
        gone = page;
        break;
      }
      yield { ...page, torn };
      advanced = true;
    }
    if (gone === undefined) return;
    start = goOn && advanced ? offeredToken(gone) : undefined;
    if (start === undefined) {
      yield gone;
      return;
    }
    torn = true;
  }
}

/** The pages from a token on. The next page is requested as soon as its token is seen in the arriving page. */
async function* pagesFrom<Item>(open: Open<Item>, start: string | undefined): AsyncGenerator<ListPage<Item> | Expired> {
  let arriving = open(start);
  for (;;) {
    const requestedAhead = arriving.early.then((token) => (token === undefined ? undefined : open(token)));
    const page = valueOrThrow(await arriving.outcome);
    yield page;
    if ('expired' in page || page.token === undefined) return;
    const ahead = await requestedAhead;
    arriving = ahead?.token === page.token ? ahead : open(page.token);
  }
}

/**
 * The token in a 410 answer with which a list continues at the current resourceVersion; undefined if there is none.
 * Source: https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
function offeredToken({ expired }: Expired): string | undefined {
  const token = statusBody(expired)?.continue;
  return token === '' ? undefined : token;
}
