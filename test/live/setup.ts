import {
  awsCli,
  liveBinaries,
  liveClients,
  liveControllerManager,
  livePromlint,
  liveScheduler,
  liveVersions,
  motoPython,
} from './binaries.ts';

const say = (line: string): void => console.error(`live tests: ${line}`);

/**
 * vitest's globalSetup: builds and installs every program once. Otherwise the workers would do so within the tests'
 * time limits, and at the same time. If a program that only some files need cannot be installed, their tests report it.
 */
export async function setup(): Promise<void> {
  for (const version of liveVersions.slice(0, -1)) await liveBinaries(say, version);
  for (const get of [liveClients, liveControllerManager, liveScheduler, livePromlint, awsCli, motoPython]) {
    try {
      await get(say);
    } catch (error) {
      say(String(error));
    }
  }
}
