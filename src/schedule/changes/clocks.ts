/** Clocks differ; what is further ahead than this was written by a machine whose clock was wrong, or is read by one. */
const aheadMs = 3_600_000;

/** True where a moment that is past by its writer's clock is in the future by ours. */
export function isAhead(at: string, now: string): boolean {
  return Date.parse(at) - Date.parse(now) > aheadMs;
}

/** True where one moment is before another, however many digits their seconds have. */
export function isEarlier(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}
