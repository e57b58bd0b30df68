import { afterAll, expect, vi } from 'vitest';

/** Files that share a process must restore its state: otherwise the next file runs with the changes of this one. */

const own = state();

afterAll(() => {
  vi.unstubAllEnvs();
  expect(state(), 'this file changes its process: mend that, or list it as apart').toEqual(own);
});

/** The state without what vitest and the AWS SDK set themselves. */
function state(): Record<string, unknown> {
  const env = Object.entries(process.env).filter(([name]) => !/^VITEST|^AWS_SDK_JS_/.test(name));
  const { Date: date, fetch: fetched, setTimeout: timer } = globalThis;
  return { env: Object.fromEntries(env), cwd: process.cwd(), globals: [date, fetched, timer, process.stdout.write] };
}
