import { acceptedFindings } from '../../judge/verdict.ts';
import type { Report } from '../schema.ts';
import { whenText } from '../step-text.ts';
import { paint, wrap, type Layout } from './layout.ts';

/** Findings that are listed without `--all`. */
const listedFirst = 10;

/** What does not count, and who answers for that until when, a line each. */
export function acceptedTexts({ results }: Pick<Report, 'results'>): string[] {
  return acceptedFindings(results).map(({ accepted, check, level, at, resource, message }) => {
    const { reason, owner, until } = accepted;
    return `${level} ${check}, ${whenText(at)}: ${resource.text}: ${message} (until ${until}, ${owner}: ${reason})`;
  });
}

/** The same as a section. */
export function acceptedSection(report: Pick<Report, 'results'>, layout: Layout): string[] {
  const lines = acceptedTexts(report);
  if (lines.length === 0) return [];
  const shown = layout.all ? lines : lines.slice(0, listedFirst);
  const rest = lines.length - shown.length;
  return [
    paint(layout, 'bold', `Accepted (${lines.length})`),
    ...shown.flatMap((line) => wrap(line, layout, 4, '  - ')),
    ...(rest > 0 ? [`  and ${rest} more: --all`] : []),
  ];
}
