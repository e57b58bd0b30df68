import { isObject } from '../../../syntax/json.ts';

/** Whether a pattern matches an event. `unread`: it uses syntax that this module does not evaluate. */
export type Match = 'yes' | 'no' | 'unread';

/**
 * Whether the event pattern of an EventBridge rule matches all events of a kind, by their source and detail-type.
 * Further conditions, such as on the event's `detail`, are not evaluated: they may exclude some of the events.
 * @param pattern the rule's EventPattern as JSON; undefined if the rule runs on a schedule
 */
export function matchEventPattern(
  pattern: string | undefined,
  { eventSource, detailType }: { eventSource: string; detailType: string },
): Match {
  if (pattern === undefined || pattern === '') return 'no';
  const fields = parsed(pattern);
  if (fields === undefined || '$or' in fields) return 'unread';
  const parts = [fieldMatch(fields['source'], eventSource), fieldMatch(fields['detail-type'], detailType)];
  const isNarrowed = Object.keys(fields).some((field) => field !== 'source' && field !== 'detail-type');
  return parts.find((part) => part === 'no') ?? (isNarrowed || parts.includes('unread') ? 'unread' : 'yes');
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a field of a pattern matches a value. The entries of a field are alternatives; a field that the pattern omits
 * matches any value.
 */
function fieldMatch(entries: unknown, value: string): Match {
  if (entries === undefined) return 'yes';
  if (!Array.isArray(entries)) return 'unread';
  const found = entries.map((entry) => entryMatch(entry, value));
  return found.find((match) => match === 'yes') ?? found.find((match) => match === 'unread') ?? 'no';
}

/**
 * Whether an entry matches a value: it is a string, or one of EventBridge's comparisons. Source: "Comparison operators"
 * in its user guide.
 */
function entryMatch(entry: unknown, value: string): Match {
  if (typeof entry === 'string') return toMatch(entry === value);
  if (!isObject(entry)) return 'unread';
  const [operator, wanted] = Object.entries(entry)[0] ?? [];
  if (operator === 'exists' && typeof wanted === 'boolean') return toMatch(wanted);
  if (typeof wanted !== 'string') return 'unread';
  switch (operator) {
    case 'prefix':
      return toMatch(value.startsWith(wanted));
    case 'suffix':
      return toMatch(value.endsWith(wanted));
    case 'equals-ignore-case':
      return toMatch(value.toLowerCase() === wanted.toLowerCase());
    default:
      return 'unread';
  }
}

function toMatch(matches: boolean): Match {
  return matches ? 'yes' : 'no';
}
