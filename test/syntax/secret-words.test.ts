import { expect, it } from 'vitest';
import { hideSecrets } from '../../src/syntax/secret-words.ts';

it.each([
  ['key AKIAIOSFODNN7EXAMPLE is not valid', 'key *** is not valid'],
  ['secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'secret_access_key=***'],
  ['login failed for password: hunter2, again', 'login failed for password: ***, again'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer ***'],
  ['bad token eyJhbGciOi.eyJzdWIi.c2ln', 'bad token ***'],
  ['cannot reach https://jane:hunter2@sso.example/', 'cannot reach https://***@sso.example/'],
  ['got FwoGZXIvYXdzEBYaDHqa0AP1lzXNNhcN9SK3Ab12', 'got ***'],
])('hides what looks like a secret: %s', (text, expected) => {
  expect(hideSecrets(text)).toBe(expected);
});

it.each([
  'The session has expired, log in with corp-login',
  'the token has expired',
  'no such profile: arn:aws:iam::444455556666:role/audit',
  'open /home/jane/.aws/sso/cache: no such file or directory',
])('keeps other text: %s', (text) => {
  expect(hideSecrets(text)).toBe(text);
});
