import {
  awsCli,
  kubernetesVersions,
  liveBinaries,
  liveClients,
  liveControllerManager,
  livePromlint,
  motoPython,
} from './binaries.ts';

const say = (line: string): void => console.error(`live tests: ${line}`);

/**
 * vitest's globalSetup: builds and installs every program once, before the workers that would otherwise each do so on their own
 * clock, and two of them at the same time. What some files do without may be missing: those that need it say so.
 */
export async function setup(): Promise<void> {
  for (const version of kubernetesVersions) await liveBinaries(say, version);
  for (const get of [liveClients, liveControllerManager, livePromlint, awsCli, motoPython]) {
    try {
      await get(say);
    } catch (error) {
      say(String(error));
    }
  }
}
