/** The pause between two turns, in milliseconds: at first, and its limits. */
const pauses = { first: 100, shortest: 10, longest: 2_000 };
/** How the pause changes after a throttled try, and after an answer. */
const factors = { throttled: 1.5, answered: 0.9 };

/** After so many throttled tries without an answer, about 30 s, there are no turns, except for one each minute. */
const mostThrottled = 20;
const restMs = 60_000;

type Tell = (isTurn: boolean) => void;

interface Lane {
  waiting: { who: unknown; tell: Tell }[];
  pause: number;
  /** Throttled tries since the last answer. */
  throttled: number;
  /** When the next turn may begin, when the pause last grew, and when a try was last throttled, in milliseconds. */
  next: number;
  grown: number;
  refused: number;
  timer: NodeJS.Timeout | undefined;
}

/** Turns by key: at a pace that adapts to how often AWS answers. */
export interface Turns {
  /** Calls `tell` when it is the turn of `who`, or there will be none. */
  wait(key: string, who: unknown, tell: Tell): void;
  /** Takes how a turn ended. */
  tried(key: string, isThrottled: boolean): void;
  /** Forgets the turns of `who`. */
  leave(who: unknown): void;
}

/** Gives turns to throttled calls; a key names what AWS limits: an action in a Region. */
export function createTurns(): Turns {
  const lanes = new Map<string, Lane>();
  const open = (key: string): Lane => {
    const times = { next: performance.now() + pauses.first, grown: 0, refused: 0 };
    const lane = lanes.get(key) ?? { waiting: [], pause: pauses.first, throttled: 0, ...times, timer: undefined };
    lanes.set(key, lane);
    return lane;
  };
  return {
    wait(key, who, tell) {
      const lane = open(key);
      const isHopeless = lane.throttled >= mostThrottled;
      if (isHopeless && performance.now() - lane.refused < restMs) return tell(false);
      if (isHopeless) lane.throttled = mostThrottled - 1;
      lane.waiting.push({ who, tell });
      schedule(lane);
    },
    tried(key, isThrottled) {
      const lane = open(key);
      adapt(lane, isThrottled);
      if (lane.throttled >= mostThrottled) for (const { tell } of lane.waiting.splice(0)) tell(false);
    },
    leave(who) {
      for (const lane of lanes.values()) lane.waiting = lane.waiting.filter((one) => one.who !== who);
    },
  };
}

function schedule(lane: Lane): void {
  if (lane.timer !== undefined || lane.waiting.length === 0) return;
  const turn = (): void => {
    lane.timer = undefined;
    const now = performance.now();
    // A throttled try may have moved it.
    if (now >= lane.next - 1) {
      lane.next = now + lane.pause;
      lane.waiting.shift()?.tell(true);
    }
    schedule(lane);
  };
  lane.timer = setTimeout(turn, Math.max(0, lane.next - performance.now()));
}

/** The pause grows once for all tries that meet the same limit at the same time. */
function adapt(lane: Lane, isThrottled: boolean): void {
  const now = performance.now();
  if (!isThrottled) {
    lane.pause = Math.max(pauses.shortest, lane.pause * factors.answered);
    lane.throttled = 0;
    return;
  }
  lane.throttled += 1;
  lane.refused = now;
  if (now - lane.grown < lane.pause / 2) return;
  lane.pause = Math.min(pauses.longest, lane.pause * factors.throttled);
  lane.next = now + lane.pause;
  lane.grown = now;
}
