import { kubernetesVersions, liveBinaries } from './binaries.ts';

/** vitest's globalSetup: builds the servers once, before the workers that would otherwise each do so on their own clock. */
export async function setup(): Promise<void> {
  for (const version of kubernetesVersions) await liveBinaries((line) => console.error(`live tests: ${line}`), version);
}
