import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pageAssets } from './scripts/page-assets.ts';
import { costReporter } from './test/costs/reporter.ts';

/** undici 8, which client-node imports, does not load on Node 20; the bundle leaves it out with the same stub. */
export const undiciStubHook = fileURLToPath(new URL('scripts/undici-stub-hook.mjs', import.meta.url));

const results = process.env['EKS_PREFLIGHT_TEST_RESULTS'];

/** What each file costs is measured and printed; a machine-readable copy of the results where a folder for it is named. */
export function reporters(name: string) {
  const setupFiles = [fileURLToPath(new URL('test/costs/measure.ts', import.meta.url))];
  if (results === undefined) return { setupFiles, reporters: ['default', costReporter(undefined)] };
  const outputFile = { json: `${results}/vitest-${name}.json` };
  return { setupFiles, reporters: ['default', 'json', costReporter(`${results}/costs-${name}.json`)], outputFile };
}

/** What tells an author that something is missing, in seconds: it runs first, here and in `npm run check`. */
const complete = ['test/laws/**/*.test.ts'];

/** Pure, or with servers that a test closes itself: they share what they have loaded, which is most of their time. */
const sharing = [
  'test/{checks,collectors}/**/*.test.ts',
  'test/for-checks/iam/*.test.ts',
  'test/custom-checks/{cel,rule-files}/*.test.ts',
];

/** The others of `npm test` share as well, unless they change their process: its environment, clock, folder, globals, warnings. */
const apart = ['test/**/*.apart.test.ts'];

/**
 * Matrices, attacks, fuzz and what starts hundreds of processes: minutes of their own, run by `npm run test:long` and in CI.
 * `npm test` stays within five minutes on two idle cores: a file that takes it beyond them is a slow one.
 */
const long = ['test/**/*.slow.test.ts'];

/** What a commit must not fail for: a new seed, a release that came out since. `npm run test:nightly` and nightly.yml run it. */
const nightly = ['test/**/*.nightly.test.ts'];

/** For the fuzz tests of the night: their titles name it. */
const { EKS_PREFLIGHT_FUZZ_SEED: seed = String(randomInt(2 ** 32)), EKS_PREFLIGHT_FUZZ_ROUNDS: rounds = '1000' } =
  process.env;

/** A minute or more each: last in the order of a fresh clone, which is by size, they would keep one core busy and the other idle. */
const slowest = [
  'fuzz/inventories',
  'formats/page/page',
  'e2e/hostile-commands',
  'e2e/limits',
  'schedule/schedule-crashes',
  'laws/patterns',
  'e2e/naming',
];

/** Files in this order, then all others. Vitest asks for a class here. */
export function first(names: readonly string[]) {
  const placeOf = ({ moduleId }: TestSpecification): number => {
    const place = names.findIndex((name) => new RegExp(`/test/${name}(?:\\.slow)?\\.test\\.ts$`).test(moduleId));
    return place === -1 ? names.length : place;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
    }
  };
}

/** Loading the program is most of what a small file costs. */
const shared = { isolate: false, setupFiles: ['test/costs/process-left-alone.ts'] };

export default defineConfig({
  define: pageAssets(),
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'complete', include: complete, exclude: [...long, ...nightly], sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'sharing',
          include: sharing,
          exclude: [...long, ...nightly, ...apart],
          ...shared,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...complete, ...sharing, ...long, ...nightly, ...apart, 'test/live/**/!(*.unit).test.ts'],
          ...shared,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'apart', include: apart, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: 'long', include: long, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: 'nightly',
          include: [...nightly, 'test/fuzz/*.slow.test.ts'],
          env: { EKS_PREFLIGHT_FUZZ_SEED: seed, EKS_PREFLIGHT_FUZZ_ROUNDS: rounds },
          sequence: { groupOrder: 1 },
        },
      },
    ],
    sequence: { sequencer: first(slowest) },
    execArgv: ['--import', undiciStubHook],
    /** The runner keeps a core for itself unless told, which of two is half of them. */
    maxWorkers: '100%',
    /** Safety nets, for a machine that does other things besides: a test that is about time measures it (test/world/pace.ts). */
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 600_000 } },
    /** Scans of one process wait for each other: with more at once they take their own slowness for the other side's. */
    maxConcurrency: 3,
    ...reporters((process.env['npm_lifecycle_event'] ?? 'test').replaceAll(':', '-')),
  },
});
