/**
 * `npm run bench -- [NAME...]`: the cost of the built command, most of it as ratios to a floor of the same run, and its
 * chain of dependent calls. Prints one Markdown table, each row as soon as it is measured, then the critical path. Without
 * a name, runs those that together take less than 10 minutes on two cores. `--json FILE` writes the same as JSON. `--rounds N` sets
 * the rounds of the goals; figures that take long have fewer. `--pods N` sets the number of pods, `--claims N` the
 * number of Karpenter nodes, `--looks N` that of the looks of a watch. `--parent FOLDER`: `start-up` also counts the requests and measures the CPU time of scans beside
 * those of the command that is built in another checkout. Exit code 1 if a goal is missed by more than a fifth.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { besideParentFigures } from './beside-parent.ts';
import { compareToGoal, printFigures, type Figure } from './figure.ts';
import { hostileFigures } from './hostile.ts';
import { karpenterFigures } from './karpenter/figures.ts';
import { pluginFigures } from './plugins/figures.ts';
import { podFigures } from './pods/figures.ts';
import { roundTripFigures, withKarpenter, withoutKarpenter } from './round-trips.ts';
import { filledWorld, silentServerFigure, startUpFigures } from './start-up.ts';
import { statusFigures } from './status/figures.ts';
import { watchFigures } from './status/watch-figures.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    pods: { type: 'string', default: '150000' },
    claims: { type: 'string', default: '1000' },
    looks: { type: 'string', default: '160' },
    parent: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds} is no whole number above 0`);

const paths: string[] = [];

async function* measureStartUp(): AsyncGenerator<Figure> {
  yield* startUpFigures(rounds);
  yield await silentServerFigure();
  if (values.parent !== undefined) yield* besideParentFigures(values.parent, filledWorld(), rounds);
}

async function* measureJudging(): AsyncGenerator<Figure> {
  const { judgingFigures } = await import('./judging/figures.ts');
  yield* judgingFigures(Math.min(rounds, 5));
}

async function* measureStatus(): AsyncGenerator<Figure> {
  yield* statusFigures(30_000, Math.min(rounds, 3));
  yield* watchFigures(Number(values.looks));
}

async function* measureRoundTrips(): AsyncGenerator<Figure> {
  for (const subject of [withoutKarpenter, withKarpenter]) {
    const path = yield* roundTripFigures(Math.min(rounds, 2), subject);
    paths.push(`The critical path with 100 ms more on every answer, ${subject.name}:\n\n${path}`);
  }
}

const benchmarks: Readonly<Record<string, () => AsyncGenerator<Figure>>> = {
  'start-up': measureStartUp,
  judging: measureJudging,
  pods: () => podFigures(Number(values.pods), rounds, positionals.includes('pods')),
  karpenter: () => karpenterFigures(Number(values.claims), Math.min(rounds, 3)),
  plugins: () => pluginFigures(30_000, 100, Math.min(rounds, 3)),
  status: measureStatus,
  'round-trips': measureRoundTrips,
  hostile: () => hostileFigures(Math.min(rounds, 2)),
};

/** Left out without a name, so that the others end within 10 minutes. */
const onlyByName: readonly string[] = ['hostile', 'status'];

async function* measureAll(): AsyncGenerator<Figure> {
  const names = Object.keys(benchmarks).filter((name) => !onlyByName.includes(name));
  for (const name of positionals.length === 0 ? names : positionals) {
    const started = performance.now();
    yield* benchmarks[name]?.() ?? [];
    console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s`);
  }
}

const load = loadavg()[0]?.toFixed(1) ?? '';
console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores, load ${load}, ${rounds} rounds\n`,
);
const figures = await printFigures(measureAll());
for (const path of paths) console.log(path);
if (values.json !== undefined) {
  const reported = figures.map((figure) => ({ ...figure, met: compareToGoal(figure) }));
  const content = { node: process.version, rounds, figures: reported, path: paths.join('\n') };
  await writeFile(values.json, `${JSON.stringify(content, null, 2)}\n`);
}
