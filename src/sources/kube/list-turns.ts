import { atMost } from './concurrency.ts';
import type { ListPage } from './list-page.ts';
import { untilStopped } from '../stop.ts';

/** Maximum small lists that are read at once, beside a large one: API Priority and Fairness charges a page several seats. */
const LISTS_AT_ONCE = 4;
/** A list is large if the API server says that more objects are left than this after its first page, or does not say. */
const FEW_LEFT = 500;
/** Kinds of which a cluster has many objects, or whose objects are large. */
const LARGE: ReadonlySet<string> = new Set(['pods', 'nodes', 'secrets', 'replicasets', 'endpointslices', 'events']);

/** The turn of one list. */
export interface ListTurn {
  /** False before it is clear whether the list is large: until then, its second page must not be requested. */
  isJudged(): boolean;
  /**
   * To be called after a page that has a next one. If the list turns out large, waits until no other large list is read.
   * @returns true if that took so long that the list must begin again: its continue token may expire before its end
   */
  outlasts(page: Pick<ListPage<unknown>, 'remaining'>): Promise<boolean>;
  end(): void;
}

/** Waits for the turn of a list, in the order of the calls. */
export type BeginList = (resource: string) => Promise<ListTurn>;

/**
 * Gives turns to lists: one large list is read at a time, and four others beside it. While a list waits it holds no turn,
 * no answer and no request, so the large list that it waits for never waits for it.
 * @param stopped ends all waits
 * @param freshMs the longest wait after which a list goes on with its continue token
 */
export function createListTurns(stopped: AbortSignal, freshMs: number): BeginList {
  const small = createTurns(LISTS_AT_ONCE, stopped);
  const large = createTurns(1, stopped);
  return async (resource) => {
    let isJudged = LARGE.has(resource);
    let leave = await (isJudged ? large() : small());
    return {
      isJudged: () => isJudged,
      async outlasts({ remaining }) {
        if (isJudged) return false;
        isJudged = true;
        if (remaining !== undefined && remaining <= FEW_LEFT) return false;
        leave();
        const started = performance.now();
        leave = await large();
        return performance.now() - started > freshMs;
      },
      end: () => leave(),
    };
  };
}

/** At most `width` turns at once. Resolves with a function that ends the turn; further calls do nothing. */
function createTurns(width: number, stopped: AbortSignal): () => Promise<() => void> {
  const inTurn = atMost(width);
  return () =>
    untilStopped(stopped, () => new Promise((begin) => void inTurn(() => new Promise<void>((leave) => begin(leave)))));
}
