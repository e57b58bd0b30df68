import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatPlaceKey, rolledUp, type Elsewhere, type Place } from './declarations.ts';
import { factsTypes } from './facts-types.ts';
import { programTypes } from './program-types.ts';

/** The declaration files of the package: what `eks-preflight` and `eks-preflight/testing` export. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** Published types that no source declares in that form, each with the file that has it. */
const printed: readonly { place: Place; from: string }[] = [
  { place: { file: 'src/custom-checks/api/facts.ts', name: 'Facts' }, from: './facts.js' },
  { place: { file: 'src/custom-checks/api/facts.ts', name: 'FactName' }, from: './facts.js' },
  { place: { file: 'src/facts/facts.ts', name: 'Facts' }, from: './facts.js' },
  { place: { file: 'src/facts/facts.ts', name: 'FactName' }, from: './facts.js' },
  { place: { file: 'src/report/schema.ts', name: 'Report' }, from: './report.js' },
  { place: { file: 'src/commands/options/program-options.ts', name: 'ScanOptions' }, from: './options.js' },
  { place: { file: 'src/commands/options/program-options.ts', name: 'JudgeOptions' }, from: './options.js' },
];

/** Exports of the package that its source does not have. */
const added = new Map([
  ...['Entry', 'ErrorReport', 'Finding', 'Report', 'Result'].map((name) => [name, './report.js'] as const),
  ...['JudgeOptions', 'ScanOptions'].map((name) => [name, './options.js'] as const),
]);

const main = 'src/api/index.ts';
const testing = 'src/custom-checks/testing/index.ts';

/** Every declaration file except that of the report, by path. */
export function packageTypes(): Record<string, string> {
  const elsewhere: Elsewhere = new Map(
    printed.map(({ place, from }) => [formatPlaceKey(place), { from, name: place.name }]),
  );
  const index = rolledUp(main, elsewhere, added);
  const shared = new Map(
    [...index.places].map(([name, place]) => [formatPlaceKey(place), { from: './index.js', name }] as const),
  );
  const head = (source: string): string =>
    `/** Written by \`npm run generate\` from ${path.posix.dirname(source)}/. docs/own-checks/reference.md says what is promised. */\n\n`;
  return {
    'schemas/facts.d.ts': factsTypes(),
    'schemas/options.d.ts': programTypes(),
    'schemas/index.d.ts': `${head(main)}${index.text}`,
    ...(existsSync(path.join(root, testing))
      ? { 'schemas/testing.d.ts': `${head(testing)}${rolledUp(testing, new Map([...shared, ...elsewhere])).text}` }
      : {}),
  };
}
