import type { JsonSchema } from './descriptions.ts';
import { isOpen, isOther, formatType } from './report-types.ts';

/** A shell command that the page shows and test/report/json-report.test.ts runs. */
export interface Example {
  title: string;
  filter: string;
  /** Options of jq: `-r` prints text, `-e` sets the exit code from the last value. */
  options: string;
}

export const examples: readonly Example[] = [
  {
    title: 'List the blockers, as the text report numbers them:',
    options: '-r',
    filter: '.entries[] | select(.level == "fail") | "\\(.number)  \\(.title)"',
  },
  {
    title: 'The fingerprints behind each entry, to accept or to search:',
    options: '-r',
    filter: '.entries[] | "\\(.number)  \\(.fingerprints | join(" "))"',
  },
  {
    title: 'The commands for the blockers, in the order of the entries:',
    options: '-r',
    filter:
      '. as $report | .entries[] | select(.level == "fail") | .fingerprints[] as $id | $report.results[].findings[] | select(.fingerprint == $id) | .commands[]',
  },
  {
    title: 'What was not seen, with the permission that would have shown it:',
    options: '-r',
    filter: '[.results[].missing[] | "\\(.fact): \\(.permission // .message)"] | unique | .[]',
  },
  {
    title: 'The table of all checks, as `--show checks` shows it (`short` is the problem of a finding in a few words):',
    options: '-r',
    filter:
      '.results[] | [.id, .status, (.findings | length), (.reason // ([.findings[].short] | unique | join("; ")))] | @tsv',
  },
  {
    title: 'Fail a pipeline unless a check passes or does not apply (exit code 1):',
    options: '-e',
    filter: '.results[] | select(.id == "nodes/kubelet-skew") | .status == "pass" or .status == "skip"',
  },
];

/** `docs/json-report.md`: what is promised, examples, and each property. */
export function reportPage(schema: JsonSchema, checks: JsonSchema): string {
  return [
    head,
    ...examples.map(formatExample),
    types,
    '## Properties',
    ...sections('', schema),
    checksHead,
    ...sections('', checks),
  ]
    .join('\n\n')
    .concat('\n');
}

const head = `# The JSON report

\`eks-preflight scan --format json\` prints it; \`--output json=FILE\` writes it next to another format. Its schema is
[report.schema.json](../schemas/report.schema.json). If the scan cannot run (exit code 3), the JSON is an error instead:
[error.schema.json](../schemas/error.schema.json).

## Guarantees

While \`schemaVersion\` is 1:

- No property is removed, renamed or given another type. A property that is never null stays that way. Properties may be added:
  ignore those that you do not know.
- **Enumerations are open** (marked below): a later version may add a value, for example another \`source\`. Treat a value
  that you do not know like the most serious one that you know, and do not fail on it.
- \`cluster\` may be null: a report need not be about a cluster.
- Results are in the order of their ids, findings in the order of their levels (\`fail\`, \`unknown\`, \`warn\`) and
  resources. The same inventory gives the same report, byte for byte.
- Exit codes: 0 ready, 1 blocked, 2 incomplete, 3 the scan could not run.
- Texts for people may change in any release: \`message\`, \`title\`, \`fix\`, \`why\`, \`text\`, \`observed\`,
  \`required\`, and the number of an entry. Use \`check\`, \`rule\`, \`level\`, \`resource\` and \`fingerprint\` in programs.
- Later versions of eks-preflight read the reports and the inventories of earlier ones.

### Fingerprints

Between two reports, a finding is identified by the cluster's ARN and the finding's \`fingerprint\`. A fingerprint is made
of the check, the rule, and the API group, kind, namespace and name of the resource (the ARN of an AWS resource that
has one). It does not change over time, with another target, when pods restart, or when nodes are
replaced: the finding is about the controller of the pods, and about the node group or NodePool of the nodes. It is
unique within a report.

- A node that no label assigns to a group is its own resource: a hybrid node, or a self-managed node that eksctl did not
  create. Its fingerprint changes when it is replaced. So does that of a static pod, whose name contains its node's.
- A redacted inventory has different fingerprints for every resource with a custom name. A hash of the real names would let
  anyone confirm a guess, so redaction cannot keep them. Compare reports of the same kind: both redacted or neither.
- A finding about the same problem at a worse level or at an earlier step keeps its fingerprint: compare \`level\` and \`at\`.

## The difference of two reports

\`eks-preflight diff OLD NEW --format json\` prints what is new, worse, fixed and no longer seen:
[diff.schema.json](../schemas/diff.schema.json). Its findings are those of the reports, and the same guarantees apply.

## The plan alone

\`eks-preflight plan --format json\` prints the plan with what is needed to show it again:
[plan.schema.json](../schemas/plan.schema.json). Its members are those of the report, and the same guarantees apply.

## The status of a running update

\`eks-preflight status --format json\` prints where a running update is, and what holds it:
[status.schema.json](../schemas/status.schema.json). The same guarantees apply; \`text\`, \`summary\`, \`next\`, \`not\` and
\`reason\` are texts that may change in any release.

## Examples

The lines use [jq](https://jqlang.org/).`;

