/** Cron schedules, parsed like `ParseStandard` of github.com/robfig/cron/v3. */

const minutesOfDay = 24 * 60;
const week = 7 * minutesOfDay;

const descriptors: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@hourly': '0 * * * *',
    '@daily': '0 0 * * *',
    '@midnight': '0 0 * * *',
    '@weekly': '0 0 * * 0',
  }),
);

/** Something that starts at each time of its schedule and lasts for its duration. */
export interface Recurring {
  schedule: string | null;
  duration: string | null;
}

/**
 * Whether at least one is active at every moment. A schedule with days of the month or months counts as never active; a
 * null schedule as always active. Invalid parts of a field are ignored: a field without a valid part makes its schedule
 * never active.
 */
export function isAlwaysActive(recurring: readonly Recurring[]): boolean {
  if (recurring.some(({ schedule }) => schedule === null)) return true;
  const times = recurring.map(({ schedule, duration }) => ({
    begins: minutesOfWeek(schedule ?? ''),
    lasts: parseMinutes(duration ?? ''),
  }));
  let until = 0;
  for (let minute = 0; minute < 2 * week; minute += 1) {
    for (const { begins, lasts } of times) if (begins.has(minute % week)) until = Math.max(until, minute + lasts);
    if (minute >= week && until <= minute) return false;
  }
  return times.length > 0;
}

/** Parses `1h30m` or `24h0m0s`, rounded down to minutes; parts that are no duration count as 0. */
export function parseMinutes(duration: string): number {
  const parts = [...duration.matchAll(/(\d{1,9})([hms])/g)];
  const seconds = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * { h: 3600, m: 60, s: 1 }[unit as 'h'],
    0,
  );
  return Math.floor(seconds / 60);
}

/** The start times of a schedule in a week, in minutes since the beginning of Sunday. */
function minutesOfWeek(schedule: string): ReadonlySet<number> {
  const [minutes = '', hours = '', daysOfMonth = '', months = '', days = '', ...rest] = (
    descriptors.get(schedule) ?? schedule
  ).split(/\s+/);
  if (rest.length > 0 || !isAny(daysOfMonth) || !isAny(months)) return new Set();
  const begins = parseField(days, 6, dayNames).flatMap((day) =>
    parseField(hours, 23).flatMap((hour) =>
      parseField(minutes, 59).map((minute) => day * minutesOfDay + hour * 60 + minute),
    ),
  );
  return new Set(begins);
}

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const isAny = (text: string) => text === '*' || text === '?';

/** Parses `*`, `7`, `1-5`, `0-59/15` or `mon,wed`; ignores invalid parts. */
function parseField(field: string, most: number, names: readonly string[] = []): number[] {
  return field.split(',').flatMap((part) => {
    const [range = '', step] = part.split('/');
    const [low = '', high] = isAny(range) ? ['0', String(most)] : range.split('-');
    const first = parseValue(low, names);
    const last = high === undefined ? (step === undefined ? first : most) : parseValue(high, names);
    const by = Number(step ?? 1);
    if (![first, last, by].every(Number.isInteger) || by < 1 || last > most) return [];
    return Array.from({ length: Math.max(0, Math.floor((last - first) / by) + 1) }, (_, at) => first + at * by);
  });
}

function parseValue(text: string, names: readonly string[]): number {
  const named = names.indexOf(text.toLowerCase());
  return named >= 0 ? named : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
}
