import type { AwsFailure } from './reply.ts';
import { toFilters, type Form } from './request.ts';

type Record_ = Record<string, unknown>;

/** For each filter name, the values of an entry that the filter compares, after conversion to strings. */
export type Fields = Readonly<Record<string, (entry: Record_) => readonly unknown[]>>;

/** Entries that match all filters, by known fields and by tags. As in EC2, a filter may have at most 200 values. */
export function filtered(entries: readonly Record_[], form: Form[string], fields: Fields): Record_[] | AwsFailure {
  const filters = toFilters(form);
  const bad = filters.find(({ name }) => fields[name] === undefined && !isTagFilter(name));
  if (bad !== undefined) return badFilter(bad.name);
  if (filters.some(({ values }) => values.length > 200)) {
    return { error: 'FilterLimitExceeded', status: 400, message: 'The maximum number of filter values is 200.' };
  }
  return entries.filter((entry) =>
    filters.every(({ name, values }) => {
      const read = fields[name];
      if (read === undefined) return tagMatches(entry['Tags'], name, values);
      return read(entry).some((value) => values.includes(String(value)));
    }),
  );
}

export function isTagFilter(name: string): boolean {
  return name === 'tag-key' || name === 'tag-value' || name.startsWith('tag:');
}

export function tagMatches(tags: unknown, name: string, values: readonly string[]): boolean {
  const list = (Array.isArray(tags) ? tags : []) as { Key?: string; Value?: string }[];
  return list.some(({ Key = '', Value = '' }) => {
    if (name === 'tag-key') return values.includes(Key);
    if (name === 'tag-value') return values.includes(Value);
    return name === `tag:${Key}` && values.includes(Value);
  });
}

function badFilter(name: string): AwsFailure {
  return { error: 'InvalidParameterValue', status: 400, message: `The filter '${name}' is invalid` };
}
