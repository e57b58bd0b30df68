import { grants } from '../../facts/grants.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import type { Entry } from './findings.ts';
import { paint, wrap, wrapMarkdown, type Layout } from './layout.ts';

/** What one thing hides: a permission that is missing, a table that ends, an API server that does not answer. */
interface Group {
  remedy: string;
  /** What was not seen, by the reason: one reason may hide many parts. */
  reasons: Map<string, Set<string>>;
  checks: Set<string>;
  /** Where it is tables that end: what each says of itself, with its own checks. */
  tables: Map<string, Set<string>>;
}

/** True for the engine's own unknowns: what was not seen, as against what was seen and could not be read. */
export function isUnseen({ level, rule }: ReportedFinding): boolean {
  return level === 'unknown' && rule !== null && /^(missing|table):/.test(rule);
}

/** What was not seen, folded by what would have shown it, each with the checks it touches. */
export function unseenSection(entries: readonly Entry[], layout: Layout): string[] {
  const groups = new Map<string, Group>();
  for (const { finding, result } of entries) {
    if (isUnseen(finding)) add(groups, finding, result.id);
  }
  if (groups.size === 0) return [];
  const heading = paint(layout, 'magenta', paint(layout, 'bold', `Not seen (${groups.size})`));
  const isDenied = [...groups.keys()].some((remedy) => remedy.startsWith('Grant '));
  return [
    heading,
    ...[...groups.values()].flatMap((group) => ['', ...groupLines(group, layout)]),
    ...(isDenied ? grantAll([...groups.keys()]) : []),
  ];
}

function add(groups: Map<string, Group>, { fix, message, rule }: ReportedFinding, check: string): void {
  const group = groups.get(fix) ?? { remedy: fix, reasons: new Map(), checks: new Set(), tables: new Map() };
  const [, part = '', reason = message] = /^(?:(.*?) )?not seen: (.*)$/s.exec(message) ?? [];
  const parts = group.reasons.get(reason) ?? new Set();
  group.reasons.set(reason, part === '' ? parts : parts.add(part));
  group.checks.add(check);
  if (rule?.startsWith('table:') === true)
    group.tables.set(message, (group.tables.get(message) ?? new Set()).add(check));
  groups.set(fix, group);
}

/** A denied call may hide the next one, so the whole list is named once. */
function grantAll(remedies: readonly string[]): string[] {
  const asked = grants.filter((grant) => remedies.some((remedy) => remedy.startsWith(`Grant \`${grant}: `)));
  const option = asked.length === 0 ? '' : ` --with ${asked.join(',')}`;
  return ['', `  All that a full verdict needs: \`eks-preflight permissions${option}\`.`];
}

function groupLines(group: Group, layout: Layout): string[] {
  if (group.tables.size > 1) return tablesLines(group, layout);
  const { remedy, reasons, checks } = group;
  const texts = [...reasons].map(([reason, parts]) =>
    parts.size === 0 ? reason : `${[...parts].join(', ')} not seen: ${reason}`,
  );
  const [first = ''] = texts;
  const byGrant = remedy.startsWith('Grant ');
  const heading = byGrant ? remedy : first;
  const rest = byGrant ? texts : texts.slice(1);
  return [
    ...headingLines(heading, layout),
    ...rest.flatMap((message) => wrap(message, layout, 4)),
    ...(byGrant ? [] : wrapMarkdown(remedy, layout, 9, '    Fix: ')),
    ...wrap([...checks].sort().join(', '), layout, 12, '    Checks: '),
  ];
}

/** Tables that end before one and the same version: a line for each. */
function tablesLines({ remedy, tables }: Group, layout: Layout): string[] {
  const rows = [...tables].map(([message, checks]) => {
    const [, table = message, unknown = ''] = /^the table ([^:]*): (.*)$/.exec(message) ?? [];
    return { unknown, line: `${table}: ${[...checks].sort().join(', ')}` };
  });
  return [
    ...headingLines(`${rows[0]?.unknown ?? ''}: ${tables.size} tables do not cover it`, layout),
    ...wrapMarkdown(remedy, layout, 9, '    Fix: '),
    ...rows.flatMap(({ line }) => wrap(line, layout, 8, '      - ')),
  ];
}

function headingLines(text: string, layout: Layout): string[] {
  return wrap(`UNKNOWN ${text}`, layout, 2).map((line) => paint(layout, 'bold', line));
}
