/**
 * Writes all generated files: `npx tsx scripts/generate.ts`. `test/laws/generated.test.ts` fails if a file is stale.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { checks } from '../checks/index.ts';
import { collectors } from '../src/collectors/index.ts';
import { checksSchema } from '../src/commands/check-list.ts';
import { gate } from '../src/commands/gate.ts';
import { judgeByOwnChecks } from '../src/commands/scan/judge-inventory.ts';
import { select } from '../src/commands/select-checks.ts';
import { demoInventory, demoOptions } from '../src/commands/demo/bundled.ts';
import { apiReport } from './api-report.ts';
import { areaPages, checksMarkdown } from './checks-md.ts';
import { chartPermissions, valuesSchema } from './chart.ts';
import { valuesTable } from './chart-readme.ts';
import { described, type JsonSchema } from './descriptions.ts';
import { manPage } from './man-page.ts';
import { fleetNightsFile, nightsMarkdown } from './nights.ts';
import { packageTypes } from './package-types.ts';
import { reportPage } from './report-page.ts';
import { reportTypes } from './report-types.ts';
import { inventorySchema, type Inventory } from '../src/inventory/inventory.ts';
import { readInventory } from '../src/commands/files/inventory-file.ts';
import { notCovered } from '../src/for-checks/not-covered.ts';
import { commandLine } from '../src/commands/options/command-line.ts';
import { optionNames, rowOf, scanOptions, type ScanOptions } from '../src/commands/options/options.ts';
import { clusterKeys } from '../src/commands/options/cluster-entries.ts';
import { acceptDescriptions } from '../src/commands/options/policy-keys.ts';
import { iamPolicy, iamStatements } from '../src/commands/permissions/iam-policy.ts';
import { neededPermissions, statusFacts } from '../src/commands/permissions/needed.ts';
import { rbacManifests } from '../src/commands/permissions/rbac.ts';
import { statementBlock, terraformConfiguration } from '../src/commands/permissions/terraform.ts';
import type { Permission } from '../src/facts/reason.ts';
import { checksTable } from '../src/formats/text/checks-table.ts';
import { reportText } from '../src/formats/text/text.ts';
import type { Io } from '../src/commands/io.ts';
import { fleetSchema } from '../src/report/fleet/schema.ts';
import { fleetMessageSchema } from '../src/schedule/changes/fleet-message.ts';
import { planSchema } from '../src/report/plan/document.ts';
import { statusSchema } from '../src/report/status/schema.ts';
import { messageSchema } from '../src/schedule/changes/message.ts';
import { stateSchema } from '../src/schedule/changes/state.ts';
import { diffSchema } from '../src/report/diff/schema.ts';
import { errorReportSchema, reportSchema, type Report } from '../src/report/schema.ts';
import { tableSchemas } from '../src/tables/tables.ts';
import { roomsMarkdown } from '../test/laws/rooms.ts';
import { commandsMarkdown } from './commands-md.ts';
import { configMarkdown } from './config-keys.ts';
import { factFieldsJson } from './fact-fields.ts';
import { exampleFindings } from './example-findings.ts';
import { statusScreen } from './status-screen.ts';
import { statusesText } from './statuses.ts';
import { endingTables, tablesMarkdown } from './tables-md.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const schemaSource = path.join(root, 'src/report/schema.ts');
const diffSource = path.join(root, 'src/report/diff/schema.ts');
const published = 'https://raw.githubusercontent.com/eks-preflight/eks-preflight/main/schemas';

const readPage = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const tool = { version: '0.1.0', now: () => new Date() };

/** Replaces the Markdown between the two marks of a block. */
function withBlock(page: string, name: string, markdown: string): string {
  const block = new RegExp(`(<!-- ${name}:begin -->\\n)[\\s\\S]*(<!-- ${name}:end -->)`);
  if (!block.test(page)) throw new Error(`no page has a block ${name}`);
  return page.replace(block, (_all, begin: string, end: string) => `${begin}${markdown}\n${end}`);
}

