/** Clocks differ; a time further ahead than this was written or is read by a machine with a wrong clock. */
const aheadMs = 3_600_000;

/** True if a time that is past by its writer's clock is in the future by ours. */
export function isAhead(at: string, now: string): boolean {
  return Date.parse(at) - Date.parse(now) > aheadMs;
}

/** True if one time is before another, however many digits their seconds have. */
export function isEarlier(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}
