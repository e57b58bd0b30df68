import type { ReportedFinding, Result } from '../report.ts';
import { paint, wrap, type Layout } from './layout.ts';

interface Group {
  /** What would help: `Grant \`ec2:DescribeSubnets\` and scan again.` */
  remedy: string;
  messages: Set<string>;
  checks: Set<string>;
}

/** True for the engine's own unknowns: what was not seen, as against what was seen and could not be read. */
export function isUnseen({ level, rule }: ReportedFinding): boolean {
  return level === 'unknown' && rule !== null && /^(missing|table):/.test(rule);
}

/** What was not seen, folded by what would have shown it: one line a permission or a table, with the checks it touches. */
export function unseenSection(
  entries: readonly { finding: ReportedFinding; result: Result }[],
  layout: Layout,
): string[] {
  const groups = new Map<string, Group>();
  for (const { finding, result } of entries) {
    if (!isUnseen(finding)) continue;
    const group = groups.get(finding.fix) ?? { remedy: finding.fix, messages: new Set(), checks: new Set() };
    group.messages.add(finding.message);
    group.checks.add(result.id);
    groups.set(finding.fix, group);
  }
  if (groups.size === 0) return [];
  const heading = paint(layout, 'magenta', paint(layout, 'bold', `Not seen (${groups.size})`));
  return [heading, ...[...groups.values()].flatMap((group) => ['', ...groupLines(group, layout)])];
}

function groupLines({ remedy, messages, checks }: Group, layout: Layout): string[] {
  return [
    ...wrap(`UNKNOWN ${remedy}`, layout, 2).map((line) => paint(layout, 'bold', line)),
    ...[...messages].flatMap((message) => wrap(message, layout, 4)),
    ...wrap([...checks].sort().join(', '), layout, 12, '    Checks: '),
  ];
}
