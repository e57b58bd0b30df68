const hours = { h: 1, m: 1 / 60, s: 1 / 3600 };

/** The hours of a duration of Go, such as `720h` or `1h30m`; parts below a second count as 0. */
export function parseGoHours(duration: string): number {
  return [...duration.matchAll(/(\d{1,9}(?:\.\d{1,9})?)([hms])(?!s)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * hours[unit as keyof typeof hours],
    0,
  );
}
