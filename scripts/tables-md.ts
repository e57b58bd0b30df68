import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableNames, type TableName } from '../src/tables/tables.ts';

/** The parts of a file in `rules/` that its page shows; its schema is checked where the table is read. */
interface WrittenTable {
  about: string;
  read: string;
  refresh: string;
  knownThrough?: { kubernetes?: string; karpenter?: string };
  rows: readonly object[];
}

const folder = fileURLToPath(new URL('../rules/', import.meta.url));

/** Builds `rules/README.md`: content and sources of each table, when they were last read and how to read them again. */
export function tablesMarkdown(): string {
  const sections = tableNames.toSorted().map((name) => buildSection(name, readTable(name)));
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

const introduction = `# Tables

Facts that change with time. \`npm run generate\` writes this page from the tables; \`rules/schema.json\` says what a row
holds. A table with an end knows nothing beyond it: checks that use it report \`unknown\` for later versions.

After a new reading of the sources, change the rows, \`read\` and, where it applies, \`knownThrough\`. Then run
\`npm run generate\`, \`npm run store\` and \`npm test\`, and read what changed in the stored reports.`;

function readTable(name: TableName): WrittenTable {
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as WrittenTable;
}

function buildSection(name: string, { about, read, refresh, knownThrough, rows }: WrittenTable): string {
  return [
    `## ${name}`,
    about,
    [
      `- Rows: ${rows.length}`,
      `- Known through: ${formatKnownThrough(knownThrough)}`,
      `- Last read: ${read}`,
      `- To refresh: ${refresh}`,
      `- Sources: ${listSources(rows).join(', ')}`,
    ].join('\n'),
  ].join('\n\n');
}

function formatKnownThrough({ kubernetes, karpenter }: WrittenTable['knownThrough'] = {}): string {
  const ends = [
    ...(kubernetes === undefined ? [] : [`Kubernetes ${kubernetes}`]),
    ...(karpenter === undefined ? [] : [`Karpenter ${karpenter}`]),
  ];
  return ends.length === 0 ? 'no end' : ends.join(', ');
}

/** Source pages without fragments; for a repository, only the repository: rows name hundreds of its files. */
function listSources(rows: readonly object[]): string[] {
  const links = rows.flatMap(linksIn).map((link) => {
    const [page = link] = link.split('#');
    const [repository] = /^https:\/\/github\.com\/[^/]+\/[^/]+/.exec(page) ?? [];
    return `<${repository ?? page}>`;
  });
  return [...new Set(links)].toSorted();
}

function linksIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('https://') && !/\s/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linksIn) : [];
}
