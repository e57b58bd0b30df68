import { formatFirst } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { acceptedFindings } from '../../judge/verdict.ts';
import type { Report } from '../../report/schema.ts';
import { whenText } from '../../report/step-text.ts';
import { paint, wrap, type Layout } from './layout.ts';

/** The maximum number of accepted texts without `--show all`. */
const listedFirst = 10;

/** Accepted findings, with owner and last day: one line for those with the same check, level, step and acceptance. */
export function acceptedTexts({ results }: Pick<Report, 'results'>): string[] {
  const alike = grouped(acceptedFindings(results), ({ accepted, check, level, at }) =>
    JSON.stringify([check, level, at, accepted]),
  );
  return [...alike.values()].map((group) => {
    const [{ accepted, check, level, at, message }] = group;
    const { reason, owner, until } = accepted;
    const resources = [...new Set(group.map(({ resource }) => resource.text))];
    const many = resources.length === 1 ? '' : `${group.length} findings, `;
    const which = `${formatFirst(resources, 1)}: ${message}`;
    return `${level} ${check}, ${whenText(at)}: ${many}${which} (until ${until}, ${owner}: ${reason})`;
  });
}

/** The accepted findings as a section; empty if there are none. */
export function acceptedSection(report: Pick<Report, 'results'>, layout: Layout): string[] {
  const lines = acceptedTexts(report);
  if (lines.length === 0) return [];
  const count = acceptedFindings(report.results).length;
  const shown = layout.all ? lines : lines.slice(0, listedFirst);
  const rest = lines.length - shown.length;
  return [
    paint(layout, 'bold', `Accepted (${count})`),
    ...shown.flatMap((line) => wrap(line, layout, 4, '  - ')),
    ...(rest > 0 ? [`  and ${rest} more: --show all`] : []),
  ];
}