function asOutput(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}

function buildReport(inventory: Inventory, options: ScanOptions): Report {
  return judgeByOwnChecks(inventory, {
    checks,
    selection: select(checks, options),
    options,
    source: 'inventory',
    io: tool,
  });
}

async function formatReportLines(inventory: Inventory, options: ScanOptions): Promise<string[]> {
  const report = buildReport(inventory, options);
  return (await reportText(report, { columns: 100, color: false, all: false })).trimEnd().split('\n');
}

/** What `demo --show summary` prints on a terminal of 80 columns. */
async function demoText(): Promise<string> {
  const report = buildReport(demoInventory(), demoOptions);
  return (await reportText(report, { columns: 80, color: false, all: false, view: 'summary' })).trimEnd();
}

/** The first ten lines of the table of checks of the demo. */
async function checksText(): Promise<string> {
  const report = buildReport(demoInventory(), demoOptions);
  return (await checksTable(report, { columns: 110, color: false, all: false })).slice(0, 10).join('\n');
}

/** The index of the first line with this beginning. Throws if there is none: the text of a report has changed. */
function findLine(lines: readonly string[], beginning: string): number {
  const index = lines.findIndex((line) => line.startsWith(beginning));
  if (index < 0) throw new Error(`no line of the report begins with '${beginning}'`);
  return index;
}

/** The beginning of a report on an update of Karpenter alone, before its first finding. */
async function karpenterText(): Promise<string> {
  const file = 'test/inventories/karpenter-0.30.json';
  const lines = await formatReportLines(await readInventory(path.join(root, file), tool.version), {
    target: 'current',
    karpenterTarget: '0.32.1',
  });
  const command = `$ eks-preflight scan --inventory ${file} --target current --karpenter-target 0.32.1`;
  return [command, ...lines.slice(0, findLine(lines, '  1  ') - 1)].join('\n');
}

