import type { Runner } from '../../../src/custom-checks/testing/runner.ts';

/** Runs the tests that a tool defines. Returns the error's message by test name; null if the test passes. */
export async function outcomes(define: (runner: Runner) => void): Promise<Map<string, string | null>> {
  const defined: { name: string; body: () => Promise<void> }[] = [];
  define({ describe: (_name, body) => body(), it: (name, body) => defined.push({ name, body }) });
  const found = new Map<string, string | null>();
  for (const { name, body } of defined) {
    found.set(
      name,
      await body().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : `not an Error: ${String(error)}`),
      ),
    );
  }
  return found;
}

/** Runs the tests that a tool defines. Returns the error's message of each test that fails, by test name. */
export async function failures(define: (runner: Runner) => void): Promise<Record<string, string>> {
  const all = [...(await outcomes(define))];
  return Object.fromEntries(all.flatMap(([name, message]) => (message === null ? [] : [[name, message]])));
}
