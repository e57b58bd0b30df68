import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** undici 8, which client-node imports, does not load on Node 20; the bundle leaves it out with the same stub. */
export const undiciStubHook = fileURLToPath(new URL('scripts/undici-stub-hook.mjs', import.meta.url));

const results = process.env['EKS_PREFLIGHT_TEST_RESULTS'];

/** A machine-readable copy of the results where a folder for it is named. */
export function reporters(name: string) {
  if (results === undefined) return { reporters: ['default'] };
  return { reporters: ['default', 'json'], outputFile: { json: `${results}/vitest-${name}.json` } };
}

/** Pure, or with servers that a test closes itself: they share what they have loaded, which is most of their time. */
const sharing = ['test/{checks,collectors,iam}/**/*.test.ts'];

/** Matrices, attacks and fuzz: minutes of their own, run by `npm run test:long` and in CI. */
const long = [
  'test/fuzz/**/*.test.ts',
  'test/{cut,denial-matrix,denied-findings,faults,hostile-commands,limits,patterns,probes,proxy,timeout}.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['test/*.test.ts', 'test/world/**/*.test.ts', 'test/live/*.unit.test.ts'],
          exclude: long,
        },
      },
      { extends: true, test: { name: 'long', include: long } },
    ],
    execArgv: ['--import', undiciStubHook],
    /** The runner keeps a core for itself unless told, which of two is half of them. */
    maxWorkers: '100%',
    testTimeout: 20_000,
    maxConcurrency: 10,
    hookTimeout: 20_000,
    ...reporters((process.env['npm_lifecycle_event'] ?? 'test').replaceAll(':', '-')),
  },
});