/** The output of the gate for the demo's report, six hours later. */
async function gateText(): Promise<string> {
  const report = buildReport(demoInventory(), demoOptions);
  const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-gate-'));
  const file = path.join(folder, 'report.json');
  let text = '';
  try {
    writeFileSync(file, JSON.stringify(report));
    await gate({ report: file, maxAge: '24h' }, {}, () => Promise.resolve({ checks, collectors }), {
      ...quiet,
      now: () => new Date(Date.parse(report.scannedAt) + 6 * 3_600_000),
      stdout: (printed) => (text += printed),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return `$ eks-preflight gate report.json --max-age 24h\n${text.replaceAll(`${folder}/`, '').trimEnd()}`;
}

/** An Io that discards its output. */
const quiet: Io = {
  ...tool,
  stdout: () => undefined,
  stderr: () => undefined,
  env: {},
  cwd: root,
  stdoutIsTerminal: false,
  stderrIsTerminal: false,
  columns: 1_000,
  signal: new AbortController().signal,
};

/** Pages with current output in their blocks. */
async function pagesWithOutput(): Promise<Record<string, string>> {
  const summary = withBlock(readPage('README.md'), 'demo', asOutput(await demoText()));
  return {
    'README.md': withBlock(summary, 'checks', asOutput(await checksText())),
    'docs/gate.md': withBlock(readPage('docs/gate.md'), 'gate', asOutput(await gateText())),
    'docs/karpenter.md': withBlock(readPage('docs/karpenter.md'), 'karpenter', asOutput(await karpenterText())),
    'docs/upgrade-day.md': withBlock(
      readPage('docs/upgrade-day.md'),
      'stuck',
      asOutput(statusScreen('a budget that allows no eviction')),
    ),
  };
}

/** Every generated file, by its path in the repository. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const permissions = neededPermissions(collectors, checks);
  const printed = neededPermissions(collectors, checks, [], { always: statusFacts });
  const types = { ...packageTypes(), 'schemas/report.d.ts': reportTypes(buildReportSchema(), buildErrorSchema()) };
  return {
    'CHECKS.md': checksMarkdown(checks, notCovered),
    ...areaPages(checks, await exampleFindings()),
    'test/statuses.txt': statusesText(),
    'docs/commands.md': commandsMarkdown(),
    'rules/README.md': tablesMarkdown(),
    'rules/schema.json': json({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: Object.fromEntries(
        Object.entries(tableSchemas).map(([name, schema]) => [name, withKeeper(bare(schema()))]),
      ),
    }),
    'schemas/report.schema.json': json(buildReportSchema()),
    'schemas/error.schema.json': json(buildErrorSchema()),
    'schemas/diff.schema.json': json(buildDiffSchema()),
    'src/commands/facts/fields.json': factFieldsJson(),
    'schemas/checks.schema.json': json(buildChecksSchema()),
    'schemas/message.schema.json': json(describedIn('message', messageSchema, 'src/schedule/changes/message.ts')),
    'schemas/fleet-message.schema.json': json(buildFleetMessageSchema()),
    'schemas/plan.schema.json': json(describedIn('plan', planSchema, 'src/report/plan/document.ts')),
    'schemas/status.schema.json': json(describedIn('status', statusSchema, 'src/report/status/schema.ts')),
    'schemas/fleet.schema.json': json(describedIn('fleet', fleetSchema, 'src/report/fleet/schema.ts')),
    'schemas/state.schema.json': json(describedIn('state', stateSchema, 'src/schedule/changes/state.ts')),
    ...types,
    'docs/api-report.md': apiReport(types),
    'man/eks-preflight.1': manPage(commandLine(tool.version)),
    'docs/json-report.md': reportPage(buildReportSchema(), buildChecksSchema()),
    'schemas/inventory.schema.json': json(titled('inventory', inventorySchema, 'eks-preflight inventory')),
    'schemas/config.schema.json': json(configSchema()),
    'docs/config.md': configMarkdown(),
    ...(await pagesWithOutput()),
    'docs/schedule.md': withBlock(
      withBlock(readPage('docs/schedule.md'), 'nights', `\n${nightsMarkdown()}\n`),
      'fleet-nights',
      `\n${nightsMarkdown(fleetNightsFile)}\n`,
    ),
    'docs/new-eks-version.md': withBlock(readPage('docs/new-eks-version.md'), 'tables', endingTables('kubernetes')),
    'docs/new-karpenter-release.md': withBlock(
      readPage('docs/new-karpenter-release.md'),
      'tables',
      endingTables('karpenter'),
    ),
    'ARCHITECTURE.md': withBlock(readPage('ARCHITECTURE.md'), 'rooms', roomsMarkdown()),
    'docs/permissions/iam-policy.json': iamPolicy(printed),
    'docs/permissions/cluster-role.yaml': rbacManifests(printed),
    'docs/permissions/eks-preflight.tf': terraformConfiguration(printed),
    'charts/eks-preflight/files/permissions.json': chartPermissions(collectors, checks),
    'charts/eks-preflight/values.schema.json': valuesSchema(),
    'charts/eks-preflight/README.md': withBlock(
      readPage('charts/eks-preflight/README.md'),
      'values',
      valuesTable(readPage('charts/eks-preflight/values.yaml')),
    ),
    'deploy/terraform/policy.tf': terraformPolicy(permissions),
  };
}

/** The published JSON Schema of the report: each property with its docstring. */
export function buildReportSchema(): JsonSchema {
  return described(titled('report', reportSchema, 'eks-preflight report'), schemaSource, 'reportSchema');
}

/** The published JSON Schema of the error that replaces a report. */
export function buildErrorSchema(): JsonSchema {
  return described(titled('error', errorReportSchema, 'eks-preflight error'), schemaSource, 'errorReportSchema');
}

/** The published JSON Schema of what `checks --format json` prints. */
export function buildChecksSchema(): JsonSchema {
  const schema = titled('checks', checksSchema, 'eks-preflight checks');
  return described(schema, path.join(root, 'src/commands/check-list.ts'), 'checksSchema');
}

/** The published JSON Schema of what a scheduled scan sends (`message`) or keeps (`state`), of a fleet, of a plan or of a status. */
function describedIn(
  name: 'fleet' | 'message' | 'plan' | 'state' | 'status',
  schema: z.ZodMiniType,
  file: string,
): JsonSchema {
  return described(titled(name, schema, `eks-preflight ${name}`), path.join(root, file), `${name}Schema`);
}

/** The published JSON Schema of the output of `diff`, with the schema of its findings written once. */
export function buildDiffSchema(): JsonSchema {
  const schema = described(titled('diff', diffSchema, 'eks-preflight diff'), diffSource, 'diffSchema');
  const finding = schema.properties?.['changes']?.properties?.['fixed']?.items ?? {};
  const findingProperties = JSON.stringify(finding.properties);
  const withReferences = JSON.parse(JSON.stringify(schema), (_key, one: JsonSchema | null) => {
    if (one?.properties?.['fingerprint'] === undefined || JSON.stringify(one.properties) !== findingProperties)
      return one;
    const { description } = one;
    return { ...(description === undefined ? {} : { description }), $ref: '#/$defs/finding' };
  }) as JsonSchema;
  return { ...withReferences, $defs: { finding } };
}

/** The published JSON Schema of the message about several clusters. */
function buildFleetMessageSchema(): JsonSchema {
  const schema = titled('fleet-message', fleetMessageSchema, 'eks-preflight fleet message');
  return described(schema, path.join(root, 'src/schedule/changes/fleet-message.ts'), 'fleetMessageSchema');
}

/** The JSON Schema of the config file; editors show the help text of each key. */
function configSchema(): Record<string, unknown> {
  const schema = titled('config', scanOptions, 'eks-preflight.config.yaml');
  const properties = schema['properties'] as Record<string, object>;
  const described = optionNames.map((name) => [name, { description: rowOf(name).help, ...properties[name] }]);
  const accept = describedItems(properties['accept'], rowOf('accept').help, acceptDescriptions);
  return {
    ...schema,
    properties: { ...Object.fromEntries(described), accept, clusters: describedClusters(properties) },
  };
}

/** Adds a description to each key of a cluster, and to those of its acceptances. */
function describedClusters(properties: Record<string, object>): object {
  const described = describedItems(properties['clusters'], rowOf('clusters').help, clusterKeys);
  const { accept } = described.items.properties;
  const accepted = describedItems(accept, clusterKeys.accept, acceptDescriptions);
  const inner = { ...described.items.properties, accept: accepted };
  return { ...described, items: { ...described.items, properties: inner } };
}

/** Adds a description to a list, and to each key of its items. */
function describedItems(schema: unknown, description: string, keys: Readonly<Record<string, string>>) {
  const { items, ...rest } = Object(schema) as { items: { properties: Record<string, object> } };
  const properties: Record<string, object> = Object.fromEntries(
    Object.entries(items.properties).map(([key, one]) => [key, { description: keys[key], ...one }]),
  );
  return { ...rest, description, items: { ...items, properties } };
}

function bare(schema: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
  return rest;
}

/** The schema of a table, whose rows may say `by: hand`. */
function withKeeper(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withKeeper);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withKeeper(value)]));
  const { properties } = inner as { properties?: Record<string, unknown> };
  const isRow = properties !== undefined && 'source' in properties;
  return isRow ? { ...inner, properties: { ...properties, by: { const: 'hand' } } } : inner;
}

function titled(name: string, schema: z.ZodMiniType, title: string): Record<string, unknown> {
  return {
    $id: `${published}/${name}.schema.json`,
    title,
    ...(z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>),
  };
}

/** The permissions of the role in deploy/terraform/main.tf. */
function terraformPolicy(permissions: readonly Permission[]): string {
  const statements = iamStatements(permissions).map(statementBlock).join('\n\n');
  return `# Written by \`npm run generate\`.\n\ndata "aws_iam_policy_document" "read" {\n${statements}\n}\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(await generatedFiles())) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    console.log(file);
  }
}
