import { expect, it } from 'vitest';
import recorded from './answers.json' with { type: 'json' };
import { askAuthenticator } from './ask.ts';

/** Runs the authenticator's own code (Go): minutes the first time. `npx tsx test/collectors/aws-auth/record.ts` records its answers. */
it('answers as the authenticator does', () => {
  expect(askAuthenticator(recorded.module, recorded.version)).toEqual(recorded.answers);
});
