/**
 * `npm run bench -- fleet`: what `fleet` costs with stored reports, beside a process that only reads and parses the same
 * files. Prints one Markdown table. `--reports 1000,10000` sets the numbers of reports, `--rounds N` the rounds. Exit
 * code 1 if a goal is missed by more than a fifth.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { printFigures } from '../figure.ts';
import { fleetFigures } from './figures.ts';

const { values } = parseArgs({
  options: { reports: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '5' } },
});
const [numbers, rounds] = [values.reports.split(',').map(Number), Number(values.rounds)];
for (const number of [...numbers, rounds])
  if (!Number.isInteger(number) || number < 1) throw new Error(`${number} is no whole number above 0`);

console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores, ${rounds} rounds\n`,
);
await printFigures(fleetFigures(numbers, rounds));
