import { defineConfig } from 'vitest/config';
import { reporters, undiciStubHook } from './vitest.config.ts';

/** Tests against a real kube-apiserver with etcd; each file starts its own, so one at a time. */
export default defineConfig({
  test: {
    include: ['test/live/**/*.test.ts'],
    exclude: ['test/live/*.unit.test.ts'],
    globalSetup: ['test/live/setup.ts'],
    fileParallelism: false,
    execArgv: ['--import', undiciStubHook],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    ...reporters('live'),
  },
});
