import { describe, expect, it } from 'vitest';
import { parseAwsAuth } from '../../../src/collectors/kube/aws-auth.ts';
import answers from './answers.json' with { type: 'json' };
import { documents } from './documents.ts';

/**
 * The authenticator's own answers (`answers.json`, with its version) are what our parser must say. A nightly test asks
 * the authenticator again.
 */

function canonical(identity: string): string {
  return identity
    .replace(':sts:', ':iam:')
    .replace(/:assumed-role\/(.*)\/[^/]*$/, ':role/$1')
    .toLowerCase();
}

describe('parseAwsAuth', () => {
  it('has an answer of the authenticator for each document', () => {
    expect(Object.keys(answers.answers)).toEqual(documents.map(({ it: name }) => name));
  });

  it.each(documents)('reads as the authenticator does: $it', async ({ it: name, data, identity, undecided }) => {
    const parsed = await parseAwsAuth(data);
    if (undecided === true) {
      expect(parsed.state).toBe('unreadable');
      return;
    }
    expect(parsed.state).not.toBe('unreadable');
    const entries = parsed.state === 'read' ? parsed.entries : [];
    const entry = entries.find(({ arn }) => arn.toLowerCase() === canonical(identity));
    const answer = new Map(Object.entries(answers.answers)).get(name);
    expect(entry === undefined ? null : { username: entry.username, groups: entry.groups }).toEqual(answer);
  });
});
