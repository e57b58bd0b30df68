import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldAfterDays } from '../src/report/table-dates.ts';
import { tableNames, type TableName } from '../src/tables/tables.ts';

/** Parts of a file in `rules/`. They are not validated here, but in src/tables/tables.ts. */
interface WrittenTable {
  about: string;
  read: string;
  refresh: string;
  knownThrough?: { kubernetes?: string; karpenter?: string };
  rows: readonly object[];
}

const folder = fileURLToPath(new URL('../rules/', import.meta.url));

/**
 * Builds `rules/README.md`: a row for each table, with what it holds, how far it reaches, when its sources were last
 * read, and how to read them again.
 */
export function tablesMarkdown(): string {
  const rows = tableNames.toSorted().map((name) => buildRow(name, readTable(name)));
  return `${[introduction, [...head, ...rows].join('\n')].join('\n\n')}\n`;
}

const head = ['| table | holds | known through | read | how to read it again |', '| --- | --- | --- | --- | --- |'];

const introduction = `# Tables

Facts that change with time; each row of a table names its source. A table with an end knows nothing beyond it: checks that
use it report \`unknown\` for later versions. \`rules/schema.json\` says what a row holds, and the first lines of each file what
the table is about.

After a new reading of the sources, change the rows, \`read\` and, where it applies, \`knownThrough\`. Then run
\`npm run generate\`, \`npm run store\` and \`npm test\`, and read what changed in the stored reports. Pages with all steps:
[a new EKS version](../docs/new-eks-version.md), [a new Karpenter release](../docs/new-karpenter-release.md). \`npm run generate\`
writes this page.`;

function readTable(name: TableName): WrittenTable {
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as WrittenTable;
}

function buildRow(name: string, { about, read, refresh, knownThrough }: WrittenTable): string {
  const [holds = about] = /^.*?[.:](?= |$)/.exec(about) ?? [];
  const cells = [
    `[${name}](${name}.json)`,
    holds.replace(/[.:]$/, ''),
    formatKnownThrough(knownThrough),
    read,
    refresh,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** A Markdown list of the tables that end at a version of the component, each with how to read its sources again. */
export function endingTables(component: 'kubernetes' | 'karpenter'): string {
  const ending = tableNames.toSorted().filter((name) => readTable(name).knownThrough?.[component] !== undefined);
  return ending.map((name) => `- [rules/${name}.json](../rules/${name}.json): ${readTable(name).refresh}`).join('\n');
}

/** A line for each table whose sources were last read more than 45 days before `today` (ISO 8601). */
export function formatTableAges(today: string): string[] {
  return tableNames.flatMap((name) => {
    const { read, refresh } = readTable(name);
    const days = Math.floor((Date.parse(today) - Date.parse(read)) / 86_400_000);
    return days > oldAfterDays && !refresh.startsWith('Closed:')
      ? [`rules/${name}.json was last read ${days} days ago, on ${read}. ${refresh}`]
      : [];
  });
}

function formatKnownThrough({ kubernetes, karpenter }: WrittenTable['knownThrough'] = {}): string {
  const ends = [
    ...(kubernetes === undefined ? [] : [`Kubernetes ${kubernetes}`]),
    ...(karpenter === undefined ? [] : [`Karpenter ${karpenter}`]),
  ];
  return ends.length === 0 ? 'no end' : ends.join(', ');
}
