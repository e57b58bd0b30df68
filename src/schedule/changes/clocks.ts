/** How far clocks may differ: if a time is further ahead, a clock is wrong. */
const aheadMs = 3_600_000;

/** True if a time that should be in the past is more than an hour in the future. */
export function isAhead(at: string, now: string): boolean {
  return Date.parse(at) - Date.parse(now) > aheadMs;
}

/** True if one time is before another. Compares parsed values, because the strings may differ in precision. */
export function isEarlier(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}
