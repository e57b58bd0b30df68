/** The pause between two turns, in milliseconds: at first, and its limits. */
const pauses = { first: 100, shortest: 10, longest: 2_000 };
/** How the pause changes after a throttled try, and after an answer. */
const factors = { throttled: 1.5, answered: 0.9 };

interface Lane {
  waiting: { who: unknown; go: () => void }[];
  pause: number;
  /** When the next turn may begin, and when the pause last grew, in milliseconds. */
  next: number;
  grown: number;
  timer: NodeJS.Timeout | undefined;
}

/** Turns by key: at a pace that adapts to how often AWS answers. */
export interface Turns {
  /** Calls `go` when it is the turn of `who`. */
  wait(key: string, who: unknown, go: () => void): void;
  /** Takes how a turn ended. */
  tried(key: string, isThrottled: boolean): void;
  /** Forgets the turns of `who`. */
  leave(who: unknown): void;
}

/** Gives turns to throttled calls; a key names what AWS limits: an action in a Region. */
export function createTurns(): Turns {
  const lanes = new Map<string, Lane>();
  const open = (key: string): Lane => {
    const next = performance.now() + pauses.first;
    const lane = lanes.get(key) ?? { waiting: [], pause: pauses.first, next, grown: 0, timer: undefined };
    lanes.set(key, lane);
    return lane;
  };
  return {
    wait(key, who, go) {
      const lane = open(key);
      lane.waiting.push({ who, go });
      schedule(lane);
    },
    tried: (key, isThrottled) => adapt(open(key), isThrottled),
    leave(who) {
      for (const lane of lanes.values()) lane.waiting = lane.waiting.filter((one) => one.who !== who);
    },
  };
}

function schedule(lane: Lane): void {
  if (lane.timer !== undefined || lane.waiting.length === 0) return;
  const turn = (): void => {
    lane.timer = undefined;
    lane.next = performance.now() + lane.pause;
    lane.waiting.shift()?.go();
    schedule(lane);
  };
  lane.timer = setTimeout(turn, Math.max(0, lane.next - performance.now()));
}

/** The pause grows once for all tries that meet the same limit at the same time. */
function adapt(lane: Lane, isThrottled: boolean): void {
  const now = performance.now();
  if (!isThrottled) lane.pause = Math.max(pauses.shortest, lane.pause * factors.answered);
  else if (now - lane.grown >= lane.pause) {
    lane.pause = Math.min(pauses.longest, lane.pause * factors.throttled);
    lane.grown = now;
  }
}
