import { afterAll, expect, vi } from 'vitest';

/** Files that share a process leave it as they found it: what one of them changed, the next one would be tested with. */

const own = state();

afterAll(() => {
  vi.unstubAllEnvs();
  expect(state(), 'this file changes its process: mend that, or list it as apart').toEqual(own);
});

/** Without what vitest and the AWS SDK note there for themselves. */
function state(): Record<string, unknown> {
  const env = Object.entries(process.env).filter(([name]) => !/^VITEST|^AWS_SDK_JS_/.test(name));
  const { Date: date, fetch: fetched, setTimeout: timer } = globalThis;
  return { env: Object.fromEntries(env), cwd: process.cwd(), globals: [date, fetched, timer, process.stdout.write] };
}
