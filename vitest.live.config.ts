import { defineConfig } from 'vitest/config';
import { first, reporters, undiciStubHook } from './vitest.config.ts';

/** Half a minute or more each, with one that waits for the clock: else the last of them would have a core to itself. */
const slowest = [
  'commands',
  'scan',
  'worlds',
  'chart',
  'api-writers',
  'ordinary-team',
  'upgrade',
  'walk',
  'karpenter-conversion',
  'karpenter-installed',
  'plugins',
  'karpenter-alpha',
  'evictions',
].map((name) => `live/${name}`);

/** Tests against real API servers with etcd. A file shares nothing with the one beside it but the programs, which the setup builds. */
export default defineConfig({
  test: {
    include: ['test/live/**/*.test.ts'],
    exclude: ['test/live/*.unit.test.ts', 'test/live/*.nightly.test.ts'],
    globalSetup: ['test/live/setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: first(slowest) },
    execArgv: ['--import', undiciStubHook],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    /** Two API servers start on as many cores: nothing here is about time. */
    expect: { poll: { timeout: 600_000 } },
    ...reporters('live'),
  },
});
