import type { ReportedFinding } from '../report.ts';
import type { Entry } from './findings.ts';
import { paint, wrap, wrapMarkdown, type Layout } from './layout.ts';

/** What one thing hides: a permission that is missing, a table that ends, an API server that does not answer. */
interface Group {
  remedy: string;
  messages: Set<string>;
  checks: Set<string>;
}

/** True for the engine's own unknowns: what was not seen, as against what was seen and could not be read. */
export function isUnseen({ level, rule }: ReportedFinding): boolean {
  return level === 'unknown' && rule !== null && /^(missing|table):/.test(rule);
}

/** What was not seen, folded by what would have shown it, each with the checks it touches. */
export function unseenSection(entries: readonly Entry[], layout: Layout): string[] {
  const groups = new Map<string, Group>();
  for (const { finding, result } of entries) {
    if (!isUnseen(finding)) continue;
    const group = groups.get(finding.fix) ?? { remedy: finding.fix, messages: new Set(), checks: new Set() };
    group.messages.add(finding.message.replace(/^not seen: /, ''));
    group.checks.add(result.id);
    groups.set(finding.fix, group);
  }
  if (groups.size === 0) return [];
  const heading = paint(layout, 'magenta', paint(layout, 'bold', `Not seen (${groups.size})`));
  const grants = [...groups.keys()].some((remedy) => remedy.startsWith('Grant '));
  return [
    heading,
    ...[...groups.values()].flatMap((group) => ['', ...groupLines(group, layout)]),
    ...(grants ? grantAll : []),
  ];
}

/** A denied call may hide the next one, so the whole list is named once. */
const grantAll = ['', '  All that a full verdict needs: `eks-preflight permissions`.'];

function groupLines({ remedy, messages, checks }: Group, layout: Layout): string[] {
  const texts = [...messages];
  const [first = ''] = texts;
  const byGrant = remedy.startsWith('Grant ');
  const heading = byGrant ? remedy : first;
  const rest = byGrant ? texts : texts.slice(1);
  return [
    ...wrap(`UNKNOWN ${heading}`, layout, 2).map((line) => paint(layout, 'bold', line)),
    ...rest.flatMap((message) => wrap(message, layout, 4)),
    ...(byGrant ? [] : wrapMarkdown(remedy, layout, 9, '    Fix: ')),
    ...wrap([...checks].sort().join(', '), layout, 12, '    Checks: '),
  ];
}
