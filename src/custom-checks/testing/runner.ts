/** A test runner: `describe` and `it` of node:test, Vitest, Jest or Mocha. */
export interface Runner {
  /** Groups tests; by default, the global `describe`. */
  describe?: ((name: string, body: () => void) => unknown) | undefined;
  /** Defines a test; by default, the global `it`. */
  it?: ((name: string, body: () => Promise<void>) => unknown) | undefined;
}

type FoundRunner = { [Name in keyof Runner]-?: NonNullable<Runner[Name]> };

/**
 * Returns the given runner, or the global one.
 * @throws Error if there is neither
 */
export function resolveRunner({ describe, it }: Runner): FoundRunner {
  return {
    describe: describe ?? (globalNamed('describe') as FoundRunner['describe']),
    it: it ?? (globalNamed('it') as FoundRunner['it']),
  };
}

function globalNamed(name: 'describe' | 'it'): unknown {
  const found: unknown = Reflect.get(globalThis, name);
  if (typeof found === 'function') return found;
  throw new Error(`no global ${name}: import { describe, it } from your test runner and pass them in the options`);
}