const checksHead = `## The list of checks

\`eks-preflight checks --format json\` prints all checks of this version, \`checks ID --format json\` those that you name:
[checks.schema.json](../schemas/checks.schema.json). The same guarantees apply; \`title\`, \`why\`, \`fix\` and \`about\` are
texts that may change in any release.`;

const types = `## TypeScript

The package contains the types; they import nothing.

\`\`\`ts
import type { Report } from 'eks-preflight';

const report = JSON.parse(text) as Report;
const blockers = report.entries.filter(({ level }) => level === 'fail');
\`\`\`

The type of an open enumeration lists the values of this version: use a \`default\` case in a \`switch\`.`;

function formatExample({ title, options, filter }: Example): string {
  return `${title}\n\n\`\`\`sh\njq ${options} '${filter}' report.json\n\`\`\``;
}

/** A table of an object's properties, then the tables of the objects below it. */
function sections(path: string, schema: JsonSchema): string[] {
  const properties = Object.entries(schema.properties ?? {});
  const rows = properties.map(([name, property]) => {
    const isOptional = schema.required?.includes(name) !== true;
    return `| \`${name}\` | ${shortType(property)}${isOptional ? ', optional' : ''} | ${cell(property.description ?? '')} |`;
  });
  const below = properties.flatMap(([name, property]) =>
    objectsIn(property, path === '' ? name : `${path}.${name}`).flatMap(([place, one]) => sections(place, one)),
  );
  const title = path === '' ? [] : [`### \`${path}\``];
  return [...title, ['| property | type | meaning |', '| --- | --- | --- |', ...rows].join('\n'), ...below];
}

/** The objects in a property, each with its path. */
function objectsIn(schema: JsonSchema, path: string): [string, JsonSchema][] {
  if (isOther(schema)) return [];
  if (schema.properties !== undefined) return [[path, schema]];
  if (schema.items !== undefined) return objectsIn(schema.items, `${path}[]`);
  if (typeof schema.additionalProperties === 'object') return objectsIn(schema.additionalProperties, `${path}.*`);
  const options = (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => objectsIn(one, path));
  return options.length < 2
    ? options
    : options.map(([place, one]) => [
        place.endsWith(')') ? place : `${place} (kind ${String(one.properties?.['kind']?.const)})`,
        one,
      ]);
}

function shortType(schema: JsonSchema): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (isOpen(schema)) return `${cell(codes(formatType(schema)))} (open)`;
  if (options !== undefined) return [...new Set(options.map(shortType))].join(' or ');
  if (schema.properties !== undefined || schema.type === 'object') return 'object';
  if (schema.type === 'array') return `array of ${shortType(schema.items ?? {})}`;
  const isNamed = schema.const !== undefined || schema.enum !== undefined;
  return isNamed ? cell(codes(formatType(schema))) : [schema.type ?? []].flat().join(' or ');
}

function codes(union: string): string {
  return union
    .split(' | ')
    .map((value) => `\`${value.replaceAll("'", '')}\``)
    .join(', ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
