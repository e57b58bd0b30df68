import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, measurePeakMemory, measureWallTime, type Command } from '../command.ts';
import type { Figure } from '../figure.ts';
import { interleaved } from '../rounds.ts';
import { makeReports, writeHistory } from './reports.ts';

/** The floor: reads every file of a history and parses it, one after the other. */
const floorProgram = `
const { readdirSync, readFileSync, statSync } = require('node:fs');
const readAll = (file) => {
  if (statSync(file).isDirectory()) for (const name of readdirSync(file)) readAll(file + '/' + name);
  else JSON.parse(readFileSync(file, 'utf8'));
};
readAll(process.argv[1]);
`;

/**
 * The time and the memory of \`fleet\` for histories of several sizes, the time relative to a process that only reads and
 * parses the same files.
 * @param numbers of reports
 */
export async function* fleetFigures(numbers: readonly number[], rounds: number): AsyncGenerator<Figure> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-bench-'));
  try {
    const reports = makeReports();
    for (const number of numbers) {
      const history = path.join(folder, String(number));
      const megabytes = writeHistory(history, reports, number) / 1_000_000;
      for (const figure of await measureFleet(history, number, rounds))
        yield { ...figure, note: figure.note ?? `${Math.round(megabytes)} MB of reports and states` };
      await rm(history, { recursive: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureFleet(history: string, number: number, rounds: number): Promise<Figure[]> {
  const env = process.env;
  const floor: Command = { args: ['-e', floorProgram, history], env };
  const options = ['--max-age', '999999d', '--fail-on', 'never', '--format', 'json'];
  const fleet: Command = { args: [built, 'fleet', history, ...options], env };
  const walls = await interleaved(rounds, { floor: () => measureWallTime(floor), fleet: () => measureWallTime(fleet) });
  const memory = await measurePeakMemory(fleet);
  return [
    {
      name: `\`fleet\` of ${number} reports, beside reading and parsing them`,
      value: walls.fleet.median / walls.floor.median,
      unit: 'times the floor',
      goal: 5,
      wall: walls.fleet,
      memory,
    },
    {
      name: `\`fleet\` of ${number} reports, its peak memory`,
      value: memory,
      unit: 'MB',
      goal: 200 + number / 50,
      note: `the floor: ${Math.round(await measurePeakMemory(floor))} MB`,
    },
  ];
}
