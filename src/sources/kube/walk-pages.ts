import { settle, valueOrThrow } from '../stop.ts';
import { statusBody, type Answer } from './answer.ts';
import type { ListPage } from './list-page.ts';

/** The answer that says that a list is gone: its continue token expired. */
export interface Expired {
  expired: Answer;
}

/** A page on its way. */
export interface Arriving<Item> {
  /** The continue token that it was asked for with. */
  token: string | undefined;
  /** Its own continue token as soon as the first bytes show one; undefined once it is all here and none did. */
  early: Promise<string | undefined>;
  /** Never rejects: nobody has to be listening to a page that was asked for ahead. */
  outcome: Promise<PromiseSettledResult<ListPage<Item> | Expired>>;
}

/** Asks for the page behind a continue token; undefined: for the first one. */
export type Open<Item> = (token: string | undefined) => Arriving<Item>;

/** A page in its list. `torn`: the list goes on at a later moment than it began. */
export type Step<Item> = (ListPage<Item> & { torn: boolean }) | Expired;

/**
 * Makes what asks for pages and listens to their first bytes.
 * @param load reads the page behind a token; `onStart` is told its first bytes
 * @param tokenIn finds the continue token in these
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
 * The pages of a list in their order. Ends after the last page, or with the answer that says that the list is gone.
 * @param goOn follows a 410 by the token in it, if a page has come since the last one
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

/** The pages from a token on. The next one is asked for ahead: as soon as the one that is arriving has shown its token. */
async function* pagesFrom<Item>(open: Open<Item>, start: string | undefined): AsyncGenerator<ListPage<Item> | Expired> {
  let arriving = open(start);
  for (;;) {
    const askedAhead = arriving.early.then((token) => (token === undefined ? undefined : open(token)));
    const page = valueOrThrow(await arriving.outcome);
    yield page;
    if ('expired' in page || page.token === undefined) return;
    const ahead = await askedAhead;
    arriving = ahead?.token === page.token ? ahead : open(page.token);
  }
}

/**
 * The token of a 410 by which a list goes on at the present moment.
 * Source: https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
function offeredToken({ expired }: Expired): string | undefined {
  const token = statusBody(expired)?.continue;
  return token === '' ? undefined : token;
}
