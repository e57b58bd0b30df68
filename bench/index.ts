/**
 * `npm run bench`: the cost of the built command, most of it as ratios to a floor of the same run, and its chain of
 * dependent calls. Prints one Markdown table and the critical path. `--json FILE` writes the same as JSON, `--rounds N`
 * sets the rounds of the start-up figures and limits those of the others. `--pods N` sets the number of pods, `--claims
 * N` the number of Karpenter nodes; 0 omits their figures. Exit code 1 if a goal is missed by more than a fifth.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { buildFigureTable, compareToGoal } from './figure.ts';
import { hostileFigures } from './hostile.ts';
import { karpenterFigures } from './karpenter/figures.ts';
import { pluginFigures } from './plugins/figures.ts';
import { podFigures } from './pods/figures.ts';
import { roundTripFigures, withKarpenter, withoutKarpenter } from './round-trips.ts';
import { silentServerFigure, startUpFigures } from './start-up.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    pods: { type: 'string', default: '150000' },
    claims: { type: 'string', default: '2000' },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds} is no whole number above 0`);

const startUp = await startUpFigures(rounds);
const silent = await silentServerFigure(Math.min(rounds, 2));
const trips = await roundTripFigures(Math.min(rounds, 5), withoutKarpenter);
const karpenterTrips = await roundTripFigures(Math.min(rounds, 5), withKarpenter);
const karpenter = values.claims === '0' ? [] : await karpenterFigures(Number(values.claims), Math.min(rounds, 5));
const pods = values.pods === '0' ? [] : await podFigures(Number(values.pods), Math.min(rounds, 3));
const plugins = await pluginFigures(30_000, 100, Math.min(rounds, 5));
const hostile = await hostileFigures(Math.min(rounds, 3));
const figures = [
  ...startUp,
  silent,
  ...trips.figures,
  ...karpenterTrips.figures,
  ...karpenter,
  ...pods,
  ...plugins,
  ...hostile,
];
const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores, ${rounds} rounds`;
const path = `${trips.path}\nWith Karpenter:\n\n${karpenterTrips.path}`;

console.log(
  `${machine}\n\n${buildFigureTable(figures)}\nThe critical path with 100 ms more on every answer:\n\n${path}`,
);
if (values.json !== undefined) {
  const reportedFigures = figures.map((figure) => ({ ...figure, met: compareToGoal(figure) }));
  await writeFile(
    values.json,
    `${JSON.stringify({ node: process.version, rounds, figures: reportedFigures, path }, null, 2)}\n`,
  );
}
process.exitCode = figures.some((figure) => compareToGoal(figure) === 'no') ? 1 : 0;
