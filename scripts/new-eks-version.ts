/**
 * `npm run new-eks-version 1.38`: reads the sources of all tables that end at a Kubernetes version, writes what they say,
 * and prints what is left for a person, in the order of docs/new-eks-version.md.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseMinor } from '../src/syntax/versions.ts';
import { tableNames } from '../src/tables/tables.ts';
import { refreshAndPrint } from './refresh/index.ts';
import { parseWritten, readTableFile } from './refresh/table-file.ts';
import { refreshers } from './refresh/tables/index.ts';
import { listLeft } from './refresh/left-for-a-person.ts';

const [version = ''] = process.argv.slice(2);
const minor = parseMinor(version);
if (minor === undefined) {
  console.error('Name the version: npm run new-eks-version 1.38');
  process.exit(1);
}

const isOfKubernetes = (table: string): boolean =>
  parseWritten(readTableFile(table as (typeof tableNames)[number])).knownThrough?.kubernetes !== undefined ||
  ['cluster-autoscaler', 'karpenter-images'].includes(table);
for (const refresher of refreshers) if (isOfKubernetes(refresher.table)) await refreshAndPrint(refresher);

const page = readFileSync(fileURLToPath(new URL('../docs/new-eks-version.md', import.meta.url)), 'utf8');
const tables = tableNames.map((name) => [name, readTableFile(name)] as const);
// What both read as a whole and by hand adds is in `refresh` of the table.
const read = ['api-removals', 'feature-gates', 'kubelet-flags', 'karpenter-compatibility'];
for (const line of listLeft({ tables, read, page, minor })) console.log(line);
