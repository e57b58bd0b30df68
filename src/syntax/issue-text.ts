import { formatAlternatives } from './quoted.ts';

/** The properties of Zod's issues that this module uses. */
interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly maximum?: unknown;
  readonly origin?: string;
  readonly keys?: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** Describes an issue, worded to follow the name of a field. */
export function issueText(issue: Issue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return `expected ${types[String(issue.expected)] ?? String(issue.expected)}`;
    case 'invalid_value':
      return `expected ${formatAlternatives((issue.values ?? []).map(String))}`;
    case 'too_big':
      return `more than ${String(issue.maximum)}${units[issue.origin ?? ''] ?? ''}`;
    case 'too_small':
      return issue.origin === 'array' ? 'expected at least one entry' : 'empty';
    case 'unrecognized_keys':
      return `unknown field ${(issue.keys ?? []).slice(0, 3).join(', ')}`;
    default:
      return issue === undefined || issue.message === 'Invalid input' ? 'invalid' : issue.message;
  }
}
