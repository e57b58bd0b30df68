import { expect, it } from 'vitest';
import { firstClauses } from '../../src/formats/text/first-clauses.ts';

/** What the short form of an entry says of its fix. */
it.each<[string, string, string[]]>([
  ['the first sentence, and its first clause', 'Do a: then b. Do c.', ['Do a: then b', 'Do a']],
  [
    'not the sentence that only says when',
    'Do this now. Replace the node: create a template. More.',
    ['Replace the node: create a template', 'Replace the node'],
  ],
  [
    'nor one of a path of several versions',
    'Do this once, when the control plane is at 1.25, before you update it to 1.26, or at each step. Replace it.',
    ['Replace it', 'Replace it'],
  ],
  ['but that sentence if it is all', 'Do this now.', ['Do this now', 'Do this now']],
  [
    'an explanation with what follows from it',
    'EKS replaces Auto Mode nodes automatically. Find out what blocks it: a pool.',
    [
      'EKS replaces Auto Mode nodes automatically. Find out what blocks it: a pool',
      'Find out what blocks it: a pool',
      'Find out what blocks it',
      'EKS replaces Auto Mode nodes automatically',
      'EKS replaces Auto Mode nodes automatically',
    ],
  ],
  [
    'not an explanation that says what to do after its colon',
    'EKS cannot change the type: create a group. The command omits tags.',
    ['EKS cannot change the type: create a group', 'Create a group', 'EKS cannot change the type'],
  ],
  [
    'no part of a code span',
    'Delete `kubernetes { . ; : }` here. Then restart.',
    ['Delete `kubernetes { . ; : }` here', 'Delete `kubernetes { . ; : }` here'],
  ],
  [
    'of a list the first item, with the name of the setting',
    '- `spec.a: b`: set it to `c`; then restart.\n- `spec.d`: remove it.',
    ['`spec.a: b`: set it to `c`; then restart', '`spec.a: b`: set it to `c`'],
  ],
  ['nothing of commands', 'Update it:\n```sh\naws eks\n```', ['Update it', 'Update it']],
])('is %s', (_case, fix, expected) => {
  expect(firstClauses(fix)).toEqual(expected);
});
