import type * as z from 'zod/mini';
import { anyOf } from '../languages/quoted.ts';

type Issue = z.core.$ZodIssue;

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** What is wrong with a value of a module, in words that follow upon the name of its field. */
export function issueText(issue: Issue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return `expected ${issue.expected === 'int' ? 'a whole number' : issue.expected}`;
    case 'invalid_value':
      return `expected ${anyOf(issue.values.map(String))}`;
    case 'too_big':
      return `more than ${String(issue.maximum)}${units[issue.origin] ?? ''}`;
    case 'too_small':
      return 'empty';
    case 'unrecognized_keys':
      return `unknown field ${issue.keys.slice(0, 3).join(', ')}`;
    default:
      return issue === undefined || issue.message === 'Invalid input' ? 'invalid' : issue.message;
  }
}
