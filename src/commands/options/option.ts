import { Option } from 'commander';
import { variableOf } from './environment.ts';
import { usageError } from '../../facts/reason.ts';
import { anyOf, invalid } from '../../syntax/quoted.ts';

/** An option of a scan, which a variable can set, too. */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  made.description = `${description} (env: ${variableOf(made.attributeName())})`;
  return made;
}

/** The values that an option takes, with our own error message for any other. */
export function oneOf(made: Option, values: readonly string[]): Option {
  return made.choices(values).argParser((value) => {
    if (values.includes(value)) return value;
    throw usageError(invalid(made.long ?? made.flags, value, anyOf(values)));
  });
}
